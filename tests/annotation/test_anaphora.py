"""What the text leaves out: every case supplies what its examples say and keeps away where it must."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.annotation.test_steps import GRAPHS
from yili_kg.annotation.steps import anaphora, bows, read_words, vessels, who_acts, with_what
from yili_kg.annotation.steps.grounds import Ground, SuppliedExample, load_grounds, read_grounds
from yili_kg.errors import DataError
from yili_kg.models import Filler, Step

GROUNDS = load_grounds()
EXAMPLES = [(g, e) for g in GROUNDS for e in g.examples]
AVOIDED = [(g, a) for g in GROUNDS for a in g.avoid]


def step_at(marked: str) -> Step:
    steps = read_words(marked.replace("⟦", "").replace("⟧", ""))
    found = [s for s in steps if s.start == marked.index("⟦")]
    assert found, f"no act in {marked}"
    return found[0]


def slot(step: Step, name: str) -> tuple[Filler, ...]:
    value = getattr(step, "origin" if name == "from" else name)
    assert isinstance(value, tuple)
    return value


@pytest.mark.parametrize(("ground", "example"), EXAMPLES, ids=[f"{g.id}-{e.text}" for g, e in EXAMPLES])
def test_case_supplies_what_its_example_says(ground: Ground, example: SuppliedExample) -> None:
    step = step_at(example.text)
    slots = [name for name, rule in step.grounds if rule == ground.id]
    assert len(slots) == 1, step.grounds
    assert slots[0] in ground.slots
    assert tuple(f.text for f in slot(step, slots[0]) if f.supplied) == example.supplies


@pytest.mark.parametrize(("ground", "avoided"), AVOIDED, ids=[f"{g.id}-{a}" for g, a in AVOIDED])
def test_case_leaves_others_alone(ground: Ground, avoided: str) -> None:
    assert ground.id not in {rule for _, rule in step_at(avoided).grounds}


def test_every_case_is_told_in_the_data_and_every_one_told_is_a_case() -> None:
    cases = [
        *(ground for ground, _ in (*who_acts.CASES_OF_SERVING, *who_acts.CASES)),
        *anaphora.CASES_OF_FILLING,
        *with_what.OTHER_CASES,
        *(ground for ground, _ in with_what.WISHES if ground),
        vessels.GROUND,
        *bows.GROUNDS,
    ]
    assert sorted(cases) == sorted(g.id for g in GROUNDS)


@settings(max_examples=150)
@given(st.text(alphabet=GRAPHS, max_size=40))
def test_whatever_is_supplied_names_its_case_and_nothing_else_does(text: str) -> None:
    known = {ground.id: ground.slots for ground in GROUNDS}
    for step in read_words(text):
        grounds = dict(step.grounds)
        assert all(name in known[rule] for name, rule in grounds.items())
        for name in ("agent", "object", "recipient", "at", "from", "to", "vessel"):
            assert any(f.supplied for f in slot(step, name)) == (name in grounds), name


def test_case_without_a_marked_verb_is_told_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "anaphora.yaml"
    path.write_text("- {id: a, slots: [agent], reason: r, examples: [{text: 取爵, supplies: [賓]}], avoid: [⟦取⟧]}\n")
    with pytest.raises(DataError, match="between ⟦ and ⟧") as caught:
        read_grounds(path)
    assert "anaphora.yaml:1" in caught.value.where
