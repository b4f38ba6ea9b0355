from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pyoxigraph as ox
import pytest
import rdflib

from tests.commands import run
from tests.queries.listener import attempts, listening
from tests.serve.server import serving, within
from yili_kg.graph.vocabulary import BASE
from yili_kg.queries import filled, questions
from yili_kg.queries import run as ask
from yili_kg.queries.offline import can_cut_off
from yili_kg.serve.negotiate import BINDINGS, GRAPHS

#: Each would run for minutes: what is counted or sorted has 10^11 rows and more.
RUNAWAYS = (
    "SELECT (COUNT(*) AS ?n) WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }",
    "SELECT * WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?a ?i",
    "SELECT (COUNT(*) AS ?n) WHERE { ?a (!<http://none/>)* ?b . ?c (!<http://none/>)* ?d }",
)
#: Seconds after which a client gives up; nothing that is asked here comes near.
HANGS = 300
COUNT = "SELECT (COUNT(?m) AS ?n) WHERE { ?m a yl:Mention }"


@pytest.fixture(scope="module")
def built(small_build: Path) -> Path:
    return small_build


@pytest.fixture(scope="module")
def server(built: Path) -> Iterator[httpx.Client]:
    """For questions that are to be answered, however busy the machine is."""
    with serving(built, "--timeout", "120") as (address, _), httpx.Client(base_url=address, timeout=HANGS) as client:
        yield client


@pytest.fixture(scope="module")
def strict(built: Path) -> Iterator[httpx.Client]:
    """For questions that are to be stopped."""
    with serving(built, "--timeout", "3") as (address, _), httpx.Client(base_url=address, timeout=HANGS) as client:
        yield client


def count(server: httpx.Client) -> int:
    rows = server.get("/sparql", params={"query": COUNT}).json()["results"]["bindings"]
    return int(rows[0]["n"]["value"])


def test_serve_answers_as_the_store_does(server: httpx.Client, built: Path) -> None:
    from yili_kg.graph.store import open_store

    store = open_store(built)
    for question in questions().values():
        got = server.post("/sparql", data={"query": filled(question, {})}, headers={"Accept": "text/csv"})
        assert got.status_code == 200, (question.name, got.text)
        assert len(got.text.splitlines()) - 1 == len(ask(store, question.name).rows), question.name


@pytest.mark.parametrize(
    ("accept", "media"),
    [
        ("application/sparql-results+json", "application/sparql-results+json"),
        ("application/sparql-results+xml", "application/sparql-results+xml"),
        ("text/csv", "text/csv"),
        ("text/tab-separated-values", "text/tab-separated-values"),
        ("text/csv;q=0.3, application/json", "application/sparql-results+json"),
        ("*/*", "application/sparql-results+json"),
        ("", "application/sparql-results+json"),
    ],
)
def test_serve_negotiates_tables(server: httpx.Client, accept: str, media: str) -> None:
    got = server.get("/sparql", params={"query": COUNT}, headers={"Accept": accept})
    assert got.headers["content-type"].partition(";")[0] == media
    assert "Accept" in got.headers["vary"]


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        ("text/turtle", "turtle"),
        ("application/n-triples", "nt"),
        ("application/rdf+xml", "xml"),
        ("application/ld+json", "json-ld"),
    ],
)
def test_serve_negotiates_graphs(server: httpx.Client, accept: str, form: str) -> None:
    query = "CONSTRUCT { ?s ?p ?o } WHERE { ?s a yl:Mention ; ?p ?o }"
    got = server.post(
        "/sparql", content=query.encode(), headers={"Accept": accept, "Content-Type": "application/sparql-query"}
    )
    assert got.headers["content-type"].partition(";")[0] == accept
    graph = rdflib.Graph().parse(data=got.content, format=form)
    assert len(set(graph.subjects(rdflib.RDF.type, rdflib.URIRef(f"{BASE}ontology#Mention")))) == count(server)


def test_serve_says_what_it_cannot_give(server: httpx.Client) -> None:
    got = server.get("/sparql", params={"query": COUNT}, headers={"Accept": "image/png"})
    assert got.status_code == 406
    assert "text/csv" in got.text


