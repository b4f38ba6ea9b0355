"""Readings of editions that notes report in the course of a commentary, and lists of faults under a heading of their own."""

from __future__ import annotations

import pytest

from yili_kg.annotation.notes.collation import graphs_counted, listed_of
from yili_kg.annotation.notes.editions import edition_readings
from yili_kg.annotation.notes.tokens import Base, tokens_of


def report(base: str, note: str) -> list[tuple[str, str, str, str]]:
    """Word of the text, other wording, edition and decision of each reading of a note on some text."""
    explained = Base(segment="x", graphs=base, places=range(len(base)))
    tokens = tokens_of(note, "述註", [explained])
    return sorted((r.base, r.variant, r.tradition, r.decision) for r in edition_readings(tokens, ()))


@pytest.mark.parametrize(
    ("base", "note", "expected"),
    [
        ("南面待主人迎受", "迎釋文作梧五故反", [("迎", "梧", "釋文", "none")]),
        ("從役持炬火", "從嘉靖本作徒楊圖敖說同當從之", [("從", "徒", "嘉靖本", "follows")]),
        ("從役持炬火", "今從嘉靖本改", []),
        ("故受其禮於禰廟", "廟下嘉靖本有也字", [("", "也", "嘉靖本", "none")]),
        ("裧車裳幃", "裳幃疏亦作幃裳按雜記", [("裳幃", "幃裳", "疏", "none")]),
        ("視壺濯", "監本作灌誤", [("濯", "灌", "監本", "rejects")]),
        ("三耦射", "案張今注疏本訛作帳據宋本改正", [("張", "帳", "注疏本", "rejects")]),
        ("族祖父", "族祖父者從父昆弟案原本脱此四字", [("從父昆弟", "", "原本", "rejects")]),
        ("臣宅者", "非宅當從今文為託", [("宅", "託", "今文", "follows")]),
        ("坐祭立飲", "坐字疑衍", [("坐", "", "當為", "none")]),
        ("薦脯醢折俎", "折俎上當有設字", [("", "設", "當為", "none")]),
        ("賓執本", "本立而道生疏解作者之意監本有五字", []),
        ("", "本作", []),
    ],
)
def test_editions(base: str, note: str, expected: list[tuple[str, str, str, str]]) -> None:
    assert report(base, note) == expected


@pytest.mark.parametrize(
    ("number", "graphs"), [("三", 3), ("十", 10), ("十四", 14), ("三十二", 32), ("", 0), ("百", 0), ("本", 0)]
)
def test_graphs_counted(number: str, graphs: int) -> None:
    assert graphs_counted(number) == graphs


@pytest.mark.parametrize(("heading", "edition"), [("儀禮石本誤字", "石本"), ("監本正誤", "監本"), ("監本誤作拜", "")])
def test_headings_of_lists(heading: str, edition: str) -> None:
    assert listed_of(heading) == edition
