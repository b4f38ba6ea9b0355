"""Words and turns of phrase of notes against their own examples."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from yili_kg.annotation.notes import phrases
from yili_kg.annotation.notes.claims import ClaimRule, load_called, load_claim_rules
from yili_kg.annotation.notes.formulas import MeaningRule, load_meanings
from yili_kg.annotation.notes.phrases import without_finals
from yili_kg.annotation.notes.variants import corrections
from yili_kg.errors import DataError
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.rulebook import read_rules
from yili_kg.tables.wordlists import load_word_lists
from yili_kg.text.folding import fold

SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in sorted(Path(phrases.__file__).parent.glob("*.py")))


@pytest.mark.parametrize("name", ["notes/turns", "notes/voices"])
def test_patterns_bear_out_their_examples(name: str) -> None:
    assert load_patterns(name).fails() == []


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("words", set(load_word_lists("notes/words"))),
        ("turn", {rule.id for rule in load_patterns("notes/turns").rules}),
        ("voice", {rule.id for rule in load_patterns("notes/voices").rules}),
    ],
)
def test_all_lists_and_patterns_are_asked_for_and_no_others(kind: str, names: set[str]) -> None:
    asked = set(re.findall(rf'\b{kind}\(\s*"([\w-]+)"', SOURCE)) | set(re.findall(r'match\("(reading-[\w-]+)"', SOURCE))
    asked |= set(re.findall(r'"(voice-head[\w-]*)"', SOURCE)) if kind == "voice" else set()
    assert names <= asked
    if kind == "words":
        assert names == {name for name in asked if not name.startswith("reading-")}


@pytest.mark.parametrize("rule", load_meanings(), ids=lambda r: r.id)
def test_meaning_examples(rule: MeaningRule) -> None:
    for _, words in rule.match:
        assert rule.fits(fold(words)), f"{rule.place}: {words}"
    for _, words in rule.avoid:
        assert not rule.fits(fold(words)), f"{rule.place}: {words}"


def test_a_meaning_that_must_be_sure_is_not_taken_of_anything() -> None:
    purpose = next(rule for rule in load_meanings() if rule.id == "meaning-purpose-or-shape")
    assert purpose.fits("所以承盥洗")
    assert not purpose.fits("所以承盥洗", sure=False)


def test_claims_are_looked_for_in_layers_that_the_table_has() -> None:
    assert {layer for rule in load_claim_rules() for layer in rule.layers} <= set(layers().read)


def test_a_claim_rule_names_no_other_layer(tmp_path: Path) -> None:
    path = tmp_path / "claims.yaml"
    path.write_text(
        "- id: claim-x\n  stance: affirms\n  holder: speaker\n  about: text\n  layers: [注, 集說]\n"
        "  pattern: '(?P<what>.)'\n  reason: r\n  match: [天]\n  avoid: [地]\n",
        encoding="utf-8",
    )
    with pytest.raises(DataError, match="集說") as error:
        read_rules(path, ClaimRule)
    assert "claims.yaml:1" in str(error.value) + str(error.value.where)


def test_names_under_which_others_are_spoken_of() -> None:
    assert load_called()[fold("鄭氏")] == "鄭玄"


def test_corrections_are_no_traditions() -> None:
    assert corrections() == {"reading-should-be"}


def test_final_particles_are_no_part_of_a_definition() -> None:
    assert without_finals("榮屋翼也", 1, 4) == 3
    assert without_finals("也矣", 0, 2) == 0
