from __future__ import annotations

import time

import pytest
import rdflib.plugins.sparql.parser as independent
from hypothesis import given
from hypothesis import strategies as st

from yili_kg.errors import QueryError
from yili_kg.queries.guard import keywords, prepared, query_kind

WORDS = st.sampled_from(
    ["SERVICE", "service", "LOAD", "INSERT DATA", "{", "}", "<x>", "#", "爵", "a", "\\\\", " ", "FROM"]
)
TEXT = st.lists(WORDS, max_size=8).map(" ".join)


@given(TEXT, st.sampled_from(['"{}"', "'{}'", '"""{}"""', "'''{}'''"]))
def test_guard_strings_hold_no_keywords(inside: str, quotes: str) -> None:
    query = f"SELECT ?s {{ ?s ?p {quotes.format(inside)} . ?s ?q <http://x/SERVICE#LOAD> }} # {inside}"
    independent.parseQuery(query)
    assert list(keywords(query)) == ["SELECT"]
    assert query_kind(query).gives == "bindings"


@given(
    TEXT,
    st.sampled_from(['"{}"', "'''{}'''", "<http://x/#>"]),
    st.sampled_from(["SERVICE", "sErViCe", "SERVICE SILENT"]),
)
def test_guard_finds_a_service_behind_whatever_stands_before(inside: str, quotes: str, service: str) -> None:
    query = f"SELECT ?s {{ ?s ?p {quotes.format(inside)} . #{inside}\n {service} <http://x> {{ ?s ?q ?o }} }}"
    independent.parseQuery(query)
    with pytest.raises(QueryError, match="SERVICE"):
        query_kind(query)


@pytest.mark.parametrize(
    ("query", "gives", "names"),
    [
        ("PREFIX a: <b> ASK {}", "bindings", False),
        ("# SELECT\nCONSTRUCT WHERE { ?s ?p ?o }", "graph", False),
        ("BASE <http://x/> DESCRIBE <y>", "graph", False),
        ("SELECT * FROM <x> { }", "bindings", True),
        ("SELECT * FROM NAMED <x> { }", "bindings", True),
        ("SELECT ?FROM { ?FROM ?p 'FROM' }", "bindings", False),
    ],
)
def test_guard_kinds(query: str, gives: str, names: bool) -> None:
    kind = query_kind(query)
    assert (kind.gives, kind.names_graphs) == (gives, names)


def test_prepared_declares_what_is_missing_and_only_that() -> None:
    query = "PREFIX yl: <http://other/> SELECT * { ?s a yl:X ; c:y seg:04.013.zhushu.jing.1, 'seg:1.2.3' }"
    made = prepared(query)
    assert made.count("PREFIX yl:") == 1
    assert "<https://w3id.org/yili/seg/04.013.zhushu.jing.1>, 'seg:1.2.3'" in made


@pytest.mark.parametrize(
    "query",
    [
        "ASK {" + "{" * 5000 + "}" * 5000 + "}",
        "SELECT (" + "(" * 5000 + "1" + ")" * 5000 + " AS ?x) {}",
        "ASK { FILTER(" + "!" * 5000 + "true) }",
        "ASK { ?s " + "^" * 5000 + "<p> ?o }",
        "ASK { FILTER(1 = " + "- " * 5000 + "1) }",
    ],
)
def test_guard_refuses_what_the_engine_would_end_of(query: str) -> None:
    with pytest.raises(QueryError, match="nested deeper than 100"):
        query_kind(query)


def test_guard_lets_wide_queries_pass() -> None:
    query_kind("SELECT * { " + "{ ?s ?p ?o } UNION " * 500 + "{} }")
    query_kind('ASK { ?s ?p "' + "(" * 500 + '" }')


@pytest.mark.parametrize("piece", ["a.", '\\"', "\\'", "<a:", "'''a\\'"])
def test_guard_reads_a_long_query_once(piece: str) -> None:
    text = "SELECT * { " + piece * 40_000
    begin = time.process_time()
    assert query_kind(text).gives == "bindings"
    prepared(text)
    assert time.process_time() - begin < 4
