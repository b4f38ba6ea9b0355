"""Fits the weights of the second pass over mentions (`extraction/weights/`), and says how good they are on what they never saw.

    python -m benchmarks.weights            # four times, each time a quarter of the gold and of the chapters set aside
    python -m benchmarks.weights --write    # fits on all of it and writes the tables

Fitted on the reading of the received text (KR1d0026, rules alone against readers), on the gold passages that rules may be
made with (the development passages, `tests/gold/seen` and `tests/gold/train`), and on single places that were hard to decide
(`tests/gold/judged/places.tsv`). A candidate of a gold passage or of a place counts as much as four of the reading: comments
are what the pass is for. How often a word is a thing at all is counted without the places, which were drawn because that is
open there. The passages set aside are not read, nor, when a quarter is left out, places in words that it holds too (books
copy each other). Wants scikit-learn (the extra `fit`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.fits import to_be_written
from benchmarks.mention_examples import HERE, SHARED, Example, examples, gold_passages, place_examples, places

from yili_kg.annotation.weighing.candidates import RIVAL
from yili_kg.annotation.weighing.features import Feature, Surroundings
from yili_kg.annotation.weighing.known import NOTHING, known_of
from yili_kg.annotation.weighing.lattice import Weighed, heaviest
from yili_kg.annotation.weighing.weights import Weights
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold

#: A feature seen in fewer candidates than this has no weight; one whose weight is smaller than this is not written.
SELDOM, SMALL = 3, 0.08
#: What each type has more than was fitted: with it a word about as likely a mention as none is taken, which makes F1 highest
#: where books are left out (0 to 0.5 were tried; from 0.3 to 0.5 it is as high).
LEAN = 0.35
#: What a candidate of a gold passage counts beside one of the reading, and how little weights are held back.
GOLD_COUNTS, FREEDOM = 4, 0.3
PARTS = 4
#: A place is not fitted on where so many graphs around it stand in a passage that is left out.
ALIKE = 9

Words = dict[tuple[str, str], tuple[int, int]]


def counts_of(made: Iterable[Example]) -> Words:
    """How often each form was a mention of each type, of how many."""
    tally: dict[tuple[str, str], list[int]] = {}
    for example in made:
        folded = fold(example.segment.text)
        for c, right, counts_here in zip(
            example.found, example.right, map(all, zip(example.counted, example.own, strict=True)), strict=True
        ):
            if counts_here and c.status != RIVAL:
                pair = tally.setdefault((folded[c.start : c.end], c.type), [0, 0])
                pair[0] += right
                pair[1] += 1
    return {word: (right, of) for word, (right, of) in sorted(tally.items())}


def features_of(
    example: Example, table: Weights, *, fitting: bool
) -> Iterator[tuple[int, list[tuple[Feature, float]]]]:
    """The features of the candidates that count; where weights are fitted, none sees its own occurrence."""
    segment = example.segment
    known = known_of(segment.passages) if example.known else NOTHING
    around = Surroundings(
        fold(segment.text), segment.layer, example.found, example.first, known, table.counts, table.bases
    )
    for number, candidate in enumerate(example.found):
        if example.counted[number]:
            yield (
                number,
                around.features(
                    candidate, without=int(example.right[number]) if fitting and example.own[number] else None
                ),
            )


def fit(made: Sequence[Example]) -> tuple[dict[Feature, tuple[float, int]], Words]:
    """Weights by feature, with how often each was seen, and the counts of forms."""
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression

    counts = counts_of(e for e in made if not e.place)
    table = Weights({}, counts)
    rows = [
        (features, example.right[n], GOLD_COUNTS if example.gold or example.place else 1)
        for example in made
        for n, features in features_of(example, table, fitting=not example.place)
    ]
    seen = Counter(name for features, _, _ in rows for name, _ in features)
    names = {name: at for at, name in enumerate(sorted(n for n, times in seen.items() if times >= SELDOM))}
    data, columns, starts = [], [], [0]
    for features, _, _ in rows:
        for name, amount in features:
            if name in names:
                data.append(amount)
                columns.append(names[name])
        starts.append(len(columns))
    model = LogisticRegression(C=FREEDOM, max_iter=300, solver="liblinear", fit_intercept=False, random_state=0)
    model.fit(
        csr_matrix((data, columns, starts), shape=(len(rows), len(names))),
        [right for _, right, _ in rows],
        sample_weight=[weight for _, _, weight in rows],
    )
    weights = [float(w) + LEAN * (name[0] == "type") for name, w in zip(names, model.coef_[0], strict=True)]
    return {n: (round(weights[at], 2), seen[n]) for n, at in names.items() if abs(weights[at]) >= SMALL}, counts


def judge(made: Sequence[Example], table: Weights) -> tuple[Counter[str], list[tuple[float, bool]]]:
    """What both passes find of how many, and how sure the second was of each that it took."""
    tally: Counter[str] = Counter()
    sure: list[tuple[float, bool]] = []
    for example in made:
        if example.segment.layer in layers().base:
            continue
        weighed = [
            (n, Weighed(example.found[n], table.score(f))) for n, f in features_of(example, table, fitting=False)
        ]
        right = {example.found[n]: example.right[n] for n, _ in weighed}
        right = {c: r for c, r in right.items() if c.status != RIVAL}
        chosen = [w for w in heaviest([w for _, w in weighed]) if w.candidate.status != RIVAL]
        tally["gold"] += example.mentions
        tally["first"] += sum(c.first for c in right)
        tally["first right"] += sum(r for c, r in right.items() if c.first)
        tally["second"] += len(chosen)
        tally["second right"] += sum(right[w.candidate] for w in chosen)
        sure += [(w.score, right[w.candidate]) for w in chosen]
    return tally, sure


def told(name: str, tally: Counter[str]) -> str:
    """A line on both passes."""
    lines = []
    for which in ("first", "second"):
        right, said, gold = tally[f"{which} right"], tally[which], tally["gold"]
        lines.append(f"{which} pass P {right / said:.3f} R {right / gold:.3f} F1 {2 * right / (said + gold):.3f}")
    return f"{name}: " + ", ".join(lines) + f" of {tally['gold']:,}"


def crosswise(made: Sequence[Example]) -> None:
    """Print how good the weights are on a quarter of the sources, fitted on the others, four times."""
    read, drawn = [e for e in made if not e.place], [e for e in made if e.place]
    sources = sorted({e.source for e in read})
    random.Random(5).shuffle(sources)
    part = {source: number % PARTS for number, source in enumerate(sources)}
    tallies: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for number in range(PARTS):
        left_out = [e for e in read if part[e.source] == number]
        weights, counts = fit([e for e in read if part[e.source] != number] + elsewhere(drawn, left_out))
        table = Weights({name: weight for name, (weight, _) in weights.items()}, counts)
        for gold in (True, False):
            tallies[gold].update(judge([e for e in left_out if e.gold is gold], table)[0])
    print(told("gold passages of sources that were set aside", tallies[True]))
    print(told("chapters of the received text that were set aside", tallies[False]))


def elsewhere(drawn: Iterable[Example], left_out: Sequence[Example]) -> list[Example]:
    """The places of other sources, without those whose words stand in a gold passage that is left out, too."""
    sources = {e.source for e in left_out}
    grams = {gram for e in left_out if e.gold for gram in _grams(_counted_text(e))}
    return [_apart(e, grams) for e in drawn if e.source not in sources]


def _counted_text(example: Example) -> str:
    """The folded text from the first candidate that is counted to the last."""
    counted = [c for c, known in zip(example.found, example.counted, strict=True) if known]
    if not counted:
        return ""
    return fold(example.segment.text)[min(c.start for c in counted) : max(c.end for c in counted)]


def _grams(text: str) -> Iterator[str]:
    return (text[at : at + ALIKE] for at in range(len(text) - ALIKE + 1))


def _apart(example: Example, grams: set[str]) -> Example:
    """The example with no candidate counted around which the words are."""
    folded = fold(example.segment.text)
    return replace(
        example,
        counted=[
            known and grams.isdisjoint(_grams(folded[max(0, c.start - ALIKE) : c.end + ALIKE]))
            for c, known in zip(example.found, example.counted, strict=True)
        ],
    )


def write(weights: dict[Feature, tuple[float, int]], counts: Words, folder: Path) -> None:
    """Write the two tables."""
    folder.mkdir(exist_ok=True)
    lines = [
        "# What speaks for a word being a mention and against it: weights in logarithms of odds, made by `python -m benchmarks.weights --write`.",
        "# seen_with: the type or status of the word. times: how often the feature was seen where the weights were fitted.",
        "feature\tvalue\tseen_with\tweight\ttimes",
        *("\t".join((*name, f"{weight:.2f}", str(times))) for name, (weight, times) in sorted(weights.items())),
    ]
    (folder / "mentions.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    lines = [
        "# How often a folded form was a mention of a type where the weights were fitted, made with mentions.tsv.",
        "form\ttype\tright\tof",
        *(f"{form}\t{type_}\t{right}\t{of}" for (form, type_), (right, of) in counts.items()),
    ]
    (folder / "forms.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Fit crosswise, or on everything and write."""
    write_it = to_be_written(__doc__, "extraction/weights")
    jobs: list[tuple[str, list[dict[str, Any]]]] = [
        (str(p.relative_to(SHARED)), []) for p in sorted((SHARED / "texts" / "KR1d0026").glob("*_*.txt"))
    ]
    jobs += sorted(gold_passages().items())
    with ProcessPoolExecutor(2) as pool:
        made = [example for part in pool.map(examples, jobs) for example in part]
        made += [example for part in pool.map(place_examples, sorted(places().items())) for example in part]
    if write_it:
        write(*fit(made), HERE / "extraction" / "weights")
    else:
        crosswise(made)


if __name__ == "__main__":
    main()
