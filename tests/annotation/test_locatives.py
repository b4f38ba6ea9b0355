"""The locative behind a place in a step: 阼階, 阼階上, 阼階西 are not one place."""

from __future__ import annotations

import pytest

from yili_kg.annotation.steps import read_words
from yili_kg.models import Filler, Step
from yili_kg.records.steps import step_records


def _act(text: str, verb: str) -> Step:
    return next(step for step in read_words(text) if step.verb == verb)


def _told(fillers: tuple[Filler, ...]) -> list[tuple[str, str]]:
    return [(f.text, f.locative) for f in fillers]


@pytest.mark.parametrize(
    ("text", "verb", "slot", "expected"),
    [
        ("主人阼階上北面再拜", "拜", "at", ("阼階", "上")),
        ("賓降立于階西", "立", "at", ("階", "西")),
        ("尊兩壺于房戶間", "尊", "at", ("房戶", "間")),
        ("尊兩壺于房戶閒", "尊", "at", ("房戶", "間")),
        ("設洗于阼階東南", "設", "at", ("阼階", "東南")),
        ("设洗于阼阶东南", "設", "at", ("阼階", "東南")),
        ("賓席之東立", "立", "at", ("賓席", "東")),
        ("授主人爵于兩楹之間", "授", "at", ("楹", "間")),
        ("主人立于門東", "立", "at", ("門", "東")),
        ("主人坐奠爵于階前辭", "奠", "to", ("階", "前")),
        ("主人坐取爵興適洗南面坐奠爵于篚下盥洗", "奠", "to", ("篚", "下")),
        ("坐奠爵于薦西", "奠", "to", ("薦", "西")),
        ("主人坐奠爵于序端", "奠", "to", ("序", "端")),
        ("賓出門外再拜", "出", "to", ("門", "外")),
        ("賓入門左北面東上", "入", "to", ("門", "左")),
        ("自西階上降", "降", "origin", ("西階", "上")),
        ("主人阼階北面答拜", "答拜", "at", ("阼階", "")),
        ("主人適洗南面盥", "適", "to", ("洗", "")),
        ("坐取俎西之觶", "取", "object", ("觶", "")),
    ],
)
def test_locative_behind_a_place(text: str, verb: str, slot: str, expected: tuple[str, str]) -> None:
    assert _told(getattr(_act(text, verb), slot)) == [expected]


def test_locative_of_what_the_context_supplies() -> None:
    """The cup that was taken from beside the mat is not beside it in the hand of him who drinks."""
    steps = read_words("主人坐取爵于篚下興適洗洗爵")
    assert all(not f.locative for s in steps for f in s.object)


def test_step_record_has_places_beside_the_words() -> None:
    row = next(iter(step_records(_act("主人阼階上北面再拜", "拜"))))
    assert row["at"] == ["阼階"]
    assert row["at_places"] == ["阼階上"]
    assert "to_places" not in row
    row = next(iter(step_records(_act("主人坐奠爵于篚下", "奠"))))
    assert (row["to"], row["to_places"]) == (["篚"], ["篚下"])
    row = next(iter(step_records(_act("主人坐奠爵于篚", "奠"))))
    assert "to_places" not in row


def test_step_record_names_the_places_of_a_slot_one_by_one() -> None:
    step = Step(
        start=0,
        end=1,
        text="立",
        id="x.1",
        verb="立",
        segment="x",
        layer="經",
        chapter="04",
        passage="",
        rule="r",
        origin=(Filler(text="門"), Filler(text="門", locative="外", supplied=True)),
    )
    row = next(iter(step_records(step)))
    assert row["from"] == ["門", "*門"]
    assert row["from_places"] == ["門", "*門外"]
