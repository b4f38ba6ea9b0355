"""What the readers and the layers know as data: each pattern takes its examples and nothing else."""

from __future__ import annotations

import pytest

from yili_kg.data import data_folder
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.wordlists import load_word_lists

RULES = data_folder("extraction") / "rules"
PATTERNS = sorted(f"{p.parent.name}/{p.stem}" for room in ("sources", "layers") for p in (RULES / room).glob("*.yaml"))


@pytest.mark.parametrize("name", [n for n in PATTERNS if n != "sources/words"])
def test_patterns_take_their_examples_and_nothing_else(name: str) -> None:
    assert load_patterns(name).fails() == []


def test_word_lists_have_reasons_and_words() -> None:
    assert all(words.reason and words.words for words in load_word_lists("sources/words").values())
