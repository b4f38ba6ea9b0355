"""What may be a gloss of one who argues though no formula is sure of it: 云如初儀者如賓長三獻之儀, 卒聘 | 倉猝而聘.

He repeats, cites and reasons, and of what stands behind his words little tells a meaning from the next step of an argument.
Rules (`extraction/rules/notes/proposals.yaml`) propose, and so do formulas for which something is doubtful; the signs of a
proposal say how sure it is. One that is hardly ever right is left out altogether.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from pydantic import Field

from yili_kg.annotation.notes.ends import before_the_next, cut_meaning
from yili_kg.annotation.notes.formulas import GlossExample
from yili_kg.annotation.notes.glosses import find_glosses
from yili_kg.annotation.notes.phrases import turn, without_finals, words
from yili_kg.annotation.notes.statements import FoundGloss, Unreadable
from yili_kg.annotation.notes.tokens import STRONG, WEAK, NoteTokens
from yili_kg.data import data_folder
from yili_kg.models.quick import replace
from yili_kg.tables.layers import layers
from yili_kg.tables.rulebook import Filled, FoldedPattern, Rule, read_rules

__all__ = [
    "AS_IN_A_NOTE",
    "DOUBTED",
    "LABELLED",
    "Proposal",
    "glosses_proposed",
    "load_proposals",
    "proposed_rules",
    "read_proposals",
]

#: The name of the rule of a gloss that a formula finds and something speaks against.
DOUBTED = "gloss-doubted"
#: The name of the rule of a gloss of a later commentator that would be one if his words were an old note.
AS_IN_A_NOTE = "gloss-as-in-a-note"
#: The name of the rule of a gloss that only the graphs around its words tell (`labelled`).
LABELLED = "gloss-as-labelled"
# Numbers of graphs.
#: The shortest statement: a term, a word between, and a meaning.
_SHORTEST = 3
#: A meaning longer than this can end in a word that takes it up (是也).
_TAKEN_UP = 2


class Proposal(Rule):
    """What may be a gloss by its words; the tests are made from its examples."""

    formula: Filled = Field(description="the formula that stands in the records")
    pattern: FoldedPattern = Field(description="regular expression on folded graphs with the groups term and meaning")
    longest: tuple[int, int] = Field(description="longest term and longest meaning, in graphs")
    known: bool = Field(default=False, description="the term is the longest word of the text, and begins a sentence")
    later: bool = Field(default=False, description="only later comments and essays are read so")
    match: tuple[GlossExample, ...] = Field(min_length=1, description="comments with the glosses that they may hold")
    avoid: tuple[GlossExample, ...] = Field(min_length=1, description="comments in which the rule proposes nothing")


def read_proposals(path: Path) -> tuple[Proposal, ...]:
    """The rules of a file; raises DataError for a broken one."""
    return read_rules(path, Proposal)


@cache
def load_proposals() -> tuple[Proposal, ...]:
    """The rules that come with yili-kg, in the order in which they are asked."""
    return read_proposals(data_folder("extraction") / "rules" / "notes" / "proposals.yaml")


@cache
def proposed_rules() -> frozenset[str]:
    """The names of the rules whose glosses only their signs make sure."""
    return frozenset((DOUBTED, AS_IN_A_NOTE, LABELLED, *(rule.id for rule in load_proposals())))


def glosses_proposed(
    tokens: NoteTokens,
    found: Sequence[FoundGloss],
    reports: Sequence[tuple[int, int]],
    lost: Sequence[Unreadable] = (),
) -> list[FoundGloss]:
    """What may be glosses where nothing was `found` and no reading is reported: what was `lost` for a doubt, and more."""
    if tokens.layer not in layers().reason:
        return []
    taken = bytearray(len(tokens.graphs))
    for start, end in (*((g.start, g.end) for g in found), *reports):
        taken[start:end] = b"\1" * (end - start)
    doubted = (replace(g, rule=DOUBTED) for row in lost if (g := row.doubted) is not None and _is_term(tokens, g))
    made: list[FoundGloss] = []
    for gloss in (*doubted, *_by_rules(tokens), *_as_in_notes(tokens, reports)):
        if not any(taken[gloss.start : gloss.end]):
            made.append(gloss)
            taken[gloss.start : gloss.end] = b"\1" * (gloss.end - gloss.start)
    return made


def _as_in_notes(tokens: NoteTokens, reports: Sequence[tuple[int, int]]) -> Iterator[FoundGloss]:
    """What an old note of the same words would gloss, word after word where no break parts them: 老人句僂貌 | 疆竟也."""
    if tokens.layer not in layers().free or tokens.punctuated:
        return
    note = replace(tokens, layer=layers().named("note"), texts=[])
    for gloss in find_glosses(note, reports)[0]:
        if _is_term(tokens, gloss) and tokens.in_base(tokens.graphs[slice(*gloss.term)]):
            yield replace(gloss, rule=AS_IN_A_NOTE)


def _is_term(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    """Whether nobody begins to speak within a term (注云)."""
    return words("saying").isdisjoint(tokens.graphs[slice(*gloss.term)])


def _by_rules(tokens: NoteTokens) -> Iterator[FoundGloss]:
    """What is proposed where something begins, and behind words with which one repeats: by the first rule that fits."""
    free = tokens.layer in layers().free
    rules = [rule for rule in load_proposals() if free or not rule.later]
    repeated = (match.end() for match in turn("repeats-words").finditer(tokens.graphs))
    for place in sorted({0, *tokens.breaks, *repeated}):
        end = tokens.ahead(place) if place < len(tokens.graphs) else place
        if end - place >= _SHORTEST:
            glosses = (_proposed(tokens, rule, place, end) for rule in rules)
            yield from ([first] if (first := next(filter(None, glosses), None)) is not None else [])


def _proposed(tokens: NoteTokens, rule: Proposal, place: int, end: int) -> FoundGloss | None:
    """The gloss that a rule proposes of the words from a place to the end of their sentence."""
    match = rule.pattern.match(tokens.graphs, place, min(end, place + sum(rule.longest) + _SHORTEST))
    if match is None:
        return None
    start, stop, begin = *match.span("term"), match.start("meaning")
    if rule.known:
        stop, begin = _known_word(tokens, start, min(begin - 1, start + rule.longest[0]))
    if not start < stop <= start + rule.longest[0] or turn("no-term-proposed").search(tokens.graphs[start:stop]):
        return None
    last, end = _meaning(tokens, begin, tokens.graphs[start:stop])
    if not begin < last <= begin + rule.longest[1] or not tokens.heard(begin, last) or tokens.repeats(start, last):
        return None
    if turn("doubtful-meaning").search(tokens.graphs[begin:last]):
        return None
    return FoundGloss(
        start=start, end=end, term=(start, stop), definition=(begin, last), formula=rule.formula, rule=rule.id
    )


def _known_word(tokens: NoteTokens, start: int, most: int) -> tuple[int, int]:
    """Where the longest word of the text ends with which a sentence begins, and where its meaning begins."""
    if tokens.gaps[start] != STRONG:
        return start, start
    stop = next((end for end in range(most, start, -1) if tokens.in_base(tokens.graphs[start:end])), start)
    return stop, stop + (tokens.graphs[stop] in words("topic"))


def _meaning(tokens: NoteTokens, begin: int, term: str) -> tuple[int, int]:
    """Where the meaning of a term that begins at graph `begin` ends, and where its statement does."""
    end = cut_meaning(tokens, begin, tokens.ahead(begin, WEAK), term)
    last = without_finals(tokens.graphs, begin, end)
    if last == end:
        last = end = before_the_next(tokens, begin, end)
    if last - begin > _TAKEN_UP and tokens.graphs[last - 1] in words("pointing-back"):
        last -= 1
    return last, end
