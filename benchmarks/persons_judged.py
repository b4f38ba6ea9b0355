"""How many persons and states judged by hand are right: benchmarks/persons_judged.py FOLDER [--half dev|apart] [--wrong]

FOLDER holds `texts/`. Each row of `tests/gold/judged/persons.tsv` is `right` where a mention has its span, type and
concept; `general` where it only says the ruler of which state, and the row says which ruler; `wrong` otherwise. A row
that is no person, state or scholar (`-`) is right where none is found there.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from yili_kg.analyse import analyse_file
from yili_kg.lexicon import load_lexicon
from yili_kg.models import Mention
from yili_kg.reference.reigns import titles
from yili_kg.tables.table import Row, read_table

TABLE = Path(__file__).parents[1] / "tests" / "gold" / "judged" / "persons.tsv"
NOTHING = "-"


class Judged(Row):
    """Who or what the words at `start`–`end` of a source are."""

    source: str
    start: int
    end: int
    text: str
    type: str
    concept: str
    drawn: str
    half: str
    note: str = ""


def judged(row: Judged, there: Sequence[Mention]) -> str:
    """right, general or wrong: what `there`, the mentions of the text, say of the words of a row."""
    if row.type == NOTHING:
        claims = [m for m in there if m.start < row.end and row.start < m.end and m.type == _drawn_type(row)]
        return "wrong" if any(m.start <= row.start and row.end <= m.end for m in claims) else "right"
    found = next((m for m in there if (m.start, m.end) == (row.start, row.end)), None)
    if found is None or found.type != row.type:
        return "wrong"
    if found.concept == row.concept:
        return "right"
    return "general" if found.concept in titles() or _one_of_several(found.concept) else "wrong"


def _drawn_type(row: Judged) -> str:
    return "place" if row.drawn == "state" else "person"


def _one_of_several(concept: str) -> bool:
    """Whether a headword stands for whoever of several states has that name."""
    return load_lexicon().entries[concept].meaning.endswith("of one of the states")


asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
asked.add_argument("folder", type=Path)
asked.add_argument("--half", choices=("dev", "apart"))
asked.add_argument("--wrong", action="store_true", help="show what is not right")
options = asked.parse_args()
rows = [r for r in read_table(TABLE, Judged, unique=("source", "start")) if options.half in (None, r.half)]
counts: Counter[tuple[str, str, str]] = Counter()
for source in sorted({row.source for row in rows}):
    found = analyse_file(options.folder / source)
    for row in (r for r in rows if r.source == source):
        verdict = judged(row, found.mentions)
        counts[row.half, row.drawn, verdict] += 1
        if options.wrong and verdict != "right":
            said = [m.concept for m in found.mentions if m.start < row.end and row.start < m.end]
            print(
                f"  {verdict:<8}{row.source[6:]} {row.start} {row.text} = {row.concept}, said {' '.join(said) or '-'}"
            )
for half in sorted({row.half for row in rows}, reverse=True):
    for drawn in (*sorted({row.drawn for row in rows}), ""):
        told = {
            v: sum(n for (h, d, w), n in counts.items() if h == half and drawn in ("", d) and w == v)
            for v in ("right", "general", "wrong")
        }
        print(
            f"{half:<6}{drawn or 'all':<11}{told['right']:>3} right {told['general']:>3} general {told['wrong']:>3} wrong"
        )
