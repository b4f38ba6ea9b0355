import copy
import dataclasses
import pickle

import pytest

from yili_kg.models import Mention, Step
from yili_kg.models.quick import quick, replace

MENTION = Mention(start=1, end=3, text="主人", type="role", concept="主人", layer="經", rule="r", segment="s")


def test_a_quick_record_is_a_frozen_dataclass_like_another() -> None:
    plain = dataclasses.make_dataclass(
        "Mention",
        [
            (f.name, f.type, dataclasses.field(default=f.default, compare=f.compare))
            for f in dataclasses.fields(Mention)
        ],
        frozen=True,
        slots=True,
        kw_only=True,
        order=True,
    )
    values = {f.name: getattr(MENTION, f.name) for f in dataclasses.fields(Mention)}
    assert repr(MENTION) == repr(plain(**values))
    assert hash(MENTION) == hash(plain(**values))
    assert dataclasses.replace(MENTION, end=4) > MENTION
    assert copy.deepcopy(MENTION) == pickle.loads(pickle.dumps(MENTION)) == MENTION
    with pytest.raises(dataclasses.FrozenInstanceError):
        MENTION.start = 2  # type: ignore[misc]
    with pytest.raises(TypeError):
        Mention(start=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Mention(**values, more=1)  # type: ignore[call-arg]


def test_a_copy_with_changes_is_that_of_dataclasses() -> None:
    changed = replace(MENTION, end=5, confidence=0.5)
    assert (changed, changed.confidence, type(changed)) == (dataclasses.replace(MENTION, end=5), 0.5, Mention)
    assert MENTION.end == 3
    step = Step(
        start=0, end=1, text="拜", id="a.1", verb="拜", segment="a", layer="經", chapter="04", passage="", rule="r"
    )
    assert replace(step, count=2) == dataclasses.replace(step, count=2)
    with pytest.raises(TypeError):
        replace(MENTION, more=1)  # type: ignore[call-arg]


def test_what_does_more_than_store_its_fields_is_refused() -> None:
    @dataclasses.dataclass(frozen=True, slots=True)
    class Lists:
        found: list[int] = dataclasses.field(default_factory=list)

    @dataclasses.dataclass(frozen=True)
    class Loose:
        found: int

    for made in (Lists, Loose):
        with pytest.raises(TypeError):
            quick(made)
