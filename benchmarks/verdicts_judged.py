"""How many of the verdicts judged by hand are right: benchmarks/verdicts_judged.py [--check FOLDER]

Counts `tests/gold/judged/verdicts.tsv`. With the folder that holds `texts/` the
texts are analysed anew and each verdict is counted as still given or not.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from yili_kg.analyse import analyse_file
from yili_kg.tables.table import Row, read_table

TABLE = Path(__file__).parents[1] / "tests" / "gold" / "judged" / "verdicts.tsv"


class Judged(Row):
    """A verdict on the quotation that begins at `start` of a source, and whether it is right."""

    source: str
    start: int
    verdict: str
    right: str
    cause: str = ""


asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
asked.add_argument("--check", type=Path)
options = asked.parse_args()
rows = read_table(TABLE, Judged, unique=("source", "start"))
counts = Counter((row.verdict, row.right) for row in rows)
for verdict in sorted({row.verdict for row in rows}):
    right, wrong = counts[verdict, "yes"], counts[verdict, "no"]
    print(f"{verdict:<10} {right} of {right + wrong} right ({right / (right + wrong):.2f})")
right = sum(row.right == "yes" for row in rows)
print(f"all        {right} of {len(rows)} right ({right / len(rows):.2f})")
if options.check:
    still: Counter[tuple[str, bool]] = Counter()
    for source in sorted({row.source for row in rows}):
        found = analyse_file(options.check / source)
        given = {q.start: q.verdict for c in found.citations for q in c.quotes}
        still.update((row.right, given.get(row.start) == row.verdict) for row in rows if row.source == source)
    for judged in ("yes", "no"):
        print(f"judged {judged}: {still[judged, True]} still given, {still[judged, False]} no more")
