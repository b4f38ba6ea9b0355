"""Pages that set nothing apart: the received text is known by its words, the rest stays what it is."""

from __future__ import annotations

import pytest

from yili_kg.layers import edit
from yili_kg.sources.read import read_text

BASE = "士冠礼。筮于庙门。\n主人玄冠，朝服，缁带，素韠，即位于门东，西面。\n有司如主人服，即位于西方，东面，北上。\n"


def found(text: str) -> list[tuple[str, str]]:
    edition = edit(read_text(text))
    return [(s.layer, (*s.passages, s.chapter)[0]) for s in edition.segments]


JING = [("經", "01.001"), ("經", "01.002"), ("經", "01.003")]


@pytest.mark.parametrize(
    "heading", ["士冠礼第一", "仪礼 -> 士冠礼", "士 冠 禮 第 一", "士冠礼", "1. 士冠禮", "仪礼·士冠礼原文及翻译"]
)
def test_base_text_alone(heading: str) -> None:
    assert found(f"{heading}\n\n{BASE}") == [("題", "01"), *JING]


def test_without_a_heading() -> None:
    assert found(BASE) == JING


@pytest.mark.parametrize(
    "text",
    [
        "士冠礼第一\n\n1\n士冠礼。筮于庙门。\n2\n主人玄冠，朝服，缁带，素韠，即位于门东，西面。\n[3]\n有司如主人服，即位于西方，东面，北上。\n",
        "士冠礼第一\n\n士冠礼。筮于庙门①。主人玄\u200b冠[2]，朝服，缁带，素□，即位于门东，西■〔一〕。有司如主人服，\n即位于西方，东面，北上。\n",
        "士冠禮第一\n\n" + "\n".join(BASE.replace("\n", "")),  # a graph a line
        "士冠禮第一\n\n" + " ".join(BASE.replace("\n", "")),
        "士冠禮第一\n\n士冠禮筮于廟門主人玄冠朝\n服緇帶素韠即位于門東西面有司如主人\n服即位于西方東面北上\n",
    ],
)
def test_lines_numbers_and_lost_graphs(text: str) -> None:
    assert found(text) == [("題", "01"), *JING]


def test_notes_in_lines_of_their_own_and_translations_between() -> None:
    text = """士冠禮第一

有司如主人服，即位于西方，東面，北上。

有司，群吏有事者，謂主人之吏，所自辟除，府史以下，今時卒吏及假吏是也。

Those who have charge wear the same dress as the master.

筮與席、所卦者，具饌于西塾。筮，所以問吉凶，謂蓍也。所卦者，所以畫地記爻。《易》曰：「六畫而成卦。」饌，陳也。具，俱也。西塾，門外西堂也。

古人行冠礼之前须先占卜日期，这一点可以从上文看出来。
"""
    assert found(text) == [
        ("題", "01"),
        ("經", "01.003"),
        ("注", "01.003"),
        ("文", "01"),
        ("經", "01.004"),
        ("注", "01.004"),
        ("文", "01"),
    ]


def test_a_damaged_line_between_known_ones_is_base_text() -> None:
    text = "士冠禮第一\n\n主人玄冠，朝服，緇帶，素韠，即位于門東，西面。\n有□如□人□，即□于□方，□面，□上。\n筮與席、所卦者，具饌于西塾。\n"
    assert found(text) == [("題", "01"), ("經", "01.002"), ("經", "01.003"), ("經", "01.004")]


def test_essays_stay_essays() -> None:
    text = (
        "《儀禮·士冠禮》云：“主人玄冠，朝服，緇帶，素韠，即位于門東，西面。”可見主人服朝服而筮。\n\n主人答拜。賓拜。\n"
    )
    assert [layer for layer, _ in found(text)] == ["文", "文"]


def test_tables() -> None:
    text = """篇,節,經,注
士冠禮,1,"有司如主人服，即位于西方，東面，北上。","有司，群吏有事者，謂主人之吏，所自辟除，府史以下，今時卒吏及假吏是也。"
士冠禮,2,筮與席、所卦者，具饌于西塾。,闕
"""
    expected = [("經", "01.003"), ("注", "01.003"), ("經", "01.004")]
    assert [one for one in found(text) if one[0] in "經注"] == expected
    assert [one for one in found(text.replace(",", "\t")) if one[0] in "經注"] == expected


@pytest.mark.parametrize(
    "note",
    [
        "郑玄注：达，通也。将欲与彼合昏姻，必先使媒氏下通其言。女氏许之，乃后使人纳其采择之礼。",
        "注：这是《仪礼》的一条注文，而它的词句是别人没有的。",  # words that nobody knows
    ],
)
def test_a_line_with_a_label_begins_a_paragraph_below_several_passages(note: str) -> None:
    base = "昏礼。下达，纳采，用雁。主人筵于户西，西上，右几。使者玄端至。"
    layers = [layer for layer, _ in found(f"仪礼·士昏礼第二\n\n{base}\n{note}\n")]
    assert layers == ["題", "經", "經", "經", "注"]


@pytest.mark.parametrize("brackets", ["（）", "()", "〔〕", "［］", "︵︶"])
def test_notes_between_brackets_with_words_of_their_own(brackets: str) -> None:
    text = """儀禮·士昏禮第二

昏禮。下達，納采用鴈[1]。（達，通達也。欲與彼合昏，必先使媒氏往言之。）
- 12 -
主人筵于戶西，西上，右几。（主人，女之父。）使者玄端（即）至。（使者，夫家之屬。）
"""
    expected = [(layer, f"02.00{n}") for n in (1, 2, 3) for layer in ("經", "注")]
    told = text.translate({ord("（"): brackets[0], ord("）"): brackets[1]})
    assert list(dict.fromkeys(found(told))) == [("題", "02"), *expected]


@pytest.mark.parametrize(
    "text",
    [
        "士昏禮第二\n\n本文討論士昏禮（《儀禮》的第二篇），這是（非常重要的一篇禮經）。\n",
        "論士昏禮\n\n士昏禮者（昏必以昏時），所以合二姓之好（上以事宗廟也）。\n",
    ],
)
def test_brackets_of_essays_hold_no_notes(text: str) -> None:
    assert "注" not in {layer for layer, _ in found(text)}
