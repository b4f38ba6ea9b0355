"""Readings that collators report: 答字石經竝作荅, 監本脫所自出三字, and lists of the faults of one edition (監本正誤).

The words of the text stand before ○ and the report behind it; in a list of faults each report stands right behind the
words and ends with the leaf. The tradition of such a reading is the edition. The words in which editions are named and
in which they are said to differ are those of `extraction/rules/notes/collation.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from yili_kg.models import Reading, Segment
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold

__all__ = ["collated", "graphs_counted", "listed_faults", "listed_of"]

_RING = re.compile("[○〇]")
#: In code points: the words before ○ in which those of a report are looked for; how far behind it the next one of the
#: same ring may begin; the longest words of a fault with what stands before them, and the longest that it repeats.
_BEFORE, _REACH, _FAULT, _REPEATED = 60, 60, 120, 3
#: What stands in a list for an edition's words of another length than the text has is cut to so many graphs more.
_LONGER = 2
_REPORTS = (
    "collation-wording",
    "collation-edition-first",
    "collation-lacking-behind",
    "collation-lacking",
    "collation-added",
    "collation-turned",
    "conjecture-should-be",
    "conjecture-should-have",
    "conjecture-too-much",
    "conjecture-mistaken",
)
#: The tradition of what a commentator thinks that the text should have.
_CONJECTURED = "當為"
_FAULTS = ("turned", "lacking-there", "wording", "lacking", "doubled", "added", "alike")
#: Faults whose words need not stand before the report as well: the nearest are meant.
_NOT_REPEATED = frozenset({"turned", "alike", "lacking-there", "doubled"})
_DIGITS = "一二三四五六七八九"


def collated(segment: Segment) -> list[Reading]:
    """The readings in the text of a segment of collators, in its order."""
    folded = fold(segment.text)
    heading = load_patterns("notes/collation")["faults-of"].match(folded)
    if heading is not None:
        return list(_faults(segment, folded, heading))
    return [r for ring in _RING.finditer(folded) for r in _behind(segment, folded, ring.end())]


def listed_of(text: str) -> str:
    """The edition whose faults a heading announces that is all of a text (儀禮石本誤字); empty where it is none."""
    heading = load_patterns("notes/collation")["faults-of"].fullmatch(fold(text).strip())
    return heading["edition"] if heading else ""


def listed_faults(segment: Segment, edition: str) -> list[Reading]:
    """The readings of an entry in a list of the faults of an edition, which ends with the report."""
    folded = fold(segment.text)
    return list(_fault_readings(segment, folded, max(0, len(folded) - _FAULT), len(folded), edition))


def graphs_counted(number: str) -> int:
    """How many graphs a number below a hundred in Chinese numerals counts (十四); 0 where it is none."""
    tens, ten, units = number.rpartition("十")
    parts = [_DIGITS.find(part) + 1 if part else None for part in (tens, units)]
    if not number or 0 in parts:
        return 0
    return (parts[0] or 1) * 10 * bool(ten) + (parts[1] or 0)


def _behind(segment: Segment, folded: str, ring: int) -> Iterator[Reading]:
    """The reports behind ○: one right there or a little later, and those that go on with it."""
    patterns = load_patterns("notes/collation")
    first = max(0, ring - 1 - _BEFORE)
    after = _RING.search(folded, ring)
    stop = after.start() if after else len(folded)
    place = ring
    while place < min(stop, ring + _REACH):
        found = next(
            ((n, m) for n in _REPORTS if (m := _report(patterns[n], folded, place, stop, first))),
            None,
        )
        if found is None:
            place += 1
            continue
        rule, match = found
        said = match.groupdict()
        judged = said.get("wrong") or patterns["judged-wrong"].match(folded, match.end(), stop)
        edition = said.get("edition") or _CONJECTURED
        yield _reading(segment, match, rule, edition, rejects=bool(judged) and "edition" in said)
        place = ring = match.end()


def _report(pattern: re.Pattern[str], folded: str, place: int, stop: int, first: int) -> re.Match[str] | None:
    """A report at a place, of words told from `first` on before it; what is added stands behind or before such words."""
    found = pattern.match(folded, place, stop)
    if found is None:
        return None
    said = found.groupdict()
    base = said.get("base") or ""
    return found if not base or folded.find(base, first, place) >= 0 else None


def _faults(segment: Segment, folded: str, heading: re.Match[str]) -> Iterator[Reading]:
    """The faults of the edition that the heading names; another heading further on names the next."""
    patterns = load_patterns("notes/collation")
    edition, begin = heading["edition"], heading.end()
    for leaf in patterns["fault-ends"].finditer(folded, begin):
        other = list(patterns["faults-of"].finditer(folded, begin, leaf.start()))
        edition = other[-1]["edition"] if other else edition
        first = max(begin, leaf.start() - _FAULT)
        yield from _fault_readings(segment, folded, first, leaf.start(), edition)
        begin = leaf.end()


def _fault_readings(segment: Segment, folded: str, begin: int, end: int, edition: str) -> Iterator[Reading]:
    """The faults told in the words between, of which the last ends with them: 左誤作右簠誤作簋 tells two."""
    found: list[tuple[str, re.Match[str]]] = []
    while end > begin and (fault := _fault(folded, begin, end)) is not None:
        found.append(fault)
        end = fault[1].start()
    for name, match in reversed(found):
        judged = match.groupdict().get("wrong") or name not in ("wording", "alike", "turned")
        yield _reading(segment, match, f"fault-{name}", edition, rejects=bool(judged))


def _fault(folded: str, begin: int, end: int) -> tuple[str, re.Match[str]] | None:
    """The report with which the words between end: the longest one of words that stand before it."""
    patterns = load_patterns("notes/collation")
    for name in _FAULTS:
        places = range(begin, end)
        for place in reversed(places) if name in _NOT_REPEATED else places:
            found = patterns[f"fault-{name}"].match(folded, place, end)
            if found is None:
                continue
            if name in _NOT_REPEATED or found["base"] in folded[begin:place]:
                return name, found
    return None


def _reading(segment: Segment, found: re.Match[str], rule: str, edition: str, *, rejects: bool) -> Reading:
    """The reading that a report tells, with its words as the collator writes them."""
    begin, end, base, variant = _wordings(segment.text, found, rule)
    first, last = segment.span(begin, end)
    return Reading(
        start=first,
        end=last,
        text=segment.text[begin:end],
        base=base,
        variant=variant,
        tradition=edition,
        decision="rejects" if rejects else "none",
        speaker=segment.speaker,
        segment=segment.id,
        layer=segment.layer,
        rule=rule,
        reason="a collator's note stands on no passage of its own",
    )


def _wordings(text: str, found: re.Match[str], rule: str) -> tuple[int, int, str, str]:
    """Where a report begins and ends in a text, the word of the text and the other wording."""
    said = found.groupdict()
    base, variant = (text[slice(*found.span(g))] if said.get(g) else "" for g in ("base", "variant"))
    begin, end = found.span()
    if rule.endswith("-lacking-there"):
        base = base or text[slice(*found.span("again"))]
    elif rule.endswith("-doubled"):
        variant = text[max(0, begin - graphs_counted(found["number"])) : begin]
    elif rule == "collation-turned":
        variant = base[::-1]
    elif rule == "fault-added":
        variant = base[0] + variant + base[1:]
    elif rule == "fault-turned" and sorted(base[-len(variant) :]) == sorted(variant):
        base = base[-len(variant) :]
    elif base and variant and len(variant) > len(base) + _LONGER:
        variant = variant[: len(base)]
        end = found.start("variant") + len(variant)
    return begin, end, base, variant
