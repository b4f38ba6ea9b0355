"""The reader in a browser: places, cards, keys, layers, what is unsure, both languages, without network."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.browser import Visitor

pytestmark = pytest.mark.browser


def at(corpus: Path, place: str = "", file: str = "read-04.html") -> str:
    return (corpus / "site" / file).as_uri() + (f"#{place}" if place else "")


def marked(page: Any) -> None:
    page.wait_for_selector("body.marked")
    page.wait_for_selector("#text .sg .m")


def seen(page: Any, place: str) -> bool:
    """Whether a place is in the window."""
    box = f"document.getElementById('{place}').getBoundingClientRect()"
    return bool(
        page.evaluate(f"(() => {{ const b = {box}; return b.height > 0 && b.top < innerHeight && b.bottom > 0; }})()")
    )


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_the_text_is_read_without_network_at_all_widths(visit: Visitor, corpus: Path, width: int) -> None:
    opened = visit(at(corpus), width=width, locale="zh-TW", dark=width == 390)
    page = opened.page
    marked(page)
    assert page.locator("h1").inner_text().startswith("鄉飲酒禮")
    for _ in range(2):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.click("#show summary")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.keyboard.press("Escape")
        page.click("#tongue")
    assert page.locator("[id='04.001'] .zh:visible").count() > 0
    assert opened.asked_outside == []
    assert opened.wrong == []


@pytest.mark.parametrize("place", ["04.013", "04.013.zhushu.shu.1", "04.170.zhushu.zhu.1"])
def test_a_place_is_opened_and_marked(visit: Visitor, corpus: Path, place: str) -> None:
    page = visit(at(corpus, place)).page
    page.wait_for_selector(f"[id='{place}'].here")
    page.wait_for_timeout(200)
    assert page.locator(f"[id='{place}']").is_visible()
    assert seen(page, place)
    page.evaluate("location.hash = '04.001'")
    page.wait_for_selector("[id='04.001'].here")
    assert page.locator(".here").count() == 1


def test_a_place_of_another_chapter_is_read_on_its_page(visit: Visitor, corpus: Path) -> None:
    page = visit(at(corpus, "04.013", "read-05.html")).page
    page.wait_for_selector("[id='04.013'].here")
    assert page.url.endswith("read-04.html#04.013")


def test_passages_are_walked_by_keyboard(visit: Visitor, corpus: Path) -> None:
    page = visit(at(corpus, "04.013")).page
    page.wait_for_selector("[id='04.013'].here")
    for key, place in (("j", "04.014"), ("j", "04.015"), ("k", "04.014")):
        page.keyboard.press(key)
        page.wait_for_selector(f"[id='{place}'].here")
        assert page.evaluate("document.activeElement.id") == place
        assert page.url.endswith(f"#{place}")
    page.click("#down")
    page.wait_for_selector("[id='04.015'].here")
    page.focus("#find")
    page.keyboard.press("j")
    assert page.locator("[id='04.015'].here").count() == 1, "who writes into the search does not walk"


def test_marks_have_the_words_of_their_segments(visit: Visitor, corpus: Path) -> None:
    page = visit(at(corpus, "15.007", "read-15.html")).page
    marked(page)
    page.check("#open input[value=zhu]")
    page.wait_for_timeout(300)
    wrong = page.evaluate("[...MADE.keys()].filter(id => $(id).textContent !== WORDS.get(id))")
    assert wrong == []
    assert page.evaluate("MADE.size") > 3
    words = page.evaluate(
        "[...MADE].flatMap(([id, marks]) => marks.map(m => [[...$(id).querySelectorAll('.m')].filter(e => e.dataset.i.split(' ').includes(String(m.n))).map(e => e.textContent).join(''),"
        " [...WORDS.get(id)].slice(m.from, m.from + m.length).join('')])).filter(([a, b]) => a !== b)"
    )
    assert words == []


def test_a_word_opens_a_card_by_mouse_and_by_keyboard(visit: Visitor, corpus: Path) -> None:
    opened = visit(at(corpus, "04.013"), locale="zh-TW")
    page = opened.page
    marked(page)
    word = page.locator("[id='04.013.zhushu.jing.1'] .m", has_text="相")
    word.click()
    card = page.locator("#card")
    card.wait_for(state="visible")
    page.wait_for_function("document.querySelector('#card .decided [lang=en]')")
    assert "相者" in card.inner_text()
    assert "擯贊傳命者" in card.inner_text(), "what the note says of it here"
    assert card.locator(".way.by-hand").count() > 0
    page.keyboard.press("Escape")
    assert not card.is_visible()
    assert page.evaluate("document.activeElement.textContent") == "相"
    page.focus("[id='04.013.zhushu.jing.1'] .m[tabindex='0']")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert card.is_visible()
    assert page.evaluate("document.activeElement.id") == "card"
    assert opened.wrong == []


def test_a_gloss_lights_up_the_words_that_it_explains(visit: Visitor, corpus: Path) -> None:
    page = visit(at(corpus, "04.013.zhushu.zhu.1")).page
    marked(page)
    page.locator("[id='04.013.zhushu.zhu.1'] .m.says").first.click()
    lit = page.evaluate("[...(CSS.highlights.get('lit') ?? [])].map(r => r.toString())")
    assert "相" in lit
    assert page.locator("[id='04.013.zhushu.jing.1'].lit").count() == 1
    assert "鄭玄" in page.locator("#card").inner_text()


def test_a_pointer_lights_up_the_words_that_it_takes_up(visit: Visitor, corpus: Path) -> None:
    page = visit(at(corpus, "04.013.zhushu.shu.1")).page
    marked(page)
    page.locator("[id='04.013.zhushu.shu.1'] .m.points").first.hover()
    lit = page.evaluate("[...(CSS.highlights.get('lit') ?? [])].map(r => r.toString())")
    assert lit == ["主人一相迎于門外,再拜賓,賓答拜,拜介,介答拜"]


@pytest.mark.shared
def test_a_quotation_is_told_with_its_verdict(visit: Visitor, corpus: Path) -> None:
    page = visit(at(corpus, "04.013.zhushu.shu.1"), locale="zh-TW").page
    marked(page)
    page.locator("[id='04.013.zhushu.shu.1'] .m.quoted", has_text="異日").first.click()
    page.wait_for_function("document.querySelector('#card .decided [lang=en]')")
    card = page.locator("#card")
    assert card.locator(".quotation ins").count() > 0
    assert "儀禮·士相見禮" in card.inner_text()


def test_layers_are_kept_open_for_the_next_page(visit: Visitor, corpus: Path) -> None:
    page = visit(at(corpus)).page
    assert page.locator(".ly-zhu[open]").count() == 0
    page.check("#open input[value=zhu]")
    assert page.locator(".ly-zhu:not([open])").count() == 0
    page.goto(at(corpus, file="read-15.html"))
    assert page.is_checked("#open input[value=zhu]")
    assert page.locator(".ly-zhu:not([open])").count() == 0
    assert page.locator(".ly-shu[open]").count() == 0


def test_acts_of_a_passage_are_told_in_both_languages(visit: Visitor, corpus: Path) -> None:
    page = visit(at(corpus, "04.013"), locale="zh-TW").page
    marked(page)
    page.click("[id='04.013'] .steps summary")
    page.wait_for_selector("[id='04.013'] .acts li")
    assert page.locator("[id='04.013'] .acts li").count() == 5
    assert "迎" in page.locator("[id='04.013'] .acts li").first.inner_text()
    page.click("#tongue")
    assert (
        "goes out to meet" in page.locator("[id='04.013'] .acts").inner_text()
        or "host" in page.locator("[id='04.013'] .acts").inner_text()
    )
    assert page.locator("[id='04.013'] .steps a[href^='rite-04.html']").get_attribute("href").endswith("#04.013")


def test_types_of_marks_can_be_switched_off(visit: Visitor, corpus: Path) -> None:
    page = visit(at(corpus)).page
    marked(page)
    colour = "getComputedStyle(document.querySelector('#text .m.role')).borderBottomColor"
    before = page.evaluate(colour)
    page.click("#show summary")
    page.uncheck("#kinds input[value=role]")
    assert page.evaluate(colour) != before
    page.reload()
    marked(page)
    assert not page.is_checked("#kinds input[value=role]")


def test_what_is_unsure_is_shown_when_it_is_asked_for(visit: Visitor, corpus: Path) -> None:
    page = visit(at(corpus, file="read-15.html")).page
    marked(page)
    unsure = "Object.keys(MARKS.segments).flatMap(id => marksOf(id)).filter(m => m.way === 'unsure').length"
    assert page.evaluate(unsure) == 0
    page.click("#show summary")
    page.check("#unsure")
    assert page.evaluate(unsure) > 0


def test_vertical_writing_columns_and_size(visit: Visitor, corpus: Path) -> None:
    opened = visit(at(corpus, "04.016"))
    page = opened.page
    page.wait_for_selector("[id='04.016'].here")
    page.click("#show summary")
    page.click("#upright")
    page.wait_for_timeout(300)
    assert page.evaluate("getComputedStyle(TEXT).writingMode") == "vertical-rl"
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    assert page.evaluate(
        "(() => { const b = $('04.016').getBoundingClientRect(); return b.right > 0 && b.left < innerWidth; })()"
    )
    page.click("#upright")
    page.click("#columns")
    before = page.evaluate("parseFloat(getComputedStyle(TEXT).fontSize)")
    page.click("#larger")
    assert page.evaluate("parseFloat(getComputedStyle(TEXT).fontSize)") > before
    page.reload()
    assert page.get_attribute("#columns", "aria-pressed") == "true"
    assert opened.wrong == []


def test_print_has_the_text_and_no_controls(visit: Visitor, corpus: Path) -> None:
    page = visit(at(corpus, "04.013.zhushu.zhu.1")).page
    page.emulate_media(media="print")
    assert not page.is_visible(".tools")
    assert not page.is_visible(".toc")
    assert page.is_visible("[id='04.013.zhushu.zhu.1']")
    assert not page.is_visible("[id='04.013'] .ly-shu summary")
    assert page.is_visible("[id='04.013.zhushu.jing.1']")


def test_the_text_stands_without_script(chromium: Any, corpus: Path) -> None:
    context = chromium.new_context(java_script_enabled=False, locale="zh-TW")
    page = context.new_page()
    page.goto(at(corpus))
    assert page.locator("[id='04.001.zhushu.jing.1']").is_visible()
    page.click("[id='04.001'] .ly-zhu summary")
    assert page.locator("[id='04.001.zhushu.zhu.1']").is_visible()
    context.close()


def test_the_text_stands_without_its_marks(visit: Visitor, corpus: Path, tmp_path: Path) -> None:
    for name in (
        "read-04.html",
        "yili.css",
        "site.js",
        "base.js",
        "read.js",
        "read-marks.js",
        "read-cards.js",
        "read-acts.js",
    ):
        shutil.copy(corpus / "site" / name, tmp_path / name)
    opened = visit((tmp_path / "read-04.html").as_uri() + "#04.013.zhushu.zhu.1")
    opened.page.wait_for_selector("[id='04.013.zhushu.zhu.1'].here")
    opened.page.click("[id='04.013'] .steps summary")
    assert opened.wrong == []


def test_markup_in_a_text_is_text_on_the_page_and_in_its_cards(visit: Visitor, evil_build: Path) -> None:
    opened = visit((evil_build / "site" / "read-04.html").as_uri())
    page = opened.page
    marked(page)
    for box in page.locator("#open input").all():
        box.check()
    page.wait_for_timeout(300)
    for n in range(min(20, page.locator("#text .m").count())):
        page.evaluate(f"openCard(document.querySelectorAll('#text .m')[{n}])")
        page.wait_for_timeout(20)
    assert page.locator("#text img, #card img").count() == 0
    assert opened.wrong == []


@pytest.mark.browser
def test_the_plan_of_a_moment_is_shown_beside_the_passage(visit: Visitor, corpus: Path) -> None:
    opened = visit((corpus / "site" / "read-04.html").as_uri() + "#04.049")
    page = opened.page
    page.click("[id='04.049'] details.steps summary")
    page.click("[id='04.049'] button.plan")
    plan = page.frame_locator("[id='04.049'] iframe.plan")
    plan.locator("#plan .person").first.wait_for()
    assert not plan.locator("#right").is_visible()
    assert not plan.locator("header.site").is_visible()
    page.click("[id='04.049'] button.plan")
    assert page.locator("iframe.plan").count() == 0
    assert opened.asked_outside == []
    assert opened.wrong == []
