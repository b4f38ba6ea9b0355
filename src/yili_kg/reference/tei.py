"""Books of the library in TEI: divisions are `div`s with a `head`, notes are `note`s."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from yili_kg.errors import SourceError
from yili_kg.reference.books import Book, Part, Profile, _work_of, profiles
from yili_kg.reference.divisions import Divider, divider
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["read_tei_book"]

_TEI = "{http://www.tei-c.org/ns/1.0}"
_LARGEST = 256 << 20


def read_tei_book(path: Path) -> Book:
    """A book in TEI P5; raises SourceError for what is none. Entities and the network are never asked."""
    if path.stat().st_size > _LARGEST:
        raise SourceError(f"{path}: too large ({path.stat().st_size:,} bytes)")
    data = path.read_bytes()
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise SourceError(f"{path}: no well-formed XML ({error.msg})") from error
    body = root.find(f".//{_TEI}body")
    if root.tag != f"{_TEI}TEI" or body is None:
        raise SourceError(f"{path}: no TEI text in this file")
    title = (root.findtext(f".//{_TEI}titleStmt/{_TEI}title") or path.stem).strip()
    book_id = root.get("{http://www.w3.org/XML/1998/namespace}id") or path.stem
    profile = profiles().get(book_id) or Profile(book_id, _work_of(title), "star")
    parts = tuple(_parts(body, divider("star", profile.work)))
    if not any(p.text for p in parts):
        raise SourceError(f"{path}: no Chinese text in this file")
    return Book(book_id, profile.work, title, hashlib.sha256(data).hexdigest(), parts)


def _parts(body: etree._Element, divide: Divider) -> Iterator[Part]:
    heads = [d for d in body.iter(f"{_TEI}div") if d.find(f"{_TEI}head") is not None]
    for div in heads or [body]:
        head = div.find(f"{_TEI}head")
        title = "".join(str(t) for t in head.itertext()) if head is not None else ""
        text: list[str] = []
        note: list[str] = []
        for element in div.iter():
            owner = next((a for a in element.iterancestors(f"{_TEI}div") if a.find(f"{_TEI}head") is not None), body)
            if element.tag in (f"{_TEI}head", f"{_TEI}div") or (element is not div and owner is not div and heads):
                continue
            inside = element.tag == f"{_TEI}note" or any(True for _ in element.iterancestors(f"{_TEI}note"))
            (note if inside else text).append(element.text or "")
            tail = note if any(True for _ in element.iterancestors(f"{_TEI}note")) else text
            tail.append(element.tail or "")
        graphs, said = stream(fold("".join(text)))[0], stream(fold("".join(note)))[0]
        if graphs or said:
            yield Part(divide.name(title), graphs, said)
