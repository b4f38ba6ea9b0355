"""Fits what the signs of single graphs of a comment are worth (`extraction/weights/labels.tsv`), and says how good they are.

    python -m benchmarks.label_weights            # each fifth of the juans by weights that were fitted on the others
    python -m benchmarks.label_weights --write    # fits on all of them and writes the table

Fitted on the gold passages that rules may be made with (`tests/gold/notes/train`, `seen`), in which readers have told every gloss,
and on the glosses of 鄭玄's notes as they were read in the received text. Juans are left out by their number, because books repeat
each other's sub-commentaries on a chapter. The passages set aside are not read. Wants python-crfsuite (the extra `fit`) and $YILI_SHARED.
"""

from __future__ import annotations

import json
import os
import tempfile
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch
from zlib import crc32

from benchmarks.fits import to_be_written

from yili_kg.analyse import unmeasured
from yili_kg.annotation.by_hand import ByHand
from yili_kg.annotation.notes.by_rules import found_by_rules
from yili_kg.annotation.notes.context import note_tokens
from yili_kg.annotation.notes.labelled import told_of
from yili_kg.annotation.notes.labels import BEHIND, LABELS, NEVER, Labelled, Told, read_labels, seen
from yili_kg.annotation.notes.tokens import NoteTokens
from yili_kg.data import data_folder
from yili_kg.layers import edit
from yili_kg.models import Annotated, Segment
from yili_kg.reading.place import place_reading
from yili_kg.sources import read
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

GOLD = Path(__file__).resolve().parents[1] / "tests" / "gold"
#: How little weights are held back (both norms), how long is fitted, how often a sign must be seen; what weighs less is left out.
HELD_BACK, SQUARES, ROUNDS, SELDOM, LEAST = 0.6, 0.01, 120, 2, 0.02
#: Into so many parts juans are put, of which one is left out.
PARTS = 5
HEAD = (
    "# What speaks for each graph of a comment being of a word explained or of its meaning: weights in logarithms of odds, made by\n"
    "#   `python -m benchmarks.label_weights --write`. sign, value: of annotation/notes/labels.py; behind: the label of the graph before.\n"
    f"sign\tvalue\t{chr(9).join(LABELS)}\n"
)
#: A term with its meaning, in graphs.
Pair = tuple[tuple[int, int], tuple[int, int]]


class Stretch(NamedTuple):
    """A comment with the glosses that readers told in a stretch of it: from graph to graph of its `tokens`."""

    part: int
    tokens: NoteTokens
    told: tuple[Told, ...]
    begin: int
    end: int
    glosses: tuple[Pair, ...]


def of_gold(shared: Path) -> list[Stretch]:
    """The stretches of the gold passages that rules may be made with."""
    paths = [p for name in ("seen", "train") for p in sorted((GOLD / "notes" / name).glob("*.json"))]
    by_source: dict[str, list[dict[str, Any]]] = {}
    for path in paths:
        gold = json.loads(path.read_text(encoding="utf-8"))
        by_source.setdefault(gold["source"], []).append(gold)
    jobs = [(shared / source, golds) for source, golds in sorted(by_source.items())]
    with ProcessPoolExecutor(2) as pool:
        return [stretch for part in pool.map(_read_gold, jobs, chunksize=2) for stretch in part]


def _read_gold(job: tuple[Path, list[dict[str, Any]]]) -> list[Stretch]:
    path, golds = job
    made: list[Stretch] = []
    for segment, tokens in _comments(unmeasured(edit(read(path)))):
        places = [segment.span(place, place + 1)[0] for place in tokens.places]
        told = told_of(found_by_rules(tokens)[0])
        for gold in golds:
            begin, end = bisect_left(places, gold["start"]), bisect_left(places, gold["end"])
            if begin < end:
                notes = (note for note in gold["notes"] if note["kind"] == "gloss")
                spans = (
                    (n["term"], n["definition"], *(bisect_left(places, n[k]) for k in ("start", "end"))) for n in notes
                )
                pairs = tuple(filter(None, (_pair(tokens, *span) for span in spans)))
                made.append(Stretch(part_of(path), tokens, told, begin, end, pairs))
    return made


def of_received(folder: Path) -> list[Stretch]:
    """The notes of the received text with what readers decided, and what rules alone say of them."""
    with ProcessPoolExecutor(2) as pool:
        return [stretch for part in pool.map(_read_received, sorted(folder.glob("*_*.txt"))) for stretch in part]


