"""Reads TEI P5, as the TLS project has it: text and offsets through the markup.

lxml checks that the file is well-formed, with entities, DTD and network off; a scan of the same characters finds the
places of the text, since offsets are code points of the file as it stands. A character reference (&amp;, &#x4E00;) is
noise of its own kind: the graph that it stands for is not in the file.
"""

from __future__ import annotations

import re

from lxml import etree

from yili_kg.errors import SourceError
from yili_kg.sources.layout import Layout, Sheet

__all__ = ["looks_like", "read"]

_PROLOG = r"(?>[\s\ufeff]+|<\?.*?\?>|<!--.*?-->)*+"
_DOCTYPE = r"<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>"
_TOKEN = re.compile(
    rf"(?P<cdata><!\[CDATA\[(?P<inner>.*?)\]\]>)|(?P<other><!--.*?-->|<\?.*?\?>|{_DOCTYPE})"
    r"|(?P<tag><(?P<end>/?)(?:[\w.-]+:)?(?P<name>[\w.-]+)(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>)"
    r"|(?P<reference>&[^;&<\s]{1,32};)|(?P<text>[^<&]+|[<&])",
    re.S,
)
#: Elements that are a block each, and those whose text is of another layer.
_UNITS = frozenset({"p", "head", "l", "lg", "ab", "div", "note", "item", "trailer", "byline", "titlePart", "cell"})
_LAYERS = {"head": "題", "note": "注", "trailer": "題", "byline": "題", "titlePart": "題"}
#: Elements that hold no text of the source: what editors put in its place, and what belongs to the page.
_NOISE = {
    "teiHeader": "metadata",
    "standOff": "metadata",
    "rdg": "variant-reading",
    "corr": "correction",
    "reg": "correction",
    "expan": "correction",
    "fw": "page-mark",
}


def looks_like(raw: str) -> bool:
    """Whether the text begins as XML and has a TEI element."""
    head = raw[:20_000].lstrip("\ufeff \r\n\t")
    return head.startswith("<") and re.search(r"<(?:[\w.-]+:)?(?:TEI|teiCorpus|TEI\.2)[\s>]", head) is not None


def read(raw: str) -> Layout:
    """A block a paragraph or verse; headings are 題, notes 注, the rest 文.

    Raises SourceError for XML that is not well-formed, too deep, or wants entities.
    """
    _check(raw)
    sheet = Sheet(raw)
    title = re.search(r"<(?:[\w.-]+:)?title\b[^<>]*>([^<]*)</", raw)
    sheet.title = title.group(1).strip() if title else ""
    number = re.search(r'<(?:[\w.-]+:)?TEI\b[^<>]*?\bxml:id="([\w.-]+)"', raw)
    sheet.name = number.group(1) if number else ""
    whole = re.search(r"<(?:[\w.-]+:)?text[\s>]", raw) is None
    stack: list[str] = []
    begin, layer = -1, "文"

    def close(end: int) -> None:
        nonlocal begin
        if begin >= 0:
            sheet.block(begin, end, layer)
        begin = -1

    for match in _TOKEN.finditer(raw):
        kind, start, end = match.lastgroup, match.start(), match.end()
        if match.group("tag"):
            sheet.noise(start, end, "markup")
            name, empty = match.group("name"), raw[end - 2] == "/"
            if name in _UNITS and not empty:
                close(start)
            if match.group("end"):
                if name in stack:
                    del stack[len(stack) - 1 - stack[::-1].index(name) :]
            elif not empty:
                stack.append(name)
            continue
        if kind == "other":
            sheet.noise(start, end, "markup")
            continue
        if match.group("cdata"):
            sheet.noise(start, match.start("inner"), "markup")
            sheet.noise(match.end("inner"), end, "markup")
            start, end = match.span("inner")
        reason = next((_NOISE[n] for n in stack if n in _NOISE), "")
        if raw[start:end].isspace():
            sheet.noise(start, end, "layout")
        elif reason or not (whole or "text" in stack):
            sheet.noise(start, end, reason or "metadata")
        elif kind == "reference":
            sheet.noise(start, end, "character-reference")
        elif begin < 0:
            layer = next((_LAYERS[n] for n in reversed(stack) if n in _LAYERS), "文")
            begin = start
    close(len(raw))
    return sheet.finish()


def _check(raw: str) -> None:
    doctype = re.match(rf"{_PROLOG}(<!DOCTYPE.*)", raw, re.S)
    if doctype and re.search(r"<!ENTITY", doctype.group(1).split("]>")[0]):
        raise SourceError("the XML declares entities of its own", advice="put in their text and take out the DOCTYPE")
    parser = etree.XMLParser(
        encoding="utf-8", resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False, recover=False
    )
    try:
        etree.fromstring(raw.lstrip("\ufeff").encode("utf-8", "surrogatepass"), parser)
    except etree.XMLSyntaxError as error:
        place = f"line {error.lineno}, column {error.offset}" if error.lineno else ""
        deep = "depth" in str(error.msg)
        advice = "a TEI text has some ten levels, not hundreds" if deep else "mend the markup there"
        raise SourceError(f"no well-formed XML: {error.msg}", where=place, advice=advice) from error
    except ValueError as error:
        advice = "save it as UTF-8 without control characters"
        raise SourceError(f"no well-formed XML: {error}", advice=advice) from error
