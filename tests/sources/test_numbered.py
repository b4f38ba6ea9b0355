"""Editions with the notes behind a section, and numbers of them in the text."""

from __future__ import annotations

import pytest

from yili_kg.layers import edit
from yili_kg.sources.read import read_text

EDITION = """公食大夫禮第九

宰夫設鉶四于豆西，東上。牛以西羊，羊南豕，豕以東牛。{1}飲酒實于觶，加于豐。{2}宰夫右執觶，左執豐，進設于豆東。{3}宰夫東面坐，啟簋會，各卻于其西。{4}

賓降拜。{5}公辭，賓升，再拜稽首。{6}賓升席，坐取韭菹，以辯擩于醢[1]，上豆之間祭。{7}

注

{1} 鉶，菜和羹之器。
{2} 豐，所以承觶者也，如豆而卑。
{3} 食有酒者，優賓也。設于豆東，不舉也。《燕禮·記》曰：“凡奠者於左。”
{4} 會，簋蓋也。亦一一合卻之，各當其簋之西。
{5} 答公拜。
{6} 不言成拜，降未拜。
{7} 擩，猶染也。今文無“于”。

[1] “以辯擩于醢”，他本沒有這個“于”字，我們可以看出這是今文。
"""
NUMBERS = {
    "〔一〕": [f"〔{n}〕" for n in "一二三四五六七"],
    "①": list("①②③④⑤⑥⑦"),
    "[1]": [f"〔{n}〕" for n in range(1, 8)],
}


@pytest.mark.parametrize("kind", NUMBERS)
def test_notes_are_read_where_their_numbers_stand(kind: str) -> None:
    raw = EDITION
    for number, mark in enumerate(NUMBERS[kind], 1):
        raw = raw.replace(f"{{{number}}}", mark)
    document = read_text(raw)
    assert document.raw == raw
    found = [(s.layer, s.passages, s.text[:3]) for s in edit(document).segments if s.layer in ("經", "注")]
    passages = ["09.053", "09.054", "09.055", "09.056", "09.059", "09.060", "09.061"]
    assert [p for layer, p, _ in found if layer == "注"] == [(p,) for p in passages]
    assert [words for layer, _, words in found if layer == "注"] == [
        "鉶，菜", "豐，所", "食有酒", "會，簋", "答公拜", "不言成", "擩，猶",
    ]  # fmt: skip
    assert [s.text[:4] for s in edit(document).segments if s.layer == "文"] == ["注", "“以辯擩"]


def test_notes_without_their_numbers_in_the_text_stay_where_they_are() -> None:
    raw = EDITION
    for number in range(1, 8):
        raw = raw.replace(f"{{{number}}}", "", 1).replace(f"{{{number}}}", f"〔{number}〕")
    segments = [s.layer for s in edit(read_text(raw)).segments if s.layer in ("經", "注")]
    assert segments == ["經"] * 7 + ["注"] * 7


def test_a_number_that_comes_again_loses_no_note() -> None:
    raw = EDITION
    for number in range(1, 8):
        raw = raw.replace(f"{{{number}}}", f"〔{min(number, 6)}〕")
    words = "".join(s.text for s in edit(read_text(raw)).segments)
    assert "不言成拜，降未拜。" in words
    assert "擩，猶染也。今文無“于”。" in words
