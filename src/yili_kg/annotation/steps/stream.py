"""A chapter's base text as one stream: its graphs, where clauses break, which graphs are nouns."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from yili_kg.annotation.steps.words import NounKind, Words
from yili_kg.models import Mention, Segment
from yili_kg.tables.types import MentionType, mention_types
from yili_kg.text.folding import fold, traditional

__all__ = ["SEGMENT", "STRONG", "WEAK", "Noun", "Stream", "stream_of"]

#: How strongly a place parts what stands before it from what stands behind it: a comma, the end of a segment in a text
#: without punctuation (a note stands there), the end of a sentence.
WEAK, SEGMENT, STRONG = 1, 2, 3
_STRONG = frozenset("。．.;;︰:!！?？")
_WEAK = frozenset(",，")
#: Marks that part nothing: between words of one list, quotation marks, brackets, lost graphs.
_SILENT = re.compile(r"[、·‧〈〉《》\[\]〔〕()()“”‘’「」『』\"'\s●■□○&;A-Za-z0-9]")
#: A text has punctuation of its own where a mark stands for so many graphs or fewer.
_GRAPHS_A_MARK = 25
#: How many graphs before a title say whether it is sung.
_SONGS = 14


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun in a stream: `text` in its traditional form, `concept` of the lexicon or empty."""

    start: int
    end: int
    kind: NounKind
    text: str
    concept: str = ""


