from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.plan.steps import step
from yili_kg.lexicon import load_lexicon
from yili_kg.plan import props
from yili_kg.plan.props import is_kept
from yili_kg.plan.stage import stage
from yili_kg.tables.types import mention_types


def test_a_vessel_is_kept_and_food_and_persons_are_not() -> None:
    assert is_kept("爵")
    assert is_kept("篚")
    assert not is_kept("肺")
    assert not is_kept("賓")
    assert not is_kept("泰山")


@pytest.fixture
def animals(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A lexicon in which a goose is of a type of its own, and a table of types that has it."""
    lexicon, types = load_lexicon(), mention_types()
    goose = replace(lexicon.entries["爵"], concept="鵠", type="animal", broader="")
    entries = {**lexicon.entries, "鵠": goose}
    row = types["object"].model_copy(update={"type": "animal", "folder": "animals"})
    monkeypatch.setattr(props, "load_lexicon", lambda: replace(lexicon, entries=entries))
    monkeypatch.setattr(props, "mention_types", lambda: {**types, "animal": row})
    is_kept.cache_clear()
    yield
    is_kept.cache_clear()


def test_a_new_type_that_is_handled_can_lie_on_the_plan(animals: None) -> None:
    made = stage([step(0, "升", "賓"), step(1, "奠", "賓", object="鵠", at="西階上")], chapter="04")
    assert "鵠" in dict(made.moments[-1].things)
