"""TEI P5: the segments as text, and what was found in them as stand-off spans that point into it."""

from __future__ import annotations

import re

import pyoxigraph as ox
from lxml import etree

from yili_kg.errors import QueryError
from yili_kg.graph.explain import nth_place
from yili_kg.graph.store import select
from yili_kg.graph.vocabulary import BASE

__all__ = ["tei"]

_TEI = "http://www.tei-c.org/ns/1.0"
_ID = "{http://www.w3.org/XML/1998/namespace}id"
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
#: What XML 1.0 cannot hold; a sign of the same length stands for it.
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

#: No text has places of so many digits.
_DIGITS = 13
_ADVICE = "mend it there, or export a graph that `yili-kg build` made"

_SEGMENTS = """SELECT DISTINCT ?s ?edition ?name ?layer ?order ?text ?speaker ?on ?b ?e ?pieces WHERE {
  ?s a yl:Segment ; yl:inEdition ?edition ; yl:layer ?layer ; yl:order ?order ; crm:P190_has_symbolic_content ?text ;
    nif:beginIndex ?b ; nif:endIndex ?e .
  ?edition rdfs:label ?name . OPTIONAL { ?s yl:speaker ?speaker } OPTIONAL { ?s yl:commentsOn ?on }
  OPTIONAL { ?s yl:pieces ?pieces } }"""
_MENTIONS = """SELECT DISTINCT ?f ?s ?words ?to ?rule ?b WHERE {
  ?f a yl:Mention ; yl:inSegment ?s ; nif:anchorOf ?words ; its:taIdentRef ?to ; yl:rule ?rule ; nif:beginIndex ?b }"""
_CITATIONS = """SELECT DISTINCT ?f ?s ?words ?to ?rule ?b ?e WHERE {
  ?f a cito:Citation ; cito:hasCitingEntity ?s ; nif:anchorOf ?words ; cito:hasCitedEntity ?to ; yl:rule ?rule ; nif:beginIndex ?b ;
    nif:endIndex ?e }"""
_QUOTATIONS = """SELECT DISTINCT ?f ?s ?words ?to ?b ?e WHERE {
  ?c yl:quotation ?f ; cito:hasCitingEntity ?s . ?f nif:anchorOf ?words ; yl:verdict ?to ; nif:beginIndex ?b ;
    nif:endIndex ?e }"""


def tei(store: ox.Store) -> str:
    """One TEI document: an `ab` a segment, a `span` a mention, citation or quotation.

    A span says where it stands (`string-range`, counted in characters of its `ab`) and the place in the source where it
    begins (`n`, in code points). One whose words are not in its segment (it runs on behind it) names the segment alone.
    """
    root = etree.Element(f"{{{_TEI}}}TEI", nsmap={None: _TEI})  # type: ignore[dict-item]
    _header(root)
    texts = _texts(root, store)
    standoff = etree.SubElement(root, f"{{{_TEI}}}standOff")
    for kind, query in (("mention", _MENTIONS), ("citation", _CITATIONS), ("quotation", _QUOTATIONS)):
        group = etree.SubElement(standoff, f"{{{_TEI}}}spanGrp", type=kind)
        for row in sorted(select(store, query), key=lambda r: (r["s"], _number(r, "b"), r["f"], r["to"])):
            where = _name(row["s"])
            span = etree.SubElement(group, f"{{{_TEI}}}span", ana=row["to"], corresp=row["f"], n=row["b"])
            at, length = _range(texts.get(row["s"]), row)
            span.set("target", f"#string-range({where},{at},{length})" if at >= 0 else f"#{where}")
            if "rule" in row:
                span.set("resp", row["rule"])
            span.text = _clean(row["words"])
    made = etree.tostring(root, encoding="unicode", pretty_print=True)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{made}'


