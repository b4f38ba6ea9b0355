from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import Visitor
from tests.plan.made import edition_of
from tests.plan.steps import step, xiangyin
from yili_kg.views.rite_page import rite_page, rites_of


def test_rite_page_needs_no_network_and_is_the_same_twice() -> None:
    made = edition_of(xiangyin())
    html = rite_page(made, "04")
    assert html == rite_page(made, "04")
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", html)
    assert "為試而作 &lt;&amp;&gt;" in html


def test_rite_page_cannot_be_broken_by_a_text() -> None:
    evil = "</script><img src=x onerror=alert(1)>"
    steps = [step(n, "取", "主人", object=evil, at=evil, rite=evil, passage="04.001") for n in range(3)]
    html = rite_page(edition_of(steps), "04")
    assert "<img src=x" not in html
    assert html.count("</script>") == html.count("<script")


def test_rites_of_takes_the_edition_with_most_steps_and_leaves_out_what_is_too_short() -> None:
    long, short = edition_of(xiangyin()), edition_of(xiangyin()[:20])
    assert rites_of([short, long]) == {"04": long}
    assert rites_of([edition_of(xiangyin()[:3])]) == {}
    assert rites_of([edition_of([step(n, "哭", "主人", chapter="11", passage="11.001") for n in range(30)])]) == {}


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rite") / "rite-04.html"
    path.write_text(rite_page(edition_of(xiangyin()), "04"), encoding="utf-8")
    return path


class Rite:
    """A page of a rite in the browser, with all that it asked for and all that went wrong."""

    def __init__(self, visit: Visitor, path: Path, width: int = 1280, *, calm: bool = True) -> None:
        self.visit = visit(path.as_uri(), width=width, calm=calm)
        self.page = self.visit.page
        self.wrong = self.visit.wrong

    @property
    def now(self) -> int:
        return int(self.page.evaluate("yili.now"))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)


@pytest.fixture
def rite(visit: Visitor, page_file: Path) -> Iterator[Rite]:
    opened = Rite(visit, page_file)
    yield opened
    assert opened.wrong == []
    assert opened.visit.asked_outside == []


@pytest.mark.browser
def test_step_back_and_jump(rite: Rite) -> None:
    rite.page.click("#next")
    rite.page.click("#next")
    assert rite.now == 2
    rite.page.click("#back")
    assert rite.now == 1
    rite.page.select_option("#jump", "04.017")
    assert rite.page.inner_text("#where").startswith("04.017")
    assert rite.page.inner_text(".verb.on") == "取"
    assert rite.page.locator(".steps button[aria-current=step]").count() == 1
    rite.page.click(".verb[data-step='66']")
    assert rite.now == 66
    rite.page.click("#first")
    assert rite.now == 0
    assert rite.page.inner_text("#count") == "1 / 111"


@pytest.mark.browser
def test_play_pause_and_speed(rite: Rite) -> None:
    rite.page.select_option("#speed", "4")
    rite.page.click("#play")
    assert rite.page.get_attribute("#play", "aria-pressed") == "true"
    rite.page.wait_for_function("yili.now >= 3", timeout=180_000)
    rite.page.click("#play")
    at = rite.now
    assert rite.page.get_attribute("#play", "aria-pressed") == "false"
    rite.page.wait_for_timeout(900)
    assert rite.now == at, "it stands still when paused"


@pytest.mark.browser
def test_the_whole_rite_plays_and_nobody_is_in_two_places(rite: Rite) -> None:
    found = rite.page.evaluate(
        """() => { const bad = [], seen = [];
        for (let n = 0; n < yili.plays["疏"].length; n++) {
          yili.go(n);
          const tokens = [...document.querySelectorAll(".person")];
          const names = tokens.map(t => t.dataset.who);
          if (new Set(names).size !== names.length || names.length !== yili.cast.length) bad.push(n);
          const at = tokens.filter(t => t.style.display !== "none").map(t => t.style.transform);
          if (new Set(at).size !== at.length) bad.push("same place " + n);
          seen.push(document.getElementById("zh").textContent);
        } return {bad, first: seen[0], last: seen[seen.length - 1]}; }"""
    )
    assert found["bad"] == []
    assert "戒賓" in found["first"]
    assert "再拜" in found["last"]


@pytest.mark.browser
def test_a_large_cast_shows_only_who_is_about_to_act(visit: Visitor, tmp_path: Path) -> None:
    names = [f"{a}{b}" for a in "甲乙丙丁戊己庚辛" for b in "子丑寅卯辰"]
    steps = [step(n, "興", name, passage=f"09.{n // 4 + 1:03}", chapter="09") for n, name in enumerate(names)]
    path = tmp_path / "rite-09.html"
    path.write_text(rite_page(edition_of(steps), "09"), encoding="utf-8")
    opened = Rite(visit, path)
    for at in (0, 20, 39):
        opened.page.evaluate(f"yili.go({at})")
        shown = opened.page.evaluate(
            "[...document.querySelectorAll('.person')].filter(t => t.style.display !== 'none').map(t => [t.dataset.who, t.style.transform])"
        )
        assert names[at] in [who for who, _ in shown]
        assert len(shown) <= 30
        assert len({where for _, where in shown}) == len(shown)
        box = opened.page.locator(".off rect").bounding_box()
        token = opened.page.locator(f".person[data-who='{names[at]}'] .disc").bounding_box()
        assert box
        assert token
        assert box["y"] <= token["y"] <= box["y"] + box["height"]
    assert opened.wrong == []


