from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.browser import Visitor
from yili_kg.models import Annotated, Claim, Document, Edition, Gloss, Norm, Reading, Segment
from yili_kg.views.dictionary import gather, headword_of, parted, short_senses
from yili_kg.views.glossary_page import glossary_page, plain_pinyin, sounds, terms
from yili_kg.views.passages import Passages

EVIL = "</script><img src=x onerror=window.broken=1>"


class Book:
    """An edition that is made line by line, for tests: each segment stands behind the one before."""

    def __init__(self, name: str = "x", title: str = "某本") -> None:
        self.raw, self.name, self.title = "", name, title
        self.segments: list[Segment] = []
        self.glosses: list[Gloss] = []
        self.readings: list[Reading] = []
        self.claims: list[Claim] = []
        self.norms: list[Norm] = []

    def segment(self, place: str, layer: str, text: str, speaker: str = "", on: Segment | None = None) -> Segment:
        start = len(self.raw)
        self.raw += text + "\n"
        kind = {"經": "jing", "注": "zhu", "疏": "shu"}[layer]
        made = Segment(
            id=f"{place}.{self.name}.{kind}.1",
            layer=layer,
            speaker=speaker,
            chapter=place[:2],
            passages=(place,),
            extent="whole",
            comments_on=on.id if on else "",
            pieces=((start, start + len(text)),),
            text=text,
            offsets=tuple(range(start, start + len(text))),
            order=len(self.segments),
        )
        self.segments.append(made)
        return made

    def gloss(self, note: Segment, words: str, formula: str, term: str, meaning: str, on: Segment | None, **rest: Any):  # type: ignore[no-untyped-def]
        start = note.start + note.text.index(words)
        at = on.start + on.text.index(term) if on else -1
        end = at + len(term) if on else -1
        self.glosses.append(
            Gloss(
                start=start,
                end=start + len(words),
                text=words,
                term=term,
                definition=meaning,
                formula=formula,
                speaker=note.speaker,
                segment=note.id,
                layer=note.layer,
                rule="rule",
                target_segment=on.id if on else "",
                target_start=at,
                target_end=end,
                **rest,
            )
        )

    def reading(self, note: Segment, words: str, base: str, variant: str, on: Segment, **rest: Any) -> None:
        start, at = note.start + note.text.index(words), on.start + on.text.index(base)
        self.readings.append(
            Reading(
                start=start,
                end=start + len(words),
                text=words,
                base=base,
                variant=variant,
                tradition="古文",
                decision=rest.pop("decision", "none"),
                speaker=note.speaker,
                segment=note.id,
                layer=note.layer,
                rule="rule",
                target_segment=on.id,
                target_start=at,
                target_end=at + len(base),
                **rest,
            )
        )

    def done(self) -> Annotated:
        document = Document(
            raw=self.raw,
            sha256="0" * 64,
            name=self.name,
            title=self.title,
            label=self.name,
            reader="plain",
            blocks=(),
            noise=(),
        )
        return Annotated(
            edition=Edition(document=document, segments=tuple(self.segments)),
            glosses=tuple(sorted(self.glosses)),
            readings=tuple(sorted(self.readings)),
            claims=tuple(sorted(self.claims)),
            norms=tuple(sorted(self.norms)),
        )


