"""A title that is all of its line in an essay or a list heads it; in other layers, and within a line, it does not."""

from __future__ import annotations

import pytest

from yili_kg.annotation.headings import heads
from yili_kg.models import Segment


def _segment(layer: str, offsets: tuple[int, ...]) -> Segment:
    return Segment(
        id="s",
        layer=layer,
        speaker="",
        chapter="",
        passages=(),
        extent="whole",
        comments_on="",
        pieces=((offsets[0], offsets[-1] + 1),),
        text="聘禮夫人使下",
        offsets=offsets,
        order=0,
    )


@pytest.mark.parametrize(
    ("layer", "offsets", "expected"),
    [
        ("文", (0, 1, 5, 6, 7, 8), True),
        ("文", (0, 1, 2, 3, 4, 5), False),
        ("疏", (0, 1, 5, 6, 7, 8), False),
    ],
)
def test_heads(layer: str, offsets: tuple[int, ...], expected: bool) -> None:
    assert heads(_segment(layer, offsets), 0, 2) is expected


def test_heads_not_where_a_note_follows() -> None:
    assert not heads(_segment("文", (0, 1, 2, 3, 4, 5)), 0, 6)
