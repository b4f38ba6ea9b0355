"""The passages of a sub-commentary that is printed without its text, by the words at which its pieces point.

`膳宰至寢東注膳宰至路寢` names the first and the last graphs of base text and of the note. Each piece may be on every passage
whose edges these are; of all that a chapter allows the longest chain is taken in which the passages rise as the pieces do.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from yili_kg.layers.pointers import pointer_spans
from yili_kg.layers.strips import Strip
from yili_kg.models.quick import replace
from yili_kg.received.chapters import chapters
from yili_kg.received.skeleton import EDGE, Passage, load_skeleton
from yili_kg.tables.layers import layers
from yili_kg.text.chains import longest_chain
from yili_kg.text.graphs import stream

__all__ = ["in_chapters", "passages_pointed_at"]

#: What a piece is headed by covers at most so many passages.
_MOST = 10
#: So many of the graphs at an edge find it.
_KEY = 2
#: So many pieces show which chapter those are of that no heading names, and so many times as many as show another.
_SHOWN, _OVER = 3, 2


@dataclass(frozen=True, slots=True)
class _Head:
    """What a piece points at: the first and the last words in the base text, and in the note; empty for none."""

    base: tuple[str, str] = ("", "")
    note: tuple[str, str] = ("", "")


def in_chapters(strips: Sequence[Strip]) -> list[Strip]:
    """Strips with the chapter at which their pieces point, where no heading names it; other texts stay as they are."""
    if not _stands_alone(strips) or all(strip.chapter for strip in strips):
        return list(strips)
    unnamed = [_head(strip) for strip in strips if not strip.chapter and strip.layer in layers().sub]
    votes = Counter(found[0] for head in unnamed if len(found := _chapters_of(head)) == 1)
    (best, count), (_, second) = [*votes.most_common(2), ("", 0), ("", 0)][:2]
    if count < max(_SHOWN, _OVER * second):
        return list(strips)
    return [s if s.chapter or s.layer not in layers().sub else replace(s, chapter=best) for s in strips]


def passages_pointed_at(strips: Sequence[Strip], chapter: str) -> dict[int, tuple[str, ...]]:
    """The passages that the pieces of a chapter explain, by the place where a piece begins in the source.

    Empty for a text that has base text of its own: what that has is in front of the pieces.
    """
    if not _stands_alone(strips):
        return {}
    index = _index(chapter)
    pieces = [strip for strip in strips if strip.layer in layers().sub]
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for number, piece in enumerate(pieces):
        for first, last in index.explained(_head(piece)):
            found.setdefault((number, first * len(pieces) + number), (first, last))
    # Of one piece only one pair can be in a rising chain, if they are given falling.
    chain = longest_chain(sorted(found, key=lambda pair: (pair[0], -pair[1])))
    return {pieces[pair[0]].start: index.passages(*found[pair]) for pair in chain}


def _stands_alone(strips: Sequence[Strip]) -> bool:
    """Whether the strips hold sub-commentary, and neither base text nor notes."""
    kinds = {strip.layer for strip in strips}
    others = {*layers().base, *layers().notes, layers().running}
    return not kinds.isdisjoint(layers().sub) and kinds.isdisjoint(others)


def _head(piece: Strip) -> _Head:
    """What a piece points at before it explains it."""
    base, note = ("", ""), ("", "")
    for _, _, layer, first, last in pointer_spans(piece.graphs):
        edges = stream(first)[0], stream(last or first)[0]
        if layer in layers().notes:
            note = edges if note == ("", "") else note
        elif base == ("", ""):
            base = edges
    return _Head(base, note)


def _chapters_of(head: _Head) -> list[str]:
    """The chapters that have a passage at which a head may point."""
    return [chapter for chapter in chapters() if any(_index(chapter).explained(head))]


class _Index:
    """The passages of a chapter by the graphs at their edges."""

    def __init__(self, chapter: str) -> None:
        self._passages: tuple[Passage, ...] = load_skeleton().get(chapter, ())
        self._first: defaultdict[str, list[int]] = defaultdict(list)
        self._noted: defaultdict[str, list[int]] = defaultdict(list)
        for number, passage in enumerate(self._passages):
            self._first[passage.base_first[:_KEY]].append(number)
            self._noted[passage.note_first[:_KEY]].append(number)

    def passages(self, first: int, last: int) -> tuple[str, ...]:
        """The ids of the passages from the one to the other."""
        return tuple(passage.id for passage in self._passages[first : last + 1])

    def explained(self, head: _Head) -> Iterator[tuple[int, int]]:
        """The first and the last passage of each run that a head may point at; the note must be within it."""
        noted = set(self._notes(*head.note)) if head.note[0] else set()
        # Of runs with the same end the shortest is meant: 主人至反位 begins with the nearest 主人.
        found = sorted({stop: start for start, stop in self._runs(*head.base)}.items()) if head.base[0] else []
        runs = [(start, stop) for stop, start in found]
        both = [(a, b) for a, b in runs if any(n in noted for n in range(a, b + 1))]
        yield from both or runs or ((n, n) for n in sorted(noted))

    def _runs(self, first: str, last: str) -> Iterator[tuple[int, int]]:
        for start in self._first.get(first[:_KEY], ()):
            if not _begins(self._passages[start].base_first, first):
                continue
            for stop, passage in enumerate(self._passages[start : start + _MOST], start):
                if _ends(passage.base_last, last):
                    yield start, stop
                    break

    def _notes(self, first: str, last: str) -> Iterator[int]:
        for number in self._noted.get(first[:_KEY], ()):
            passage = self._passages[number]
            if _begins(passage.note_first, first) and _ends(passage.note_last, last):
                yield number


@cache
def _index(chapter: str) -> _Index:
    return _Index(chapter)


def _begins(edge: str, words: str) -> bool:
    """Whether a text with this first edge begins with these words, as far as the edge goes."""
    return edge.startswith(words[:EDGE])


def _ends(edge: str, words: str) -> bool:
    """Whether a text with this last edge ends with these words, as far as the edge goes."""
    return edge.endswith(words[-EDGE:])
