"""Reads the source of a web page, whole or a piece of one, and the XHTML of an EPUB.

A copy of the page of the same length, in which markup is blank, is read by whichever reader knows the look of its text:
offsets are those of the page as it stands. What elements are and hold is said in `extraction/rules/sources/html.tsv`. Where no
look tells layers apart, the sizes of print do (`small_print`).
Character references are noise of their own kind: what they stand for is not in the file.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Annotated, Literal

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.models import Noise
from yili_kg.models.quick import replace
from yili_kg.sources import interleaved, labelled, mandoku, plain, shuzhu, small_print, topics_page, zhushu
from yili_kg.sources.layout import Layout
from yili_kg.sources.print_sizes import PrintSizes
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table
from yili_kg.text.graphs import stream

__all__ = ["TEXT_READERS", "looks_like", "read"]

#: The readers of text without markup, by name, in the order in which they are asked whether they know the look of it.
TEXT_READERS: dict[str, ModuleType] = {
    "mandoku": mandoku,
    "interleaved": interleaved,
    "labelled": labelled,
    "topics": topics_page,
    "zhushu": zhushu,
    "shuzhu": shuzhu,
    "plain": plain,
}
#: A page has so many tags at least; of what is no markup this share at least is Chinese graphs.
_TAGS, _CHINESE = 2, 0.1
_TAG = r"<(?P<end>/?)(?P<name>[A-Za-z][A-Za-z0-9]*)(?=[\s/>])(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>"
_TOKEN = re.compile(
    rf"(?P<comment><!--)|<[?!][^<>]*>|{_TAG}|(?P<reference>&(?:#[0-9]{{1,7}}|#[xX][0-9A-Fa-f]{{1,6}}|[A-Za-z][A-Za-z0-9]{{1,31}});)"
)
_XML = re.compile(r"[\s\ufeff]*<\?xml[^<>]*>\s*(?!\s*<(?i:!doctype\s+html|html)\b)")
#: The number of a footnote has at most so many code points, with the tags in it.
_LONGEST_NUMBER = 1000
_COMMENT_ENDS = "-->"
_STYLE_SHEET = re.compile(r"<style\b[^<>]*>(?P<rules>[^<]*)")
_PARAGRAPH = "p"
#: Bytes of one kind.
_SAME = re.compile(rb"(.)\1*", re.S)
_NUMBER = re.compile(r"[\s\[\](（）)〔〕［］①-⑳㉑-㊿0-9a-z*†]*")


class _Element(Row):
    """An element: whether its tags part paragraphs or lines, and the reason of the noise that it holds, if it is no text.

    `size` is what it makes of the size of its text.
    """

    element: Filled
    parts: Literal["", "paragraphs", "lines"] = ""
    noise: str = ""
    size: Annotated[str, Field(pattern=r"^(\d\.\d{1,2})?$")] = ""
    reason: Filled


@cache
def _elements() -> dict[str, _Element]:
    path = data_folder("extraction") / "rules" / "sources" / "html.tsv"
    return {row.element: row for row in read_table(path, _Element, unique=("element",))}


def looks_like(raw: str) -> bool:
    """Whether a text has tags of HTML, and Chinese between them; XML has to say that it is HTML."""
    if _XML.match(raw):
        return False
    known = (m for m in _TOKEN.finditer(raw) if m.group("name") and m.group("name").lower() in _elements())
    if not all(next(known, None) for _ in range(_TAGS)):
        return False
    text = _Blanked(raw).text
    visible = sum(not c.isspace() for c in text)
    return bool(visible) and len(stream(text).graphs) >= _CHINESE * visible


def read(raw: str) -> Layout:
    """What the reader of its text finds in a page, with markup and what is no text of it as noise."""
    page = _Blanked(raw)
    reader = next(module for module in TEXT_READERS.values() if module.looks_like(page.text))
    small = page.sizes.small(page.text) if reader is plain else []
    layout: Layout = (small_print.read(page.text, small) if small else None) or reader.read(page.text)
    return replace(layout, noise=tuple(part for noise in layout.noise for part in page.parted(noise)))


class _Blanked:
    """A copy of a page in which all but its text is blank, and why each blank is."""

    def __init__(self, raw: str) -> None:
        self._raw = raw
        self._copy = list(raw)
        self._why = bytearray(len(raw))  # of each character: the place of its reason in `_reasons`, 0 for text
        self._reasons = [""]
        self._open: list[tuple[str, int, str]] = []  # elements that hold no text: name, start, reason
        self._names: Counter[str] = Counter()  # how many of each name are open
        self._noise: list[tuple[int, int, str]] = []  # what such elements held, the outermost of them
        self.sizes = PrintSizes(m.group("rules") for m in _STYLE_SHEET.finditer(raw))
        self._blank()
        for noise in self._noise:
            self._fill(*noise)
        self.text = "".join(self._copy)

    def _blank(self) -> None:
        at, commented = 0, True
        while token := _TOKEN.search(self._raw, at):
            at = token.end()
            if token.group("comment"):
                end = self._raw.find(_COMMENT_ENDS, at) if commented else -1
                commented = end >= 0
                if commented:
                    at = end + len(_COMMENT_ENDS)
                    self._fill(token.start(), at, "markup")
            elif not token.group("reference"):
                self._tag(token)
            elif html.unescape(token.group()) != token.group():  # others are entities of the text: &KR0871;
                self._fill(*token.span(), "character-reference")

    def _tag(self, token: re.Match[str]) -> None:
        """A tag is blank; it may part what stands around it, or be one of an element that holds no text."""
        start = token.start()
        self._fill(start, token.end(), "markup")
        element = _elements().get((token.group("name") or "").lower())
        if element is not None:
            if token.group("end"):
                self.sizes.end(element.element, start)
            else:
                if element.parts == "paragraphs":  # a paragraph ends where another part begins
                    self.sizes.end(_PARAGRAPH, start)
                if not token.group().endswith("/>"):
                    self.sizes.begin(element.element, token.group(), token.end(), float(element.size or 1))
            breaks = {"": 0, "lines": 1, "paragraphs": 2}[element.parts]
            self._copy[start : start + breaks] = "\n" * breaks
            if element.noise:
                self._turn(element, token)

    def _turn(self, element: _Element, token: re.Match[str]) -> None:
        """An element that holds no text begins or ends."""
        if not token.group("end"):
            if not token.group().endswith("/>"):
                self._open.append((element.element, token.end(), element.noise))
                self._names[element.element] += 1
            return
        while self._names[element.element]:
            name, start, reason = self._open.pop()
            self._names[name] -= 1
            if name == element.element:
                self._held(start, token.start(), reason)
                return

    def _held(self, start: int, end: int, reason: str) -> None:
        """What an element holds is noise; of a raised one only the number of a footnote. What it holds counts as one."""
        if reason == "footnote-number" and (
            end - start > _LONGEST_NUMBER or not _NUMBER.fullmatch("".join(self._copy[start:end]))
        ):
            return
        while self._noise and self._noise[-1][0] >= start:
            self._noise.pop()
        self._noise.append((start, end, reason))

    def _fill(self, start: int, end: int, reason: str) -> None:
        if reason not in self._reasons:
            self._reasons.append(reason)
        self._copy[start:end] = " " * (end - start)
        self._why[start:end] = bytes([self._reasons.index(reason)]) * (end - start)

    def parted(self, noise: Noise) -> Iterator[Noise]:
        """A stretch of noise in the copy, by what it is on the page."""
        for same in _SAME.finditer(self._why, noise.start, noise.end):
            reason = self._reasons[same.group()[0]] or noise.reason
            yield replace(noise, start=same.start(), end=same.end(), reason=reason)