@pytest.mark.parametrize(
    "query",
    [
        "INSERT DATA { <http://a> <http://b> <http://c> }",
        "DELETE WHERE { ?s ?p ?o }",
        "PREFIX x: <http://x/> LOAD <http://127.0.0.1:1/x>",
        "CLEAR ALL",
        "DROP GRAPH <http://x>",
        "SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }",
        "SELECT * { service silent ?x { ?s ?p ?o } }",
        "SELECT * { { SELECT * { SERVICE<http://127.0.0.1:1/>{ ?s ?p ?o } } } }",
        "SELECT * { \\u0053ERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }",
        'SELECT * { ?s ?p "x#" . SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }',
    ],
)
def test_serve_refuses_what_is_no_question_to_this_graph(server: httpx.Client, query: str) -> None:
    got = server.post("/sparql", data={"query": query})
    assert got.status_code == 400
    assert "not available" in got.text
    before = count(server)
    assert before > 5


def test_serve_asks_no_other_server(server: httpx.Client) -> None:
    with listening() as (place, asked):
        for name, query in attempts(place).items():
            for accept in ("application/sparql-results+json", "text/csv", "text/turtle"):
                got = server.post("/sparql", data={"query": query}, headers={"Accept": accept})
                assert asked == [], name
                assert "SECRET" not in got.text, name
                assert got.status_code in (200, 400, 406), name
                if got.status_code == 200 and accept == "application/sparql-results+json":
                    got.json()
                assert "denied" not in got.text or got.status_code == 400, name


