"""What a graph is made of: what is known, what is found in each edition, what the editions add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from yili_kg.annotation.by_hand import ByHand
from yili_kg.graph import (
    knowledge,
    lift,
    lift_collation,
    lift_links,
    lift_notes,
    lift_plain,
    lift_steps,
    speakers,
    summary,
)
from yili_kg.graph.summary import Tally
from yili_kg.graph.vocabulary import Statement
from yili_kg.models import Annotated
from yili_kg.received.witnesses import known_variations
from yili_kg.resolve.collation import collate
from yili_kg.tables.kinds import kinds

__all__ = [
    "KNOWN",
    "LIFTS",
    "collation_quads",
    "counts_of",
    "edition_quads",
    "hand_quads",
    "known_quads",
    "sum_quads",
    "total_quads",
]

#: What is known before any source is read.
KNOWN: tuple[Callable[[], Iterator[Statement]], ...] = (
    knowledge.ontology_quads,
    knowledge.table_quads,
    knowledge.concept_quads,
    knowledge.joined_quads,
    knowledge.occupant_quads,
    knowledge.rule_quads,
    knowledge.reader_quads,
    knowledge.chapter_quads,
    lift_notes.rank_quads,
    lift_steps.act_quads,
    lift_links.link_quads,
)

#: What one edition gives.
LIFTS: tuple[Callable[[Annotated], Iterator[Statement]], ...] = (
    lift.text_quads,
    speakers.unknown_speaker_quads,
    lift.mention_quads,
    lift.citation_quads,
    lift.ellipsis_quads,
    lift_notes.note_quads,
    lift_steps.rite_quads,
    lift_plain.plain_quads,
)


def known_quads() -> Iterator[Statement]:
    """What is known before any source is read: ontology, concepts, rules, chapters."""
    for part in KNOWN:
        yield from part()


def edition_quads(annotated: Annotated) -> Iterator[Statement]:
    """What one edition gives: its text and everything found in it."""
    return chain.from_iterable(lifted(annotated) for lifted in LIFTS)


def hand_quads(hand: ByHand) -> Iterator[Statement]:
    """What is known of decisions by hand: the corrections, and who read."""
    yield from knowledge.correction_quads(hand.corrections)
    yield from knowledge.own_reader_quads(hand.own)


def sum_quads(editions: Sequence[Annotated], tallies: Iterable[Annotated | Tally] = ()) -> Iterator[Statement]:
    """What the editions give together: where they differ, which rites share steps, how often what is named.

    `tallies` is what the mentions of each edition add up to, where that is known already.
    """
    yield from collation_quads(editions)
    yield from total_quads(editions, tallies)


def collation_quads(editions: Sequence[Annotated]) -> Iterator[Statement]:
    """Where the editions differ."""
    variations = collate([a.edition for a in editions])
    yield from lift_collation.variation_quads(editions, variations, known_variations())


def total_quads(editions: Sequence[Annotated], tallies: Iterable[Annotated | Tally] = ()) -> Iterator[Statement]:
    """Which rites share steps, and how often what is named; `tallies` as `sum_quads` has them."""
    yield from lift_steps.alignment_quads(editions)
    yield from summary.summary_quads(tallies or editions)


def counts_of(editions: Sequence[Annotated]) -> dict[str, int]:
    """How much there is of what, by name."""
    counts: Counter[str] = Counter({"sources": len(editions)})
    counts.update({kind.counted: 0 for kind in kinds() if "{" not in kind.counted})
    for annotated in editions:
        counts["code points"] += len(annotated.edition.document.raw)
        counts["segments"] += len(annotated.edition.segments)
        counts["quotations"] += sum(len(c.quotes) for c in annotated.citations)
        for kind in kinds():
            found = getattr(annotated, kind.field)
            if "{" in kind.counted:
                counts.update(kind.counted.format_map(_Attributes(one)) for one in found)
            else:
                counts[kind.counted] += len(found)
    return dict(sorted(counts.items()))


class _Attributes(dict[str, object]):
    """The attributes of something found, as a format asks for them."""

    def __init__(self, found: object) -> None:
        self._found = found

    def __missing__(self, name: str) -> object:
        return getattr(self._found, name)
