from __future__ import annotations

import pytest
from lxml import etree

from tests.plan.steps import xiangyin
from yili_kg.plan.draw import extent, labels_of, plan_svg, views_of
from yili_kg.plan.house import load_house
from yili_kg.plan.stage import stage

PLANS = sorted({c: load_house().plan_of(c).id for c in load_house().chapters}.items())


def parse(svg: str) -> etree._Element:
    return etree.fromstring(svg.encode(), etree.XMLParser(resolve_entities=False))


@pytest.mark.parametrize("chapter", [c for c, _ in PLANS])
def test_plan_is_well_formed_and_its_labels_lie_apart(chapter: str) -> None:
    plan = load_house().plan_of(chapter)
    root = parse(plan_svg(plan))
    west, south, east, north = extent(plan)
    assert [float(n) for n in root.get("viewBox", "").split()] == [west, -north, east - west, north - south]
    shown = labels_of(plan)
    for n, one in enumerate(shown):
        for other in shown[n + 1 :]:
            a, b = one.box, other.box
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (one.text, other.text)
    wanted = {p.id for p in plan.parts if p.rank <= 2 and p.label_at}
    assert wanted <= {label.part for label in shown}, wanted - {label.part for label in shown}


def test_plan_is_drawn_to_scale_with_north_up() -> None:
    plan = load_house().plan_of("04")
    root = parse(plan_svg(plan, pixels=5))
    width = float(root.get("width", "0")) / (extent(plan)[2] - extent(plan)[0])
    height = float(root.get("height", "0")) / (extent(plan)[3] - extent(plan)[1])
    assert width == pytest.approx(5)
    assert height == pytest.approx(5)
    at = {t.text: float(t.get("y", "0")) for t in root.iter("{*}text") if t.get("y") and t.text}
    assert at["室"] < at["堂"] < at["碑"] < at["庠門"]


def test_a_frame_is_drawn_with_everybody_in_it() -> None:
    made = stage(xiangyin(), chapter="04", notes="注")
    svg = plan_svg(made.plan, play=made, moment=62)
    assert svg == plan_svg(made.plan, play=made, moment=62)
    people = [g for g in parse(svg).iter("{*}g") if (g.get("class") or "").startswith("person")]
    assert len(people) == len(made.cast.names)


def test_views_lie_within_the_whole() -> None:
    for chapter, _ in PLANS:
        plan = load_house().plan_of(chapter)
        whole = extent(plan)
        for view in views_of(plan):
            assert view.box[0] < view.box[2]
            assert view.box[1] < view.box[3]
            assert whole[1] <= view.box[1]
            assert view.box[3] <= whole[3]
