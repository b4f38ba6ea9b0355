"""Compounds: a modifier and the word it stands before are one mention (羊左臑, 素裳, 羣臣), as told by
`extraction/rules/compounds.yaml`.

The lexicon holds the compounds that are words of their own; the rules here make the others, which no list exhausts. The
concept of a compound is that of its head.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from yili_kg.annotation.spans import Found
from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.lexicon import Lexicon
from yili_kg.tables.rulebook import Filled, FoldedWord, Rule, read_rules
from yili_kg.tables.types import KnownType
from yili_kg.text.folding import fold

__all__ = ["CompoundRule", "Compounds", "load_compound_rules", "read_compound_rules"]

#: A compound has at most this many modifiers (羊 + 左 + 臑).
_MOST = 3


class CompoundRule(Rule):
    """Modifiers that join the heads behind them; `heads` are concepts, with all that is narrower.

    `not_after` are graphs after which a modifier is none (降自 before 西 …). In the examples the compound stands
    between ⟦ and ⟧; in those to avoid it is not one mention.
    """

    type: KnownType
    modifiers: frozenset[FoldedWord] = Field(min_length=1, description="words of one or two graphs before the head")
    heads: tuple[Filled, ...] = Field(min_length=1, description="headwords of the lexicon, with all that is narrower")
    not_after: Annotated[str, AfterValidator(fold)] = Field(
        default="", description="graphs with which no modifier begins"
    )
    match: tuple[Filled, ...] = Field(min_length=1, description="examples, the compound between ⟦ and ⟧")
    avoid: tuple[Filled, ...] = Field(min_length=1, description="where the words between ⟦ and ⟧ are not one mention")


def read_compound_rules(path: Path) -> tuple[CompoundRule, ...]:
    """The rules of a file; raises DataError for a broken one."""
    return read_rules(path, CompoundRule)


@cache
def load_compound_rules() -> tuple[CompoundRule, ...]:
    """The rules that come with yili-kg."""
    return read_compound_rules(data_folder("extraction") / "rules" / "compounds.yaml")


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
            for head in rule.heads:
                if head not in lexicon.entries or lexicon.entries[head].type != rule.type:
                    raise DataError(f"rule {rule.id}: no {rule.type} {head} in the lexicon", where=rule.place)
            seen: set[str] = set()
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
