from __future__ import annotations

import pytest

from yili_kg.annotation import find as finding
from yili_kg.annotation.find import find
from yili_kg.annotation.quotation_excerpts import excerpt
from yili_kg.reference.books import Book, Part
from yili_kg.reference.shelf import Shelf


def _book(id_: str, work: str, division: str, words: str, note: str = "") -> Book:
    return Book(id_, work, work, "", (Part(f"{work}·{division}", words, note),))


_SHELF = Shelf(
    [
        _book("T1", "禮記", "喪大記", "君之喪子大夫公子眾士皆三日不食子大夫公子眾士食粥納財"),
    ]
)

WORDS = "父卒繼母嫁從為之服報鄭云嘗為母子貴終其恩也王肅云從乎繼母而寄育則為服此皆謂庶子耳"


def excerpted(example: str, titles: tuple[int, ...] = ()) -> str:
    """What the title between ⟦ and ⟧ brings as an excerpt; empty where it brings none."""
    begin, end = example.index("⟦"), example.index("⟧") - 1
    text = example.replace("⟦", "").replace("⟧", "")
    found = excerpt(text, begin, end, titles)
    return text[slice(*found)] if found else ""


@pytest.mark.parametrize(
    "example",
    [
        f"⟦通典⟧云{WORDS}",
        f"○⟦通典⟧宋崔凱云{WORDS}",
        f"○楊氏曰⟦通典⟧宋崔凱云{WORDS}○愚謂此說是",
        f"○案⟦通典⟧宋崔凱云{WORDS}愚案此說是",
        f"正客館非大夫之廟閻若璩⟦尚書古文疏證⟧引其說辨之曰{WORDS}",
        f"⟦通典⟧云{WORDS}是也",
    ],
)
def test_a_work_that_argues_is_quoted_to_where_its_compiler_speaks(example: str) -> None:
    assert excerpted(example) == WORDS


def test_the_next_author_with_his_title_begins_the_next_excerpt() -> None:
    text = f"閻若璩⟦尚書古文疏證⟧曰{WORDS}江永鄉黨圖考曰天子至士"
    assert excerpted(text, (text.index("鄉黨圖考") - 2,)) == WORDS


@pytest.mark.parametrize(
    "example",
    [
        f"又⟦通典⟧云{WORDS}",  # nobody who wrote it, and no note begins
        f"主人再拜故⟦通典⟧云{WORDS}",
        f"⟦說文⟧云{WORDS}",  # a dictionary argues nothing
        f"⟦通典⟧{WORDS}",  # nothing is said to be its words
        "⟦通典⟧云父卒為之服",
        f"⟦通典⟧云{WORDS * 20}",
    ],
)
def test_other_titles_bring_no_excerpt(example: str) -> None:
    assert excerpted(example) == ""


def test_what_an_excerpt_cites_is_cited_as_well() -> None:
    text = "通典宋崔凱云父卒繼母嫁從為之服報者曲禮云毋不敬謂庶子耳為父後者皆不服也"
    _, citations = find(text, layer="述註", chapter="11")
    assert [text[c.start : c.end] for c in citations] == ["通典", "曲禮"]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("足無足立名故禮記注云無足有似於棜或因名云耳", "禮記"),
        ("下其君二等而已也鄭注周禮二等謂介與朝位賓主之閒也", "周禮"),
        ("禮之大義備於禮記疏也", "禮記"),
        ("亦曰東堂西堂覲禮記注曰東箱東夾之前", "覲禮記"),
        ("是以鄭注周禮鞮鞻氏云鞮屨者無絇之屨", "周禮鞮鞻氏"),
        ("敖繼公云大戴記注引此無忠信字", "大戴記"),
    ],
)
def test_the_title_of_notes_is_that_of_their_book(text: str, title: str) -> None:
    mentions, _ = find(text, layer="疏", chapter="01")
    assert [text[m.start : m.end] for m in mentions if m.type == "work"] == [title]


def test_what_a_compiler_sets_beside_the_base_text_is_cited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "load_shelf", lambda: _SHELF)
    text = "○喪大記君之喪子大夫公子眾士皆三日不食"
    _, citations = find(text, layer="經", chapter="12")
    assert [(c.target, [text[a:b] for a, b in c.quotes]) for c in citations] == [("禮記·喪大記", [text[4:]])]
    for other in (
        "設洗喪大記君之喪子大夫公子眾士皆三日不食",
        "○喪大記主人揖入門左北面",
        "○士喪禮死于適室幠用斂衾楔齒用角柶",
    ):
        assert find(other, layer="經", chapter="12")[1] == []
