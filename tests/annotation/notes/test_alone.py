"""Clauses of a note that stand alone with a word of the text, and words that are cited whole before 者."""

from __future__ import annotations

from yili_kg.annotation.notes.alone import ALONE, glosses_alone
from yili_kg.annotation.notes.context import _quotations, things
from yili_kg.annotation.notes.glosses import find_glosses
from yili_kg.annotation.notes.tokens import Base, NoteTokens, tokens_of
from yili_kg.models import Citation, Quotation, Segment
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream


def note(text: str, base: str, layer: str = "注") -> NoteTokens:
    return tokens_of(text, layer, [Base("base", *stream(fold(base)))], things=things())


def alone(text: str, base: str, layer: str = "注") -> list[tuple[str, str]]:
    tokens = note(text, base, layer)
    found = glosses_alone(tokens, find_glosses(tokens)[0], ())
    assert all(g.rule == ALONE for g in found)
    return [(tokens.words(*g.term), tokens.words(*g.definition)) for g in found]


def test_a_clause_that_stands_alone_may_be_a_gloss() -> None:
    assert alone("再拜拜賓許也", "賓再拜") == [("再拜", "拜賓許")]
    assert alone("戒警也少立自正愼其位也", "戒賓少立") == [("少立", "自正愼其位")]


def test_it_begins_with_a_word_of_the_text_and_is_not_repeated_from_it() -> None:
    assert alone("自正愼其位也", "賓少立") == []
    assert alone("賓再拜稽首也", "賓再拜稽首") == []


def test_what_another_rule_took_is_not_proposed_again() -> None:
    assert alone("戒警也", "戒賓") == []


def test_firm_rules_hold_there_too() -> None:
    assert alone("拜受觶也", "賓拜") == []
    assert alone("主人先拜尊尸也", "主人拜") == []


def test_reasons_places_and_counts_are_none() -> None:
    assert alone("不趨主愼也", "賓不趨") == []
    assert alone("不得命者不得許己之命也", "不得命") == [("不得命", "不得許己之命")]
    assert alone("東面於西階之前也", "賓東面") == []
    assert alone("賓一拜者也", "賓答拜") == []


def test_what_goes_on_with_the_sentence_is_none() -> None:
    assert alone("少立而後退也", "賓少立") == []


def test_only_notes_are_read_so() -> None:
    assert alone("再拜拜賓許也", "賓再拜", "疏") == []


def test_words_cited_behind_yun_are_whole_up_to_zhe() -> None:
    tokens = note("釋曰云主人為之具而殯者謂從始死至殯所用也", "主人爲具而殯", "疏")
    found = [tokens.words(*g.term) for g in find_glosses(tokens)[0]]
    assert found == ["主人為之具而殯"]


def test_the_note_behind_the_words_of_a_book_is_read() -> None:
    """Where 注曰 stands before the second quotation only, what it says is a gloss all the same."""
    text = "士冠禮設洗直于東榮注曰榮屋翼也周制自卿大夫以下"
    segment = Segment(
        id="a", layer="述註", speaker="", chapter="士冠禮", passages=(), extent="whole", comments_on="",
        pieces=((0, len(text)),), text=text, offsets=tuple(range(len(text))), order=0,
    )  # fmt: skip
    quotes = (Quotation(start=3, end=9, text=text[3:9]), Quotation(start=11, end=15, text=text[11:15]))
    citation = Citation(
        start=0, end=3, text="士冠禮", target="儀禮·士冠禮", function="", form="titled", quotes=quotes, segment="a",
        layer="述註", rule="r",
    )  # fmt: skip
    own, silent = _quotations(text, segment, [citation], ())
    assert own == [(11, 15)]
    assert [start for start, _ in silent] == [3]
