"""TEI P5: the segments as text, and what was found in them as stand-off spans that point into it."""

from __future__ import annotations

import re

import pyoxigraph as ox
from lxml import etree

from yili_kg.graph.explain import nth_place
from yili_kg.graph.store import select
from yili_kg.graph.vocabulary import BASE

__all__ = ["tei"]

_TEI = "http://www.tei-c.org/ns/1.0"
_ID = "{http://www.w3.org/XML/1998/namespace}id"
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
#: What XML 1.0 cannot hold; a sign of the same length stands for it.
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_SEGMENTS = """SELECT DISTINCT ?s ?edition ?name ?layer ?order ?text ?speaker ?on WHERE {
  ?s a yl:Segment ; yl:inEdition ?edition ; yl:layer ?layer ; yl:order ?order ; crm:P190_has_symbolic_content ?text .
  ?edition rdfs:label ?name . OPTIONAL { ?s yl:speaker ?speaker } OPTIONAL { ?s yl:commentsOn ?on } }"""
_MENTIONS = """SELECT DISTINCT ?f ?s ?words ?to ?rule ?b WHERE {
  ?f a yl:Mention ; yl:inSegment ?s ; nif:anchorOf ?words ; its:taIdentRef ?to ; yl:rule ?rule ; nif:beginIndex ?b }"""
_CITATIONS = """SELECT DISTINCT ?f ?s ?words ?to ?rule ?b WHERE {
  ?f a cito:Citation ; cito:hasCitingEntity ?s ; nif:anchorOf ?words ; cito:hasCitedEntity ?to ; yl:rule ?rule ; nif:beginIndex ?b }"""
_QUOTATIONS = """SELECT DISTINCT ?f ?s ?words ?to ?b WHERE {
  ?c yl:quotation ?f ; cito:hasCitingEntity ?s . ?f nif:anchorOf ?words ; yl:verdict ?to ; nif:beginIndex ?b }"""


def tei(store: ox.Store) -> str:
    """One TEI document: an `ab` a segment, a `span` a mention, citation or quotation.

    A mention's span says where it stands (`string-range`, counted in characters of its `ab`); citations and quotations,
    whose words noise may break up, say their segment, and their place in the source (`n`, in code points).
    """
    root = etree.Element(f"{{{_TEI}}}TEI", nsmap={None: _TEI})  # type: ignore[dict-item]
    _header(root)
    texts = _texts(root, store)
    standoff = etree.SubElement(root, f"{{{_TEI}}}standOff")
    for kind, query in (("mention", _MENTIONS), ("citation", _CITATIONS), ("quotation", _QUOTATIONS)):
        group = etree.SubElement(standoff, f"{{{_TEI}}}spanGrp", type=kind)
        for row in sorted(select(store, query), key=lambda r: (r["s"], int(r["b"]), r["f"], r["to"])):
            where = _name(row["s"])
            span = etree.SubElement(group, f"{{{_TEI}}}span", ana=row["to"], corresp=row["f"], n=row["b"])
            at = nth_place(texts.get(row["s"], ""), row["words"], row["f"]) if kind == "mention" else -1
            span.set("target", f"#string-range({where},{at},{len(row['words'])})" if at >= 0 else f"#{where}")
            if "rule" in row:
                span.set("resp", row["rule"])
            span.text = _clean(row["words"])
    made = etree.tostring(root, encoding="unicode", pretty_print=True)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{made}'


def _texts(root: etree._Element, store: ox.Store) -> dict[str, str]:
    """The body: a `div` an edition, an `ab` a segment. Gives the text of each."""
    body = etree.SubElement(etree.SubElement(root, f"{{{_TEI}}}text"), f"{{{_TEI}}}body")
    divisions: dict[str, etree._Element] = {}
    texts: dict[str, str] = {}
    for row in sorted(select(store, _SEGMENTS), key=lambda r: (r["name"], int(r["order"]), r["s"])):
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
        texts[row["s"]] = row["text"]
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
