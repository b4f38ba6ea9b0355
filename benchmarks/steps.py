"""How fast the steps of the rites are read, and what is left unread: benchmarks/steps.py FOLDER-OF-KR1d0026

Prints the seconds for the whole way from the files to the steps (start of Python, reading, layers, mentions, steps),
the seconds for the steps alone, the steps by chapter, and the clauses that gave no step by reason.
"""

import sys
import time
from collections import Counter
from pathlib import Path

begin = time.perf_counter()

from yili_kg.annotation.run import annotate  # noqa: E402
from yili_kg.annotation.steps import read_steps  # noqa: E402
from yili_kg.layers import edit  # noqa: E402
from yili_kg.sources import read  # noqa: E402
from yili_kg.tables.layers import layers  # noqa: E402

found = [annotate(edit(read(path))) for path in sorted(Path(sys.argv[1]).glob("*_0*.txt"))]
whole = time.perf_counter() - begin
middle = time.perf_counter()
for annotated in found:
    read_steps(annotated.edition, annotated.mentions)
alone = time.perf_counter() - middle
base = sum(len(s.text) for a in found for s in a.edition.segments if s.layer in layers().base)
steps = [s for a in found for s in a.steps]
print(f"{base:,} graphs of base text, {len(steps):,} steps: {whole:.1f} s from files to steps, {alone:.1f} s the steps")
print("steps by chapter:", dict(sorted(Counter(s.chapter for s in steps).items())))
print(
    f"{sum(bool(s.rite) for s in steps):,} in a sub-rite, {sum(bool(s.repeats) for s in steps):,} repeat others, "
    f"{sum(len(a.repetitions) for a in found):,} repetitions without a verb, "
    f"{sum(len(s.notes) for s in steps):,} additions of notes"
)
print(
    "agents:",
    dict(Counter("supplied" if all(f.supplied for f in s.agent) else "named" if s.agent else "open" for s in steps)),
)
unread = [u for a in found for u in a.unread if u.kind == "step"]
print(f"{len(unread):,} clauses or words without a step:")
for reason, count in Counter(u.reason for u in unread).most_common():
    graphs = sum(len(u.text) for u in unread if u.reason == reason)
    print(f"  {count:>5,}  {graphs:>6,} graphs  {reason}")
frequent = Counter(u.text for u in unread if u.reason.startswith("graphs"))
print("most frequent words left over:", " ".join(f"{w} {n}" for w, n in frequent.most_common(60)))
