"""What could be a mention: every word of the lexicon at every place, with what the rules say of it there.

The first pass takes the longest word and asks its rules; here all words are gathered that it could have taken, also
those inside, across and beside what it took, and their rivals, so that they can be weighed against one another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from yili_kg.annotation.matcher import Matcher
from yili_kg.annotation.rivals import Rival
from yili_kg.annotation.spans import Found
from yili_kg.annotation.weighing.known import Known

__all__ = ["COMPOUND", "READ", "RIVAL", "Candidate", "candidates"]

#: The status of a compound that the rules joined.
COMPOUND = "compound"
#: The status of a word that the lexicon does not have in this form, and that was read in the passage.
READ = "read"
#: The status of what claims its graphs and is no mention; its type is empty, its concept the kind of the rival.
RIVAL = "rival"


#: A candidate of a tuple, without a call of its own.
_made = tuple.__new__


class Candidate(NamedTuple):
    """A word at `start`–`end` of a folded text in one of its types.

    `status` is what the rules say: `plain` (the lexicon takes it everywhere), `open` (only where something speaks for
    it, and no rule speaks), `accepted` or `rejected` by `rule`, `compound`, `read`, `rival`. `first`: the first pass took
    it.
    """

    start: int
    end: int
    type: str
    concept: str
    status: str
    rule: str
    first: bool


def candidates(
    matcher: Matcher,
    folded: str,
    layer: str,
    first: Sequence[Found],
    free: Sequence[tuple[int, int]],
    known: Known,
    rivals: Iterable[Rival] = (),
) -> list[Candidate]:
    """All candidates in the stretches `free` of a folded text, in order; `first` is what the first pass took there."""
    left = {(m.start, m.end, m.type): m for m in first}
    begun = {m.start for m in first}
    here = [(word, type_, concept) for (word, type_), concept in known.words.items() if word in folded]
    found: list[Candidate] = []
    read: dict[tuple[int, int, str], Candidate] = {}
    for start, stop in free:
        for at, end, senses in matcher.senses_between(folded, start, stop, layer):
            for type_, concept, status, rule in senses:
                took = left.pop((at, end, type_), None) if at in begun else None
                concept = took.concept if took else concept
                found.append(_made(Candidate, (at, end, type_, concept, status, rule, took is not None)))
        read.update((candidate[:3], candidate) for candidate in _read_here(folded, start, stop, here))
    more = {span: Candidate(*span, m.concept, COMPOUND, m.rule, True) for span, m in left.items()} | read
    if read:
        for candidate in found:
            more.pop(candidate[:3], None)
    return sorted([*found, *more.values(), *_claims(rivals, free)])


def _claims(rivals: Iterable[Rival], free: Sequence[tuple[int, int]]) -> Iterator[Candidate]:
    """The rivals that lie in one of the stretches; both are in order."""
    stretch = 0
    for start, end, kind, rule in rivals:
        while stretch < len(free) and free[stretch][1] <= start:
            stretch += 1
        if stretch < len(free) and free[stretch][0] <= start and end <= free[stretch][1]:
            yield Candidate(start, end, "", kind, RIVAL, rule, False)


def _read_here(folded: str, start: int, stop: int, known: Iterable[tuple[str, str, str]]) -> Iterator[Candidate]:
    """Words that readers found in the passage spoken of, wherever they stand in the comment on it."""
    for word, type_, concept in known:
        at = folded.find(word, start, stop)
        while at >= 0:
            yield Candidate(at, at + len(word), type_, concept, READ, "", False)
            at = folded.find(word, at + 1, stop)
