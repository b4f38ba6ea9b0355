from __future__ import annotations

import os
import re
from pathlib import Path

import pyoxigraph as ox
import pytest

from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.graph.blocks import as_quads
from yili_kg.graph.knowledge import ontology_quads
from yili_kg.plan.house import load_house, read_house
from yili_kg.text.folding import fold

SHARED = Path(os.environ.get("YILI_SHARED", "../shared"))


def test_measures_are_those_of_the_text() -> None:
    plan = load_house().plan_of("04")
    hall, court, basin, stone = (plan.named(n) for n in ("堂", "庭", "洗", "碑"))
    gable = plan.named("東榮")
    assert hall
    assert court
    assert basin
    assert stone
    assert gable
    depth = hall.box[3] - hall.box[1]
    middle = (basin.box[1] + basin.box[3]) / 2
    assert -middle == depth  # 南北以堂深
    assert (basin.box[0] + basin.box[2]) / 2 == gable.box[0]  # 東西當東榮
    assert court.box[3] - court.box[1] == 3 * depth  # 庭蓋三堂之深
    assert -(stone.box[1] + stone.box[3]) / 2 == depth  # 設碑近如堂深


def test_one_side_room_lies_in_the_east_and_two_on_both_sides() -> None:
    house = load_house()
    one, two, none = house.plan_of("04"), house.plan_of("09"), house.plan_of("05")
    assert one.named("西房") is None
    assert two.named("西房") is not None
    chamber = two.named("室")
    assert chamber is not None
    assert chamber.box[0] == -chamber.box[2]
    assert none.named("室") is None
    between = one.named("房戶之間")
    assert between is not None
    assert abs(between.standing[0]) < 2
    assert one.certainty == "disputed"


@pytest.mark.parametrize("chapter", [f"{n:02}" for n in range(1, 18) if n != 11])
def test_every_chapter_that_is_a_rite_has_a_plan_with_its_grounds(chapter: str) -> None:
    house = load_house()
    plan = house.plan_of(chapter)
    assert house.settings[chapter].because
    for name in ("堂", "阼階", "西階", "東序", "西序", "兩楹之間", "庭", "洗", "門外", "門左", "戶西"):
        assert plan.named(name) is not None, name
    assert all(p.because and p.certainty in house.certainties for p in plan.parts)


def test_a_chapter_without_a_rite_says_so() -> None:
    with pytest.raises(DataError, match="no plan for chapter 11"):
        load_house().plan_of("11")


def test_the_house_is_in_the_graph() -> None:
    quads = list(as_quads(ontology_quads()))
    part = ox.NamedNode("https://w3id.org/yili/id/house.洗")
    told = {
        q.predicate.value.rpartition("#")[2]: str(getattr(q.object, "value", "")) for q in quads if q.subject == part
    }
    assert told["measure"] == "南北以堂深東西當東榮"
    assert told["ofConcept"].endswith("concept/洗")


def test_every_part_of_a_concept_names_one_of_the_lexicon() -> None:
    from yili_kg.lexicon import load_lexicon

    known = set(load_lexicon().entries)
    text = (data_folder("ontology") / "house.ttl").read_text(encoding="utf-8")
    named = set(re.findall(r"yl:ofConcept c:(\S+)", text))
    assert named
    assert not named - known


def test_a_broken_part_is_named(tmp_path: Path) -> None:
    for name in ("house.ttl", "stations.ttl"):
        text = (data_folder("ontology") / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace('"pillar"', '"column"'), encoding="utf-8")
    with pytest.raises(DataError, match="drawnAs column"):
        read_house(tmp_path)
    (tmp_path / "house.ttl").write_text("@prefix : <", encoding="utf-8")
    with pytest.raises(DataError, match="cannot be read as Turtle"):
        read_house(tmp_path)


def _text(folder: Path) -> str:
    whole = "".join(p.read_text(encoding="utf-8") for p in sorted(folder.glob("*.txt")))
    return fold(re.sub(r"<pb[^>]*>|&KR\d+;|[\n¶　()/ ]", "", whole))


@pytest.mark.skipif(not (SHARED / "texts").is_dir(), reason="the texts are not here (YILI_SHARED)")
def test_every_quoted_ground_stands_in_its_book() -> None:
    folders = [SHARED / "texts" / k for k in ("KR1d0026", "KR1d0028", "KR1d0031", "KR1d0032")]
    books = [_text(f) for f in (*folders, *(SHARED / "reference" / k for k in ("KR1d0052", "KR1d0054")))]
    lost = []
    for name in ("house.ttl", "stations.ttl"):
        data = (data_folder("ontology") / name).read_bytes()
        for triple in ox.parse(data, format=ox.RdfFormat.TURTLE):
            if triple.predicate.value.endswith("#sourceWords"):
                words = str(getattr(triple.object, "value", ""))
                if not any(fold(words) in book for book in books):
                    lost.append(words)
    assert not lost
