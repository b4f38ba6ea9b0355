"""Growth of the alignment: python -m benchmarks.align prints seconds, places compared, and the factor per doubling.

Three kinds of text: passages whose edges come again, so that nothing in them stands once; one chapter of the received
text with its units many times over (no text, only its edges: the skeleton keeps no more); and one pair of graphs alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from yili_kg.received import base_units
from yili_kg.received.align import Aligner, Unit

GRAPHS = "主人賓介坐取爵于篚降洗西階上北面拜受送薦脯醢升席自方乃設折俎祭如禮不告旨適卒興再"
Case = Callable[[int], tuple[str, Sequence[Unit]]]


def recurring(n: int) -> tuple[str, Sequence[Unit]]:
    """`n` units of twelve graphs whose edges come again after forty."""
    pieces = [f"{GRAPHS[i % 40]}{GRAPHS[(i * 7) % 40]}{i:05d}主人坐取爵" for i in range(n)]
    return "".join(pieces), [Unit(f"04.{i:03d}", "", p[:4], p[-4:], len(p)) for i, p in enumerate(pieces, 1)]


def repeated(n: int) -> tuple[str, Sequence[Unit]]:
    """The edges of 鄉飲酒禮, some `n` / 250 times over."""
    units = base_units("04")
    return "".join(u.first + u.last for u in units) * max(1, n // 250), units


def alone(n: int) -> tuple[str, Sequence[Unit]]:
    """主人, 30 times `n`."""
    return "主人" * (30 * n), base_units("04")


def measured(case: Case) -> Iterator[str]:
    """A line for each size from 250 to 8,000."""
    before = 0.0
    for n in (250, 500, 1000, 2000, 4000, 8000):
        text, units = case(n)
        start = time.process_time()
        aligner = Aligner(text, units)
        found = sum(place >= 0 for place in aligner.cuts())
        seconds = time.process_time() - start
        factor = f"  × {seconds / before:.1f}" if before else ""
        counted = f"{len(text):9,} graphs, {len(units):5,} units: {found:5,} cuts, {aligner.compared:11,} compared"
        yield f"{case.__name__:10} {counted}, {seconds:6.2f} s{factor}"
        before = seconds


if __name__ == "__main__":
    for case in (recurring, repeated, alone):
        for line in measured(case):
            print(line, flush=True)
