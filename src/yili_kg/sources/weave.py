"""Which of the chapters that are woven together on a page a paragraph belongs to.

First each paragraph is looked at alone: the edges of the received text's passages that stand in it, and whether its
words go on where the same hand left off. Chapters share whole sentences, and what is an edge in the one may stand in
the middle of a passage of the other; so then each chapter's paragraphs are put in order, hand by hand, and a paragraph
that has no room there (the chapter goes on without a gap before and behind it) is given to the chapter that has a gap.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from yili_kg.received.align import align
from yili_kg.received.skeleton import EDGE
from yili_kg.received.units import base_units, edge_chapters
from yili_kg.text.chains import longest_chain

__all__ = ["Paragraph", "covered_passages", "find_chapters"]

#: A step of so many passages, forward or back, is as far as any.
_FARTHEST = 30
#: A hand may write out a chapter so many times over, each copy with at least this share of the first's passages.
_COPIES, _LEAST = 4, 0.3
#: A gap has room for a paragraph where it wants at least this share of the paragraph's graphs.
_ROOM = 0.5


@dataclass(slots=True)
class Paragraph:
    """A paragraph of a page: where it stands, how it is indented, its folded line and graphs, its footnote numbers.

    `copied` is the share of its words that stand on the page again; `chapter` and `covered` (places of passages in the
    chapter) are found out by `find_chapters`.
    """

    start: int
    end: int
    hand: str
    line: str
    graphs: str
    numbers: list[tuple[int, int]]
    copied: float = 0.0
    chapter: str = ""
    covered: set[int] = field(default_factory=set)


def find_chapters(ancient: Sequence[Paragraph]) -> None:
    """Sets the chapter of each paragraph of base text, and the passages that it covers."""
    woven = _woven(ancient)
    _guess(ancient, woven)
    by_hand: defaultdict[str, list[Paragraph]] = defaultdict(list)
    for paragraph in ancient:
        by_hand[paragraph.hand].append(paragraph)
    for hand in sorted(by_hand):
        _put_in_order(by_hand[hand], woven)


def covered_passages(paragraphs: Sequence[Paragraph], chapter: str) -> set[int]:
    """The places of the passages whose both ends stand in these paragraphs, taken as one text."""
    return _covered("".join(p.graphs for p in paragraphs), chapter, 0, len(base_units(chapter)))


def _covered(text: str, chapter: str, first: int, stop: int) -> set[int]:
    """Of the passages `first` to before `stop`, those whose both ends stand in a text."""
    cuts = align(text, base_units(chapter)[first:stop])
    return {first + i for i in range(len(cuts) - 1) if cuts[i] >= 0 and cuts[i + 1] > cuts[i]}


def _woven(ancient: Sequence[Paragraph]) -> list[str]:
    """The chapters of a page. They share phrases: only those that the page has much of are on it."""
    totals: Counter[str] = Counter()
    for paragraph in ancient:
        totals.update(edge_chapters(paragraph.graphs))
    return sorted(c for c, n in totals.items() if n > 0.15 * max(totals.values()))


@dataclass(frozen=True, slots=True)
class _Claim:
    """What speaks for a chapter as that of a paragraph, and which of its passages the paragraph covers."""

    score: float
    chapter: str
    covered: set[int]


def _guess(ancient: Sequence[Paragraph], woven: Sequence[str]) -> None:
    """Gives each paragraph the chapter for which its own words and the one before it speak most."""
    reached: dict[tuple[str, str], int] = {}
    for paragraph in ancient:
        best = max(_claims(paragraph, woven, reached), key=lambda claim: claim.score, default=None)
        if best is None:
            continue
        paragraph.chapter, paragraph.covered = best.chapter, best.covered
        if best.covered:
            reached[paragraph.hand, best.chapter] = max(best.covered)


def _claims(paragraph: Paragraph, woven: Sequence[str], reached: dict[tuple[str, str], int]) -> Iterator[_Claim]:
    """The chapters that may be a paragraph's; `reached` is how far each hand has come in each chapter."""
    votes = edge_chapters(paragraph.graphs)
    for chapter in woven:
        covered = covered_passages([paragraph], chapter)
        ends = _ends(paragraph.graphs, chapter)
        if not (covered or votes[chapter] or ends):
            continue
        step = min(covered) - reached.get((paragraph.hand, chapter), -1) - 1 if covered else _FARTHEST
        # A hand goes forward: a step back to words that it has had already speaks for the other chapter.
        away = 0.1 * min(step, _FARTHEST) if step >= -1 else 4.0 + 0.3 * min(-step, _FARTHEST)
        yield _Claim(2.0 * votes[chapter] + len(covered) + 0.5 * ends - away, chapter, covered)