def small() -> Annotated:
    """Three 篇: 戒 means 警 and 告, 告 means 謁 and 謁 means 告, a simplified note, readings, a norm, a claim."""
    book = Book(title="某本 <&>")
    first = book.segment("04.001", "經", "主人戒賓布席于門中闑西", "")
    note = book.segment("04.001", "注", "戒警也告也古文闑為槷" + EVIL, "鄭玄", first)
    book.gloss(note, "戒警也", "也", "戒", "警", first)
    book.gloss(note, "告也", "也", "戒", "告", None, reason="nowhere")
    book.reading(
        note, "古文闑為槷", "闑", "槷", first, decision="rejects", ground="闑正字", decided_in="04.001.x.shu.1"
    )
    sub = book.segment(
        "04.001", "疏", "甲" * 300 + "戒猶慎也" + "乙" * 300 + "天子九諸侯七" + "丙" * 200, "賈公彥", note
    )
    book.gloss(sub, "戒猶慎也", "猶", "戒", "慎", first, quoted="爾雅")
    at = sub.start + sub.text.index("天子")
    book.norms.append(
        Norm(
            start=at,
            end=at + 3,
            text="天子九",
            rank="天子",
            aspect="",
            value="九",
            series=at,
            speaker="賈公彥",
            segment=sub.id,
            layer="疏",
            rule="rank",
        )
    )
    book.norms.append(
        Norm(
            start=at + 3,
            end=at + 6,
            text="諸侯七",
            rank="諸侯",
            aspect="",
            value="七",
            series=at,
            speaker="賈公彥",
            segment=sub.id,
            layer="疏",
            rule="rank",
        )
    )
    book.claims.append(
        Claim(
            start=sub.start,
            end=sub.start + 3,
            text="甲甲甲",
            holder="鄭玄",
            stance="doubts",
            about=first.id,
            reason="無文",
            speaker="賈公彥",
            segment=sub.id,
            layer="疏",
            rule="r",
        )
    )
    second = book.segment("10.002", "經", "乃谒王告于寡君", "")
    other = book.segment("10.002", "注", "谒,告。告,謁也", "鄭玄", second)
    book.gloss(other, "谒,告", "也", "谒", "告", second)
    book.gloss(other, "告,謁也", "也", "告", "謁", second)
    third = book.segment("05.001", "經", "主人戒賓𧃊", "")
    last = book.segment("05.001", "注", "𧃊𧃊戒備也", "鄭玄", third)
    book.gloss(last, "戒備也", "也", "戒", "備", third)
    return book.done()


def embedded_data(html: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.S)
    assert found
    return dict(json.loads(found.group(1)))


def test_a_word_is_one_entry_however_it_is_written() -> None:
    words = {w.word: w for w in gather([small()])}
    assert set(words) == {"戒", "闑", "謁", "告"}
    assert words["謁"].written == ("谒",)
    assert headword_of("谒,告") == "謁告"


def test_glosses_are_grouped_by_meaning_those_that_can_be_placed_first() -> None:
    warn = next(w for w in gather([small()]) if w.word == "戒")
    assert [s.meaning for s in warn.senses] == ["備", "慎", "警", "告"]
    assert [len(s.said) for s in warn.senses] == [1, 1, 1, 1]
    assert [s.number for s in warn.statements] == [1, 1, 1, 2], "numbers as in the IRIs of the graph"
    twice = next(w for w in gather([small(), small()]) if w.word == "戒")
    assert [len(s.said) for s in twice.senses] == [2, 2, 2, 2]


def test_every_statement_is_in_the_dictionary_once() -> None:
    annotated = small()
    kept = [s.found for w in gather([annotated]) for s in w.statements]
    assert sorted(map(repr, kept)) == sorted(map(repr, (*annotated.glosses, *annotated.readings)))


def test_numbers_are_those_of_the_graph() -> None:
    from yili_kg.graph.blocks import as_quads
    from yili_kg.graph.lift_notes import note_quads

    annotated = small()
    subjects = {getattr(q.subject, "value", "").rpartition("/")[2] for q in as_quads(note_quads(annotated))}
    for word in gather([annotated]):
        for said in word.statements:
            kind = "gloss" if isinstance(said.found, Gloss) else "var"
            assert f"{kind}.{said.segment.id}.{said.number}" in subjects


def test_meanings_that_differ_by_chapter_and_by_voice_are_marked() -> None:
    words = {w.word: w for w in gather([small()])}
    assert parted(words["戒"]) == (True, True), "備 only in 05; 慎 is the 爾雅's"
    assert parted(words["謁"]) == (False, False)
    book = Book()
    base = book.segment("04.001", "經", "戒賓")
    note = book.segment("04.001", "注", "戒警也戒告也", "鄭玄", base)
    book.gloss(note, "戒警也", "也", "戒", "警", base)
    book.gloss(note, "戒告也", "也", "戒", "告", base)
    again = book.segment("05.001", "經", "戒賓")
    more = book.segment("05.001", "注", "戒警也", "鄭玄", again)
    book.gloss(more, "戒警也", "也", "戒", "警", again)
    (word,) = gather([book.done()])
    assert len(short_senses(word)) == 2
    assert parted(word) == (False, False), "05 says nothing that 04 does not say"


