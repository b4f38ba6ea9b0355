"""Every file of rules has a schema that an editor finds, and the schema refuses what the reader refuses."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from yili_kg.data import data_folder
from yili_kg.rulebooks import FAMILIES, all_rules, editor_line, examples_of, family_of, json_schemas, rule_files
from yili_kg.tables.patterns import read_patterns

SCHEMAS = data_folder("extraction") / "schemas"
RULES = data_folder("extraction") / "rules"


def _named(path: Path) -> str:
    return path.relative_to(RULES).as_posix()


def test_schemas_are_what_the_code_says() -> None:
    written = {p.stem: p.read_text(encoding="utf-8") for p in SCHEMAS.glob("*.json")}
    said = json_schemas()
    stale = sorted(name for name in written.keys() | said.keys() if written.get(name) != said.get(name))
    assert stale == [], "run `yili-kg schemas`"


def test_how_a_docstring_is_wrapped_is_not_in_the_schemas() -> None:
    texts = re.findall(r'"description": "((?:[^"\\]|\\.)*)"', "".join(json_schemas().values()))
    assert texts
    assert [t for t in texts if re.search(r"(?<!\\n)\\n(?!\\n)", t)] == []


@pytest.mark.parametrize("path", rule_files(), ids=_named)
def test_file_of_rules_names_its_schema_and_is_valid_by_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    head = text.partition("\n")[0]
    assert head == editor_line(path), "run `yili-kg schemas`"
    assert (path.parent / head.partition("$schema=")[2]).resolve() == (SCHEMAS / f"{family_of(path)}.json").resolve()
    jsonschema.validate(yaml.safe_load(text), _schema(family_of(path)))


def _schema(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(json_schemas()[name])
    return loaded


@pytest.mark.parametrize("family", FAMILIES, ids=lambda f: f.name)
def test_schema_shows_a_slip_in_an_editor(family: Any) -> None:
    path = sorted(RULES.glob(family.files))[0]
    rows = yaml.safe_load(path.read_text(encoding="utf-8"))
    for slip in ({"befor": "x"}, {"id": 3}, {"reason": None}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate([{**rows[0], **slip}], _schema(family.name))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate([{k: v for k, v in rows[0].items() if k != "reason"}], _schema(family.name))


def test_rule_ids_are_one_of_a_kind() -> None:
    assert [i for i, n in Counter(r.id for r in all_rules()).items() if n > 1] == []


@pytest.mark.parametrize("family", FAMILIES, ids=lambda f: f.name)
def test_every_rule_has_a_reason_and_an_example(family: Any) -> None:
    for rule in family.load():
        assert rule.reason
        assert rule.place
        assert examples_of(rule)[0], rule.id


@pytest.mark.parametrize("path", [p for p in rule_files() if family_of(p) == "patterns"], ids=_named)
def test_patterns_bear_out_their_examples(path: Path) -> None:
    assert read_patterns(path).fails() == []
