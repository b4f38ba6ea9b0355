"""What no frame took: clauses without an act, and graphs that an act leaves over, each with the reason."""

from __future__ import annotations

from collections.abc import Sequence

from yili_kg.annotate.steps.acts import Scan
from yili_kg.annotate.steps.stream import Stream
from yili_kg.models import Unread

__all__ = ["unread_words"]

_RULE = "step-clause"


def unread_words(stream: Stream, found: Scan) -> list[Unread]:
    """A record a clause that gave no step (speeches and comparisons aside) and a run of graphs left over in others."""
    total = len(stream.folded)
    told = _marked(total, found.said)
    alike = _marked(total, [(x.start, x.end) for x in found.likenesses])
    acts = _marked(total, [(a.start, max(a.until if a.verb != "曰" else a.end, a.end)) for a in found.acts])
    left = _marked(total, found.left)
    rows: list[Unread] = []
    start = 0
    for end in [*(i for i in range(1, total) if stream.breaks[i]), total]:
        span = range(start, end)
        start = end
        plain = [i for i in span if not told[i] and not alike[i]]
        if not plain:
            continue
        unknown = any(left[i] for i in plain)
        if not any(acts[i] for i in plain):
            if any(alike[i] for i in span) and not unknown:
                continue
            reason = "no verb that a frame knows" if unknown else "names, things and states, no act"
            rows.append(_row(stream, plain[0], plain[-1] + 1, reason))
            continue
        for first, last in _runs([i for i in plain if left[i]]):
            rows.append(_row(stream, first, last, "graphs that no frame of this clause takes"))
    return rows


def _marked(total: int, spans: Sequence[tuple[int, int]]) -> bytearray:
    marks = bytearray(total)
    for start, end in spans:
        for place in range(start, min(end, total)):
            marks[place] = 1
    return marks


def _runs(places: list[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for place in places:
        if runs and runs[-1][1] == place:
            runs[-1] = (runs[-1][0], place + 1)
        else:
            runs.append((place, place + 1))
    return runs


def _row(stream: Stream, first: int, last: int, reason: str) -> Unread:
    while stream.owner[last - 1] != stream.owner[first]:
        last -= 1
    start, end = stream.source(first, last)
    return Unread(
        start=start,
        end=end,
        text=stream.printed(first, last),
        kind="step",
        segment=stream.segments[stream.owner[first]].id,
        rule=_RULE,
        reason=reason,
    )
