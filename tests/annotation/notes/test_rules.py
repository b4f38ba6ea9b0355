"""The rules for glosses, readings, claims and norms against their own examples, and each example against all rules."""

from __future__ import annotations

import re

import pytest

from yili_kg.annotation.notes.by_rules import find_notes
from yili_kg.annotation.notes.claims import ClaimRule, load_claim_rules, without_what
from yili_kg.annotation.notes.context import things
from yili_kg.annotation.notes.formulas import Formula, NoGloss, load_formulas, load_no_glosses
from yili_kg.annotation.notes.norms import find_norms
from yili_kg.annotation.notes.ranks import Rank, load_ranks
from yili_kg.annotation.notes.tokens import Base, NoteTokens, tokens_of
from yili_kg.annotation.notes.variants import ReadingRule, load_reading_rules
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream


def tokens(note: str, base: str, layer: str = "注") -> NoteTokens:
    return tokens_of(note, layer, [Base("base", *stream(fold(base)))], things=things())


@pytest.mark.parametrize("formula", load_formulas(), ids=lambda f: f.id)
def test_formula_examples(formula: Formula) -> None:
    layer = "述註" if formula.later else "注"
    for example in formula.match:
        note = tokens(example.note, example.base, layer)
        glosses, _, _ = find_notes(note)
        found = [(fold(note.words(*g.term)), fold(note.words(*g.definition))) for g in glosses if g.rule == formula.id]
        assert found == [(fold(t), fold(d)) for t, d in example.glosses], f"{formula.place}: {example.note}"
    for example in formula.avoid:
        glosses, _, _ = find_notes(tokens(example.note, example.base, layer))
        assert formula.id not in {g.rule for g in glosses}, f"{formula.place}: {example.note}"


@pytest.mark.parametrize("rule", load_no_glosses(), ids=lambda r: r.id)
def test_no_gloss_examples(rule: NoGloss) -> None:
    for term, words in rule.match:
        assert rule.fits(fold(term), fold(words)), f"{rule.place}: {term} {words}"
    for term, words in rule.avoid:
        assert not rule.fits(fold(term), fold(words)), f"{rule.place}: {term} {words}"


@pytest.mark.parametrize("rule", load_reading_rules(), ids=lambda r: r.id)
def test_reading_examples(rule: ReadingRule) -> None:
    for example in rule.match:
        note = tokens(example.note, example.base)
        _, readings, _ = find_notes(note)
        found = [(r.base, fold(r.variant), r.tradition) for r in readings if r.rule == rule.id]
        assert found == [(fold(b), fold(v), t) for b, v, t in example.readings], f"{rule.place}: {example.note}"
    for example in rule.avoid:
        _, readings, _ = find_notes(tokens(example.note, example.base))
        assert rule.id not in {r.rule for r in readings}, f"{rule.place}: {example.note}"


@pytest.mark.parametrize("rule", load_claim_rules(), ids=lambda r: r.id)
def test_a_claim_is_found_where_its_fixed_words_stand(rule: ClaimRule) -> None:
    glance = without_what(rule.pattern)
    for example in (*rule.match, *rule.avoid):
        text = fold(example.translate({ord("⟦"): "", ord("⟧"): ""}))
        assert glance.search(text) or not rule.pattern.search(text), example


@pytest.mark.parametrize("rule", load_claim_rules(), ids=lambda r: r.id)
def test_claim_examples(rule: ClaimRule) -> None:
    for example in rule.match:
        _, _, rest = fold(example).partition("⟦")
        held = rest.partition("⟧")[0] if rest else ""
        match = rule.pattern.search(re.sub("[⟦⟧]", "", fold(example)))
        assert match, f"{rule.place}: {rule.id} must fire on {example}"
        if rest:
            assert (match.group("what") or "").startswith(held), f"{rule.place}: {example}"
    for example in rule.avoid:
        assert not rule.pattern.search(fold(example)), f"{rule.place}: {rule.id} must not fire on {example}"


@pytest.mark.parametrize("rank", load_ranks(), ids=lambda r: r.id)
def test_rank_examples(rank: Rank) -> None:
    for example in rank.match:
        assert any(fold(example).startswith(name) for name in rank.names)
    for example in rank.avoid:
        assert not any(fold(example).startswith(name) for name in rank.names)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("天子十二上公九侯伯七子男五然則", [("天子", "十二"), ("上公", "九"), ("侯伯", "七"), ("子男", "五")]),
        ("士則鹿中大夫兕中各以其物獲", [("士", "鹿中"), ("大夫", "兕中")]),
        (
            "天子九虞，諸侯七虞，大夫五虞，士三虞。",
            [("天子", "九虞"), ("諸侯", "七虞"), ("大夫", "五虞"), ("士", "三虞")],
        ),
        ("大夫降士從之主人拜", []),
        ("公使大夫請士出", []),
    ],
)
def test_norms_rows(text: str, rows: list[tuple[str, str]]) -> None:
    note = tokens(text, "")
    found = find_norms(note.graphs, note.gaps)
    assert [(n.rank, note.words(*n.value)) for n in found] == rows
    assert len({n.series for n in found}) <= 1
