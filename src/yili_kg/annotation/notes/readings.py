"""Readings that a note reports: 古文一作壹, 今文無奠, 繅或為璪, 四當為三.

A report names a tradition and then, once or several times, a word of the text with the other wording. Where the word is
not said (今文皆作揖) it is the one just glossed. What cannot be read is reported, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from yili_kg.annotation.notes.editions import edition_readings
from yili_kg.annotation.notes.glossed import Glossed
from yili_kg.annotation.notes.phrases import turn, without_finals, words
from yili_kg.annotation.notes.statements import FoundReading, Unreadable
from yili_kg.annotation.notes.tokens import NONE, STRONG, NoteTokens
from yili_kg.annotation.notes.untitled import untitled_readings
from yili_kg.annotation.notes.variants import ReadingRule, corrections, reports
from yili_kg.annotation.notes.wordings import MOST_HELD, Wordings
from yili_kg.models.quick import replace

__all__ = ["find_readings", "report_spans"]

#: The tradition of a report that says only that some read so.
OTHERS = "或"
# Numbers of graphs.
#: How near before 書亦或為 another report stands that it goes on with.
_NEAR = 14
#: How far behind 書 its variant may stand.
_REACH = 5
#: The longest words before 作 of which the last graph alone is meant where the text has none of them.
_PHRASE = 4
#: The longest words before 作 right behind the name of a tradition's next report.
_NEXT = 3
#: The longest words that a tradition lacks, and those of them that the text does not have.
_LACKING, _LACKING_UNKNOWN = 10, 4


@dataclass(frozen=True, slots=True)
class _Report:
    """What a tradition reports at graphs `begin`–`stop`.

    `start` is where the name of the tradition begins, or `begin` where another report of it stands between; `last` is
    the word of the report right before it.
    """

    tokens: NoteTokens
    rule: ReadingRule
    start: int
    begin: int
    stop: int
    last: str
    glossed: Glossed
    wordings: Wordings

    @property
    def named(self) -> bool:
        """Whether the name of the tradition stands right before it."""
        return self.start < self.begin

    def match(self, name: str) -> re.Match[str] | None:
        """A turn of phrase at its beginning."""
        return turn(name).match(self.tokens.graphs, self.begin, self.stop)

    def reading(
        self,
        end: int,
        *,
        base: str,
        variant: str,
        start: int | None = None,
        tradition: str = "",
        base_at: int | None = None,
    ) -> FoundReading:
        """The reading that it reports, from its beginning to graph `end`."""
        return FoundReading(
            start=self.start if start is None else start,
            end=end,
            base=base,
            variant=variant,
            tradition=tradition or self.rule.tradition,
            rule=self.rule.id,
            base_at=base_at,
        )


def find_readings(
    tokens: NoteTokens, glossed: Sequence[tuple[int, str]]
) -> tuple[list[FoundReading], list[Unreadable]]:
    """The readings of a note in order, and the traditions named in it that give none.

    `glossed` are the places at which glosses end, with the word glossed, in order.
    """
    found: list[FoundReading] = []
    unread: list[Unreadable] = []
    glosses, wordings = Glossed(tokens, glossed), Wordings(tokens)
    marks = sorted(
        (
            (match.start(), match.end(), rule)
            for pattern, rule in reports().of(tokens.graphs)
            if rule.kind == "tradition"
            for match in pattern.finditer(tokens.graphs)
            if tokens.heard(match.start(), match.end())
        ),
        key=lambda mark: mark[:2],
    )
    for number, (at, end, rule) in enumerate(marks):
        limit = marks[number + 1][0] if number + 1 < len(marks) else len(tokens.graphs)
        last = found[-1].base if found and found[-1].end == at else ""
        if tokens.graphs[at:end] in words("copies"):
            last = _reported_before(tokens, found, at, end)
        report = _Report(tokens, rule, at, end, limit, last, glosses, wordings)
        read = list(_reported(report))
        found.extend(read)
        if not read:
            reason = (
                f"more than {MOST_HELD} wordings in one note to be held against the text; the rest was not tried"
                if wordings.stopped
                else "no wording of the text follows"
            )
            unread.append(Unreadable(start=at, end=end, rule=rule.id, reason=reason))
    found.extend(edition_readings(tokens, found))
    found.extend(untitled_readings(tokens, found, glosses))
    return sorted(_with_grounds(tokens, found)), sorted(unread)


def report_spans(tokens: NoteTokens) -> list[tuple[int, int]]:
    """Where a note reports readings, in graphs: no glosses are sought there."""
    found, _ = find_readings(tokens, [(0, b.graphs[:1]) for b in tokens.base[:1]])
    return [(r.start, r.ground[1] if r.ground else r.end) for r in found]


def _reported_before(tokens: NoteTokens, found: Sequence[FoundReading], at: int, end: int) -> str:
    """書亦或為造: other old copies, of the word just reported; of its variant where they have the word of the text."""
    if not found or at - found[-1].end > _NEAR:
        return ""
    other = turn("reading-of-copies").match(tokens.graphs, end, end + _REACH)
    variant = other["variant"] if other else ""
    return found[-1].base if found[-1].base != variant else tokens.graphs[found[-1].end - 1]


def _with_grounds(tokens: NoteTokens, found: list[FoundReading]) -> Iterator[FoundReading]:
    for reading in found:
        ground = turn("reading-ground").match(tokens.graphs, reading.end)
        wrong = turn("reading-is-wrong").match(tokens.graphs, reading.end)
        if wrong and reading.rule not in corrections():
            said = (reading.end, wrong.start("wrong")) if wrong.start("wrong") > reading.end else None
            reading = replace(reading, decision="rejects", ground=said)
        yield replace(reading, ground=ground.span()) if ground else reading


def _reported(report: _Report) -> Iterator[FoundReading]:
    """The readings that follow the name of a tradition: several, as long as words of the text come with a wording."""
    tokens, limit, first = report.tokens, report.stop, report.begin
    start, place, last = report.start, report.begin, report.last
    while place < limit:
        stop = min(tokens.ahead(place, STRONG), limit)
        here = replace(report, start=start, begin=place, stop=stop, last=last)
        read = _one(here)
        if read is None and stop < limit and place > first:
            read = _one(replace(here, stop=limit))
        if read is None:
            return
        yield read
        last, start, place = read.base, read.end, read.end
        if place < limit and tokens.gaps[place] == STRONG and not _goes_on(tokens, place, limit):
            return


def _goes_on(tokens: NoteTokens, place: int, limit: int) -> bool:
    """Whether a tradition's next report follows behind a break that no punctuation shows."""
    return not tokens.punctuated and turn("reading-goes-on").match(tokens.graphs, place, limit) is not None


