"""Fits where a reader would set a mark (`extraction/weights/breaks.tsv`), and says how good that is.

    python -m benchmarks.break_weights            # each stretch by weights that were fitted on the others
    python -m benchmarks.break_weights --write    # fits on all of them and writes the table

Fitted on stretches of the books at hand in which readers set the marks (`tests/gold/breaks/`), on the seed documents that
are printed with marks, and, for less, on the cited books that are. What a reader would mark with 、 is no mark here. Juans
are left out by their number, because books repeat each other's sub-commentaries on a chapter. The stretches are from sources
that hold no passage set aside; of the seeds and the cited books the marks are read and nothing else. Wants scikit-learn (the
extra `fit`) and $YILI_SHARED.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.fits import to_be_written

from yili_kg.annotation.breaks import ANY, END, PLACE, Breaks, around
from yili_kg.annotation.notes.tokens import NONE, STRONG, tokens_of
from yili_kg.data import data_folder
from yili_kg.errors import SourceError
from yili_kg.layers import edit
from yili_kg.sources import read
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

GOLD = Path(__file__).resolve().parents[1] / "tests" / "gold" / "breaks"
#: Words seen fewer times have no weight; how little weights are held back; what weighs less is left out.
SELDOM, FREEDOM, LEAST = 5, 1.0, 0.05
#: What the stretches, the seeds and the cited books count.
READ, SEED, CITED = 2.0, 1.0, 0.15
#: Paragraphs of fewer graphs, or with a mark in more graphs than this, are not printed with marks; longer ones are cut.
SHORTEST, MARKED, LONGEST = 20, 25, 2_000
#: The marks of readers that end a sentence.
ENDS = frozenset("。；？！")
#: From which gap on a place has the mark that is weighed.
LEAST_GAP = {ANY: NONE + 1, END: STRONG}
#: Into so many parts juans are put, of which one is left out.
PARTS = 5
HEAD = (
    "# What speaks for a mark between two graphs and against it: weights in logarithms of odds, made by\n"
    "#   `python -m benchmarks.break_weights --write`. mark: any, or end of a sentence. around: graphs with | at the place,\n"
    "#   · for a graph of any kind; | alone is what every place has.\n"
    "mark\taround\tweight\n"
)


class Parted(NamedTuple):
    """Graphs with what stands before each of them: NONE, or a mark, STRONG where a sentence ends."""

    graphs: str
    gaps: Sequence[int]
    counts: float
    juan: str = ""
    layer: str = ""


def of_readers(shared: Path) -> Iterator[Parted]:
    """The stretches in which readers set the marks."""
    for path in sorted(GOLD.glob("*.json")):
        gold = json.loads(path.read_text(encoding="utf-8"))
        segments = {s.start: s for s in edit(read(shared / gold["source"])).segments if s.text}
        for row in gold["segments"]:
            if row["layer"] in layers().base:
                continue
            segment = segments[row["start"]]
            graphs, places = stream(fold(segment.text))
            at = {segment.inside(mark[0], mark[0] + 1)[0]: mark[1] for mark in row["marks"]}
            gaps = [STRONG if at.get(p) in ENDS else int(p in at) for p in places]
            yield Parted(graphs, [*gaps, STRONG], READ, Path(gold["source"]).stem.rpartition("_")[2], row["layer"])


def of_seeds(shared: Path) -> Iterator[Parted]:
    """The segments of the seed documents that are printed with marks."""
    for path in sorted((shared / "seeds").glob("*.txt")):
        try:
            edition = edit(read(path))
        except SourceError:
            continue
        for segment in edition.segments:
            if segment.text and segment.layer not in layers().silent:
                tokens = tokens_of(segment.text, segment.layer, ())
                if tokens.punctuated and len(tokens.graphs) > SHORTEST // 2:
                    yield Parted(tokens.graphs, tokens.gaps, SEED, layer=segment.layer)


def of_books(shared: Path) -> Iterator[Parted]:
    """The paragraphs of the cited books that are printed with marks."""
    for path in sorted((shared / "reference").glob("KR*/*.txt")):
        lines = [line for line in path.read_text(encoding="utf-8").split("\n") if not line.startswith("#")]
        text = re.sub(r"¶\n(?=[^\s*])", "", re.sub(r"<[^>]*>", "", "\n".join(lines)))
        for paragraph in text.split("\n"):
            yield from _marked(re.sub(r"[\s¶]", "", paragraph))


def _marked(paragraph: str) -> Iterator[Parted]:
    """A paragraph that is printed with marks, in pieces."""
    if len(paragraph) < SHORTEST:
        return
    tokens = tokens_of(paragraph, "", ())
    marks = sum(gap > NONE for gap in tokens.gaps)
    if tokens.punctuated and marks >= len(tokens.graphs) / MARKED:
        for start in range(0, len(tokens.graphs), LONGEST):
            yield Parted(tokens.graphs[start : start + LONGEST], tokens.gaps[start : start + LONGEST + 1], CITED)


def fit(made: Sequence[Parted], mark: str) -> dict[str, float]:
    """The weights of what stands around a place, for any mark or for the end of a sentence."""
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression

    places = [(p, at) for p in made for at in range(1, len(p.graphs))]
    seen = Counter(words for p, at in places for words in around(p.graphs, at))
    names = {words: number for number, words in enumerate(sorted(w for w, times in seen.items() if times >= SELDOM))}
    found: list[int] = []
    ends = [0]
    for p, at in places:
        found += [names[words] for words in around(p.graphs, at) if words in names]
        ends.append(len(found))
    matrix = csr_matrix(([1.0] * len(found), found, ends), shape=(len(places), len(names)))
    least = LEAST_GAP[mark]
    model = LogisticRegression(l1_ratio=1, C=FREEDOM, solver="liblinear", random_state=0)
    model.fit(matrix, [p.gaps[at] >= least for p, at in places], sample_weight=[p.counts for p, _ in places])
    weights = {words: round(float(model.coef_[0][number]), 2) for words, number in names.items()}
    kept = {words: weight for words, weight in weights.items() if abs(weight) >= LEAST}
    return {PLACE: round(float(model.intercept_[0]), 2), **kept}


def told(name: str, measured: Sequence[tuple[Sequence[float], Sequence[bool]]], least: float) -> str:
    """Precision, recall and F1 of the places that are at least so likely."""
    pairs = [(c >= least, true) for chances, trues in measured for c, true in zip(chances, trues, strict=True)]
    right, taken, true = sum(a and b for a, b in pairs), sum(a for a, _ in pairs), sum(b for _, b in pairs)
    p, r = right / max(1, taken), right / max(1, true)
    return f"{name:<34} {true:>6}  P {p:.3f} R {r:.3f} F1 {2 * p * r / max(p + r, 1e-9):.3f}"


def by_rules(one: Parted, least: int) -> list[float]:
    """The gaps that final particles and openers make alone."""
    return [float(gap >= least) for gap in tokens_of(one.graphs, one.layer, ()).gaps[1:-1]]


def left_out(
    read_: Sequence[Parted], rest: Sequence[Parted], mark: str
) -> Iterator[tuple[Parted, list[float], list[bool]]]:
    """Each stretch with how likely its places are, by weights that its juan had no part in, and what is true."""
    juans, least = sorted({p.juan for p in read_}), LEAST_GAP[mark]
    for part in range(PARTS):
        held = set(juans[part::PARTS])
        breaks = Breaks({mark: fit([*(p for p in read_ if p.juan not in held), *rest], mark)})
        for p in read_:
            if p.juan in held:
                chances = [c.end if mark == END else c.any for c in breaks.chances(p.graphs)[1:-1]]
                yield p, chances, [gap >= least for gap in p.gaps[1 : len(p.graphs)]]


def main() -> None:
    """Fit crosswise, or on everything and write."""
    write_it = to_be_written(__doc__, "extraction/weights/breaks.tsv")
    shared = Path(os.environ.get("YILI_SHARED", "../shared"))
    readers = list(of_readers(shared))
    rest = [*of_seeds(shared), *of_books(shared)]
    if write_it:
        fitted: Mapping[str, dict[str, float]] = {mark: fit([*readers, *rest], mark) for mark in (ANY, END)}
        rows = [
            f"{mark}\t{words}\t{weight:.2f}\n"
            for mark, some in fitted.items()
            for words, weight in sorted(some.items())
        ]
        (data_folder("extraction") / "weights" / "breaks.tsv").write_text(HEAD + "".join(rows), encoding="utf-8")
        return
    for mark, name in ((ANY, "any mark"), (END, "ends of sentences")):
        measured = [(c, by_rules(p, LEAST_GAP[mark]), true) for p, c, true in left_out(readers, rest, mark)]
        print(told(f"{name}: particles and openers", [(rules, true) for _, rules, true in measured], 1))
        for chance in (0.3, 0.5, 0.7):
            print(told(f"{name}: weights, from {chance}", [(c, true) for c, _, true in measured], chance))
        both = [([max(two) for two in zip(c, rules, strict=True)], true) for c, rules, true in measured]
        print(told(f"{name}: both, from 0.5", both, 0.5))


if __name__ == "__main__":
    main()