@pytest.mark.browser
def test_keyboard(rite: Rite) -> None:
    rite.press("ArrowRight", "ArrowRight", "ArrowLeft")
    assert rite.now == 1
    rite.press("ArrowDown")
    assert rite.page.inner_text("#where").startswith("04.003")
    rite.press("End")
    assert rite.now == 110
    rite.press("Home", "n")
    assert rite.now == 0
    assert rite.page.input_value("#notes") == "經"
    rite.press("v")
    assert rite.page.evaluate("yili.view") == "all"
    rite.press("+")
    assert rite.page.input_value("#speed") == "2"
    rite.press("Space")
    assert rite.page.get_attribute("#play", "aria-pressed") == "true"
    rite.press("Space")
    assert rite.page.get_attribute("#play", "aria-pressed") == "false"


@pytest.mark.browser
def test_notes_can_be_switched_off(rite: Rite) -> None:
    rite.page.evaluate("yili.go(62)")
    mat = ".thing-mark[data-thing='席·賓']"
    assert "guess" not in (rite.page.get_attribute(mat, "class") or "")
    rite.page.select_option("#notes", "經")
    assert "guess" in (rite.page.get_attribute(mat, "class") or "")
    assert "姑從注" in rite.page.text_content(f"{mat} title")


@pytest.mark.browser
def test_a_reader_of_the_screen_is_told_each_step_in_both_languages(rite: Rite) -> None:
    assert rite.page.get_attribute("#says", "aria-live") == "polite"
    rite.page.evaluate("yili.go(28)")
    told = rite.page.inner_text("#says")
    assert "主人" in told
    assert "北面" in told
    assert "bows" in told
    assert "facing north" in told
    names = rite.page.evaluate(
        "[...document.querySelectorAll('button, select, input')].filter(b => !(b.textContent.trim() || b.getAttribute('aria-label') || b.labels?.length)).length"
    )
    assert names == 0


@pytest.mark.browser
def test_what_is_uncertain_is_drawn_so_and_says_why(rite: Rite) -> None:
    count = rite.page.evaluate(
        """() => { let bad = 0, shown = 0;
        for (let n = 0; n < yili.plays["疏"].length; n++) { yili.go(n);
          for (const t of document.querySelectorAll(".person.guess")) {
            const why = t.querySelector("title").textContent.split(" · ");
            shown++; if (why.length < 5 || !why[3] || !why[4]) bad++;
          }
          const told = document.querySelectorAll("#doubts li").length;
          const drawn = [...document.querySelectorAll(".person.guess .doubt")].filter(d => d.style.display !== "none").length;
          if (told !== drawn) bad++;
        } return [bad, shown]; }"""
    )
    assert count[0] == 0
    assert count[1] > 100


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
def test_labels_are_legible_and_apart_and_nothing_scrolls_sideways(visit: Visitor, page_file: Path, width: int) -> None:
    opened = Rite(visit, page_file, width)
    page = opened.page
    for view in ("all", "hall", "court", "gate"):
        page.click(f".view[data-view={view}]")
        found = page.evaluate(
            """() => { const boxes = [...document.querySelectorAll("#labels text")].map(t => [t.textContent, t.getBoundingClientRect()]);
            const bad = [];
            boxes.forEach(([a, p], i) => boxes.slice(i + 1).forEach(([b, q]) => {
              if (p.left < q.right - 3 && q.left < p.right - 3 && p.top < q.bottom - 5 && q.top < p.bottom - 5) bad.push(a + b); }));
            const small = boxes.filter(([a, p]) => Math.min(p.width, p.height) < 9).map(b => b[0]);
            return {bad, small, texts: boxes.map(b => b[0])}; }"""
        )
        assert found["bad"] == [], view
        assert found["small"] == [], view
        if view in ("all", "hall"):
            assert {"堂", "室", "東房", "阼階", "西階", "洗", "碑"} <= set(found["texts"])
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    token = page.locator(".person[data-who='賓']").bounding_box()
    assert token
    assert token["width"] > 0
    assert opened.wrong == []


@pytest.mark.browser
def test_motion_only_where_it_is_wanted(visit: Visitor, page_file: Path) -> None:
    for calm, wanted in ((True, "0s"), (False, "0.7s")):
        opened = Rite(visit, page_file, calm=calm)
        length = opened.page.evaluate(
            "getComputedStyle(document.querySelector('.person')).transitionDuration.split(',')[0]"
        )
        assert length == wanted
