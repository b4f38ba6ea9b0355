"""Choosing among words that share graphs."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from yili_kg.annotation.weighing.candidates import Candidate
from yili_kg.annotation.weighing.lattice import Weighed, heaviest


def _word(start: int, end: int, score: float, type_: str = "object") -> Weighed:
    return Weighed(Candidate(start, end, type_, "爵", "open", "", False), score)


def test_the_longer_word_wins_where_it_weighs_more_than_those_inside() -> None:
    long, left, right = _word(0, 3, 2.0), _word(0, 1, 0.5), _word(1, 3, 1.0)
    assert heaviest([long, left, right]) == [long]
    assert heaviest([long, left._replace(score=1.5), right]) == [left._replace(score=1.5), right]


def test_what_weighs_nothing_is_not_taken() -> None:
    assert heaviest([_word(0, 1, 0.0), _word(2, 3, -1.0)]) == []
    assert heaviest([]) == []


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(1, 3), st.integers(-3, 9)), max_size=7))
def test_no_set_without_overlap_weighs_more(spans: list[tuple[int, int, int]]) -> None:
    words = [_word(a, a + n, score / 2) for a, n, score in spans]
    best = max(
        (
            sum(w.score for w in chosen)
            for size in range(len(words) + 1)
            for chosen in combinations(words, size)
            if all(
                a.candidate.end <= b.candidate.start or b.candidate.end <= a.candidate.start
                for a, b in combinations(chosen, 2)
            )
        ),
        default=0.0,
    )
    taken = heaviest(words)
    assert sum(w.score for w in taken) == best
    for a, b in combinations(taken, 2):
        assert a.candidate.end <= b.candidate.start
