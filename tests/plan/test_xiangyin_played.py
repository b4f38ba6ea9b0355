"""鄉飲酒禮 as its own text prescribes it, from the corpus that comes with yili-kg."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from typer.testing import CliRunner

from yili_kg.analyse import analyse_file
from yili_kg.cli import app
from yili_kg.models import Annotated
from yili_kg.pipeline import shipped_sources
from yili_kg.plan.places import level_of
from yili_kg.plan.stage import Play, modes, stage
from yili_kg.records.whole import write_editions

SOURCE = next(p for p in shipped_sources() if p.name.startswith("002"))


@pytest.fixture(scope="module")
def annotated() -> Annotated:
    found = analyse_file(SOURCE)
    if not found.steps:
        pytest.skip("no steps are read yet")
    return found


@pytest.fixture(scope="module")
def plays(annotated: Annotated) -> dict[str, Play]:
    segments = {s.id: s for s in annotated.edition.segments}
    steps = [s for s in annotated.steps if s.chapter == "04"]
    return {n: stage(steps, chapter="04", notes=n, segments=segments) for n in modes()}


def at(play: Play, passage: str, verb: str, who: str) -> tuple[float, float]:
    """Where somebody stands after the first step of a passage with that verb."""
    frame = next(f for f in play.moments if play.steps[f.step].passage == passage and play.steps[f.step].verb == verb)
    return dict(frame.people)[who].point


def test_it_plays_from_the_invitation_to_the_leaving_of_the_guest(plays: dict[str, Play]) -> None:
    for play in plays.values():
        verbs = [(s.passage, s.verb) for s in play.steps]
        assert ("04.002", "戒") in verbs
        assert ("04.124", "出") in verbs
        for frame in play.moments:
            stands = [s.point for _, s in frame.people]
            assert len(stands) == len(set(stands)) == len(play.cast.names)
            assert all(s.zh and s.en for _, s in frame.people)


def test_positions_are_those_of_the_text(plays: dict[str, Play]) -> None:
    play = plays["注"]
    x, y = at(play, "04.017", "拜", "主人")
    assert (x, y) == (24.0, 16.0)  # 阼階上當楣
    x, y = at(play, "04.022", "適", "主人")
    assert abs(x - 45) < 4
    assert -48 < y < -38
    x, y = at(play, "04.029", "獻", "主人")
    assert abs(x + 12.5) < 4
    assert 30 < y < 40
    x, y = at(play, "04.033", "升", "賓")
    assert (x, y) == (-12.5, 44.0)  # on his mat between door and window
    x, y = at(play, "04.096", "立", "司正")
    assert (x, y) == (0.0, 16.0)  # 楹間
    assert level_of(at(play, "04.124", "出", "賓")) == "gate"


def test_most_places_that_the_text_names_are_found(plays: dict[str, Play]) -> None:
    moved = [m for f in plays["疏"].moments for m in f.moves]
    said = sum(m.how == "said" for m in moved)
    assert said > 100
    assert sum(m.how == "inferred" for m in moved) < said


def test_the_command_writes_every_form(tmp_path: Path) -> None:
    runner = CliRunner()
    for form, begin in (
        ("html", "<!DOCTYPE html>"),
        ("mermaid", "flowchart TD"),
        ("svg", "<svg"),
        ("csv", "id,chapter"),
    ):
        out = tmp_path / f"rite.{form}"
        done = runner.invoke(app, ["rite", str(SOURCE), "--chapter", "4", "-f", form, "-o", str(out)])
        assert done.exit_code == 0, done.output
        assert "04 鄉飲酒禮" in done.output
        assert out.read_text(encoding="utf-8").startswith(begin)
    rows = list(csv.DictReader(io.StringIO((tmp_path / "rite.csv").read_text(encoding="utf-8"))))
    assert len(rows) > 500
    plan = runner.invoke(app, ["rite", "--chapter", "09", "-f", "plan"])
    assert plan.output.startswith("<svg")


def test_the_command_says_what_there_is_instead(tmp_path: Path) -> None:
    from yili_kg.errors import YiliError

    runner = CliRunner()
    wrong = runner.invoke(app, ["rite", str(SOURCE), "--chapter", "09"])
    assert isinstance(wrong.exception, YiliError)
    assert "04 鄉飲酒禮" in str(wrong.exception)
    empty = tmp_path / "x.txt"
    empty.write_text("釋曰此無經文也", encoding="utf-8")
    none = runner.invoke(app, ["rite", str(empty)])
    assert isinstance(none.exception, YiliError)
    built = tmp_path / "build"
    built.mkdir()
    assert isinstance(runner.invoke(app, ["rite", str(built)]).exception, YiliError)
    write_editions(built / "editions.jsonl.gz", [analyse_file(SOURCE)])
    page = runner.invoke(app, ["rite", str(built), "--chapter", "4"]).output
    assert page.startswith("<!DOCTYPE html>")
    assert 'href="yili.css"' not in page, "it stands alone"
    table = runner.invoke(app, ["rite", str(built), "--chapter", "4", "-f", "csv"]).output
    assert table.startswith("id,chapter")
    assert isinstance(runner.invoke(app, ["rite", str(built), "--chapter", "05"]).exception, YiliError)
    bare = runner.invoke(app, ["rite", "-f", "plan"])
    assert isinstance(bare.exception, YiliError)
