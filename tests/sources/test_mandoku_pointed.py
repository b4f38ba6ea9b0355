"""A sub-commentary printed without its text (單疏): pieces, headings on their line, passages, pointers."""

from __future__ import annotations

from tests.sources.mandoku import page, read
from yili_kg.layers import edit
from yili_kg.models import Edition
from yili_kg.sources.read import read_text

_LINES = (
    "燕禮第六鄭目録云諸侯無事若卿大夫有勤勞之功與羣臣燕飲¶",
    "以樂之　釋曰案上下經注燕有四等¶",
    "是也　燕禮小臣戒與者　釋曰自此巳下盡射人告具論告戒羣臣¶",
    "之事今戒可與之人使依期而至　注小臣至歡也¶",
    "釋曰云小臣相君燕飲之法者案周禮大僕職云王燕飲則相其法君言有¶",
    "命膳宰至寢東注膳宰至路寢　釋曰以其燕在寢故膳宰具官¶",
    "饌于寢東膳宰卑於宰夫者也　樂人縣¶",
    "注縣鍾至新之　釋曰案大射樂人宿縣在射前一日¶",
)


def _page(*lines: str) -> str:
    return page(
        "儀禮疏",
        "儀禮䟽卷第十四",
        "　　　　唐朝散大夫行太學愽士弘文館學士臣賈公彦等撰",
        *lines,
        number="KR1d0027",
    )


def _edition(*lines: str) -> Edition:
    return edit(read_text(_page(*lines)))


def test_each_piece_begins_with_what_it_explains() -> None:
    assert read(_page(*_LINES))[2:] == [
        ("題", "", "燕禮第六"),
        ("疏", "賈公彥", "鄭目録云諸侯無事若卿大夫有勤勞之功與羣臣燕飲以樂之釋曰案上下經注燕有四等是也"),
        ("疏", "賈公彥", "燕禮小臣戒與者釋曰自此巳下盡射人告具論告戒羣臣之事今戒可與之人使依期而至"),
        ("疏", "賈公彥", "注小臣至歡也釋曰云小臣相君燕飲之法者案周禮大僕職云王燕飲則相其法君言有命"),
        ("疏", "賈公彥", "膳宰至寢東注膳宰至路寢釋曰以其燕在寢故膳宰具官饌于寢東膳宰卑於宰夫者也"),
        ("疏", "賈公彥", "樂人縣注縣鍾至新之釋曰案大射樂人宿縣在射前一日"),
    ]


def test_a_piece_knows_its_passage_and_its_pointers() -> None:
    pieces = [s for s in _edition(*_LINES).segments if s.layer == "疏"]
    assert [s.passages for s in pieces] == [(), ("06.001",), ("06.001",), ("06.002",), ("06.003",)]
    assert [[(p.layer, p.text) for p in s.pointers] for s in pieces[1:]] == [
        [("經", "燕禮小臣戒與者")],
        [("注", "注小臣至歡也")],
        [("經", "膳宰至寢東"), ("注", "注膳宰至路寢")],
        [("經", "樂人縣"), ("注", "注縣鍾至新之")],
    ]


def test_a_volume_without_a_heading_is_of_the_chapter_at_which_it_points() -> None:
    pieces = [s for s in _edition(*_LINES[2:]).segments if s.layer == "疏"]
    assert {s.chapter for s in pieces} == {"06"}


def test_passages_rise_as_the_pieces_do() -> None:
    """射人告具 (06.007) before 燕禮小臣戒與者 (06.001): the longest chain leaves it out."""
    pieces = _edition("燕禮第六鄭目録云諸侯無事¶", "　射人告具　釋曰此論告事¶", *_LINES[2:]).segments
    assert [s.passages for s in pieces if s.text.startswith("射人告具")] == [()]


def test_words_of_a_sub_commentary_that_quotes_another_are_no_pieces() -> None:
    raw = page(
        "儀禮述註",
        "　　燕禮第六",
        "膳宰具官饌于寢東",
        "　疏釋曰以其燕在寢故膳宰具官饌于寢東",
        "樂人縣",
        "　疏釋曰案大射",
    )
    assert ("經", "", "膳宰具官饌于寢東") in read(raw)