def _read_received(path: Path) -> list[Stretch]:
    edition = edit(read(path))
    found = unmeasured(edition)
    decided = place_reading(edition).decided
    by_segment: dict[str, list[Any]] = {}
    for gloss in found.glosses:
        if gloss.read_by:
            by_segment.setdefault(gloss.segment, []).append(gloss)
    made: list[Stretch] = []
    for segment, tokens in _comments(unmeasured(edition, hand=ByHand(received=False))):
        if segment.id in decided and segment.layer in layers().notes:
            places = [segment.span(place, place + 1)[0] for place in tokens.places]
            spans = [
                (g.term, g.definition, bisect_left(places, g.start), bisect_left(places, g.end))
                for g in by_segment.get(segment.id, ())
            ]
            pairs = tuple(filter(None, (_pair(tokens, *span) for span in spans)))
            made.append(Stretch(part_of(path), tokens, told_of(found_by_rules(tokens)[0]), 0, len(places), pairs))
    return made


def _comments(found: Annotated) -> Iterator[tuple[Segment, NoteTokens]]:
    for segment, tokens in note_tokens(found.edition, found.mentions, found.citations):
        if tokens.graphs:
            yield segment, tokens


def _pair(tokens: NoteTokens, term: str, meaning: str, begin: int, end: int) -> Pair | None:
    """Where term and meaning stand in a statement, as near to each other as they can; None where they do not."""
    words = tokens.graphs[begin:end]
    term, meaning = stream(fold(term))[0], stream(fold(meaning))[0]
    if not term or not meaning or end > len(tokens.graphs):
        return None
    firsts = [at for at in range(len(words)) if words.startswith(term, at)]
    others = [at for at in range(len(words)) if words.startswith(meaning, at)]
    apart = [
        (max(b - a - len(term), a - b - len(meaning)), a, b)
        for a in firsts
        for b in others
        if a + len(term) <= b or b + len(meaning) <= a
    ]
    if not apart:
        return None
    _, at, other = min(apart)
    return (begin + at, begin + at + len(term)), (begin + other, begin + other + len(meaning))


def labelled(stretch: Stretch) -> list[str]:
    """The label of each graph of a comment, by the glosses that readers told; of two on the same graphs the first."""
    labels = ["none"] * len(stretch.tokens.graphs)
    for term, meaning in stretch.glosses:
        if any(label != "none" for label in labels[slice(*meaning)]):
            continue
        again = any(label != "none" for label in labels[slice(*term)])  # a second meaning of the same term
        for (begin, end), name in ((meaning, "meaning"), *(() if again else ((term, "term"),))):
            labels[begin:end] = [name, *[f"{name}_on"] * (end - begin - 1)]
        if not again:
            between = (term[1], meaning[0]) if term < meaning else (meaning[1], term[0])
            labels[slice(*between)] = ["link"] * (between[1] - between[0])
    return labels


def signs_of(stretch: Stretch) -> list[list[str]]:
    """The signs of each graph of a comment, with their values."""
    rows: list[list[str]] = [[] for _ in stretch.tokens.graphs]
    for sign, values in seen(stretch.tokens, stretch.told):
        for row, value in zip(rows, values, strict=True):
            if value:
                row.append(f"{sign}\t{value}")
    return rows


def fit(stretches: Iterable[Stretch]) -> dict[str, dict[str, tuple[float, ...]]]:
    """Weights by sign and value, for each label."""
    import pycrfsuite

    trainer = pycrfsuite.Trainer(verbose=False)
    for stretch in stretches:
        part = slice(stretch.begin, stretch.end)
        trainer.append(signs_of(stretch)[part], labelled(stretch)[part])
    trainer.set_params({"c1": HELD_BACK, "c2": SQUARES, "max_iterations": ROUNDS, "feature.minfreq": SELDOM})
    with tempfile.TemporaryDirectory() as folder:
        trainer.train(f"{folder}/model")
        tagger = pycrfsuite.Tagger()
        tagger.open(f"{folder}/model")
        told = tagger.info()
        tagger.close()
    return _table(told.state_features, told.transitions)


def _table(
    states: Mapping[tuple[str, str], float], links: Mapping[tuple[str, str], float]
) -> dict[str, dict[str, tuple[float, ...]]]:
    rows: dict[str, dict[str, list[float]]] = {}
    for (attribute, label), weight in states.items():
        if abs(weight) >= LEAST:
            sign, value = attribute.split("\t")
            rows.setdefault(sign, {}).setdefault(value, [0.0] * len(LABELS))[LABELS.index(label)] = round(weight, 2)
    rows[BEHIND] = {one: [round(links.get((one, other), NEVER), 2) for other in LABELS] for one in LABELS}
    return {sign: {value: tuple(row) for value, row in sorted(values.items())} for sign, values in sorted(rows.items())}


