"""Parts of the chapter on mourning, named by their degree."""

from __future__ import annotations

import pytest

from yili_kg.annotation.degrees import degrees
from yili_kg.annotation.find import find
from yili_kg.reference.shelf import load_shelf
from yili_kg.text.folding import fold


def named(text: str, layer: str = "疏", *, library: bool = False) -> list[str]:
    shelf = load_shelf() if library else None
    return [text[f.start : f.end] for f in degrees(fold(text), layer, shelf, ())]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("卽齊衰三月章云大夫為舊君", ["齊衰三月"]),
        ("故大功章鄭注云大功布者", ["大功"]),
        ("祖為適孫不杖期傳云有適子者無適孫", ["不杖期傳"]),
        ("其疏引不杖期章女子子", ["不杖期"]),
        ("餘詳不杖期章歷代同", ["不杖期"]),
        ("喪服殤小功章云大夫為昆弟之長殤", []),
        ("依嫁服大功傳曰何以大功也", []),
        ("故在不杖章下", []),
        ("妾為君之庶子成人在大功章今長殤", []),
    ],
)
def test_a_degree_that_says_something_or_is_brought(text: str, expected: list[str]) -> None:
    assert named(text) == expected


def test_nothing_is_named_in_base_text_nor_where_something_stands() -> None:
    text = "緦麻章云齊衰之殤中從上"
    assert named(text, "經") == []
    assert degrees(text, "疏", None, [(0, 2)]) == []


@pytest.mark.shared
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("其言以明之大功章皆為其從父昆弟之為大夫者", ["大功"]),
        ("又云緦麻章庶子為父後者為其母", ["緦麻"]),
        ("入緦麻章庶子為父後者為其母", []),
        ("其大功章之義甚明", []),
        ("以其緦麻章傳云齊衰之殤中從上", []),
    ],
)
def test_a_degree_before_words_of_the_chapter(text: str, expected: list[str]) -> None:
    assert named(text, library=True) == expected


@pytest.mark.shared
def test_what_the_parts_say_is_quoted() -> None:
    text = "言其以明之大功章為其從父昆弟之為大夫者緦麻章庶子為父後者為其母皆言其"
    _, citations = find(text, layer="述註", chapter="11")
    found = [(text[c.start : c.end], c.target, [text[a:b] for a, b in c.quotes]) for c in citations]
    assert found == [
        ("大功", "儀禮·喪服", ["為其從父昆弟之為大夫者"]),
        ("緦麻", "儀禮·喪服", ["庶子為父後者為其母"]),
    ]
