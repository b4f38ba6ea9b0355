"""Text that leaves passages out, or sets base text and notes in an order of its own: each stretch at its passage."""

from __future__ import annotations

import pytest

from tests.layers.test_edition import assert_law1
from yili_kg.layers import edit
from yili_kg.sources.read import read_text

HEADING = "儀禮·鄉飲酒禮第四\n\n"
BASE = {
    "04.001": "鄉飲酒之禮，主人就先生而謀賓介。",
    "04.002": "主人戒賓，賓拜辱，主人答拜，乃請賓。賓禮辭，許。主人再拜，賓答拜。",
    "04.003": "主人退，賓拜辱。",
    "04.006": "衆賓之席皆不屬焉。",
    "04.012": "賓及衆賓皆從之。",
    "04.013": "主人一相迎于門外，再拜賓，賓答拜，拜介，介答拜。",
    "04.015": "主人揖，先入。",
    "04.018": "主人坐取爵于篚，降洗。",
}
NOTES = {
    "04.003": "退猶去也。去又拜辱者，以送謝之。",
    "04.012": "從猶隨也。言及衆賓，介亦在其中矣。",
    "04.013": "相，主人之吏，擯贊傳命者。",
    "04.018": "將獻賓也。",
}


def _found(text: str) -> list[tuple[str, tuple[str, ...]]]:
    edition = edit(read_text(HEADING + text))
    assert_law1(edition)
    return [(s.layer, s.passages) for s in edition.segments if s.layer in ("經", "注")]


@pytest.mark.parametrize("chosen", [list(BASE), list(BASE)[::2], list(BASE)[1::2], list(BASE)[4:], list(BASE)[::-1]])
def test_passages_left_out(chosen: list[str]) -> None:
    assert _found("".join(BASE[one] for one in chosen)) == [("經", (one,)) for one in chosen]


def test_passages_with_and_without_their_notes() -> None:
    text = "".join(BASE[one] + NOTES.get(one, "") for one in BASE)
    expected = [(layer, (one,)) for one in BASE for layer in ("經", "注") if layer == "經" or one in NOTES]
    assert _found(text) == expected


def test_base_text_of_several_passages_then_their_notes() -> None:
    text = "".join(BASE[one] for one in NOTES) + "".join(NOTES.values())
    assert _found(text) == [("經", (one,)) for one in NOTES] + [("注", (one,)) for one in NOTES]


def test_a_note_on_the_first_of_several_passages() -> None:
    text = "昏礼。下达，纳采，用雁。主人筵于户西，西上，右几。使者玄端至。达，通也。将欲与彼合昏姻，必先使媒氏下通其言。女氏许之，乃后使人纳其采择之礼。用雁为挚者，取其顺阴阳往来。《诗》云：“取妻如之何？匪媒不得。”昏必由媒，交接设绍介，皆所以养廉耻。"
    edition = edit(read_text("仪礼·士昏礼第二\n\n" + text))
    assert [(s.layer, *s.passages) for s in edition.segments][1:] == [
        ("經", "02.001"),
        ("經", "02.002"),
        ("經", "02.003"),
        ("注", "02.001"),
    ]


@pytest.mark.parametrize("line", ["The master", "。", "-- ? --"])
def test_a_line_without_graphs_is_no_passage_and_is_kept(line: str) -> None:
    """It was lost where passages are told one by one, or the reading ended there."""
    comment = "【疏】「主人」至「西面」○釋曰自此"
    base = "有司如主人服，即位于西方，東面，北上。,\n筮與席、所卦者，具饌于西塾。¶"
    assert_law1(edit(read_text(f"士冠禮第一\n。\n{comment}注\n{base}\n{comment}的們這\n{line}")))
