"""Queries: answered or refused in words, and no server is asked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pyoxigraph as ox

from tests.fuzz.targets.target import byte, mutated, refused
from tests.queries.listener import attempts, listening
from yili_kg.api import KnowledgeGraph
from yili_kg.errors import QueryError
from yili_kg.queries.guard import query_kind

__all__ = ["queries", "query_seeds"]

_TOKENS = (
    *["SELECT", "*", "ASK", "CONSTRUCT", "DESCRIBE", "WHERE", "{", "}", "(", ")", "[", "]", ".", ";", ",", "?s", "?p", "?o", "?x", "a", "<http://x/s>", "<http://x/p>", "c:爵"],
    *["seg:04.013.jing.1", "PREFIX", "BASE", "x:", "<http://x/>", "FILTER", "BIND", "AS", "VALUES", "OPTIONAL", "UNION", "MINUS", "GRAPH", "EXISTS", "NOT"],
    *["GROUP", "BY", "ORDER", "LIMIT", "10", "COUNT(*)", "SUM(?x)", "REGEX", "STR", "LANG", "||", "&&", "!", "=", "<", ">", "+", "-", "/", "^", "|", "DISTINCT", "FROM", "NAMED"],
    *["SERVICE", "SILENT", "service", "INSERT", "DELETE", "LOAD", "DATA", "#", "\\", "'", '"', "'''", '"""', "@en", "^^", "_:b", "1", "1.5e3", "true", "UNDEF", "IF("],
    *[r"\u0053ERVICE", r"\u0027", r"\u0022", r"\u005C", r"\U00000041", r"<PLACE>", r"<http://x/\u0041#>", r"<<", r">>", r"<<(", r")>>", r"~", r"%", r"&", r"$", r"$s", r"@", r":", r"::"],
    *("\n", "\r", "\t", "\x00", "爵", "\ufeff", "\U00020000", "who-cites", "occurrences", "zz", "{{", "}}", "IN", "HAVING"),
)  # fmt: skip
_ATTEMPTS = tuple(attempts("PLACE").values())


@cache
def _graph() -> KnowledgeGraph:
    store = ox.Store()
    for n in range(3):
        store.add(ox.Quad(ox.NamedNode(f"http://x/{n}"), ox.NamedNode("http://x/p"), ox.Literal(str(n))))
    return KnowledgeGraph(store)


@cache
def _listener() -> tuple[str, list[bytes]]:
    context = listening()
    _kept.append(context)
    return context.__enter__()


_kept: list[object] = []


def queries(data: bytes) -> None:
    """A query: it is answered or refused in words, and no server is asked."""
    place, asked = _listener()
    mode = byte(data, 0)
    if mode < 64:
        text = data[1:].decode("utf-8", "replace")
    elif mode < 128:
        text = mutated(_ATTEMPTS[mode % len(_ATTEMPTS)], data[1:], _TOKENS)
    else:
        text = " ".join(_TOKENS[b % len(_TOKENS)] for b in data[1:])
    query = text.replace("PLACE", place)
    with refused(QueryError, ""):
        query_kind(query)
        answer = _graph().query(query)
        assert all(len(row) == len(answer.columns) for row in answer.rows)
    assert asked == [], f"a server was asked by {query!r}"


def query_seeds() -> Iterator[bytes]:
    yield from (bytes((64 + n,)) for n in range(len(_ATTEMPTS)))
    yield from (b"\0" + a.encode() for a in _ATTEMPTS[:8])
    for query in (
        "SELECT * WHERE { ?s ?p ?o . FILTER ( ?o = 1 ) }",
        "ASK { ?s a c:爵 }",
        "CONSTRUCT WHERE { ?s ?p ?o }",
    ):
        yield b"\x80" + bytes(_TOKENS.index(t) for t in query.split())
