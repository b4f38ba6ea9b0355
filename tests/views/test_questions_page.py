"""Questions in the browser: the same answers as in Python, from the file system, with nothing asked of the network."""

from __future__ import annotations

import functools
import hashlib
import http.server
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pyoxigraph as ox
import pytest

from tests.browser import Visit, Visitor
from yili_kg.graph.store import open_store
from yili_kg.queries import as_csv, filled, questions, run
from yili_kg.views.questions.asked import listed_questions, suggestions, terms_of
from yili_kg.views.questions.packed import engine_file, packed_graph
from yili_kg.views.sifted import sifted
from yili_kg.views.vendored import VIS, published, vendored, vendored_files

ROOT = Path(__file__).resolve().parents[2]
ANSWERED = "window.yili && (yili.asking.answer || document.querySelector('#message.bad'))"
LONG = 180_000  # milliseconds, after which nobody would wait on


@pytest.fixture(scope="module")
def store(corpus: Path) -> ox.Store:
    return open_store(corpus)


def ask(visit: Visitor, build: Path, behind: str, **how: Any) -> Visit:
    opened = visit((build / "site" / "questions.html").as_uri() + behind, **how)
    opened.page.wait_for_function(ANSWERED, timeout=LONG)
    return opened


def asked(opened: Visit, before: str, given: Any) -> None:
    """Run what is asked, `before` (a function of what is given) having set it; the page holds the promise, not the test."""
    opened.page.evaluate(
        "given => { ("
        + before
        + ")(given); window.told = false; window.held = yili.run().finally(() => { told = true; }); }",
        given,
    )
    opened.page.wait_for_function("told", timeout=LONG)


def rows_of(opened: Visit) -> Any:
    return opened.page.evaluate("yili.asking.answer && yili.asking.answer.rows.map(r => r.map(shownTerm))")


def clean(opened: Visit) -> None:
    assert opened.asked_outside == []
    assert opened.wrong == []


# ---------------------------------------------------------------- files of others


def test_files_of_others_are_as_they_were_published() -> None:
    here = {p.name for p in (ROOT / "src/yili_kg/views/vendor").iterdir()} - {"packages.tsv", "LICENSES.md"}
    assert here == set(vendored_files())
    for row in vendored_files().values():
        assert hashlib.sha256(published(row.file)).hexdigest() == row.sha256, row.file


def test_files_of_others_are_told_with_their_licences() -> None:
    told = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")
    licences = (ROOT / "src/yili_kg/views/vendor/LICENSES.md").read_text(encoding="utf-8")
    for row in vendored_files().values():
        assert (
            f"| `{row.file}` | {row.package} | {row.version} | {row.licence} | `{row.home}` | `{row.sha256}` |" in told
        )
        assert row.package in licences


def test_the_script_of_pyvis_is_there() -> None:
    assert "vis" in vendored(VIS)[:2000]


def test_scripts_of_others_are_loaded_by_their_pages_alone(corpus: Path) -> None:
    for page in (corpus / "site").glob("*.html"):
        told = page.read_text(encoding="utf-8")
        assert ("yasqe" in told) == (page.name == "questions.html"), page.name
        assert ('src="vis-network.min.js"' in told) == (page.name == "graph.html"), page.name
        assert 'src="oxigraph.js"' not in told, page.name


# ---------------------------------------------------------------- what is packed


def test_the_packed_graph_is_the_graph_and_always_the_same(corpus: Path, store: ox.Store) -> None:
    first = {p.file: p for p in packed_graph(corpus / "yili.trig")}
    again = {p.file: p for p in packed_graph(corpus / "yili.trig")}
    assert {k: p.text for k, p in first.items()} == {k: p.text for k, p in again.items()}
    assert sum(p.quads for p in first.values()) == len(store)
    for name, piece in first.items():
        assert (corpus / "site" / name).read_text(encoding="utf-8") == piece.text


def test_questions_that_need_single_mentions_say_so(store: ox.Store, corpus: Path) -> None:
    most = open_store(corpus)
    for graph in list(most.named_graphs()):
        if graph.value.partition("/graph/")[2].partition("/")[0] in ("mentions", "references", "prov", "shapes"):
            most.remove_graph(graph)
    for name, question in questions().items():
        same = sorted(run(store, name).rows) == sorted(run(most, name).rows)
        assert same == (question.needs != "mentions"), name


def test_the_engine_is_no_module_any_more() -> None:
    told = engine_file()
    assert told.startswith('given("oxigraph.js", {make: function () {')
    assert "import.meta" not in told
    assert not re.search(r"^(?:export|import) ", told, re.MULTILINE)
    assert engine_file() == told