def left_out(stretches: Sequence[Stretch], folder: Path) -> Iterator[tuple[Stretch, Labelled]]:
    """Each stretch with its labels by weights that its juan had no part in, as `folder` has them."""
    for part in range(PARTS):
        labels = read_labels(folder / f"{part}.tsv")
        some = [s for s in stretches if s.part == part]
        yield from zip(some, labels.of((s.tokens, s.told) for s in some), strict=True)


def write_parts(stretches: Sequence[Stretch], folder: Path) -> None:
    """Into `folder` a table for each part, fitted without its juans."""
    with ProcessPoolExecutor(2) as pool:
        jobs = ((folder / f"{part}.tsv", [s for s in stretches if s.part != part]) for part in range(PARTS))
        list(pool.map(_write, jobs))


def _write(job: tuple[Path, Sequence[Stretch]]) -> None:
    path, stretches = job
    lines = [HEAD]
    for sign, values in fit(stretches).items():
        for value, row in values.items():
            lines.append(f"{sign}\t{value}\t" + "\t".join(f"{weight:g}" if weight else "" for weight in row) + "\n")
    path.write_text("".join(lines), encoding="utf-8")


class ByOthers:
    """Reads sources with labels that their own juans had no part in; `folder` has the tables of `write_parts`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, path: Path, *, hand: ByHand | None = None) -> Annotated:
        """What is found in a source."""
        labels = read_labels(self.folder / f"{part_of(path)}.tsv")
        with patch("yili_kg.annotation.notes.labelled.load_labels", lambda: labels):
            return unmeasured(edit(read(path)), hand=hand or ByHand())


def stretches_of(shared: Path) -> list[Stretch]:
    """All comments that weights are fitted on."""
    return [*of_gold(shared), *of_received(shared / "texts" / "KR1d0026")]


def part_of(path: Path) -> int:
    """The part that a source is left out with: by its juan, or by its name where it has none."""
    juan = path.stem.rpartition("_")[2]
    return (int(juan) if juan.isdigit() else crc32(juan.encode())) % PARTS


def told(measured: Iterable[tuple[Stretch, Labelled]]) -> Iterator[str]:
    """How many of the glosses are found with term and meaning to the graph, and how many are told that are none."""
    counts: dict[str, Counter[str]] = {}
    for stretch, found in measured:
        layer = stretch.tokens.layer
        count = counts.setdefault(
            "later" if layer in layers().free else "sub" if layer in layers().reason else "note", Counter()
        )
        inside: Callable[[Pair], bool] = lambda pair: min(pair)[0] >= stretch.begin and max(pair)[1] <= stretch.end  # noqa: B023, E731
        pairs = {pair for pair in found.pairs() if inside(pair)}
        count["gold"] += len(stretch.glosses)
        count["told"] += len(pairs)
        count["right"] += len(pairs & {*stretch.glosses})
        count["terms"] += len({term for term, _ in pairs} & {term for term, _ in stretch.glosses})
    yield f"{'':<6} {'gold':>6} {'told':>6} {'right':>6} {'term':>6} {'P':>6} {'R':>6} {'F1':>6} {'F1, term':>9}"
    for layer, c in sorted(counts.items()):
        p, r = c["right"] / max(1, c["told"]), c["right"] / max(1, c["gold"])
        both = c["told"] + c["gold"]
        yield (
            f"{layer:<6} {c['gold']:>6} {c['told']:>6} {c['right']:>6} {c['terms']:>6} {p:>6.3f} {r:>6.3f} "
            f"{2 * c['right'] / max(1, both):>6.3f} {2 * c['terms'] / max(1, both):>9.3f}"
        )


def main() -> None:
    """Fit crosswise, or on everything and write."""
    write_it = to_be_written(__doc__, "extraction/weights/labels.tsv")
    stretches = stretches_of(Path(os.environ.get("YILI_SHARED", "../shared")))
    if write_it:
        _write((data_folder("extraction") / "weights" / "labels.tsv", stretches))
        return
    with tempfile.TemporaryDirectory() as folder:
        write_parts(stretches, Path(folder))
        print("\n".join(told(left_out(stretches, Path(folder)))))


if __name__ == "__main__":
    main()
