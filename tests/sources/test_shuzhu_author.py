"""Who wrote a book, where a page says so on a line of its own: his home is no part of his name."""

from __future__ import annotations

import pytest

from yili_kg.sources.read import read_text

PAGE = """儀禮述註卷四
{line}
燕禮第六
小臣戒與者。
註曰小臣相君燕飲之法戒與者謂留羣臣也君以燕禮勞使臣若臣有功故與羣臣樂之
疏曰小臣師掌戒與者
"""


@pytest.mark.parametrize(
    ("line", "author"),
    [("安溪李光坡撰", "李光坡"), ("無錫蔡徳晉撰", "蔡德晉"), ("江都焦循撰", "焦循"), ("丹徒葉某撰", "葉某")],
)
def test_the_author_is_named_without_his_home(line: str, author: str) -> None:
    assert read_text(PAGE.format(line=line), reader="shuzhu").author == author


def test_a_heading_of_a_later_part_says_what_stands_before_it() -> None:
    lines = (
        "兄弟畢袗玄立于洗東西面北上",
        "注曰兄弟主人親戚也",
        "敖氏曰畢猶盡也",
        "世佐案袗當從古文作均",
        "擯者玄端負東塾",
        "注曰東塾門内東堂負之北面",
        "儀禮集編卷二",
        "龍里縣知縣盛世佐撰",
        "士冠禮第一之二",
        "筵于戶西南面",
        "注曰筵主人之贊者",
    )
    found = read_text("\n".join(lines), reader="shuzhu").blocks
    assert {b.chapter for b in found} == {"01"}
    assert [(b.layer, b.speaker) for b in found[:5]] == [
        ("經", ""),
        ("注", "鄭玄"),
        ("述註", "敖繼公"),
        ("述註", "盛世佐"),
        ("經", ""),
    ]


def test_above_a_heading_only_the_title_says_nothing_of_the_chapter() -> None:
    lines = ("欽定四庫全書", "儀禮集編卷二", "士冠禮第一之二", "筵于戶西南面", "注曰筵主人之贊者")
    assert [b.chapter for b in read_text("\n".join(lines), reader="shuzhu").blocks if b.layer == "經"] == ["01"]
