"""Books of the library in TEI: divisions are `div`s with a `head`, notes are `note`s."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lxml import etree

from yili_kg.errors import SourceError
from yili_kg.reference.books import Book, Part, Profile, _work_of, profiles
from yili_kg.reference.divisions import Divider, divider
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["read_tei_book"]

_TEI = "{http://www.tei-c.org/ns/1.0}"
_DIV, _HEAD, _NOTE = f"{_TEI}div", f"{_TEI}head", f"{_TEI}note"
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
    title = (root.findtext(f".//{_TEI}titleStmt/{_TEI}title") or "").strip() or path.stem
    book_id = root.get("{http://www.w3.org/XML/1998/namespace}id") or path.stem
    profile = profiles().get(book_id) or Profile(id=book_id, work=_work_of(title), kind="star")
    parts = tuple(_parts(body, divider("star", profile.work)))
    if not any(p.text for p in parts):
        raise SourceError(f"{path}: no Chinese text in this file")
    return Book(book_id, profile.work, title, hashlib.sha256(data).hexdigest(), parts)


@dataclass(slots=True)
class _Gathered:
    """What a division holds itself, without the divisions in it that have a head of their own."""

    title: str
    text: list[str] = field(default_factory=list)
    note: list[str] = field(default_factory=list)


class _Walk:
    """One walk over a body, in the order of the file: each piece of text goes to the division around it."""

    def __init__(self, body: etree._Element) -> None:
        self.all = [_Gathered("")]
        self._open = [self.all[0]]
        self._inside = {_NOTE: 0, _HEAD: 0}
        for event, element in etree.iterwalk(body, events=("start", "end", "comment", "pi")):
            if event == "start":
                self._enter(element)
            elif event == "end":
                self._leave(element)
            else:
                self._put(element.tail)

    def _enter(self, element: etree._Element) -> None:
        head = element.find(_HEAD) if element.tag == _DIV else None
        if head is not None:
            self.all.append(_Gathered("".join(str(t) for t in head.itertext())))
            self._open.append(self.all[-1])
        if element.tag in self._inside:
            self._inside[str(element.tag)] += 1
        if element.tag != _DIV:
            self._put(element.text)

    def _leave(self, element: etree._Element) -> None:
        if element.tag in self._inside:
            self._inside[str(element.tag)] -= 1
        if element.tag == _DIV and element.find(_HEAD) is not None:
            self._open.pop()
        if element.tag not in (_DIV, _HEAD):
            self._put(element.tail)

    def _put(self, words: str | None) -> None:
        """Words of the text or, inside a note, of the notes; those of a head are its title."""
        if words and not self._inside[_HEAD]:
            (self._open[-1].note if self._inside[_NOTE] else self._open[-1].text).append(words)


def _parts(body: etree._Element, divide: Divider) -> Iterator[Part]:
    """The parts of a body: its divisions with a head, or all of it where none has one."""
    first, *divisions = _Walk(body).all
    for division in divisions or [first]:
        graphs, said = stream(fold("".join(division.text)))[0], stream(fold("".join(division.note)))[0]
        if graphs or said:
            yield Part(divide.name(division.title), graphs, said)
