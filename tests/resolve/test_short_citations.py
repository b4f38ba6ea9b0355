from __future__ import annotations

import pytest

from yili_kg.annotation.run import annotate
from yili_kg.models import Annotated, Document, Edition, Segment, ShortCitation
from yili_kg.resolve.short_citations import resolve_short_citations
from yili_kg.tables.patterns import load_patterns

NOTE = "主人，謂諸侯之鄉大夫也。賓、介，處士賢者。"
SUB = (
    "云「賓、介，處士賢者」者，案《玉藻》云「居士錦帶」，又云「弟子縞帶」。云「君子有大德」者，下文云是也。"
    "案《鄉射》云「主人戒賓」，《燕禮》云「小臣戒與者」，彼注云「與者謂群臣」。"
)


def segment(number: int, layer: str, text: str, start: int) -> Segment:
    pieces = ((start, start + len(text)),)
    offsets = tuple(range(start, start + len(text)))
    return Segment(
        id=f"s{number}",
        layer=layer,
        speaker="",
        chapter="04",
        passages=("04.001",),
        extent="whole",
        comments_on="",
        pieces=pieces,
        text=text,
        offsets=offsets,
        order=number,
    )


@pytest.fixture
def annotated() -> Annotated:
    document = Document(
        raw=NOTE + SUB, sha256="0" * 64, name="x", title="x", label="x", reader="plain", blocks=(), noise=()
    )
    edition = Edition(document=document, segments=(segment(1, "注", NOTE, 0), segment(2, "疏", SUB, len(NOTE))))
    return resolve_short_citations(annotate(edition))


def one(annotated: Annotated, text: str) -> ShortCitation:
    (found,) = [e for e in annotated.ellipses if e.text == text]
    return found


def test_short_citations_again_goes_on_with_the_title_before_it(annotated: Annotated) -> None:
    again = one(annotated, "又云")
    assert (again.form, again.target) == ("elliptical", "禮記·玉藻")


def test_short_citations_with_several_works_before_them_stay_unresolved(annotated: Annotated) -> None:
    note = one(annotated, "彼注云")
    assert note.target == ""
    assert "works are named before it" in note.reason


def test_short_citations_lemma_leads_to_the_words_that_it_repeats(annotated: Annotated) -> None:
    lemma = one(annotated, "賓、介，處士賢者")
    raw = annotated.edition.document.raw
    assert raw[lemma.target_start : lemma.target_end] == "賓、介，處士賢者"
    assert lemma.target_start < lemma.start
    missing = one(annotated, "君子有大德")
    assert missing.reason == "not in the passage"


def test_short_citations_point_at_their_own_chapter(annotated: Annotated) -> None:
    here = one(annotated, "下文")
    assert (here.form, here.target) == ("pointer", "儀禮·鄉飲酒禮")


def test_short_citations_take_their_examples() -> None:
    assert load_patterns("short-citations").fails() == []
