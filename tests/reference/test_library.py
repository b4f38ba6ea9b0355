from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from yili_kg.errors import DataError, SourceError
from yili_kg.reference.books import find_books, read_book
from yili_kg.reference.library import (
    add_books,
    found_beside,
    library_mark,
    library_path,
    list_books,
    load_books,
    remove_books,
    told_library,
    user_library,
)
from yili_kg.reference.shelf import Shelf

HEAD = "# -*- mode: mandoku-view -*-\n#+TITLE: {title}\n#+PROPERTY: ID {id}\n<pb:{id}_x_001-1a>¶\n"
TEI = """<?xml version="1.0"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0" xml:id="KR1f0001"><teiHeader><fileDesc><titleStmt><title>孝經</title>
</titleStmt></fileDesc></teiHeader><text><body><div><head>《諸侯章》</head><p><seg>在上不驕，</seg><seg>高而不危。</seg>
<note>言不驕也</note></p></div></body></text></TEI>"""


def book(folder: Path, book_id: str, title: str, *juan: str) -> Path:
    place = folder / book_id
    place.mkdir(parents=True)
    for number, text in enumerate(juan, 1):
        (place / f"{book_id}_{number:03}.txt").write_text(HEAD.format(id=book_id, title=title) + text, encoding="utf-8")
    return place


def test_books_text_and_notes_apart_by_division(tmp_path: Path) -> None:
    place = book(
        tmp_path,
        "KR1d0054",
        "纂圖互註禮記",
        "曲禮上第一¶\n曲禮曰毋不敬(禮主於敬〇毋/音無)儼若思¶\n檀弓上第三¶\n公儀仲子之喪¶\n",
    )
    made = read_book(place)
    assert (made.id, made.work) == ("KR1d0054", "禮記")
    assert [(p.division, p.text, p.note) for p in made.parts if p.division] == [
        ("禮記·曲禮", "曲禮曰毋不敬儼若思", "禮主於敬"),
        ("禮記·檀弓", "公儀仲子之喪", ""),
    ]


def test_books_an_open_bracket_swallows_nothing(tmp_path: Path) -> None:
    place = book(tmp_path, "KR1d0052", "禮記", "** 1 曲禮上\n毋不敬(儼若思\n安定辭)安民哉(注也)\n賢者狎而敬之\n")
    (part,) = [p for p in read_book(place).parts if p.division]
    assert part.text == "毋不敬儼若思安定辭安民哉賢者狎而敬之"
    assert part.note == "注也"


def test_books_offices_poems_and_years(tmp_path: Path) -> None:
    offices = book(
        tmp_path, "KR1d0001", "周禮", "** 1 天官冢宰\n1.1.大宰之職，¶\n掌建邦之六典。¶\n宮正掌王宮之戒令。¶\n"
    )
    assert [p.division for p in read_book(offices).parts if p.division] == ["周禮·大宰", "周禮·宮正"]
    poems = book(tmp_path, "KR1c0001", "詩經", "** 1 國風周南第一\n1《關雎》\n關關雎鳩，¶\n2《葛覃》\n葛之覃兮，¶\n")
    assert [p.division for p in read_book(poems).parts if p.division] == ["詩經·關雎", "詩經·葛覃"]
    years = book(
        tmp_path, "KR1e0001", "春秋左傳", "** 3 莊公\nA3.1《莊公元年經》\n元年春，¶\nB3.1《莊公元年傳》\n不稱即位，¶\n"
    )
    assert [p.division for p in read_book(years).parts if p.division] == ["春秋·莊公元年", "左傳·莊公元年"]


def test_books_of_an_edition_without_headings_are_divided_like_another(tmp_path: Path) -> None:
    first = "關關雎鳩在河之洲窈窕淑女君子好逑參差荇菜左右流之"
    second = "葛之覃兮施于中谷維葉萋萋黃鳥于飛集于灌木其鳴喈喈"
    plain = read_book(book(tmp_path, "KR1c0001", "詩經", f"1《關雎》\n{first}¶\n2《葛覃》\n{second}¶\n"))
    noted = read_book(book(tmp_path, "KR1c0002", "毛詩", f"{first}(關關和聲也)¶\n{second}(覃延也)¶\n"))
    shelf = Shelf([plain, noted])
    notes = next(s for s in shelf.strands["詩經"] if s.layer == "note")
    assert notes.division(notes.graphs.index("覃延")) == "詩經·葛覃"
    assert notes.division(notes.graphs.index("和聲")) == "詩經·關雎"


def test_books_in_tei(tmp_path: Path) -> None:
    (tmp_path / "x.xml").write_text(TEI, encoding="utf-8")
    made = read_book(tmp_path / "x.xml")
    assert [(p.division, p.text, p.note) for p in made.parts] == [("孝經·諸侯", "在上不驕高而不危", "言不驕也")]


@pytest.mark.parametrize("content", ["no xml", "<a/>", '<TEI xmlns="http://www.tei-c.org/ns/1.0"><text/></TEI>'])
def test_books_that_are_none(tmp_path: Path, content: str) -> None:
    (tmp_path / "x.xml").write_text(content, encoding="utf-8")
    with pytest.raises(SourceError, match=r"x\.xml"):
        read_book(tmp_path / "x.xml")
    with pytest.raises(SourceError, match="there is nothing here"):
        find_books(tmp_path / "none")
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceError, match="no book in this folder"):
        find_books(tmp_path / "empty")


