"""Which chapter the paragraphs of a woven page belong to, by where in the chapters they stand."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.passages import judged, known_passages

from tests.conftest import seed
from yili_kg.layers import edit
from yili_kg.received.units import base_units
from yili_kg.sources import read
from yili_kg.sources.weave import Paragraph, find_chapters

FILLER = "甲"


def _words(chapter: str, first: int, last: int) -> str:
    """Made-up words of passages, numbered from 1: what the skeleton knows of them, and filling between."""
    units = base_units(chapter)[first - 1 : last]
    return "".join(
        (u.first + FILLER * (u.length - len(u.first) - len(u.last)) + u.last)[: max(u.length, len(u.first))]
        for u in units
    )


def _paragraph(start: int, graphs: str) -> Paragraph:
    return Paragraph(start, start + len(graphs), "", graphs, graphs, [], copied=1.0)


def test_find_chapters_words_of_the_other_chapter_inside_a_long_passage() -> None:
    """07.257 holds words that are a whole passage, with its edges, in 05: they stay where 07 has a gap."""
    long = _words("05", 238, 238) + _words("05", 239, 239)[:4] + FILLER * 20
    texts = [
        (_words("05", 190, 216), "05"),
        (_words("07", 240, 256) + base_units("07")[256].first + FILLER * 40, "07"),
        (long, "07"),
        (_words("05", 217, 220), "05"),
        (_words("07", 258, 275), "07"),
        (_words("05", 221, 245), "05"),
    ]
    paragraphs = [_paragraph(1000 * n, graphs) for n, (graphs, _) in enumerate(texts)]
    find_chapters(paragraphs)
    assert [p.chapter for p in paragraphs] == [chapter for _, chapter in texts]


@pytest.mark.shared
def test_find_chapters_seed_003_has_no_words_in_the_wrong_chapter(shared: Path) -> None:
    base, notes = known_passages(shared)
    found = [one for one in judged(edit(read(seed(3))), base, notes, frozenset()) if one.segment.passages]
    assert len(found) > 600
    wrong = [one for one in found if one.verdict == "chapter" and one.segment.passages[0] not in LOST]
    assert [one.segment.text for one in wrong] == []


#: 07.089 stands beside a page that KR1d0026 has lost: what it cannot tell.
LOST = ("07.089",)