@pytest.mark.skipif(not can_cut_off(), reason="no filter of system calls")
def test_serve_the_engine_itself_asks_no_other_server(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With nobody before the engine, as if the guard overlooked all: nobody is asked, and no answer is broken."""
    from starlette.testclient import TestClient

    from yili_kg.queries.guard import Kind
    from yili_kg.serve import endpoint
    from yili_kg.serve.app import make_app
    from yili_kg.serve.engine import fill_store
    from yili_kg.serve.pool import Limits

    def blind(text: str) -> Kind:
        return Kind("graph" if "CONSTRUCT" in text or "DESCRIBE" in text else "bindings", False)

    monkeypatch.setattr(endpoint, "query_kind", blind)
    fill_store(built / "yili.trig", built.parent / "store")
    app = make_app(built, built.parent / "store", Limits(engines=1), ready=lambda error: None)
    with listening() as (place, asked), TestClient(app) as client:
        for name, query in attempts(place).items():
            got = client.post("/sparql", data={"query": query})
            assert asked == [], name
            assert "SECRET" not in got.text, name
            assert got.status_code in (200, 400), name
            if got.status_code == 200 and "json" in got.headers["content-type"]:
                got.json()
        plain = client.post("/sparql", data={"query": attempts(place)["plain"]})
        assert plain.status_code == 400
        assert "cannot be answered" in plain.text


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?x { VALUES ?x { 1 } }",
        "SELECT ?x { FILTER(false) }",
        "SELECT * { }",
        "ASK { }",
        "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o FILTER(false) }",
        "CONSTRUCT { ?s ?p ?o } WHERE { ?s a yl:Mention ; ?p ?o }",
        'SELECT ?x { VALUES ?x { "a\\nb" "c[" } }',
    ],
)
def test_serve_a_whole_answer_is_never_taken_for_a_broken_one(server: httpx.Client, query: str) -> None:
    for accept in (*BINDINGS, *GRAPHS):
        got = server.post("/sparql", data={"query": query}, headers={"Accept": accept})
        assert got.status_code in (200, 406), (accept, got.text)


@pytest.mark.skipif(not can_cut_off(), reason="no filter of system calls")
@pytest.mark.parametrize(
    "query",
    [
        'ASK { ?s ?p "SERVICE <http://x> { }" }',
        "ASK { ?s ?p '''LOAD\n'SERVICE' INSERT''' }",
        "ASK { ?s ?p <http://x/SERVICE> }",
        "ASK { ?s ?p ?o } # SERVICE <http://x> {}",
        'PREFIX service: <http://x/> ASK { ?SERVICE service:LOAD "x"@service }',
        "ASK { ?s ?p ?o . FILTER(?s<?o&&?o>?s) }",
    ],
)
def test_serve_lets_words_pass_that_only_look_so(server: httpx.Client, query: str) -> None:
    got = server.post("/sparql", data={"query": query})
    assert got.status_code == 200, got.text


def test_serve_updates_by_the_protocol_are_refused(server: httpx.Client) -> None:
    update = "INSERT DATA { <http://a> <http://b> <http://c> }"
    assert server.post("/sparql", data={"update": update}).status_code == 403
    assert (
        server.post("/sparql", content=update, headers={"Content-Type": "application/sparql-update"}).status_code == 403
    )
    assert server.put("/sparql", content="").status_code == 405
    assert server.delete("/sparql").status_code == 405


def test_serve_from_asks_nobody_and_names_graphs(server: httpx.Client) -> None:
    asked = []
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        other.settimeout(1.0)
        place = f"http://127.0.0.1:{other.getsockname()[1]}/x"
        for clause in (f"FROM <{place}>", f"FROM NAMED <{place}>"):
            got = server.post("/sparql", data={"query": f"SELECT * {clause} {{ ?s ?p ?o }}"})
            assert got.json()["results"]["bindings"] == []
        with pytest.raises(TimeoutError):
            asked.append(other.accept())
    assert asked == []
    one = f"SELECT (COUNT(*) AS ?n) FROM <{BASE}graph/summary> {{ ?s a ?c }}"
    some = int(server.post("/sparql", data={"query": one}).json()["results"]["bindings"][0]["n"]["value"])
    all_ = int(
        server.post("/sparql", data={"query": "SELECT (COUNT(*) AS ?n) { ?s a ?c }"}).json()["results"]["bindings"][0][
            "n"
        ]["value"]
    )
    assert 0 < some < all_


@pytest.mark.parametrize("query", RUNAWAYS)
def test_serve_cuts_off_a_query_and_goes_on(strict: httpx.Client, query: str) -> None:
    got = strict.post("/sparql", data={"query": query})
    assert got.status_code == 503
    assert "longer than 3 s" in got.text
    assert within(120, lambda: strict.post("/sparql", data={"query": COUNT}).status_code == 200)


def test_serve_a_stopped_query_works_no_longer(built: Path) -> None:
    with (
        serving(built, "--timeout", "1") as (address, process),
        httpx.Client(base_url=address, timeout=HANGS) as client,
    ):
        with ThreadPoolExecutor(4) as many:
            answers = list(
                many.map(lambda _: client.post("/sparql", data={"query": RUNAWAYS[0]}).status_code, range(4))
            )
        assert answers == [503] * 4
        assert within(120, lambda: _rests(process.pid) >= 2)  # each of the queries would run for minutes


def test_serve_others_lose_nothing_beside_a_query_that_is_stopped(strict: httpx.Client) -> None:
    wrong: list[str] = []
    done = threading.Event()

    def others() -> None:
        while not done.is_set():
            begin = time.monotonic()
            got = strict.post("/sparql", data={"query": COUNT})
            # On a busy machine it may take its own 3 s and be stopped for that; it must not be stopped for another's.
            if got.status_code != 200 and time.monotonic() - begin < 3:
                wrong.append(got.text)

    threads = [threading.Thread(target=others) for _ in range(6)]
    for thread in threads:
        thread.start()
    try:
        for query in RUNAWAYS:
            assert strict.post("/sparql", data={"query": query}).status_code == 503
    finally:
        done.set()
        for thread in threads:
            thread.join()
    assert wrong == []


def test_serve_fifty_clients_lose_no_answer(server: httpx.Client) -> None:
    names = sorted(questions())

    def client(number: int) -> list[int]:
        with httpx.Client(base_url=server.base_url, timeout=HANGS) as own:
            return [
                own.post(
                    "/sparql", data={"query": filled(questions()[names[(number + i) % len(names)]], {})}
                ).status_code
                for i in range(6)
            ]

    with ThreadPoolExecutor(50) as many:
        answers = [status for each in many.map(client, range(50)) for status in each]
    assert answers == [200] * 300


def test_serve_a_request_too_large_is_refused(server: httpx.Client) -> None:
    got = server.post("/sparql", data={"query": "ASK { ?s ?p '" + "x" * 300_000 + "' }"})
    assert got.status_code == 413
    assert "200,000 bytes" in got.text


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of memory is one of Linux")
def test_serve_a_query_that_wants_too_much_memory_brings_down_nobody(built: Path) -> None:
    greedy = "SELECT * WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?a ?i"
    with (
        serving(built, "--timeout", "60", "--memory", "0.3", "--engines", "2") as (address, _),
        httpx.Client(base_url=address, timeout=HANGS) as client,
    ):
        with ThreadPoolExecutor(5) as many:
            first = many.submit(lambda: client.post("/sparql", data={"query": greedy}))
            others = [many.submit(count, client) for _ in range(20)]
            assert {o.result() for o in others} == {count(client)}
        assert first.result().status_code == 507
        assert "more memory" in first.result().text
        assert count(client) > 5


def test_serve_messages_name_the_place_as_typed(server: httpx.Client) -> None:
    got = server.post("/sparql", data={"query": "SELECT * { ?s ?p }"})
    assert got.status_code == 400
    assert "1:1" in got.text
    assert server.post("/sparql", data={"query": "what"}).status_code == 400
    assert server.post("/sparql", data={"x": "y"}).status_code == 400
    assert server.get("/sparql?" + "&".join(f"a{n}=1" for n in range(300))).status_code == 400
    assert (
        server.post("/sparql", content=b"\xff", headers={"Content-Type": "application/sparql-query"}).status_code == 400
    )


def test_serve_any_page_may_ask(server: httpx.Client) -> None:
    ahead = {
        "Origin": "https://example.org",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    got = server.options("/sparql", headers=ahead)
    assert got.status_code == 200
    assert got.headers["access-control-allow-origin"] == "*"
    got = server.get("/sparql", params={"query": COUNT}, headers={"Origin": "https://example.org"})
    assert got.headers["access-control-allow-origin"] == "*"


def test_serve_iris_resolve_to_pages_and_turtle(server: httpx.Client) -> None:
    for path in ("/concept/爵", "/concept/%E7%88%B5"):
        page = server.get(path, headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
        assert page.status_code == 200
        assert page.headers["content-type"].startswith("text/html")
        assert "<h1" in page.text
        assert "主人<mark>" in page.text.replace("</span>", "") or "<mark>爵</mark>" in page.text
        turtle = server.get(path, headers={"Accept": "text/turtle"})
        graph = rdflib.Graph().parse(data=turtle.content, format="turtle")
        assert rdflib.Literal("爵", lang="lzh") in set(graph.objects(rdflib.URIRef(f"{BASE}concept/爵")))
    assert server.get("/concept/爵.ttl").content == server.get("/concept/爵", headers={"Accept": "text/turtle"}).content
    assert json.loads(server.get("/concept/爵.jsonld").text)
    assert server.get("/graph/summary.ttl").text.count("yl:count") > 3


def test_serve_the_ontology_and_the_files_of_the_build(server: httpx.Client, built: Path) -> None:
    for path in ("/ontology", "/ontology/0.4.0"):
        page = server.get(path, headers={"Accept": "text/html"})
        assert 'id="Mention"' in page.text
        graph = rdflib.Graph().parse(data=server.get(path, headers={"Accept": "text/turtle"}).content, format="turtle")
        assert (rdflib.URIRef(f"{BASE}ontology#Mention"), None, None) in graph
    for name in ("yili.trig", "yili.ttl", "claims.trig", "dataset.ttl"):
        assert server.get(f"/{name}").content == (built / name).read_bytes()
    for name in ("index.html", "glossary.html", "yili.css", "base.js", "words.js"):
        got = server.get(f"/{name}")
        assert got.content == (built / "site" / name).read_bytes()
        assert got.headers["x-content-type-options"] == "nosniff"
    void = server.get("/.well-known/void")
    assert void.headers["content-type"].startswith("text/turtle")
    assert void.content == (built / "dataset.ttl").read_bytes()
    as_json = server.get("/.well-known/void", headers={"Accept": "application/ld+json"})
    assert as_json.content == (built / "dataset.jsonld").read_bytes()
    assert "script-src 'self' 'wasm-unsafe-eval';" in server.get("/glossary.html").headers["content-security-policy"]
    assert server.get("/manifest.json").content != (built / "site" / "manifest.json").read_bytes()
    assert "index.html" in server.get("/", headers={"Accept": "text/html"}).text
    told = server.get("/data", headers={"Accept": "text/html"}).text
    assert "/yili.trig" in told
    assert "mentions" in told
    assert "yili-kg" in server.get("/sparql", headers={"Accept": "text/html"}).text
    assert "sd:Service" in server.get("/sparql", headers={"Accept": "text/turtle"}).text


def test_serve_every_node_of_the_graph_has_a_page(server: httpx.Client, built: Path) -> None:
    from yili_kg.graph.store import open_store

    subjects = sorted({q.subject.value for q in open_store(built) if isinstance(q.subject, ox.NamedNode)})
    ours = [s for s in subjects if s.startswith(BASE) and "#" not in s]
    for iri in ours[:: max(1, len(ours) // 150)]:
        got = server.get("/" + iri[len(BASE) :], headers={"Accept": "text/html"})
        assert got.status_code == 200, iri


def test_serve_what_is_not_there_gets_a_clear_page(server: httpx.Client) -> None:
    page = server.get("/concept/<script>alert(1)</script>", headers={"Accept": "text/html"})
    assert page.status_code == 404
    assert "<script>" not in page.text
    assert "&lt;script&gt;" in page.text
    for path in (
        "/concept/none",
        "/x",
        "/seg/..%2f..%2fetc%2fpasswd",
        "/concept/%00",
        "/concept/%FF",
        "/concept/" + "x" * 2000,
    ):
        assert server.get(path, headers={"Accept": "text/html"}).status_code == 404, path
    machine = server.get("/concept/none", headers={"Accept": "text/turtle"})
    assert machine.status_code == 404
    assert "says nothing" in machine.text


def test_serve_text_of_a_source_is_never_markup(evil_build: Path) -> None:
    with serving(evil_build) as (address, _), httpx.Client(base_url=address) as client:
        for path in ("/seg/04.001", "/concept/賓"):
            page = client.get(path, headers={"Accept": "text/html"})
            assert "<img" not in page.text
            assert "&lt;img" in page.text
            assert "default-src 'none'" in page.headers["content-security-policy"]


def test_serve_ends_in_good_order(built: Path) -> None:
    for sign in (signal.SIGTERM, signal.SIGINT):
        with serving(built) as (_, process):
            engines = _children(process.pid)
            assert len(engines) >= 2
            process.send_signal(sign)
            assert process.wait(HANGS) == 0
            assert not [pid for pid in engines if _runs(pid)]


def test_serve_engines_end_with_a_server_that_is_killed(built: Path) -> None:
    with serving(built) as (_, process):
        engines = _children(process.pid)
        process.kill()
        process.wait(HANGS)
        assert within(120, lambda: not [pid for pid in engines if _runs(pid)])


def test_serve_port_in_use_and_nothing_to_serve(built: Path, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = run("serve", built, "--port", str(taken.getsockname()[1]))
    assert done.returncode == 2
    assert "the port cannot be had" in done.stderr
    assert "→" in done.stderr
    done = run("serve", tmp_path)
    assert done.returncode == 2
    assert "no graph here" in done.stderr
    (tmp_path / "yili.trig").write_text("no trig", encoding="utf-8")
    done = run("serve", tmp_path, "--port", "0")
    assert done.returncode == 2
    assert "cannot be loaded" in done.stderr


def _children(pid: int) -> list[int]:
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(p) for p in listed.stdout.split()]


def _rests(pid: int) -> int:
    """How many engines a server has, when none of them has worked for a second; else 0."""
    used = {engine: _ticks(engine) for engine in _children(pid)}
    time.sleep(1)
    return (
        len(used) if {engine: _ticks(engine) for engine in _children(pid)} == used and None not in used.values() else 0
    )


def _ticks(pid: int) -> int | None:
    """The processor time of a process; None where it has ended since it was listed."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return int(fields[11]) + int(fields[12])


def _runs(pid: int) -> bool:
    """Whether a process works; one that has ended and that nobody has asked after yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_serve_xml_is_xml_whatever_a_text_holds(server: httpx.Client) -> None:
    from lxml import etree

    for value in ("a\\u0001b", "\\u000B", "\\uFFFF", "\\u001F&lt;"):
        query = f'SELECT ?x {{ VALUES ?x {{ "{value}" }} }}'
        got = server.post("/sparql", data={"query": query}, headers={"Accept": "application/sparql-results+xml"})
        assert "\ufffd" in str(etree.fromstring(got.content)[1][0][0][0].text)
        query = f'CONSTRUCT {{ <http://x/s> <http://x/p> "{value}" }} {{}}'
        got = server.post("/sparql", data={"query": query}, headers={"Accept": "application/rdf+xml"})
        assert "\ufffd" in "".join(map(str, etree.fromstring(got.content).itertext()))