def test_fields_have_suggestions_from_the_graph(store: ox.Store, corpus: Path) -> None:
    told = suggestions(sifted(corpus / "yili.trig"))
    wanted = {name for q in questions().values() for name, _, _ in q.params} - {"least"}
    assert wanted <= set(told)
    assert ["觶", "zhì"] in [row[:2] for row in told["concept"]]
    assert {"禮記", "儀禮.鄉射禮"} <= {row[0] for row in told["work"]}
    assert {"zhushu", "jingwen", "shuzhu"} == {row[0] for row in told["edition"]}
    assert {"鄭玄", "賈公彥"} <= {row[0] for row in told["speaker"]}
    assert ["04.013"] in told["passage"]
    assert {"yl:act", "yl:agent", "skos:prefLabel"} & set(terms_of(store)) >= {"yl:act", "yl:agent"}
    assert [q["name"] for q in listed_questions() if q["single"]] == ["one-rule", "persons"]


# ---------------------------------------------------------------- in a browser


@pytest.mark.browser
def test_named_questions_are_answered_as_in_python(visit: Visitor, corpus: Path, store: ox.Store) -> None:
    opened = ask(visit, corpus, "?ask=cups")
    assert opened.page.evaluate("yili.asking.engine.place") == "worker"
    for name in questions():
        asked(opened, "name => yili.choose(name, {}, false)", name)
        assert rows_of(opened) == [list(row) for row in run(store, name).rows], name
    clean(opened)


@pytest.mark.browser
def test_parameters_are_put_in_as_in_python(visit: Visitor, corpus: Path, store: ox.Store) -> None:
    opened = ask(visit, corpus, "?ask=occurrences&concept=爵")
    assert rows_of(opened) == [list(row) for row in run(store, "occurrences", {"concept": "爵"}).rows]
    for name, params in (
        ("cups", {"chapter": "05", "edition": "jingwen"}),
        ("who-cites", {"work": "儀禮·鄉射禮"}),
        ("occurrences", {"concept": "a>} ; ?x <b"}),
        ("norms-about", {"aspect": '尺" || "" = "'}),
        ("glosses-of", {"word": "𠃊$&'"}),
    ):
        asked(opened, "([name, params]) => yili.choose(name, params, false)", [name, params])
        query = filled(questions()[name], params)
        assert rows_of(opened) == [list(row) for row in run(store, query).rows], (name, params)
    clean(opened)


@pytest.mark.browser
@pytest.mark.parametrize(
    ("question", "field", "typed", "meant"),
    [
        ("occurrences", "concept", "觯", "觶"),
        ("occurrences", "concept", "zhi4", "觶"),
        ("occurrences", "concept", "goblt", "觶"),
        ("cups", "chapter", "4", "04"),
        ("cups", "chapter", "乡饮酒礼", "04"),
        ("passage", "passage", "4.13", "04.013"),
        ("who-cites", "work", "礼记·檀弓", "禮記.檀弓"),
    ],
)
def test_a_name_that_means_nothing_is_not_answered_with_nothing(
    visit: Visitor, corpus: Path, question: str, field: str, typed: str, meant: str
) -> None:
    opened = ask(visit, corpus, f"?ask={question}&{field}={quote(typed)}")
    page = opened.page
    page.wait_for_selector("#perhaps button")
    assert f"“{typed}” is no name" in page.inner_text("#perhaps")
    page.click("#perhaps button")
    page.wait_for_selector("#answer tbody tr")
    assert page.input_value(f"#params input[name={field}]") == meant
    assert page.inner_text("#perhaps") == ""
    clean(opened)


@pytest.mark.browser
def test_a_name_that_is_near_to_none_is_said_to_be_none(visit: Visitor, corpus: Path) -> None:
    opened = ask(visit, corpus, "?ask=occurrences&concept=qqqq")
    opened.page.wait_for_selector("#perhaps p")
    assert opened.page.locator("#perhaps button").count() == 0
    opened.page.fill("#params input", "")
    opened.page.click("#run")
    opened.page.wait_for_selector("#perhaps p:has-text('nothing stands there')")
    assert opened.page.locator("#perhaps button").count() == 6
    clean(opened)


@pytest.mark.browser
def test_a_query_of_ones_own_is_kept_by_its_link(visit: Visitor, corpus: Path, store: ox.Store) -> None:
    query = "SELECT ?s ?text WHERE { seg:04.013.zhushu.jing.1 crm:P190_has_symbolic_content ?text . BIND(1 AS ?s) }"
    opened = ask(visit, corpus, "#query=" + quote(query))
    assert rows_of(opened) == [list(row) for row in run(store, query).rows]
    assert len(rows_of(opened)) == 1
    opened.page.evaluate("yili.choose('cups', {chapter: '05', edition: 'jingwen'})")
    opened.page.wait_for_function("yili.asking.answer && yili.asking.question?.name === 'cups'", timeout=LONG)
    assert "ask=cups&chapter=05&edition=jingwen" in opened.page.url
    rows = rows_of(opened)
    again = ask(visit, corpus, "?" + opened.page.url.partition("?")[2])
    assert rows_of(again) == rows
    assert again.page.input_value("#params input[name=chapter]") == "05"
    clean(opened)


