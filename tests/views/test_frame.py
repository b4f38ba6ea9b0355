"""Player, dictionary and citations in one frame: places, links, marks of certainty, simplified graphs, what is put right."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.browser import Visitor
from tests.plan.steps import step
from tests.views.sites import write_pages
from tests.views.test_glossary_page import Book, small
from yili_kg.analyse import analyse_file
from yili_kg.annotation.corrections import read_corrections
from yili_kg.models import Annotated, Unsure
from yili_kg.plan.say import english, english_of
from yili_kg.plan.table import steps_csv
from yili_kg.views.anchors import STRETCH, word_files
from yili_kg.views.dictionary import gather
from yili_kg.views.rite_page import rite_page, steps_of
from yili_kg.views.side_by_side import compared, voices
from yili_kg.views.simplified import graphs_script, pairs

TEXT = """鄉飲酒禮第四

鄉飲酒之禮:主人就先生而謀賓介。
主人,謂諸侯之鄉大夫也。先生,鄉中致仕者。今文介作𠆲。
 「鄉飲」至「賓介」。○釋曰︰案《玉藻》云「居士錦帶」。又《曲禮》云「毋不敬」。

主人戒賓,賓拜辱;主人答拜,乃請賓。賓禮辭,許。主人再拜,賓答拜。

戒,警也,告也。賓,猶客也。拜辱,出拜其自屈辱至己門也。

主人退,賓拜辱。

退猶去也。去又拜辱者,以送謝之。

介亦如之。