def test_a_reading_of_lacking_words_stands_under_its_variant() -> None:
    book = Book()
    base = book.segment("04.001", "經", "戒賓")
    note = book.segment("04.001", "注", "古文有者", "鄭玄", base)
    book.reading(note, "古文有者", "", "者", base)
    assert [w.word for w in gather([book.done()])] == ["者"]


def test_passages_keep_what_stands_around_a_statement_and_join_what_touches() -> None:
    annotated = small()
    long = next(s for s in annotated.edition.segments if s.layer == "疏")
    passages = Passages([annotated])
    passages.want(long.id, long.start + 300, long.start + 304)
    passages.want(long.id, long.start + 350, long.start + 352)
    passages.want(long.id, long.start + 700, long.start + 702)
    passages.want("nowhere", 0, 1)
    rows = passages.rows()
    assert [(r[4], r[5], len(r[6])) for r in rows] == [(1, 1, 172), (1, 1, 122)]
    row, start, end = passages.at(long.id, long.start + 300, long.start + 304)
    assert rows[row][6][start:end] == "戒猶慎也"
    assert passages.at("nowhere", 0, 1) == [-1, -1, -1]
    assert passages.base_of(long.id) == "04.001.x.jing.1", "through the note to the text"


def test_page_holds_every_statement_with_its_passage_and_the_word_marked() -> None:
    data = embedded_data(glossary_page([small()], title="訓詁"))
    rows = data["passages"]

    def words(at: list[int]) -> str:
        return "".join(list(rows[at[0]][6])[at[1] : at[2]])

    entry = next(e for e in data["words"] if e["w"] == "戒")
    shown = {m: [words(s["a"]) for s in said] for m, said in entry["s"]}
    assert shown == {"備": ["戒備也"], "慎": ["戒猶慎也"], "警": ["戒警也"], "告": ["告也"]}
    assert [words(s["t"]) for _, said in entry["s"] for s in said if "t" in s] == ["戒", "戒", "戒"]
    (reading,) = next(e for e in data["words"] if e["w"] == "闑")["r"]
    assert (reading["o"], reading["v"], reading["d"], reading["g"]) == ("闑", "槷", "rejects", "闑正字")
    assert words(data["norms"][0]["a"]) == "天子九諸侯七"
    assert data["norms"][0]["v"] == [["天子", "九"], ["諸侯", "七"]]
    assert (data["claims"][0]["h"], data["claims"][0]["y"], words(data["claims"][0]["a"])) == (
        "doubts",
        "鄭玄",
        "甲甲甲",
    )
    assert next(e for e in data["words"] if e["w"] == "闑")["x"][0][1:] == [
        "niè",
        "post in the middle of a gate",
        "nie",
    ]
    assert "谒謁" in data["folds"]


def test_page_is_safe_and_the_same_each_time() -> None:
    html = glossary_page([small()], title=f"訓詁 {EVIL}")
    assert EVIL not in html
    assert html.count("</script>") == html.count("<script")
    assert not re.search(r"https?://", html)
    assert html == glossary_page([small()], title=f"訓詁 {EVIL}")


def test_page_of_nothing_is_a_page() -> None:
    data = embedded_data(glossary_page([], title="訓詁"))
    assert data["words"] == data["passages"] == data["norms"] == data["claims"] == []


def test_terms_have_names_in_both_languages() -> None:
    assert terms("decision")["rejects"] == ["不從", "rejected"]
    for kind in ("formula", "tradition", "decision", "stance"):
        assert all(zh and en for zh, en in terms(kind).values()), kind
        assert terms(kind)


def test_pinyin_as_it_is_typed() -> None:
    assert plain_pinyin("xiāng yǐn jiǔ lǐ") == "xiangyinjiuli"
    assert plain_pinyin("lǚ") == "lu"


def test_words_outside_the_lexicon_are_found_by_how_they_are_said_today() -> None:
    assert sounds("謁")[0] == "ye"
    assert sounds("旅")[0] == "lu"
    assert set(sounds("食")) >= {"shi", "si"}
    assert sounds("□") == []
    assert len(sounds("行行行行行行")) <= 8


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("glossary") / "glossary.html"
    path.write_text(glossary_page([small()], title="儀禮 訓詁"), encoding="utf-8")
    return path


