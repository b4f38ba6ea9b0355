from __future__ import annotations

import io
from pathlib import Path

import pytest
from benchmarks.derive.sections import PATTERNS, editions, write

from yili_kg.data import data_folder


def test_patterns_of_sections_take_their_examples_and_nothing_else() -> None:
    assert PATTERNS.fails() == []


@pytest.mark.shared
def test_sections_are_what_the_editions_give(shared: Path) -> None:
    table = (data_folder("extraction") / "passages" / "sections.tsv").read_text(encoding="utf-8")
    made = io.StringIO()
    write(editions(*(shared / "texts" / book for book in ("KR1d0028", "KR1d0032", "KR1d0026")))[0], made)
    assert made.getvalue() == table
