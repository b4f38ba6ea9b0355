from __future__ import annotations

from pathlib import Path

import pytest

from yili_kg.errors import DataError
from yili_kg.graph.shapes import read_constraints
from yili_kg.tables.turtle import read_turtle


def test_turtle_statements_in_the_order_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.ttl"
    path.write_text("<http://x/b> <http://x/p> 1 .\n<http://x/a> <http://x/p> 2 .\n", encoding="utf-8")
    assert [str(t.subject) for t in read_turtle(path)] == ["<http://x/b>", "<http://x/a>"]


@pytest.mark.parametrize(
    "text", ["<http://x/a> <http://x/p> 1 .\n@prfix a: <b> .\n", "<http://x/a>\n<http://x/p> [ ( .\n"]
)
def test_turtle_that_is_none_is_refused_with_its_line(tmp_path: Path, text: str) -> None:
    """Found by the fuzzer: the error of the parser came through."""
    path = tmp_path / "shapes.ttl"
    path.write_text(text, encoding="utf-8")
    for read in (read_turtle, read_constraints):
        with pytest.raises(DataError, match=r"shapes\.ttl:2"):
            read(path)


def test_turtle_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        read_turtle(tmp_path / "none.ttl")
