"""Claims in a note: who holds, rejects or doubts something, and what the text leaves out and why.

The words are those of `extraction/rules/notes/claims.yaml`. A claim is reported with its holder; whether it is right is
nobody's business here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from yili_kg.annotation.notes.tokens import STRONG, WEAK, NoteTokens
from yili_kg.data import data_folder
from yili_kg.lexicon import load_lexicon
from yili_kg.tables.layers import layers
from yili_kg.tables.rulebook import Filled, FoldedPattern, FoldedWord, Rule, read_rules
from yili_kg.text.needed import Asked

__all__ = [
    "Called", "ClaimRule", "FoundClaim", "find_claims", "load_called", "load_claim_rules", "without_what",
]  # fmt: skip

Stance = Literal["affirms", "rejects", "doubts", "absent"]
About = Literal["text", "note"]
#: Graphs: how short words behind a gap still belong to what is held, and how long the clause before a few words is.
_LEAST, _CLAUSE = 6, 24
#: Graphs: so much is held at least before words that open something new end it.
_SHORTEST = 3
#: What is held, where a pattern begins with it: nearly any words.
_HELD_FIRST = re.compile(r"\(\?P<what>\[\^?\w+\]\{\d+,\d+\}\??\)")
#: The holder of what is said to be held, and nobody is named.
_OTHERS = "或"


class ClaimRule(Rule):
    """One way to hold or reject something; in examples what is held stands between ⟦ and ⟧."""

    stance: Stance = Field(description="absent: the text does not say it, which is not to deny it")
    holder: Filled = Field(
        description="speaker: whose note it is | named: the group `holder` | others: nobody named | else his name"
    )
    about: About = Field(description="text: what the note comments on | note: the note of 鄭玄 on it")
    layers: frozenset[str] = Field(min_length=1, description="the layers in which it is looked for")
    pattern: FoldedPattern = Field(description="groups: `what` is held, `ground` why, `holder` who")
    match: tuple[Filled, ...] = Field(min_length=1)
    avoid: tuple[Filled, ...] = Field(min_length=1)

    @field_validator("layers")
    @classmethod
    def _known(cls, named: frozenset[str]) -> frozenset[str]:
        unknown = sorted(named - set(layers().read))
        if unknown:
            raise ValueError(f"claims are not read in {' '.join(unknown)}; one of {' '.join(layers().read)}")
        return named

    @model_validator(mode="after")
    def _names_its_holder(self) -> Self:
        if self.holder == "named" and "holder" not in self.pattern.groupindex:
            raise ValueError("the holder is named, and the pattern has no group `holder`")
        return self

    @property
    def anchored(self) -> bool:
        """Whether the pattern says that a sentence ends, which only a look at the sentence shows."""
        return self.pattern.pattern.endswith("$")


@dataclass(frozen=True, slots=True, order=True, kw_only=True)
class FoundClaim:
    """A claim, in graphs of its note; `about` is text or note, `ground` the reason given, if any."""

    start: int
    end: int
    holder: str
    stance: str
    about: str
    rule: str
    ground: tuple[int, int] | None = None


@cache
def load_claim_rules() -> tuple[ClaimRule, ...]:
    """The rules that come with yili-kg; raises DataError for a broken one."""
    return read_rules(data_folder("extraction") / "rules" / "notes" / "claims.yaml", ClaimRule)


@lru_cache(maxsize=64)
def _glances(layer: str) -> Asked[tuple[ClaimRule, re.Pattern[str] | None]]:
    """Each rule of a layer and its pattern without what is held before the fixed words: where those stand nowhere it finds
    nothing; None for one that asks where a sentence ends."""
    rules = (rule for rule in load_claim_rules() if layer in rule.layers)
    return Asked((rule.pattern, (rule, None if rule.anchored else without_what(rule.pattern))) for rule in rules)


def without_what(pattern: re.Pattern[str]) -> re.Pattern[str]:
    """A pattern without a group `what` at its beginning: it is found wherever the whole is, and sooner where it is not."""
    first = _HELD_FIRST.match(pattern.pattern)
    if first is None or "(?P=what)" in pattern.pattern:
        return pattern
    return re.compile(pattern.pattern[first.end() :], pattern.flags)


class Called(Rule):
    """Somebody who is spoken of under other names than the lexicon has."""

    person: Filled = Field(description="headword in the lexicon, or 或 for nobody in particular")
    names: tuple[FoldedWord, ...] = Field(min_length=1)


@cache
def load_called() -> dict[str, str]:
    """The headwords of those who are spoken of under other names, by folded name."""
    rows = read_rules(data_folder("extraction") / "rules" / "notes" / "called.yaml", Called)
    return {name: row.person for row in rows for name in row.names}


def find_claims(tokens: NoteTokens, speaker: str) -> list[FoundClaim]:
    """The claims of a note by `speaker`, in order; of two that overlap the one whose rule stands first is kept."""
    found: list[FoundClaim] = []
    taken = bytearray(len(tokens.graphs))
    sentences: list[tuple[int, int]] = []
    for _, (rule, glance) in _glances(tokens.layer).of(tokens.graphs):
        # Most rules find nothing in most notes: one look at the whole note spares one at each sentence.
        if glance is not None and not glance.search(tokens.graphs):
            continue
        sentences = sentences or list(_sentences(tokens))
        for clause_start, clause_end in sentences:
            for match in rule.pattern.finditer(tokens.graphs, clause_start, clause_end):
                start, end = _begin(tokens, match), _trim(tokens, match)
                marker = _marker(match)
                if any(taken[marker[0] : marker[1]]) or not tokens.heard(*marker):
                    continue
                taken[start:end] = b"\1" * (end - start)
                found.append(_claim(tokens, rule, match, start, end, speaker))
    return sorted(found)


def _claim(tokens: NoteTokens, rule: ClaimRule, match: re.Match[str], start: int, end: int, speaker: str) -> FoundClaim:
    groups = match.groupdict()
    holder = speaker if rule.holder == "speaker" else _OTHERS if rule.holder == "others" else rule.holder
    if rule.holder == "named":
        holder = _person(groups["holder"])
    ground = match.span("ground") if groups.get("ground") else None
    if ground is not None:
        ground = (ground[0], min(ground[1], end))
        ground = ground if ground[0] < ground[1] else None
    return FoundClaim(
        start=start, end=end, holder=holder, stance=rule.stance, about=rule.about, rule=rule.id, ground=ground
    )


def _person(name: str) -> str:
    """The headword of somebody who is named: under a name by which commentators call each other, or in the lexicon."""
    known = (form.concept for form in load_lexicon().forms.get(name, ()) if form.type == "person")
    return load_called().get(name) or next(known, name)


def _sentences(tokens: NoteTokens) -> Iterator[tuple[int, int]]:
    """Sentences of a note: between strong gaps."""
    begin = 0
    for place in range(1, len(tokens.graphs) + 1):
        if tokens.gaps[place] == STRONG:
            yield begin, place
            begin = place


def _marker(match: re.Match[str]) -> tuple[int, int]:
    """The words of a match that are neither what is held nor why."""
    groups = match.re.groupindex
    spans = sorted(match.span(name) for name in ("what", "ground") if name in groups and match.span(name)[0] >= 0)
    place = match.start()
    for begin, end in spans:
        if begin > place:
            return place, begin
        place = max(place, end)
    return (place, match.end()) if place < match.end() else match.span()


def _begin(tokens: NoteTokens, match: re.Match[str]) -> int:
    """Where a claim begins: a few words (省文) are told with the clause in which they stand."""
    if match.end() - match.start() >= _LEAST + 2:
        return match.start()
    begin = tokens.back(match.start())
    return begin if match.start() - begin <= _CLAUSE and tokens.heard(begin, match.start()) else match.start()


def _trim(tokens: NoteTokens, match: re.Match[str]) -> int:
    """Where a claim ends: at the next gap behind its last fixed word, at the latest where the pattern does."""
    groups = match.re.groupindex
    last = max(
        (match.start(name) for name in ("what", "ground") if name in groups and match.end(name) == match.end()),
        default=-1,
    )
    if last < 0:
        return match.end()
    place = last + 1
    while place < match.end() and tokens.gaps[place] < (WEAK if place - last >= _SHORTEST else STRONG):
        place += 1
    return place
