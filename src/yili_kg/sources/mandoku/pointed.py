"""A sub-commentary printed without what it explains (單疏): each piece is headed by the first and last words of text and note.

`…是也　膳宰至寢東注膳宰至路寢　釋曰…`: a blank stands before most of what is pointed at, but not where a line is full; the
words 甲至乙 show it there. The first piece of a chapter follows its name and number on the same line (燕禮第六鄭目録云…).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from yili_kg.sources.headings import chapter_named
from yili_kg.sources.layout import Sheet
from yili_kg.sources.mandoku.book import BookFrame
from yili_kg.sources.mandoku.flat import close_paragraph
from yili_kg.sources.mandoku.lines import Line
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["points_at_words", "read_pointed"]

_KANRIPO = "sources/kanripo"
#: So many pieces headed so make a sub-commentary without its text.
_LEAST = 3
#: What a piece points at in the text, or in the note, has at most so many graphs.
_LONGEST = 24
#: A blank within a line is wider than a line end.
_BLANK = " \t\u3000"


def points_at_words(folded: str) -> bool:
    """Whether the folded text of a file points at the words that its pieces explain, and has nothing else before them."""
    return len(load_patterns(_KANRIPO)["piece-headed"].findall(folded)) >= _LEAST


def read_pointed(sheet: Sheet, frame: BookFrame) -> None:
    """Adds a block a piece, which is sub-commentary; parts that are no sub-commentary are paragraphs."""
    for group in _between_headings(frame.lines):
        if group[0].part == "main":
            _Pieces(sheet, frame, group, group[0].chapter).add()
        else:
            close_paragraph(sheet, group, frame)


def _between_headings(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """The lines of a part of the book that no heading parts."""
    group: list[Line] = []
    for line in lines:
        if group and (line.opens or line.part != group[0].part):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


class _Pieces:
    """The lines of a part as one stream of graphs, and where its pieces begin."""

    def __init__(self, sheet: Sheet, frame: BookFrame, lines: Sequence[Line], chapter: str) -> None:
        self._sheet, self._frame, self._chapter = sheet, frame, chapter
        self._end = lines[-1].end
        self._places: list[int] = []
        #: The graphs with which lines begin, and those before which a blank stands.
        self._lines: list[int] = []
        words: list[str] = []
        for line in lines:
            graphs, places = stream(sheet.raw[line.start : line.end])
            words.append(graphs)
            self._lines.append(len(self._places))
            self._places.extend(line.start + place for place in places)
        self._text = fold("".join(words))
        self._blanks = [n for n, place in enumerate(self._places) if n and sheet.raw[place - 1] in _BLANK]

    def add(self) -> None:
        """A block for each piece, and for each heading that it follows on its line."""
        heads = self._headings()
        begins = sorted({0, *heads, *(end for end, _ in heads.values()), *self._openings()} - {len(self._text)})
        chapter, role = self._chapter, layers().named("sub")
        for begin, stop in pairwise([*begins, len(self._text)]):
            if begin in heads:
                chapter = heads[begin][1] or chapter
            layer = layers().named("heading") if begin in heads else role
            speaker = "" if begin in heads else self._frame.speakers.get(role, "")
            end = self._places[stop] if stop < len(self._places) else self._end
            self._sheet.block(self._places[begin], end, layer, speaker=speaker, chapter=chapter)

    def _headings(self) -> dict[int, tuple[int, str]]:
        """Where a line begins with the name and number of a chapter: where they end, and which it is."""
        if not self._frame.is_numbered:
            return {}
        heading = load_patterns("sources/headings")["chapter-runs-on"]
        found = ((n, heading.match(self._text, n)) for n in self._lines)
        return {n: (match.end(), chapter_named(match.group(1))) for n, match in found if match is not None}

    def _openings(self) -> list[int]:
        """Where a piece begins: with what it points at, before the words with which a sub-commentary opens."""
        openings: list[int] = []
        floor = 0
        for match in load_patterns(_KANRIPO)["piece-explains"].finditer(self._text):
            begin = self._opening(match.start(), max(floor, match.start() - 2 * _LONGEST))
            if begin < match.start():
                openings.append(begin)
            floor = match.end()
        return openings

    def _opening(self, place: int, floor: int) -> int:
        """Where what is pointed at begins that stands right before `place`; `place` itself where nothing is."""
        patterns = load_patterns(_KANRIPO)
        blank = self._after_blank(floor, place)
        start = floor if blank is None else blank
        noted = [match.start() for match in patterns["piece-noted"].finditer(self._text, start, place)]
        begin = noted[-1] if noted else place
        blank = self._after_blank(floor, begin)
        if blank is not None and begin - blank <= _LONGEST:
            return blank
        pointed = patterns["piece-pointed"].search(self._text, floor, begin)
        return pointed.start() if pointed is not None else begin

    def _after_blank(self, floor: int, place: int) -> int | None:
        """The graph behind the last blank between `floor` and `place`, unless that stands right before `place`."""
        at = bisect_left(self._blanks, place) - 1
        return self._blanks[at] if at >= 0 and self._blanks[at] >= floor else None
