"""All lists of growth patterns in one table: python -m benchmarks.growth [--quick] [LIST …] (lists: see LISTS).

Each line is a way of filling a text that could lead a reader astray, at n, 2n, 4n and 8n: the size of the largest, its
seconds of the processor, and the factor per doubling (on the average of the doublings that took long enough to tell);
2 is linear, 4 quadratic. Ends with 1 where a line that took LEAST seconds or more grows faster than LIMIT.
"""

from __future__ import annotations

import argparse
import gc
import math
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise

from benchmarks import align, growth_citations, growth_notes, growth_sources, growth_steps

from yili_kg.layers import edit
from yili_kg.received.align import Aligner
from yili_kg.sources import read_text

#: The factor per doubling that a line may have, the seconds below which it is not judged, those below which no factor
#: is told, and those from which on no longer text is tried.
LIMIT, LEAST, TOLD, LONG = 2.7, 0.1, 0.01, 20.0
#: A line: what it is called, n, and the seconds that a text of some size takes.
Line = tuple[str, int, Callable[[int], float]]


def _taken(call: Callable[[], object]) -> float:
    begin = time.process_time()
    call()
    return time.process_time() - begin


def _least(seconds: Callable[[int], float], size: int) -> float:
    """The seconds that a text of a size takes, the least of three where they are few: other programs are at work too.

    Without the collector of garbage: it goes through all that is held whenever that has grown by a quarter, so that some
    doublings have one round more of it than others.
    """
    gc.collect()
    gc.disable()
    try:
        first = seconds(size)
        return min(first, seconds(size), seconds(size)) if first < 0.5 else first
    finally:
        gc.enable()


def _steps(part: int) -> Iterator[Line]:
    for name, piece in growth_steps.PIECES.items():
        yield name, 2500 // part, lambda n, piece=piece: growth_steps.seconds((piece * n)[:n])  # type: ignore[misc]


def _notes(part: int) -> Iterator[Line]:
    for layer in ("注", "疏"):
        for told in (False, True):
            for words in growth_notes.WORDS:
                name = f"{layer} {words}{', which the text has too' if told else ''}"
                yield name, 2500 // part, partial(growth_notes.seconds, words, layer=layer, told=told)


def _citations(part: int) -> Iterator[Line]:
    made: dict[int, growth_citations.Steps] = {}

    def seconds(size: int, name: str) -> float:
        if size not in made:
            made[size] = growth_citations.steps(size)
        return growth_citations.timed(made[size][name])

    for name in growth_citations.steps(10):
        yield name, 2500 // part, partial(seconds, name=name)


def _sources(part: int) -> Iterator[Line]:
    def seconds(size: int, reader: str, text: growth_sources.Text) -> float:
        raw = text(size)
        return _taken(lambda: edit(read_text(raw, reader=reader)))

    for name, (reader, text, n) in growth_sources.CASES.items():
        if n >= part:  # a whole page cannot be made smaller
            yield name, n // part, partial(seconds, reader=reader, text=text)


def _align(part: int) -> Iterator[Line]:
    def seconds(size: int, case: align.Case) -> float:
        text, units = case(size)
        return _taken(lambda: Aligner(text, units).cuts())

    for case in (align.recurring, align.repeated, align.alone):
        yield case.__name__, 1000 // part, partial(seconds, case=case)


LISTS: dict[str, Callable[[int], Iterator[Line]]] = {
    "sources": _sources,
    "align": _align,
    "citations": _citations,
    "notes": _notes,
    "steps": _steps,
}


def measured(name: str, line: Line) -> tuple[str, float, float]:
    """A line of the table, the seconds of its largest text, and its factor per doubling (0 where it cannot be told)."""
    what, n, seconds = line
    sizes = [n, 2 * n, 4 * n, 8 * n]
    taken: list[float] = []
    for size in sizes:
        if not taken or taken[-1] < LONG:
            taken.append(_least(seconds, size))
    factors = [b / a for a, b in pairwise(taken) if a >= TOLD]
    mean = math.prod(factors) ** (1 / len(factors)) if factors else 0.0
    shown = f"{mean:5.1f}" if mean else "    –"
    each = " ".join(f"{f:.1f}" for f in factors)
    return f"{name:10} {what:44} {sizes[len(taken) - 1]:8,} {taken[-1]:8.3f} s {shown}   {each}", taken[-1], mean


def main() -> int:
    """Measure the lists that are named, or all."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("lists", nargs="*", metavar="LIST", help=", ".join(LISTS))
    asked.add_argument("--quick", action="store_true", help="texts an eighth as long")
    options = asked.parse_args()
    if not set(options.lists) <= set(LISTS):
        asked.error(f"the lists are {', '.join(LISTS)}")
    print(f"{'list':10} {'repeated':44} {'largest':>8} {'time':>10} {'factor':>5}   each doubling")
    steep: list[str] = []
    for name in options.lists or LISTS:
        for line in LISTS[name](8 if options.quick else 1):
            line[2](line[1])  # with the rules in memory
            row, seconds, factor = measured(name, line)
            print(row, flush=True)
            if seconds >= LEAST and factor > LIMIT:
                steep.append(row)
    print(f"{len(steep)} grow faster than × {LIMIT}" + "".join(f"\n  {row}" for row in steep))
    return 1 if steep else 0


if __name__ == "__main__":
    sys.exit(main())
