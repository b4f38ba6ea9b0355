"""A new type is a row and a lexicon, a layer a row: whoever asks about them asks the tables."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import fields
from typing import Any

import pytest

from yili_kg.data import data_folder
from yili_kg.graph.blocks import as_quads
from yili_kg.graph.lift_plain import lifted
from yili_kg.graph.vocabulary import node
from yili_kg.models import Annotated, Norm
from yili_kg.tables.kinds import Kind, kinds
from yili_kg.tables.layers import layers
from yili_kg.tables.types import mention_types

#: A page of base text with notes, as the seeds are; with 𪊺 in three passages of it.
TEXT = """鄉飲酒禮第四

鄉飲酒之禮。主人就先生而謀賓、介,執𪊺。

主人,謂諸侯之鄉大夫也。先生,鄉中致仕者。賓、介,處士賢者。

 「鄉飲」至「賓介」。○釋曰︰案《玉藻》云「大夫素帶」。

主人戒賓,賓拜辱。主人執𪊺答拜,乃請賓。賓禮辭,許。主人執𪊺再拜,賓受𪊺答拜。

戒,警也,告也。拜辱,出拜其自屈辱至己門也。

主人退,賓拜辱,賓執𪊺。

退猶去也。去又拜辱者,以送謝之。

介亦如之。

如戒賓也。
"""
FIND = """
import json, sys
from pathlib import Path
from typing import Any
from yili_kg.analyse import analyse_file
from yili_kg.graph.store import open_store, select
from yili_kg.pipeline import build
from yili_kg.views.network import network_of

text, out = Path(sys.argv[1]), Path(sys.argv[2])
found = analyse_file(text)
build([text], out)
store = open_store(out)
graph = network_of(store)
print(json.dumps({
    "mentions": [[m.text, m.type, m.concept, m.layer] for m in found.mentions if m.type == "animal"],
    "steps": [[s.verb, [f.text for f in s.object]] for s in found.steps],
    "scheme": [r["l"] for r in select(store, "SELECT ?l { c:animals rdfs:label ?l . <https://w3id.org/yili/concept/𪊺> skos:inScheme c:animals } ORDER BY ?l")],
    "node": graph.nodes["𪊺"]["kind"] if "𪊺" in graph else "",
    "pages": sorted(p.name for p in (out / "site").iterdir() if p.suffix != ".gz" and "𪊺" in p.read_text(encoding="utf-8")),
    "style": (out / "site" / "yili.css").read_text(encoding="utf-8"),
}, ensure_ascii=False))
"""


@pytest.fixture(scope="module")
def animals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What is found with a type that no line of Python knows."""
    place = tmp_path_factory.mktemp("animals")
    for name in ("ontology", "extraction"):
        shutil.copytree(data_folder(name), place / name, ignore=shutil.ignore_patterns("*.jsonl"))
    types = place / "extraction" / "tables" / "types.tsv"
    header = next(line for line in types.read_text(encoding="utf-8").splitlines() if line.startswith("type\t"))
    row = dict.fromkeys(header.split("\t"), "")
    row |= {"type": "animal", "folder": "animals", "noun": "thing", "handled": "yes", "nominal": "yes"}
    row |= {"class_": "crm:E55_Type", "zh": "禽獸", "en": "animal", "en_scheme": "animals", "colour": "#123456"}
    with types.open("a", encoding="utf-8") as lines:
        lines.write("\t".join(row.values()) + "\n")
    folder = place / "extraction" / "lexicon" / "animals"
    folder.mkdir()
    (folder / "deer.tsv").write_text(
        "concept\tforms\tbroader\tpinyin\ten\tsource\tnote\n𪊺\t𪊺\t\tjí\ta kind of deer\ttest\t\n", encoding="utf-8"
    )
    (place / "a.txt").write_text(TEXT, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", FIND, str(place / "a.txt"), str(place / "out")],
        env=os.environ | {"YILI_DATA": str(place), "YILI_REFERENCE": "", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_new_type_is_found_in_the_text(animals: dict[str, Any]) -> None:
    assert animals["mentions"] == [["𪊺", "animal", "𪊺", "經"]] * 5


def test_new_type_is_handled_in_steps(animals: dict[str, Any]) -> None:
    assert ["執", ["𪊺"]] in animals["steps"]


def test_new_type_is_in_graph_network_and_pages(animals: dict[str, Any]) -> None:
    assert animals["scheme"] == ["animals", "禽獸"]
    assert animals["node"] == "animals"
    assert {"relations.js", "read-04.html", "concept-𪊺.html"} <= set(animals["pages"])
    assert "--type-animal: #123456;" in animals["style"]


def test_every_kind_is_a_field_of_what_is_found_and_the_other_way() -> None:
    assert {k.field for k in kinds()} == {f.name for f in fields(Annotated)} - {"edition"}


def test_every_layer_has_a_slug_and_a_label_of_its_own() -> None:
    rows = layers().rows
    assert len({r.slug for r in rows}) == len({r.zh for r in rows}) == len(rows)


def test_layers_are_base_comments_or_apart() -> None:
    known = layers()
    assert {r.layer for r in known.rows} == {*known.base, *known.comments, *known.apart}
    assert {*known.read, *known.argues, *known.notes} <= set(known.comments)


def test_layers_and_types_have_words_where_pages_want_them() -> None:
    layered = [(r.zh, r.en, r.colour) for r in layers().rows]
    typed = [(r.zh, r.en, r.colour) for r in mention_types().values()]
    for zh, en, colour in layered + typed:
        assert zh
        assert en
        assert len(colour) == 7


def test_kind_without_a_lift_of_its_own_becomes_statements() -> None:
    kind = Kind(kind="omen", field="omens", counted="omens", class_="yl:Norm", lifted="plain", zh="兆", en="an omen")
    norm = Norm(
        start=3, end=5, text="士鹿", rank="士", aspect="中", value="鹿", series=3, speaker="鄭玄", segment="05.001.x.zhu.1",
        layer="注", rule="rank-gentleman",
    )  # fmt: skip
    quads = list(as_quads(lifted(kind, (norm, norm), node("g", "plain/x"), node("src", "x"))))
    assert {q.subject.value.rpartition("/")[2] for q in quads} == {"omen.05.001.x.zhu.1.1", "omen.05.001.x.zhu.1.2"}  # type: ignore[union-attr]
    said = {q.predicate.value.rpartition("#")[2]: q.object.value for q in quads}  # type: ignore[union-attr]
    assert said["beginIndex"] == "3"
    assert said["value"] == "鹿"
    assert said["series"] == "3"
    assert "layer" not in said
