"""The passages that a page shows, each stretch of a segment once, whatever number of statements point into it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from yili_kg.models import Annotated, Segment, Span
from yili_kg.tables.layers import layers

__all__ = ["Passages"]

#: Code points that are kept on either side of a statement.
_AROUND = 60
#: The longest segment that is kept whole.
_WHOLE = 160


class Passages:
    """Asked first for all stretches (`want`), then where each of them is (`at`): stretches that touch are one.

    All places are code points of the source, those of `at` code points of the stretch.
    """

    def __init__(self, editions: Iterable[Annotated]) -> None:
        self._segments: dict[str, tuple[Segment, int, int]] = {}
        self.titles: list[str] = []
        self.labels: list[str] = []
        for annotated in editions:
            source = len(self.labels)
            self.labels.append(annotated.edition.document.label)
            title = annotated.edition.document.title or annotated.edition.document.name
            if title not in self.titles:
                self.titles.append(title)
            number = self.titles.index(title)
            self._segments.update((s.id, (s, number, source)) for s in annotated.edition.segments)
        self._wanted: dict[str, set[Span]] = {}
        self._made: dict[str, list[tuple[int, int, int]]] = {}

    def base_of(self, segment: str) -> str:
        """The segment of base text that a note explains, through the note that it explains; empty where none is."""
        seen: set[str] = set()
        while segment in self._segments and segment not in seen:
            seen.add(segment)
            if self._segments[segment][0].layer in layers().base:
                return segment
            segment = self._segments[segment][0].comments_on
        return ""

    def want(self, segment: str, start: int = -1, end: int = -1) -> None:
        """Keep `start`–`end` of a segment with what stands around it; without them, its beginning."""
        if segment not in self._segments:
            return
        length = len(self._segments[segment][0].text)
        begin, stop = self._inside(segment, start, end)
        whole = length <= _WHOLE
        self._wanted.setdefault(segment, set()).add(
            (0, length)
            if whole
            else (max(0, begin - _AROUND), min(length, stop + _AROUND))
            if start >= 0
            else (0, _WHOLE)
        )

    def rows(self) -> list[list[Any]]:
        """All stretches: segment, layer, 篇, title number, whether words stand before and behind it, its words, source number."""
        rows: list[list[Any]] = []
        self._made = {}
        for segment, wanted in self._wanted.items():
            found, title, source = self._segments[segment]
            joined: list[list[int]] = []
            for begin, stop in sorted(wanted):
                if joined and begin <= joined[-1][1]:
                    joined[-1][1] = max(joined[-1][1], stop)
                else:
                    joined.append([begin, stop])
            for begin, stop in joined:
                self._made.setdefault(segment, []).append((begin, stop, len(rows)))
                before, behind = int(begin > 0), int(stop < len(found.text))
                rows.append(
                    [segment, found.layer, found.chapter, title, before, behind, found.text[begin:stop], source]
                )
        return rows

    def at(self, segment: str, start: int = -1, end: int = -1) -> list[int]:
        """The row that shows a stretch, and where in it; -1 for no row, or for no place in it. Wants `rows`."""
        made = self._made.get(segment)
        if not made:
            return [-1, -1, -1]
        if start < 0:
            return [made[0][2], -1, -1]
        begin, stop = self._inside(segment, start, end)
        first, _, row = next(m for m in made if m[0] <= begin and stop <= m[1])
        return [row, begin - first, stop - first]

    def _inside(self, segment: str, start: int, end: int) -> Span:
        return self._segments[segment][0].inside(start, end)
