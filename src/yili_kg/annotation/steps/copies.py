"""Where a source prints the base text a second time: the places of verbs in what its reader called a duplicate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

from yili_kg.annotation.steps.stream import Stream
from yili_kg.models import Document, Span
from yili_kg.text.folding import fold

__all__ = ["copy_places"]

#: Graphs that must run alike for a duplicate to be looked at, and what is looked at beyond its length.
_RUN, _MARGIN = 5, 20


def copy_places(document: Document, stream: Stream) -> dict[int, list[Span]]:
    """Graph of the stream → its places in the source's duplicates, where the graph is the same there."""
    duplicates = [n for n in document.noise if n.reason == "duplicate"]
    if not duplicates:
        return {}
    runs: dict[str, list[int]] = {}
    for place in range(len(stream.folded) - _RUN + 1):
        runs.setdefault(stream.folded[place : place + _RUN], []).append(place)
    places: dict[int, list[Span]] = {}
    for noise in duplicates:
        graphs = [(o, g) for o, g in enumerate(document.raw[noise.start : noise.end], noise.start) if _is_graph(g)]
        for own, source in _aligned(fold("".join(g for _, g in graphs)), stream.folded, runs):
            offset = graphs[own][0]
            places.setdefault(source, []).append((offset, offset + 1))
    return places


def _is_graph(graph: str) -> bool:
    return "\u3400" <= graph <= "\u9fff" or graph >= "\U00020000"


def _aligned(text: str, whole: str, runs: dict[str, list[int]]) -> Sequence[tuple[int, int]]:
    """Pairs of places in `text` and `whole` that hold the same graph, or none where the two have little in common."""
    votes: Counter[int] = Counter()
    for place in range(len(text) - _RUN + 1):
        for found in runs.get(text[place : place + _RUN], ()):
            votes[(found - place) // _MARGIN] += 1
    if not votes:
        return ()
    shift = votes.most_common(1)[0][0] * _MARGIN
    begin = max(shift - _MARGIN, 0)
    window = whole[begin : shift + len(text) + 2 * _MARGIN]
    blocks = SequenceMatcher(None, text, window, autojunk=False).get_matching_blocks()
    if sum(b.size for b in blocks) * 2 < len(text):
        return ()
    return [(b.a + i, begin + b.b + i) for b in blocks if b.size > 1 for i in range(b.size)]
