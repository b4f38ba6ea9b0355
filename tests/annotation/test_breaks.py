"""Where a reader would set a mark in words without punctuation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yili_kg.annotation.breaks import ANY, END, Breaks, Chances, around, load_breaks, read_breaks
from yili_kg.errors import DataError

GOLD = Path(__file__).parents[1] / "gold" / "breaks"


def test_what_stands_around_a_place_is_told_with_the_place() -> None:
    told = list(around("設席也故升", 3))
    assert {"也|", "|故", "也|故", "席也|", "|故升", "設席也|", "席也|故", "席·|", "|·升", "設··|"} <= set(told)
    assert list(around("設席", 1)) == ["設|", "|席", "設|席"]
    assert len(told) == len(set(told))


def test_weights_add_up_and_the_edges_are_certain() -> None:
    breaks = Breaks(
        {ANY: {"|": -2.0, "也|": 1.0, "|故": 1.0, "也·|": 3.0, "|·升": 1.0}, END: {"|": -2.0, "也|故": 1.0}}
    )
    certain = Chances(1.0, 1.0)
    assert breaks.chances("也故升") == [
        certain,
        (pytest.approx(0.731, abs=0.001), pytest.approx(0.269, abs=0.001)),
        (pytest.approx(0.731, abs=0.001), pytest.approx(0.119, abs=0.001)),
        certain,
    ]
    assert Breaks({}).chances("") == [certain]
    assert Breaks({}).at("升", 5) == certain


@given(st.text(alphabet="也故升設洗于", min_size=1, max_size=8), st.integers(0, 8))
def test_each_way_to_name_what_stands_around_a_place_weighs_there(graphs: str, place: int) -> None:
    """What the table names is looked for where it was seen when the weights were fitted."""
    for words in around(graphs, place) if 0 < place < len(graphs) else ():
        some, end = Breaks({ANY: {words: 1.0}}).at(graphs, place)
        assert some == pytest.approx(0.731, abs=0.001)
        assert end == 0.5


def test_a_final_particle_ends_more_than_a_verb_before_its_object() -> None:
    graphs = "榮屋翼也設洗于阼階東南"
    chances = load_breaks().chances(graphs)
    for mark in (ANY, END):
        behind, later = (getattr(chances[place], mark) for place in (4, 5))
        assert behind > 0.5 > later
        assert behind == max(getattr(chance, mark) for chance in chances[1:-1])


@given(st.text(alphabet="也故升設洗|·A&", max_size=30))
def test_a_chance_is_told_for_each_place(graphs: str) -> None:
    chances = load_breaks().chances(graphs)
    assert len(chances) == len(graphs) + 1
    assert all(0 <= chance <= 1 for two in chances for chance in two)


@pytest.mark.parametrize(
    "row", ["any\t也故\t1", "any\t也|故|升\t1", "some\t也|\t1", "any\t也|\tmuch", "any\t也|\t1\nany\t也|\t2"]
)
def test_a_broken_table_is_refused_with_its_place(tmp_path: Path, row: str) -> None:
    path = tmp_path / "breaks.tsv"
    path.write_text(f"mark\taround\tweight\n{row}\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"breaks\.tsv:[23]"):
        read_breaks(path)


def test_the_marks_that_readers_set_stand_in_their_segments() -> None:
    paths = sorted(GOLD.glob("*.json"))
    assert len(paths) == 46
    for path in paths:
        gold = json.loads(path.read_text(encoding="utf-8"))
        for segment in gold["segments"]:
            places = [place for place, _ in segment["marks"]]
            assert places == sorted(set(places)), path.name
            assert all(segment["start"] < place < segment["end"] for place in places), path.name
            assert {mark for _, mark in segment["marks"]} <= set("。，；：？！"), path.name
