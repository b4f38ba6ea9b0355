"""Large text of books on rites: their authors', or received text."""

from __future__ import annotations

import pytest

from tests.sources.mandoku import page
from yili_kg.layers import edit
from yili_kg.models import Edition
from yili_kg.sources.read import read_text


def _edition(title: str, *lines: str) -> Edition:
    return edit(read_text(page(title, *lines, number="KR1d0084")))


def _layers(edition: Edition) -> list[str]:
    return [s.layer for s in edition.segments]


def test_what_a_compiler_sets_among_the_words_of_other_books_is_his() -> None:
    """禮書 sets excerpts of the 儀禮 behind their titles, notes in brackets, his own essay below them."""
    edition = _edition(
        "禮書",
        "士冠禮筮人執筴抽上韇兼執之進受命于主人(韇蔵筮之/器也今時)",
        "(蔵弓矢者/謂之韇)特牲筮人取筮于西塾執之東面受命于主人",
        "　龜之蔵有韇蓍之蔵亦有韇龜韇以木蓍韇以革未(注)",
        "　筮則筮者執筮抽上韇以聴命將筮則抽下韇左執筮右",
        "　兼韇執之以擊筮筮者及筮則釋韇既事則韇筮士冠士",
        "　喪筮有韇而特牲不言韇少牢言上下韇而士喪不言下",
    )
    assert set(_layers(edition)) == {"述註"}
    assert [s.text[:3] for s in edition.segments][0:3:2] == ["士冠禮", "特牲筮"]


@pytest.mark.parametrize("title", ["周禮訂義", "禮記集說", ""])
def test_large_text_of_another_classic_or_of_nobody_stays_base_text(title: str) -> None:
    edition = _edition(title, "大宰之職掌建邦之六典以佐王治邦國(典常/也經也)", "一曰治典以經邦國以治官府(法也/王謂)")
    assert "經" in _layers(edition)


def test_without_an_author_a_book_that_names_the_classic_keeps_its_base_text() -> None:
    edition = _edition("儀禮章句", "祖父母(爾雅父/之考為王父)世父母叔父母(爾雅父之/晜弟)昆弟(爾雅男/子先生為兄)")
    assert "經" in _layers(edition)
