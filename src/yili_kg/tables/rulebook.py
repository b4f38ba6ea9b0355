"""One reader for all rules: YAML files of entries with an id and a reason, each family with a schema of its own.

A family is a subclass of `Rule`; its fields are those of the YAML file. A rule that breaks its schema stops with
DataError, file and line.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, TypeVar

import yaml
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, WithJsonSchema
from pydantic.json_schema import SkipJsonSchema

from yili_kg.data import where
from yili_kg.errors import DataError
from yili_kg.tables.refusal import EMPTY, refusal
from yili_kg.text.folding import fold

__all__ = ["Filled", "FoldedPattern", "FoldedWord", "Rule", "RuleT", "as_pattern", "load_yaml", "read_rules"]

#: libyaml reads the rules in a fifth of the time; where it is missing the same loader in Python does.
_Safe: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_LINE = "line of the entry"


class _Loader(_Safe):  # type: ignore[misc]
    """SafeLoader that notes the line on which a mapping begins."""


def _mapping(loader: Any, node: yaml.MappingNode) -> dict[str, Any]:
    made: dict[str, Any] = loader.construct_mapping(node, deep=True)
    if len(made) != len(node.value):
        raise yaml.MarkedYAMLError(problem="a key stands twice", problem_mark=node.start_mark)
    made[_LINE] = node.start_mark.line + 1
    return made


_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)


def _compile(source: object) -> re.Pattern[str]:
    if isinstance(source, re.Pattern):
        return source
    if not isinstance(source, str) or not source:
        raise ValueError("no regular expression (it is no text)")
    try:
        return as_pattern(fold(source))
    except re.error as error:
        raise ValueError(f"no regular expression ({error})") from error


def as_pattern(source: str) -> re.Pattern[str]:
    """A pattern compiled; raises re.error also for one of which Python only warns that it may mean another thing ([[)."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", FutureWarning)
        try:
            return re.compile(source)
        except FutureWarning as warning:
            raise re.error(str(warning).partition(" at position")[0], source) from warning


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError(EMPTY)
    return text


#: A regular expression on folded graphs.
FoldedPattern = Annotated[
    re.Pattern[str], BeforeValidator(_compile), WithJsonSchema({"type": "string", "format": "regex"})
]
#: A word that is folded as it is read.
FoldedWord = Annotated[str, AfterValidator(_not_blank), AfterValidator(fold)]
#: Text that must not be empty.
Filled = Annotated[str, AfterValidator(_not_blank)]


class Rule(BaseModel):
    """What every rule has: an `id` of its own, the `reason` why it holds, and its `place` (file and line)."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    id: Filled = Field(description="name of the rule, one of a kind among all rules; it stands in the graph")
    reason: Filled = Field(description="one line on why the rule holds")
    place: SkipJsonSchema[str] = Field(default="", exclude=True)


RuleT = TypeVar("RuleT", bound=Rule)


def load_yaml(path: Path) -> Any:
    """What a YAML file holds, as it stands; each mapping knows its line. Raises DataError for what is no YAML."""
    try:
        return yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise DataError(
            f"no YAML: {getattr(error, 'problem', None) or error}", where=where(path, mark.line + 1 if mark else 0)
        ) from error
    except (OSError, UnicodeDecodeError, RecursionError) as error:
        raise DataError(f"cannot be read: {error}", where=where(path)) from error


def bare(value: Any) -> Any:
    """A loaded value without the lines."""
    if isinstance(value, dict):
        return {k: bare(v) for k, v in value.items() if k != _LINE}
    return [bare(v) for v in value] if isinstance(value, list) else value


def line_of(value: dict[str, Any]) -> int:
    """The line on which a loaded mapping begins."""
    return int(value.get(_LINE, 0))


def read_rules(path: Path, schema: type[RuleT], *, pattern: str = "*.yaml") -> tuple[RuleT, ...]:
    """The rules of a file, or of all files of a folder that fit `pattern`, in the order of their names.

    Raises DataError for what is no rule of the family and for an id that is taken.
    """
    paths = sorted(path.glob(pattern)) if path.is_dir() else [path]
    taken: dict[str, str] = {}
    rules: list[RuleT] = []
    for rule in (r for p in paths for r in _read(p, schema)):
        if rule.id in taken:
            raise DataError(f"the rule id {rule.id} is already taken at {taken[rule.id]}", where=rule.place)
        taken[rule.id] = rule.place
        rules.append(rule)
    if not rules:
        raise DataError("no rules here", where=where(path))
    return tuple(rules)


def _read(path: Path, schema: type[RuleT]) -> Iterator[RuleT]:
    loaded = load_yaml(path)
    if loaded is None:
        return
    if not isinstance(loaded, list):
        raise DataError("a file of rules is a list of rules", where=where(path))
    for number, row in enumerate(loaded, 1):
        if not isinstance(row, dict):
            raise DataError(f"rule {number} is no mapping", where=where(path))
        place = where(path, line_of(row))
        try:
            yield schema.model_validate({**bare(row), "place": place})
        except ValidationError as error:
            raise refusal(error, what=f"rule {row.get('id', number)}", where=place) from error
