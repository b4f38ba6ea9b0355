"""Corrections by hand: mentions added, dropped or retyped at a place that is quoted, so that they outlive a rebuild.

A file of corrections is a table (TAB between the columns) with a header:

`source` (the file's name, `*` for any text), `action` (add, drop, retype), `before`, `words`, `after` (the anchor: what
stands there, punctuation and variants of graphs do not matter), `type`, `concept` (for add and retype), `reason`, `by`.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

from yili_kg.errors import DataError
from yili_kg.lexicon import TYPES, Lexicon, load_lexicon
from yili_kg.models import Annotated, Mention, Segment
from yili_kg.text.folding import fold
from yili_kg.text.graphs import occurrences, stream

__all__ = ["Correction", "correct", "read_corrections"]

_COLUMNS = ("source", "action", "before", "words", "after", "type", "concept", "reason", "by")
_ACTIONS = ("add", "drop", "retype")


@dataclass(frozen=True, slots=True)
class Correction:
    """One row of a file of corrections; `place` is its file and line."""

    source: str
    action: str
    before: str
    words: str
    after: str
    type: str
    concept: str
    reason: str
    by: str
    place: str

    @property
    def rule(self) -> str:
        """The id under which the graph keeps the correction as the reason of a mention."""
        anchor = "\t".join((self.source, self.before, self.words, self.after))
        return f"correction-{hashlib.sha256(anchor.encode()).hexdigest()[:10]}"


def read_corrections(path: Path, lexicon: Lexicon | None = None) -> tuple[Correction, ...]:
    """The corrections of a file; raises DataError for a row that cannot be meant."""
    lexicon = lexicon or load_lexicon()
    rows: list[Correction] = []
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            table = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
            missing = [c for c in _COLUMNS if c not in (table.fieldnames or ())]
            if missing:
                raise DataError(
                    f"the header lacks {', '.join(missing)}", where=f"{path.name}:1", advice="TAB between the columns"
                )
            for row in table:
                if any((value or "").strip() for value in row.values() if isinstance(value, str)):
                    rows.append(_row(row, f"{path.name}:{table.line_num}", lexicon))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise DataError(f"this file of corrections cannot be read: {error}", where=path.name) from error
    return tuple(rows)


def _row(row: dict[str, str], place: str, lexicon: Lexicon) -> Correction:
    found = Correction(**{c: (row.get(c) or "").strip() for c in _COLUMNS}, place=place)
    if found.action not in _ACTIONS:
        raise DataError(f"the action {found.action!r} is none of {', '.join(_ACTIONS)}", where=place)
    for field in ("source", "words", "reason"):
        if not getattr(found, field):
            raise DataError(f"the field {field} is empty", where=place, advice="fill it in")
    if not stream(found.words)[0]:
        raise DataError(f"the anchor {found.words!r} has no Chinese graph", where=place)
    if found.action == "drop":
        return found
    entry = lexicon.entries.get(found.concept)
    if found.type not in TYPES.values():
        raise DataError(f"the type {found.type!r} is none of {', '.join(TYPES.values())}", where=place)
    if entry is None or entry.type != found.type:
        raise DataError(
            f"no {found.type} {found.concept!r} in the lexicon", where=place, advice="add the word to the lexicon first"
        )
    return found


def correct(annotated: Annotated, corrections: Sequence[Correction]) -> Annotated:
    """The edition as corrected by those corrections that are for its source.

    Raises DataError with every correction whose anchor is gone, stands in several places, or meets no mention.
    """
    label = annotated.edition.document.label
    wanted = [c for c in corrections if fnmatchcase(label, c.source) or fnmatchcase(Path(label).name, c.source)]
    if not wanted:
        return annotated
    streams = [(s, *stream(fold(s.text))) for s in annotated.edition.segments]
    mentions = {(m.start, m.end): m for m in annotated.mentions}
    dropped: set[tuple[int, int]] = set()
    broken: list[str] = []
    for correction in wanted:
        places = _anchors(streams, correction)
        if len(places) != 1:
            why = "its anchor is gone" if not places else f"its anchor stands in {len(places)} places: quote more of it"
            broken.append(f"{correction.place}: {correction.action} {correction.words}: {why}")
            continue
        segment, start, end = places[0]
        span = segment.span(start, end)
        problem = _apply(correction, segment, segment.text[start:end], span, mentions, dropped)
        if problem:
            broken.append(f"{correction.place}: {correction.action} {correction.words}: {problem}")
    if broken:
        raise DataError(
            f"{len(broken)} of {len(wanted)} corrections for {label} cannot be made:\n" + "\n".join(broken),
            advice="nothing was built; mend these lines or take them out",
        )
    citations = tuple(c for c in annotated.citations if (c.start, c.end) not in dropped)
    return replace(annotated, mentions=tuple(sorted(mentions.values())), citations=citations)


def _anchors(
    streams: Sequence[tuple[Segment, str, list[int]]], correction: Correction
) -> list[tuple[Segment, int, int]]:
    before, words, after = (stream(fold(t))[0] for t in (correction.before, correction.words, correction.after))
    needle = before + words + after
    found: list[tuple[Segment, int, int]] = []
    for segment, graphs, places in streams:
        for first in (at + len(before) for at in occurrences(needle, graphs)):
            found.append((segment, places[first], places[first + len(words) - 1] + 1))
    return found


def _apply(
    correction: Correction,
    segment: Segment,
    text: str,
    span: tuple[int, int],
    mentions: dict[tuple[int, int], Mention],
    dropped: set[tuple[int, int]],
) -> str:
    """Make one correction; what is wrong with it, or empty."""
    there = mentions.get(span)
    if correction.action == "add":
        clash = next((m for m in mentions.values() if m.start < span[1] and span[0] < m.end), None)
        if clash is not None:
            return f"{clash.text} is a mention there already ({clash.type}): retype it, or drop it first"
    elif there is None:
        return "there is no mention of just these words there"
    if correction.action == "drop":
        del mentions[span]
        dropped.add(span)
        return ""
    mentions[span] = Mention(
        start=span[0],
        end=span[1],
        text=text,
        type=correction.type,
        concept=correction.concept,
        layer=segment.layer,
        rule=correction.rule,
        segment=segment.id,
    )
    return ""
