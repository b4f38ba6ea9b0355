"""A rule that code names is one of the rules that the graph knows: a statement by another breaks the shapes."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import yili_kg
from yili_kg.annotation.spans import Found
from yili_kg.graph.knowledge import rule_reasons

ROOT = Path(yili_kg.__file__).parent
#: The place of `rule` among what a mention is made of.
RULE = list(Found.__annotations__).index("rule")


def named(path: Path) -> Iterator[tuple[int, str]]:
    """Line and rule of each mention that a module makes by a rule which it names itself."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    module = ".".join(("yili_kg", *path.relative_to(ROOT).with_suffix("").parts))
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id != Found.__name__:
            continue
        spread = sum(isinstance(a, ast.Starred) for a in call.args)  # a span: start and end
        rule = call.args[RULE - spread] if len(call.args) > RULE - spread else None
        if isinstance(rule, ast.Constant) and isinstance(rule.value, str):
            yield call.lineno, rule.value
        elif isinstance(rule, ast.Name) and rule.id.isupper():
            yield call.lineno, getattr(importlib.import_module(module), rule.id)


MODULES = [path for path in sorted((ROOT / "annotation").rglob("*.py")) if "Found(" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_the_graph_knows_the_rules_that_a_module_names(path: Path) -> None:
    known = rule_reasons()
    assert [(line, rule) for line, rule in named(path) if rule not in known] == []


def test_some_modules_name_rules() -> None:
    assert "year-of-the-duke-before" in {rule for path in MODULES for _, rule in named(path)}
