"""Glosses and readings as they were read, in editions whose notes lack a report or say a word twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reading.conftest import PAGE, SHEET, reading_of
from tests.reading.test_projection import read_as
from yili_kg.models import Annotated

SHEET_NOTE = "重以巳事煩{R:賓}也事同曰讓事異曰辭\n= 讓 := 事同 [曰]\n= 辭 := 事異 [曰]"
PAGE_NOTE = "重以巳事煩賓也事/同曰讓事異曰辭"


def read(folder: Path, note: str, rows: str, *, here: str = "") -> Annotated:
    """An edition that has `here` for a note of the received text that was read, or has just that."""
    assert SHEET_NOTE in SHEET
    assert PAGE_NOTE in PAGE
    reading = reading_of(SHEET.replace(SHEET_NOTE, f"{note}\n{rows}"), folder / "04")
    return read_as(PAGE.replace(PAGE_NOTE, here or note), reading)


def readings(found: Annotated) -> list[tuple[str, str, str, str]]:
    return [(r.text, r.base, r.variant, r.tradition) for r in found.readings if r.read_by]


def glosses(found: Annotated) -> list[tuple[str, str, str]]:
    return [(g.text, g.term, g.definition) for g in found.glosses if g.read_by and g.segment.startswith("04.020")]


LACKING = [
    ("在階前也階東也受爵於此今文無前", "重事也在階前也階東也受爵於此", "~ 前 := ∅ [今文]"),
    ("謙自卑也今文無坐", "重以巳事謙自卑也坐取之", "~ 坐 := ∅ [今文]"),
    ("酌之卒爵乃辭古文奠爲爵", "酌之卒爵乃辭", "~ 奠 := 爵 [古文]"),
]


@pytest.mark.parametrize(("note", "here", "row"), LACKING)
def test_reading_is_left_out_where_the_edition_lacks_its_report(tmp_path: Path, note: str, here: str, row: str) -> None:
    assert readings(read(tmp_path, note, row))
    assert not readings(read(tmp_path, note, row, here=here))


STANDS = [
    ("在階前辭也階東也受爵於此而拜今文無前", "~ 前 := ∅ [今文]", "今文無前"),
    ("酌之卒爵乃辭古文奠爲爵", "~ 奠 := 爵 [古文]", "古文奠爲爵"),
    ("辭者卒爵也今文無", "~ 爵 := ∅ [今文]", "今文無"),
    # no name by it: it stays at its words
    ("此當言觶獻酬皆用之言爵者字之誤也", "~ 爵 := 觶 [當為]", "觶"),
    ("重事也今云坐置爵", "~ 坐奠爵 := 坐置爵 [今文]", "坐置爵"),
]


@pytest.mark.parametrize(("note", "row", "text"), STANDS)
def test_reading_stands_where_it_is_told(tmp_path: Path, note: str, row: str, text: str) -> None:
    """Also where the reader's word stood in the note before; without a name by them the words themselves are the place."""
    assert [r[0] for r in readings(read(tmp_path, note, row))] == [text]


def test_reading_is_told_once(tmp_path: Path) -> None:
    found = read(tmp_path, "在階前也受爵於此今文無前", "~ 前 := ∅ [今文]", here="在階前也受爵於此今文無前也")
    assert [(r.text, r.base) for r in found.readings] == [("今文無前", "前")]


def test_reading_stays_where_the_edition_slips_in_the_name(tmp_path: Path) -> None:
    found = read(tmp_path, "重事也今文奠爲置坐也", "~ 奠 := 置 [今文]", here="重事也今丈奠爲置坐也")
    assert [r[1:] for r in readings(found)] == [("奠", "置", "今文")]


