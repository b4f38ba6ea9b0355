"""The voices of a comment, a test a case."""

from __future__ import annotations

import pytest

from yili_kg.sources.comments import cut_comment
from yili_kg.sources.layout import Sheet


def voices(text: str, *, author: str = "李光坡", more: bool = False) -> list[tuple[str, str, str]]:
    sheet = Sheet(text)
    cut_comment(sheet, 0, len(text), author=author, more=more)
    return [(b.layer, b.speaker, text[b.start : b.end]) for b in sheet.finish().blocks]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("註曰達通也", [("注", "鄭玄")]),
        ("鄭氏康成曰達通也", [("注", "鄭玄")]),
        ("應氏鏞曰古之君臣", [("述註", "應鏞")]),
        ("鄭注戒警也", [("注", "鄭玄")]),
        ("坡謂筵者席也", [("述註", "李光坡")]),
        ("註曰達通也○疏曰下達者", [("注", "鄭玄"), ("疏", "賈公彥")]),
        ("註曰達通也○今案此篇", [("注", "鄭玄"), ("述註", "李光坡")]),
        ("註曰達通也○應氏曰古", [("注", "鄭玄"), ("述註", "應氏")]),
        ("註曰達通也○此不言", [("注", "鄭玄"), ("述註", "李光坡")]),
        ("坡謂筵者○此不言", [("述註", "李光坡")]),
        ("註曰達通也　敖氏繼公曰欠伸", [("注", "鄭玄"), ("述註", "敖繼公")]),
        ("敖氏亦曰達通也", [("述註", "李光坡")]),
        ("註曰達通也○又應氏曰古", [("注", "鄭玄"), ("述註", "應氏")]),
        ("馬氏融曰達通也王氏肅曰此", [("述註", "馬融"), ("述註", "王肅")]),
        ("註曰達通也朱子曰此疏曰下敖氏君善曰三", [("注", "鄭玄"), ("述註", "朱熹"), ("述註", "敖繼公")]),
        ("註曰達通也當從敖氏繼公說敖氏繼公以為二", [("注", "鄭玄"), ("述註", "敖繼公")]),
        ("註曰達通也如敖氏繼公曰二", [("注", "鄭玄")]),
        ("註曰達通也正義敖氏繼公曰二", [("注", "鄭玄"), ("述註", "敖繼公")]),
        ("註曰達通也疏曰下達者愚案此非也", [("注", "鄭玄"), ("述註", "李光坡")]),
        ("註曰達通也愚案此非也", [("注", "鄭玄"), ("述註", "李光坡")]),
        ("註曰達通也此說本之敖繼公曰二", [("注", "鄭玄"), ("述註", "敖繼公")]),
        ("註曰達通也 鄭\n鍔曰古", [("注", "鄭玄"), ("述註", "鄭鍔")]),
        ("通論彭氏曰古", [("述註", "彭氏")]),
        ("孔氏曰三者謂", [("疏", "孔穎達")]),
        (" \n", []),
    ],
)
def test_who_speaks(text: str, found: list[tuple[str, str]]) -> None:
    assert [(layer, speaker) for layer, speaker, _ in voices(text)] == found


@pytest.mark.parametrize(
    ("author", "text", "words"),
    [
        ("敖繼公", "注曰達通也繼公謂達者下達", "繼公謂達者下達"),
        ("吳廷華", "注曰達通達廷華案此", "廷華案此"),
        ("楊復", "注曰達通也復案此", "復案此"),
        ("楊復", "注曰達通來復案此", ""),
        ("張爾岐", "注曰達通所以為敬也", ""),
        ("盛世佐", "敖氏繼公曰達通世佐案達", "世佐案達"),
        ("李光坡", "註曰達通○光坡謂達", "○光坡謂達"),
    ],
)
def test_the_author_speaks_by_his_given_name(author: str, text: str, words: str) -> None:
    assert next((w for _, speaker, w in voices(text, author=author) if speaker == author), "") == words


def test_the_last_voice_may_run_on() -> None:
    assert [layer for layer, _, _ in voices("註曰達○疏曰下達者", more=True)] == ["注", "疏+"]
