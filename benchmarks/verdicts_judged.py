"""How many of the verdicts judged by hand are right: benchmarks/verdicts_judged.py [--check FOLDER]

Counts `tests/gold/judged/verdicts.tsv`. With the folder that holds `texts/` the
texts are analysed anew and each verdict is counted as still given or not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from benchmarks.judged import folder_asked, judged, still_given, told

from yili_kg.models import Annotated
from yili_kg.tables.table import Row


class Judged(Row):
    """A verdict on the quotation that begins at `start` of a source, and whether it is right."""

    source: str
    start: int
    verdict: str
    right: str
    cause: str = ""


def _given(found: Annotated) -> Iterator[tuple[int, str]]:
    return ((q.start, q.verdict) for c in found.citations for q in c.quotes)


def main() -> None:
    """Print how many are right, verdict by verdict, and how many are still given."""
    folder = folder_asked(__doc__)
    rows = judged("verdicts", Judged)
    counts = Counter((row.verdict, row.right) for row in rows)
    for verdict in sorted({row.verdict for row in rows}):
        print(f"{verdict:<10} {told(counts[verdict, 'yes'], counts[verdict, 'yes'] + counts[verdict, 'no'])}")
    print(f"all        {told(sum(row.right == 'yes' for row in rows), len(rows))}")
    if folder is None:
        return
    given = still_given(folder, rows, _given)
    still = Counter((row.right, (row.source, (row.start, row.verdict)) in given) for row in rows)
    for right in ("yes", "no"):
        print(f"judged {right}: {still[right, True]} still given, {still[right, False]} no more")


if __name__ == "__main__":
    main()
