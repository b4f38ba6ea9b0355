"""Moments that were held by hand against text, note, sub-commentary and chart stay as they were judged."""

from __future__ import annotations

import csv
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from yili_kg.analyse import analyse_file
from yili_kg.plan.script import with_repetitions
from yili_kg.plan.stage import Moment, Play, modes, stage

JUDGED = Path(__file__).parent / "judged"
CHAPTERS = sorted(path.stem for path in JUDGED.glob("*.tsv"))

#: How far from where he was judged somebody may stand, 尺: others make room for him elsewhere.
NEAR = 9.0


def rows(chapter: str) -> list[dict[str, str]]:
    with (JUDGED / f"{chapter}.tsv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


@cache
def played(source: Path, chapter: str) -> Play:
    found = analyse_file(source)
    segments = {s.id: s for s in found.edition.segments}
    steps = [s for s in found.steps if s.chapter == chapter]
    again = with_repetitions(steps, [r for r in found.repetitions if r.chapter == chapter], segments)
    return stage(again, chapter=chapter, notes=list(modes())[-1], segments=segments)


def numbered(play: Play) -> dict[tuple[str, int], Moment]:
    """The moments by passage and number in it."""
    count: Counter[str] = Counter()
    found: dict[tuple[str, int], Moment] = {}
    for moment in play.moments:
        passage = play.steps[moment.step].passage
        count[passage] += 1
        found[passage, count[passage]] = moment
    return found


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_tables_are_whole(chapter: str) -> None:
    table = rows(chapter)
    assert len(table) >= 40
    for row in table:
        assert row["passage"].startswith(chapter)
        assert {row["before"], row["after"]} <= {"right", "wrong", "open"}, row
        assert row["remark"] or row["after"] == "right", row
        assert row["where"] or row["after"] == "open", row
    assert len({(r["passage"], r["moment"]) for r in table}) == len(table)


@pytest.mark.shared
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_what_was_judged_right_stays_right(shared: Path, chapter: str) -> None:
    play = played(shared / "texts" / "KR1d0026" / f"KR1d0026_0{chapter}.txt", chapter)
    moments = numbered(play)
    for row in rows(chapter):
        moment = moments[row["passage"], int(row["moment"])]
        assert play.steps[moment.step].verb == row["verb"], row
        if row["after"] != "right":
            continue
        stands = dict(moment.people)
        for one in filter(None, row["stands"].split(";")):
            name, _, where = one.partition(":")
            if where == "off":
                continue
            x, y, facing = where.split(",")
            stand = stands[name]
            assert abs(stand.x - float(x)) < NEAR, (row, stand)
            assert abs(stand.y - float(y)) < NEAR, (row, stand)
            assert stand.facing == facing, (row, stand)
