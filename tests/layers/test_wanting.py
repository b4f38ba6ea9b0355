"""Editions and pages that leave passages out: each stretch is of the passages whose words it has, not of all that are wanting."""

from __future__ import annotations

import pytest

from yili_kg.layers import edit
from yili_kg.layers.wanting import standing
from yili_kg.received.align import Unit
from yili_kg.sources.read import read_text

UNITS = (
    Unit("01.010", "注", "反還也", "反還也", 3),
    Unit("01.011", "經", "筮人還東", "卒進告吉", 11),
    Unit("01.011", "注", "旅衆也還", "文旅作臚", 15),
    Unit("01.012", "經", "若不吉則", "日如初儀", 10),
    Unit("01.012", "注", "遠日旬之", "日旬之外", 5),
    Unit("01.013", "經", "徹筮席", "徹筮席", 3),
)


@pytest.mark.parametrize(
    ("graphs", "places"),
    [
        ("反還也", (0,)),
        ("徹筮席", (5,)),
        ("反還也徹筮席", (0, 5)),
        ("遠日旬之外徹筮席", (4, 5)),
        ("反還也筮人還東面旅占卒進告吉", (0, 1)),
        # Neither end is theirs, or there is room for all: nothing tells which.
        ("敖氏曰", (0, 1, 2, 3, 4, 5)),
        ("反還也筮人還東面旅占卒進告吉旅衆也還與其屬共占之", (0, 1, 2, 3, 4, 5)),
    ],
)
def test_which_units_a_short_stretch_is(graphs: str, places: tuple[int, ...]) -> None:
    assert standing(graphs, UNITS) == places


def test_a_record_far_behind_is_itself_and_not_all_that_is_left_out() -> None:
    raw = (
        "士冠禮\n士冠禮。筮于廟門。\n主人玄冠，朝服，緇帶，素韠，即位于門東，西面。\n有司如主人服，即位于西方，東面，北上。\n"
        "筮與席、所卦者，具饌于西塾。\n主人戒賓。賓禮辭，許。\n主人再拜，賓答拜。主人退，賓拜送。\n前期三日，筮賓，如求日之儀。\n"
        "記。冠義：始冠，緇布之冠也。太古冠布，齊則緇之。其緌也，孔子曰：「吾未之聞也，冠而敝之可也。」\n"
        "適子冠于阼，以著代也。醮于客位，加有成也。\n"
    )
    found = [s.passages for s in edit(read_text(raw)).segments if s.layer == "記"]
    assert found == [("01.114",), ("01.115",)]


#: 注疏 of which every second passage is left out; the preface stands behind the heading.
PAGE = """●卷一士冠禮第一
《儀禮疏》序
○竊聞道本冲虚，非言無以表其疏；言有微妙，非釋無能悟其理。是知聖人言曲事資，注釋而成。至於《周禮》、《儀禮》，發源是一，理有終始。
卒筮，書卦，執以示主人。（卒，已也。書卦者，筮人以方寫所得之卦。）
[疏]“卒筮”至“主人”。
○釋曰：此言所筮六爻俱了，卦體得成。
主人受眡，反之。（反，還也。）
[疏]“主人受眡反之”。
○釋曰：此筮訖，寫所得卦示主人。
徹筮席。（徹，去也，斂也。）
[疏]“徹筮席”。
○釋曰：據席則徹去之，筮則斂藏之。
主人再拜，賓答拜。主人退，賓拜送。（退，去也，歸也。）
[疏]案《鄉飲酒》：“主人戒賓，賓拜辱，主人答拜。”
告事畢。（宗人告也。）
[疏]“告事畢”。
○釋曰：知宗人告者，亦約上文筮日時宗人告事得知也。
"""


def test_a_note_behind_a_gap_is_the_note_and_the_preface_no_passage() -> None:
    found = [(s.layer, s.passages, s.text[:3]) for s in edit(read_text(PAGE)).segments if s.layer in ("經", "注")]
    assert found == [
        ("經", ("01.009",), "卒筮，"),
        ("注", ("01.009",), "（卒，"),
        ("經", ("01.010",), "主人受"),
        ("注", ("01.010",), "（反，"),
        ("經", ("01.013",), "徹筮席"),
        ("注", ("01.013",), "（徹，"),
        ("經", ("01.016",), "主人再"),
        ("注", ("01.016",), "（退，"),
        ("經", ("01.024",), "告事畢"),
        ("注", ("01.024",), "（宗人"),
    ]
