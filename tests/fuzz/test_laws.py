"""The laws on texts of the pieces that the fuzzer uses, a few each time; `make fuzz` tries many more."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.pieces import COMMON, MOST, compose, encode
from tests.fuzz.run import NAMES
from tests.fuzz.targets import TARGETS

few = settings(max_examples=25, derandomize=True)


def test_each_target_can_be_named() -> None:
    assert tuple(TARGETS) == NAMES


@few
@given(st.lists(st.sampled_from(COMMON), max_size=40).map("".join))
def test_pieces_stand_for_any_text(text: str) -> None:
    assert compose(encode(text)) == text


def test_pieces_make_no_text_that_is_too_long() -> None:
    text = compose(bytes((0, *(249, 255) * 9)))
    assert 1000 < len(text.encode()) <= MOST


@pytest.mark.parametrize("name", [n for n in TARGETS if n != "tables"])
@few
@given(st.binary(max_size=80))
def test_laws_hold_for_any_input(name: str, data: bytes) -> None:
    _or_skip(name)
    TARGETS[name].run(data)


def _or_skip(name: str) -> None:
    if TARGETS[name].missing:
        pytest.skip(TARGETS[name].missing)


@pytest.mark.parametrize("name", ["readers", "texts", "quotations"])
@settings(max_examples=15, derandomize=True)
@given(st.data())
def test_laws_hold_for_real_passages_that_were_changed(name: str, data: st.DataObject) -> None:
    _or_skip(name)
    seed = data.draw(st.sampled_from(sorted(TARGETS[name].seeds())))
    place = data.draw(st.integers(2, len(seed)))
    TARGETS[name].run(seed[:place] + data.draw(st.binary(max_size=6)) + seed[place + data.draw(st.integers(0, 3)) :])


@settings(max_examples=10, derandomize=True)
@given(st.data())
def test_laws_hold_for_data_files_that_were_changed(data: st.DataObject) -> None:
    TARGETS["tables"].run(
        data.draw(st.sampled_from(sorted(TARGETS["tables"].seeds()))) + data.draw(st.binary(max_size=8))
    )
