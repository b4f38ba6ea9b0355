from __future__ import annotations

import pytest

from yili_kg.reference.same_words import alike, as_printed, two_words
from yili_kg.reference.shelf import Strand
from yili_kg.resolve.certainty import Around
from yili_kg.text.folding import fold


@pytest.mark.parametrize(
    ("layer", "school", "held"),
    [("note", "杜預", True), ("note", "", True), ("note", "服", False), ("text", "杜預", False)],
)
def test_notes_are_held_by_those_of_their_school(layer: str, school: str, held: bool) -> None:
    strand = Strand("KR1e0002", "左傳", layer, "", (0,), ("左傳",))
    assert Around(note=True, school=fold(school)).held(strand) is held


def test_words_that_are_no_note_are_held_by_any_strand() -> None:
    assert Around().held(Strand("KR1e0002", "左傳", "text", "", (0,), ("左傳",)))


def test_graphs_for_one_word_are_alike() -> None:
    assert alike(fold("后倉曰")) == alike(fold("後倉曰"))
    assert alike(fold("后")) != alike(fold("君"))


def test_graphs_that_prints_confuse_are_alike_only_there() -> None:
    assert as_printed(fold("己母")) == as_printed(fold("已毋"))
    assert alike(fold("母")) != alike(fold("毋"))


def test_another_reading_is_another_word_for_certain() -> None:
    assert not two_words(alike(fold("扆")), alike(fold("依")))
    assert not two_words(alike(fold("母")), alike(fold("毋")))
    assert not two_words(alike(fold("鬯")), alike(fold("卣")))
    assert two_words(alike(fold("居")), alike(fold("宮")))
