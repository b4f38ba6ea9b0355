"""Layers of the Sibu congkan edition, held against a source: what an independent edition says of its graphs."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from rapidfuzz.distance import Levenshtein

from yili_kg.models import Edition
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

#: Shorter runs of agreement prove nothing: formulas recur.
RUN = 6


def sibu_congkan(shared: Path, chapter: str) -> tuple[str, str]:
    """The folded graphs of a chapter in KR1d0026 and, for each, 經 (outside the brackets) or 注 (inside)."""
    raw = (shared / "texts" / "KR1d0026" / f"KR1d0026_0{chapter}.txt").read_bytes().decode("utf-8")
    body = "".join(line for line in raw.splitlines(keepends=True) if not line.startswith("#"))
    body = re.sub(r"<pb:[^>]*>", "", body)
    lines = [x for x in body.split("¶\n") if not re.match(r"\s*儀禮卷第|\S{2,6}第[一二三四五六七八九十]+　", x)]
    parts = re.split(r"[()]", re.sub(r"[¶/\s]", "", "".join(lines)))
    graphs = [fold(stream(p)[0]) for p in parts]
    return "".join(graphs), "".join(("經", "注")[i % 2] * len(g) for i, g in enumerate(graphs))


def confusion(shared: Path, edition: Edition, chapter: str, without: str = "(?!)") -> Counter[tuple[str, str]]:
    """(layer there, layer here) of every graph in a run that both have; `without` is raw text to leave out (疏)."""
    raw = edition.document.raw
    left_out = bytearray(len(raw))
    for match in re.finditer(without, raw):
        left_out[match.start() : match.end()] = b"\x01" * (match.end() - match.start())
    here: list[tuple[str, str]] = []
    for segment in edition.segments:
        if segment.chapter == chapter:
            here.extend(
                (fold(graph), segment.layer.replace("記", "經"))
                for graph, place in zip(segment.text, segment.offsets, strict=True)
                if not left_out[place] and stream(graph)[0]
            )
    theirs, layers = sibu_congkan(shared, chapter)
    ours = "".join(graph for graph, _ in here)
    found: Counter[tuple[str, str]] = Counter()
    for op in Levenshtein.opcodes(theirs, ours):
        if op.tag == "equal" and op.src_end - op.src_start >= RUN:
            for a, b in zip(range(op.src_start, op.src_end), range(op.dest_start, op.dest_end), strict=True):
                found[layers[a], here[b][1]] += 1
    return found


def share_right(found: Counter[tuple[str, str]]) -> float:
    """The share of the graphs that are in the right layer."""
    return sum(n for (a, b), n in found.items() if a == b) / max(1, sum(found.values()))
