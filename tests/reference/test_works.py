from __future__ import annotations

from pathlib import Path

import pytest

from yili_kg.errors import DataError
from yili_kg.lexicon import load_lexicon
from yili_kg.reference.works import as_cited, divisions, read_untitled, read_works, work_of, works


def test_works_and_divisions_are_in_the_lexicon() -> None:
    targets = {e.target or e.concept for e in load_lexicon().entries.values() if e.type == "work"}
    assert set(works()) <= targets
    assert {w.annals for w in works().values() if w.annals} | {
        w.shares for w in works().values() if w.shares
    } <= targets
    for trait in ("goes-on-in", "opens-with", "to-the-end", "holds-others"):
        assert divisions(trait)
        assert set(divisions(trait)) <= targets
    assert set(divisions("goes-on-in").values()) <= targets


def test_work_that_the_table_lacks_has_no_traits() -> None:
    assert work_of("管子").books == ("管子",)
    assert not work_of("管子").annals
    assert work_of("左傳").books == ("左傳", "春秋")


@pytest.mark.parametrize(
    ("word", "chapter", "target"),
    [
        ("記", "04", "儀禮·鄉飲酒禮"),
        ("記", "", "記"),
        ("傳", "11", "儀禮·喪服"),
        ("傳", "04", "左傳"),
        ("傳", "", "左傳"),
        ("玉藻", "04", None),
    ],
)
def test_words_that_are_no_titles(word: str, chapter: str, target: str | None) -> None:
    assert as_cited(word, chapter) == target


def test_broken_rows_name_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "works.tsv"
    path.write_text("work\tnames\treason\n周禮\t周禮(\tr\n", encoding="utf-8")
    with pytest.raises(DataError, match="no regular expression") as error:
        read_works(path)
    assert "works.tsv:2" in str(error.value)
    path.write_text("word\tchapters\ttarget\treason\n傳\t44\t.\tr\n", encoding="utf-8")
    with pytest.raises(DataError, match="no chapter 44"):
        read_untitled(path)
