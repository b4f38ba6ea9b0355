"""Sending a graph to another server by the SPARQL 1.1 Graph Store Protocol, a named graph at a time."""

from __future__ import annotations

import os
import re
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import httpx
import pyoxigraph as ox

from yili_kg.errors import ServeError

__all__ = ["Pushed", "credentials", "push"]

#: Statuses after which another try may do: the server is busy, restarts, or asks for patience.
_PASSING = {408, 425, 429, 500, 502, 503, 504}


@dataclass(frozen=True, slots=True)
class Pushed:
    """A graph that was sent: its name (empty: the default graph), how many statements."""

    graph: str
    statements: int


def credentials(environment: Mapping[str, str] = os.environ) -> tuple[dict[str, str], httpx.BasicAuth | None]:
    """Headers and basic authentication from YILI_PUSH_TOKEN (a bearer token) or YILI_PUSH_USER, YILI_PUSH_PASSWORD."""
    token, user = environment.get("YILI_PUSH_TOKEN", ""), environment.get("YILI_PUSH_USER", "")
    if token:
        return {"Authorization": f"Bearer {token}"}, None
    return {}, httpx.BasicAuth(user, environment.get("YILI_PUSH_PASSWORD", "")) if user else None


def push(
    store: ox.Store,
    url: str,
    *,
    add: bool = False,
    tries: int = 4,
    pause: float = 1.0,
    timeout: float = 600.0,
    report: Callable[[Pushed], None] = lambda pushed: None,
) -> list[Pushed]:
    """Send every named graph to a graph store: PUT, so that a graph of this name there is replaced; `add` POSTs instead.

    A try that fails for a passing reason (no connection, 5xx, 429) is made again, `tries` times in all, after `pause`
    seconds and twice as long each time. Graphs that are there already under other names stay. Raises ServeError when a
    graph is refused, naming it; those before it have been sent.
    """
    if not _is_address(url):
        raise ServeError("no address of a graph store", where=url, advice="as http://localhost:3030/yili/data")
    graphs: dict[str, list[ox.Triple]] = defaultdict(list)
    for quad in store:
        graphs[getattr(quad.graph_name, "value", "")].append(quad.triple)
    headers, basic = credentials()
    done: list[Pushed] = []
    with httpx.Client(timeout=timeout, headers=headers, auth=basic, follow_redirects=True) as client:
        for name in sorted(graphs):
            body = ox.serialize(graphs[name], format=ox.RdfFormat.N_TRIPLES)
            assert body is not None
            _send(client, url, name, body, add=add, tries=tries, pause=pause)
            pushed = Pushed(name, len(graphs[name]))
            done.append(pushed)
            report(pushed)
    return done


def _is_address(url: str) -> bool:
    """Whether this is an address of the web as it is to be written."""
    try:
        return re.match(r"https?://[^/\s]+", url) is not None and bool(httpx.URL(url).host)
    except httpx.InvalidURL:
        return False


def _send(client: httpx.Client, url: str, name: str, body: bytes, *, add: bool, tries: int, pause: float) -> None:
    where = httpx.URL(url).copy_merge_params({"graph": name} if name else {"default": ""})
    shown, asked = name or "the default graph", "POST" if add else "PUT"
    for number in range(1, tries + 1):
        try:
            answer = client.request(asked, where, content=body, headers={"Content-Type": "application/n-triples"})
        except httpx.HTTPError as error:
            said = f"{type(error).__name__}: {error}"
        else:
            if answer.request.method != asked:  # where it was sent on, it was only looked at
                raise ServeError(
                    f"the server sends {shown} on without its statements",
                    where=url,
                    advice=f"give {answer.url.copy_with(query=None)}",
                )
            if answer.is_success:
                return
            said = f"HTTP {answer.status_code} {answer.text.strip()[:300]}"
            if answer.status_code not in _PASSING:
                raise ServeError(f"the server refuses {shown}: {said}", where=url, advice=_advice(answer.status_code))
        if number < tries:
            time.sleep(pause * 2 ** (number - 1))
    raise ServeError(
        f"{shown} could not be sent in {tries} tries: {said}", where=url, advice="see that the server runs"
    )


def _advice(status: int) -> str:
    if status in (401, 403):
        return "set YILI_PUSH_USER and YILI_PUSH_PASSWORD, or YILI_PUSH_TOKEN"
    if status in (404, 405):
        return "give the address of the graph store, not of the query endpoint (Fuseki: …/data, GraphDB: …/rdf-graphs/service, oxigraph: …/store)"
    return "see the server's own log"
