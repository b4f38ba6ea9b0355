from __future__ import annotations

import csv
import io

from lxml import etree

from tests.plan.steps import step, xiangyin
from yili_kg.plan.flow import flow_graph, flow_mermaid, flow_svg
from yili_kg.plan.say import english, sentence
from yili_kg.plan.table import COLUMNS, steps_csv

CYCLE = (
    step(0, "獻", "主人", recipient="賓", rite="04.獻賓"),
    step(1, "酢", "賓", recipient="主人", rite="04.酢主人"),
    step(2, "酬", "主人", recipient="賓", rite="04.酬賓"),
    step(3, "獻", "主人", recipient="介", rite="04.獻介"),
    step(4, "酢", "介", recipient="主人", rite="04.獻介", repeats=("04.001.jing.1.s1",)),
)


def test_offerings_answer_one_another() -> None:
    graph = flow_graph(CYCLE)
    kinds = {(a, b): d["kind"] for a, b, d in graph.edges(data=True) if d["kind"] != "next"}
    assert kinds == {(0, 1): "answers", (1, 2): "answers", (3, 4): "answers", (4, 1): "repeats"}
    assert [(a, b) for a, b, d in graph.edges(data=True) if d["kind"] == "next"] == [(0, 1), (1, 2), (2, 3), (3, 4)]


def test_mermaid_has_a_subgraph_a_sub_rite_and_keeps_its_quotes() -> None:
    text = flow_mermaid([*CYCLE, step(5, '獻"]<b>', "賓", rite='x"y')])
    assert text.startswith("flowchart TD\n")
    assert text.count("subgraph") == 5 == text.count("  end\n")
    assert 's0(["04.001 主人 獻賓"])' in text
    assert "s0 ==> s1" in text
    assert "s4 -.-> s1" in text
    assert '"x#quot;y"' in text
    assert "<b>" not in text


def test_svg_is_well_formed_with_a_lane_a_participant() -> None:
    svg = flow_svg(xiangyin(), title="鄉飲酒禮 <&>")
    root = etree.fromstring(svg.encode())
    lanes = [t.text for t in root.iter("{*}text") if t.get("class") == "who"]
    assert {"主人", "賓", "介"} <= set(lanes)
    assert len([g for g in root.iter("{*}g") if "offer" in (g.get("class") or "")]) == 3
    assert svg == flow_svg(xiangyin(), title="鄉飲酒禮 <&>")
    assert flow_svg([], title="空")


def test_csv_has_a_row_a_step_and_every_slot() -> None:
    rows = list(csv.DictReader(io.StringIO(steps_csv(xiangyin()))))
    assert len(rows) == 111
    assert list(rows[0]) == list(COLUMNS)
    sixth = rows[5]
    assert (sixth["agent"], sixth["verb"], sixth["object"]) == ("*有司", "席", "賓 主人 介")
    assert (rows[39]["verb"], rows[39]["to"]) == ("適", "洗")


def test_a_step_is_told_in_both_languages() -> None:
    bow = step(0, "拜", "*主人", at="阼階上", facing="北", recipient="賓")
    assert sentence(bow) == "（主人） 阼階上北面 拜賓"
    assert english(bow) == "host 主人 bows to guest of honour 賓, at 阼階上, facing north"
    assert english(step(1, "拜", "賓", negated=True)).startswith("guest of honour 賓 does not do this: bows")
    assert english(step(4, "辭", "賓", object="洗")) == "guest of honour 賓 declines the washing 洗"
    assert english(step(2, "升", "")) == "(who is not said) goes up"
    assert sentence(step(3, "升", "賓", conditional=True)).startswith("若")