def _range(segment: dict[str, str] | None, row: dict[str, str]) -> tuple[int, int]:
    """Where in its segment's text something stands: the first character and how many; (-1, 0) if not there.

    A mention is counted by its words, as its IRI says; another by its place in the source, of which the segment's text
    is made of pieces: what stands between them (notes, noise) is no part of it.
    """
    if segment is None:
        return -1, 0
    if "e" not in row:
        at = nth_place(segment["text"], row["words"], row["f"])
        return (at, len(row["words"])) if at >= 0 else (-1, 0)
    begin, end = _number(row, "b"), _number(row, "e")
    pieces = segment.get("pieces") or f"{segment['b']}-{segment['e']}"
    first, length, before = -1, 0, 0
    for piece in pieces.split():
        a, b = _span(segment, piece)
        inside = min(b, end) - max(a, begin)
        if inside > 0:
            first = before + max(a, begin) - a if first < 0 else first
            length += inside
        before += b - a
    there = segment["text"][first : first + length] if first >= 0 else ""
    return (first, length) if there == row["words"] else (-1, 0)


def _number(row: dict[str, str], name: str) -> int:
    """A place or an order. Raises QueryError for what is none: the graph may be of others."""
    said = row[name]
    if not (said.isdecimal() and len(said) < _DIGITS):
        raise QueryError(f"{said!r} is no place in a text", where=row.get("f", row["s"]), advice=_ADVICE)
    return int(said)


def _span(segment: dict[str, str], piece: str) -> tuple[int, int]:
    """From where to where a piece of a segment stands in the source. Raises QueryError for what is no such piece."""
    ends = piece.split("-")
    if len(ends) != len(("from", "to")) or not all(end.isdecimal() and len(end) < _DIGITS for end in ends):
        raise QueryError(f"{piece!r} is no piece of a source", where=segment["s"], advice=_ADVICE)
    return int(ends[0]), int(ends[1])


def _texts(root: etree._Element, store: ox.Store) -> dict[str, dict[str, str]]:
    """The body: a `div` an edition, an `ab` a segment. Gives the row of each."""
    body = etree.SubElement(etree.SubElement(root, f"{{{_TEI}}}text"), f"{{{_TEI}}}body")
    divisions: dict[str, etree._Element] = {}
    texts: dict[str, dict[str, str]] = {}
    for row in sorted(select(store, _SEGMENTS), key=lambda r: (r["name"], _number(r, "order"), r["s"])):
        if row["edition"] not in divisions:
            divisions[row["edition"]] = etree.SubElement(body, f"{{{_TEI}}}div", type="edition", n=_clean(row["name"]))
        block = etree.SubElement(divisions[row["edition"]], f"{{{_TEI}}}ab", type=row["layer"].rpartition("/")[2])
        block.set(_ID, _name(row["s"]))
        block.set(_LANG, "lzh")
        block.set("corresp", row["s"])
        if "speaker" in row:
            block.set("resp", row["speaker"])
        if "on" in row:
            block.set("ana", f"#{_name(row['on'])}")
        block.text = _clean(row["text"])
        texts[row["s"]] = row
    return texts


def _header(root: etree._Element) -> None:
    description = etree.SubElement(etree.SubElement(root, f"{{{_TEI}}}teiHeader"), f"{{{_TEI}}}fileDesc")
    title = etree.SubElement(etree.SubElement(description, f"{{{_TEI}}}titleStmt"), f"{{{_TEI}}}title")
    title.text = "儀禮 yili-kg"
    published = etree.SubElement(etree.SubElement(description, f"{{{_TEI}}}publicationStmt"), f"{{{_TEI}}}p")
    published.text = f"Annotations CC0-1.0. IRIs begin with {BASE}"
    source = etree.SubElement(etree.SubElement(description, f"{{{_TEI}}}sourceDesc"), f"{{{_TEI}}}p")
    source.text = "Segments as the sources give them; `n` of a span is a code point of its source."


def _name(iri: str) -> str:
    """An xml:id for a segment.

    >>> _name("https://w3id.org/yili/seg/04.013.zhushu.jing.1")
    's.04.013.zhushu.jing.1'
    """
    return "s." + re.sub(r"[^\w.\-]", "_", iri.rpartition("/")[2])


def _clean(text: str) -> str:
    return _UNWRITABLE.sub("\ufffd", text)
