"""Fits what the signs of glosses are worth (`extraction/weights/glosses.tsv`), and says how good they are.

    python -m benchmarks.gloss_weights            # each chapter by weights that were fitted on the others
    python -m benchmarks.gloss_weights --write    # fits on all of them and writes the table

Notes: fitted on what the rules alone say of the received text (KR1d0026), against what readers decided there, and on
the notes of other books in the gold passages that rules may be made with. Those who
argue: fitted on the glosses that were judged one by one (`tests/gold/judged/`), as far as term and definition are still the same,
and on those of the gold passages that rules may be made with, whose own sign keeps apart that rules
were made with them. Chapters are left out, not juans, because books repeat each other's sub-commentaries on a chapter.
How likely a gloss is by its graphs is told there by labels that the juan had no part in
(`benchmarks/label_weights.py`). The passages set aside are not read. Wants scikit-learn and python-crfsuite (the extra `fit`) and $YILI_SHARED.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from benchmarks.confidence import bins, expected_error
from benchmarks.fits import to_be_written
from benchmarks.glosses_judged import TABLES, JudgedGloss, said
from benchmarks.judged import judged
from benchmarks.label_weights import ByOthers, stretches_of, write_parts
from benchmarks.observed import Analysed, Seen, gold_truth, is_right

from yili_kg.annotation.by_hand import ByHand
from yili_kg.confidence.gloss_weights import GlossWeights
from yili_kg.confidence.signs import PAIR, Sign, Signs, paired
from yili_kg.confidence.sure import ARGUED_GLOSS, LATER_GLOSS
from yili_kg.confidence.thresholds import load_thresholds
from yili_kg.data import data_folder
from yili_kg.models import Annotated, Gloss
from yili_kg.reading.place import place_reading
from yili_kg.tables.layers import layers

GOLD = Path(__file__).resolve().parents[1] / "tests" / "gold"
#: A sign seen in fewer glosses than this has no weight; how little weights are held back; what a gloss of the gold counts.
SELDOM, FREEDOM, GOLD_COUNTS = 5, {"argument": 0.03, "note": 0.06}, 1.0
#: Two signs together are seen more often; what they weigh less than this is left out.
PAIR_SELDOM, LEAST = 10, 0.02
#: The classes of layers that have weights, and where notes were judged.
ARGUED, NOTES, RECEIVED = "argument", "note", "received text"
#: Glosses of gold passages are right more often than others: rules were made with them.
OF_GOLD: Sign = ("gold", "")
HEAD = (
    "# What speaks for a gloss and against it: weights in logarithms of odds, made by\n"
    "#   `python -m benchmarks.gloss_weights --write`. feature: note, or argument for all that comments on both. sign, value: of extraction/rules/notes/signs.yaml and\n"
    "#   confidence/signs.py. times: how often it was seen where the weights were fitted.\n"
    "feature\tsign\tvalue\tweight\ttimes\n"
)


class Example(NamedTuple):
    """A gloss with its signs and whether it is right.

    `feature`: of a note or of one who argues; `table` is where it was judged, `chapter` the juan it is from.
    """

    feature: str
    table: str
    chapter: str
    signs: tuple[Sign, ...]
    right: bool


def examples(found: Analysed) -> Iterator[Example]:
    """The glosses that were judged and stand as they did; each place once, by the table that was drawn last."""
    tables = {name: judged(name, JudgedGloss) for name in reversed(TABLES)}
    found.prepare(row.source for rows in tables.values() for row in rows)
    taken: set[tuple[str, int]] = set()
    for name, rows in tables.items():
        for source in sorted({row.source for row in rows}):
            signs = Signs(found[source].edition)
            glosses = _argued_at(found[source])
            for row in (r for r in rows if r.source == source and (source, r.start) not in taken):
                taken.add((source, row.start))
                gloss = glosses.get((row.start, *said(row.term, row.definition)))
                if gloss is not None:
                    yield Example(ARGUED, name, _chapter(source), signs.of(gloss), row.agrees(gloss))


def _argued_at(found: Annotated) -> dict[tuple[int, str, str], Gloss]:
    """The glosses of those who argue that no reader decided, by place and words."""
    argued = (g for g in found.glosses if g.layer in layers().reason and not g.read_by)
    return {(g.start, *said(g.term, g.definition)): g for g in argued}


def of_gold(found: Analysed) -> Iterator[Example]:
    """The glosses in gold passages that rules may be made with."""
    paths = [p for name in ("seen", "train") for p in sorted((GOLD / "notes" / name).glob("*.json"))]
    golds = [json.loads(p.read_text(encoding="utf-8")) for p in paths]
    found.prepare(g["source"] for g in golds)
    for gold in golds:
        signs, truth = Signs(found[gold["source"]].edition), gold_truth(gold)
        for gloss in found[gold["source"]].glosses:
            inside = gold["start"] <= gloss.start and gloss.end <= gold["end"]
            if inside and not gloss.read_by:
                right = is_right(gloss, truth.glosses or ())
                feature = ARGUED if gloss.layer in layers().reason else NOTES
                yield Example(feature, OF_GOLD[0], _chapter(gold["source"]), (*signs.of(gloss), OF_GOLD), right)


def of_received(folder: Path, reads: ByOthers) -> list[Example]:
    """The glosses of the rules alone in the notes of the received text, as readers decided."""
    jobs = [(path, reads) for path in sorted(folder.glob("*_*.txt"))]
    with ProcessPoolExecutor(2) as pool:
        return [example for part in pool.map(_read_notes, jobs) for example in part]


def _read_notes(job: tuple[Path, ByOthers]) -> list[Example]:
    path, reads = job
    rules, hand = reads(path, hand=ByHand(received=False)), reads(path)
    edition = rules.edition
    placements, signs = place_reading(edition), Signs(edition)
    decided = {s.id: s for s in edition.segments if s.id in placements.decided and s.layer in layers().notes}
    true = [(g.start, g.end, g.term, g.definition) for g in hand.glosses]
    return [
        Example(NOTES, RECEIVED, _chapter(path.name), signs.of(gloss), is_right(gloss, true))
        for gloss in rules.glosses
        if gloss.segment in decided and placements.decides(decided[gloss.segment], gloss.start, gloss.end)
    ]


def _chapter(source: str) -> str:
    """The juan of a source: books on the 儀禮 have a juan, or nearly, for each chapter."""
    return Path(source).stem.rpartition("_")[2]


def fit(made: Sequence[Example]) -> dict[Sign, tuple[float, int]]:
    """Weights by sign, with how often each was seen; all glosses are of one class."""
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression

    signs = [(*e.signs, *_pairs(e.signs)) for e in made]
    seen = Counter(sign for some in signs for sign in some)
    often = (s for s, times in seen.items() if times >= (PAIR_SELDOM if PAIR in s[0] else SELDOM))
    names = {sign: at for at, sign in enumerate(sorted(often))}
    cells = [(row, names[sign]) for row, some in enumerate(signs) for sign in some if sign in names]
    matrix = csr_matrix(([1.0] * len(cells), tuple(zip(*cells, strict=True))), shape=(len(made), len(names)))
    freedom = FREEDOM[made[0].feature]
    model = LogisticRegression(C=freedom, max_iter=300, solver="liblinear", fit_intercept=False, random_state=0)
    counts = [GOLD_COUNTS if e.table == OF_GOLD[0] else 1.0 for e in made]
    model.fit(matrix, [e.right for e in made], sample_weight=counts)
    weights = {sign: round(float(model.coef_[0][at]), 2) for sign, at in names.items()}
    return {s: (w, seen[s]) for s, w in weights.items() if PAIR not in s[0] or abs(w) >= LEAST}


def _pairs(signs: Iterable[Sign]) -> Iterator[Sign]:
    """Each two signs as one; that a gloss is of the gold is told alone."""
    for (kind, value), (other, another) in paired(sign for sign in signs if sign != OF_GOLD):
        yield f"{kind}{PAIR}{other}", f"{value}{PAIR}{another}"


def weights_of(feature: str, fitted: Mapping[Sign, tuple[float, int]]) -> GlossWeights:
    """The weights as the program has them: that a gloss is of the gold is no sign there."""
    return GlossWeights({feature: {sign: weight for sign, (weight, _) in fitted.items() if sign != OF_GOLD}})


def left_out(made: Sequence[Example]) -> Iterator[tuple[Example, float]]:
    """Each gloss with how sure it is said to be by weights that its chapter had no part in."""
    for feature, chapter in sorted({(e.feature, e.chapter) for e in made}):
        weights = weights_of(feature, fit([e for e in made if e.feature == feature and e.chapter != chapter]))
        for e in made:
            if (e.feature, e.chapter) == (feature, chapter):
                yield e, weights.sure(feature, e.signs)


#: Groups of glosses that are told: tables, the layer of the sign (sub, later; empty: both) and the threshold that holds for it.
GROUPS = (
    ("sub, judged", TABLES, "sub", ARGUED_GLOSS),
    ("sub, drawn", TABLES[1:], "sub", ARGUED_GLOSS),
    ("sub, of gold", (OF_GOLD[0],), "sub", ARGUED_GLOSS),
    ("later, judged", TABLES, "later", LATER_GLOSS),
    ("later, drawn", TABLES[1:], "later", LATER_GLOSS),
    ("later, of gold", (OF_GOLD[0],), "later", LATER_GLOSS),
    ("notes", (RECEIVED,), "", "gloss"),
    ("notes, of gold", (OF_GOLD[0],), "", "gloss"),
)


def told(measured: Iterable[tuple[Example, float]]) -> Iterator[str]:
    """How many of those shown are right, from each threshold on, and the calibration."""
    seen = list(measured)
    yield f"{'glosses':<22} {'from':>5} {'shown':>6} {'right':>6}  of all right"
    for name, tables, layer, kind in GROUPS:
        some = [
            (e, said)
            for e, said in seen
            if e.table in tables and (("layer", layer) in e.signs if layer else e.feature == NOTES)
        ]
        whole = sum(e.right for e, _ in some)
        for least in sorted({0.0, 0.4, 0.5, 0.6, 0.7, 0.75, load_thresholds()[kind]}):
            shown = [e.right for e, said in some if said >= least]
            share, found = sum(shown) / max(1, len(shown)), sum(shown) / max(1, whole)
            yield f"{name:<22} {least:>5} {len(shown):>6} {share:>6.3f}  {found:.3f}"
        error = expected_error(bins(Seen("", "", "gloss", "", "", "", said, e.right) for e, said in some))
        yield f"{name:<22} expected error {error:.3f} of {len(some)}"


def main() -> None:
    """Fit crosswise, or on everything and write."""
    write_it = to_be_written(__doc__, "extraction/weights/glosses.tsv")
    shared = Path(os.environ.get("YILI_SHARED", "../shared"))
    with tempfile.TemporaryDirectory() as folder:
        write_parts(stretches_of(shared), Path(folder))
        reads = ByOthers(Path(folder))
        found = Analysed(shared, reads)
        made = [*examples(found), *of_gold(found), *of_received(shared / "texts" / "KR1d0026", reads)]
    if not write_it:
        print("\n".join(told(left_out(made))))
        return
    lines = [HEAD]
    for feature in (ARGUED, NOTES):
        fitted = fit([e for e in made if e.feature == feature])
        rows = sorted((*sign, *told_of) for sign, told_of in fitted.items() if sign != OF_GOLD)
        lines += [f"{feature}\t{sign}\t{value}\t{weight:.2f}\t{times}\n" for sign, value, weight, times in rows]
    (data_folder("extraction") / "weights" / "glosses.tsv").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
