"""Puts graphs that stand in like surroundings into kinds (`extraction/weights/kinds.tsv`).

    python -m benchmarks.graph_kinds              # how many graphs, and the kinds with their most frequent graphs
    python -m benchmarks.graph_kinds --write      # writes the table

Counted in the shared texts and the cited books: which graphs stand one and two places before and behind each. The counts are
weighed by how much more often two graphs stand so than by chance (positive pointwise mutual information), taken to 80
dimensions, and parted into 32 kinds by k-means. Wants scikit-learn (the extra `fit`) and $YILI_SHARED.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.fits import to_be_written

from yili_kg.data import data_folder
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

#: Graphs seen fewer times are of no kind; so many of the most frequent graphs are surroundings.
SELDOM, SURROUNDINGS = 20, 1_500
#: How far off a graph still counts.
FAR = (1, 2)
#: How many dimensions and kinds there are; what takes from the weight of rare surroundings.
DIMENSIONS, KINDS, FLATTENED = 80, 32, 0.75
#: What is no text in a Kanripo file, and what parts small print from large.
NO_TEXT, PRINT = re.compile(r"<[^>]*>|^#.*$|&[A-Za-z0-9]+;", re.M), re.compile("[()/]")
HEAD = (
    "# Graphs that stand in like surroundings, each kind a row, made by `python -m benchmarks.graph_kinds --write`.\n"
    "#   graphs: folded, the most frequent first.\n"
    "kind\tgraphs\n"
)


def texts(shared: Path) -> Iterator[str]:
    """The graphs of the texts at hand, a stretch of one print after the other, folded."""
    paths = [*sorted((shared / "texts").glob("*/*.txt")), *sorted((shared / "reference").glob("KR*/*.txt"))]
    for path in paths:
        text = NO_TEXT.sub("", path.read_text(encoding="utf-8", errors="replace"))
        for part in PRINT.split(text):
            yield stream(fold(part))[0]


def kinds(shared: Path) -> tuple[list[str], int]:
    """The graphs of each kind, in the order of the most frequent of each, and how many graphs were counted."""
    counts: Counter[str] = Counter()
    beside: dict[int, Counter[tuple[str, str]]] = {far: Counter() for far in FAR}
    for graphs in texts(shared):
        counts.update(graphs)
        for far in FAR:
            beside[far].update(zip(graphs, graphs[far:], strict=False))
    known = sorted((graph for graph, times in counts.items() if times >= SELDOM), key=lambda g: (-counts[g], g))
    found = _parted(known, [counts[graph] for graph in known], list(_matrices(known, beside)))
    made: dict[int, str] = {}
    for graph, kind in zip(known, found, strict=True):
        made[kind] = made.get(kind, "") + graph
    return list(made.values()), sum(counts.values())


def _matrices(known: list[str], beside: dict[int, Counter[tuple[str, str]]]) -> Iterator[Any]:
    """For each distance and direction how much more often than by chance each graph has each surrounding."""
    import numpy as np
    from scipy.sparse import csr_matrix

    rows = {graph: number for number, graph in enumerate(known)}
    columns = {graph: number for number, graph in enumerate(known[:SURROUNDINGS])}
    for pairs in beside.values():
        for turned in (False, True):
            cells = [
                (rows[b], columns[a], times) if turned else (rows[a], columns[b], times)
                for (a, b), times in sorted(pairs.items())
                if ((b if turned else a) in rows) and ((a if turned else b) in columns)
            ]
            row, column, times = zip(*cells, strict=True)
            seen = csr_matrix((times, (row, column)), shape=(len(rows), len(columns)), dtype=float)
            of_rows, of_columns, whole = seen.sum(1).A1, seen.sum(0).A1, seen.sum()
            seen = seen.tocoo()
            chance = of_rows[seen.row] * of_columns[seen.col] ** FLATTENED * whole ** (1 - FLATTENED)
            more = np.maximum(np.log(seen.data * whole / chance), 0.0)
            yield csr_matrix((more, (seen.row, seen.col)), shape=seen.shape)


def _parted(known: list[str], counts: list[int], matrices: list[Any]) -> list[int]:
    """The kind of each graph."""
    import numpy as np
    from scipy.sparse import hstack
    from sklearn.cluster import KMeans
    from sklearn.decomposition import TruncatedSVD

    points = TruncatedSVD(DIMENSIONS, random_state=0).fit_transform(hstack(matrices).tocsr())
    points /= np.linalg.norm(points, axis=1, keepdims=True) + 1e-9
    model = KMeans(KINDS, random_state=0, n_init=2)
    found: list[int] = model.fit(points, sample_weight=np.sqrt(counts)).labels_.tolist()
    return found


def main() -> None:
    """Tell the kinds, or write them."""
    write_it = to_be_written(__doc__, "extraction/weights/kinds.tsv")
    made, whole = kinds(Path(os.environ.get("YILI_SHARED", "../shared")))
    if write_it:
        rows = (f"{kind}\t{graphs}\n" for kind, graphs in enumerate(made))
        (data_folder("extraction") / "weights" / "kinds.tsv").write_text(HEAD + "".join(rows), encoding="utf-8")
        return
    print(f"{whole:,} graphs, {sum(map(len, made)):,} of a kind")
    for kind, graphs in enumerate(made):
        print(f"{kind:>3} {len(graphs):>4} {graphs[:30]}")


if __name__ == "__main__":
    main()
