"""Readers of web pages: 注疏, 述註, and two chapters woven together."""

from __future__ import annotations

from yili_kg.sources.read import read_text
from yili_kg.sources.speakers import begins_comment

SHUZHU = """特牲饋食禮第十五
特牲饋食之禮不諏日
註曰祭祀自孰始曰饋食饋食者食道也諏謀也士
賤職䙝時至事暇可以祭則筮其日矣不如少牢大
夫先與有司于廟門諏丁巳之日○疏曰云自孰始
者天子諸侯饋孰已前仍有灌鬯朝踐饋獻之事也
是也○楊氏曰按今按經
及筮日主人冠端玄即位于門外西面
註曰冠端玄
"""


def test_zhushu_navigation_before_the_heading() -> None:
    page = "首頁\n卷四:鄉飲酒禮第四\n閱讀, 2, 3\n《儀禮注疏》漢 鄭玄 注\n鄉飲酒禮第四\n介亦如之。\n\n「介亦如之」。○注「如戒」。○釋曰︰云\n"
    document = read_text(page)
    assert document.reader == "zhushu"
    assert [n.reason for n in document.noise if n.reason != "layout"].count("navigation") >= 2
    layers = [b.layer for b in document.blocks]
    assert layers == ["題", "題", "經注", "疏"]
    assert document.blocks[-1].chapter == "04"


def test_zhushu_label_is_a_mark() -> None:
    page = "四享,皆束帛加璧。四当为三。\n[疏]“四享”至“加璧”。○释曰:自此。\n[疏]“奉束”至“稽首”。○释曰:云\n"
    document = read_text(page)
    assert document.raw[document.marks[0][0] : document.marks[0][1]].strip().startswith("[疏]") or "[疏]" in page


def test_shuzhu_speakers_and_lines() -> None:
    document = read_text(SHUZHU, reader="shuzhu")
    speakers = [(b.layer, b.speaker) for b in document.blocks if b.speaker]
    assert ("注", "鄭玄") in [(layer.rstrip("+"), s) for layer, s in speakers]
    assert ("疏", "賈公彥") in [(layer.rstrip("+"), s) for layer, s in speakers]
    assert ("述註", "楊復") in [(layer.rstrip("+"), s) for layer, s in speakers]


def test_begins_comment() -> None:
    assert begins_comment("註曰冠端玄")
    assert begins_comment("○疏曰云")
    assert not begins_comment("主人曰某")


def test_interleaved_is_known_by_its_look() -> None:
    page = "【题解】\n" + "\n".join(f"主人坐取爵({n})于篚。" for n in range(1, 13)) + "\n【注释】\n(1)爵:酒器。\n"
    assert read_text(page).reader == "interleaved"