@pytest.mark.browser
def test_an_answer_is_saved_as_csv_as_the_command_writes_it(
    visit: Visitor, corpus: Path, store: ox.Store, tmp_path: Path
) -> None:
    opened = ask(visit, corpus, "?ask=cups")
    with opened.page.expect_download() as download:
        opened.page.click("#csv")
    download.value.save_as(tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_text(encoding="utf-8") == as_csv(run(store, "cups"))
    clean(opened)


@pytest.mark.browser
@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("SELECT ?x WHERE { SERVICE <http://127.0.0.1:9/> { ?x ?y ?z } }", "SERVICE"),
        ("INSERT DATA { <a:a> <a:b> <a:c> }", "no query"),
        ("SELECT ?x WHERE {", "no answer"),
        ("", "no query"),
    ],
)
def test_what_cannot_be_asked_is_said(visit: Visitor, small_build: Path, query: str, said: str) -> None:
    opened = visit((small_build / "site" / "questions.html").as_uri())
    opened.page.wait_for_function("window.yili")
    asked(opened, "query => write(query)", query)
    assert said in opened.page.inner_text("#message.bad")
    clean(opened)


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_the_page_asks_nothing_until_it_is_asked(visit: Visitor, corpus: Path, width: int) -> None:
    opened = visit((corpus / "site" / "questions.html").as_uri(), width=width)
    page = opened.page
    page.wait_for_function("window.yili")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.fill("#seek", "cups")
    assert page.locator("#list button").count() == 1
    assert not any("oxigraph" in address or "triples" in address for address in opened.asked)
    assert page.locator("#for-concept option").count() > 100
    clean(opened)


@pytest.mark.browser
def test_the_editor_completes_names_and_knows_the_prefixes(visit: Visitor, small_build: Path) -> None:
    opened = visit((small_build / "site" / "questions.html").as_uri(), width=1600)
    page = opened.page
    page.wait_for_function("window.yili")
    page.evaluate("write('SELECT * WHERE { ?s skos:prefLabel ?o }')")
    assert page.locator(".parseErrorIcon").count() == 0
    page.evaluate("write('SELECT * WHERE { ?s ')")
    page.evaluate("editor.focus(); editor.setCursor(0, 99)")
    page.keyboard.type("yl:age")
    page.wait_for_selector(".CodeMirror-hints")
    assert "yl:agent" in page.locator(".CodeMirror-hints li").all_inner_texts()
    page.keyboard.press("Escape")
    page.evaluate("write('SELECT * WHERE { ?s ?p }')")
    page.wait_for_selector(".parseErrorIcon")
    clean(opened)


@pytest.mark.browser
def test_markup_in_a_text_is_text(visit: Visitor, evil_build: Path) -> None:
    query = "SELECT ?s ?text WHERE { ?s crm:P190_has_symbolic_content ?text }"
    opened = ask(visit, evil_build, "#query=" + quote(query))
    assert "<img" in opened.page.inner_text("#answer")
    assert opened.page.locator("#main img").count() == 0
    clean(opened)
    opened = ask(visit, evil_build, "#query=" + quote("SELECT ('<img src=x onerror=alert(1)>' AS ?x) {}"))
    assert opened.page.locator("#main img").count() == 0
    clean(opened)


class _Strict(http.server.SimpleHTTPRequestHandler):
    """Files as a web host gives them that lets no script run but its own."""

    def end_headers(self) -> None:
        policy = "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src 'self' data:"
        self.send_header("Content-Security-Policy", policy)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def strict_host(small_build: Path) -> Iterator[str]:
    handler = functools.partial(_Strict, directory=str(small_build / "site"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.mark.browser
def test_a_strict_host_lets_the_page_answer(visit: Visitor, strict_host: str, small_build: Path) -> None:
    opened = visit(f"{strict_host}/questions.html?ask=occurrences&concept=賓")
    # A function that the page is asked to wait for would be made from a string, which the host forbids.
    opened.page.wait_for_selector("#answer table, #message.bad", timeout=LONG)
    assert opened.page.evaluate("yili.asking.engine.place") == "page", "no worker is allowed there"
    want = run(open_store(small_build), "occurrences", {"concept": "賓"})
    assert rows_of(opened) == [list(row) for row in want.rows]
    assert len(want) > 0
    assert all(address.startswith((strict_host, "blob:", "data:")) for address in opened.asked)
    assert opened.wrong == []


@pytest.mark.browser
def test_a_server_that_answers_is_asked(visit: Visitor, strict_host: str) -> None:
    opened = visit("about:blank")
    page = opened.page

    def endpoint(route: Any) -> None:
        if route.request.method == "GET":
            route.fulfill(content_type="text/turtle", body="")
        else:
            assert "yl:Occurrence" in route.request.post_data
            body = '{"head":{"vars":["x"]},"results":{"bindings":[{"x":{"type":"literal","value":"7"}}]}}'
            route.fulfill(content_type="application/sparql-results+json", body=body)

    page.route("**/sparql", endpoint)
    page.goto(f"{strict_host}/questions.html?ask=occurrences")
    page.wait_for_selector("#answer table, #message.bad")
    assert rows_of(opened) == [["7"]]
    assert not any("oxigraph" in address for address in opened.asked)
