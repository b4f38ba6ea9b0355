"""A library that cannot be asked just now, or in which something else than text lies: the message says which."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.commands import run
from yili_kg.errors import DataError
from yili_kg.reference.library import add_books, list_books, load_books

BOOK = "#+TITLE: 禮記\n** 1 曲禮上\n毋不敬儼若思為人子者居不主奧坐不中席行不中道立不中門\n"


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    for name in ("KR1d0052", "KR1d0053"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}_001.txt").write_text(BOOK, encoding="utf-8")
    add_books([tmp_path / "KR1d0052", tmp_path / "KR1d0053"], tmp_path / "library.sqlite")
    return tmp_path / "library.sqlite"


def test_library_that_is_locked_says_so(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda path: connect(path, timeout=0.1))
    with closing(connect(shelf)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(DataError, match=r"locked(.|\n)*try again") as caught:
            list_books(shelf)
        assert "move this file away" not in str(caught.value)
    assert len(list_books(shelf)) >= 1


@pytest.mark.parametrize("change", ["text = x'ff00'", "text = 5", "division = x'00'"])
def test_library_with_something_else_than_text_in_a_book(shelf: Path, change: str) -> None:
    with closing(sqlite3.connect(shelf)) as other:
        other.execute(f"UPDATE part SET {change} WHERE book = 'KR1d0052'")
        other.commit()
    books, damaged = load_books(shelf)
    assert [b.id for b in books] == ["KR1d0053"]
    assert "KR1d0052" in damaged[0]


def test_annotate_warns_of_a_damaged_book(shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(shelf)) as other:
        other.execute("UPDATE part SET text = 'x' WHERE book = 'KR1d0052'")
        other.commit()
    (tmp_path / "a.txt").write_text("鄉飲酒禮第四\n\n主人坐取爵于篚。\n", encoding="utf-8")
    monkeypatch.setenv("YILI_REFERENCE", str(shelf))
    done = run("annotate", tmp_path / "a.txt")
    assert done.returncode == 0
    assert "KR1d0052 禮記 is damaged" in done.stderr
