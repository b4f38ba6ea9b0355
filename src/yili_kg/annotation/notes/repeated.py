"""Words that a sub-commentator repeats from text and note before he explains them (云「四享」者 …)."""

from __future__ import annotations

from collections.abc import Sequence

from yili_kg.annotation.notes.phrases import voice
from yili_kg.annotation.notes.tokens import Base
from yili_kg.text.graphs import stream

__all__ = ["ENOUGH", "repeated_spans"]

#: So many graphs in a row make words repeated, with 者 behind them and without.
_SEED, ENOUGH = 2, 5
#: Graphs with which words begin that may be repeated, and that show that they go on behind one more, less or other.
_ALONG = 3
#: So many places of the text are tried where the words may come from; no three graphs come so often in one passage.
_PLACES = 64


def repeated_spans(folded: str, base: Sequence[Base]) -> list[tuple[int, int]]:
    """The stretches behind 云 in which a sub-commentator repeats the words that he goes on to explain."""
    spans: list[tuple[int, int]] = []
    graphs, places = text = stream(folded)
    texts = _Texts([b.graphs for b in base])
    reach = -1
    for match in voice("voice-repeats").finditer(folded):
        begin = text.inside(match.start(), match.end())[0] + 1
        if begin <= reach:
            continue
        end = texts.along(graphs, begin)
        if end - begin >= ENOUGH or (end - begin >= _SEED and graphs[end : end + 1] == "者"):
            spans.append((places[begin], places[end - 1] + 1))
            reach = end
    return spans


class _Texts:
    """The texts explained, and where in them words begin that were looked for before."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._found: dict[str, tuple[tuple[str, int], ...]] = {}

    def along(self, graphs: str, begin: int) -> int:
        """Where the graphs from `begin` stop running along with one of the texts, at the latest."""
        seed = graphs[begin : begin + _ALONG]
        if len(seed) < 2:
            return begin
        if seed not in self._found:
            self._found[seed] = tuple(self._places(seed))
        return max((_run(graphs, begin, text, at) for text, at in self._found[seed]), default=begin)

    def _places(self, seed: str) -> list[tuple[str, int]]:
        found: list[tuple[str, int]] = []
        for text in self._texts:
            at = text.find(seed)
            while at >= 0 and len(found) < _PLACES:
                found.append((text, at))
                at = text.find(seed, at + 1)
        return found


def _run(graphs: str, here: int, text: str, there: int) -> int:
    """Where the graphs from `here` and the text from `there` part; a graph more, less or other is let pass."""
    while here < len(graphs) and there < len(text):
        ahead, beyond = graphs[here + 1 : here + 1 + _ALONG], text[there + 1 : there + 1 + _ALONG]
        if graphs[here] == text[there] or ahead == beyond:
            here, there = here + 1, there + 1
        elif ahead == text[there : there + _ALONG]:
            here += 1
        elif graphs[here : here + _ALONG] == beyond:
            there += 1
        else:
            break
    return here