如戒賓也。
"""


@pytest.fixture(scope="module")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Annotated:
    path = tmp_path_factory.mktemp("frame") / "my text.txt"
    path.write_text(TEXT, encoding="utf-8")
    return analyse_file(path)


@pytest.fixture(scope="module")
def pages(edition: Annotated, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_pages(tmp_path_factory.mktemp("site"), [edition], {"04": ("04.001",)})


# ---------------------------------------------------------------- what the pages are made from


def test_no_page_of_a_site_has_a_script_or_a_style_of_its_own(pages: Path) -> None:
    for path in sorted(pages.glob("*.html")):
        html = path.read_text(encoding="utf-8")
        assert "<style" not in html, path.name
        assert not re.search(r"\son\w+=", html), path.name
        for script in re.findall(r"<script[^>]*>", html):
            assert "src=" in script or script == '<script type="application/json" id="data">', path.name


def test_a_page_that_stands_alone_holds_all_it_needs(edition: Annotated) -> None:
    html = rite_page(edition, "04")
    assert not re.search(r"(src|href)=\"[\w-]+\.(js|css)\"", html)
    assert "body.rite" in html
    assert 'given("graphs.js", "' in html


def test_page_and_table_count_the_same_steps(edition: Annotated) -> None:
    steps = steps_of(edition, "04")
    assert len(steps) == len([s for s in edition.steps if s.chapter == "04"]) + len(edition.repetitions)
    assert steps_csv(steps).count("\n") == len(steps) + 1


def test_what_a_word_was_read_as_goes_before_what_it_may_be_elsewhere() -> None:
    for word, concept, meant in (
        ("侯", "侯（物）", "target"),
        ("侯", "侯", "marquis"),
        ("正", "司馬正", "marshal"),
        ("干", "豻侯", "target"),
        ("中", "中", "tally"),
        ("豐", "豐", "stand"),
        ("次", "次（處）", "tent"),
    ):
        assert meant in english_of(word, concept), (word, concept)


def test_an_act_with_an_act_for_its_object_is_told_as_one() -> None:
    assert english(step(1, "卒", "主人", object="洗")) == "host 主人 finishes the washing"
    assert english(step(1, "卒", "主人", object="爵")) == "host 主人 drinks up cup 爵"


def test_graphs_are_simplified_one_by_one() -> None:
    assert pairs(["賓主賓觶", "a1"]) == "觶觯賓宾"
    assert graphs_script(["</script>"]) == 'given("graphs.js", "");'


def test_words_of_the_sources_lie_in_stretches() -> None:
    book = Book()
    for number in range(3):
        book.segment(f"04.{number + 1:03}", "經", "主人" * (STRETCH // 4))
    files = dict(word_files([book.done()]))
    assert set(files) == {"words.js", "words-0-0.js", "words-0-1.js"}
    assert all(text.startswith("given(") for text in files.values())


def test_who_explains_a_word_at_one_passage_stands_beside_the_others() -> None:
    book = Book()
    base = book.segment("04.001", "經", "主人戒賓")
    note = book.segment("04.001", "注", "戒警也", "鄭玄", base)
    sub = book.segment("04.001", "疏", "戒慎也又戒警也", "賈公彥", note)
    book.gloss(note, "戒警也", "也", "戒", "警", base)
    book.gloss(sub, "戒慎也", "也", "戒", "慎", base)
    other = book.segment("05.001", "經", "主人戒賓")
    more = book.segment("05.001", "注", "戒備也", "鄭玄", other)
    book.segment("05.001", "疏", "無說", "賈公彥", more)
    book.gloss(more, "戒備也", "也", "戒", "備", other)
    third = book.segment("06.001", "經", "主人戒賓")
    alone = book.segment("06.001", "注", "戒備也", "鄭玄", third)
    book.gloss(alone, "戒備也", "也", "戒", "備", third)
    made = book.done()
    (word,) = gather([made])
    places = {s.id: s.passages[0] for s in made.edition.segments}
    assert compared(word, places, voices([made])) == [
        ["04.001", [["鄭玄", "first", ["警"]], ["賈公彥", "differs", ["慎"]]]],
        ["05.001", [["鄭玄", "first", ["備"]], ["賈公彥", "silent", []]]],
    ]
    book.gloss(sub, "戒警也", "也", "戒", "警", base)
    made = book.done()
    (word,) = gather([made])
    assert compared(word, places, voices([made]))[0][1][1][1] == "agrees"


@pytest.mark.parametrize(
    ("first", "second", "stands"),
    [
        ("推手", "皆以推手", "agrees"),
        ("推手", "推手", "agrees"),
        ("警", "警戒", "differs"),
        ("推手", "引手", "differs"),
    ],
)
def test_a_meaning_that_holds_the_whole_of_another_agrees_with_it(first: str, second: str, stands: str) -> None:
    book = Book()
    base = book.segment("04.001", "經", "主人揖賓")
    note = book.segment("04.001", "注", f"揖{first}也", "鄭玄", base)
    sub = book.segment("04.001", "疏", f"揖{second}也", "賈公彥", note)
    book.gloss(note, f"揖{first}也", "也", "揖", first, base)
    book.gloss(sub, f"揖{second}也", "也", "揖", second, base)
    made = book.done()
    (word,) = gather([made])
    places = {s.id: s.passages[0] for s in made.edition.segments}
    assert compared(word, places, voices([made]))[0][1][1][1] == stands


def test_doubtful_glosses_stand_apart() -> None:
    made = small()
    gloss = next(g for g in made.glosses if g.definition == "慎")
    less = replace(
        made, glosses=tuple(g for g in made.glosses if g != gloss), unsure=(Unsure(of="gloss", found=gloss),)
    )
    word = next(w for w in gather([less]) if w.word == "戒")
    assert "慎" not in [s.meaning for s in word.senses]
    assert [s.found for s in word.doubtful] == [gloss]


# ---------------------------------------------------------------- in a browser


def opened(visit: Visitor, folder: Path, address: str, **how: Any) -> Any:
    name, _, hash = address.partition("#")
    made = visit((folder / name).as_uri() + (f"#{hash}" if hash else ""), **{"locale": "zh-TW", **how})
    made.page.made = made
    return made.page


@pytest.mark.browser
def test_the_player_opens_a_passage_and_the_address_follows(visit: Visitor, pages: Path) -> None:
    page = opened(visit, pages, "rite-04.html#04.003")
    assert page.inner_text("#where").startswith("04.003")
    assert page.locator(".passage.placed").get_attribute("data-passage") == "04.003"
    page.click("#next")
    step = page.evaluate("yili.steps[yili.plays[yili.mode][yili.now].s].i")
    assert page.url.endswith("#" + step)
    page.goto(page.url)
    assert page.evaluate("yili.steps[yili.plays[yili.mode][yili.now].s].i") == step, (
        "the address brings back to the step"
    )
    page.evaluate("location.hash = '#04.002'")
    page.wait_for_function("document.getElementById('where').textContent.startsWith('04.002')")
    assert page.made.wrong == []


@pytest.mark.browser
def test_the_player_counts_steps_once_and_leads_to_reader_and_concepts(visit: Visitor, pages: Path) -> None:
    page = opened(visit, pages, "rite-04.html", locale="en-US")
    total = page.locator(".steps button").count()
    assert f"{total} steps" in page.inner_text(".head")
    assert page.get_attribute("#seek", "max") == str(total - 1)
    assert page.inner_text("#count") == f"1 / {total}"
    page.keyboard.press("End")
    assert page.inner_text("#count").startswith(f"{total} / {total}")
    shown = set()
    for n in range(page.evaluate("yili.plays[yili.mode].length")):
        page.evaluate(f"yili.go({n})")
        shown.add(page.inner_text("#count").partition(" ")[0])
    assert shown == {str(n + 1) for n in range(total)}
    assert page.locator("#list .ref a").first.get_attribute("href") == "read-04.html#04.001"
    assert page.locator("#named a[href^='concept-']").count() > 0
    assert "by hand" in page.inner_text(".head"), "says how much was read by hand"
    assert page.locator(".steps .way").count() >= total
    assert page.made.wrong == []


@pytest.mark.browser
def test_the_dictionary_opens_words_variants_and_passages(visit: Visitor, pages: Path) -> None:
    page = opened(visit, pages, "glossary.html#賓")
    assert page.inner_text("#entry h2").startswith("賓")
    page.wait_for_selector("#entry p.words mark")
    for other, word in (("宾", "賓"), ("𠆲", "介")):
        page.evaluate(f"location.hash = '#{other}'")
        page.wait_for_function(f"document.querySelector('#entry h2')?.textContent.startsWith('{word}')")
    page.evaluate("location.hash = '#04.002'")
    page.wait_for_function("document.querySelector('#entry h2')?.textContent.startsWith('04.002')")
    assert {"戒", "賓"} <= set(page.locator("#entry h3 > span").all_inner_texts())
    assert page.locator("#entry .who a").first.get_attribute("href").startswith("read-04.html#04.00")
    assert page.locator("#entry .way").count() > 1
    assert page.made.wrong == []


@pytest.mark.browser
def test_the_citations_of_a_place_are_marked(visit: Visitor, pages: Path) -> None:
    page = opened(visit, pages, "citations.html#04.001")
    page.wait_for_selector("#list article")
    assert "04.001" in page.inner_text("#list h2")
    assert page.locator("#list article").count() == 2
    assert page.locator("td.placed").count() == 1
    links = page.locator("#list .ref a").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    assert "read-04.html#04.001.a.shu.1" in links or any(a.startswith("read-04.html#04.001") for a in links)
    assert any(a.startswith("concept-") for a in links)
    assert page.made.wrong == []


@pytest.mark.browser
def test_simplified_graphs_are_shown_and_taken_back_and_never_sent(visit: Visitor, pages: Path) -> None:
    page = opened(visit, pages, "glossary.html#賓")
    page.fill("#q", "賓")
    before = page.inner_text("#entry h2")
    page.click("#graphs")
    page.wait_for_function("document.querySelector('#entry h2').textContent.startsWith('宾')")
    assert page.input_value("#q") == "賓", "what is typed stays"
    page.evaluate("location.hash = '#戒'")
    page.wait_for_function("document.querySelector('#entry')?.textContent.includes('戒')")
    page.wait_for_function("document.querySelector('#entry').textContent.includes('宾拜辱')")
    assert page.locator("#letters button").count() > 20
    page.goto((pages / "rite-04.html").as_uri())
    page.wait_for_function("document.getElementById('list').textContent.includes('宾')")
    assert page.evaluate("JSON.stringify(DATA).includes('賓')"), "data stay as they are"
    page.click("#next")
    assert "賓" not in page.inner_text("#zh")
    page.click("#graphs")
    page.wait_for_function("document.getElementById('list').textContent.includes('賓')")
    assert "宾" not in page.inner_text("body")
    page.goto((pages / "glossary.html").as_uri() + "#賓")
    page.wait_for_selector("#entry h2")
    assert page.inner_text("#entry h2") == before
    assert page.made.wrong == []


@pytest.mark.browser
def test_a_page_alone_can_be_simplified_too(visit: Visitor, edition: Annotated, tmp_path: Path) -> None:
    path = tmp_path / "rite-04.html"
    path.write_text(rite_page(edition, "04"), encoding="utf-8")
    page = opened(visit, tmp_path, "rite-04.html")
    page.click("#graphs")
    page.wait_for_function("document.getElementById('list').textContent.includes('宾')")
    assert page.made.asked_outside == []
    assert page.made.wrong == []


ROWS = (
    ("rite-04.html#04.003", "#where .right", "step"),
    ("glossary.html#賓", "#entry .right", "gloss"),
    ("citations.html#04.001", "#list .ref .right", "citation"),
    ("citations.html#04.001", "#list .words .right", "verdict"),
)


@pytest.mark.browser
@pytest.mark.parametrize(("address", "button", "kind"), ROWS, ids=[row[2] for row in ROWS])
def test_a_statement_put_right_is_a_row_that_the_build_takes(
    visit: Visitor, pages: Path, edition: Annotated, tmp_path: Path, address: str, button: str, kind: str
) -> None:
    page = opened(visit, pages, address)
    page.wait_for_selector(button)
    page.locator(button).first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#put-right[open]")
    page.fill("#put-right [name=reason]", 'an "odd"\treason')
    page.fill("#put-right [name=by]", "NN")
    if kind == "verdict":
        page.fill("#put-right [name=says]", "lost")
    with page.expect_download() as got:
        page.click("#right-save")
    table = tmp_path / "corrections.tsv"
    got.value.save_as(table)
    (row,) = read_corrections(table)
    assert (row.kind, row.source, row.by) == (kind, "my text.txt", "NN")
    again = analyse(edition, tmp_path, table)
    assert again.edition.document.label == "my text.txt"
    rules = [*(s.rule for s in again.steps), *(g.rule for g in again.glosses), *(c.rule for c in again.citations)]
    assert kind == "verdict" or any(rule.startswith("correction-") for rule in rules)
    if kind == "verdict":
        assert "lost" in [q.verdict for c in again.citations for q in c.quotes]
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.className") == "right", "the focus goes back"
    assert page.made.wrong == []


def analyse(edition: Annotated, folder: Path, corrections: Path) -> Annotated:
    """The text of an edition once more, with corrections."""
    from yili_kg.annotation.by_hand import by_hand

    path = folder / edition.edition.document.label
    path.write_text(edition.edition.document.raw, encoding="utf-8")
    return analyse_file(path, hand=by_hand(corrections, None))
