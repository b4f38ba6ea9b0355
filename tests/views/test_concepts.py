"""The pages of concepts: one for each that is named, every link of them leads somewhere, what they say stands in the records."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from urllib.parse import unquote

import pyoxigraph as ox
import pytest

from tests.browser import Visitor
from yili_kg.authorities import load_links
from yili_kg.graph.iris import local, tail
from yili_kg.graph.store import open_store, select
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.lexicon import load_lexicon
from yili_kg.models import Annotated
from yili_kg.pipeline import EDITIONS
from yili_kg.records.whole import read_editions
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold
from yili_kg.views import dictionary
from yili_kg.views.concepts.gathered import PLACES, Use
from yili_kg.views.concepts.links import concept_file
from yili_kg.views.concepts.write import concept_files, shown
from yili_kg.views.page import site_script
from yili_kg.views.site import Site, site_of_build

_HREF = re.compile(r'href="([^"]*)"')


@pytest.fixture(scope="module")
def editions(corpus: Path) -> list[Annotated]:
    return read_editions(corpus / EDITIONS)


@pytest.fixture(scope="module")
def uses(editions: list[Annotated]) -> dict[str, Use]:
    return shown(editions)


@pytest.fixture(scope="module")
def store(corpus: Path) -> ox.Store:
    return open_store(corpus)


@pytest.fixture(scope="module")
def site(editions: list[Annotated]) -> Site:
    """A site in which every 篇 can be read, in two pages."""
    parts: dict[str, set[str]] = {}
    for annotated in editions:
        for segment in annotated.edition.segments:
            parts.setdefault(segment.chapter or "00", set()).update(segment.passages)
    return site_of_build(["04"], {c: sorted(p)[:: len(p) // 2 + 1] or [f"{c}.001"] for c, p in parts.items()})


@pytest.fixture(scope="module")
def files(uses: dict[str, Use], store: ox.Store, site: Site) -> dict[str, str]:
    return dict(concept_files(uses, store, site=site))


def _anchors(editions: list[Annotated]) -> set[str]:
    segments = [s for annotated in editions for s in annotated.edition.segments]
    received = {p for s in segments for p in s.passages}
    return {s.id for s in segments} | received


def test_each_concept_that_the_graph_names_has_a_page(store: ox.Store, corpus: Path) -> None:
    named = {tail(row["c"]) for row in select(store, "SELECT DISTINCT ?c WHERE { ?m its:taIdentRef ?c }")}
    assert len(named) > 1000
    there = {p.name for p in (corpus / "site").glob("concept-*.html")}
    assert {f"concept-{name}.html" for name in named} <= there


def test_each_concept_that_a_word_of_the_glossary_may_be_has_a_page(
    editions: list[Annotated], uses: dict[str, Use]
) -> None:
    for word in dictionary.gather(editions):
        assert {form.concept for form in load_lexicon().forms.get(fold(word.word), ())} <= uses.keys(), word.word


def test_no_page_for_what_nothing_speaks_of(uses: dict[str, Use]) -> None:
    assert "觶" in uses
    assert "爵器" in uses, "what 觶 is a kind of"
    assert "大車" not in uses


def test_every_link_leads_to_a_file_or_to_a_place_that_is_read(
    files: dict[str, str], site: Site, editions: list[Annotated]
) -> None:
    there, anchors = set(files) | set(site.files) | {"search.html"}, _anchors(editions)
    received = re.compile(r"\d\d\.\d{3}")
    records = {link.uri for link in load_links()}
    pages = {name: text for name, text in files.items() if name.startswith("concept-")}
    for name, text in pages.items():
        for href in {html.unescape(h) for h in _HREF.findall(text.partition("<main")[2])}:
            if href in records:  # a record of another project is the only way out
                continue
            file, _, place = href.partition("#")
            assert unquote(file.partition("?")[0]) in there, (name, href)
            if file.startswith("read-"):
                # The passage of an occupant is one of the received text, in whatever edition it is read.
                assert unquote(place) in anchors or received.fullmatch(place), (name, href)


def test_a_page_tells_where_how_often_and_what_it_is(files: dict[str, str], uses: dict[str, Use]) -> None:
    page, use = files["concept-觶.html"], uses["觶"]
    assert '<span class="pinyin" lang="lzh-Latn-pinyin">zhì</span>' in page
    assert "goblet, three sheng" in page
    assert use.total == sum(use.counts.values()) > 300
    assert f"<b>{use.total:,}</b>" in page
    assert len(use.places) == PLACES
    assert page.count("<mark>") == PLACES
    first = use.first["04", "經"]
    assert re.search(rf'href="read-04(-2)?\.html#{re.escape(first)}"', page), (
        "a cell of the chart is the way to the first place"
    )
    assert 'href="concept-%E7%88%B5%E5%99%A8.html"' in page, "what it is a kind of"
    assert f'href="{"search.html?q=%E8%A7%AF"}"' in page or 'href="search.html?q=%E8%A7%B6"' in page
    assert '<th scope="row" lang="lzh">奠</th>' in page, "what is done with it"


def test_places_stand_in_the_order_in_which_one_reads(uses: dict[str, Use]) -> None:
    for use in (uses["賓"], uses["觶"]):
        keys = [
            (p.segment.chapter, p.segment.passages[:1], layers().order(p.segment.layer))
            for p in use.places
            if p.segment.passages
        ]
        assert keys == sorted(keys)


def test_the_oldest_voice_comes_first(uses: dict[str, Use], files: dict[str, str]) -> None:
    both = [name for name, use in uses.items() if {"注", "疏"} <= {s.segment.layer for s in use.sayings}]
    assert both
    for name in both:
        orders = [layers().order(s.segment.layer) for s in uses[name].sayings]
        assert orders == sorted(orders)
        page = files[concept_file(name)]
        cards = re.findall(r"<article><h3>.*?<small>(.*?)</small></h3>", page)
        assert cards.index("注") < cards.index("疏")


def test_a_gloss_is_of_what_its_word_names(uses: dict[str, Use], editions: list[Annotated]) -> None:
    spans = {(m.segment, m.start, m.end): m.concept for a in editions for m in a.mentions}
    told = [(name, s.gloss) for name, use in uses.items() for s in use.sayings]
    assert len(told) > 100
    for name, gloss in told:
        named = spans.get((gloss.target_segment, gloss.target_start, gloss.target_end))
        assert named in (None, name)


def test_every_statement_is_marked_by_how_it_was_decided(files: dict[str, str]) -> None:
    page = files["concept-主人.html"]
    for item in re.findall(r"<li data-row.*?</li>", page):
        assert len(re.findall(r'class="way mark (?:by-hand|by-rule|unsure)"', item)) == 1, item
    marks = set(re.findall(r'class="way (by-hand|by-rule|unsure)"', page))
    assert marks == {"by-hand", "by-rule", "unsure"}


def test_the_turtle_of_a_page_is_what_the_graph_says(files: dict[str, str], store: ox.Store) -> None:
    for name in ("觶", "禮記·曲禮", "主人"):
        told = html.unescape(re.findall(r'<pre tabindex="0">(.*?)</pre>', files[concept_file(name)], re.S)[0])
        triples = [(q.subject, q.predicate, q.object) for q in ox.parse(told.encode(), format=ox.RdfFormat.TURTLE)]
        assert any(p == T.in_scheme for _, p, _ in triples), name
        for s, p, o in triples:
            assert next(store.quads_for_pattern(s, p, o), None) is not None, (name, s, p, o)


def test_a_work_tells_who_cites_it(files: dict[str, str], uses: dict[str, Use]) -> None:
    page = files[concept_file("禮記·曲禮")]
    assert uses["禮記·曲禮"].citing > 10
    assert 'href="citations.html"' in page
    assert uses["禮記"].citing > uses["禮記·曲禮"].citing, "a book is cited where its parts are"


def test_cards_have_what_a_reader_shows(files: dict[str, str], uses: dict[str, Use]) -> None:
    script = files["cards.js"]
    assert script.startswith('given("cards.js", {')
    told = json.loads(script.removeprefix('given("cards.js", ').rstrip().removesuffix(");"))
    assert set(told) == set(uses)
    card = told["觶"]
    assert (card["type"], card["zh"], card["pinyin"], card["total"]) == ("object", "觶", "zhì", uses["觶"].total)
    for each in told.values():
        assert set(each) == {"type", "zh", "pinyin", "en", "gloss", "total", "says"}
        assert len(each["says"]) <= 5
        assert all(len(row) == 5 for row in each["says"])


def test_the_same_build_gives_the_same_pages(
    uses: dict[str, Use], store: ox.Store, site: Site, files: dict[str, str], editions: list[Annotated]
) -> None:
    assert dict(concept_files(shown(editions), store, site=site)) == files


def test_pages_are_light(files: dict[str, str]) -> None:
    assert max(len(text.encode()) for text in files.values()) < 1_500_000


def test_the_name_of_a_page_is_the_end_of_the_iri() -> None:
    assert concept_file("禮記·曲禮") == f"concept-{local('禮記·曲禮')}.html" == "concept-禮記.曲禮.html"
    assert concept_file("a/b\ue001") == "concept-au002FbuE001.html"


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280, 1920])
@pytest.mark.parametrize("file", ["concept-主人.html", "concept-禮記.html", "concepts.html", "search.html"])
def test_pages_are_read_at_every_width(visit: Visitor, corpus: Path, file: str, width: int) -> None:
    opened = visit((corpus / "site" / file).as_uri(), width=width, locale="zh-TW", dark=width == 390)
    page = opened.page
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    wide = "[...document.querySelectorAll('.wide')].every(e => e.scrollWidth <= e.clientWidth)"
    assert page.evaluate(wide), "no table scrolls sideways"
    page.click("#tongue")
    assert page.get_attribute("html", "lang") == "en"
    assert page.locator("main .zh:visible").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert opened.asked_outside == []
    assert opened.wrong == []


@pytest.mark.browser
def test_concepts_are_chosen_by_type_and_by_what_is_typed(visit: Visitor, corpus: Path, uses: dict[str, Use]) -> None:
    opened = visit((corpus / "site" / "concepts.html").as_uri())
    page = opened.page
    page.wait_for_selector("#list li")
    assert page.inner_text("#count").startswith(f"{len(uses):,} ")
    assert page.locator("#list b").first.inner_text() == max(uses, key=lambda name: uses[name].total)
    page.fill("#q", "goblet")
    assert page.locator("#list b").first.inner_text() == "觶"
    page.fill("#q", "")
    for value in ("0", "1", "3", "4"):
        page.uncheck(f"input[name=type][value='{value}']")
    assert set(page.locator("#list .dot").evaluate_all("all => all.map(d => d.className)")) == {"dot type-2"}
    page.select_option("#order", "stroke")
    names = page.locator("#list b").all_inner_texts()
    assert names == page.evaluate("names => [...names].sort(new Intl.Collator('zh-Hant-u-co-stroke').compare)", names)
    page.fill("#q", "觯")
    page.click("#list a")
    page.wait_for_selector("h1:has-text('觶')")
    assert opened.wrong == []


@pytest.mark.browser
def test_the_turtle_unfolds_by_keyboard(visit: Visitor, corpus: Path) -> None:
    page = visit((corpus / "site" / "concept-觶.html").as_uri()).page
    page.focus(".turtle summary")
    page.keyboard.press("Enter")
    assert "skos:prefLabel" in page.inner_text(".turtle pre")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "copy"


@pytest.mark.browser
def test_a_place_that_the_address_names_is_marked(
    visit: Visitor, files: dict[str, str], uses: dict[str, Use], corpus: Path, tmp_path: Path, site: Site
) -> None:
    for name in ("base.js", "find.js", "concept.js"):
        (tmp_path / name).write_text((corpus / "site" / name).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "site.js").write_text(site_script(site), encoding="utf-8")
    (tmp_path / "concept-觶.html").write_text(files["concept-觶.html"], encoding="utf-8")
    place = next(p for p in uses["觶"].places if p.segment.passages)
    opened = visit((tmp_path / "concept-觶.html").as_uri() + "#" + place.segment.passages[0])
    marked = opened.page.locator("li.here")
    assert marked.count() >= 1
    assert place.segment.passages[0] in marked.first.inner_text()
    assert opened.wrong == []
