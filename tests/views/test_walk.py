"""One long walk of a reader through the site by clicks and keys: from the file system, and from a server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import Visitor
from tests.serve.server import serving

pytestmark = pytest.mark.browser

#: A 疏 that quotes 左傳·隱公七年 in other words.
PASSAGE, QUOTES = "10.026", "10.026.zhushu.shu.1"
#: A passage at which a 觶 is washed, filled and set down.
STEP = "04.049"


@pytest.fixture(params=["files", "server"])
def home(request: pytest.FixtureRequest, corpus: Path) -> Iterator[str]:
    """Where the site begins: its folder, or a server of the build."""
    if request.param == "files":
        yield (corpus / "site").as_uri() + "/"
        return
    with serving(corpus) as (address, _):
        yield address + "/"


class Walk:
    """A reader in the browser. Waits are for what stands on a page: no script from a string, which a server forbids."""

    def __init__(self, visit: Visitor, home: str) -> None:
        self.home = home
        start = home if home.startswith("http") else home + "index.html"
        self.opened = visit(start, locale="zh-TW", calm=True)
        self.page: Any = self.opened.page

    def reads(self, words: str, within: str = "main") -> None:
        """Wait until some words are to be read."""
        from playwright.sync_api import expect

        expect(self.page.locator(within).first).to_contain_text(words, use_inner_text=True)

    def at(self, address: str) -> None:
        """Wait until the page has this address, whatever is asked behind a question mark."""
        name, _, place = address.partition("#")
        behind = "#" + re.escape(place) if place else "(#.*)?"
        self.page.wait_for_url(re.compile(re.escape(self.home + name) + r"(\?[^#]*)?" + behind + "$"))

    def clean(self) -> None:
        beyond = [a for a in self.opened.asked if not a.startswith((self.home, "data:", "blob:"))]
        assert (beyond, self.opened.wrong, self.opened.said) == ([], [], [])


@pytest.mark.shared
def test_a_reader_walks_through_the_site(visit: Visitor, home: str) -> None:
    walk = Walk(visit, home)
    page = walk.page
    walk.reads("儀禮知識圖譜")

    # From the front page to 覲禮, a passage of it, and its 疏.
    page.click("table.chapters a:has-text('覲禮')")
    walk.at("read-10.html")
    page.click(f"a.no[href='#{PASSAGE}']")
    walk.at(f"read-10.html#{PASSAGE}")
    shu = f"[id='{PASSAGE}'] details.ly-shu"
    assert not page.locator(f"{shu} p").is_visible()
    page.click(f"{shu} > summary")
    walk.reads("发币于公卿", f"{shu} p")

    # A quotation in it, and how its words differ, on a card; a year of the 左傳 has no page, and no link.
    page.locator(f"[id='{QUOTES}'] .m.quoted", has_text="戎朝于").first.click()
    walk.reads("引文，出 左傳·隱公七年", "#card")
    walk.reads("不", "#card .quotation del >> nth=1")
    walk.reads("弗", "#card .quotation ins")
    assert page.locator("#card a[href*='concept-左'], #card a[href*='concept-%E5%B7%A6']").count() == 0
    page.keyboard.press("Escape")
    assert page.locator("#card").is_hidden()
    page.keyboard.press("Enter")  # the word has the focus again
    page.click("#card a[href^='citations.html']")

    # The same among all citations, and back from there to the text and here again.
    walk.at(f"citations.html#{QUOTES}")
    walk.reads("左傳·隱公七年", "#list")
    assert page.locator("#list article :is(ins, del, .ch)").count() > 0
    page.locator(f"#list article a[href='read-10.html#{QUOTES}']").first.click()
    walk.at(f"read-10.html#{QUOTES}")
    page.go_back()
    walk.at(f"citations.html#{QUOTES}")

    # The whole site in simplified graphs from here on.
    page.click("#graphs")
    walk.reads("仪礼", "header.site")
    walk.reads("左传·隐公七年", "#list")

    # Search for `zhi`, by keys alone, and come to 觶.
    page.keyboard.press("/")
    page.keyboard.type("zhi")
    walk.reads("尽览所得", "#found")  # it stands there when the text was searched too
    walk.reads("觯", "#found")
    for _ in range(20):
        page.keyboard.press("ArrowDown")
        if "觯" in page.locator("#found [aria-selected=true] b").inner_text():
            break
    page.keyboard.press("Enter")
    walk.at("concept-%E8%A7%B6.html")
    walk.reads("goblet")
    walk.reads("觯", "h1")

    # What 鄭玄 says of it: in the dictionary, asked for in simplified graphs.
    page.click("header.site nav a[href^='glossary.html']")
    walk.at("glossary.html")
    page.fill("#q", "觯")
    page.keyboard.press("Enter")
    walk.reads("郑玄", "#entry")
    page.wait_for_selector("#entry p.words mark")
    page.go_back()
    page.go_back()
    walk.at("concept-%E8%A7%B6.html")

    # The rite at a passage with 觶: by the text and its acts to the plan of the house.
    page.locator(f"main a[href^='read-04.html#{STEP}.']").first.click()
    walk.at(f"read-04.html#{STEP}.zhushu.jing.1")
    page.click(f"[id='{STEP}'] details.steps > summary")
    walk.reads("觯", f"[id='{STEP}'] .acts")
    page.click(f"[id='{STEP}'] a[href^='rite-04.html']")
    walk.at(f"rite-04.html#{STEP}")
    walk.reads(STEP, "#where")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(rf"#{STEP}\..+\.2$"))
    page.locator(f".passage[data-passage='{STEP}'] .steps button", has_text="觯").first.click()
    walk.reads("觯", "#zh")

    # Back, the way that was come.
    page.go_back()
    walk.at(f"read-04.html#{STEP}.zhushu.jing.1")
    page.go_back()
    walk.at("concept-%E8%A7%B6.html")
    page.click("#graphs")
    walk.reads("觶", "h1")
    page.click("header.site a.brand")
    walk.at("index.html")
    walk.reads("儀禮知識圖譜")
    walk.clean()
