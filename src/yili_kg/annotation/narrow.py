"""A text that names some graphs (`上&KR0362;者`), as the finders see it: one code point a graph; and the way back.

In a folded text an entity is the graph that it stands for, filled up to its length, so that no offset changes. Words and
turns of phrase do not run on across what fills it up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from yili_kg.annotation.spans import Found, FoundCitation
from yili_kg.models import Span
from yili_kg.models.quick import replace
from yili_kg.text.graphs import FILLED, inverse

__all__ = ["Narrow"]


class Narrow:
    """`text` and `folded` without what fills up the places of entities; spans go in and come out in code points."""

    def __init__(self, text: str, folded: str) -> None:
        self._places = [place for place, graph in enumerate(folded) if graph != FILLED]
        self._end = len(text)
        named = {place - 1 for place in range(1, len(folded)) if folded[place] == FILLED != folded[place - 1]}
        self.folded = folded.replace(FILLED, "")
        self.text = "".join(folded[place] if place in named else text[place] for place in self._places)

    def inside(self, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Spans of the whole text as spans of the narrow one."""
        return [inverse(self._places, *span) for span in spans]

    def span(self, start: int, end: int) -> Span:
        """A span of the narrow text as one of the whole text."""
        return self._place(start), self._place(end)

    def asking(self, whole: Callable[[int, int], bool] | None) -> Callable[[int, int], bool] | None:
        """A question about spans of the whole text as one about spans of the narrow text."""
        return None if whole is None else lambda start, end: whole(*self.span(start, end))

    def mentions(self, found: Sequence[Found]) -> list[Found]:
        """Mentions of the narrow text as those of the whole text."""
        return [replace(f, start=self._place(f.start), end=self._place(f.end)) for f in found]

    def citations(self, found: Sequence[FoundCitation]) -> list[FoundCitation]:
        """Citations of the narrow text as those of the whole text."""
        return [
            replace(
                f,
                start=self._place(f.start),
                end=self._place(f.end),
                quotes=tuple(self.span(*quote) for quote in f.quotes),
            )
            for f in found
        ]

    def _place(self, at: int) -> int:
        return self._places[at] if at < len(self._places) else self._end
