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
        (" \n", []),
    ],
)
def test_who_speaks(text: str, found: list[tuple[str, str]]) -> None:
    assert [(layer, speaker) for layer, speaker, _ in voices(text)] == found


def test_the_last_voice_may_run_on() -> None:
    assert [layer for layer, _, _ in voices("註曰達○疏曰下達者", more=True)] == ["注", "疏+"]