def _one(report: _Report) -> FoundReading | None:
    """The one reading that begins here, if any."""
    item, lack, says = report.match("reading-item"), report.match("reading-lack"), report.match("reading-says")
    if says and _is_wording(report, says, item, lack):
        return _wording(report, says)
    twice = report.match("reading-twice")
    if twice and report.tokens.in_base(twice["base"]):
        return report.reading(twice.end(), base=twice["base"], variant=twice["base"] * 2)
    if lack and _is_lack(report, lack, item):
        return _lacking(report, lack.start("base"))
    return _other(report, item) if item else None


def _is_wording(report: _Report, says: re.Match[str], item: re.Match[str] | None, lack: re.Match[str] | None) -> bool:
    """Whether a whole wording follows 曰, which may itself be the word of the text (曰作爰)."""
    if item and (item.end() <= says.end() or (item.start("base") == report.begin and item["base"] in words("says"))):
        return False
    return not (lack and lack.end() <= says.end())


def _is_lack(report: _Report, lack: re.Match[str], item: re.Match[str] | None) -> bool:
    """Whether the tradition lacks words: 今文無奠, and not a word before 無 with another wording."""
    if report.named:
        return item is None or lack.start("base") < item.start("verb")
    return not lack["where"] and report.tokens.in_base(lack["base"])


