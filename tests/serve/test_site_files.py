"""The site as `yili-kg serve` sends it: file for file, compressed, with its headers, and nothing but what the build wrote."""

from __future__ import annotations

import gzip
import http.client
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.browser import Visitor
from tests.serve.server import serving
from yili_kg.serve.site_files import counts_of, files_of_site


@pytest.fixture(scope="module")
def odd(small_build: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build into whose site others have put files and links, beside a secret."""
    place = tmp_path_factory.mktemp("odd")
    shutil.copytree(small_build, place / "build")
    (place / "secret.txt").write_text("secret", encoding="utf-8")
    site = place / "build" / "site"
    (site / "stranger.html").write_text("secret", encoding="utf-8")
    (site / "glossary.html").unlink()
    (site / "glossary.html").symlink_to(place / "secret.txt")
    (site / "citations.html").unlink()
    return place / "build"


@pytest.fixture(scope="module")
def server(odd: Path) -> Iterator[httpx.Client]:
    with serving(odd) as (address, _), httpx.Client(base_url=address, timeout=300) as client:
        yield client


def raw(server: httpx.Client, path: str) -> tuple[int, bytes]:
    """What is sent for an address just as it is written: clients tidy it."""
    to = urlsplit(str(server.base_url))
    line = http.client.HTTPConnection(to.hostname or "", to.port, timeout=300)
    line.putrequest("GET", path, skip_accept_encoding=True)
    line.endheaders()
    got = line.getresponse()
    return got.status, got.read()


def test_every_file_of_the_site_is_sent_as_it_is(server: httpx.Client, odd: Path) -> None:
    names = files_of_site(odd)
    assert {"index.html", "site.js", "yili.css", "yili.ttl.gz", "concept-主人.html"} <= set(names)
    for name, path in names.items():
        got = server.get(f"/{name}")
        whole = path.read_bytes()
        if name in (
            "manifest.json",
            "dataset.ttl",
            "dataset.jsonld",
        ):  # those of the build itself are at these addresses
            whole = (odd / name).read_bytes()
        assert (got.status_code, got.content) == (200, whole), name
    assert server.get("/").content == names["index.html"].read_bytes()


def test_what_is_long_is_compressed_for_those_who_take_it(server: httpx.Client, odd: Path) -> None:
    whole = (odd / "site" / "base.js").read_bytes()
    got = server.get("/base.js", headers={"Accept-Encoding": "gzip, br"})
    assert got.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in got.headers["vary"]
    assert int(got.headers["content-length"]) < len(whole) / 2
    assert got.content == whole
    for taken in ("identity", "gzip;q=0", "gzip; q=0.000, br"):
        plain = server.get("/base.js", headers={"Accept-Encoding": taken})
        assert "content-encoding" not in plain.headers, taken
        assert "Accept-Encoding" in plain.headers["vary"], "who keeps it must not give it to others"
        assert plain.content == whole
    packed = server.get("/yili.ttl.gz", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in packed.headers
    assert gzip.decompress(packed.content) == (odd / "yili.ttl").read_bytes()


@pytest.mark.parametrize(
    ("name", "media"),
    [
        ("index.html", "text/html"),
        ("yili.css", "text/css"),
        ("base.js", "text/javascript"),
        ("concept-主人.html", "text/html"),
        ("yili.ttl.gz", "application/gzip"),
    ],
)
def test_headers_say_what_it_is_and_what_a_page_may_do(server: httpx.Client, name: str, media: str) -> None:
    got = server.get(f"/{name}")
    assert got.headers["content-type"].partition(";")[0] == media
    assert got.headers["x-content-type-options"] == "nosniff"
    assert got.headers["cache-control"] == "no-cache"
    policy = got.headers.get("content-security-policy", "")
    if media == "text/html":
        rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
        assert rules["default-src"] == "'none'"
        assert rules["script-src"] == "'self' 'wasm-unsafe-eval'"
        assert rules["frame-ancestors"] == rules["frame-src"] == "'self'"
        assert got.headers["referrer-policy"] == "no-referrer"
    else:
        assert policy == ""


def test_strangers_links_and_what_is_gone_are_not_sent(server: httpx.Client, odd: Path) -> None:
    assert {"stranger.html", "glossary.html", "citations.html"} & set(files_of_site(odd)) == set()
    for name in ("stranger.html", "glossary.html", "citations.html"):
        got = server.get(f"/{name}")
        assert got.status_code == 404
        assert "secret" not in got.text
    # What becomes a link, or goes, while the server is at work is not sent either.
    for name in ("concepts.html", "search.html"):
        assert server.get(f"/{name}").status_code == 200
        (odd / "site" / name).unlink()
    (odd / "site" / "concepts.html").symlink_to(odd.parent / "secret.txt")
    assert server.get("/concepts.html").status_code == 404
    assert server.get("/search.html").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/..%2Fsecret.txt",
        "/..%2f..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/site/../../secret.txt",
        "/site/stranger.html",
        "/./stranger.html",
        "//etc/passwd",
        "/..%5csecret.txt",
        "/index.html%00.txt",
        "/index.html/",
        "/%ff%fe",
        "/" + "a" * 3000,
    ],
)
def test_no_address_leads_out_of_the_site(server: httpx.Client, path: str) -> None:
    status, body = raw(server, path)
    assert status in (400, 404, 414), path
    assert b"secret" not in body.replace(b"secret.txt", b"")
    assert b"root:" not in body


def test_nothing_is_a_site_where_no_build_says_so(tmp_path: Path, small_build: Path) -> None:
    assert files_of_site(tmp_path) == {}
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").touch()
    assert files_of_site(tmp_path) == {}
    told = json.loads((small_build / "site" / "manifest.json").read_text(encoding="utf-8"))
    told["files"] = {**told["files"], "../secret.txt": "0", "sub/a.html": "0"}
    (tmp_path / "secret.txt").touch()
    (tmp_path / "site" / "sub").mkdir()
    (tmp_path / "site" / "sub" / "a.html").touch()
    (tmp_path / "site" / "manifest.json").write_text(json.dumps(told), encoding="utf-8")
    assert set(files_of_site(tmp_path)) <= {"index.html"}


def test_counts_are_told_or_none(tmp_path: Path, small_build: Path) -> None:
    assert counts_of(small_build)
    assert counts_of(tmp_path) == {}
    for text in ("", "[]", '{"counts": 3}', '{"counts": []}'):
        (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
        assert counts_of(tmp_path) == {}


@pytest.mark.browser
def test_every_kind_of_page_opens_without_an_error(visit: Visitor, corpus: Path) -> None:
    """From the server, under its policy; what is missing is told as a page, with the status that is its own."""
    from playwright.sync_api import expect

    pages = {
        "/": "儀禮知識圖譜",
        "/read-04.html#04.013": "主人一相迎",
        "/read-00.html": "",
        "/rite-04.html#04.049": "實觶",
        "/concepts.html": "觶",
        "/concept-觶.html": "goblet",
        "/glossary.html#揖": "推手",
        "/citations.html#10.026": "左傳·隱公七年",
        "/graph.html?concept=觶": "觶",
        "/questions.html?ask=cups": "number",
        "/questions.html?ask=occurrences&concept=觯": "或謂",
        "/ontology.html": "Mention",
        "/ontology": "Mention",
        "/ontology/0.4.0": "Mention",
        "/search.html?q=zhi": "觶",
        "/concept/觶": "觶",
        "/seg/04.013": "04.013",
        "/seg/04.013.zhushu.jing.1": "04.013",
        "/sparql": "SPARQL",
        "/data": "SPARQL",
        "/nothing.html": "nothing.html",
        "/concept/none": "none",
    }
    with serving(corpus) as (address, _):
        opened = visit("about:blank", locale="zh-TW", calm=True)
        for path, words in pages.items():
            answered = opened.page.goto(address + path)
            expect(opened.page.locator("main").first).to_contain_text(words)
            opened.page.wait_for_load_state("networkidle")
            missing = path in ("/nothing.html", "/concept/none")
            assert answered.status == (404 if missing else 200), path
            said = [line for line in opened.said if not (missing and "404" in line)]
            assert (said, opened.wrong) == ([], []), path
            assert " - " not in opened.page.title(), path
            opened.said.clear()
        assert all(a.startswith((address, "about:", "data:", "blob:")) for a in opened.asked)
        assert not [a for a in opened.asked if "oxigraph" in a], "the server answers"
