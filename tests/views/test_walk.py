"""One long walk of a reader through the site, from the file system: page after page by what stands on each.

Steps that stand on a page that the site does not have are left out with it: each says of which kind (`has`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser import Visitor

pytestmark = pytest.mark.browser


class Walk:
    """A reader in the browser, and what the site has."""

    def __init__(self, visit: Visitor, site: Path) -> None:
        self.site = site
        self.opened = visit((site / "index.html").as_uri(), locale="zh-TW", calm=True)
        self.page: Any = self.opened.page

    def has(self, name: str) -> bool:
        return (self.site / name).is_file()

    def text(self, words: str, within: str = "main") -> None:
        """Wait until some words are to be read."""
        self.page.wait_for_function(
            "([where, words]) => document.querySelector(where)?.innerText.includes(words)", arg=[within, words]
        )

    def at(self, ending: str) -> None:
        self.page.wait_for_url(f"**/{ending}*")


def test_a_reader_walks_through_the_site(visit: Visitor, corpus: Path) -> None:
    walk = Walk(visit, corpus / "site")
    page = walk.page
    walk.text("儀禮知識圖譜")

    # From the front page to 覲禮, a passage of it, and its 疏. (read-NN.html: the reader)
    if walk.has("read-10.html"):
        page.click("main a[href^='read-10.html']")
        walk.at("read-10.html")
        assert page.locator("[id='10.001']").count() == 1
        page.goto(page.url.partition("#")[0] + "#10.005")
        page.wait_for_function("document.getElementById('10.005') !== null")
        walk.text("釋曰")
    else:
        page.click("main a[href^='rite-10.html']")
        walk.at("rite-10.html")

    # A citation of that passage, and how its words differ. (citations.html)
    page.goto((corpus / "site" / "citations.html").as_uri() + "#10.005")
    page.wait_for_selector("#list h2")
    page.select_option("#verdict", "variant")
    page.locator("#body td button").first.click()
    page.wait_for_selector("#list article .ch, #list article ins, #list article del")

    # The whole site in simplified graphs from here on.
    page.click("#graphs")
    page.wait_for_selector("html.simplified")
    walk.text("仪礼", "header.site")

    # Search for `zhi` and come to 觶. (search.html, concept-觶.html)
    if walk.has("search.html"):
        page.fill("#find", "zhi")
        page.keyboard.press("Enter")
        walk.at("search.html")
        page.wait_for_selector("main a[href*='concept-']")
        assert page.input_value("#find") in ("zhi", "")
    if walk.has("concept-觶.html"):
        page.goto((corpus / "site" / "concept-觶.html").as_uri())
        walk.text("goblet")
        walk.text("觯")

    # What 鄭玄 says: the dictionary under the word, in simplified graphs too. (glossary.html)
    page.goto((corpus / "site" / "glossary.html").as_uri() + "#揖")
    walk.text("郑玄", "#entry")
    page.wait_for_selector("#entry p.words mark")

    # The rite at a passage, and back. (rite-04.html)
    page.goto((corpus / "site" / "rite-04.html").as_uri() + "#04.017")
    walk.text("04.017", "#where")
    assert "主人" in page.inner_text("#zh")
    page.click("#next")
    assert "#04." in page.url
    page.click("#graphs")
    walk.text("儀禮", "header.site")
    page.go_back()
    walk.at("glossary.html")
    walk.text("鄭玄", "#entry")
    page.click("header.site a.brand")
    walk.at("index.html")
    assert walk.opened.asked_outside == []
    assert walk.opened.wrong == []
