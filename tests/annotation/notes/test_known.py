"""Glosses of the received notes in another's comment."""

from __future__ import annotations

from yili_kg.annotation.notes.context import things
from yili_kg.annotation.notes.glosses import find_glosses
from yili_kg.annotation.notes.known import cited_from_notes, is_known
from yili_kg.annotation.notes.tokens import Base, NoteTokens, tokens_of
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream


def comment(text: str, base: str = "凡牲") -> NoteTokens:
    return tokens_of(text, "疏", [Base("base", *stream(fold(base)))], things=things())


def said(note: NoteTokens) -> list[tuple[str, str]]:
    return [(note.words(*g.term), note.words(*g.definition)) for g in cited_from_notes(note)]


def test_known_gloss_is_found_with_its_end() -> None:
    assert said(comment("釋曰少牢注云肩臂臑肱骨也膞骼股骨也鄉飲酒注")) == [("肩臂臑", "肱骨"), ("膞骼", "股骨")]


def test_known_gloss_kept_by_its_ends_is_found_whole() -> None:
    assert said(comment("覲禮記注曰東箱東夾之前相翔待事之處特牲饋食禮注曰")) == [("東箱", "東夾之前相翔待事之處")]


def test_known_gloss_that_the_text_explained_has_is_repeated_not_made() -> None:
    assert said(comment("釋曰云肩臂臑肱骨也者", "肩臂臑肱骨也")) == []


def test_known_words_in_the_middle_of_a_sentence_are_none() -> None:
    assert said(comment("釋曰此榮屋翼而不言者")) == []


def test_is_known() -> None:
    assert is_known("榮", "屋翼")
    assert not is_known("榮", "屋")


def test_a_long_meaning_is_known_by_its_ends() -> None:
    assert is_known("東箱", "東夾之前相翔待事之處")
    assert not is_known("東箱", "東夾之前")


def test_annotator_goes_on_with_the_word_of_the_gloss_before_him() -> None:
    note = comment("釋宮曰門側之堂謂之塾郭氏曰夾門堂也", "塾夾門之堂")
    found = {(note.words(*g.term), note.words(*g.definition)) for g in find_glosses(note)[0]}
    assert ("塾", "門側之堂") in found


def test_annotator_does_not_go_on_with_what_is_no_gloss_of_the_text_before_him() -> None:
    note = comment("案詩云衣錦褧衣裳錦褧裳鄭云褧襌也", "姆加景褧")
    found = {(note.words(*g.term), note.words(*g.definition)) for g in find_glosses(note)[0]}
    assert ("褧", "襌") in found
    assert {term for term, _ in found} == {"褧"}
