import pytest
from hypothesis import given
from hypothesis import strategies as st

from yili_kg.reference import runs
from yili_kg.reference.runs import Runs

GRAPHS = st.text("主人席中𤣥", max_size=60)


@given(GRAPHS, st.text("主人席中𤣥", min_size=1, max_size=6), st.integers(0, 70), st.integers(0, 70))
def test_sorted_places_say_what_a_search_from_end_to_end_says(graphs: str, run: str, begin: int, end: int) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(runs, "_SHORT", -100)
        patched.setattr(runs, "_OFTEN", 0)
        assert Runs(graphs).find(run, begin, end) == graphs.find(run, begin, end)


def test_a_run_in_many_places_is_found_where_it_first_stands() -> None:
    graphs = "主人" * 5_000 + "賓主" + "人人" * 100
    found = Runs(graphs)
    found._sort()
    for run in ("主人", "人人", "人賓", "人主人主", "賓主人人", "人人人", "無"):
        for begin in (0, 1, 7_000, 9_999, 10_150):
            assert found.find(run, begin, len(graphs)) == graphs.find(run, begin, len(graphs)), (run, begin)


def test_places_are_sorted_only_once_they_were_asked_for_often() -> None:
    found = Runs("主人席中" * 1_000)
    for _ in range(runs._OFTEN - 1):
        assert found.find("中席", 0, 4_000) == -1
    assert found._keys is None
    assert found.find("中席", 0, 4_000) == -1
    assert found._keys is not None


@given(GRAPHS, st.text("主人席中𤣥", min_size=1, max_size=6), st.integers(0, 70), st.integers(0, 70), st.integers(1, 5))
def test_several_places_are_those_found_one_behind_the_other(
    graphs: str, run: str, begin: int, end: int, most: int
) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(runs, "_SHORT", -100)
        found = Runs(graphs)
        found._sort()
        places: list[int] = []
        place = graphs.find(run, begin, end)
        while place >= 0 and len(places) < most:
            places.append(place)
            place = graphs.find(run, place + 1, end)
        assert found.places(run, begin, end, most) == places


def test_a_short_stretch_is_asked_for_no_run_that_the_book_has_not() -> None:
    found = Runs("主人席中" * 1_000)
    found._sort()
    assert [found.find(run, 1, 9) for run in ("中主", "主人席", "賓主", "席中席")] == [3, 4, -1, -1]
