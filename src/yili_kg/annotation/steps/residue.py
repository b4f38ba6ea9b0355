"""What no frame took: clauses without an act, and graphs that an act leaves over, each with the reason."""

from __future__ import annotations

from collections.abc import Sequence

from yili_kg.annotation.steps.acts import Scan
from yili_kg.annotation.steps.stream import WEAK, Stream
from yili_kg.models import Unread

__all__ = ["unread_words"]

_RULE = "step-clause"


#: Why words gave no step.
_UNKNOWN = "no verb that a frame knows"
_STATE = "names, things and states, no act"
_LEFT_OVER = "graphs that no frame of this clause takes"


def unread_words(stream: Stream, found: Scan) -> list[Unread]:
    """A record a clause that gave no step (speeches and comparisons aside) and a run of graphs left over in others."""
    marks = _Marks(len(stream.folded), found)
    starts = [place for place, broken in enumerate(stream.breaks) if broken]
    return [
        _row(stream, first, last, reason)
        for start in starts
        for first, last, reason in marks.unread(range(start, stream.until(start, WEAK)))
    ]


class _Marks:
    """What each graph of a stream was read as."""

    def __init__(self, total: int, found: Scan) -> None:
        self.told = _marked(total, found.said)
        self.alike = _marked(total, [(x.start, x.end) for x in found.likenesses])
        self.acts = _marked(total, [(a.start, max(a.until, a.end)) for a in found.acts])
        self.left = _marked(total, found.left)

    def unread(self, clause: range) -> list[tuple[int, int, str]]:
        """First graph, end and reason of what was not read in a clause."""
        plain = [i for i in clause if not self.told[i] and not self.alike[i]]
        left = [i for i in plain if self.left[i]]
        if any(self.acts[i] for i in plain):
            return [(first, last, _LEFT_OVER) for first, last in _runs(left)]
        if not plain or (not left and any(self.alike[i] for i in clause)):
            return []
        return [(plain[0], plain[-1] + 1, _UNKNOWN if left else _STATE)]


def _marked(total: int, spans: Sequence[tuple[int, int]]) -> bytearray:
    marks = bytearray(total)
    for start, end in spans:
        for place in range(start, min(end, total)):
            marks[place] = 1
    return marks


def _runs(places: Sequence[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for place in places:
        if runs and runs[-1][1] == place:
            runs[-1] = (runs[-1][0], place + 1)
        else:
            runs.append((place, place + 1))
    return runs


def _row(stream: Stream, first: int, last: int, reason: str) -> Unread:
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
