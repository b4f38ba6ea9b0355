"""How many of the glosses judged by hand are right: benchmarks/glosses_judged.py [--check FOLDER]

Counts `tests/gold/judged/glosses.tsv` and `glosses-drawn.tsv`. With the folder that holds `texts/` the
texts are analysed anew and each gloss is counted as still given or not.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from yili_kg.analyse import analyse_file
from yili_kg.tables.table import Row, read_table

FOLDER = Path(__file__).parents[1] / "tests" / "gold" / "judged"


class Judged(Row):
    """A gloss at `start` of a source, and whether its definition is what the words say the term means."""

    source: str
    start: int
    end: int
    term: str
    definition: str
    rule: str
    right: str
    note: str = ""


asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
asked.add_argument("--check", type=Path)
options = asked.parse_args()
for name in ("glosses", "glosses-drawn"):
    rows = read_table(FOLDER / f"{name}.tsv", Judged, unique=("source", "start"))
    given: dict[str, set[tuple[int, str]]] = {}
    if options.check:
        for source in sorted({row.source for row in rows}):
            found = analyse_file(options.check / source)
            given[source] = {(g.start, "".join(g.term.split())) for g in found.glosses}
    for kind, plain in (("plain", True), ("formula", False)):
        counts = Counter(
            row.right
            for row in rows
            if (row.rule == "gloss-plain") == plain and (not given or (row.start, row.term) in given[row.source])
        )
        whole = counts["yes"] + counts["no"]
        print(f"{name:<14} {kind:<8} {counts['yes']} of {whole} right ({counts['yes'] / max(1, whole):.2f})")
