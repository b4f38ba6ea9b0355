"""The words that the plan goes by: every list has a reason and somebody who asks, every pattern bears out its examples."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import yili_kg.plan
from yili_kg.data import data_folder
from yili_kg.plan.house import load_house
from yili_kg.plan.sayings import named, reason, sayings, turn_of
from yili_kg.plan.vocabulary import directions, host_and_guest, pairs, phrase, quarter_at, sides, word, words
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.wordlists import load_word_lists

FOLDER = data_folder("extraction") / "rules" / "plan"
LISTS = sorted(
    f"{p.stem}/{name}"
    for p in FOLDER.glob("*.yaml")
    if p.stem != "phrases"
    for name in load_word_lists(f"plan/{p.stem}")
)
CODE = "\n".join(p.read_text(encoding="utf-8") for p in sorted(Path(yili_kg.plan.__file__).parent.rglob("*.py")))


def test_every_turn_of_phrase_bears_out_its_examples() -> None:
    assert load_patterns("plan/phrases").fails() == []


def test_every_turn_of_phrase_is_asked_for_by_the_code_or_by_another() -> None:
    rules = load_patterns("plan/phrases").rules
    called = {name for rule in rules for name in re.findall(r"\(\?&([\w-]+)\)", rule.pattern)}
    asked = set(re.findall(r'phrase\("([\w-]+)"\)', CODE))
    assert {rule.id for rule in rules} == called - {"han"} | asked


@pytest.mark.parametrize("name", LISTS)
def test_every_list_has_a_reason_and_is_asked_for(name: str) -> None:
    file, _, which = name.partition("/")
    assert load_word_lists(f"plan/{file}")[which].reason
    assert f'"{name}"' in CODE
    assert word(name) == words(name)[0]
    assert len(set(words(name))) == len(words(name))


def test_every_list_that_is_asked_for_is_there() -> None:
    asked = set(re.findall(r'"((?:verbs|persons|things|places)/[\w-]+)"', CODE))
    assert asked == set(LISTS)


def test_sides_are_those_that_a_phrase_may_end_in() -> None:
    for side in sides():
        found = phrase("name-and-side").match(f"堂{side}")
        assert found is not None
        assert found["side"] == side
    assert set(directions()) == {s.side for s in sides().values() if s.sense == "quarter"}
    assert [quarter_at(turn) for turn in (0, 90, 180, 270)] == ["北", "東", "南", "西"]
    assert sides()["東"].of == "east of"
    assert sides()["前"].of == "before"


def test_pairs_are_parts_of_the_house() -> None:
    plans = load_house().plans.values()
    for pair in pairs().values():
        assert any(plan.named(pair.east) and plan.named(pair.west) for plan in plans), pair.word


def test_what_parts_host_and_guest_is_what_the_stations_say() -> None:
    known = {party.side for party in load_house().parties}
    for what in ("side", "steps"):
        row = host_and_guest()[what]
        assert {row.host, row.guest} <= known
    assert word("persons/helping") in known
    for what in ("head-of-steps", "inside-gate", "before-gate", "facing-at-gate", "facing-on-mat"):
        row = host_and_guest()[what]
        assert row.of(True) == row.host != row.guest == row.of(False)


@pytest.mark.parametrize("name", sorted(sayings()))
def test_every_saying_is_said_somewhere_in_both_languages(name: str) -> None:
    saying = sayings()[name]
    assert bool(saying.zh) == bool(saying.en)
    assert saying.zh or saying.name
    assert f'"{name}"' in CODE


def test_what_is_said_is_filled_in() -> None:
    assert reason("to-take", thing="爵") == ("取爵者必就其處", "to take the 爵 he must be where it is")
    assert named("before-mat", diner="賓") == "賓席前"
    assert turn_of("facing", quarter="北", quarter_en="north") == ("北面", "facing north")
    with pytest.raises(KeyError):
        reason("to-take")
