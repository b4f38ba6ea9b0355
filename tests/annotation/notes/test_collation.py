"""Readings that collators report, behind ○ and in lists of the faults of one edition."""

from __future__ import annotations

import pytest

from yili_kg.annotation.notes.collation import collated
from yili_kg.models import Segment


def report(text: str) -> list[tuple[str, str, str, str]]:
    """Word of the text, other wording, edition and decision of each reading."""
    segment = Segment(
        id="00.1.x.kaozheng.1",
        layer="考證",
        text=text,
        offsets=tuple(range(len(text))),
        book="x",
        chapter="00",
        speaker="",
        passages=(),
        extent="part",
        comments_on="",
        pieces=(),
        order=0,
    )
    return [(r.base, r.variant, r.tradition, r.decision) for r in collated(segment)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("使者不答拜○答字石經竝作荅", [("答", "荅", "石經", "none")]),
        ("歸寧乃邦○邦字監本譌作拜今依石經及朱子本改正", [("邦", "拜", "監本", "rejects")]),
        ("為衆子注女子亦如之○監本女子下衍在室二字", [("", "在室", "監本", "rejects")]),
        ("天子及其始祖所自出○監本脫所自出三字", [("所自出", "", "監本", "rejects")]),
        ("祭酒啐酒○石經及敖本祭酒上有尸字", [("", "尸", "石經及敖本", "none")]),
        ("薦右賓不飲左右○監本左右互譌", [("左右", "右左", "監本", "rejects")]),
        ("降○敖繼公云冪當作鼏", []),
        ("歸○邦字監本譌作拜", []),
        (
            "儀禮監本正誤附士昏禮御受受誤作授第二十告于公脫告字第五十相揖退揖退二字之間羨一還字第四十",
            [("受", "授", "監本", "rejects"), ("告", "", "監本", "rejects"), ("揖退", "揖還退", "監本", "rejects")],
        ),
        ("去鼏○鼏石經作冪敖繼公云冪當作鼏", [("鼏", "冪", "石經", "none"), ("冪", "鼏", "當為", "none")]),
        ("龜卦兆各有所對○龜卦兆三字監本脱去", [("龜卦兆", "", "監本", "rejects")]),
        (
            "儀禮監本正誤附主人再拜賓答再拜誤作賓再答拜第十一擁簠粱左擁左誤作右簠誤作簋第二",
            [
                ("賓答再拜", "賓再答拜", "監本", "rejects"),
                ("左", "右", "監本", "rejects"),
                ("簠", "簋", "監本", "rejects"),
            ],
        ),
        ("○○○", []),
    ],
)
def test_collation(text: str, expected: list[tuple[str, str, str, str]]) -> None:
    assert report(text) == expected
