"""The tokens of a note, its graphs one by one: what the finders of glosses, readings and claims see of it.

Punctuated and unpunctuated notes look the same so: the graphs run on without a break, and `gaps` says what
stands between two of them. Where a note has no punctuation, gaps are drawn from its final particles and openers.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from yili_kg.annotation.notes.begins import taken_up
from yili_kg.annotation.notes.marks import NONE, STRONG, WEAK, marks_in
from yili_kg.annotation.notes.phrases import turn, words
from yili_kg.annotation.notes.statements import Unreadable
from yili_kg.models.quick import quick, replace
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold
from yili_kg.text.graphs import graph_end, stream

__all__ = ["NONE", "STRONG", "WEAK", "Base", "NoteTokens", "tokens_of"]

#: So many graphs in a row that stand in the text explained make whatever begins with them repeated.
_REPEATED = 64
#: Notes longer than this, in graphs, are searched for words by a list of all their stretches.
_LONG = 2_000
#: What marks a term.
_MARKS_A_TERM = "者"
#: A description before 者 is longer than this, in graphs; a shorter one is a term that 者 marks.
_DESCRIPTION = 4


@quick
@dataclass(frozen=True, slots=True)
class Base:
    """The text that a note explains: a segment, the graphs of its text, and the place of each there.

    `note`: it is itself a note, which a commentator who argues explains with the text.
    """

    segment: str
    graphs: str
    places: Sequence[int] = field(repr=False)
    note: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteTokens:
    """The graphs of a note, folded; `places[i]` is the place of graph `i` in the note's text.

    `gaps[i]` is what stands before graph `i` (NONE, WEAK, STRONG), with one more for the end. `silent` marks graphs
    that are another's words repeated or spellings of sounds; `titles` are the places where cited titles begin.
    """

    text: str
    graphs: str
    places: Sequence[int] = field(repr=False)
    gaps: Sequence[int] = field(repr=False)
    punctuated: bool
    base: tuple[Base, ...]
    layer: str
    #: Whether these are the words of another that a commentator cites.
    another: bool = False
    silent: frozenset[int] = frozenset()
    quoted: frozenset[int] = frozenset()
    things: frozenset[str] = frozenset()
    speech: frozenset[int] = frozenset()
    #: Of the silent graphs those of words that are cited; and where a word begins that can be followed by what somebody
    #: says, by its end.
    cited: frozenset[int] = frozenset()
    named: Mapping[int, int] = field(default_factory=dict, repr=False)
    #: Where something ends at all, where a sentence ends, and which graphs are silent: `gaps` and `silent` in order.
    breaks: Sequence[int] = field(default=(), repr=False)
    ends: Sequence[int] = field(default=(), repr=False)
    still: Sequence[int] = field(default=(), repr=False)
    #: What was asked of the text explained so far.
    asked: dict[str, bool] = field(default_factory=dict, repr=False, compare=False)
    #: The texts explained as one, with those that are notes and without.
    joined: dict[bool, str] = field(default_factory=dict, repr=False, compare=False)
    #: The stretches of a long note by their length, as far as they were asked for.
    counts: dict[int, Counter[str]] = field(default_factory=dict, repr=False, compare=False)
    #: The same tokens on texts alone, once they were asked for.
    texts: list[NoteTokens] = field(default_factory=list, repr=False, compare=False)
    #: What of the note or the text explained could not be looked at.
    unread: tuple[Unreadable, ...] = ()

    def with_words(self, words: Sequence[str]) -> NoteTokens:
        """The same tokens, as if the text explained had some words more."""
        base = (*self.base, Base(segment="", graphs="\n".join(words), places=()))
        return replace(self, base=base, asked={}, joined={}, texts=[])

    def on_texts(self) -> NoteTokens:
        """The same tokens, as if only texts were explained and no notes on them."""
        base = tuple(b for b in self.base if not b.note)
        if len(base) == len(self.base):
            return self
        if not self.texts:
            self.texts.append(replace(self, base=base, asked={}, joined={}, texts=[]))
        return self.texts[0]

    def part(self, start: int, end: int, *, base: tuple[Base, ...], layer: str) -> NoteTokens:
        """The graphs from `start` to `end` as a note of their own, in a layer and on a text of its own.

        What is silent in the whole because it is cited is heard in the part.
        """
        silent = frozenset(p - start for p in range(start, end) if p in self.silent and p not in self.cited)
        gaps = [STRONG, *self.gaps[start + 1 : end], STRONG]
        return replace(
            self,
            graphs=self.graphs[start:end],
            places=self.places[start:end],
            gaps=gaps,
            base=base,
            layer=layer,
            another=True,
            silent=silent,
            quoted=frozenset(),
            speech=frozenset(p - start for p in range(start, end) if p in self.speech),
            cited=frozenset(),
            breaks=[place for place, gap in enumerate(gaps) if gap > NONE],
            ends=[place for place, gap in enumerate(gaps) if gap == STRONG],
            still=sorted(silent),
            asked={},
            joined={},
            counts={},
            texts=[],
            unread=(),
        )

    def at_break(self, place: int) -> bool:
        """Whether something ends before graph `place`."""
        return self.gaps[place] > NONE

    def opened(self, places: Iterable[int]) -> NoteTokens:
        """The same tokens with something new at some places."""
        gaps = list(self.gaps)
        for place in places:
            gaps[place] = STRONG
        return replace(
            self,
            gaps=gaps,
            breaks=[place for place, gap in enumerate(gaps) if gap > NONE],
            ends=[place for place, gap in enumerate(gaps) if gap == STRONG],
            texts=[],
        )

    def back(self, place: int, least: int = WEAK) -> int:
        """The nearest gap at or before `place` that is at least so strong; 0 at the latest."""
        gaps = self.breaks if least == WEAK else self.ends
        return gaps[bisect_right(gaps, place) - 1]

    def ahead(self, place: int, least: int = STRONG) -> int:
        """The nearest gap behind `place` that is at least so strong."""
        gaps = self.breaks if least == WEAK else self.ends
        number = bisect_right(gaps, place)
        return gaps[number] if number < len(gaps) else len(self.graphs)

    def words(self, start: int, end: int) -> str:
        """The words of the note from graph `start` to graph `end`, as they stand there."""
        return self.text[self.places[start] : graph_end(self.text, self.places[end - 1])] if start < end else ""

    def differ(self, base: str, base_at: int | None, start: int, end: int) -> bool:
        """Whether graphs `start`–`end` are another wording of `base`, folded.

        Graphs of one key (於, 于) are where the note has the word too, at `base_at`, and writes it otherwise.
        """
        if self.graphs[start:end] != base:
            return True
        return base_at is not None and self.words(base_at, base_at + len(base)) != self.words(start, end)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the note's text from graph `start` to graph `end`."""
        return self.places[start], graph_end(self.text, self.places[end - 1])

    def in_base(self, words: str) -> bool:
        """Whether the text explained has these graphs."""
        known = self.asked.get(words)
        if known is None:
            # 者 behind a word of the text is part of it only in the text itself (贊者): a note marks its terms with it.
            marked = len(words) > 1 and words[-1] == _MARKS_A_TERM
            known = self.asked[words] = bool(words) and words in self._texts(notes=not marked)
        return known

    def _texts(self, *, notes: bool) -> str:
        """The graphs of all texts explained, one a line, or of those that are no `notes`."""
        texts = self.joined.get(notes)
        if texts is None:
            texts = self.joined[notes] = "\n".join(b.graphs for b in self.base if notes or not b.note)
        return texts

    def repeats(self, start: int, end: int) -> bool:
        """Whether the text explained has the graphs from `start` to `end`; of more than 64 the first 64 are asked."""
        return self.in_base(self.graphs[start : min(end, start + _REPEATED)])

    def has(self, words: str) -> bool:
        """Whether the note itself has these graphs somewhere."""
        if len(self.graphs) <= _LONG:
            return words in self.graphs
        return self._counts(len(words))[words] > 0

    def has_twice(self, graph: str) -> bool:
        """Whether the note itself has a graph more than once."""
        if len(self.graphs) <= _LONG:
            return self.graphs.count(graph) > 1
        return self._counts(1)[graph] > 1

    def _counts(self, length: int) -> Counter[str]:
        """How often the note has each stretch of so many graphs."""
        if length not in self.counts:
            places = range(len(self.graphs) - length + 1)
            self.counts[length] = Counter(self.graphs[i : i + length] for i in places)
        return self.counts[length]

    def in_base_behind(self, words: str, more: str) -> bool:
        """Whether the text explained has `more` somewhere behind `words`."""
        firsts = ((b.graphs, b.graphs.find(words)) for b in self.base)
        return any(at >= 0 and graphs.find(more, at + len(words)) >= 0 for graphs, at in firsts)

    def heard(self, start: int, end: int) -> bool:
        """Whether the stretch holds words of the commentator's own and nothing that is silent."""
        return bisect_left(self.still, start) == bisect_left(self.still, end)


