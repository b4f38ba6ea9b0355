"""The search: the index holds every word of every layer, and what is typed finds it however it is spelled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.browser import Visit, Visitor
from yili_kg.pipeline import EDITIONS
from yili_kg.records.whole import read_editions
from yili_kg.views.search.index import WORDS, also_written, text_file


def _told(site: Path, name: str) -> Any:
    script = (site / name).read_text(encoding="utf-8")
    return json.loads(script.removeprefix(f'given("{name}", ').rstrip().removesuffix(");"))


def _segments(site: Path) -> dict[str, tuple[str, str]]:
    """Segment → layer and text, as the browser takes them out of the index."""
    found: dict[str, tuple[str, str]] = {}
    for chapter, _ in _told(site, WORDS)["chapters"]:
        told, before = _told(site, text_file(chapter)), ""
        for line, layer, text in zip(told["ids"].split("\n"), told["of"], told["text"].split("\n"), strict=True):
            before = before[: ord(line[0]) - ord("0")] + line[1:]
            found[before] = (told["layers"][int(layer, 36)], text)
    return found


def test_the_index_holds_every_segment_as_it_stands(corpus: Path) -> None:
    segments = {
        s.id: (s.layer, s.text.replace("\n", " "))
        for annotated in read_editions(corpus / EDITIONS)
        for s in annotated.edition.segments
        if s.text.strip()
    }
    assert _segments(corpus / "site") == segments


def test_what_one_graph_of_simplified_script_may_be() -> None:
    assert also_written("後雲觶乾飲") in (
        "后後云雲干乾",
        "后後干乾云雲",
        "云雲后後干乾",
        "云雲干乾后後",
        "干乾后後云雲",
        "干乾云雲后後",
    )
    assert also_written("觶") == "", "folding makes 觶 of 觯 anyway"


def _finding(visit: Visitor, folder: Path, typed: str, *, page: str = "index.html", **options: Any) -> Visit:
    """A page with something typed into the field at its head, and the answer there."""
    opened = visit((folder / "site" / page).as_uri(), **options)
    opened.page.fill("#find", typed)
    opened.page.wait_for_selector("#found [role=option], #found .none")
    opened.page.wait_for_function("document.querySelector('.find [role=status]').textContent !== ''")
    return opened


def _names(opened: Visit) -> list[str]:
    names: list[str] = opened.page.locator("#found [role=option][href^=concept] b").all_inner_texts()
    return names


@pytest.mark.browser
@pytest.mark.parametrize("typed", ["zhi", "zhì", "zhi4", "ZHI", "觯", "觶", "goblet", " 觯 ", "three sheng"])
def test_a_concept_is_found_however_it_is_typed(visit: Visitor, corpus: Path, typed: str) -> None:
    opened = _finding(visit, corpus, typed)
    assert _names(opened)[0] == "觶"
    assert opened.wrong == []
    assert opened.asked_outside == []


@pytest.mark.browser
def test_pinyin_with_tones_is_narrower_than_without(visit: Visitor, corpus: Path) -> None:
    page = visit((corpus / "site" / "search.html").as_uri()).page
    page.wait_for_function("typeof Search === 'object' && Search.FIND.concepts.length > 0")
    names = "typed => Search.conceptsFor(typed, Infinity).map(row => row.zh)"
    plain, toned = page.evaluate(names, "zhi"), page.evaluate(names, "zhi4")
    assert {"觶", "雉"} <= set(toned) < set(plain)
    assert "汁" not in toned
    assert set(page.evaluate(names, "lü")) >= set(page.evaluate(names, "lv")) > set()


@pytest.mark.browser
def test_words_are_found_in_all_layers_and_all_scripts(visit: Visitor, corpus: Path) -> None:
    page = visit((corpus / "site" / "search.html").as_uri() + "?q=飲酒").page
    page.wait_for_selector("#places mark")
    layers = page.evaluate(
        "async () => [...new Set((await Search.inText('飲酒', Search.FIND.chapters)).map(f => f.layer))]"
    )
    assert {"經", "注", "疏"} <= set(layers)
    same = "async typed => (await Search.inText(typed, Search.FIND.chapters)).length"
    assert page.evaluate(same, "饮酒") == page.evaluate(same, "飲 酒") == page.evaluate(same, "飲酒") > 50
    assert page.evaluate(same, "之后") >= page.evaluate(same, "之後") > 0, "后 may be 後 for one who writes simplified"


@pytest.mark.browser
def test_punctuation_parts_no_words(visit: Visitor, small_build: Path) -> None:
    page = visit((small_build / "site" / "search.html").as_uri() + "?q=謀賓介").page
    page.wait_for_selector("#places mark")
    assert page.locator("#places mark").all_inner_texts() == ["謀賓、介"]


@pytest.mark.browser
def test_every_place_that_is_found_is_a_place_of_the_text(visit: Visitor, corpus: Path) -> None:
    page = visit((corpus / "site" / "search.html").as_uri()).page
    page.wait_for_function("typeof Search === 'object' && Search.FIND.concepts.length > 0")
    told = page.evaluate(
        "async () => (await Search.inText('受觶', Search.FIND.chapters)).map(f => Search.around(f, 9999))"
    )
    segments = _segments(corpus / "site")
    assert told
    for row in told:
        assert row["before"] + row["words"] + row["after"] == segments[row["id"]][1]


@pytest.mark.browser
def test_the_field_is_used_by_keyboard(visit: Visitor, corpus: Path) -> None:
    page = _finding(visit, corpus, "zhi").page
    field = page.locator("#find")
    assert field.get_attribute("role") == "combobox"
    assert field.get_attribute("aria-expanded") == "true"
    page.keyboard.press("ArrowDown")
    chosen = field.get_attribute("aria-activedescendant")
    assert page.get_attribute(f"#{chosen}", "aria-selected") == "true"
    page.keyboard.press("ArrowUp")
    assert "all results" in page.locator("#found [aria-selected=true]").inner_text(), "before the first comes the last"
    page.keyboard.press("Escape")
    assert field.get_attribute("aria-expanded") == "false"
    assert not page.is_visible("#found")
    page.keyboard.press("ArrowDown")
    page.wait_for_selector("#found:visible [role=option]")
    page.wait_for_selector("#found b:has-text('all results')")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector("h1:has-text('觶')")
    assert "concept-" in page.url


@pytest.mark.browser
def test_enter_leads_to_all_results_with_the_language(visit: Visitor, corpus: Path) -> None:
    opened = _finding(visit, corpus, "飲酒", page="concept-觶.html", locale="zh-TW")
    page = opened.page
    page.click("#tongue")
    page.focus("#find")
    page.keyboard.press("Enter")
    page.wait_for_selector("#places mark")
    assert page.get_attribute("html", "lang") == "en"
    assert page.input_value("#q") == "飲酒"
    before = page.evaluate("document.documentElement.dataset.found")
    page.uncheck("#layers input[value='疏']")
    assert page.evaluate("document.documentElement.dataset.found") != before
    assert page.locator("h3:has-text('sub-commentary')").count() == 0
    page.select_option("#chapter", "04")
    page.wait_for_function("document.querySelectorAll('#places h2').length === 1")
    assert "chapter=04" in page.url
    page.reload()
    page.wait_for_selector("#places mark")
    assert page.locator("#places h2").count() == 1
    assert not page.is_checked("#layers input[value='疏']")
    assert opened.wrong == []


@pytest.mark.browser
def test_more_places_are_shown_on_demand(visit: Visitor, corpus: Path) -> None:
    page = visit((corpus / "site" / "search.html").as_uri() + "?q=賓").page
    page.wait_for_selector("#places button")
    items = page.locator("#places .layer").filter(has=page.locator("button")).first.locator("li")
    assert items.count() == 3
    page.locator("#places button").first.click()
    assert items.count() > 3


@pytest.mark.browser
@pytest.mark.parametrize(("typed", "near"), [("gobblet", "goblet"), ("飲酒飲酒飲酒觶", "飲酒飲"), ("jueee", "jue")])
def test_where_nothing_is_found_the_page_says_so_and_what_is_near(
    visit: Visitor, corpus: Path, typed: str, near: str
) -> None:
    opened = visit((corpus / "site" / "search.html").as_uri() + f"?q={typed}")
    opened.page.wait_for_selector("#status a")
    assert opened.page.inner_text("#status").startswith(f"Nothing found for “{typed}”.")
    if near.isascii():
        assert near in opened.page.locator("#status a").all_inner_texts()
    opened.page.locator("#status a").first.click()
    opened.page.wait_for_selector("#concepts li, #places mark")
    assert opened.wrong == []


@pytest.mark.browser
@pytest.mark.parametrize(
    "page", ["graph.html", "glossary.html", "citations.html", "rite-04.html", "ontology.html", "concepts.html"]
)
def test_the_field_answers_on_every_page(visit: Visitor, corpus: Path, page: str) -> None:
    opened = _finding(visit, corpus, "觯", page=page)
    assert _names(opened)[0] == "觶"
    assert opened.wrong == []


@pytest.mark.browser
def test_markup_in_a_source_stays_text(visit: Visitor, evil_build: Path) -> None:
    opened = _finding(visit, evil_build, "主人就先生而謀")
    page = opened.page
    assert page.locator("#found img").count() == 0
    assert "<img" in page.inner_text("#found")
    page.goto((evil_build / "site" / "search.html").as_uri() + "?q=<img src=x onerror=alert(1)>謀")
    page.wait_for_selector("#status:has-text('Nothing found')")
    page.goto((evil_build / "site" / "search.html").as_uri() + "?q=onerror")
    page.wait_for_selector("#places mark")
    page.goto((evil_build / "site" / "concept-賓.html").as_uri())
    assert page.locator("main img").count() == 0
    assert "<img" in page.inner_text("main")
    assert opened.wrong == []
