"""Rows of a page that lie in files beside it and are loaded when they are first shown, so that the page itself stays small."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from yili_kg.views.page import embedded

__all__ = ["given", "parts"]


def given(file: str, value: Any) -> str:
    """The script that hands a value to the page that loads the file."""
    return f"given({embedded(file)}, {embedded(value)});"


def parts(name: str, rows: Sequence[Any], size: int) -> dict[str, str]:
    """Files with `size` rows each, `NAME-0.js` with the first ones, and their scripts.

    >>> parts("x", [1, 2, 3], 2)
    {'x-0.js': 'given("x-0.js", [1,2]);', 'x-1.js': 'given("x-1.js", [3]);'}
    """
    cut = range(0, len(rows), size)
    files = {f"{name}-{number}.js": rows[at : at + size] for number, at in enumerate(cut)}
    return {file: given(file, some) for file, some in files.items()}
