from __future__ import annotations

import csv
import io
import json

import pyoxigraph as ox
import pytest

from tests.graph.test_graph import PAGE
from tests.graphs import store_of, store_of_text
from yili_kg.analyse import analyse_text
from yili_kg.errors import QueryError
from yili_kg.queries import Answer, as_csv, as_json, filled, questions, run


@pytest.fixture(scope="module")
def store() -> ox.Store:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YILI_REFERENCE", "")  # no cited books at hand: every quotation is unchecked
        return store_of_text(PAGE)


def test_questions_have_heads() -> None:
    assert len(questions()) >= 10
    for question in questions().values():
        assert "/" in question.title, question.name
        assert question.tells
        assert all("{" + name + "}" in question.text for name, _, _ in question.params)


@pytest.mark.parametrize("name", sorted(questions()))
def test_questions_run(store: ox.Store, name: str) -> None:
    assert run(store, name).columns


def test_occurrences_of_a_cup(store: ox.Store) -> None:
    assert run(store, "occurrences", {"concept": "爵"}).rows == (("04", "鄉飲酒禮", "疏", "2"),)


def test_works_cited(store: ox.Store) -> None:
    assert set(run(store, "works-cited").rows) == {("周禮", "注", "1"), ("禮記", "疏", "1")}


def test_counts_are_of_things_not_of_graphs_that_name_them() -> None:
    first, second = (analyse_text(PAGE + end) for end in ("", "○"))
    made = store_of(first, second)
    counts = {(r[0], r[1]): r[2] for r in run(made, "works-cited").rows}
    each = {c.target.partition("·")[0] for c in first.citations}
    assert {work for work, _ in counts} == each
    assert set(counts.values()) == {"2"}


def test_quotations_of_a_chapter(store: ox.Store) -> None:
    rows = run(store, "quotations", {"work": "禮記.玉藻"}).rows
    assert [r[1:4] for r in rows] == [("玉藻", "大夫素帶", "unchecked")]


def test_who_cites(store: ox.Store) -> None:
    rows = run(store, "who-cites", {"work": "周禮"}).rows
    assert [r[0] for r in rows] == ["周禮·大司徒"]


def test_only_in_commentary(store: ox.Store) -> None:
    assert ("爵", "2") in {(r[0], r[2]) for r in run(store, "only-in-commentary").rows}


def test_passage_with_everything(store: ox.Store) -> None:
    rows = run(store, "passage", {"passage": "04.001"}).rows
    assert [r[1] for r in rows] == ["經", "注", "疏"]
    assert rows[1][2] == "鄭玄"


def test_run_errors_are_clear(store: ox.Store) -> None:
    with pytest.raises(QueryError, match="no question named"):
        run(store, "who-is-it")
    with pytest.raises(QueryError, match="cannot be read"):
        run(store, "SELECT WHERE {")
    with pytest.raises(QueryError, match="no parameter"):
        run(store, "occurrences", {"word": "爵"})
    with pytest.raises(QueryError, match="SERVICE"):
        run(store, "SELECT * { SERVICE <http://example.org/> { ?s ?p ?o } }")


def test_run_parameter_cannot_break_out(store: ox.Store) -> None:
    evil = {"concept": "爵 } UNION { ?s ?p ?o"}
    assert run(store, filled(questions()["occurrences"], evil)).rows == ()
    with pytest.raises(QueryError, match="nothing of the name"):
        run(store, "occurrences", evil)


def test_answers_as_csv_and_json(store: ox.Store) -> None:
    answer = run(store, "occurrences", {"concept": "爵"})
    assert as_csv(answer) == "chapter,name,layer,count\n04,鄉飲酒禮,疏,2\n"
    assert json.loads(as_json(answer)) == [{"chapter": "04", "name": "鄉飲酒禮", "layer": "疏", "count": "2"}]
    assert run(store, "ASK { ?s a yl:Mention }").rows == (("true",),)


def test_run_names_with_several_dots(store: ox.Store) -> None:
    (segment,) = [r[0] for r in run(store, "passage", {"passage": "04.001"}).rows if r[1] == "經"]
    assert segment.startswith("seg:04.001.")
    rows = run(store, f"SELECT ?l {{ {segment} yl:layer ?l . ?x ?p '{segment}' }}").rows
    assert rows == ()
    assert run(store, f"SELECT ?l {{ {segment} yl:layer ?l . }}").rows == (("c:經",),)


def test_query_from_asks_the_named_graph_alone() -> None:
    store = ox.Store()
    store.add(ox.Quad(ox.NamedNode("http://s"), ox.NamedNode("http://p"), ox.Literal("1"), ox.NamedNode("http://g")))
    store.add(ox.Quad(ox.NamedNode("http://s"), ox.NamedNode("http://p"), ox.Literal("2"), ox.NamedNode("http://h")))
    assert len(run(store, "SELECT * { ?s ?p ?o }").rows) == 2
    assert run(store, "SELECT ?o FROM <http://g> { ?s ?p ?o }").rows == (("1",),)


@pytest.mark.parametrize("value", ["=cmd|'/C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1"])
def test_csv_holds_no_formulas_unless_asked(value: str) -> None:
    answer = Answer(("a", "b"), ((value, "爵"),))
    assert list(csv.reader(io.StringIO(as_csv(answer), newline="")))[1] == [f"'{value}", "爵"]
    assert list(csv.reader(io.StringIO(as_csv(answer, raw=True), newline="")))[1] == [value, "爵"]


@pytest.mark.parametrize("value", ["-1", "+2.5", "-1e9", "", "主人", "'", "a=b"])
def test_csv_leaves_numbers_and_words_alone(value: str) -> None:
    assert list(csv.reader(io.StringIO(as_csv(Answer(("a", "b"), ((value, "x"),))))))[1] == [value, "x"]
