"""A query asks nobody: whatever its text hides, the system lets the engine call no other server."""

from __future__ import annotations

import socket
import sys
import threading

import pyoxigraph as ox
import pytest

from tests.queries.listener import attempts, listening
from yili_kg.api import KnowledgeGraph
from yili_kg.errors import QueryError
from yili_kg.queries import guard, offline

NAMES = sorted(attempts("http://x/"))


@pytest.fixture(scope="module")
def store() -> ox.Store:
    made = ox.Store()
    made.add(ox.Quad(ox.NamedNode("http://x/s"), ox.NamedNode("http://x/p"), ox.Literal("o")))
    return made


@pytest.mark.parametrize("name", NAMES)
def test_offline_a_query_asks_no_other_server(store: ox.Store, name: str) -> None:
    with listening() as (place, asked):
        try:
            rows = KnowledgeGraph(store).query(attempts(place)[name]).rows
        except QueryError as error:
            rows = ((str(error),),)
        assert asked == []
        assert "SECRET" not in str(rows)


@pytest.mark.skipif(not offline.can_cut_off(), reason="no filter of system calls")
@pytest.mark.parametrize("name", NAMES)
def test_offline_not_even_with_no_guard_before_the_engine(store: ox.Store, name: str) -> None:
    def raw(query: str) -> str:
        return str([str(row) for row in store.query(query, use_default_graph_as_union=True)])  # type: ignore[union-attr]

    with listening() as (place, asked):
        try:
            said = offline.run_offline(lambda: raw(attempts(place)[name]))
        except (SyntaxError, ValueError, OSError, RuntimeError, TypeError) as error:
            said = str(error)
        assert asked == []
        assert "SECRET" not in said


def test_offline_the_listener_would_have_been_asked(store: ox.Store) -> None:
    """The attempts are real: without any of this the engine asks."""
    with listening() as (place, asked):
        assert "SECRET" in str(list(store.query(attempts(place)["plain"])))  # type: ignore[arg-type]
        assert len(asked) == 1


@pytest.mark.parametrize("name", NAMES)
def test_offline_where_there_is_no_filter_the_word_is_refused(
    store: ox.Store, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "can_cut_off", lambda: False)
    monkeypatch.setattr(offline, "can_cut_off", lambda: False)
    with listening() as (place, asked):
        query = attempts(place)[name]
        try:
            rows = KnowledgeGraph(store).query(query).rows
        except QueryError as error:
            rows = ((str(error),),)
        assert asked == []
        assert "SECRET" not in str(rows)


def test_offline_where_there_is_no_filter_the_message_says_how_to_write_it(
    store: ox.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "can_cut_off", lambda: False)
    monkeypatch.setattr(offline, "can_cut_off", lambda: False)
    graph = KnowledgeGraph(store)
    with pytest.raises(QueryError, match=r"escape") as caught:
        graph.query('SELECT ?x { BIND("SERVICE" AS ?x) }')
    assert r"\u0053ervice" in str(caught.value)
    assert graph.query(r'SELECT ?x { BIND("\u0053ERVICE" AS ?x) }').rows == (("SERVICE",),)


@pytest.mark.skipif(sys.platform != "linux", reason="the filter is one of Linux")
def test_offline_holds_in_the_thread_alone() -> None:
    assert offline.can_cut_off()
    with listening() as (place, asked):
        host, port = place.removeprefix("http://").partition("/")[0].split(":")

        def call() -> None:
            socket.create_connection((host, int(port)), timeout=60).close()

        def start_another() -> None:
            other = threading.Thread(target=lambda: refused.append(_fails(call)))
            other.start()
            other.join()

        refused: list[bool] = []
        with pytest.raises(PermissionError):
            offline.run_offline(call)
        offline.run_offline(start_another)
        assert refused == [True]
        assert asked == []
        call()


def _fails(call: object) -> bool:
    try:
        call()  # type: ignore[operator]
    except PermissionError:
        return True
    return False


def test_offline_gives_and_raises_what_the_call_does() -> None:
    assert offline.run_offline(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        offline.run_offline(lambda: 1 / 0)
    with pytest.raises(QueryError, match="cannot be read"):
        KnowledgeGraph(ox.Store()).query("SELECT * { ?s ?p }")
