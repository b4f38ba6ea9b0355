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

__all__ = ["collated"]

_RING = re.compile("[○〇]")
#: In code points: the words before ○ in which those of a report are looked for; how far behind it the next one of the
#: same ring may begin; the longest words of a fault with what stands before them, and the longest that it repeats.
_BEFORE, _REACH, _FAULT, _REPEATED = 60, 60, 120, 3
#: What stands in a list for an edition's words of another length than the text has is cut to so many graphs more.
_LONGER = 2
_REPORTS = ("wording", "edition-first", "lacking", "added", "turned")
_FAULTS = ("wording", "lacking", "added")


def collated(segment: Segment) -> list[Reading]:
    """The readings in the text of a segment of collators, in its order."""
    folded = fold(segment.text)
    heading = load_patterns("notes/collation")["faults-of"].match(folded)
    if heading is not None:
        return list(_faults(segment, folded, heading))
    return [r for ring in _RING.finditer(folded) for r in _behind(segment, folded, ring.end())]


def _behind(segment: Segment, folded: str, ring: int) -> Iterator[Reading]:
    """The reports behind ○: one right there or a little later, and those that go on with it."""
    patterns = load_patterns("notes/collation")
    lemma = folded[max(0, ring - 1 - _BEFORE) : ring - 1]
    after = _RING.search(folded, ring)
    stop = after.start() if after else len(folded)
    place = ring
    while place < min(stop, ring + _REACH):
        found = next(
            (m for n in _REPORTS if (m := _report(patterns[f"collation-{n}"], folded, place, stop, lemma))), None
        )
        if found is None:
            place += 1
            continue
        rule = next(n for n in _REPORTS if patterns[f"collation-{n}"] is found.re)
        judged = found.groupdict().get("wrong") or patterns["judged-wrong"].match(folded, found.end(), stop)
        yield _reading(segment, found, f"collation-{rule}", found["edition"], rejects=bool(judged))
        place = ring = found.end()


def _report(pattern: re.Pattern[str], folded: str, place: int, stop: int, lemma: str) -> re.Match[str] | None:
    """A report at a place, of words that the text before ○ has; what is added stands behind or before such words."""
    found = pattern.match(folded, place, stop)
    if found is None:
        return None
    said = found.groupdict()
    base = said.get("base") or ""
    return found if not base or base in lemma else None


def _faults(segment: Segment, folded: str, heading: re.Match[str]) -> Iterator[Reading]:
    """The faults of the edition that the heading names; another heading further on names the next."""
    patterns = load_patterns("notes/collation")
    edition, begin = heading["edition"], heading.end()
    for leaf in patterns["fault-ends"].finditer(folded, begin):
        other = list(patterns["faults-of"].finditer(folded, begin, leaf.start()))
        edition = other[-1]["edition"] if other else edition
        first = max(begin, leaf.start() - _FAULT)
        found = _fault(folded, first, leaf.start())
        if found is not None:
            name, match = found
            judged = match.groupdict().get("wrong") or name != "wording"
            yield _reading(segment, match, f"fault-{name}", edition, rejects=bool(judged))
        begin = leaf.end()


def _fault(folded: str, begin: int, end: int) -> tuple[str, re.Match[str]] | None:
    """The report with which the words between end: the longest one of words that stand before it."""
    patterns = load_patterns("notes/collation")
    for name in _FAULTS:
        for place in range(begin, end):
            found = patterns[f"fault-{name}"].match(folded, place, end)
            if found is not None and found["base"] in folded[begin:place]:
                return name, found
    return None


def _reading(segment: Segment, found: re.Match[str], rule: str, edition: str, *, rejects: bool) -> Reading:
    """The reading that a report tells, with its words as the collator writes them."""
    said = found.groupdict()
    base, variant = (segment.text[slice(*found.span(g))] if said.get(g) else "" for g in ("base", "variant"))
    end = found.end()
    if rule.endswith("-turned"):
        variant = base[::-1]
    elif rule == "fault-added":
        variant = base[0] + variant + base[1:]
    elif base and variant and len(variant) > len(base) + _LONGER:
        variant = variant[: len(base)]
        end = found.start("variant") + len(variant)
    begin, stop = segment.span(found.start(), end)
    return Reading(
        start=begin,
        end=stop,
        text=segment.text[found.start() : end],
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
