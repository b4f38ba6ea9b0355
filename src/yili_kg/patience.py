"""A limit of processor time for what rules of a user's own do with a text.

A regular expression can go back and forth for longer than anybody waits, and Python's `re` has no limit of its own; but
it lets signals through. So a timer of the system, which counts the time that this process computes (not the time that
a busy machine lets it wait), breaks off the work on a source. The rules that come with yili-kg are measured, so the
timer runs only where $YILI_DATA names other data; it needs POSIX and the main thread, elsewhere there is no limit.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

from yili_kg.data import own_data
from yili_kg.errors import DataError
from yili_kg.tables.rulebook import Rule

__all__ = ["EACH", "SECONDS", "EndlessRule", "bounded", "size_of"]

#: Seconds of processor time for a source, and more for each of its code points: some ten times what the corpus takes.
SECONDS, EACH = 30.0, 0.005


class EndlessRule(DataError):
    """A rule of the user's own comes to no end on a source."""


def size_of(path: Path) -> int:
    """The bytes of a file; 0 where the system does not say, as of one that is not there."""
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0


@contextmanager
def bounded(label: str, code_points: int) -> Iterator[None]:
    """The work on one source. Raises EndlessRule where it takes too long, with the rule that it was at, if that is known."""
    if not own_data() or not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    seconds = SECONDS + EACH * code_points

    def break_off(_number: int, frame: FrameType | None) -> NoReturn:
        raise _too_long(label, seconds, frame)

    before = signal.signal(signal.SIGVTALRM, break_off)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1.0)  # and again, where something swallows it
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.signal(signal.SIGVTALRM, before)


def _too_long(label: str, seconds: float, frame: FrameType | None) -> EndlessRule:
    rule, at = _rule_in(frame), f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}" if frame else ""
    what = f"rule {rule.id}" if rule else f"a rule of $YILI_DATA (at {at})"
    return EndlessRule(
        f"{what}: no end in {seconds:.0f} s of processor time on {label}",
        where=rule.place if rule else "",
        advice="look in its regular expressions for a repetition within a repetition, as in (a+)+ or (a|ab)*, "
        "or for .* twice; the source may also be left out",
    )


def _rule_in(frame: FrameType | None) -> Rule | None:
    """The rule that the innermost of some calls is about."""
    while frame is not None:
        for value in frame.f_locals.values():
            if isinstance(value, Rule):
                return value
        frame = frame.f_back
    return None
