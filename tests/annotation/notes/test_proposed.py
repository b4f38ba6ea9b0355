"""What may be a gloss of one who argues though no formula is sure of it."""

from __future__ import annotations

import pytest

from yili_kg.annotation.notes.by_rules import find_notes
from yili_kg.annotation.notes.context import things
from yili_kg.annotation.notes.proposed import (
    AS_IN_A_NOTE,
    DOUBTED,
    Proposal,
    glosses_proposed,
    load_proposals,
    proposed_rules,
)
from yili_kg.annotation.notes.tokens import Base, NoteTokens, tokens_of
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream


def note(text: str, base: str, layer: str = "疏") -> NoteTokens:
    return tokens_of(text, layer, [Base("base", *stream(fold(base)))], things=things())


def proposed(text: str, base: str, layer: str = "疏") -> list[tuple[str, str, str]]:
    tokens = note(text, base, layer)
    found, _, lost = find_notes(tokens)
    some = glosses_proposed(tokens, found, (), [row for _, row in lost])
    return [(g.rule, fold(tokens.words(*g.term)), fold(tokens.words(*g.definition))) for g in some]


@pytest.mark.parametrize("rule", load_proposals(), ids=lambda rule: rule.id)
def test_examples(rule: Proposal) -> None:
    layer = "述註" if rule.later else "疏"
    for example in rule.match:
        told = [(fold(term), fold(meaning)) for term, meaning in example.glosses]
        made = [g[1:] for g in proposed(example.note, example.base, layer) if g[0] == rule.id]
        assert made == told, f"{rule.place}: {example.note}"
    for example in rule.avoid:
        made_by = {g[0] for g in proposed(example.note, example.base, layer)}
        assert rule.id not in made_by, f"{rule.place}: {example.note}"


def test_a_gloss_that_a_doubt_speaks_against_is_proposed_with_the_rule_of_doubts() -> None:
    assert (DOUBTED, "敦", "上廢敦") in proposed("敦即上廢敦也", "廢敦")
    assert DOUBTED in proposed_rules()


def test_what_is_repeated_behind_words_with_which_one_repeats_is_the_term_whole() -> None:
    assert (DOUBTED, "齊", "祭祀時") in proposed("坐如尸立如齊注齊謂祭祀時", "立如齊")
    behind = proposed("序東東夾前則正寢亦有夾與箱矣釋宮所謂無東西箱謂廟之寢也", "東西箱")
    assert (DOUBTED, "無東西箱", "廟之寢") in behind


def test_a_later_comment_is_read_as_an_old_note_too() -> None:
    behind = "老人句僂貌疆竟也受天之慶則其福將施於孫子而不獨其身受之矣"
    assert (AS_IN_A_NOTE, "疆", "竟") in proposed(behind, "黃耇無疆受天之慶", "述註")
    assert AS_IN_A_NOTE not in {rule for rule, _, _ in proposed(behind, "黃耇無疆受天之慶")}, (
        "the sub-commentary is not"
    )
    assert AS_IN_A_NOTE in proposed_rules()


def test_a_later_comment_explains_what_it_has_just_said_and_several_words_at_once() -> None:
    def glossed(text: str, base: str) -> list[tuple[str, str]]:
        tokens = note(text, base, "述註")
        return [(tokens.words(*g.term), tokens.words(*g.definition)) for g in find_notes(tokens)[0]]

    assert glossed("母牧也牧養也", "母") == [("母", "牧"), ("牧", "養")]
    assert glossed("令吉皆善也", "令月吉日") == [("令", "善"), ("吉", "善")]


def test_what_a_formula_took_is_not_proposed_again() -> None:
    assert proposed("路謂車也", "路先設") == []


def test_notes_are_not_read_so() -> None:
    assert proposed("云招而左者以左手執領還以左手以領招之", "招而左", "注") == []


def test_a_meaning_that_argues_or_cites_is_not_proposed() -> None:
    assert proposed("云設席者以其敬故也", "設席") == []
    assert proposed("云設席者爾雅釋詁文", "設席") == []


def test_later_comments_alone_are_read_without_a_mark() -> None:
    assert proposed("讀諸門外就門外燕閒之處讀之", "讀諸門外") == []
    assert proposed("讀諸門外就門外燕閒之處讀之", "讀諸門外", "述註") != []
