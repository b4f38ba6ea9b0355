"""Roles in a rite: who is 主人 or 賓 in a chapter, where the text or the notes say so."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from yili_kg.annotation.occupants import load_occupants
from yili_kg.models import Citation, Mention, Segment
from yili_kg.models.quick import replace

__all__ = ["in_rites"]


def in_rites(mentions: Iterable[Mention], citations: Iterable[Citation], segments: Iterable[Segment]) -> list[Mention]:
    """The mentions, those of roles with the role of their rite; what is quoted from another text stays general.

    `segments` are those in which they stand.
    """
    occupants = load_occupants()
    places = {s.id: (s.chapter, s.passages) for s in segments}
    quoted = sorted((q.start, q.end) for c in citations for q in c.quotes)
    placed: list[Mention] = []
    next_quote = 0
    for mention in sorted(mentions, key=attrgetter("start", "end")):
        while next_quote < len(quoted) and quoted[next_quote][1] <= mention.start:
            next_quote += 1
        inside = next_quote < len(quoted) and quoted[next_quote][0] <= mention.start
        occupant = None
        if mention.type == "role" and not inside:
            occupant = occupants.at(*places.get(mention.segment, ("", ())), mention.concept)
        placed.append(replace(mention, role=occupant.name) if occupant else mention)
    return placed