def opened(visit: Visitor, file: Path, *, fragment: str = "", width: int = 1280, locale: str = "zh-TW") -> Any:
    made = visit(file.as_uri() + fragment, width=width, locale=locale)
    page = made.page
    page.wrong = made.wrong
    page.wait_for_selector("#entry > div, #rows > div", state="attached")
    page.asked_outside = made.asked_outside
    return page


@pytest.mark.browser
def test_search_in_simplified_traditional_pinyin_and_english(visit: Visitor, page_file: Path) -> None:
    page = opened(visit, page_file)
    assert page.inner_text("#status") == "4 詞 · 7 條"
    assert page.get_attribute("#status", "aria-live") == "polite"
    for typed in ("谒", "謁"):
        page.fill("#q", typed)
        page.select_option("#scope", "w")
        assert page.locator("#results .w").all_inner_texts() == ["謁"], typed
    page.select_option("#scope", "m")
    assert page.locator("#results .w").all_inner_texts() == ["告"]
    page.select_option("#scope", "")
    assert page.locator("#results .w").all_inner_texts() == ["謁", "告"], "the word before its use in a meaning"
    for typed in ("nie", "niè", "middle of a gate", "yè"):
        page.fill("#q", typed)
        assert page.locator("#results a").count() == 1, typed
    page.fill("#q", "槷")
    assert "闑" in page.inner_text("#results"), "found by its variant"
    page.fill("#q", "龘")
    assert page.locator("#results a").count() == 0
    assert page.inner_text("#status") == "0 詞 · 0 條"
    assert page.wrong == []


@pytest.mark.browser
def test_filters_count_and_thin_out_the_entry(visit: Visitor, page_file: Path) -> None:
    page = opened(visit, page_file, fragment="#戒")
    assert page.locator("#entry article").count() == 4
    page.click("#more summary")
    for chosen, words, statements, articles in (
        ({"kind": "reading"}, 1, 1, 0),
        ({"kind": "gloss"}, 3, 6, 4),
        ({"how": "g:猶"}, 1, 1, 1),
        ({"how": "d:rejects"}, 1, 1, 0),
        ({"speaker": "鄭玄"}, 4, 6, 3),
        ({"layer": "疏"}, 1, 1, 1),
        ({"chapter": "05"}, 1, 1, 1),
        ({"chapter": "04", "layer": "注"}, 2, 3, 2),
        ({"parted": "1"}, 1, 4, 4),
    ):
        for name, value in chosen.items():
            page.select_option(f"#{name}", value)
        assert page.inner_text("#status") == f"{words} 詞 · {statements} 條", chosen
        assert page.locator("#entry article").count() == articles, chosen
        page.click("#clear")
    page.check("#placed")
    assert page.inner_text("#status") == "4 詞 · 6 條"
    page.click("#entry button:has-text('全列')")
    assert page.locator("#entry article").count() == 4
    assert page.wrong == []


@pytest.mark.browser
def test_an_entry_shows_what_is_said_and_where(visit: Visitor, page_file: Path) -> None:
    page = opened(visit, page_file)
    page.fill("#q", "戒")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.tagName === 'H2'")
    text = page.inner_text("#entry")
    assert "因篇而異" in text
    assert "因人而異" in text
    assert "引 爾雅" in text
    assert "r:gloss.04.001.x.shu.1.1" in text
    assert "此詞不見於所釋之文" in text
    assert page.locator("#entry article p.words mark").all_inner_texts() == ["戒備也", "戒猶慎也", "戒警也", "告也"]
    assert page.locator("#entry article p.pale mark").all_inner_texts() == ["戒", "戒", "戒"]
    page.click("#entry h3 a:has-text('告')")
    page.wait_for_function("decodeURIComponent(location.hash) === '#告'")
    page.wait_for_function("document.querySelector('#entry').innerText.includes('⇄ 謁')")  # drawn after the address
    also = page.inner_text("#entry")
    assert "告 ⇄ 謁" in also, "rings"
    assert "以此訓者 戒" in also.replace("\n", " ")
    assert page.evaluate("window.broken") is None
    assert page.wrong == []


@pytest.mark.browser
def test_a_chain_of_glosses_is_shown(visit: Visitor, page_file: Path) -> None:
    page = opened(visit, page_file, fragment="#戒")
    assert "戒 → 告 → 謁" in page.inner_text("#entry")


