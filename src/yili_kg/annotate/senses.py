"""Sense rules: which of its senses a form has in its context, as told by `extraction/rules/senses/*.yaml`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import Field

from yili_kg.data import data_folder, where
from yili_kg.errors import DataError
from yili_kg.tables import rulebook
from yili_kg.tables.layers import KnownLayer
from yili_kg.tables.rulebook import Filled, FoldedPattern, FoldedWord, Rule
from yili_kg.tables.types import KnownType
from yili_kg.text.folding import fold

__all__ = ["CONTEXT", "SenseRule", "load_senses", "read_rules", "read_senses"]

#: How many folded code points before and after a form a rule sees.
CONTEXT = 12


class SenseRule(Rule):
    """One decision on some forms: accept or reject a type where the context before and after fits.

    `match` and `avoid` are examples, the form between ⟦ and ⟧; the tests are made from them.
    """

    type: KnownType
    forms: tuple[FoldedWord, ...] = Field(min_length=1, description="folded forms; `checked`: every form marked with ?")
    decide: Literal["accept", "reject"]
    concept: str = Field(default="", description="the headword, where the form has several of the type")
    before: FoldedPattern | None = Field(default=None, description="regular expression on the folded text before")
    after: FoldedPattern | None = Field(default=None, description="regular expression on the folded text behind")
    layers: frozenset[KnownLayer] = Field(default=frozenset(), description="only in these layers; empty: in any")
    match: tuple[Filled, ...] = Field(min_length=1, description="examples, the form between ⟦ and ⟧")
    avoid: tuple[Filled, ...] = Field(min_length=1, description="where it must not fire")

    @property
    def accepts(self) -> bool:
        """Whether the forms have the type where the rule fires."""
        return self.decide == "accept"

    def fires_on(self, example: str) -> bool:
        """Whether the rule speaks on the form between ⟦ and ⟧ in an example."""
        before, _, rest = fold(example).partition("⟦")
        _, _, after = rest.partition("⟧")
        return self.fires(before[-CONTEXT:], after[:CONTEXT], "")

    def fires(self, before: str, after: str, layer: str) -> bool:
        """Whether the rule speaks on a form between these folded contexts, in this layer."""
        if self.layers and layer and layer not in self.layers:
            return False
        if self.before is not None and self.before.search(before) is None:
            return False
        return self.after is None or self.after.search(after) is not None


#: libyaml reads the rules in a fifth of the time; where it is missing the same loader in Python does.
_Safe: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_Safe):  # type: ignore[misc]
    """SafeLoader that notes the line on which a mapping begins."""


def _mapping(loader: Any, node: yaml.MappingNode) -> dict[str, Any]:
    made: dict[str, Any] = loader.construct_mapping(node, deep=True)
    made["line"] = node.start_mark.line + 1
    return made


_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)


def read_rules(path: Path, *, fields: set[str], required: tuple[str, ...]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rules of one YAML file with the place of each; raises DataError for what is no rule."""
    try:
        loaded = yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise DataError(
            f"no YAML: {getattr(error, 'problem', None) or error}", where=where(path, mark.line + 1 if mark else 0)
        ) from error
    if loaded is None:
        return
    if not isinstance(loaded, list):
        raise DataError("a file of rules is a list of rules", where=where(path))
    for number, row in enumerate(loaded, 1):
        if not isinstance(row, dict):
            raise DataError(f"rule {number} is no mapping", where=where(path))
        place = where(path, row.pop("line"))
        missing = [f for f in required if row.get(f) in (None, "", [])]
        if missing:
            raise DataError(f"rule {row.get('id', number)} lacks {', '.join(missing)}", where=place)
        unknown = sorted(set(row) - fields)
        if unknown:
            raise DataError(f"rule {row['id']} has fields nobody reads: {', '.join(unknown)}", where=place)
        yield place, row


def read_senses(folder: Path) -> tuple[SenseRule, ...]:
    """The rules of all files of a folder, files in the order of their names; raises DataError for a broken one."""
    return rulebook.read_rules(folder, SenseRule)


@cache
def load_senses() -> tuple[SenseRule, ...]:
    """The sense rules that come with yili-kg."""
    return read_senses(data_folder("extraction") / "rules" / "senses")