def _ends(graphs: str, chapter: str) -> int:
    """How many beginnings and ends of the chapter's passages stand in a text."""
    known = {edge for unit in base_units(chapter) for edge in (unit.first, unit.last) if len(edge) == EDGE}
    return len(known.intersection(graphs[i : i + EDGE] for i in range(len(graphs) - EDGE + 1)))


class _Order:
    """One copy of a chapter in one hand: (paragraph, passage) in the order in which both go on."""

    def __init__(self, chapter: str, chain: Sequence[tuple[int, int]]) -> None:
        self.chapter = chapter
        self._paragraphs, self._passages = [n for n, _ in chain], [p for _, p in chain]
        self._lengths = [0, *accumulate(unit.length for unit in base_units(chapter))]

    def has(self, number: int) -> bool:
        """Whether a paragraph stands in this copy with a passage that it covers."""
        at = bisect_left(self._paragraphs, number)
        return at < len(self._paragraphs) and self._paragraphs[at] == number

    def gap(self, number: int) -> tuple[int, int]:
        """The passages, first and the one behind the last, that are wanting where a paragraph stands."""
        before, behind = bisect_left(self._paragraphs, number), bisect_right(self._paragraphs, number)
        first = self._passages[before - 1] + 1 if before else 0
        stop = self._passages[behind] if behind < len(self._passages) else len(self._lengths) - 1
        return first, max(first, stop)

    def room(self, number: int) -> int:
        """How many graphs are wanting where a paragraph stands."""
        first, stop = self.gap(number)
        return self._lengths[stop] - self._lengths[first]


def _orders(hand: Sequence[Paragraph], chapter: str) -> list[_Order]:
    """The copies of a chapter in one hand, the longest first."""
    pairs = [(n, passage) for n, p in enumerate(hand) if p.chapter == chapter for passage in sorted(p.covered)]
    orders: list[_Order] = []
    longest = 0
    while pairs and len(orders) < _COPIES:
        chain = longest_chain(pairs)
        longest = longest or len(chain)
        if len(chain) < _LEAST * longest:
            break
        orders.append(_Order(chapter, chain))
        taken = {number for number, _ in chain}
        pairs = [(n, passage) for n, passage in pairs if n not in taken]
    return orders


def _put_in_order(hand: Sequence[Paragraph], woven: Sequence[str]) -> None:
    """Gives the paragraphs that have no room where their words were found to the chapter that has a gap there."""
    orders = [order for chapter in woven for order in _orders(hand, chapter)]
    for number, paragraph in enumerate(hand):
        if not paragraph.chapter or any(o.has(number) for o in orders if o.chapter == paragraph.chapter):
            continue
        fitting = [o for o in orders if o.room(number) >= _ROOM * len(paragraph.graphs)]
        if not fitting:
            continue
        # Its own chapter goes first, then the narrowest gap.
        best = min(fitting, key=lambda o: (o.chapter != paragraph.chapter, o.room(number)))
        paragraph.chapter = best.chapter
        paragraph.covered = _covered(paragraph.graphs, best.chapter, *best.gap(number))
