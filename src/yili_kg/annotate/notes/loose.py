"""Readings without a tradition: 繅或為璪, 四當為三, 闑本又作槷. The word of the text stands right before the report."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from yili_kg.annotate.notes.found import FoundReading
from yili_kg.annotate.notes.strip import Strip
from yili_kg.annotate.notes.variants import ReadingRule, load_reading_rules

__all__ = ["GROUND", "glossed_before", "loose_readings"]

#: Why a reading is thought wrong.
GROUND = re.compile("(?:此)?(?:字|聲)之誤(?:也|爾|與)?|字相似")
#: 當為進禨之禨: the word in a phrase in which it recurs.
_PHRASE = re.compile("(?=.{0,3}?(?P<heard>.).{0,3}之(?P=heard)).{1,7}?之(?P<word>(?P=heard))")
_LEAD = re.compile("^(?:此|讀|又|今|凡|其|云|杜子春讀?|玄謂|鄭司農云|司農云|或曰)+")
#: What follows where a report is over though no break shows it.
_OVER = re.compile(".{1,2}(?:或|亦|讀|當)[為作]|古[書文]|玄謂")
#: How far back, in graphs, a report may stand that another goes on with.
_NEAR = 8


def loose_readings(
    strip: Strip, reported: Sequence[FoundReading], glossed: list[tuple[int, str]]
) -> Iterator[FoundReading]:
    """The readings of a note that name no tradition; `reported` are those that do, `glossed` as in `find_readings`."""
    taken = {i for r in reported for i in range(r.start, r.end)}
    before = list(reported)
    for rule in load_reading_rules():
        if rule.kind == "tradition":
            continue
        for match in rule.pattern.finditer(strip.graphs):
            if match.start() in taken or not strip.heard(*match.span()):
                continue
            found = (
                _copy(strip, rule, match)
                if rule.tradition == "一本"
                else _loose(strip, rule, match, taken, before, glossed)
            )
            if found is not None and found.base != strip.graphs[found.end - 1]:
                taken.update(range(match.start(), found.end))
                before.append(found)
                yield found


def _copy(strip: Strip, rule: ReadingRule, match: re.Match[str]) -> FoundReading | None:
    """橧本又作增: the graph before is the word, if the text or the note has it."""
    at = match.start() - 1
    word = strip.graphs[at] if at >= 0 else ""
    if not word or not (strip.in_base(word) or strip.graphs.count(word) > 1):
        return None
    end = match.end("variant")
    return FoundReading(at, end, word, strip.words(end - 1, end), rule.tradition, rule.id, base_at=at)


def _loose(
    strip: Strip,
    rule: ReadingRule,
    match: re.Match[str],
    taken: set[int],
    before: Sequence[FoundReading],
    glossed: list[tuple[int, str]],
) -> FoundReading | None:
    at, end = match.span("variant")
    phrase = _PHRASE.match(strip.graphs, at)
    if phrase:
        at, end = phrase.span("word")
    begin = strip.back(max(0, match.start() - 1)) if match.start() else 0
    begin = max([begin, *(i + 1 for i in range(begin, match.start()) if i in taken)])
    lead = _LEAD.match(strip.graphs[begin : match.start()])
    begin += lead.end() if lead else 0
    words = strip.graphs[begin : match.start()]
    base, place = "", None
    if not words:
        # 故書渳為攝, 杜子春云當為渳: the word just reported is corrected.
        report = next((r for r in reversed(before) if 0 <= match.start() - r.end <= _NEAR), None)
        if report is not None:
            base, place = strip.graphs[report.end - 1], report.end - 1
        elif match.start() > 0:
            base = glossed_before(strip, match.start(), glossed, strip.graphs[at])
    elif (strip.in_base(words) and len(words) <= 4) or len(words) <= 2:
        base, place = words, begin
    ends = (
        strip.at_break(end)
        or strip.graphs[end : end + 1] in (strip.graphs[at], "也")
        or bool(GROUND.match(strip.graphs, end) or _OVER.match(strip.graphs, end))
    )
    # 或為 may also mean: or is; 或作 only speaks of graphs.
    if not base or not (ends or (strip.graphs[at - 1] == "作" and strip.in_base(base))):
        return None
    start = begin if words else match.start()
    tradition = match.groupdict().get("title") or rule.tradition
    return FoundReading(start, end, base, strip.words(at, end), tradition, rule.id, base_at=place)


def glossed_before(strip: Strip, place: int, glossed: list[tuple[int, str]], variant: str) -> str:
    """The word glossed last before a place that the text has and that is not the variant itself."""
    for end, word in reversed(glossed):
        if end <= place and word != variant and strip.in_base(word):
            return word
    return ""
