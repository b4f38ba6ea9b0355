"""What reviewers would have to look for: functions that branch too much, and knowledge that stands in Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import lizard
import pytest

import yili_kg

SOURCE = Path(yili_kg.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))
#: Ways through a function, as lizard counts them.
MOST_WAYS = 15
#: All string constants of all modules together; what is left is in messages and in the title of the data set.
MOST_HAN = 300
_HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")


def branching(name: str, code: str) -> list[str]:
    """The functions of a module with too many ways through them."""
    functions = lizard.analyze_file.analyze_source_code(name, code).function_list
    return [
        f"{name}:{f.start_line} {f.name} has {f.cyclomatic_complexity} ways through it"
        for f in functions
        if f.cyclomatic_complexity > MOST_WAYS
    ]


@cache
def han_in(code: str) -> int:
    """How many Han characters stand in the string constants of Python code, docstrings apart."""
    tree = ast.parse(code)
    told = set(map(id, _docstrings(tree)))
    constants = (n for n in ast.walk(tree) if isinstance(n, ast.Constant) and id(n) not in told)
    return sum(len(_HAN.findall(n.value)) for n in constants if isinstance(n.value, str))


def _docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                yield first.value


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_no_function_branches_too_much(path: Path) -> None:
    found = branching(str(path.relative_to(SOURCE)), path.read_text(encoding="utf-8"))
    assert not found, (
        f"more than {MOST_WAYS} ways through a function:\n"
        + "\n".join(found)
        + "\n→ give each case of the field a small function with its reason in its docstring and try them in the order of"
        " a tuple, or make the cases rows of a table in extraction/"
    )


def test_knowledge_stands_in_data() -> None:
    counts = sorted(((han_in(p.read_text(encoding="utf-8")), p) for p in MODULES), reverse=True)
    most = "\n".join(f"{number:5} {path.relative_to(SOURCE)}" for number, path in counts[:8])
    assert sum(number for number, _ in counts) < MOST_HAN, (
        f"{MOST_HAN} or more Han characters in string constants:\n{most}\n→ words go to a list in extraction/rules/"
        " (tables/wordlists.py), turns of phrase to patterns with examples (tables/patterns.py), rows to a table"
        " (tables/table.py); ask layers() and mention_types() for theirs"
    )


def test_the_count_knows_a_docstring_and_a_comment_from_a_constant() -> None:
    code = '"""經"""\n# 注\ndef f():\n    """疏"""\n    return "爵觶", f"{f}篚", b"x"\n'
    assert han_in(code) == 3


def test_ways_through_a_function_are_counted() -> None:
    chain = "".join(f"    if x == {n}:\n        return {n}\n" for n in range(MOST_WAYS))
    whole = f"def f(x):\n{chain}    return -1\n"
    assert branching("x.py", whole) == [f"x.py:1 f has {MOST_WAYS + 1} ways through it"]
    assert branching("x.py", whole.replace("    if x == 0:\n        return 0\n", "")) == []


#: The rooms, from the ground up; `text` and `tables` share the ground floor (the table of graphs is a table).
ROOMS = (
    {"errors", "__version__", "terminal", "workers"}, {"data"}, {"patience", "text", "tables"}, {"models"}, {"lexicon", "records"}, {"received"}, {"sources"},
    {"layers", "reference"}, {"reading"}, {"annotation"}, {"resolve", "confidence"}, {"analyse", "authorities", "rulebooks"}, {"review"}, {"gather", "graph", "fetch"}, {"queries"},
    {"export", "plan"}, {"views"}, {"serve", "pipeline", "batch"}, {"api"}, {"cli"},
)  # fmt: skip


def test_imports_go_one_way() -> None:
    floor = {room: number for number, rooms in enumerate(ROOMS) for room in rooms}
    upward: list[str] = []
    for path in sorted(SOURCE.rglob("*.py")):
        here = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        for statement in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith("yili_kg"):
                rest = (statement.module or "").split(".")[1:]
                for room in rest[:1] or [name.name for name in statement.names]:
                    if here != "__init__" and room != here and floor[room] > floor[here]:
                        upward.append(f"{path.relative_to(SOURCE)} imports {room}")
    assert upward == [], "a room imports only rooms below it"
