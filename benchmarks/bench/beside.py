"""Other tools at the same work: an EntityRuler and a bare Aho–Corasick pass over the forms of the lexicon, rdflib.

    python -m benchmarks.bench.beside mentions FILE…
    python -m benchmarks.bench.beside graph BUILD

prints JSON; each in a process of its own, so that none finds the other's work done.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

#: What rdflib is asked as well: the statements of one kind, with one more of each. As plain as SPARQL can be.
ASKED = """
SELECT ?thing ?label WHERE { ?thing a ?kind ; <http://www.w3.org/2004/02/skos/core#prefLabel> ?label }
"""


def mentions(files: list[Path]) -> dict[str, float]:
    """Characters a second of the processor: yili-kg's mentions, an EntityRuler, a bare Aho–Corasick pass.

    All three go over the same segments with the same forms; what loads the tables is not counted.
    """
    import ahocorasick_rs
    import spacy

    from yili_kg.layers import edit
    from yili_kg.lexicon import load_lexicon
    from yili_kg.sources import read
    from yili_kg.tables.layers import layers
    from yili_kg.text.folding import fold

    segments = [s for path in files for s in edit(read(path)).segments if s.layer not in layers().silent and s.text]
    texts = [fold(s.text) for s in segments]
    size = sum(map(len, texts))
    forms = sorted(load_lexicon().forms)
    nlp = spacy.blank("lzh")
    nlp.max_length = max(map(len, texts))
    nlp.add_pipe("yili_mentions")

    def ours() -> None:
        docs = (nlp.make_doc(s.text) for s in segments)
        for doc, segment in zip(docs, segments, strict=True):
            doc._.yili_layer = segment.layer
            nlp.get_pipe("yili_mentions")(doc)

    ruled = spacy.blank("lzh")
    ruled.max_length = nlp.max_length
    ruler: Any = ruled.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "form", "pattern": form} for form in forms])
    automaton = ahocorasick_rs.AhoCorasick(forms, matchkind=ahocorasick_rs.MatchKind.LeftmostLongest)
    told = {
        "yili-kg": ours,
        "EntityRuler": lambda: [None for _ in ruled.pipe(texts)],
        "Aho–Corasick": lambda: [automaton.find_matches_as_indexes(text) for text in texts],
    }
    return {"characters": size, "forms": len(forms)} | {name: size / _seconds(work) for name, work in told.items()}


def graph(build: Path) -> dict[str, float]:
    """Statements a second that rdflib reads, and milliseconds for a plain question; the same by yili-kg's own store.

    `questions` is how long all named questions take together, `longest` the longest of them, in milliseconds.
    """
    import rdflib

    from yili_kg.graph.store import open_store
    from yili_kg.queries import questions, run

    path = build / "yili.ttl"
    begin = time.process_time()
    known = rdflib.Graph().parse(path, format="turtle")
    parsed = time.process_time() - begin
    begin = time.process_time()
    rows = len(list(known.query(ASKED)))
    asked = time.process_time() - begin
    begin = time.process_time()
    store = open_store(build)
    loaded = time.process_time() - begin
    plain = _seconds(lambda: sum(1 for _ in store.query(ASKED, use_default_graph_as_union=True)))
    took = {name: _seconds(lambda name=name: run(store, name)) for name in questions()}  # type: ignore[misc]
    return {
        "rdflib statements a second": len(known) / parsed,
        "rdflib question": asked * 1000,
        "rows": rows,
        "yili-kg statements a second": len(store) / loaded,
        "yili-kg question": plain * 1000,
        "questions": sum(took.values()) * 1000,
        "how many": len(took),
        "longest": max(took.values()) * 1000,
    }


def _seconds(work: Callable[[], Any], rounds: int = 3) -> float:
    """Seconds of the processor, the median of some rounds after one that is not counted."""
    work()
    taken = []
    for _ in range(rounds):
        begin = time.process_time()
        work()
        taken.append(time.process_time() - begin)
    return median(taken)


if __name__ == "__main__":
    paths = [Path(p) for p in sys.argv[2:]]
    print(json.dumps(mentions(paths) if sys.argv[1] == "mentions" else graph(paths[0])))
