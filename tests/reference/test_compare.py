from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yili_kg.reference.along import Voices, run_along
from yili_kg.reference.compare import abridged, closest, first_places
from yili_kg.reference.runs import Runs
from yili_kg.reference.shelf import Strand
from yili_kg.text.folding import fold

TEXT = fold("為人子者居不主奧坐不中席行不中道立不中門食饗不為概祭祀不為尸聽於無聲視於無形不登高不臨深不苟訾不苟笑")
STRAND = Strand("B", "禮記", "text", TEXT, (0,), ("禮記·曲禮上",))
WHOLE = [(0, len(TEXT))]


def test_closest_word_for_word() -> None:
    hit = closest(fold("坐不中席"), STRAND, WHOLE)
    assert hit is not None
    assert (hit.similarity, hit.graphs) == (1.0, fold("坐不中席"))


@pytest.mark.parametrize(
    ("quoted", "found", "least"),
    [
        ("坐不中席行不中路", "坐不中席行不中道", 0.87),
        ("為人子者不主奧坐不中席", "為人子者居不主奧坐不中席", 0.9),
        ("聽於無聲亦視於無形", "聽於無聲視於無形", 0.88),
    ],
)
def test_closest_with_differences(quoted: str, found: str, least: float) -> None:
    hit = closest(fold(quoted), STRAND, WHOLE)
    assert hit is not None
    assert hit.graphs == fold(found)
    assert least <= hit.similarity < 1


def test_closest_nothing_like_it() -> None:
    hit = closest(fold("天地玄黃宇宙洪荒"), STRAND, WHOLE)
    assert hit is None or hit.similarity < 0.4


def test_abridged_in_order_only() -> None:
    hit = abridged(fold("為人子者立不中門不苟訾"), STRAND, WHOLE)
    assert hit is not None
    assert hit.start == 0
    assert abridged(fold("不苟訾立不中門為人子者"), STRAND, WHOLE) is None


def test_run_along_ends_where_the_book_parts() -> None:
    words = fold("坐不中席行不中道是以少牢")
    assert run_along(words, [(STRAND, WHOLE)]) == len(fold("坐不中席行不中道"))
    assert run_along(fold("坐不中筵行不中道此言"), [(STRAND, WHOLE)]) == 8
    assert run_along(fold("此言少牢饋食之禮"), [(STRAND, WHOLE)]) == 0


def test_run_along_members_in_another_order_and_words_between() -> None:
    for words in ("坐不中席為人子者居不主奧", "坐不中席又及聽於無聲", "行不中道而亦不登高不臨深"):
        assert run_along(fold(words), [(STRAND, WHOLE)]) == len(words)


def test_run_along_ends_where_somebody_takes_the_word() -> None:
    assert run_along(fold("坐不中席又云聽於無聲"), [(STRAND, WHOLE)], Voices(fold("云曰"))) == len("坐不中席")


def test_run_along_goes_on_where_one_of_whom_the_book_tells_takes_the_word() -> None:
    voices = Voices(fold("云曰"), fold("曰"), fold("又故"))
    assert run_along(fold("坐不中席辭曰不登高不臨深"), [(STRAND, WHOLE)], voices) == len("坐不中席辭曰不登高不臨深")
    assert run_along(fold("坐不中席賵之以馬曰不登高不臨深"), [(STRAND, WHOLE)], voices) == len(
        "坐不中席賵之以馬曰不登高不臨深"
    )
    assert run_along(fold("坐不中席又曰不登高不臨深"), [(STRAND, WHOLE)], voices) == len("坐不中席")
    assert run_along(fold("坐不中席辭曰不登高"), [(STRAND, WHOLE)], voices) == len("坐不中席")


@given(st.text(alphabet=TEXT[:20] + "甲乙丙", min_size=1, max_size=30))
def test_comparison_never_fails_and_stays_inside(quoted: str) -> None:
    hit = closest(quoted, STRAND, WHOLE)
    if hit is not None:
        assert 0 <= hit.start <= hit.end <= len(TEXT)
        assert 0 <= hit.similarity <= 1
        assert (hit.similarity == 1) == (hit.graphs == quoted)
    assert 0 <= run_along(quoted, [(STRAND, WHOLE)]) <= len(quoted)
    short = abridged(quoted, STRAND, WHOLE)
    assert short is None or 0 <= short.start < short.end <= len(TEXT)


@given(
    st.text("不中坐席", max_size=60),
    st.text("不中坐席", min_size=6, max_size=12),
    st.sampled_from((2, 3, 4, 6)),
    st.data(),
)
def test_runs_are_found_where_they_first_stand(graphs: str, quoted: str, seed: int, data: st.DataObject) -> None:
    begin = data.draw(st.integers(0, len(graphs)))
    end = data.draw(st.integers(begin, len(graphs)))
    found = list(first_places(quoted, seed, Runs(graphs), begin, end))
    assert found == sorted(found), "in the order of the words"
    offsets = range(len(quoted) - seed + 1)
    wanted = [graphs.find(quoted[offset : offset + seed], begin, end) for offset in offsets]
    assert [dict(found).get(offset, -1) for offset in offsets] == wanted
