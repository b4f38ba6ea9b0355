"""Readings without a tradition: 繅或為璪, 四當為三, 闑本又作槷. The word of the text stands right before the report."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from yili_kg.annotation.notes.glossed import Glossed
from yili_kg.annotation.notes.phrases import turn, words
from yili_kg.annotation.notes.statements import FoundReading
from yili_kg.annotation.notes.tokens import STRONG, NoteTokens
from yili_kg.annotation.notes.variants import ReadingRule, reports

__all__ = ["untitled_readings"]

# Numbers of graphs.
#: How far back a report may stand that another goes on with.
_NEAR = 8
#: The longest word of the text before a report, and the longest that the text does not have.
_KNOWN, _UNKNOWN = 4, 2
#: Longer words before a report are a sentence, whatever leads to them.
_SENTENCE = 40


def untitled_readings(tokens: NoteTokens, reported: Sequence[FoundReading], glossed: Glossed) -> Iterator[FoundReading]:
    """The readings of a note that name no tradition; `reported` are those that do, `glossed` the words that it glosses."""
    before = _Before(tokens, reported, glossed)
    for pattern, rule in reports().of(tokens.graphs):
        if rule.kind == "tradition":
            continue
        for match in pattern.finditer(tokens.graphs):
            if before.taken[match.start()] or not tokens.heard(*match.span()):
                continue
            found = _copy(tokens, rule, match) if rule.graph_before else _untitled(before, rule, match)
            if found is not None and tokens.differ(found.base, found.base_at, found.end - 1, found.end):
                before.add(found, match.start())
                yield found


class _Before:
    """What stands before a report: the words that other reports took, and the words glossed."""

    def __init__(self, tokens: NoteTokens, reported: Sequence[FoundReading], glossed: Glossed) -> None:
        self.tokens = tokens
        self.glossed = glossed
        self.taken = bytearray(len(tokens.graphs))
        #: The report found last of those that end at a place.
        self._ends: dict[int, tuple[int, FoundReading]] = {}
        self._number = 0
        for reading in reported:
            self.add(reading, reading.start)

    def add(self, found: FoundReading, start: int) -> None:
        """One more report, which takes the graphs from `start` on."""
        self.taken[start : found.end] = b"\1" * (found.end - start)
        self._number += 1
        self._ends[found.end] = (self._number, found)

    def report(self, place: int) -> FoundReading | None:
        """The report found last of those that end at `place` or a little before."""
        near = [self._ends[end] for end in range(max(0, place - _NEAR), place + 1) if end in self._ends]
        return max(near, key=lambda numbered: numbered[0])[1] if near else None

    def begin(self, place: int) -> int:
        """Where the words before `place` begin: behind the last break, other reports, and what leads to a report."""
        begin = self.tokens.back(max(0, place - 1)) if place else 0
        begin = max(begin, place - _SENTENCE, self.taken.rfind(1, begin, place) + 1)
        lead = turn("reading-lead").match(self.tokens.graphs, begin, place)
        return lead.end() if lead else begin


def _copy(tokens: NoteTokens, rule: ReadingRule, match: re.Match[str]) -> FoundReading | None:
    """橧本又作增: the graph before is the word, if the text or the note has it."""
    at = match.start() - 1
    word = tokens.graphs[at] if at >= 0 else ""
    # 以其實未仕也 | 本作宅: a particle that ends the sentence before is no word of the text.
    if tokens.gaps[match.start()] == STRONG and word in words("finals"):
        return None
    if not word or not (tokens.in_base(word) or tokens.has_twice(word)):
        return None
    end = match.end("variant")
    return FoundReading(
        start=at,
        end=end,
        base=word,
        variant=tokens.words(end - 1, end),
        tradition=rule.tradition,
        rule=rule.id,
        base_at=at,
    )


def _untitled(before: _Before, rule: ReadingRule, match: re.Match[str]) -> FoundReading | None:
    """繅或為璪, 四當為三: the words before are the word of the text."""
    tokens = before.tokens
    at, end = match.span("variant")
    phrase = turn("reading-in-a-phrase").match(tokens.graphs, at)
    if phrase:
        at, end = phrase.span("word")
    begin = before.begin(match.start())
    base, place = _word(before, begin, match.start(), tokens.graphs[at])
    # 或為 may also mean: or is; 或作 only speaks of graphs.
    # 緇字當作䊷: so does 字 before it.
    of_graphs = tokens.graphs[at - 1] in words("written") and (
        tokens.in_base(base) or match.group()[0] in words("called-graph")
    )
    if not base or not (of_graphs or _is_over(tokens, at, end)):
        return None
    return FoundReading(
        start=begin,
        end=end,
        base=base,
        variant=tokens.words(at, end),
        tradition=match.groupdict().get("title") or rule.tradition,
        rule=rule.id,
        base_at=place,
    )


def _word(before: _Before, begin: int, end: int, variant: str) -> tuple[str, int | None]:
    """The word of the text that a report at graph `end` means, and where the note has it; empty where none is clear."""
    tokens = before.tokens
    said = tokens.graphs[begin:end]
    if said:
        if _is_one_of_them(tokens, begin, end):
            return said[-1], end - 1
        known = len(said) <= _UNKNOWN or (len(said) <= _KNOWN and tokens.in_base(said))
        return (said, begin) if known else ("", None)
    report = before.report(end)
    if report is not None:  # 故書渳為攝, 杜子春云當為渳: the word just reported is corrected.
        return tokens.graphs[report.end - 1], report.end - 1
    return before.glossed.before(end, variant) if end else "", None


def _is_one_of_them(tokens: NoteTokens, begin: int, end: int) -> bool:
    """Whether the words `begin`–`end` before a report only lead to their last graph: 先見之先亦當作走, 此注緇字當作䊷."""
    if tokens.graphs[end : end + 1] in words("called-graph"):
        return tokens.in_base(tokens.graphs[end - 1]) or tokens.has_twice(tokens.graphs[end - 1])
    return turn("reading-one-of-them").search(tokens.graphs, begin, end) is not None


def _is_over(tokens: NoteTokens, at: int, end: int) -> bool:
    """Whether a report ends behind its variant at `at`–`end`: a break, 也, the variant taken up, a ground, a report."""
    if tokens.at_break(end) or tokens.graphs[end : end + 1] in (tokens.graphs[at], "也"):
        return True
    return bool(turn("reading-ground").match(tokens.graphs, end) or turn("reading-is-over").match(tokens.graphs, end))