@pytest.mark.browser
def test_a_reading_shows_variant_decision_and_ground(visit: Visitor, page_file: Path) -> None:
    page = opened(visit, page_file, fragment="#%E9%97%91")
    text = page.inner_text("#entry")
    for words in ("闑 → 槷", "古文", "不從", "04.001.x.shu.1", "闑正字", "niè"):
        assert words in text


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("fragment", ["", "#戒", "#谒", "#norms", "#claims", "#無此", "#%E4%"])
def test_links_lead_home_without_network_at_both_widths(
    visit: Visitor, page_file: Path, width: int, fragment: str
) -> None:
    page = opened(visit, page_file, fragment=fragment, width=width)
    seen = {
        "": "擇一詞" if width > 800 else "4 詞",
        "#戒": "戒備也",
        "#谒": "亦作 谒",
        "#norms": "天子",
        "#claims": "甲甲甲",
        "#無此": "無「無此」條",
        "#%E4%": "條",
    }[fragment]
    assert seen in page.inner_text("main")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.asked_outside == []
    assert page.wrong == []
    if width == 390 and fragment == "#戒":
        assert not page.is_visible("#results")
        page.click("#back")
        page.wait_for_selector("#results", state="visible")  # the address changes first, the page behind it


@pytest.mark.browser
def test_norms_and_claims_are_filtered(visit: Visitor, page_file: Path) -> None:
    page = opened(visit, page_file, fragment="#norms", locale="en-US")
    assert page.locator("#rows table").count() == 1
    page.select_option("#row-rank", "諸侯")
    assert page.locator("#rows td.on").all_inner_texts() == ["七"]
    page.fill("#row-q", "没有")
    assert "0 rows" in page.inner_text("#rows [role=status]")
    page.click("nav a:has-text('Claims')")
    page.wait_for_selector("#row-stance")
    page.select_option("#row-stance", "doubts")
    page.select_option("#row-holder", "鄭玄")
    assert page.locator("#rows article").count() == 1
    assert "無文" in page.inner_text("#rows")
    assert page.wrong == []


@pytest.mark.browser
def test_interface_in_chinese_and_english(visit: Visitor, page_file: Path) -> None:
    page = opened(visit, page_file, fragment="#戒", locale="en-US")
    assert page.get_attribute("html", "lang") == "en"
    assert page.inner_text("#status") == "4 words · 7 statements"
    assert "meanings differ by chapter" in page.inner_text("#entry")
    assert page.is_visible("nav >> text=Dictionary")
    page.click("#tongue")
    assert page.get_attribute("html", "lang") == "zh-Hant"
    assert "因篇而異" in page.inner_text("#entry")
    assert page.inner_text("#status") == "4 詞 · 7 條"
    assert not page.is_visible("nav >> text=Dictionary")


@pytest.mark.browser
def test_what_is_listed_can_be_saved(visit: Visitor, page_file: Path) -> None:
    page = opened(visit, page_file)
    page.fill("#q", "闑")
    page.click("#more summary")
    with page.expect_download() as got:
        page.click("#save")
    head, row = Path(got.value.path()).read_text(encoding="utf-8").splitlines()
    assert dict(zip(head.split("\t"), row.split("\t"), strict=True)) == {
        "word": "闑",
        "kind": "reading",
        "meaning_or_variant": "槷",
        "formula_or_tradition": "古文",
        "decision": "rejects",
        "speaker": "鄭玄",
        "quoted": "",
        "layer": "注",
        "chapter": "04",
        "statement": "古文闑為槷",
        "explained": "闑",
        "iri": "r:var.04.001.x.zhu.1.1",
    }


@pytest.mark.browser
def test_orders(visit: Visitor, page_file: Path) -> None:
    page = opened(visit, page_file)

    def words() -> list[str]:
        return [
            str(w)
            for w in page.locator("#results a").evaluate_all("l => l.map(a => decodeURIComponent(a.hash).slice(1))")
        ]

    assert words() == ["戒", "告", "謁", "闑"], "by statements, then by code point"
    page.select_option("#order", "pinyin")
    assert words() == ["告", "戒", "闑", "謁"]
    page.click("#letters button:has-text('N')")
    assert words() == ["闑"]
    page.click("#letters button:has-text('N')")
    page.select_option("#order", "stroke")
    assert words() == ["告", "戒", "謁", "闑"]
    page.select_option("#order", "code")
    assert words() == sorted(words())
