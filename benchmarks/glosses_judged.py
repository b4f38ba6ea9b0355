"""How many of the glosses judged one by one are right: benchmarks/glosses_judged.py [--check FOLDER]

Counts the tables of glosses in `tests/gold/judged/`. With the folder that holds
`texts/` the texts are analysed anew, and only glosses are counted that are still given by default, with the same term
and definition. What is given was chosen by weights that were fitted on these very glosses: how it holds elsewhere is
told by `python -m benchmarks.gloss_weights`, and by the tables that are held apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from benchmarks.judged import folder_asked, judged, still_given, told

from yili_kg.models import Annotated, Gloss
from yili_kg.tables.layers import layers
from yili_kg.tables.table import Row
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["HELD", "TABLES", "JudgedGloss", "said"]

TABLES = (
    "glosses",
    "glosses-drawn",
    "glosses-random",
    "glosses-third",
    "glosses-fourth",
    "glosses-fifth",
    "glosses-sixth",
    "glosses-eighth",
    "glosses-ninth",
)
#: Drawn from what was shown, and held apart: no weight and no threshold may be made with them.
HELD = ("glosses-seventh",)


class JudgedGloss(Row):
    """A gloss at `start` of a source, and whether its definition is what the words say the term means.

    `quoted`: the work whose words they are, if they are another's; then the gloss is right that says so.
    """

    source: str
    start: int
    end: int
    term: str
    definition: str
    rule: str
    shown: str = ""
    right: str
    note: str = ""
    quoted: str = ""

    def agrees(self, gloss: Gloss) -> bool:
        """Whether a gloss with these words is right: also in whose words they are."""
        work = gloss.quoted.partition("·")[0]
        return fold(work) == fold(self.quoted) if work or self.quoted else self.right == "yes"


def said(term: str, definition: str) -> tuple[str, str]:
    """Term and definition as they are compared: folded graphs alone."""
    return stream(fold(term))[0], stream(fold(definition))[0]


def _given(found: Annotated) -> Iterator[tuple[int, str, str, str]]:
    notes = layers().notes
    for gloss in found.glosses:
        yield gloss.start, *said(gloss.term, gloss.definition), "note" if gloss.layer in notes else "argument"


def main() -> None:
    """Print how many are right, table by table."""
    folder = folder_asked(__doc__)
    for name in (*TABLES, *HELD):
        rows = judged(name, JudgedGloss)
        whole = Counter(row.right for row in rows)
        print(f"{name:<15} judged             {told(whole['yes'], len(rows))}")
        if folder is None:
            continue
        given = {(source, place[:3]): place[3] for source, place in still_given(folder, rows, _given)}
        counts: Counter[tuple[str, str]] = Counter()
        for row in rows:
            kind = given.get((row.source, (row.start, *said(row.term, row.definition))))
            counts[kind or "given no more", row.right] += 1
        for kind in ("argument", "note", "given no more"):
            print(f"{name:<15} {kind:<18} {told(counts[kind, 'yes'], counts[kind, 'yes'] + counts[kind, 'no'])}")


if __name__ == "__main__":
    main()