SPANS = [
    ("辭一辭其爵而許也將不荅而聽其入", "= 辭 := 一辭其爵而許 [也]", "辭一辭其爵而許也"),
    ("階謂東階既奠爵則飲俟主人之至也", "= 階 := 東階 [謂]", "階謂東階"),
    ("階謂此上凡六物隋方曰階", "= 階 := 隋方 [曰]", "隋方曰階"),
    ("奠佐也佐主人酌事也奠者異也", "= 奠 := 佐主人酌事 [也]", "奠佐也佐主人酌事也"),
    ("奠者置之君使人爲之成其禮之正以終也", "= 奠 := 置之 [也]", "奠者置之"),
    ("謂爵中之酒也所以致敬也奠者所以盡愛也", "= 奠 := 爵中之酒 [謂]", "爵中之酒也"),
]


@pytest.mark.parametrize(("note", "row", "text"), SPANS)
def test_gloss_spans_term_and_definition_as_read(tmp_path: Path, note: str, row: str, text: str) -> None:
    """Whatever a rule takes for the definition."""
    assert [g[0] for g in glosses(read(tmp_path, note, row))] == [text]


def test_gloss_is_at_its_term_not_where_the_words_stood_before(tmp_path: Path) -> None:
    found = read(tmp_path, "某子命某往見今吾子又自辱來序其意也奠猶往也", "= 奠 := 往 [猶]")
    assert glosses(found) == [("奠猶往也", "奠", "往")]


def test_gloss_stays_where_the_term_is_by_it(tmp_path: Path) -> None:
    found = read(tmp_path, "奠者往也主人自此來序其意也奠猶往也", "= 奠 := 往 [也]")
    assert ("奠者往也", "奠", "往") in glosses(found)


def test_gloss_of_a_rule_does_not_stay_beside_what_was_read_of_it(tmp_path: Path) -> None:
    found = read(tmp_path, "階黑也", "= 階 := 黑 [也]", here="階黑色也")
    assert [(g.term, g.read_by) for g in found.glosses if g.segment.startswith("04.020")] == [("階", "Mei")]


def test_a_word_that_the_edition_reads_otherwise_is_not_read_as_itself(tmp_path: Path) -> None:
    note, here = "階讀爲階然從於趙盾之階階正立", "階讀爲仡然從於趙盾之仡階正立"
    assert ("階", "階") in [(t, d) for _, t, d in glosses(read(tmp_path, note, "= 階 := 階 [讀為]"))]
    found = [g for g in read(tmp_path, note, "= 階 := 階 [讀為]", here=here).glosses if g.segment.startswith("04.020")]
    assert ("階", "仡") in [(g.term, g.definition) for g in found]
    assert ("階", "階") not in [(g.term, g.definition) for g in found]


WRITTEN = [
    # an edition writes another graph for the term, or the reader's sheet has a character that is not encoded
    ("重以巳事也迓迎也賓也", "訝", "迎", ("迓", "迎")),
    ("當爲迓迎也賓也", "訝", "迎", ("迓", "迎")),
    ("重以巳事也閽人門人也賓也", "&KR1377;人", "門人", ("閽人", "門人")),
    ("重以巳事也侇之言尸也賓也", "夷", "尸", ("侇", "尸")),
    ("重以巳事也屋無室曰榭賓也", "謝", "屋無室", ("榭", "屋無室")),
    ("重以巳事也物四曰乗賓也", "乘", "物四", ("乗", "物四")),
]
MARKERS = {"屋無室": "曰", "物四": "曰", "尸": "之言"}


@pytest.mark.parametrize(("here", "term", "meaning", "gloss"), WRITTEN)
def test_term_is_the_word_that_the_edition_has(
    tmp_path: Path, here: str, term: str, meaning: str, gloss: tuple[str, str]
) -> None:
    note = here.replace(gloss[0], term)
    found = read(tmp_path, note, f"= {term} := {meaning} [{MARKERS.get(meaning, '也')}]", here=here)
    assert gloss in [(g.term, g.definition) for g in found.glosses if g.segment.startswith("04.020")]


def test_gloss_stands_where_the_edition_has_a_graph_less(tmp_path: Path) -> None:
    found = read(tmp_path, "階埋棺之坎者也賓也", "= 階 := 埋棺之坎者 [也]", here="階埋棺之坎也賓也")
    assert ("階", "埋棺之坎") in [(g.term, g.definition) for g in found.glosses if g.read_by]
