"""Readings that a note reports: 古文一作壹, 今文無奠, 繅或為璪, 四當為三.

A report names a tradition and then, once or several times, a word of the text with the other wording. Where the word is
not said (今文皆作揖) it is the one just glossed. What cannot be read is reported, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from yili_kg.annotate.notes.found import FINAL, FoundReading, Unreadable
from yili_kg.annotate.notes.loose import GROUND, glossed_before, loose_readings
from yili_kg.annotate.notes.strip import NONE, STRONG, Strip
from yili_kg.annotate.notes.variants import ReadingRule, load_reading_rules

__all__ = ["find_readings", "report_spans"]

_ITEM = re.compile(
    "(?:又|亦|皆|或|悉|唯|獨|改)*(?P<base>.{0,10}?)(?P<how>(?:[字皆亦或悉又後俱])*)(?P<verb>[作為])(?P<variant>.)"
)
_LACK = re.compile("(?:又|亦|皆|或)*(?P<where>.{0,8}?)(?:皆|或|亦)*(?:無|不言)(?P<base>.)")
_SAYS = re.compile("(?:又|亦|皆|或|唯)*(?P<where>.{0,2}?)[曰云]")
_TWICE = re.compile("重(?P<base>.)")
#: 今文豫為序, 序乃夏后氏之學, 亦非也: the reading is said to be wrong.
_WRONG = re.compile("(?:(?!古文|今文|故書|也).){0,12}?(?P<wrong>亦?非(?:也|$))")
#: How many graphs the wording after 曰 may have where nothing shows its end.
_LONGEST = 14
#: How like the words of the text must be to those after 曰 (0 to 100).
_ALIKE = 45


def find_readings(strip: Strip, glossed: list[tuple[int, str]]) -> tuple[list[FoundReading], list[Unreadable]]:
    """The readings of a note in order, and the traditions named in it that give none.

    `glossed` are the places at which glosses end, with the word glossed, in order.
    """
    found: list[FoundReading] = []
    unread: list[Unreadable] = []
    marks = sorted(
        (m.start(), m.end(), rule)
        for rule in load_reading_rules()
        if rule.kind == "tradition"
        for m in rule.pattern.finditer(strip.graphs)
        if strip.heard(m.start(), m.end())
    )
    for number, (at, end, rule) in enumerate(marks):
        following = marks[number + 1][0] if number + 1 < len(marks) else len(strip.graphs)
        last = found[-1].base if found and found[-1].end == at else ""
        if strip.graphs[at:end] == "書":
            last = _reported_before(strip, found, at, end)
        read = list(_reported(strip, rule, at, end, following, last, glossed))
        found.extend(read)
        if not read:
            unread.append(Unreadable(at, end, rule.id, "no wording of the text follows"))
    found.extend(loose_readings(strip, found, glossed))
    return sorted(_with_grounds(strip, found)), sorted(unread)


def _reported_before(strip: Strip, found: Sequence[FoundReading], at: int, end: int) -> str:
    """書亦或為造: other old copies, of the word just reported; of its variant where they have the word of the text."""
    if not found or at - found[-1].end > _LONGEST:
        return ""
    variant = strip.graphs[end : end + 5].rpartition("為")[2][:1] or strip.graphs[end : end + 5].rpartition("作")[2][:1]
    return found[-1].base if found[-1].base != variant else strip.graphs[found[-1].end - 1]


def report_spans(strip: Strip) -> list[tuple[int, int]]:
    """Where a note reports readings, in graphs: no glosses are sought there."""
    found, _ = find_readings(strip, [(0, b.graphs[:1]) for b in strip.base[:1]])
    return [(r.start, r.ground[1] if r.ground else r.end) for r in found]


def _with_grounds(strip: Strip, found: list[FoundReading]) -> Iterator[FoundReading]:
    for reading in found:
        ground, wrong = GROUND.match(strip.graphs, reading.end), _WRONG.match(strip.graphs, reading.end)
        if wrong and reading.tradition != "當為":
            said = (reading.end, wrong.start("wrong")) if wrong.start("wrong") > reading.end else None
            reading = replace(reading, decision="rejects", ground=said)
        yield replace(reading, ground=ground.span()) if ground else reading


def _reported(
    strip: Strip,
    rule: ReadingRule,
    at: int,
    begin: int,
    limit: int,
    base: str,
    glossed: list[tuple[int, str]],
) -> Iterator[FoundReading]:
    """The readings that follow the name of a tradition: several, as long as words of the text come with a wording.

    `base` is the word of another report right before this one.
    """
    start, place = at, begin
    while place < limit:
        stop = _sentence(strip, place, limit)
        read = _one(strip, rule, start, place, stop, base, glossed)
        if read is None and stop < limit and place > begin:
            read = _one(strip, rule, start, place, limit, base, glossed)
        if read is None:
            return
        yield read
        base, place = read.base, read.end
        start = place
        if place < limit and strip.gaps[place] == STRONG and not _goes_on(strip, place, limit):
            return


def _goes_on(strip: Strip, place: int, limit: int) -> bool:
    return bool(re.match("又[曰云作無]|.{0,3}[皆或亦]*[作為].", strip.graphs[place:limit])) and not strip.punctuated


def _sentence(strip: Strip, begin: int, limit: int) -> int:
    place = begin + 1
    while place < limit and strip.gaps[place] < STRONG:
        place += 1
    return min(place, limit)


def _one(
    strip: Strip,
    rule: ReadingRule,
    start: int,
    begin: int,
    stop: int,
    last: str,
    glossed: list[tuple[int, str]],
) -> FoundReading | None:
    """The one reading that begins at `begin`, if any."""
    words = strip.graphs[begin:stop]
    says, lack = _SAYS.match(words), _LACK.match(words)
    item = _ITEM.match(words)
    named = item is not None and words.startswith("曰") and item.group("base") == "曰"
    if says and not named and not (item and item.end() <= says.end()) and not (lack and lack.end() <= says.end()):
        return _wording(strip, rule, start, begin + says.end(), stop, says.group("where"))
    twice = _TWICE.match(words)
    if twice and strip.in_base(twice.group("base")):
        word = twice.group("base")
        return FoundReading(start, begin + twice.end(), word, word * 2, rule.tradition, rule.id)
    first = start == begin
    if lack and (item is None or lack.start("base") < item.start("verb")) and not first:
        return _lacking(strip, rule, start, begin + lack.start("base"), stop)
    if lack and first and not lack.group("where") and strip.in_base(lack.group("base")):
        return _lacking(strip, rule, start, begin + lack.start("base"), stop)
    if item is None:
        return None
    return _other(strip, rule, start, begin, stop, item, last, glossed)


def _other(
    strip: Strip,
    rule: ReadingRule,
    start: int,
    begin: int,
    stop: int,
    item: re.Match[str],
    last: str,
    glossed: list[tuple[int, str]],
) -> FoundReading | None:
    """X作Y; where X is not said it is the word of the report before, or the word glossed last."""
    words = item.group("base")
    base = _known_end(strip, words)
    at = begin + item.start("variant")
    first = start != begin
    if not words:
        # 銘 | 今書或作名: the word stands alone before the tradition.
        alone = start > 0 and strip.back(start - 1) == start - 1 and strip.in_base(strip.graphs[start - 1])
        base = last or (strip.graphs[start - 1] if alone else "")
        if not base and strip.graphs[start:begin] != "書":
            base = glossed_before(strip, start, glossed, strip.graphs[at])
    elif not base:
        if not first or (len(words) > 4 and "皆" not in item.group("how")):
            return None
        base = words if len(words) <= 4 else words[-1]
    elif not first and (base != words or len(words) > 3):
        return None
    if not base:
        return None
    end = at + _width(strip, at, stop, len(base))
    if end - at > 1 and strip.graphs[end - 1] == "非":
        end -= 1
    variant = strip.words(at, end)
    if strip.graphs[at:end] == base:
        return None
    if not first and "或" in item.group("how") + item.group()[:2] and rule.kind == "tradition":
        return FoundReading(begin, end, base, variant, "或", rule.id)
    at_base = begin + item.end("base") - len(base) if words else None
    return FoundReading(start, end, base, variant, rule.tradition, rule.id, base_at=at_base)


def _known_end(strip: Strip, words: str) -> str:
    """The longest end of some words that the text explained has."""
    return next((words[n:] for n in range(len(words)) if strip.in_base(words[n:])), "")


def _width(strip: Strip, at: int, stop: int, length: int) -> int:
    """How many graphs a variant has: up to the next gap if that is near, else as many as the word of the text."""
    for width in range(1, min(length + 2, stop - at) + 1):
        place = at + width
        # 朱緫為䌆 | 鷖或作繄: the next report begins.
        if width < length and re.match(".[皆或亦]*[為作]", strip.graphs[place:]) and strip.in_base(strip.graphs[place]):
            return width
        if place == stop or strip.gaps[place] > NONE:
            tail = FINAL.search(strip.graphs[at:place])
            return tail.start() if tail and tail.start() else width
    return max(1, min(length, stop - at))


def _lacking(strip: Strip, rule: ReadingRule, start: int, at: int, stop: int) -> FoundReading | None:
    """無X: the words up to the next gap, as far as the text has them."""
    for end in range(min(stop, at + 10), at, -1):
        if strip.in_base(strip.graphs[at:end]):
            return FoundReading(start, end, strip.graphs[at:end], "", rule.tradition, rule.id)
    end = strip.ahead(at, STRONG)
    return FoundReading(start, end, strip.graphs[at:end], "", rule.tradition, rule.id) if end - at <= 4 else None


def _wording(strip: Strip, rule: ReadingRule, start: int, at: int, stop: int, where: str) -> FoundReading | None:
    """曰 with a whole wording: the words of the text that are most like it; or 酢曰酌, for the word `where`."""
    end = min(stop, at + _LONGEST) if not strip.punctuated else stop
    # The wording ends before another report, and where its last graph is taken up to be explained (明粢粢稷也).
    other = re.search("(?<=.)(?:或[為作])|(?P<again>.)(?=(?P=again))", strip.graphs[at:end])
    if other:
        end = at + (other.end() if other.group("again") else other.start())
    tail = FINAL.search(strip.graphs[at:end])
    last = at + tail.start() if tail and tail.start() else end
    words = strip.graphs[at:last]
    lack = re.search("無(.{1,4})$", words)
    if lack and strip.in_base(lack.group(1)) and not strip.in_base(lack.group()):
        return FoundReading(start, last, lack.group(1), "", rule.tradition, rule.id)
    if where and strip.in_base(where) and len(words) <= len(where) + 1:
        return FoundReading(start, last, where, strip.words(at, last), rule.tradition, rule.id)
    best = _most_like(words, strip.base[0].graphs) if strip.base and words else ""
    if not best or best == words:
        return None
    return FoundReading(start, last, best, strip.words(at, last), rule.tradition, rule.id)


def _most_like(words: str, text: str) -> str:
    """The stretch of a text that is most like some words, if any is like them enough."""
    best, score = "", float(_ALIKE) - 1
    for length in range(max(1, len(words) - 3), len(words) + 4):
        for begin in range(max(1, len(text) - length + 1)):
            stretch = text[begin : begin + length]
            like = 95.0 if sorted(stretch) == sorted(words) else fuzz.ratio(words, stretch)
            if length == len(words):
                like += 15  # a word for a word rather than a word more
            if stretch[:1] != words[:1] and stretch[-1:] != words[-1:]:
                like -= 5  # a stretch that shares neither end with the words is cut at random
            if like > score:
                best, score = stretch, like
    return best
