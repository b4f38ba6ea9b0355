"""What could be a mention: every word of the lexicon at every place, with what the rules say of it there.

The first pass takes the longest word and asks its rules; here all words are gathered that it could have taken, also
those inside, across and beside what it took, so that they can be weighed against one another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from yili_kg.annotation.matcher import Matcher
from yili_kg.annotation.spans import Found
from yili_kg.annotation.weighing.known import Known

__all__ = ["COMPOUND", "READ", "Candidate", "candidates"]

#: The status of a compound that the rules joined.
COMPOUND = "compound"
#: The status of a word that the lexicon does not have in this form, and that was read in the passage.
READ = "read"


class Candidate(NamedTuple):
    """A word at `start`–`end` of a folded text in one of its types.

    `status` is what the rules say: `plain` (the lexicon takes it everywhere), `open` (only where something speaks for
    it, and no rule speaks), `accepted` or `rejected` by `rule`, `compound`, `read`. `first`: the first pass took it.
    """

    start: int
    end: int
    type: str
    concept: str
    status: str
    rule: str
    first: bool


def candidates(
    matcher: Matcher, folded: str, layer: str, first: Sequence[Found], free: Iterable[tuple[int, int]], known: Known
) -> list[Candidate]:
    """All candidates in the stretches `free` of a folded text, in order; `first` is what the first pass took there."""
    taken = {(m.start, m.end, m.type): m for m in first}
    found: dict[tuple[int, int, str], Candidate] = {}
    for start, stop in free:
        for candidate in _words(matcher, folded, layer, start, stop, taken):
            found[candidate[:3]] = candidate
        for candidate in _read_here(folded, start, stop, known):
            found.setdefault(candidate[:3], candidate)
    for span, mention in taken.items():
        if span not in found:
            found[span] = Candidate(*span, mention.concept, COMPOUND, mention.rule, True)
    return sorted(found.values())


def _words(
    matcher: Matcher, folded: str, layer: str, start: int, stop: int, taken: dict[tuple[int, int, str], Found]
) -> Iterator[Candidate]:
    for at, end in matcher.words(folded, start, stop):
        for type_, concept, status, rule in matcher.senses(folded, at, end, layer):
            took = taken.get((at, end, type_))
            yield Candidate(at, end, type_, took.concept if took else concept, status, rule, took is not None)


def _read_here(folded: str, start: int, stop: int, known: Known) -> Iterator[Candidate]:
    """Words that readers found in the passage spoken of, wherever they stand in the comment on it."""
    for (word, type_), concept in known.words.items():
        at = folded.find(word, start, stop)
        while at >= 0:
            yield Candidate(at, at + len(word), type_, concept, READ, "", False)
            at = folded.find(word, at + 1, stop)
