"""Named regular expressions on folded graphs, with a reason and examples: `extraction/rules/**/patterns` files.

`(?&name)` in a pattern stands for the pattern `name` of the same file, which comes before it; `(?&han)` for any Han
graph. In an example the words that the pattern takes stand between ⟦ and ⟧; in one to avoid it must not match at ⟦
(without ⟦: nowhere).
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.tables.rulebook import Filled, Rule, as_pattern, read_rules
from yili_kg.text.folding import fold

__all__ = ["NamedPattern", "Patterns", "load_patterns", "read_patterns"]

_HAN = "[㐀-䶿一-鿿]"
_CALL = re.compile(r"\(\?&([\w-]+)\)")


class NamedPattern(Rule):
    """A turn of phrase; `compiled` is set by the reader."""

    pattern: Filled = Field(
        description="regular expression on folded graphs; (?&name) is an earlier pattern, (?&han) any graph"
    )
    match: tuple[Filled, ...] = Field(min_length=1, description="examples, what the pattern takes between ⟦ and ⟧")
    avoid: tuple[Filled, ...] = Field(min_length=1, description="where it must not match: at ⟦, or nowhere")


class Patterns(dict[str, re.Pattern[str]]):
    """The patterns of a file; `patterns["lead"]` is the compiled one. Raises DataError for one that the file lacks."""

    def __init__(self, rules: tuple[NamedPattern, ...]) -> None:
        """Raises DataError for a pattern that is no regular expression or calls what is not above it."""
        super().__init__()
        self.rules = rules
        self._sources: dict[str, str] = {"han": _HAN}
        for rule in rules:
            source = _CALL.sub(lambda call, rule=rule: self._piece(call.group(1), rule), fold(rule.pattern))  # type: ignore[misc]
            try:
                self[rule.id] = as_pattern(source)
            except re.error as error:
                raise DataError(f"rule {rule.id}: no regular expression ({error})", where=rule.place) from error
            self._sources[rule.id] = f"(?:{source})"

    def _piece(self, name: str, rule: NamedPattern) -> str:
        if name not in self._sources:
            raise DataError(f"rule {rule.id}: no pattern {name} stands above it", where=rule.place)
        return self._sources[name]

    def __missing__(self, name: str) -> re.Pattern[str]:
        raise self._lacks(name)

    def source(self, name: str) -> str:
        """The source of a pattern as a group, to be built into one that data alone cannot give."""
        if name not in self._sources:
            raise self._lacks(name)
        return self._sources[name]

    def _lacks(self, name: str) -> DataError:
        return DataError(f"the pattern {name} is missing", where=self.rules[0].place.rpartition(":")[0])

    def fails(self) -> list[str]:
        """The examples that their patterns do not bear out, each with its rule; empty where all is well."""
        faults: list[str] = []
        for rule in self.rules:
            pattern = self[rule.id]
            for example in rule.match:
                text, start, end = _marked(example)
                found = pattern.match(text, start) if start >= 0 else pattern.search(text)
                if found is None or (start >= 0 and found.end() != end):
                    faults.append(f"{rule.place}: {rule.id} does not take {example}")
            for example in rule.avoid:
                text, start, _ = _marked(example)
                if (pattern.match(text, start) if start >= 0 else pattern.search(text)) is not None:
                    faults.append(f"{rule.place}: {rule.id} takes {example}")
        return faults


def _marked(example: str) -> tuple[str, int, int]:
    """The folded words of an example, and where what is marked begins and ends; -1 where nothing is."""
    text = fold(example)
    start = text.find("⟦")
    end = text.find("⟧") - 1 if start >= 0 else -1
    return text.replace("⟦", "").replace("⟧", ""), start, end


def read_patterns(path: Path) -> Patterns:
    """The patterns of a file; raises DataError for a broken one."""
    return Patterns(read_rules(path, NamedPattern))


@cache
def load_patterns(name: str) -> Patterns:
    """The patterns of `extraction/rules/{name}.yaml`."""
    return read_patterns(data_folder("extraction") / "rules" / f"{name}.yaml")
