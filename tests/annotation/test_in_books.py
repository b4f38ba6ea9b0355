"""What is quoted is aligned with the cited book before mentions are decided. The books of these tests are made up of facts."""

from __future__ import annotations

from pathlib import Path

import pytest

from yili_kg.annotation import find as finding
from yili_kg.annotation import in_books
from yili_kg.annotation.find import find
from yili_kg.annotation.in_books import NAMED, aligned
from yili_kg.annotation.quotation_edges import at_edges
from yili_kg.annotation.spans import Found, FoundCitation
from yili_kg.errors import DataError
from yili_kg.lexicon import load_lexicon
from yili_kg.reference.books import Book, Part
from yili_kg.reference.persons import Given, PersonsInBooks, load_persons_in_books, read_given_names
from yili_kg.reference.shelf import Shelf


def _book(id_: str, work: str, division: str, words: str, note: str = "") -> Book:
    return Book(id_, work, work, "", (Part(f"{work}·{division}", words, note),))


_SHELF = Shelf(
    [
        _book("T1", "左傳", "襄公九年", "晉侯曰十二年矣是謂一終一星終也國君十五而生子武子對曰君冠必以祼享之禮行之"),
        _book("T4", "左傳", "文公六年", "夏秦伯任好卒以子車氏之三子奄息仲行鍼虎為殉皆秦之良也"),
        _book("T2", "禮記", "雜記下", "天子飯九貝諸侯七大夫五士三天子飯含用玉諸侯用珠大夫用米", ""),
        _book("T3", "周禮", "大宗伯", "以實柴祀日月星辰敢用柔毛剛鬣嘉薦普淖用薦歲事"),
    ]
)


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "load_shelf", lambda: _SHELF)


def _persons(text: str) -> dict[str, tuple[str, str]]:
    mentions, _ = find(text, layer="疏", chapter="01")
    return {text[m.start : m.end]: (m.concept, m.rule) for m in mentions if m.type == "person"}


@pytest.mark.usefixtures("library")
def test_a_short_name_in_a_quotation_is_the_person_of_the_book() -> None:
    persons = _persons("案左傳襄公九年云十二年矣是謂一終一星終也國君十五而生子武子對曰君冠必以祼享之禮行之是也")
    assert persons["武子"][0] == "季武子"


@pytest.mark.usefixtures("library")
def test_a_given_name_in_a_quotation_is_the_person_of_whom_a_note_tells_it(monkeypatch: pytest.MonkeyPatch) -> None:
    given = Given(division="左傳·文公六年", form="任好", concept="秦穆公", book="T4", graphs="3-5")
    monkeypatch.setattr(in_books, "load_persons_in_books", lambda: PersonsInBooks([], [given]))
    in_books._forms.cache_clear()
    persons = _persons("案左傳文公六年云秦伯任好卒以子車氏之三子奄息仲行鍼虎為殉是也")
    in_books._forms.cache_clear()
    assert persons["任好"] == ("秦穆公", NAMED)


def test_a_quotation_with_words_left_out_is_aligned() -> None:
    text = "國君十五而生子武子對君冠以祼享之禮行之"
    words = aligned(text, 0, len(text), "左傳·襄公九年", _SHELF)
    assert words is not None
    at = text.index("武子")
    assert words.place(at, at + 2) == _SHELF.strands["左傳"][0].graphs.index("武子")
    assert words.place(text.index("對"), text.index("君冠") + 1) == -1, "words of the book are left out between"
    assert aligned("主人坐取爵于篚", 0, 7, "左傳·襄公九年", _SHELF) is None


def test_a_given_name_is_one_at_its_place_only() -> None:
    index = load_persons_in_books()
    row = next(r for r in read_given_names(_table(), load_lexicon()) if r.form == "求")
    assert index.given("求", row.book, row.begins) == "冉有"
    assert index.given("求", row.book, row.begins + 1) == ""
    assert index.given("肥", row.book, row.begins) == ""
    assert "求" in index.of_work("左傳")
    assert "求" in index.of_work("春秋")
    assert not index.of_work("周禮")


def _table() -> Path:
    from yili_kg.data import data_folder

    return data_folder("extraction") / "reference" / "given-names-in-books.tsv"


def test_a_broken_table_of_given_names_names_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "given.tsv"
    head = "division\tform\tconcept\tbook\tgraphs\n"
    for row in ("國語·齊語\t甲\t無此人\tB\t5-6\n", "國語·齊語\t甲\t齊桓公\tB\t5\n"):
        path.write_text(head + row, encoding="utf-8")
        with pytest.raises(DataError, match=r"given\.tsv:2|no person"):
            read_given_names(path, load_lexicon())


@pytest.mark.usefixtures("library")
def test_no_word_crosses_the_edge_at_which_the_book_goes_on_otherwise() -> None:
    text = "鄭注云周禮禮記雜記云天子飯含用玉案典瑞云大喪共飯玉"
    start = text.index("天子")
    cited = [FoundCitation(5, 9, "禮記·雜記", "", "titled", ((start, text.index("案")),), "")]
    jade = Found(text.index("玉案"), text.index("玉案") + 2, "object", "玉案", "lexicon-object")
    now, bounds = at_edges(text, [jade], cited, _SHELF)
    assert bounds == [text.index("案")]
    assert now == cited
    mentions, _ = find(text, layer="疏", chapter="13")
    assert not any(text[m.start : m.end] == "玉案" for m in mentions)


def test_a_quotation_goes_on_to_the_end_of_the_books_word() -> None:
    text = "大宗伯云敢用柔毛剛鬣是也"
    cited = [FoundCitation(0, 3, "周禮·大宗伯", "", "titled", ((4, 9),), "")]
    pig = Found(8, 10, "object", "剛鬣", "lexicon-object")
    now, bounds = at_edges(text, [pig], cited, _SHELF)
    assert now[0].quotes == ((4, 10),)
    assert not bounds


def test_without_a_library_nothing_is_aligned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "load_shelf", lambda: None)
    mentions, _ = find("案左傳襄公九年云國君十五而生子武子對曰君冠", layer="疏", chapter="01")
    assert all(m.rule != NAMED for m in mentions)


@pytest.mark.usefixtures("library")
def test_a_title_that_nothing_brings_is_a_word_of_what_a_book_not_at_hand_says() -> None:
    text = "又六藝論云後得孔子壁中古文禮凡五十六篇是也"
    _, citations = find(text, layer="疏", chapter="01")
    quotes = {text[c.start : c.end]: [text[a:b] for a, b in c.quotes] for c in citations}
    assert quotes["六藝論"] == ["後得孔子壁中古文禮凡五十六篇"]
    text = "又六藝論云後得孔子壁中引古文禮云凡五十六篇是也"
    _, citations = find(text, layer="疏", chapter="01")
    quotes = {text[c.start : c.end]: [text[a:b] for a, b in c.quotes] for c in citations}
    assert quotes["六藝論"] == ["後得孔子壁中"]
