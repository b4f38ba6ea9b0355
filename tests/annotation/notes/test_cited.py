"""Whose words a commentator who argues cites where a gloss stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from yili_kg.annotation.run import annotate
from yili_kg.layers import edit
from yili_kg.sources.read import read_text

HEAD = "士冠禮第一\n\n士冠禮。筮于廟門。主人玄冠朝服，緇帶素韠，即位于門東，西面。\n\n筮者，以蓍問日吉凶於易也。廟謂禰廟。\n\n 「筮于」至「西面」。○釋曰︰"


def credited(said: str) -> set[tuple[str, str, str]]:
    """Term, meaning and work of the glosses of a sub-commentary on a passage of the received text."""
    edition = edit(read_text(HEAD + said))
    placed = tuple(replace(segment, passages=("01.001",)) for segment in edition.segments)
    annotated = annotate(replace(edition, segments=placed))
    return {(g.term, g.definition, g.quoted) for g in annotated.glosses if g.layer == "疏"}


@pytest.mark.parametrize(
    ("said", "gloss"),
    [
        ("案周禮繢人云白與黑謂之黼是也", ("黼", "白與黑", "周禮")),  # behind any title its words begin
        ("故喪服注亦云髽露紒也", ("髽", "露紒", "儀禮注")),
        ("案鄭注周禮屨人云複下曰舄襌下曰屨是也", ("舄", "複下", "周禮注")),
        (
            "案詩云我朱孔陽毛傳云朱深纁也是也",
            ("朱", "深纁", "毛傳"),
        ),  # of the two notes on the Odes that of the one named
        ("案詩云庭燎之光鄭云庭燎大燭也", ("庭燎", "大燭", "詩箋")),
        ("案韓詩外傳云一升曰爵二升曰觚三升曰觶", ("觶", "三升", "韓詩外傳")),  # the 傳 of a title is no note
        ("案下文古者生無爵鄭云古謂殷", ("古", "殷", "儀禮注")),  # no other work near by
        ("云宗子者適長子也者案喪服小記", ("宗子", "適長子", "儀禮注")),  # what the notes say word for word
    ],
)
def test_what_is_cited_is_credited_to_whose_words_it_is(said: str, gloss: tuple[str, str, str]) -> None:
    assert gloss in credited(said)


@pytest.mark.parametrize(
    ("said", "gloss"),
    [
        ("案周禮繢人云白與黑謂之黼是也若然廟者宮也", ("廟", "宮", "")),  # he speaks himself again
        ("廟者宗也", ("廟", "宗", "")),  # no words of the notes
    ],
)
def test_what_he_says_himself_is_his(said: str, gloss: tuple[str, str, str]) -> None:
    assert gloss in credited(said)


@pytest.mark.shared
def test_what_is_quoted_from_a_book_ends_before_a_word_of_the_text() -> None:
    assert ("帶", "束", "") in credited("案詩云我朱孔陽朱色也帶束也")


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("說文云優饒也玉篇云優亦渥也", {("優", "饒"), ("優", "渥")}),  # neither word is in the text
        ("說文又云婁空也從母中女空之意也", {("婁", "空")}),
        ("說文云優音憂也", set()),  # how it is read is no meaning
        ("爾雅云歛樓聚也", set()),  # more than one word can head what it says
        ("說文云優饒而不出此字", set()),  # nothing closes it
    ],
)
def test_a_dictionary_explains_the_graph_that_heads_its_entry(said: str, found: set[tuple[str, str]]) -> None:
    edition = edit(read_text(HEAD + said))
    assert {(g.term, g.definition) for g in annotate(edition).glosses if g.layer == "疏"} == found
