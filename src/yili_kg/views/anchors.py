"""The words of the sources by their places, for corrections: a page shows some of them, an anchor wants what stands around.

Beside the pages of a site lie `words.js`, which numbers the sources by their labels, and `words-0-3.js`: of source 0
what begins or goes on in its fourth stretch. Whoever puts a statement right loads the one stretch that it stands in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from yili_kg.models import Annotated
from yili_kg.records.whole import runs
from yili_kg.views.parts import given

__all__ = ["STRETCH", "word_files"]

#: Code points of a source that a stretch has.
STRETCH = 40_000


def word_files(editions: Sequence[Annotated]) -> Iterator[tuple[str, str]]:
    """Name and script of each file of words: rows of a segment's text and the runs of its places (first place, length)."""
    labels = [annotated.edition.document.label for annotated in editions]
    yield "words.js", given("words.js", {"stretch": STRETCH, "labels": labels})
    for number, annotated in enumerate(editions):
        stretches: dict[int, list[list[Any]]] = {}
        for segment in annotated.edition.segments:
            row = [segment.text, list(runs(segment.offsets))]
            if segment.text:
                for stretch in range(segment.offsets[0] // STRETCH, segment.offsets[-1] // STRETCH + 1):
                    stretches.setdefault(stretch, []).append(row)
        for stretch, rows in sorted(stretches.items()):
            name = f"words-{number}-{stretch}.js"
            yield name, given(name, rows)
