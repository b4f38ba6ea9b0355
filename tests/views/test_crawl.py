"""All links of a site, from its files: each leads to a file that is there, and each place behind a # is on it or is opened by it."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

#: Pages whose scripts open a passage or a segment behind the #; the dictionary opens words too.
_OPENS_PLACES = re.compile(r"^(read-|rite-|glossary|citations|concept-|concepts|search|graph|questions)")
_OPENS_NAMES = {"glossary.html", "search.html", "graph.html", "questions.html", "concepts.html"}
_PLACE = re.compile(r"^\d\d(\.\d{3})?(\..+)?$")
#: No page is larger, as it is and compressed.
_LARGEST, _LARGEST_PACKED = 1_500_000, 400_000


class _Found(HTMLParser):
    """The links and anchors of a page, what it loads, and scripts and handlers that stand in it."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.ids: list[str] = []
        self.inline: list[str] = []
        self._in_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.inline += [f"{tag} {name}" for name in given if name.startswith("on")]
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag in ("script", "img", "iframe", "source") and "src" in given:
            self.loaded.append(given["src"])
        if tag == "link" and not given.get("href", "").startswith("data:"):
            self.loaded.append(given.get("href", ""))
        if tag == "form" and given.get("action"):
            self.links.append(given["action"])
        self._in_script = tag == "script" and "src" not in given and given.get("type") != "application/json"

    def handle_data(self, data: str) -> None:
        if self._in_script and data.strip():
            self.inline.append(data.strip()[:60])

    def handle_endtag(self, tag: str) -> None:
        self._in_script = False


@cache
def found(path: Path) -> _Found:
    page = _Found()
    page.feed(path.read_text(encoding="utf-8"))
    return page


@pytest.fixture(scope="module")
def site(corpus: Path) -> Path:
    return corpus / "site"


def pages(site: Path) -> Iterator[Path]:
    yield from sorted(site.glob("*.html"))


def broken(site: Path) -> Iterator[str]:
    """Page → link, for each that leads nowhere."""
    files = {p.name for p in site.iterdir()}
    for path in pages(site):
        for link in dict.fromkeys(found(path).links):
            if re.match(r"^(https?:|mailto:)", link):
                continue
            address, _, anchor = unescape(link).partition("#")
            name = unquote(address.partition("?")[0]) or path.name
            if name not in files:
                yield f"{path.name} → {link}: no such file"
            elif anchor and not opens(site / name, unquote(anchor)):
                yield f"{path.name} → {link}: no such place"


def opens(path: Path, anchor: str) -> bool:
    """Whether a page has an anchor, or its script opens it."""
    if anchor in found(path).ids:
        return True
    return path.name in _OPENS_NAMES or (bool(_OPENS_PLACES.match(path.name)) and bool(_PLACE.match(anchor)))


def test_every_link_leads_to_a_file_and_a_place_that_is_there(site: Path) -> None:
    assert list(broken(site)) == []


def test_no_page_loads_or_runs_what_is_not_a_file_of_the_site(site: Path) -> None:
    files = {p.name for p in site.iterdir()}
    for path in pages(site):
        assert set(found(path).loaded) <= files, path.name
        assert found(path).inline == [], path.name


def test_every_id_is_there_once(site: Path) -> None:
    for path in pages(site):
        ids = found(path).ids
        assert len(ids) == len(set(ids)), (path.name, [i for i in ids if ids.count(i) > 1][:5])


def test_no_page_is_too_large(site: Path) -> None:
    for path in pages(site):
        whole = path.read_bytes()
        assert len(whole) < _LARGEST, (path.name, len(whole))
        assert len(gzip.compress(whole)) < _LARGEST_PACKED, (path.name, len(gzip.compress(whole)))


def test_the_crawl_finds_what_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<a href="b.html"></a><a href="b.html#x"></a><a href="b.html#y"></a><a href="c.html"></a><a href="#z"></a>'
        '<a href="glossary.html#%E8%A7%B6"></a><a href="rite-04.html#04.013"></a><a href="rite-04.html#x"></a>'
    )
    (tmp_path / "b.html").write_text('<p id="x">')
    (tmp_path / "glossary.html").touch()
    (tmp_path / "rite-04.html").touch()
    assert [line.partition(" → ")[2].partition(":")[0] for line in broken(tmp_path)] == [
        "b.html#y", "c.html", "#z", "rite-04.html#x",
    ]  # fmt: skip
