"""Forms of commentaries on made-up pages: whose words each line and each part of a bracket are."""

from __future__ import annotations

import pytest

from tests.sources.mandoku import page, read
from yili_kg.layers import edit
from yili_kg.sources.headings import is_heading
from yili_kg.sources.read import read_text


@pytest.mark.parametrize(
    ("line", "chapter"),
    [
        ("士喪禮第十二之三", "12"),
        ("士喪禮下第十三之二", "13"),
        ("聘禮六", "08"),
        ("喪服", "11"),
        ("士冠禮第一之一", "01"),
    ],
)
def test_headings_of_parts(line: str, chapter: str) -> None:
    raw = page("儀禮集某", "欽定四庫全書", "　儀禮集某卷二", line, "主人筵于户西", "　註曰筵席也", "　疏曰下同")
    document = read_text(raw, label="made-up")
    found = [b for b in document.blocks if raw[b.start : b.end] == line]
    assert [(b.layer, b.chapter) for b in found] == [("題", chapter)]


def test_a_class_of_rites_at_the_head_of_its_chapters_is_a_heading() -> None:
    raw = page("禮經某義", "欽定四庫全書", "　禮經某義卷六", "　嘉禮", "　　大射儀", "君有命戒射宰戒百官", "　筵嘉禮")
    document = read_text(raw, label="made-up")
    layers = {raw[b.start : b.end].strip("　¶\n"): b.layer for b in document.blocks}
    assert (layers["嘉禮"], layers["大射儀"]) == ("題", "題")
    assert [b.chapter for b in document.blocks if raw[b.start : b.end].startswith("君有命")] == ["07"]


def test_a_sentence_with_a_number_is_no_heading() -> None:
    raw = page("儀禮集某", "　儀禮集某卷二", "士昏禮第二", "　鄭目録云屬嘉禮", "　大小戴及别録皆第二", "昏禮下達")
    assert ("注", "鄭玄", "鄭目録云屬嘉禮大小戴及别録皆第二") in read(raw)


def test_indented_remarks_between_text_with_notes_in_brackets() -> None:
    raw = page(
        "儀禮某言",
        "欽定四庫全書",
        "　儀禮某言卷八",
        "　　　某縣王甲乙撰",
        "主人筵于户西",
        "　按此言筵於户西者尊處也",
        "西上右几(鄭注筵為/神布席也)",
        "　按右几者神不統於人也○又按几在右",
        "　者便也",
        "使者𤣥端至(鄭注使者夫/家之屬也)",
    )
    assert read(raw)[3:] == [
        ("經", "", "主人筵于户西"),
        ("述註", "王甲乙", "按此言筵於户西者尊處也"),
        ("經", "", "西上右几"),
        ("述註", "王甲乙", "鄭注筵為神布席也"),
        ("述註", "王甲乙", "按右几者神不統於人也"),
        ("述註", "王甲乙", "○又按几在右者便也"),
        ("經", "", "使者𤣥端至"),
        ("述註", "王甲乙", "鄭注使者夫家之屬也"),
    ]


def test_voices_within_one_bracket() -> None:
    raw = page(
        "某禮通考",
        "欽定四庫全書",
        "某禮通考卷二",
        "刑部尚書王甲乙撰",
        "主人筵于户西(注筵席也疏筵亦席之名敖繼公曰筵/於户西尊之也愚謂此非也)",
        "西上右几(注几所馮也疏几在右者神也)",
    )
    assert read(raw)[3:] == [
        ("經", "", "主人筵于户西"),
        ("注", "鄭玄", "筵席也"),
        ("疏", "賈公彥", "筵亦席之名"),
        ("述註", "敖繼公", "敖繼公曰筵於户西尊之也"),
        ("述註", "王甲乙", "愚謂此非也"),
        ("經", "", "西上右几"),
        ("注", "鄭玄", "几所馮也"),
        ("疏", "賈公彥", "几在右者神也"),
    ]


def test_paragraphs_set_alike() -> None:
    raw = page(
        "日某禮解義",
        "　主人筵于户西西上右几",
        "　此言主人布席之禮也" + "筵為神布席也" * 12,
        "　使者𤣥端至",
        "　案使者夫家之屬若羣吏使往來者",
        "　擯者出請事入告鄭注擯者有司佐禮者",
        "　陳氏澔曰請猶問也",
    )
    found = [(layer, speaker, words[:6]) for layer, speaker, words in read(raw)]
    assert found == [
        ("經", "", "主人筵于户西"),
        ("述註", "", "此言主人布席"),
        ("經", "", "使者𤣥端至"),
        ("述註", "", "案使者夫家之"),
        ("經", "", "擯者出請事入"),
        ("注", "鄭玄", "鄭注擯者有司"),
        ("述註", "陳澔", "陳氏澔曰請猶"),
    ]


def test_a_sub_commentary_printed_alone() -> None:
    raw = page("禮記正義", "主人筵于户西者正義曰此一節明布席", "西上右几者神不統於人")
    assert {(layer, speaker) for layer, speaker, _ in read(raw)} == {("疏", "孔穎達")}


def test_large_text_of_an_author_is_no_base_text() -> None:
    raw = page(
        "某室考",
        "欽定四庫全書",
        "某室考卷上",
        "府丞王甲乙撰",
        "堂後之室左右各一其外有墉(墉牆也此言其制/與諸侯不同也)",
        "房中半以北謂之北堂其下有階(北堂之下/有北階也)",
    )
    edition = edit(read_text(raw, label="made-up"))
    assert {(s.layer, s.speaker) for s in edition.segments if s.layer != "題"} == {("述註", "王甲乙")}


def test_base_text_without_a_heading_stays_base_text() -> None:
    raw = page(
        "某禮通考",
        "欽定四庫全書",
        "某禮通考卷上",
        "府丞王甲乙撰",
        "主人筵于户西西上右几(筵席也)",
        "此其制之大略(某案此非經文也)",
    )
    edition = edit(read_text(raw, label="made-up"))
    assert [s.layer for s in edition.segments if s.text.startswith(("主人", "此其"))] == ["經", "述註"]


def test_plain_paragraphs_that_explain_others() -> None:
    raw = (
        "士昏禮第二\n主人筵于户西西上右几\n此言主人布席之禮也"
        + "筵為神布席也" * 12
        + "\n使者𤣥端至\n案使者夫家之屬也\n"
    )
    document = read_text(raw, label="made-up")
    assert [(b.layer, b.chapter) for b in document.blocks] == [
        ("題", "02"),
        ("經", "02"),
        ("述註", "02"),
        ("經", "02"),
        ("述註", "02"),
    ]


def test_plain_paragraphs_of_an_essay_have_no_layer() -> None:
    raw = (
        "古者席地而坐\n"
        + "堂上之席皆有首尾而鄉飲酒之席東上" * 6
        + "\n案此說未然\n其制詳於他書\n又其次也\n其三\n其四\n其五\n其六\n"
    )
    assert {b.layer for b in read_text(raw, label="made-up").blocks} == {"文"}


@pytest.mark.parametrize(
    ("line", "told"), [("卷二", True), ("●卷第十上", True), ("卷席如初", False), ("主人卷一", False)]
)
def test_a_line_that_counts_a_volume_is_a_heading(line: str, told: bool) -> None:
    assert is_heading(line) is told
    raw = f"　　儀禮某\n　　士冠禮第一\n　　筮于廟門\n　　{line}\n　　士昬禮第二\n　　下達納采用鴈\n"
    found = [b.layer for b in read_text(raw, reader="plain").blocks if raw[b.start : b.end] == line]
    assert (found == ["題"]) is told