def tokens_of(
    text: str,
    layer: str,
    base: Sequence[Base],
    *,
    silent: Iterable[tuple[int, int]] = (),
    cited: Iterable[tuple[int, int]] = (),
    quoted: Iterable[tuple[int, int]] = (),
    titles: Iterable[int] = (),
    starts: Iterable[int] = (),
    speakers: Iterable[tuple[int, int]] = (),
    things: frozenset[str] = frozenset(),
    head: int = 0,
    unread: tuple[Unreadable, ...] = (),
) -> NoteTokens:
    """The tokens of a note; spans and places are code points of its text.

    `silent` are spans not to be read, `cited` those that another's words make silent, `quoted` spans of other books' words,
    `titles` where cited titles begin and quotations end, `starts` where a new speaker begins, `speakers` words that can be followed by what
    somebody says; `things` are
    folded nouns; the first `head` code points name the speaker (註曰); `unread` is told with what of the note cannot be
    read.
    """
    graphs, places = stream(fold(text))
    gaps, punctuated = marks_in(text, places)
    if not punctuated:
        _draw_gaps(graphs, gaps, [b.graphs for b in base], argues=layer in layers().reason)
        for title in titles:
            number = bisect_left(places, title)
            if graphs[number : number + 1] not in words("never-begins"):
                _open(gaps, number, WEAK)
        for start in starts:
            _open(gaps, bisect_left(places, start), STRONG)
        _draw_topics(graphs, gaps, layer, [b.graphs for b in base], things)
        for number in list(_behind_descriptions(graphs, gaps, [b.graphs for b in base], things)):
            gaps[number] = WEAK
    opening = bisect_left(places, head)
    gaps[opening] = STRONG
    others = _covered(places, cited)
    unheard = _covered(places, silent) | others | frozenset(range(opening))
    named = {bisect_left(places, end): bisect_left(places, start) for start, end in speakers}
    return NoteTokens(
        text=text,
        graphs=graphs,
        places=places,
        gaps=gaps,
        punctuated=punctuated,
        base=tuple(base),
        layer=layer,
        silent=unheard,
        quoted=_covered(places, quoted),
        things=things,
        speech=frozenset(named),
        cited=others,
        named=named,
        breaks=[place for place, gap in enumerate(gaps) if gap > NONE],
        ends=[place for place, gap in enumerate(gaps) if gap == STRONG],
        still=sorted(unheard),
        unread=unread,
    )


