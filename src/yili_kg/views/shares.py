"""A build shared out: some 篇 at a time, with the editions that have anything of them, so that not all lies in memory.

Whoever gathers over all editions does it share by share, and keeps of each what is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from yili_kg.models import Annotated, Document, Edition, Segment, Unsure
from yili_kg.records.kept import said_in, told_in
from yili_kg.tables.kinds import kinds

__all__ = ["APART", "MOST", "Share", "homes", "shares", "together"]

#: The number of what is of no 篇.
APART = "00"
#: The editions of a share have at most so many code points of text, if it is of more than one 篇.
MOST = 250_000
_MENTIONS = "mentions"
#: By which names a statement says of another segment that it speaks of it.
_POINTING = ("target_segment", "about", "decided_in")


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """Some 篇 by number (`00`: of none), and the numbers of the editions that have anything of them."""

    chapters: tuple[str, ...]
    editions: tuple[int, ...]

    def of(self, editions: Sequence[Annotated]) -> list[Annotated]:
        """Its editions; of those in the share of what is of no 篇, which nearly all have a little of, what they have of it."""
        told = (editions[number] for number in self.editions)
        return [_apart(annotated) for annotated in told] if self.chapters == (APART,) else list(told)


def homes(segment: Segment) -> set[str]:
    """The 篇 in which something of a segment is shown: that of its own, and that of the passage at which it stands."""
    return _homes(segment.chapter, segment.passages)


def _homes(chapter: str, passages: Sequence[str]) -> set[str]:
    found = {chapter or APART}
    return found | {passages[0][:2]} if passages else found


def _apart(annotated: Annotated) -> Annotated:
    """What an edition has of no 篇, the segments that this points at, and which mentions are in them; of its source the names."""
    segments = {s.id: s for s in annotated.edition.segments}
    ours = {name for name, s in segments.items() if APART in homes(s)}
    found = {k.field: said_in(annotated, k.field, ours) for k in kinds() if k.field != _MENTIONS}
    every = [one.found if isinstance(one, Unsure) else one for some in found.values() for one in some]
    there = ours.union(*({getattr(one, name, "") for name in _POINTING} for one in every)) & segments.keys()
    named = annotated.edition.document
    document = Document(
        raw="", sha256=named.sha256, name=named.name, title=named.title, label=named.label, reader=named.reader,
        blocks=(), noise=(), author=named.author,
    )  # fmt: skip
    edition = Edition(document=document, segments=tuple(s for name, s in segments.items() if name in there))
    return Annotated(edition=edition, **found, mentions=said_in(annotated, _MENTIONS, there))


def shares(editions: Sequence[Annotated]) -> list[Share]:
    """The shares of some editions, the 篇 in order, what is of none last; those that are small are one."""
    held: dict[str, list[int]] = {}
    size: list[int] = []
    for number, annotated in enumerate(editions):
        here: set[str] = set()
        size.append(0)
        for chapter, passages, text in told_in(annotated, "segments", "chapter", "passages", "text"):
            here |= _homes(chapter, passages)
            size[-1] += len(text)
        for chapter in sorted(here):
            held.setdefault(chapter, []).append(number)
    order = sorted(held, key=lambda chapter: (chapter == APART, chapter))
    return [
        Share(chapters=tuple(chapters), editions=tuple(sorted({n for c in chapters for n in held[c]})))
        for chapters in _parted(order, held, size)
    ]


def _parted(order: Iterable[str], held: dict[str, list[int]], size: Sequence[int]) -> Iterator[list[str]]:
    """The 篇 one after the other, put together as long as the editions that they are in are not too large."""
    chapters: list[str] = []
    inside: set[int] = set()
    for chapter in order:
        joined = inside.union(held[chapter])
        if chapters and sum(size[n] for n in joined) > MOST:
            yield chapters
            chapters, joined = [], set(held[chapter])
        chapters.append(chapter)
        inside = joined
    if chapters:
        yield chapters


def together(sizes: Sequence[int]) -> Iterator[list[int]]:
    """The numbers of things of some sizes in order, as many together as are not too large; one that is stands alone."""
    some: list[int] = []
    whole = 0
    for number, size in enumerate(sizes):
        if some and whole + size > MOST:
            yield some
            some, whole = [], 0
        some.append(number)
        whole += size
    if some:
        yield some
