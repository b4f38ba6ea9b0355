"""What stands where in the reader: every segment of every edition at one place, the places in the order of the received text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

from yili_kg.models import Annotated, Segment
from yili_kg.tables.layers import layers
from yili_kg.views.shares import APART, Share

__all__ = ["APART", "Chapter", "Held", "Place", "gather_chapters"]

#: So many segments outside of passages are one place, so that pages can be cut between them.
_TOGETHER = 40
#: An edition with so much of the base text of a 篇, compared with the one that has most, counts as whole.
_WHOLE = 0.9
#: Signs by which an edition is seen to be punctuated.
_BREAKS = frozenset("，。,.;；：:、")


@dataclass(frozen=True, slots=True)
class Held:
    """A segment, and the number of the edition that holds it."""

    edition: int
    segment: Segment


@dataclass(slots=True, kw_only=True)
class Place:
    """A passage, or a stretch of text outside of passages (`id` is then empty).

    `at` has the segments that stand here, layer by layer, `through` those that stand at an earlier passage and cover this
    one too, `behind` those without a passage that follow it in their edition.
    """

    id: str = ""
    at: dict[str, list[Held]] = field(default_factory=dict)
    through: list[Held] = field(default_factory=list)
    behind: list[Held] = field(default_factory=list)

    def held(self) -> Iterable[Held]:
        """All segments that stand here, in the order in which they are shown."""
        known = layers()
        return chain(*(self.at[layer] for layer in sorted(self.at, key=lambda x: (known.order(x), x))), self.behind)


@dataclass(slots=True, kw_only=True)
class Chapter:
    """A 篇 with its places in order; `rank` says where an edition stands among those of the 篇, the best first (0)."""

    number: str
    places: list[Place]
    rank: dict[int, int]

    def editions(self) -> list[int]:
        """The editions that have anything of it, the best first."""
        return sorted(self.rank, key=lambda n: (self.rank[n], n))


def gather_chapters(editions: Sequence[Annotated], share: Share | None = None) -> dict[str, Chapter]:
    """Each 篇 of which the editions have anything, by number, in order; what is of none comes first, under 00.

    With `share` only its 篇 are gathered, from its editions.
    """
    found: dict[str, dict[str, Place]] = {}
    for number in share.editions if share else range(len(editions)):
        last: dict[str, str] = {}
        for segment in sorted(editions[number].edition.segments, key=lambda s: s.order):
            held = Held(number, segment)
            chapter = segment.passages[0][:2] if segment.passages else segment.chapter or APART
            if share and chapter not in share.chapters:
                continue
            places = found.setdefault(chapter, {})
            if segment.passages:
                _stand(held, places)
                last[chapter] = segment.passages[-1]
            else:
                passage = last.get(chapter, "")
                places.setdefault(passage, Place(id=passage)).behind.append(held)
    return {chapter: _chapter(chapter, places, editions) for chapter, places in sorted(found.items())}


def _stand(held: Held, places: dict[str, Place]) -> None:
    """A segment stands at the first passage that it covers; the others know of it."""
    first, *others = held.segment.passages
    place = places.setdefault(first, Place(id=first))
    place.at.setdefault(held.segment.layer, []).append(held)
    for passage in others:
        if passage != first:
            places.setdefault(passage, Place(id=passage)).through.append(held)


def _chapter(number: str, places: dict[str, Place], editions: Sequence[Annotated]) -> Chapter:
    rank = _ranks(places.values(), editions)
    ordered: list[Place] = []
    for passage in sorted(places):
        place = places[passage]
        for held in (*place.at.values(), place.through, place.behind):
            held.sort(key=lambda h: (rank[h.edition], h.edition, h.segment.order))
        ordered.extend([place] if passage else _cut(place))
    return Chapter(number=number, places=ordered, rank=rank)


def _cut(place: Place) -> Iterable[Place]:
    """What stands before the first passage, in stretches of one edition each that are not too long."""
    stretch: list[Held] = []
    for held in place.behind:
        if stretch and (stretch[0].edition != held.edition or len(stretch) == _TOGETHER):
            yield Place(behind=stretch)
            stretch = []
        stretch.append(held)
    if stretch:
        yield Place(behind=stretch)


def _ranks(places: Iterable[Place], editions: Sequence[Annotated]) -> dict[int, int]:
    """Where each edition stands: first those that have the base text whole, of these the punctuated ones, then those that have most.

    Files of one book (its juans) stand together.
    """
    base = frozenset(layers().base)
    covered: dict[str, set[str]] = {}
    printed: dict[str, int] = {}
    broken: set[str] = set()
    here: dict[int, str] = {}
    for held in chain.from_iterable((*p.held(), *p.through) for p in places):
        name = here.get(held.edition)
        if name is None:
            name = here[held.edition] = editions[held.edition].edition.document.name
        if held.segment.layer in base:
            covered.setdefault(name, set()).update(held.segment.passages)
            printed[name] = printed.get(name, 0) + len(held.segment.text)
            if not _BREAKS.isdisjoint(held.segment.text):
                broken.add(name)
    most = max(map(len, covered.values()), default=0)

    def worth(name: str) -> tuple[bool, bool, int, int, str]:
        has = len(covered.get(name, ()))
        return has < _WHOLE * most, name not in broken, -has, -printed.get(name, 0), name

    order = {name: rank for rank, name in enumerate(sorted(set(here.values()), key=worth))}
    return {number: order[name] for number, name in sorted(here.items())}
