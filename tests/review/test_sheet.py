"""Sheets: what is written is read again, and slips are told with their lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.commands import run
from tests.reading.conftest import PAGE, SHEET
from yili_kg.analyse import analyse_text
from yili_kg.cli import app
from yili_kg.errors import DataError
from yili_kg.reading.load import load_own
from yili_kg.review.compare import agreement, differences
from yili_kg.review.marks import Mark, marked, unmarked
from yili_kg.review.sheet import parse_sheet
from yili_kg.review.write import sheet_of


def test_sheet_of_a_text_is_read_again() -> None:
    found = analyse_text(PAGE)
    sheet = sheet_of(found)
    blocks = parse_sheet(sheet, "x")
    assert [b.text for b in blocks] == [s.text for s in found.edition.segments if s.layer != "題"]
    shown = [m for m in found.mentions if m.layer != "題"]
    assert sum(m.letter != "Q" for b in blocks for m in b.marks) == len(shown) > 0
    assert sum(len(b.steps) for b in blocks) == len(found.steps)
    assert sum(len(b.glosses) for b in blocks) == len(found.glosses)


def test_sheet_tells_graphs_of_one_key_apart() -> None:
    """今文於為于: base and variant are one key, and each is written as the note has it."""
    found = analyse_text("士昏禮第二\n\n主人筵于戶西，西上，右几。\n\n鄭玄注：今文於為于。\n")
    (reading,) = found.readings
    assert {reading.base, reading.variant} == {"於", "于"}
    (line,) = (r for block in parse_sheet(sheet_of(found), "x") for r in block.readings)
    assert (line.base, line.variant) == (reading.base, reading.variant)


def test_sheet_blank_has_the_text_alone() -> None:
    sheet = sheet_of(analyse_text(PAGE), blank=True)
    assert "{" not in sheet
    assert "\n- " not in sheet


def test_marks_nest_and_escape() -> None:
    line = r"云{Q:{R:主人}立}\{者\}"
    text, marks = unmarked(line, "x")
    assert text == "云主人立{者}"
    assert marks == [Mark(1, 4, "Q"), Mark(1, 3, "R")]
    assert marked(text, marks) == line


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("| {R:主人", "x:2: a mark is not closed"),
        ("| 主人}", "x:2: } closes no mark"),
        ("| {X:主人}", "x:2: the mark {X: is none"),
        ("| {R:主{O:人}}", "x:2: a mark R holds another"),
        ("| {C:曲禮}", "x:2: a citation without its target"),
        ("| {R:}主人", "x:2: a mark R around nothing"),
        ("| 主人\n- 拜 agent=主人", "x:3: 拜 does not stand in this block"),
        ("| 主人拜拜\n- 拜.3", "x:3: 拜 does not stand in this block 3 times"),
        ("| 主人拜\n- 拜 agent", "x:3: 'agent' is no slot"),
        ("| 主人拜\n- 拜 facing=上", "x:3: facing '上' is none of"),
        ("| 主人拜\n- 拜 count=再", "x:3: count '再' is no number"),
        ("| 主人拜\n- 拜 agent=主人 agent=賓", "x:3: the slot agent is there twice"),
        ("| 主人拜\n- 拜\n- 拜", "x:4: two steps on the same 拜"),
        ("| 戒警也\n= 戒 警 [也]", "x:3: a gloss is"),
        ("| 戒警也\n= 戒 := 告 [也]", "x:3: 告 does not stand"),
        ("| 今文無洗\n~ 洗 := [今文]", "x:3: a reading is"),
        ("| 今文於爲于\n~ 於 := 於 [今文]", "x:3: a reading of 於 that says the same"),
        ("| 主人\n主人", "x:3: a line that begins with none of"),
        ("| 主人\n§ 04.001 經\n| 主人", "x:3: 04.001 經 stands in line 1 already"),
    ],
)
def test_sheet_slips_name_their_line(line: str, message: str) -> None:
    with pytest.raises(DataError) as error:
        parse_sheet(f"§ 04.001 經\n{line}\n", "x")
    assert message in str(error.value)


def test_sheet_tells_all_slips_at_once() -> None:
    with pytest.raises(DataError, match="2 slips") as error:
        parse_sheet("§ 04.001 經\n| 主人\n- 拜\n- 興\n", "x")
    assert "x:3" in str(error.value)
    assert "x:4" in str(error.value)


def test_compare_tells_what_one_reader_has_alone() -> None:
    first = parse_sheet(SHEET, "a")
    second = parse_sheet(SHEET.replace("{R:賔}降", "賔降").replace("agent=*介@疏", "agent=*主人"), "b")
    told = {(d.block, d.kind, d.who, d.said) for d in differences(first, second)}
    assert ("04.019", "mentions", 1, "role 賔") in told
    assert ("04.020", "agent", 1, "辭 agent=介") in told
    assert ("04.020", "agent", 2, "辭 agent=主人") in told
    by_kind = {a.kind: a for a in agreement(first, second)}
    assert by_kind["steps"].f1 == 1.0
    assert by_kind["agent"].f1 == pytest.approx(5 / 6)
    assert by_kind["mentions"].both == by_kind["mentions"].second


def test_review_commands_write_take_compare_and_build(tmp_path: Path) -> None:
    run = CliRunner()
    source, sheet, mine = tmp_path / "page.txt", tmp_path / "page.sheet", tmp_path / "mine"
    source.write_text(PAGE, encoding="utf-8")
    assert run.invoke(app, ["review", "write", str(source), "-o", str(sheet)]).exit_code == 0
    text = sheet.read_text(encoding="utf-8")
    assert "- 辭 agent=" in text
    lines = [("- 辭 agent=*介@疏" if line.startswith("- 辭 ") else line) for line in text.split("\n")]
    sheet.write_text("\n".join(lines), encoding="utf-8")
    taken = run.invoke(app, ["review", "take", str(sheet), str(source), "--by", "Mei", "--into", str(mine)])
    assert taken.exit_code == 0, taken.output
    assert "read by Mei" in taken.output
    assert {r.row.by for r in load_own(mine).values()} == {"Mei"}
    state = run.invoke(app, ["review", "state", str(mine)])
    assert state.output.startswith("04\tMei\t")
    annotated = run.invoke(app, ["annotate", str(source), "--reading", str(mine)])
    assert '"*介"' in annotated.output
    assert '"read_by": "Mei"' in annotated.output
    assert run.invoke(app, ["review", "compare", str(sheet), str(sheet)]).output.count("1.000") > 10
    load_own.cache_clear()


def test_review_take_refuses_an_altered_text(tmp_path: Path) -> None:
    run = CliRunner()
    source, sheet = tmp_path / "page.txt", tmp_path / "page.sheet"
    source.write_text(PAGE, encoding="utf-8")
    run.invoke(app, ["review", "write", str(source), "-o", str(sheet)])
    sheet.write_text(sheet.read_text(encoding="utf-8").replace("從{R:主人}也", "從{R:主人}"), encoding="utf-8")
    taken = run.invoke(app, ["review", "take", str(sheet), str(source), "--by", "Mei", "--into", str(tmp_path / "m")])
    assert taken.exit_code != 0
    assert not (tmp_path / "m" / "04").exists()


@pytest.mark.parametrize("options", [["--chapter", "44"], ["--layer", "注釋"]])
def test_review_write_a_slip_is_no_empty_sheet(tmp_path: Path, options: list[str]) -> None:
    (tmp_path / "page.txt").write_text(PAGE, encoding="utf-8")
    assert CliRunner().invoke(app, ["review", "write", str(tmp_path / "page.txt"), *options]).exit_code != 0


def test_review_take_enters_nobody_where_nothing_is_taken(tmp_path: Path) -> None:
    source, sheet, into = tmp_path / "t.txt", tmp_path / "s.txt", tmp_path / "mine"
    source.write_text("儀禮卷一\n\n鄉飲酒之禮。主人就先生而謀賓、介。\n", encoding="utf-8")
    assert run("review", "write", source, "-o", sheet).returncode == 0
    told = sheet.read_text(encoding="utf-8")
    sheet.write_text(told.replace("謀", "某"), encoding="utf-8")
    done = run("review", "take", sheet, source, "--by", "Mei", "--into", into)
    assert (done.returncode, into.exists()) == (2, False)
    sheet.write_text(told, encoding="utf-8")
    done = run("review", "take", sheet, source, "--by", "Mei", "--into", source)
    assert done.returncode == 2
    assert "cannot be written" in done.stderr
    assert run("review", "take", sheet, source, "--by", "Mei", "--into", into).returncode == 0
    (table,) = into.glob("*/passages.tsv")
    lines = table.read_text(encoding="utf-8").splitlines()
    table.write_text("\n".join([lines[0], "odd" + lines[1][lines[1].index("\t") :], ""]), encoding="utf-8")
    for other in set(table.parent.iterdir()) - {table}:
        other.unlink()
    assert run("review", "state", into).stdout == "odd\tMei\t1 parts of passages\t0 statements\n"


def test_review_take_keeps_nothing_of_a_sheet_that_cannot_be_read_back(tmp_path: Path) -> None:
    source, sheet, into = tmp_path / "page.txt", tmp_path / "page.sheet", tmp_path / "mine"
    source.write_text(PAGE, encoding="utf-8")
    assert run("review", "write", source, "-o", sheet).returncode == 0
    good = sheet.read_text(encoding="utf-8")
    assert run("review", "take", sheet, source, "--by", "Mei", "--into", into).returncode == 0
    kept = {path: path.read_bytes() for path in into.rglob("*") if path.is_file()}
    lines = [("- 辭 agent=*介@夢中之書" if line.startswith("- 辭 ") else line) for line in good.split("\n")]
    sheet.write_text("\n".join(lines), encoding="utf-8")
    done = run("review", "take", sheet, source, "--by", "Lan", "--into", into)
    assert done.returncode == 2
    assert "page.sheet: agent" in done.stderr
    assert {path: path.read_bytes() for path in into.rglob("*") if path.is_file()} == kept
    assert run("review", "take", sheet, source, "--by", "Lan", "--into", tmp_path / "new").returncode == 2
    assert not (tmp_path / "new").exists()