def test_tei_entities_are_never_asked_for(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("秘", encoding="utf-8")
    evil = TEI.replace(
        '<?xml version="1.0"?>', f'<?xml version="1.0"?><!DOCTYPE TEI [<!ENTITY e SYSTEM "{tmp_path}/secret">]>'
    )
    (tmp_path / "x.xml").write_text(evil.replace("在上不驕", "在上&e;不驕"), encoding="utf-8")
    assert "秘" not in read_book(tmp_path / "x.xml").parts[0].text


def test_library_add_list_remove(tmp_path: Path) -> None:
    library = tmp_path / "lib.sqlite"
    place = book(tmp_path / "books", "KR1d0001", "周禮", "大宰之職¶\n")
    (tmp_path / "books" / "KR1f0001.xml").write_text(TEI, encoding="utf-8")
    added, failed = add_books([tmp_path / "books", tmp_path / "none"], library)
    assert [e.id for e in added] == ["KR1d0001", "KR1f0001"]
    assert len(failed) == 1
    assert "there is nothing here" in failed[0]
    mark = library_mark(library)
    again, failed = add_books([place, place], library)
    assert [e.id for e in again] == ["KR1d0001"]
    assert "was already added" in failed[0]
    assert library_mark(library) == mark
    assert remove_books(["KR1f0001"], library) == ["KR1f0001"]
    assert [e.id for e in list_books(library)] == ["KR1d0001"]
    with pytest.raises(SourceError, match="no book KR1f0001"):
        remove_books(["KR1f0001"], library)


def test_library_damaged_book_is_left_out_and_the_others_are_used(tmp_path: Path) -> None:
    library = tmp_path / "lib.sqlite"
    book(tmp_path, "KR1d0001", "周禮", "大宰之職¶\n")
    book(tmp_path, "KR1d0052", "禮記", "** 1 曲禮上\n毋不敬¶\n")
    add_books([tmp_path / "KR1d0001", tmp_path / "KR1d0052"], library)
    with sqlite3.connect(library) as database:
        database.execute("UPDATE part SET text = '壞' WHERE book = 'KR1d0001'")
    books, damaged = load_books(library)
    assert [b.id for b in books] == ["KR1d0052"]
    assert "KR1d0001 周禮 is damaged: add it again" in damaged[0]


def test_library_file_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "lib.sqlite").write_bytes(b"no database" * 200)
    with pytest.raises(DataError, match="the library cannot be read"):
        list_books(tmp_path / "lib.sqlite")


def test_library_place_is_told_by_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YILI_REFERENCE", "")
    assert library_path() is None
    monkeypatch.setenv("YILI_REFERENCE", str(tmp_path / "lib.sqlite"))
    assert library_path() is None
    assert user_library() == tmp_path / "lib.sqlite"
    book(tmp_path, "KR1d0001", "周禮", "大宰之職¶\n")
    add_books([tmp_path / "KR1d0001"], user_library())
    assert library_path() == tmp_path / "lib.sqlite"


def test_library_without_books_is_no_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("YILI_REFERENCE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    added, failed = add_books([tmp_path / "none"], user_library())
    assert (added, len(failed)) == ([], 1)
    assert not user_library().exists()
    book(tmp_path, "KR1d0001", "周禮", "大宰之職¶\n")
    add_books([tmp_path / "KR1d0001"], user_library())
    assert library_path() == user_library()
    remove_books(["KR1d0001"], user_library())
    assert not user_library().exists()


NESTED = """<?xml version="1.0"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0" xml:id="x"><teiHeader><fileDesc><titleStmt><title>孝經</title></titleStmt>
</fileDesc></teiHeader><text><body><p>序</p><div><head><hi>諸侯</hi>章</head><p>在上<note>言<hi>位</hi>高</note>不驕</p>
<!-- 無 -->高<div><p>而不危</p></div><div><head>士章</head><p>資於事父</p></div><p>制節</p></div></body></text></TEI>"""


def test_tei_books_give_each_word_to_its_division_in_order(tmp_path: Path) -> None:
    path = tmp_path / "x.xml"
    path.write_text(NESTED, encoding="utf-8")
    assert [(p.division, p.text, p.note) for p in read_book(path).parts] == [
        ("孝經·諸侯", "在上不驕高而不危制節", "言位高"),
        ("孝經·士章", "資於事父", ""),
    ]


def test_tei_books_deep_in_divisions_take_linear_time(tmp_path: Path) -> None:
    path = tmp_path / "x.xml"
    deep = "<div>" * 120 + "<p>資於事父</p>" * 200 + "</div>" * 120
    path.write_text(NESTED.replace("<p>序</p>", deep), encoding="utf-8")
    assert len(read_book(path).parts) == 2


def test_library_of_a_build_is_one_that_was_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    beside = tmp_path / "shared"
    book(beside / "reference", "KR1d0001", "周禮", "大宰之職¶\n")
    monkeypatch.setattr("yili_kg.reference.library._beside", lambda: beside)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("YILI_REFERENCE", raising=False)
    monkeypatch.delenv("YILI_SHARED", raising=False)
    assert library_path() is not None
    assert found_beside() == beside
    assert library_path(told=True) is None
    with told_library() as path:
        assert path is None
        assert library_path() is None
    assert library_path() is not None
    monkeypatch.setenv("YILI_SHARED", str(beside))
    assert found_beside() is None
    with told_library() as path:
        assert path is not None
