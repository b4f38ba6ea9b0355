"""Compounds: a modifier and the word it stands before are one mention (羊左臑, 素裳, 羣臣), as told by
`extraction/rules/compounds.yaml`.

The lexicon holds the compounds that are words of their own; the rules here make the others, which no list exhausts. The
concept of a compound is that of its head.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from yili_kg.annotation.compound_rules import CompoundRule
from yili_kg.annotation.spans import Found
from yili_kg.errors import DataError
from yili_kg.lexicon import Lexicon

__all__ = ["Compounds"]

#: A compound has at most this many modifiers (羊 + 左 + 臑).
_MOST = 3


class Compounds:
    """Joins modifiers to heads among the mentions of a text."""

    def __init__(self, lexicon: Lexicon, rules: Sequence[CompoundRule]) -> None:
        """Raises DataError for a head that is no concept of the rule's type."""
        narrower: dict[str, list[str]] = {}
        for entry in lexicon.entries.values():
            narrower.setdefault(entry.broader, []).append(entry.concept)
        self._joins: dict[str, list[CompoundRule]] = {}
        for rule in rules:
            waiting = list(rule.heads)
            for head in (*rule.heads, *rule.without):
                if head not in lexicon.entries or lexicon.entries[head].type != rule.type:
                    raise DataError(f"rule {rule.id}: no {rule.type} {head} in the lexicon", where=rule.place)
            seen = set(rule.without)
            while waiting:
                concept = waiting.pop()
                if concept not in seen:
                    seen.add(concept)
                    self._joins.setdefault(concept, []).append(rule)
                    waiting += narrower.get(concept, ())

    def join(self, folded: str, floor: int, mentions: Iterable[Found]) -> list[Found]:
        """The mentions with their modifiers; none reaches before the code point `floor`."""
        joined: list[Found] = []
        for mention in mentions:
            rules = self._joins.get(mention.concept)
            for _ in range(_MOST if rules else 0):
                wider = self._wider(folded, floor, mention, joined, rules or ())
                if wider is None:
                    break
                if joined and joined[-1].end > wider.start:
                    joined.pop()
                mention = wider
            joined.append(mention)
        return joined

    @staticmethod
    def _wider(
        folded: str, floor: int, head: Found, before: Sequence[Found], rules: Sequence[CompoundRule]
    ) -> Found | None:
        free = before[-1].end if before else floor
        for rule in rules:
            if free == head.start and before:
                starts = [before[-1].start]
            else:
                starts = [s for s in (head.start - 2, head.start - 1) if s >= free]
            for start in starts:
                stands = folded[start : head.start] in rule.modifiers
                if stands and not (start > floor and folded[start - 1] in rule.not_after):
                    return Found(start, head.end, head.type, head.concept, rule.id)
        return None
