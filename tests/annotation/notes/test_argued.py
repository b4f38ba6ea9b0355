"""Glosses of those who argue, row by row: what they repeat and mark, whom they cite, and whose word they only tell."""

from __future__ import annotations

import pytest

from yili_kg.annotation.fanqie import tail_of_sounds
from yili_kg.annotation.notes.context import things
from yili_kg.annotation.notes.glosses import find_glosses
from yili_kg.annotation.notes.tokens import Base, tokens_of
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream


def glosses(comment: str, text: str, note: str = "", layer: str = "疏") -> set[tuple[str, str]]:
    """Term and meaning of each gloss of a comment on a text and a note on it."""
    base = [Base("text", *stream(fold(text))), Base("note", *stream(fold(note)), note=True)]
    tokens = tokens_of(comment, layer, base, things=things())
    return {(tokens.words(*g.term), tokens.words(*g.definition)) for g in find_glosses(tokens)[0]}


#: A text, a note on it, a comment on both, and a gloss of the comment.
HAS = [
    # words of the text marked with 者 are the term whole, however long, and whatever words of grammar are in them
    ("陳幣", "禮於君者不陳", "云禮於君者不陳者謂賄用束紡也", ("禮於君者不陳", "賄用束紡")),
    ("藏筲", "四者兩兩而居", "云四者兩兩而居者謂苞筲居一旁甕甒居一旁也", ("四者兩兩而居", "苞筲居一旁甕甒居一旁")),
    ("不以雜帛爲物", "", "言雜帛者謂以白色之帛裨緣之也", ("雜帛", "以白色之帛裨緣之")),
    # 此 points to a word that is explained next; a word taken up at once begins anew; a name ends where it takes it up
    ("與幼者言", "", "此幼即弟子之類孝弟事父兄之名", ("幼", "弟子之類")),
    ("布八十縷", "八十縷謂之宗", "是以今亦云八十縷謂之宗宗即古之升也", ("宗", "古之升")),
    # what the note says itself another can say as well
    ("載猶進柢", "柢本也", "士喪禮云皆覆進柢注云柢本也進本者", ("柢", "本")),
    # a row of names of one graph
    ("壺棜禁", "", "士卑以禁戒爲稱又無足曰棜有足曰禁", ("棜", "無足")),
    # a meaning ends before what is denied, conceded or given as an example
    ("同陳", "", "云同陳者謂多少同陳不謂大斂饌陳之亦在小斂節內", ("同陳", "多少同陳")),
    ("徹帷", "", "徹帷者謂褰帷而上非謂全徹去", ("徹帷", "褰帷而上")),
    ("越階", "", "連步越階四也越階謂左右足越三等若趙盾躇階而走是也", ("越階", "左右足越三等")),
    # a name of one graph does not take in the graph with which the next sentence begins
    ("襲裼", "", "裼上有襲衣也掩而不開謂之襲開皮弁及中衣", ("襲", "掩而不開")),
]
#: The same, and what is no gloss of it.
HAS_NOT = [
    ("菅屨", "", "菅屨者周公時謂之屨子夏時謂之菲", "菲"),
    ("饎爨在西壁", "", "爾雅釋宮曰檐謂之樀周人謂之梠", "梠"),
]


@pytest.mark.parametrize(("text", "note", "comment", "gloss"), HAS)
def test_one_who_argues_explains(text: str, note: str, comment: str, gloss: tuple[str, str]) -> None:
    assert gloss in glosses(comment, text, note)


@pytest.mark.parametrize(("text", "note", "comment", "term"), HAS_NOT)
def test_whose_word_it_is_explains_nothing(text: str, note: str, comment: str, term: str) -> None:
    assert term not in {found for found, _ in glosses(comment, text, note)}


@pytest.mark.parametrize(
    ("note", "layer", "spelled"),
    [
        ("犂衛邑妻七計切犂力兮切", "注", "妻七計切犂力兮切"),
        ("子朝宋人仕衛爲大夫朝如字", "注", "朝如字"),
        ("今文刌爲切", "注", ""),
        ("犂衛邑妻七計切", "疏", ""),
    ],
)
def test_spellings_end_a_note(note: str, layer: str, spelled: str) -> None:
    assert "".join(note[a:b] for a, b in tail_of_sounds(note, layer)) == spelled


def test_a_word_that_stands_twice_in_a_note_is_not_cut() -> None:
    comment = "凡衰外削幅裳內削幅外削幅者謂縫之邊幅向外也"
    assert "削幅" not in {term for term, _ in glosses(comment, "削幅", layer="述註")}
