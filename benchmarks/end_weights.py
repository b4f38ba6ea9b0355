"""Fits where quotations end that no book at hand holds (`extraction/weights/ends.tsv`), and says how good that is.

    python -m benchmarks.end_weights            # each juan by weights that were fitted on the others
    python -m benchmarks.end_weights --write    # fits on all of them and writes the table

Fitted on quotations of `../shared/texts` whose ends are certain: 云, 曰 or the name of a note stands before them, and they run
along with the cited book just so, for five graphs or more, to a graph from which on it goes on otherwise. The book is then
hidden. Quotations of books that are not at hand are added from the gold passages that rules may be made with. Juans are left
out by their number, because books repeat each other's sub-commentaries on a chapter. Sources that hold a passage that is set
aside are not read. Wants scikit-learn (the extra `fit`) and $YILI_SHARED.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from benchmarks.fits import to_be_written

from yili_kg.analyse import unmeasured
from yili_kg.annotation.by_hand import ByHand
from yili_kg.annotation.citations import load_endings
from yili_kg.annotation.follow import follow, graphs_between, strands_of
from yili_kg.annotation.quotation_ends import end_by_turns
from yili_kg.annotation.quotation_tails import FOLLOWED
from yili_kg.annotation.quotation_weights import EndWeights, Sign, Words, signs_at
from yili_kg.data import data_folder
from yili_kg.layers import edit
from yili_kg.models import Annotated, Segment
from yili_kg.reference.shelf import Shelf, load_shelf
from yili_kg.sources import read
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold

GOLD = Path(__file__).resolve().parents[1] / "tests" / "gold"
#: A sign that was seen at fewer places has no weight; how little weights are held back; what an end of the gold counts.
SELDOM, FREEDOM, GOLD_COUNTS = 20, 0.5, 3
#: So many graphs that run along just so are no chance; they are looked for by the first so many.
CERTAIN, SEED = 5, 4
#: So many code points before a quotation are read for what announces it.
BEFORE = 12
#: Into so many parts juans are put, of which one is left out.
PARTS = 5
HEAD = (
    "# What speaks for an end of words that no book at hand holds, and against it: weights in logarithms of odds, made by\n"
    "#   `python -m benchmarks.end_weights --write`. sign, value: see annotation/quotation_weights.py. times: how often it\n"
    "#   was seen where the weights were fitted.\n"
    "sign\tvalue\tweight\ttimes\n"
)


class Known(NamedTuple):
    """Words of which it is known where they end; from which juan, and how much they count."""

    words: Words
    end: int
    juan: str
    counts: int = 1


def set_aside() -> frozenset[str]:
    """The names of the sources that hold a passage that is set aside."""
    paths = [*(GOLD / "apart").glob("*.json"), *(GOLD / "notes" / "apart").glob("*.json")]
    return frozenset(Path(json.loads(p.read_text(encoding="utf-8"))["source"]).name for p in paths)


def known_in(path: Path) -> list[Known]:
    """The quotations of a source whose ends the cited books show, each run of words once."""
    shelf = load_shelf()
    if shelf is None:
        raise SystemExit("the cited books are wanted: set YILI_SHARED")
    annotated = unmeasured(edit(read(path)), hand=ByHand(received=False))
    segments = {s.id: s for s in annotated.edition.segments}
    titles = titles_of(annotated)
    found: dict[tuple[str, int], Known] = {}
    for citation in annotated.citations:
        segment = segments[citation.segment]
        folded = fold(segment.text)
        for quote in citation.quotes:
            begin = segment.inside(quote.start, quote.end)[0]
            words = Words(folded, begin, next((t for t in titles[segment.id] if t > begin), len(folded)))
            end = end_in_book(words, citation.target, shelf)
            if end and (segment.id, begin) not in found:
                found[segment.id, begin] = Known(words, end, juan_of(path))
    return list(found.values())


def juan_of(path: Path) -> str:
    """The number of the juan of a source."""
    return path.stem.rpartition("_")[2]


def titles_of(annotated: Annotated) -> dict[str, list[int]]:
    """Where the titles of each segment begin, in order, as offsets into its text."""
    titles: dict[str, list[int]] = {s.id: [] for s in annotated.edition.segments}
    segments: dict[str, Segment] = {s.id: s for s in annotated.edition.segments}
    for mention in annotated.mentions:
        if mention.type == "work":
            titles[mention.segment].append(segments[mention.segment].inside(mention.start, mention.end)[0])
    return titles


def end_in_book(words: Words, target: str, shelf: Shelf) -> int:
    """Where words that are announced end for certain, since they are just the book's up to there; 0 where that is not certain."""
    folded, begin = words.folded, words.begin
    announced = load_patterns("quotations/patterns")["surely-said"].search(folded[max(0, begin - BEFORE) : begin])
    book = follow(folded, shelf, target)
    if announced is None or book is None:
        return 0
    limit = min(len(folded), begin + FOLLOWED)
    graphs, places = graphs_between(folded, begin, limit)
    run = max((just_so(graphs, s.graphs, a, b) for s, st in strands_of(shelf, target) for a, b in st), default=0)
    end = places[run - 1] + 1 if run >= CERTAIN else 0
    return end if end and book.along(begin, limit) == end else 0


