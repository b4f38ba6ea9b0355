"""Glosses, readings, claims and norms over whole books: `python -m benchmarks.notes FILES`.

Prints the seconds and the memory that reading the notes takes (mentions and citations, which come before, apart), the
counts by kind, and for the traditions 古文 and 今文 how many of their mentions in 注 are readings and which are none, with
the reason.
"""

from __future__ import annotations

import re
import resource
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from yili_kg.annotation.notes.over_edition import read_notes
from yili_kg.annotation.run import annotate
from yili_kg.layers import edit
from yili_kg.models import Annotated
from yili_kg.sources import read


def bare(path: Path) -> Annotated:
    """An edition with mentions and citations only."""
    whole = annotate(edit(read(path)))
    return replace(whole, glosses=(), readings=(), claims=(), norms=(), unread=(), steps=(), repetitions=())


def main(paths: list[Path]) -> None:
    """Measure, and print."""
    editions = [bare(path) for path in paths]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begin = time.perf_counter()
    noted = [read_notes(a) for a in editions]
    seconds = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    notes = [s for a in noted for s in a.edition.segments if s.layer in ("注", "疏", "述註")]
    graphs = sum(len(s.text) for s in notes)
    print(f"{len(notes):,} notes, {graphs:,} code points: {seconds:.1f} s, {graphs / seconds:,.0f} a second")
    print(f"memory {after / 1e6:.2f} GB at most, of which {(after - before) / 1e6:.2f} GB for the notes")
    for name in ("glosses", "readings", "claims", "norms", "unread"):
        print(f"{name:<9}{sum(len(getattr(a, name)) for a in noted):>7,}")
    for name, key in (("glosses", "formula"), ("readings", "tradition"), ("claims", "stance")):
        counts = Counter(getattr(x, key) for a in noted for x in getattr(a, name))
        print(f"{name}: " + ", ".join(f"{k} {n:,}" for k, n in counts.most_common()))
    traditions(noted)


def traditions(noted: list[Annotated]) -> None:
    """Each 古文 and 今文 in a note of 鄭玄: inside a reading, or listed with the reason."""
    total, inside = 0, 0
    reasons: Counter[str] = Counter()
    silent: list[str] = []
    for annotated in noted:
        spans = {(r.segment, p) for r in annotated.readings for p in range(r.start, r.end)}
        listed = {(u.segment, u.start): u.reason for u in annotated.unread if u.kind == "reading"}
        for segment in annotated.edition.segments:
            if segment.layer != "注":
                continue
            for match in re.finditer("[古今]文", segment.text):
                total += 1
                place = segment.offsets[match.start()]
                if (segment.id, place) in spans:
                    inside += 1
                elif (segment.id, place) in listed:
                    reasons[listed[segment.id, place]] += 1
                else:
                    silent.append(f"{segment.id} {segment.text[max(0, match.start() - 6) : match.end() + 12]}")
    print(f"古文 and 今文 in 注: {total}, of which {inside} in readings, {sum(reasons.values())} listed as none")
    for reason, count in reasons.most_common():
        print(f"  {count} × {reason}")
    print(f"neither: {len(silent)}")
    for line in silent:
        print(f"  {line}")


if __name__ == "__main__":
    main([Path(p) for p in sys.argv[1:]])
