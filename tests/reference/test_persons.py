from __future__ import annotations

from pathlib import Path

import pytest

from yili_kg.errors import DataError
from yili_kg.lexicon import load_lexicon
from yili_kg.reference.persons import Named, PersonsInBooks, claims, load_persons_in_books, read_persons_in_books
from yili_kg.reference.reigns import load_reigns, posthumous, read_reigns, ruler, titles, year_of


@pytest.mark.parametrize(
    ("division", "year"),
    [
        ("左傳·隱公元年", 722),
        ("春秋·僖公二十四年", 636),
        ("左傳·襄公二十有八年", 545),
        ("公羊傳·定公十年", 500),
        ("左傳·哀公十七年", 478),
        ("禮記·檀弓上", None),
        ("國語·齊語", None),
        ("左傳", None),
        ("", None),
    ],
)
def test_year_of_the_annals(division: str, year: int | None) -> None:
    assert year_of(division) == year


@pytest.mark.parametrize(
    ("title", "year", "who"),
    [
        ("晉侯", 636, "晉文公"),
        ("晉侯", 583, "晉景公"),
        ("宋公", 583, "宋共公"),
        ("魯侯", 722, "隱公"),
        ("衛侯", 548, ""),  # 獻公 and 殤公 both claimed to rule
        ("滕侯", 712, ""),  # his name is not known
        ("天王", 583, ""),
    ],
)
def test_ruler_of_a_year(title: str, year: int, who: str) -> None:
    assert ruler(title, year) == who


def test_reigns_of_a_state_follow_one_another() -> None:
    assert {"晉侯", "宋公", "鄭伯"} <= set(titles())
    for row in load_reigns():
        assert row.first >= row.last
        assert load_lexicon().entries[row.ruler].broader in {"諸侯名", "卿大夫名", "先王"}
    assert {r.ruler for r in posthumous()["平公"]["晉"]} == {"晉平公"}
    assert {r.ruler for r in posthumous()["文公"]["魯"]} == {"文公"}


def test_broken_reigns_name_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "reigns.tsv"
    path.write_text("ruler\tstate\ttitles\tfirst\tlast\tsource\n晉文公\t晉\t晉侯\t628\t636\ts\n", encoding="utf-8")
    with pytest.raises(DataError, match="count down") as error:
        read_reigns(path, load_lexicon())
    assert "reigns.tsv:2" in str(error.value)
    path.write_text("ruler\tstate\ttitles\tfirst\tlast\tsource\n無此公\t晉\t\t636\t628\ts\n", encoding="utf-8")
    with pytest.raises(DataError, match="no person 無此公"):
        read_reigns(path, load_lexicon())


def test_index_has_persons_of_the_lexicon() -> None:
    known = load_persons_in_books()
    assert known.who("左傳·襄公九年", "武子") == "季武子"
    assert known.who("春秋·襄公九年", "武子") == "季武子"  # the Annals share the year with their tradition
    assert known.who("左傳·襄公有九年", "武子") == "季武子"
    assert known.who("國語·齊語", "桓公") == "齊桓公"
    assert known.who("國語·齊語", "無此") == ""


def test_index_of_a_division_that_means_several_asks_the_place() -> None:
    rows = [
        Named(division="禮記·檀弓下", form="文子", concept=concept, ground="named", book="B", graphs=graphs)
        for concept, graphs in (("公叔文子", "10-12"), ("趙武", "90-120"))
    ]
    known = PersonsInBooks(rows)
    assert known.who("禮記·檀弓下", "文子", "B", 14) == "公叔文子"
    assert known.who("禮記·檀弓下", "文子", "B", 80) == "趙武"
    assert known.who("禮記·檀弓下", "文子", "other", 80) == ""
    assert known.who("禮記·檀弓下", "文子") == ""


def test_broken_index_names_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "persons.tsv"
    head = "division\tform\tconcept\tground\tbook\tgraphs\n"
    path.write_text(f"{head}國語·齊語\t桓公\t無此人\tnoted\t\t\n", encoding="utf-8")
    with pytest.raises(DataError, match="no person 無此人"):
        read_persons_in_books(path, load_lexicon())
    path.write_text(f"{head}國語·齊語\t桓公\t齊桓公\tnoted\tB\t5\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"persons\.tsv:2"):
        read_persons_in_books(path, load_lexicon())


def test_short_names_know_who_bears_them() -> None:
    assert {"士匄", "韓起", "趙盾"} <= claims()["宣子"]
    assert "晉平公" in claims()["平公"]
