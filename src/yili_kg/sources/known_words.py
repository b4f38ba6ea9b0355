"""Which paragraphs of a page that sets nothing apart are the received text: base text, notes on it, or both in one.

A paragraph is of the received text where its words are passages of it, one after the other (`received.tiles`), or where
it stands between such paragraphs and is as long as what the received text has there (a damaged line). Everything else
stays what it was: an essay that quotes a sentence is an essay.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from yili_kg.models import Span
from yili_kg.received.skeleton import EDGE
from yili_kg.received.tiles import Tile, tiles
from yili_kg.received.units import base_units, running_units
from yili_kg.sources.books import received_speaker
from yili_kg.sources.headings import bare_name
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["Paragraph", "is_foreign", "is_in_another_script", "is_modern", "put_layers"]

#: This share of a paragraph's graphs must be passages or notes of the received text.
_MOST = 0.75
#: A chapter that no heading names is on a page that has so many graphs of it; formulas stand in many chapters.
_ENOUGH = 24
#: What stands between two paragraphs of the received text may be so much longer or shorter than what is wanting there.
_ALIKE, _SLACK = 0.25, 2
#: Modern prose has so many words of its own, one in so many graphs at least.
_MODERN, _RARE = 2, 40
#: So many graphs on end of a chapter have the beginning or the end of a passage, however damaged they are.
_LONG = 20


@dataclass(slots=True)
class Paragraph:
    """A paragraph of a page, the chapter of the heading above it, and the layer that it is found to be of.

    `translates` says that it is the modern rest of one that began with received text.
    """

    start: int
    end: int
    chapter: str = ""
    layer: str = ""
    first: int = -1
    last: int = -1
    translates: bool = False

    @property
    def span(self) -> Span:
        """Where it stands in the source."""
        return self.start, self.end

    @property
    def speaker(self) -> str:
        """Who speaks in it, where it is a note or sub-commentary."""
        return received_speaker(self.layer) if self.layer in {*layers().notes, *layers().sub} else ""


def put_layers(raw: str, paragraphs: Sequence[Paragraph]) -> None:
    """Sets layer and chapter of the paragraphs that are of the received text; the others keep an empty layer.

    One that is the bare name of a 篇 above words of it is its heading, and that of what follows.
    """
    for chapter, group in groupby(paragraphs, key=lambda paragraph: paragraph.chapter):
        _Section(raw, list(group), chapter).put()
    _put_headings(raw, paragraphs)


def _put_headings(raw: str, paragraphs: Sequence[Paragraph]) -> None:
    """Bare names as headings: what stands below is looked at first, so from the last paragraph to the first."""
    below = ""
    headed: list[Paragraph] = []
    for paragraph in reversed(paragraphs):
        if paragraph.layer:
            below = paragraph.chapter
        elif below and bare_name(fold(raw[paragraph.start : paragraph.end].strip())) == below:
            paragraph.layer, paragraph.chapter = layers().named("heading"), below
            for other in headed:
                other.chapter = other.chapter or below
            headed = []
        headed.append(paragraph)


def is_in_another_script(words: str) -> bool:
    """Whether words have more letters, kana or hangul than graphs; what stands in tags is none of them."""
    shown = load_patterns("sources/pages")["tag"].sub("", words)
    others = sum(1 for _ in load_patterns("sources/pages")["other-script"].finditer(shown))
    return others > len(stream(shown).graphs)


def is_modern(words: str) -> bool:
    """Whether folded words are modern prose, which has words that the old texts lack, or another script."""
    if is_in_another_script(words):
        return True
    found = sum(1 for _ in load_patterns("sources/pages")["modern-word"].finditer(words))
    return found >= max(_MODERN, len(words) / _RARE)


def is_foreign(words: str, chapter: str) -> bool:
    """Whether folded words are long enough to be known as words of a chapter, and no passage begins or ends in them."""
    graphs = stream(words).graphs
    if len(graphs) < _LONG:
        return False
    edges = {edge for unit in base_units(chapter) for edge in (unit.first, unit.last) if len(edge) == EDGE}
    return edges.isdisjoint(graphs[at : at + EDGE] for at in range(len(graphs) - EDGE + 1))


class _Section:
    """The paragraphs under one heading, as one text."""

    def __init__(self, raw: str, paragraphs: Sequence[Paragraph], chapter: str) -> None:
        self._raw, self._paragraphs, self._chapter = raw, paragraphs, chapter
        texts = [fold(stream(raw[p.start : p.end]).graphs) for p in paragraphs]
        self._lengths = [len(text) for text in texts]
        self._graphs = "".join(texts)
        self._tiles = tiles(self._graphs, chapter)
        self._ends = [tile.end for tile in self._tiles]

    def put(self) -> None:
        """Sets what is known by its words, then what stands between."""
        known = self._chapters()
        for paragraph, (begin, end), inside in self._shared():
            own = [tile for tile in inside if tile.chapter in known]
            own.extend(self._broken_off(own, begin, end))
            own[:0] = self._led_in(own, begin)
            if own and begin < end and _covered(own, begin, end) >= _MOST * (end - begin):
                self._found(paragraph, begin, end, own)
        if not any(paragraph.translates for paragraph in self._paragraphs):
            for before, between, behind in self._gaps():
                self._fill(before, between, behind)

    def _chapters(self) -> set[str]:
        """The chapters of which so much stands here that no formula can be meant, and that of the heading."""
        graphs: Counter[str] = Counter()
        for tile in self._tiles:
            graphs[tile.chapter] += tile.end - tile.start
        return {chapter for chapter, count in graphs.items() if count >= _ENOUGH} | {self._chapter}

    def _shared(self) -> Iterator[tuple[Paragraph, Span, list[Tile]]]:
        """Each paragraph with its graphs' place among all, and the stretches that lie in it or reach into it."""
        begin = at = 0
        for paragraph, length in zip(self._paragraphs, self._lengths, strict=True):
            end = begin + length
            while at < len(self._tiles) and self._tiles[at].end <= begin:
                at += 1
            inside: list[Tile] = []
            for tile in self._tiles[at:]:
                if tile.start >= end:
                    break
                inside.append(tile)
            yield paragraph, (begin, end), inside
            begin = end

    def _found(self, paragraph: Paragraph, begin: int, end: int, inside: Sequence[Tile]) -> None:
        """What a paragraph is whose words are these passages and notes."""
        chapters: Counter[str] = Counter()
        for tile in inside:
            chapters[tile.chapter] += min(tile.end, end) - max(tile.start, begin)
        chapter = chapters.most_common(1)[0][0]
        kinds = {tile.unit.kind in layers().notes for tile in inside if tile.chapter == chapter}
        paragraph.layer = layers().running if len(kinds) > 1 else layers().named("note" if True in kinds else "base")
        paragraph.chapter = chapter
        numbers = [tile.number for tile in inside if tile.chapter == chapter]
        paragraph.first, paragraph.last = numbers[0], numbers[-1]

    def _gaps(self) -> Iterator[tuple[Paragraph, list[tuple[Paragraph, int]], Paragraph]]:
        """The paragraphs, with their graphs, that stand between two of the received text."""
        before: Paragraph | None = None
        between: list[tuple[Paragraph, int]] = []
        for paragraph, length in zip(self._paragraphs, self._lengths, strict=True):
            if not paragraph.layer:
                between.append((paragraph, length))
                continue
            if before is not None and between:
                yield before, between, paragraph
            before, between = paragraph, []

    def _fill(self, before: Paragraph, between: Sequence[tuple[Paragraph, int]], behind: Paragraph) -> None:
        """Takes what stands between two paragraphs as base text where it is as long as what is wanting of it there."""
        base = layers().named("base")
        if before.chapter != behind.chapter or not before.layer == behind.layer == base:
            return
        if _is_wanting(before.chapter, before.last, behind.first, sum(graphs for _, graphs in between)):
            for paragraph, graphs in between:
                if graphs and not is_modern(fold(self._raw[paragraph.start : paragraph.end])):
                    paragraph.layer, paragraph.chapter = base, before.chapter

    def _broken_off(self, inside: Sequence[Tile], begin: int, end: int) -> Iterator[Tile]:
        """The passage or note behind the last one known that begins in a paragraph and goes on beyond its end."""
        at = bisect_right(self._ends, end) - 1
        last = inside[-1] if inside else self._tiles[at] if at >= 0 else None
        if last is None or not begin <= (start := max(begin, last.end)) < end:
            return
        rest = self._graphs[start:end]
        following = range(last.number + 1, min(last.number + 3, len(running_units(last.chapter))))
        for tile in (Tile(start, end, last.chapter, number) for number in following):
            if len(rest) < tile.unit.length and rest.startswith(tile.unit.first) and len(tile.unit.first) == EDGE:
                yield tile
                return

    def _led_in(self, inside: Sequence[Tile], begin: int) -> Iterator[Tile]:
        """What leads from the head of a paragraph to the first passage known in it: short ones that no words tell by themselves."""
        first = next(iter(inside), None)
        gap = first.start - begin if first is not None else 0
        if first is None or gap <= 0:
            return
        number, length, behind = first.number, 0, 0
        units = running_units(first.chapter)
        while number > 0 and length < gap:
            number, behind = number - 1, length
            length += units[number].length if units[number].kind in layers().base else 0
        unit, rest = units[number], first.start - behind
        begins = len(unit.first) == EDGE and self._graphs.startswith(unit.first, begin)
        ends = len(unit.last) == EDGE and self._graphs.endswith(unit.last, begin, rest) and gap <= length
        if ends or (begins and abs(gap - length) <= _ALIKE * length + _SLACK):
            yield Tile(begin, first.start, first.chapter, number)


def _covered(inside: Sequence[Tile], begin: int, end: int) -> int:
    """How many of the graphs of a paragraph are known, with what is as long as the passages that are wanting between two."""
    covered = sum(min(tile.end, end) - max(tile.start, begin) for tile in inside)
    for before, behind in pairwise(inside):
        gap = behind.start - before.end
        if gap and before.chapter == behind.chapter and _is_wanting(before.chapter, before.number, behind.number, gap):
            covered += gap
    return covered


def _is_wanting(chapter: str, before: int, behind: int, graphs: int) -> bool:
    """Whether the base text between two units of a chapter is about as long as so many graphs."""
    wanting = running_units(chapter)[before + 1 : behind]
    length = sum(unit.length for unit in wanting if unit.kind in layers().base)
    return length > 0 and abs(graphs - length) <= _ALIKE * length + _SLACK
