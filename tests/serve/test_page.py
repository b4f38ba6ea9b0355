"""The page to type queries in, in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import Visitor
from tests.serve.server import serving

pytestmark = pytest.mark.browser


def test_page_asks_named_questions_and_ones_own(visit: Visitor, evil_build: Path) -> None:
    with serving(evil_build, "--timeout", "3") as (address, _):
        opened = visit(f"{address}/sparql")
        page = opened.page
        page.click("text=where a concept is named")
        page.wait_for_selector("#answer table")
        page.fill("#params input", "主人")
        page.click("#run")
        page.wait_for_selector("#message:has-text('3 rows')")
        assert page.locator("#answer tbody tr").all_inner_texts()[0].split() == ["04", "鄉飲酒禮", "注", "1"]

        page.fill("#query", "SELECT ?s ?t { ?s crm:P190_has_symbolic_content ?t } ORDER BY ?s")
        page.click("#run")
        page.wait_for_selector("#answer td:has-text('<imgsrc=x')")
        assert page.locator("#answer img").count() == 0
        page.locator("#answer a").first.click()
        page.wait_for_selector("h1")
        assert "/seg/" in page.url

        page.goto(f"{address}/sparql")
        page.fill("#query", "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }")
        page.click("#run")
        page.wait_for_selector("#message.bad")
        assert "longer than 3 s" in page.inner_text("#message")
        assert opened.wrong == []


def test_served_pages_speak_both_languages_and_run_no_script_but_their_own(visit: Visitor, small_build: Path) -> None:
    with serving(small_build) as (address, _):
        page = visit(f"{address}/", width=390, locale="zh-TW").page
        refused: list[str] = []
        page.on("console", lambda said: refused.append(said.text) if "Content Security" in said.text else None)
        for path in ("/", "/concept/主人", "/concept/none", "/sparql", "/ontology/0.4.0"):
            page.goto(f"{address}{path}?lang=zh")
            assert page.get_attribute("html", "lang") == "zh-Hant", path
            page.click("#tongue")
            assert page.get_attribute("html", "lang") == "en", path
            assert page.locator("header.site .zh:visible").count() == 0, path
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
        assert refused == []
        page.click("header.site a[href^='/glossary.html']")
        page.wait_for_selector("html[lang=en]")
        assert page.url.endswith("/glossary.html?lang=en")
