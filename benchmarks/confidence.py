"""How sure a statement is: the table of measures made anew, and how far what is said of how sure it is holds.

    python -m benchmarks.confidence            # calibration on what is set aside: expected error, kind by kind
    python -m benchmarks.confidence --write    # extraction/confidence/measured.tsv, docs/calibration.svg anew
    python -m benchmarks.confidence --rules    # the rules that are worth least, with how often they were met

Wants $YILI_SHARED. The table counts the received text (the rules alone against what readers decided), the gold passages
that may be read (but not those that the first rules were made with, which flatter them), and what was
judged one by one (tests/gold/judged/). The calibration is told on other ones: of the received text each tenth of the
passages by the measures of the other nine; the gold passages of each book by the measures of the other books; and the gold
passages that are set aside. Beside the expected error stands what chance alone makes of it: the error that as many
statements in the same bins would show in the mean if each were right just as often as it says. (How sure glosses are is
told by their signs: python -m benchmarks.gloss_weights.)
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, lgamma, log
from pathlib import Path
from zlib import crc32

from benchmarks.calibration_plot import plotted
from benchmarks.glosses_judged import TABLES as GLOSSES
from benchmarks.observed import UNCHECKED, Analysed, Seen, of_gold, of_judged, of_reading

from yili_kg.confidence.measures import READ, MeasureRow, Measures, load_measures
from yili_kg.confidence.thresholds import load_thresholds
from yili_kg.data import data_folder
from yili_kg.tables.table import read_table

ROOT = Path(__file__).resolve().parents[1]
GOLD = ROOT / "tests" / "gold"
COLUMNS = ("kind", "slot", "rule", "feature", "right", "of")
HEAD = """# How often each rule was right: made by `python -m benchmarks.confidence --write` (make gold), but for the rows of read_by.
# slot: of a statement, empty for the statement itself. feature: the layer: base, note (base-elsewhere, note-elsewhere: of other
#   books than the 儀禮), argument (all that comments on both);
#   named, supplied: whether a word that fills a slot stands in the text. rule: of a verdict the verdict itself.
# read_by: how far two readers agree who decided it apart from each other (docs/reading.md): twice what both say, by what each says.
"""


@dataclass(frozen=True, slots=True)
class Bin:
    """Statements that said much the same of how sure they are: how many, what they said, how many were right."""

    of: int
    said: float
    right: int


def told_of(shared: Path, analysed: Analysed) -> list[Seen]:
    """All that the table counts; the passages that the first rules were made with are not in it: they flatter them."""
    seen = of_reading(shared / "texts" / "KR1d0026")
    for name in ("seen", "train"):
        paths = [*(GOLD / name).glob("*.json"), *(GOLD / "notes" / name).glob("*.json")]
        seen += of_gold([*paths, *(GOLD / "steps").glob(f"{name}-*.json")], name, analysed)
    # Rules on glosses of those who argue, and of other books, were made with the gold: of these only what was drawn counts.
    seen = [s for s in seen if s.kind != "gloss" or s.feature not in ("argument", "note-elsewhere")]
    for name in ("claims", *GLOSSES, "norms", "verdicts"):
        seen += of_judged(GOLD / "judged" / f"{name}.tsv", analysed)
    return seen


def set_aside(analysed: Analysed) -> list[Seen]:
    """The passages that no rule was made with, as they are measured."""
    paths = [*(GOLD / "apart").glob("*.json"), *(GOLD / "notes" / "apart").glob("*.json")]
    return of_gold([*paths, *(GOLD / "steps").glob("apart-*.json")], "apart", analysed)


def at_hand(shared: Path, analysed: Analysed) -> list[Seen]:
    """The passages that the first rules were made with: not in the table, but told of."""
    folder = shared / "gold" / "dev"
    return of_gold([p for p in folder.glob("*.json") if not p.name.endswith(".layers.json")], "dev", analysed)


def counted(seen: Iterable[Seen]) -> list[MeasureRow]:
    """The rows of the table, in order."""
    right: Counter[tuple[str, str, str, str]] = Counter()
    of: Counter[tuple[str, str, str, str]] = Counter()
    for s in seen:
        key = (s.kind, s.slot, s.rule, s.feature)
        of[key] += 1
        right[key] += s.right
    return [
        MeasureRow(kind=k, slot=slot, rule=rule, feature=feature, right=right[k, slot, rule, feature], of=n)
        for (k, slot, rule, feature), n in sorted(of.items())
    ]


def read_rows() -> list[MeasureRow]:
    """The rows of the table that say how far readers agree."""
    return [r for r in read_table(_table(), MeasureRow) if r.rule == READ]


def _table() -> Path:
    return data_folder("extraction") / "confidence" / "measured.tsv"


def write(rows: Sequence[MeasureRow]) -> None:
    """The table anew, with the rows that say how far readers agree as they were."""
    with _table().open("w", encoding="utf-8", newline="\n") as lines:
        lines.write(HEAD + "\t".join(COLUMNS) + "\n")
        lines.writelines("\t".join(str(getattr(row, c)) for c in COLUMNS) + "\n" for row in rows)


def left_out(seen: Sequence[Seen]) -> Iterator[Seen]:
    """What is told of the received text: each tenth of the passages measured by the other nine."""
    weights = load_thresholds().weights
    tenths: list[list[Seen]] = [[] for _ in range(10)]
    for s in seen:
        if s.rule != UNCHECKED:
            tenths[crc32(s.part.encode()) % 10].append(s)
    for tenth in tenths:
        others = Measures(counted(s for t in tenths if t is not tenth for s in t), weights=weights)
        for s in tenth:
            measure = others.of(s.kind, s.slot, s.rule, s.feature)
            yield s._replace(said=measure.value if measure else None)


def books_left_out(seen: Sequence[Seen], dev: Sequence[Seen] = ()) -> Iterator[Seen]:
    """What is told of gold passages, and of those that the table does not count: each book measured by the others.

    Of glosses nothing: how sure they are is told by their signs.
    """
    thresholds = load_thresholds()
    gold = [
        s for s in (*seen, *dev) if s.group in ("seen", "train", "dev") and s.rule != UNCHECKED and s.kind != "gloss"
    ]
    for book in sorted({_book(s) for s in gold}):
        others = Measures(
            counted(s for s in seen if _book(s) != book), weights=thresholds.weights, least=thresholds.least
        )
        for s in gold:
            if _book(s) == book:
                measure = others.of(s.kind, s.slot, s.rule, s.feature)
                yield s._replace(said=measure.value if measure else None)


def _book(s: Seen) -> str:
    """The book that a statement is from; the received text is one of its own."""
    return Path(s.part).parent.name


def bins(seen: Iterable[Seen], *, number: int = 10) -> list[Bin]:
    """Statements by what they say of themselves, in so many bins of the same width; those without any left out."""
    sums = [[0.0, 0.0, 0.0] for _ in range(number)]
    for s in seen:
        if s.said is not None:
            at = sums[min(int(s.said * number), number - 1)]
            at[0], at[1], at[2] = at[0] + 1, at[1] + s.said, at[2] + s.right
    return [Bin(int(n), said / n, int(right)) for n, said, right in sums if n]


def expected_error(found: Sequence[Bin]) -> float:
    """How far what is said lies from what is right, in the mean of all statements (expected calibration error)."""
    total = sum(b.of for b in found)
    return sum(abs(b.said * b.of - b.right) for b in found) / total if total else 0.0


def error_by_chance(found: Sequence[Bin]) -> float:
    """The expected error that is left in the mean where each statement is right just as often as it says."""
    total = sum(b.of for b in found)
    return sum(_deviation(b.of, min(0.999, max(0.001, b.said))) for b in found) / total if total else 0.0


def _deviation(of: int, share: float) -> float:
    """How far the number of those right lies from `of` times `share` in the mean (the binomial distribution's mean deviation)."""
    least = int(of * share) + 1
    ways = lgamma(of + 1) - lgamma(least + 1) - lgamma(of - least + 1)
    return 2 * least * exp(ways + least * log(share) + (of - least + 1) * log(1 - share))


def by_kind(seen: Iterable[Seen]) -> dict[str, list[Seen]]:
    """Statements by kind and slot."""
    parted: dict[str, list[Seen]] = {}
    for s in seen:
        if s.said is not None:
            parted.setdefault(f"{s.kind} {s.slot}".strip(), []).append(s)
    return dict(sorted(parted.items()))


def table(groups: dict[str, list[Seen]]) -> Iterator[str]:
    """The lines that tell the calibration."""
    yield f"{'set aside':<28} {'kind':<18} {'of':>6}  said  right  expected error  by chance"
    for group, seen in groups.items():
        for kind, some in by_kind(seen).items():
            said, right = sum(s.said or 0 for s in some) / len(some), sum(s.right for s in some) / len(some)
            found = bins(some)
            told = f"{len(some):>6,}  {said:.2f}   {right:.2f}  {expected_error(found):<14.3f}  {error_by_chance(found):.3f}"
            yield f"{group:<28} {kind:<18} {told}"


def worst() -> Iterator[str]:
    """The rules of the table, those first that are worth least."""
    measures = load_measures()
    rows = [r for r in read_table(_table(), MeasureRow) if r.rule != READ]
    worth = {id(r): m.value for r in rows if (m := measures.of(r.kind, r.slot, r.rule, r.feature))}
    yield "\t".join(("worth", *COLUMNS))
    for row in sorted(rows, key=lambda r: (worth[id(r)], -r.of)):
        yield "\t".join((f"{worth[id(row)]:.2f}", *(str(getattr(row, c)) for c in COLUMNS)))


def main() -> None:
    """The calibration, or the table anew."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="make the table and the plot anew")
    parser.add_argument("--rules", action="store_true", help="the rules that are worth least")
    asked = parser.parse_args()
    if asked.rules:
        print("\n".join(worst()))
        return
    shared = Path(os.environ.get("YILI_SHARED", "../shared"))
    analysed = Analysed(shared)
    seen = told_of(shared, analysed)
    rows = sorted([*counted(seen), *read_rows()], key=lambda r: (r.kind, r.slot, r.rule == READ, r.rule, r.feature))
    if asked.write:
        write(rows)
    analysed.measures = Measures(rows, weights=load_thresholds().weights, least=load_thresholds().least)
    groups = {
        "tenths of the received text": list(left_out([s for s in seen if s.group == "reading"])),
        "gold of each book": list(books_left_out(seen, at_hand(shared, analysed))),
        "gold passages set aside": set_aside(analysed),
    }
    print("\n".join(table(groups)))
    if asked.write:
        lines = {name: {k: bins(s) for k, s in by_kind(some).items()} for name, some in groups.items()}
        (ROOT / "docs" / "calibration.svg").write_text(plotted(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
