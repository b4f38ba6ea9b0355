"""What a text must have for a pattern to be found: no pattern is left out that would have found something."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yili_kg.annotation.notes.claims import load_claim_rules
from yili_kg.annotation.notes.formulas import load_formulas
from yili_kg.annotation.notes.variants import load_reading_rules
from yili_kg.annotation.rival_rules import load_rival_rules
from yili_kg.tables.patterns import Patterns
from yili_kg.text.folding import fold
from yili_kg.text.needed import Asked, needed


@pytest.mark.parametrize(
    ("pattern", "needs"),
    [
        ("三[步里]之?內", ["三", "內", "步里"]),
        ("(?<=三)[步里]|百(?:里|步)", ["三百"]),
        ("(?:甲|乙)+丙*", ["乙甲"]),
        ("甲|乙*", []),
        ("[^甲]", []),
        (".甲", ["甲"]),
        ("(?!甲)乙", ["乙"]),
        ("(?<!甲)乙(?=丙)", ["丙", "乙"]),
        ("(?P<a>甲)(?P=a)", ["甲"]),
        ("(?>甲|乙)丙{2,3}", ["丙", "乙甲"]),
        ("[一-鿿]甲", ["甲"]),
        ("(?i:a)b", ["b"]),
        ("(?i)ab", []),
        ("", []),
    ],
)
def test_what_a_pattern_needs(pattern: str, needs: list[str]) -> None:
    found = needed(re.compile(pattern))
    assert ["".join(sorted(need)) for need in found] == ["".join(sorted(need)) for need in needs]


_PIECES = st.sampled_from(
    [
        "甲",
        "乙",
        "[甲乙]",
        "[^甲]",
        ".",
        "(?:甲|丙)",
        "(?:乙|)",
        "甲?",
        "丙+",
        "(?=乙)",
        "(?<!丙)",
        "(?<=甲)",
        "(?:甲乙|丙){2}",
    ]
)


@given(st.lists(_PIECES, min_size=1, max_size=5), st.text("甲乙丙丁", max_size=12))
def test_what_lacks_them_is_found_nowhere(pieces: list[str], text: str) -> None:
    pattern = re.compile("".join(pieces))
    if pattern.search(text):
        assert Asked([(pattern, 1)]).of(text) == [(pattern, 1)]


def test_each_rule_is_asked_where_its_examples_stand() -> None:
    rivals = Patterns(load_rival_rules())
    marked = [(rivals[rule.id], example) for rule in load_rival_rules() for example in rule.match]
    marked += [(rule.pattern, example) for rule in load_claim_rules() for example in rule.match]
    marked += [(rule.pattern, example.note) for rule in load_reading_rules() for example in rule.match]
    marked += [(rule.marker, example.note) for rule in load_formulas() for example in rule.match]
    for pattern, example in marked:
        text = fold(example).replace("⟦", "").replace("⟧", "")
        if pattern.search(text):
            assert Asked([(pattern, None)]).of(text), f"{pattern.pattern} is not asked in {example}"


def test_most_rules_are_not_asked_of_a_sentence() -> None:
    asked = Asked((Patterns(load_rival_rules())[rule.id], rule.id) for rule in load_rival_rules())
    assert len(asked.of("主人坐取爵")) < len(load_rival_rules()) // 8
