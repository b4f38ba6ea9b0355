from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.derive.skeleton import derive

from yili_kg.data import data_folder
from yili_kg.received.skeleton import EDGE, load_skeleton


@pytest.mark.shared
def test_skeleton_is_what_the_edition_gives(shared: Path) -> None:
    table = (data_folder("extraction") / "passages" / "skeleton.tsv").read_text(encoding="utf-8")
    assert derive(shared / "texts" / "KR1d0026") == table


def test_skeleton_has_all_chapters_numbered_without_gap() -> None:
    chapters = load_skeleton()
    assert list(chapters) == [f"{n:02d}" for n in range(1, 18)]
    for chapter, passages in chapters.items():
        assert [p.id for p in passages] == [f"{chapter}.{n:03d}" for n in range(1, len(passages) + 1)]


def test_skeleton_keeps_edges_not_the_text() -> None:
    for passages in load_skeleton().values():
        for passage in passages:
            assert len(passage.base_first) <= EDGE
            assert len(passage.base_last) <= EDGE
            assert passage.base_length > 0


@pytest.mark.parametrize(("chapter", "first"), [("01", "114"), ("04", "142"), ("15", "174")])
def test_skeleton_record_begins_with_its_word(chapter: str, first: str) -> None:
    record = [p for p in load_skeleton()[chapter] if p.layer == "記"]
    assert record[0].base_first.startswith("記")
    assert record[0].id.endswith(first)


def test_skeleton_record_behind_a_misprint() -> None:
    assert [p.id for p in load_skeleton()["10"] if p.layer == "記"] == ["10.048", "10.049", "10.050"]
