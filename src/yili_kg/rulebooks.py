"""All families of rules: where they stand, what their schema is; for the graph, for editors, for the tests."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from yili_kg.annotation.citation_rules import CitationRule
from yili_kg.annotation.compound_rules import CompoundRule, load_compound_rules
from yili_kg.annotation.notes.claims import Called, ClaimRule, load_claim_rules
from yili_kg.annotation.notes.formulas import (
    Formula,
    MeaningRule,
    NoGloss,
    load_formulas,
    load_meanings,
    load_no_glosses,
)
from yili_kg.annotation.notes.proposed import Proposal, load_proposals
from yili_kg.annotation.notes.ranks import Rank, load_ranks
from yili_kg.annotation.notes.variants import ReadingRule, load_reading_rules
from yili_kg.annotation.rival_rules import RivalRule, load_rival_rules
from yili_kg.annotation.senses import SenseRule, load_senses
from yili_kg.annotation.steps.frames import Frame, load_frames
from yili_kg.annotation.steps.grounds import Ground, load_grounds
from yili_kg.annotation.steps.note_slots import NoteRule, load_note_rules
from yili_kg.data import data_folder
from yili_kg.resolve.decisions import DecisionRule, load_decision_rules
from yili_kg.resolve.persons import PersonRule, load_person_rules
from yili_kg.tables.patterns import NamedPattern
from yili_kg.tables.rulebook import Rule, load_yaml, read_rules
from yili_kg.tables.wordlists import WordList

__all__ = ["FAMILIES", "Family", "all_rules", "editor_line", "examples_of", "family_of", "json_schemas", "rule_files"]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_WRAPPED = re.compile(r"(?<!\n)\n(?!\n)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Rules of one schema: `files` below `extraction/rules/` (a glob), `load` reads those that come with yili-kg."""

    name: str
    files: str
    schema: type[Rule]
    load: Callable[[], Iterable[Rule]]


def _read(file: str, schema: type[Rule]) -> tuple[Rule, ...]:
    return read_rules(data_folder("extraction") / "rules" / file, schema)


FAMILIES = (
    Family(name="senses", files="senses/*.yaml", schema=SenseRule, load=load_senses),
    Family(name="compounds", files="compounds.yaml", schema=CompoundRule, load=load_compound_rules),
    Family(name="rivals", files="rivals.yaml", schema=RivalRule, load=load_rival_rules),
    Family(
        name="citations",
        files="citations.yaml",
        schema=CitationRule,
        load=lambda: _read("citations.yaml", CitationRule),
    ),
    Family(name="decisions", files="decisions.yaml", schema=DecisionRule, load=load_decision_rules),
    Family(name="persons", files="persons.yaml", schema=PersonRule, load=load_person_rules),
    Family(name="frames", files="frames/[0-9]*.yaml", schema=Frame, load=lambda: load_frames().frames),
    Family(name="anaphora", files="steps/anaphora.yaml", schema=Ground, load=load_grounds),
    Family(name="step-notes", files="step-notes.yaml", schema=NoteRule, load=load_note_rules),
    Family(name="glosses", files="notes/glosses.yaml", schema=Formula, load=load_formulas),
    Family(name="proposals", files="notes/proposals.yaml", schema=Proposal, load=load_proposals),
    Family(name="no-gloss", files="notes/no-gloss.yaml", schema=NoGloss, load=load_no_glosses),
    Family(name="meanings", files="notes/meanings.yaml", schema=MeaningRule, load=load_meanings),
    Family(name="readings", files="notes/readings.yaml", schema=ReadingRule, load=load_reading_rules),
    Family(name="claims", files="notes/claims.yaml", schema=ClaimRule, load=load_claim_rules),
    Family(name="called", files="notes/called.yaml", schema=Called, load=lambda: _read("notes/called.yaml", Called)),
    Family(name="ranks", files="notes/ranks.yaml", schema=Rank, load=load_ranks),
)


def all_rules() -> Iterator[Rule]:
    """Every rule of every family."""
    for family in FAMILIES:
        yield from family.load()


def examples_of(rule: Rule) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The examples and the counter-examples of a rule as a reader sees them; of a note the text explained goes before it."""
    match: Iterable[Any] = getattr(rule, "match", ()) or getattr(rule, "examples", ()) or getattr(rule, "names", ())
    avoid: Iterable[Any] = getattr(rule, "avoid", ())
    return tuple(map(_shown, match)), tuple(map(_shown, avoid))


def _shown(example: Any) -> str:
    if isinstance(example, str):
        return example
    if isinstance(example, tuple | list):
        return " ‖ ".join(map(str, example))
    return str(example.text) if hasattr(example, "text") else f"{example.base} ‖ {example.note}"


def rule_files() -> list[Path]:
    """The YAML files of rules, patterns and word lists that come with yili-kg."""
    return sorted((data_folder("extraction") / "rules").rglob("*.yaml"))


def family_of(path: Path) -> str:
    """The name of the schema that a file of rules has: a family, `patterns` or `words`."""
    rules = data_folder("extraction") / "rules"
    for family in FAMILIES:
        if path in rules.glob(family.files):
            return family.name
    return "words" if isinstance(load_yaml(path), dict) else "patterns"


def editor_line(path: Path) -> str:
    """The first line of a file of rules, by which an editor finds its schema."""
    up = "../" * len(path.relative_to(data_folder("extraction")).parts[:-1])
    return f"# yaml-language-server: $schema={up}schemas/{family_of(path)}.json"


def json_schemas() -> dict[str, str]:
    """JSON Schema of each kind of file, as `extraction/schemas/NAME.json` holds it for editors."""
    schemas: dict[str, dict[str, Any]] = {f.name: _list_of(f.schema) for f in FAMILIES}
    schemas["patterns"] = _list_of(NamedPattern)
    words = WordList.model_json_schema()
    words["properties"].pop("id")
    words["required"].remove("id")
    words["properties"]["words"] = {
        "description": words["properties"]["words"]["description"],
        "anyOf": [{"type": "string", "minLength": 1}, {"type": "array", "items": {"type": "string"}, "minItems": 1}],
    }
    schemas["words"] = {"type": "object", "additionalProperties": words}
    return {
        name: json.dumps({"$schema": _DIALECT, "title": name, **_flowing(schema)}, ensure_ascii=False, indent=1) + "\n"
        for name, schema in sorted(schemas.items())
    }


def _flowing(schema: Any) -> Any:
    """The schema with a line for each paragraph of a description: how a docstring is wrapped is not for editors."""
    if isinstance(schema, list):
        return [_flowing(member) for member in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: _WRAPPED.sub(" ", value) if key == "description" and isinstance(value, str) else _flowing(value)
        for key, value in schema.items()
    }


def _list_of(schema: type[Rule]) -> dict[str, Any]:
    one = schema.model_json_schema()
    definitions = one.pop("$defs", {})
    return {"type": "array", "items": one, **({"$defs": definitions} if definitions else {})}
