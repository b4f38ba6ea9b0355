"""Where words end that no book at hand holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from yili_kg.annotation.citations import load_endings
from yili_kg.annotation.quotation_weights import EndWeights, Words, load_end_weights, read_end_weights, signs_at
from yili_kg.errors import DataError


def test_signs_tell_what_stands_at_a_place() -> None:
    words = Words("賓入門左也又云賓入", 0, 9)
    signs = set(signs_at(words, 5, load_endings()))
    assert {("before", "也"), ("behind", "又云"), ("turn of phrase", "end-again")} <= signs
    assert ("behind it", "what was quoted") in set(signs_at(words, 7, load_endings()))
    assert ("end of the note", "") in set(signs_at(words, 9, load_endings()))
    assert ("next title", "behind 2") in set(signs_at(Words("賓入門左也又云賓入", 0, 7), 5, load_endings()))


def test_words_end_where_most_graphs_are_expected_to_be_right() -> None:
    sure = EndWeights({("any", ""): -9.0, ("behind", "又"): 18.0})
    words = Words("賓入門左也又云賓入", 0, 9)
    assert sure.end(words, load_endings()) == 5
    assert sum(load_end_weights().chances(words, load_endings())) <= 1.0


def test_no_words_have_no_end() -> None:
    assert load_end_weights().end(Words("賓", 0, 1), load_endings()) == 0


def test_a_broken_table_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ends.tsv"
    path.write_text("sign\tvalue\tweight\ttimes\nany\t\tmuch\t1\n", encoding="utf-8")
    with pytest.raises(DataError):
        read_end_weights(path)
