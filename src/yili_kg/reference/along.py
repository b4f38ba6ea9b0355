"""How far words run along with a book from where they begin, small differences and words left out passed over.

All strings are folded graphs with one key for each word (`same_words.alike`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from operator import eq
from typing import Final, NamedTuple

from yili_kg.reference.compare import where
from yili_kg.reference.shelf import Strand

__all__ = ["NOBODY", "Voices", "run_along"]

#: How many places of the first run are followed.
_MOST_PLACES: Final = 48
#: Words are followed from where so many graphs of theirs stand; in a division (of fewer graphs than `_SMALL`) fewer do.
_SEED: Final = 4
_SEED_NAMED: Final = 3
_SMALL: Final = 20_000
#: The graphs of the words from which on they are looked for; the later ones, behind a difference in the first, where the
#: others bring no more than a few graphs, and only if the book has all of the graphs before them but one (生不及從祖父母).
_FIRSTS: Final = (range(3), range(3, 5))
_SURE: Final = 6
#: Where both run together again when the book goes on otherwise, in the order in which it is tried: so many graphs of the
#: words are passed over, so many must run together behind them, at most so far back and so far on in the book. The wider the
#: gap, the longer the run; who quotes leaves words out, and may bring two members in the other order (吉事先近日喪事先遠日).
_LEAPS = (
    (0, 3, 0, 12),
    (0, 4, 0, 60),
    (1, 3, 0, 12),
    (1, 4, 0, 60),
    (0, 4, 40, 0),
    (0, 5, 120, 400),
    (2, 4, 0, 40),
    (2, 5, 0, 260),
    (3, 5, 0, 60),
)
#: Of the leaps that pass over so many graphs of the words: the least run behind them, and the widest stretch of the book, back
#: and on, in which it is looked for. Where that stretch has not the least run, none of them is to be tried.
_TOGETHER = {
    left: (min(n for k, n, _, _ in _LEAPS if k == left), max(b for k, _, b, _ in _LEAPS if k == left), reach)
    for left, reach in ((k, max(o + n for h, n, _, o in _LEAPS if h == k)) for k in (0, 1))
}
#: Differences in the order in which they are tried: graphs of the words, graphs of the book, the run that must follow, by the
#: greater of both. Two are enough behind a graph or two that the book alone has (父子皆異宮, of which 皆 is left out).
_FOLLOW: Final = (2, 3, 3, 4, 4)
_STEPS = tuple(
    (left, right, _FOLLOW[0] if not left and right < 3 else _FOLLOW[size])
    for size in (1, 2, 3, 4)
    for left, right in ((size, size), (0, size), (size, 0), (size, size - 1), (size - 1, size))[: 3 if size == 1 else 5]
)
#: No difference has more graphs, and no fewer must follow one of the words.
_FURTHEST: Final = 4
_LEAST_RUN: Final = 3
#: What is passed over of the words: so many graphs may be any, more must not hold one of those with which one speaks.
_ANY: Final = 1
#: So much of the words that run along stands in the book, 0 to 1.
_MATCHED: Final = 0.7
#: What is told in other words before somebody speaks in the book has so many graphs at most; so many of what he says run
#: together with it, at most so far back and so far on.
_TOLD: Final = 8
_SPOKEN: Final = (6, 40, 260)


class Voices(NamedTuple):
    """Graphs by which one knows who speaks in words that the book has not.

    With those of `takes` somebody takes the word (云), with those of `in_the_book` it may be one of whom the book tells (曰),
    unless one of the `commentators` stands before (又曰).
    """

    takes: str = ""
    in_the_book: str = ""
    commentators: str = ""


#: Where it is no matter who speaks.
NOBODY: Final = Voices()


def run_along(words: str, strands: Sequence[tuple[Strand, list[tuple[int, int]]]], voices: Voices = NOBODY) -> int:
    """How many of the first graphs of `words` run along with a book, small differences passed over; 0 where none do.

    Where somebody takes the word between (云), the words behind it do not count, unless it is one of whom the book tells.
    """
    best = 0
    for firsts in _FIRSTS:
        if best < _SURE:
            best = max(best, _from_seeds(words, firsts, strands, voices))
    return best


def _from_seeds(
    words: str, firsts: range, strands: Sequence[tuple[Strand, list[tuple[int, int]]]], voices: Voices
) -> int:
    """How many of the first graphs of `words` run along with a book, from where it has the words behind one of the `firsts`."""
    best = 0
    for strand, stretches in strands:
        for begin, end in stretches:
            for first in firsts[: max(1, len(words) - 2 - firsts.start)]:
                length = _SEED_NAMED if end - begin < _SMALL else _SEED
                seed = words[first : first + length]
                if len(seed) < 3:
                    continue
                place = where(seed, strand.runs, begin, end)
                for _ in range(_MOST_PLACES):
                    if place < 0:
                        break
                    best = max(best, _along(words, first, strand.graphs, place, (begin, end), voices))
                    if best == len(words):
                        return best
                    place = strand.runs.find(seed, place + 1, end)
    return best


def _along(words: str, at: int, graphs: str, place: int, within: tuple[int, int], voices: Voices) -> int:
    """The place in `words` up to which both run together from (`at`, `place`)."""
    end, reach = within[1], at
    if at >= _FIRSTS[1].start and (Counter(words[:at]) - Counter(graphs[max(0, place - at) : place])).total() > 1:
        return 0
    matched = sum(map(eq, words[:at], graphs[max(0, place - at) : place]))
    if at and matched < at and graphs.find(words[:at], max(0, place - _LEAPS[0][3] - at), place) >= 0:
        matched = at
    while at < len(words) and place < end:
        if words[at] == graphs[place]:
            at += 1
            place += 1
            matched += 1
            reach = at
            continue
        step = _step(words, at, graphs, place, end, voices.takes) or _leap(
            words, at, graphs, place, within, voices.takes
        )
        if step is None:
            step = _spoken(words, at, graphs, place, within, voices)
            if step is None:
                break
            matched += step[0]  # what is told in other words
        at += step[0]
        place += step[1]
    return reach if matched >= max(2, reach * _MATCHED) else 0


def _leap(words: str, at: int, graphs: str, place: int, within: tuple[int, int], speaks: str) -> tuple[int, int] | None:
    """Where both run together again behind words that are left out, or brought in another order; None where they do not."""
    begin, end = within
    nowhere = [
        left
        for left, (least, back, reach) in _TOGETHER.items()
        if graphs.find(words[at + left : at + left + least], max(begin, place - back), min(end, place + reach)) < 0
    ]
    for left, need, back, on in _LEAPS:
        if left in nowhere:
            continue
        run = words[at + left : at + left + need]
        if len(run) < need or (left > _ANY and not set(speaks).isdisjoint(words[at : at + left])):
            continue
        found = graphs.find(run, max(begin, place - back), min(end, place + on + need))
        if found >= 0:
            return left, found - place
    return None


def _spoken(
    words: str, at: int, graphs: str, place: int, within: tuple[int, int], voices: Voices
) -> tuple[int, int] | None:
    """Where both run together again behind what is told in other words and 曰 (辭曰 | 下臣君之隸也); None where they do not."""
    begin, end = within
    (need, back, on), told = _SPOKEN, words[at : at + _TOLD + 1]
    last = max((told.find(graph) for graph in voices.in_the_book), default=-1)
    if last < 0 or not set(voices.takes + voices.commentators).isdisjoint(told[:last]):
        return None
    run = words[at + last + 1 : at + last + 1 + need]
    found = graphs.find(run, max(begin, place - back), min(end, place + on + need)) if len(run) == need else -1
    return (last + 1, found - place) if found >= 0 else None


def _speaks(passed: str, there: str, speaks: str) -> bool:
    """Whether somebody takes the word in what is passed over, and not in what the book has there."""
    return any(graph in speaks and graph not in there for graph in passed)


def _step(words: str, at: int, graphs: str, place: int, end: int, speaks: str) -> tuple[int, int] | None:
    """The smallest difference behind which both run together again, for as many graphs as `_STEPS` says."""
    beside = graphs[place : place + _FURTHEST + _LEAST_RUN]
    for left in range(at, at + _FURTHEST + 1):
        if words[left : left + (_LEAST_RUN if left > at else _FOLLOW[0])] in beside:
            break
    else:
        return None
    for left, right, need in _STEPS:
        run = words[at + left : at + left + need]
        if graphs.startswith(run, place + right) and len(run) == need and place + right + need <= end:
            if left > _ANY and _speaks(words[at : at + left], graphs[place : place + right], speaks):
                return None  # 有常是直云孝孫某: the words behind 云 are quoted by themselves
            return left, right
    return None