def _other(report: _Report, item: re.Match[str]) -> FoundReading | None:
    """X作Y; where X is not said it is the word of the report before, or the word glossed last."""
    tokens, at = report.tokens, item.start("variant")
    base = _known(report, item) if item["base"] else _unsaid(report, tokens.graphs[at])
    if not base:
        return None
    end = at + _width(tokens, at, report.stop, len(base))
    if end - at > 1 and tokens.graphs[end - 1] in words("denying"):
        end -= 1
    base_at = item.end("base") - len(base) if item["base"] else None
    if not tokens.differ(base, base_at, at, end):
        return None
    variant = tokens.words(at, end)
    if not report.named and turn("reading-of-others").search(item["how"] + item.group()[:2]):
        return report.reading(end, base=base, variant=variant, start=report.begin, tradition=OTHERS)
    return report.reading(end, base=base, variant=variant, base_at=base_at)


def _unsaid(report: _Report, variant: str) -> str:
    """The word of the text that a report without one means; empty where none is clear."""
    tokens, start = report.tokens, report.start
    if report.last:
        return report.last
    # 銘 | 今書或作名: the word stands alone before the tradition.
    if start > 0 and tokens.back(start - 1) == start - 1 and tokens.in_base(tokens.graphs[start - 1]):
        return tokens.graphs[start - 1]
    return "" if tokens.graphs[start : report.begin] in words("copies") else report.glossed.before(start, variant)


def _known(report: _Report, item: re.Match[str]) -> str:
    """The word of the text that stands before 作: the longest end of the words there that the text has."""
    said = item["base"]
    base = next((said[n:] for n in range(len(said)) if report.tokens.in_base(said[n:])), "")
    if not base:
        # Right behind the name of the tradition the word is told even where the text explained has it not.
        if not report.named or (len(said) > _PHRASE and not turn("reading-of-all").search(item["how"])):
            return ""
        return said if len(said) <= _PHRASE else said[-1]
    return base if report.named or (base == said and len(said) <= _NEXT) else ""


def _width(tokens: NoteTokens, at: int, stop: int, length: int) -> int:
    """How many graphs a variant has: up to the next gap if that is near, else as many as the word of the text."""
    for width in range(1, min(length + 2, stop - at) + 1):
        place = at + width
        # 朱緫為䌆 | 鷖或作繄: the next report begins.
        next_report = width < length and turn("reading-next-report").match(tokens.graphs, place)
        if next_report and tokens.in_base(tokens.graphs[place]):
            return width
        if place == stop or tokens.gaps[place] > NONE:
            bare = without_finals(tokens.graphs, at, place) - at
            return bare or width
    return max(1, min(length, stop - at))


def _lacking(report: _Report, at: int) -> FoundReading | None:
    """無X: the words up to the next gap, as far as the text has them."""
    tokens = report.tokens
    for end in range(min(report.stop, at + _LACKING), at, -1):
        if tokens.in_base(tokens.graphs[at:end]):
            return report.reading(end, base=tokens.graphs[at:end], variant="")
    end = tokens.ahead(at, STRONG)
    return report.reading(end, base=tokens.graphs[at:end], variant="") if end - at <= _LACKING_UNKNOWN else None


def _wording(report: _Report, says: re.Match[str]) -> FoundReading | None:
    """曰 with a whole wording: the words of the text that are most like it; or 酢曰酌, for the word before 曰."""
    tokens, at, where = report.tokens, says.end(), says["where"]
    last = report.wordings.end(at, report.stop)
    wording = tokens.graphs[at:last]
    lack = turn("reading-wording-lacks").search(wording)
    if lack and tokens.in_base(lack["base"]) and not tokens.in_base(lack.group()):
        return report.reading(last, base=lack["base"], variant="")
    if where and tokens.in_base(where) and len(wording) <= len(where) + 1:
        return report.reading(last, base=where, variant=tokens.words(at, last))
    best = report.wordings.like(wording)
    return report.reading(last, base=best, variant=tokens.words(at, last)) if best and best != wording else None
