"""Reads TEI P5, as the TLS project has it: text and offsets through the markup.

lxml checks that the file is well-formed, with entities, DTD and network off; a scan of the same characters finds the
places of the text, since offsets are code points of the file as it stands. A character reference (&amp;, &#x4E00;) is
noise of its own kind: the graph that it stands for is not in the file.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from lxml import etree

from yili_kg.data import data_folder
from yili_kg.errors import SourceError
from yili_kg.models import Span
from yili_kg.sources import tei_page
from yili_kg.sources.layout import Layout, Sheet
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table
from yili_kg.text.folding import fold

__all__ = ["looks_like", "read"]

#: What an element is called that marks small print by an attribute.
_KIND = re.compile(r"\b(?:rend|rendition|type|subtype|style|place|class)\s*=\s*[\"']([^\"'<>]*)[\"']")

_PROLOG = r"(?>[\s\ufeff]+|<\?.*?\?>|<!--.*?-->)*+"
_DOCTYPE = r"<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>"
_TOKEN = re.compile(
    rf"(?P<cdata><!\[CDATA\[(?P<inner>.*?)\]\]>)|(?P<other><!--.*?-->|<\?.*?\?>|{_DOCTYPE})"
    r"|(?P<tag><(?P<end>/?)(?:[\w.-]+:)?(?P<name>[\w.-]+)(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>)"
    r"|(?P<reference>&[^;&<\s]{1,32};)|(?P<text>[^<&]+|[<&])",
    re.S,
)


def looks_like(raw: str) -> bool:
    """Whether the text begins as XML and has a TEI element."""
    head = raw[:20_000].lstrip("\ufeff \r\n\t")
    return head.startswith("<") and re.search(r"<(?:[\w.-]+:)?(?:TEI|teiCorpus|TEI\.2)[\s>]", head) is not None


class _Element(Row):
    """What an element of TEI is to us; the header of the table explains the columns."""

    element: Filled
    unit: Literal["", "yes"] = ""
    layer: str = ""
    noise: str = ""
    reason: Filled


@cache
def _elements() -> dict[str, _Element]:
    """The elements that are not mere markup, by name."""
    path = data_folder("extraction") / "rules" / "sources" / "tei.tsv"
    return {row.element: row for row in read_table(path, _Element, unique=("element",))}


def read(raw: str) -> Layout:
    """A block a paragraph or verse, of the layers that the table of elements names, the rest text of no layer.

    Raises SourceError for XML that is not well-formed, too deep, or wants entities.
    """
    _check(raw)
    sheet = Sheet(raw)
    title = re.search(r"<(?:[\w.-]+:)?title\b[^<>]*>([^<]*)</", raw)
    sheet.title = title.group(1).strip() if title else ""
    number = re.search(r'<(?:[\w.-]+:)?TEI\b[^<>]*?\bxml:id="([\w.-]+)"', raw)
    sheet.name = number.group(1) if number else ""
    reader = _Reader(sheet, whole=re.search(r"<(?:[\w.-]+:)?text[\s>]", raw) is None)
    for match in _TOKEN.finditer(raw):
        reader.take(match)
    reader.close(len(raw))
    layout = sheet.finish()
    return tei_page.read(raw, layout, reader.small) or layout


class _Reader:
    """Goes through the tokens of a TEI text; `whole` where it has no text element, so that all of it is text.

    `small` are the stretches, in order, that are set small, or apart as notes and comments.
    """

    def __init__(self, sheet: Sheet, *, whole: bool) -> None:
        self.sheet, self.whole = sheet, whole
        self.small: list[Span] = []
        self._smalls: list[tuple[int, int]] = []  # how many elements were open where small print began, and where
        self._open: list[str] = []
        self._begin, self._layer = -1, ""

    def take(self, match: re.Match[str]) -> None:
        """One token: a tag, other markup, a CDATA section, a character reference, or text."""
        if match.group("tag"):
            self._tag(match)
        elif match.lastgroup == "other":
            self.sheet.noise(match.start(), match.end(), "markup")
        elif match.group("cdata"):
            start, end = match.span("inner")
            self.sheet.noise(match.start(), start, "markup")
            self.sheet.noise(end, match.end(), "markup")
            self._text(start, end)
        else:
            self._text(match.start(), match.end(), reference=match.lastgroup == "reference")

    def close(self, end: int) -> None:
        """Ends the block that is open."""
        if self._begin >= 0:
            self.sheet.block(self._begin, end, self._layer)
        self._begin = -1

    def _tag(self, match: re.Match[str]) -> None:
        start, end, name = match.start(), match.end(), match.group("name")
        self.sheet.noise(start, end, "markup")
        empty = self.sheet.raw[end - 2] == "/"
        known = _elements().get(name)
        if known is not None and known.unit and not empty:
            self.close(start)
        if not match.group("end"):
            if not empty and not self._smalls and self._is_small(name, match.group()):
                self._smalls.append((len(self._open), end))
            self._open.extend(() if empty else (name,))
        elif name in self._open:
            del self._open[len(self._open) - 1 - self._open[::-1].index(name) :]
            while self._smalls and len(self._open) <= self._smalls[-1][0]:
                self.small.append((self._smalls.pop()[1], start))

    def _is_small(self, name: str, tag: str) -> bool:
        """Whether an element is a note, or is said to be set small or to be a comment."""
        known = _elements().get(name)
        if known is not None and known.layer in layers().notes:
            return True
        kind = " ".join(_KIND.findall(tag)).lower()
        return bool(kind) and load_patterns("sources/pages")["small-class"].search(fold(kind)) is not None

    def _text(self, start: int, end: int, *, reference: bool = False) -> None:
        noise = self._known("noise")
        if self.sheet.raw[start:end].isspace():
            self.sheet.noise(start, end, "layout")
        elif noise or not (self.whole or "text" in self._open):
            self.sheet.noise(start, end, noise[0] if noise else "metadata")
        elif reference:
            self.sheet.noise(start, end, "character-reference")
        elif self._begin < 0:
            self._begin, self._layer = start, (layers().named("essay"), *self._known("layer"))[-1]

    def _known(self, column: Literal["noise", "layer"]) -> list[str]:
        """What the table says of the open elements in a column, from the outermost to the innermost."""
        rows = (_elements().get(name) for name in self._open)
        return [value for row in rows if row is not None and (value := getattr(row, column))]


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
