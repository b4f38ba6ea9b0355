from __future__ import annotations

import pytest

from tests.resolve.test_short_citations import segment
from yili_kg.models import Annotated, Citation, Document, Edition
from yili_kg.resolve.brought_again import as_the_note_cites

NOTE = "爾雅曰檜謂之葉爾雅"


def cited(sub: str, *targets: str) -> str:
    """What 爾雅, the first title of a sub-commentary, cites where its note cites these."""
    document = Document(
        raw=NOTE + sub, sha256="0" * 64, name="x", title="x", label="x", reader="plain", blocks=(), noise=()
    )
    edition = Edition(document=document, segments=(segment(1, "注", NOTE, 0), segment(2, "疏", sub, len(NOTE))))
    place = len(NOTE) + sub.index("爾雅")
    citations = [_citation(number, target, "s1", 0) for number, target in enumerate(targets)]
    citations.append(_citation(place, "爾雅", "s2", place))
    found = as_the_note_cites(Annotated(edition=edition, citations=tuple(citations)))
    return found.citations[-1].target


def _citation(start: int, target: str, segment_id: str, place: int) -> Citation:
    return Citation(
        start=start,
        end=(place or start) + 2,
        text="爾雅",
        target=target,
        function="discusses",
        form="titled",
        quotes=(),
        segment=segment_id,
        layer="注",
        rule="",
    )


@pytest.mark.parametrize("sub", ["引爾雅者證其木也", "也云爾雅者彼文也", "引爾雅證之"])
def test_the_division_is_that_of_the_note(sub: str) -> None:
    assert cited(sub, "爾雅·釋木") == "爾雅·釋木"


def test_it_stays_open_where_the_note_cites_several_or_something_else_brings_it() -> None:
    assert cited("引爾雅者證其木也", "爾雅·釋木", "爾雅·釋草") == "爾雅"
    assert cited("引爾雅者證其木也") == "爾雅"
    assert cited("案爾雅有之", "爾雅·釋木") == "爾雅"