def just_so(words: str, graphs: str, begin: int, end: int) -> int:
    """How many of the first graphs of some words stand together in a stretch of a book."""
    best = 0
    place = graphs.find(words[:SEED], begin, end) if len(words) >= SEED else -1
    while place >= 0:
        run = SEED
        while run < len(words) and place + run < end and words[run] == graphs[place + run]:
            run += 1
        best = max(best, run)
        place = graphs.find(words[:SEED], place + 1, end)
    return best


def of_gold(shared: Path) -> Iterator[Known]:
    """The quotations of books that are not at hand in the gold passages that rules may be made with."""
    shelf = load_shelf()
    paths = [*(shared / "gold" / "dev").glob("[dc][0-9][0-9].json")]
    paths += [p for name in ("seen", "train") for p in (GOLD / name).glob("*.json")]
    for path in sorted(paths):
        gold = json.loads(path.read_text(encoding="utf-8"))
        lost = [m for m in gold.get("mentions", ()) if m.get("quotes") and shelf and not strands_of(shelf, m["target"])]
        if not lost or gold.get("mentions_only"):
            continue
        segments = edit(read(shared / gold["source"])).segments
        for quote in (q for m in lost for q in m["quotes"]):
            segment = next(
                (s for s in segments if s.text and s.start <= quote["start"] and quote["end"] <= s.end), None
            )
            if segment is None:
                continue
            begin, end = segment.inside(quote["start"], quote["end"])
            titles = [
                segment.inside(m["start"], m["end"])[0]
                for m in gold["mentions"]
                if m["type"] == "work" and segment.start <= m["start"] < segment.end
            ]
            folded = fold(segment.text)
            stop = min((t for t in titles if t >= end), default=len(folded))
            yield Known(Words(folded, begin, stop), end, juan_of(shared / gold["source"]), GOLD_COUNTS)


def fit(made: Sequence[Known]) -> dict[Sign, tuple[float, int]]:
    """Weights by sign, with how often each was seen: what a place is worth, given that none before it was the end."""
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression

    turns = load_endings()
    rows = [
        (tuple(signs_at(k.words, place, turns)), place == k.end, k.counts)
        for k in made
        for place in k.words.places
        if place <= k.end
    ]
    seen = Counter(sign for signs, _, _ in rows for sign in signs)
    names = {sign: at for at, sign in enumerate(sorted(s for s, times in seen.items() if times >= SELDOM))}
    cells = [(row, names[sign]) for row, (signs, _, _) in enumerate(rows) for sign in signs if sign in names]
    matrix = csr_matrix(([1.0] * len(cells), tuple(zip(*cells, strict=True))), shape=(len(rows), len(names)))
    model = LogisticRegression(C=FREEDOM, max_iter=300, solver="liblinear", fit_intercept=False, random_state=0)
    model.fit(matrix, [right for _, right, _ in rows], sample_weight=[counts for _, _, counts in rows])
    return {sign: (round(float(model.coef_[0][at]), 2), seen[sign]) for sign, at in names.items()}


def left_out(made: Sequence[Known]) -> Iterator[tuple[Known, int]]:
    """Each quotation with its end by weights that its juan had no part in."""
    turns, juans = load_endings(), sorted({k.juan for k in made})
    for part in range(PARTS):
        held = set(juans[part::PARTS])
        weights = EndWeights({s: w for s, (w, _) in fit([k for k in made if k.juan not in held]).items()})
        for known in made:
            if known.juan in held:
                yield known, weights.end(known.words, turns)


def told(name: str, found: Sequence[tuple[Known, int]]) -> str:
    """How many ends are just right, and how many graphs."""
    just = sum(k.end == end for k, end in found)
    right = sum(min(k.end, end) - k.words.begin for k, end in found)
    taken, true = sum(end - k.words.begin for k, end in found), sum(k.end - k.words.begin for k, _ in found)
    p, r = right / max(1, taken), right / max(1, true)
    return f"{name:<40} {len(found):>5} {just / max(1, len(found)):.3f}  P {p:.3f} R {r:.3f} F1 {2 * p * r / max(p + r, 1e-9):.3f}"


def main() -> None:
    """Fit crosswise, or on everything and write."""
    write_it = to_be_written(__doc__, "extraction/weights/ends.tsv")
    shared = Path(os.environ.get("YILI_SHARED", "../shared"))
    apart = set_aside()
    paths = [p for p in sorted((shared / "texts").glob("*/*_*.txt")) if p.name not in apart]
    with ProcessPoolExecutor(2) as pool:
        made = [known for part in pool.map(known_in, paths) for known in part]
    made += of_gold(shared)
    if write_it:
        rows = sorted((*sign, *weighed) for sign, weighed in fit(made).items())
        lines = [f"{sign}\t{value}\t{weight:.2f}\t{times}\n" for sign, value, weight, times in rows]
        (data_folder("extraction") / "weights" / "ends.tsv").write_text(HEAD + "".join(lines), encoding="utf-8")
        return
    turns, found = load_endings(), list(left_out(made))
    by_turns = [(k, end_by_turns(k.words.folded, k.words.begin, k.words.stop, turns)) for k in made]
    print(f"{'ends':<40} {'all':>5} just right; graphs")
    for name, counts in (("of books, hidden", 1), ("of gold, no book", GOLD_COUNTS)):
        print(told(f"{name}: turns of phrase", [t for t in by_turns if t[0].counts == counts]))
        print(told(f"{name}: weights", [t for t in found if t[0].counts == counts]))


if __name__ == "__main__":
    main()
