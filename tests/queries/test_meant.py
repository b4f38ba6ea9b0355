"""A slip in a parameter never looks like an empty answer: what was meant is found, or what may be meant is told."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
import pytest

from tests.commands import run as command
from yili_kg.errors import QueryError
from yili_kg.graph.store import open_store
from yili_kg.queries import run


@pytest.fixture(scope="module")
def store(corpus: Path) -> ox.Store:
    return open_store(corpus)


@pytest.mark.parametrize(
    ("question", "given", "name", "meant"),
    [
        ("occurrences", {"concept": "觯"}, "concept", "觶"),
        ("places-in-chapter", {"chapter": "4"}, "chapter", "04"),
        ("rite", {"chapter": "4"}, "chapter", "04"),
        ("rite", {"chapter": "乡饮酒礼"}, "chapter", "04"),
        ("passage", {"passage": "4.13"}, "passage", "04.013"),
        ("who-cites", {"work": "周礼"}, "work", "周禮"),
        ("at-facing", {"facing": "north"}, "facing", "北"),
        ("glosses-of", {"word": "献"}, "word", "獻"),
    ],
)
def test_what_is_meant_is_found_and_said(
    store: ox.Store, question: str, given: dict[str, str], name: str, meant: str
) -> None:
    answer = run(store, question, given)
    assert answer.rows == run(store, question, {**given, name: meant}).rows != ()
    assert answer.notes == (f"{name}: {given[name]} was taken as {meant}",)


@pytest.mark.parametrize(
    ("question", "given", "told"),
    [
        ("occurrences", {"concept": "zhi"}, "觶 (goblet, three sheng"),
        ("norms-of-rank", {"rank": "king"}, "天子"),
        ("who-cites", {"work": "觶"}, "what it wants is work"),
        ("occurrences", {"concept": "qqqq"}, "what it wants is concept: headword of the concept"),
        ("customs", {"least": "many"}, "wants a whole number"),
    ],
)
def test_what_means_nothing_is_an_error_that_helps(
    store: ox.Store, question: str, given: dict[str, str], told: str
) -> None:
    with pytest.raises(QueryError) as error:
        run(store, question, given)
    assert told in str(error.value)


def test_what_the_graph_has_is_taken_as_it_is(store: ox.Store) -> None:
    assert run(store, "occurrences", {"concept": "觶"}).notes == ()
    assert run(store, "cups").notes == ()


def test_the_only_edition_of_a_chapter_is_taken(store: ox.Store) -> None:
    answer = run(store, "rite", {"chapter": "10"})
    assert answer.rows
    assert [note.split()[0] for note in answer.notes] in ([], ["edition:"])


def test_the_command_says_what_was_taken(corpus: Path) -> None:
    done = command("ask", "occurrences", "--concept", "觯", "-g", corpus)
    assert done.returncode == 0
    assert "觯 was taken as 觶" in done.stderr
    wrong = command("ask", "occurrences", "--concept", "zhi", "-g", corpus)
    assert wrong.returncode != 0
    assert "did you mean" in wrong.stderr
    assert "Traceback" not in wrong.stderr