@dataclass(slots=True)
class Stream:
    """The base text of a chapter, silent marks left out.

    `folded[i]` comes from graph `index[i]` of segment `owner[i]`; `breaks[i]` is how strongly `i` is parted from
    `i - 1`; `nouns` are by their start. `punctuated` is whether the text has marks of its own. All that is asked of
    breaks takes the same time however far the next one is.
    """

    segments: tuple[Segment, ...]
    folded: str
    text: str
    owner: list[int]
    index: list[int]
    breaks: list[int]
    punctuated: bool
    nouns: dict[int, Noun] = field(default_factory=dict)
    covered: set[int] = field(default_factory=set)
    _last: dict[int, list[int]] = field(init=False, repr=False)
    _next: dict[int, list[int]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._last = {strength: _last_breaks(self.breaks, strength) for strength in (WEAK, SEGMENT, STRONG)}
        self._next = {strength: _next_breaks(self.breaks, strength) for strength in (WEAK, SEGMENT, STRONG)}

    @property
    def sentence(self) -> int:
        """The strength of a break that ends a sentence; without punctuation a note behind it does."""
        return STRONG if self.punctuated else SEGMENT

    def put(self, noun: Noun) -> None:
        """One more noun, in the place of what begins there."""
        self.nouns[noun.start] = noun
        self.covered.update(range(noun.start, noun.end))

    def source(self, start: int, end: int) -> tuple[int, int]:
        """The span in the source of the stream's `start`–`end`."""
        first, last = self.segments[self.owner[start]], self.segments[self.owner[end - 1]]
        return first.offsets[self.index[start]], last.offsets[self.index[end - 1]] + 1

    def printed(self, start: int, end: int) -> str:
        """The source's text of `start`–`end`, which lies in one segment: silent marks too, layout and noise left out."""
        segment = self.segments[self.owner[start]]
        return segment.text[self.index[start] : self.index[end - 1] + 1]

    def mark_before(self, place: int) -> str:
        """What the source has right before a graph, in the same segment; empty at its beginning."""
        segment, index = self.segments[self.owner[place]], self.index[place]
        return segment.text[index - 1] if index else ""

    def clause(self, place: int) -> tuple[int, int]:
        """The unbroken run of graphs in which `place` lies."""
        return self._last[WEAK][place], self._next[WEAK][place]

    def until(self, place: int, strength: int) -> int:
        """The first graph behind `place` that is parted from the one before it that strongly, or the end."""
        return self._next[strength][place]

    def clause_end(self, place: int) -> int:
        """The first graph from `place` on that is parted from the one before it, or the end."""
        total = len(self.folded)
        return place if place >= total or self.breaks[place] else self._next[WEAK][place]

    def segment_end(self, place: int) -> int:
        """Where the segment of a graph ends in the stream."""
        return bisect_right(self.owner, self.owner[place], place)

    def parted(self, start: int, end: int) -> int:
        """The strongest break between graph `start` and graph `end`, that before `end` counted."""
        if end <= start:
            return 0
        end = min(end, len(self.folded) - 1)
        if self._last[WEAK][end] <= start:
            return 0
        return STRONG if self._last[STRONG][end] > start else SEGMENT if self._last[SEGMENT][end] > start else WEAK

    def words(self, start: int, end: int) -> str:
        """The words of a span in their traditional form."""
        return traditional(self.text[start:end])


def _last_breaks(breaks: Sequence[int], strength: int) -> list[int]:
    """For each place the last one up to it that is parted that strongly from the one before; -1 where none is."""
    return list(accumulate((place if broken >= strength else -1 for place, broken in enumerate(breaks)), max))


def _next_breaks(breaks: Sequence[int], strength: int) -> list[int]:
    """For each place the first one behind it that is parted that strongly from the one before; the end where none is."""
    total = len(breaks)
    found = accumulate(
        (place if breaks[place] >= strength else total for place in range(total - 1, 0, -1)), min, initial=total
    )
    return list(found)[::-1][:total]


def stream_of(segments: Sequence[Segment], mentions: Mapping[str, Iterable[Mention]], words: Words) -> Stream:
    """One stream of the segments (of one chapter, in order), with the nouns that their mentions are."""
    text: list[str] = []
    owner: list[int] = []
    index: list[int] = []
    breaks: list[int] = []
    places: list[dict[int, int]] = []
    punctuated = _is_punctuated(segments)
    pending = STRONG
    for number, segment in enumerate(segments):
        places.append({})
        pending = max(pending, WEAK if punctuated else SEGMENT)
        for i, graph in enumerate(segment.text):
            if graph in _STRONG:
                pending = STRONG
            elif graph in _WEAK:
                pending = max(pending, WEAK)
            elif not _SILENT.match(graph):
                places[-1][segment.offsets[i]] = len(text)
                text.append(graph)
                owner.append(number)
                index.append(i)
                breaks.append(pending)
                pending = 0
    joined = "".join(text)
    stream = Stream(tuple(segments), fold(joined), joined, owner, index, breaks, punctuated)
    for segment, place in zip(segments, places, strict=True):
        for mention in mentions.get(segment.id, ()):
            noun = _noun_of(mention, place, stream, words)
            if noun is not None:
                stream.nouns[noun.start] = noun
    return stream


def _is_punctuated(segments: Sequence[Segment]) -> bool:
    marks = sum(c in _STRONG or c in _WEAK for s in segments for c in s.text)
    return marks * _GRAPHS_A_MARK > sum(len(s.text) for s in segments)


def _noun_of(mention: Mention, place: Mapping[int, int], stream: Stream, words: Words) -> Noun | None:
    """The noun that a mention is, by the table of types; `place` leads from the source to the stream."""
    kind = mention_types().get(mention.type)
    inside = [place[offset] for offset in range(mention.start, mention.end) if offset in place]
    if kind is None or not inside or (_is_title(kind) and not _is_sung(stream, inside[0], words)):
        return None
    start, end = inside[0], inside[-1] + 1
    return Noun(start, end, kind.noun, stream.words(start, end), mention.concept)


def _is_title(kind: MentionType) -> bool:
    """Whether a type is that of books: things that speak."""
    return kind.noun == "thing" and bool(kind.speaks)


def _is_sung(stream: Stream, start: int, words: Words) -> bool:
    """Whether a title is that of a song: singing or playing stands right before it."""
    return not words.lists["sung"].isdisjoint(stream.folded[max(start - _SONGS, 0) : start])
