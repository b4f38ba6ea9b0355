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