def _draw_gaps(graphs: str, gaps: list[int], base: Sequence[str], *, argues: bool) -> None:
    """The gaps that final particles and openers make where nothing is punctuated; 耳 of 卷耳 in the text is none."""
    for match in turn("gap-final").finditer(graphs):
        word = graphs[max(0, match.start() - 1) : match.start() + 1]
        if word[-1] not in words("finals-and-nouns") or not any(word in b for b in base):
            _open(gaps, match.end(), STRONG)
    for match in turn("gap-opener").finditer(graphs):
        _open(gaps, match.start(), WEAK)
    if argues:
        for match in turn("gap-argument").finditer(graphs):
            _open(gaps, match.start(), WEAK)


def _draw_topics(graphs: str, gaps: list[int], layer: str, base: Sequence[str], things: frozenset[str]) -> None:
    """The gaps before words of the text that one who argues takes up anew."""
    if layer in layers().reason:
        closed = [place for place, gap in enumerate(gaps) if gap == STRONG]
        for place in taken_up(graphs, closed, lambda word: any(word in b for b in base), things):
            _open(gaps, place, WEAK)


def _open(gaps: list[int], place: int, gap: int) -> None:
    gaps[place] = max(gaps[place], gap)


def _behind_descriptions(
    graphs: str, gaps: Sequence[int], base: Sequence[str], things: frozenset[str]
) -> Iterator[int]:
    """Places behind 者 where a thing of the text explained begins: 有司主三易者 | 韇藏筴之器.

    Not where 者 only marks the term, as in 書卦者筮人以方寫所得之卦也.
    """
    begin = 0
    for place in range(1, len(graphs) - 1):
        if gaps[place] > NONE:
            begin = place
        if graphs[place - 1] != "者" or place - begin <= _DESCRIPTION:
            continue
        named = (graphs[place : place + length] for length in (3, 2, 1))
        if not any(words in things and any(words in b for b in base) for words in named):
            continue
        described = graphs[begin : min(place - 1, begin + _REPEATED)]
        if not any(described in b for b in base):
            yield place


def _covered(places: Sequence[int], spans: Iterable[tuple[int, int]]) -> frozenset[int]:
    return frozenset(i for a, b in spans for i in range(bisect_left(places, a), bisect_right(places, b - 1)))
