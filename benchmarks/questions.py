"""How long each named question takes on a built graph: python benchmarks/questions.py BUILD [--rounds 5].

The graph is loaded once; of each question, with its parameters as they stand in its head, the median of the rounds is
printed in milliseconds: of the clock, and of the processor, which other work on the machine does not change. Exit code 1
where one takes more than 200 ms of the processor.
"""

import argparse
import statistics
import sys
import time
from pathlib import Path

from yili_kg.graph.store import open_store
from yili_kg.queries import questions, run

LIMIT = 200.0

parser = argparse.ArgumentParser()
parser.add_argument("build", type=Path)
parser.add_argument("--rounds", type=int, default=5)
options = parser.parse_args()
store = open_store(options.build)
slow = []
print(f"{options.build}: {len(store):,} quads")
for name in questions():
    times, clock = [], []
    for _ in range(options.rounds):
        begin, start = time.process_time(), time.perf_counter()
        rows = len(run(store, name).rows)
        times.append((time.process_time() - begin) * 1000)
        clock.append((time.perf_counter() - start) * 1000)
    median = statistics.median(times)
    print(f"{name:<24}{statistics.median(clock):8.1f} ms {median:8.1f} ms {rows:6} rows")
    if median > LIMIT:
        slow.append(name)
print(f"over {LIMIT:g} ms: {', '.join(slow) or 'none'}")
sys.exit(1 if slow else 0)
