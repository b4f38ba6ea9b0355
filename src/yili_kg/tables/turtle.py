"""One reader for the Turtle files of `ontology/`, errors with file and line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox

from yili_kg.data import where
from yili_kg.errors import DataError

__all__ = ["read_turtle"]


def read_turtle(path: Path) -> Iterator[ox.Triple]:
    """The statements of a file in order. Raises DataError for what is no Turtle."""
    try:
        yield from ox.parse(path.read_bytes(), format=ox.RdfFormat.TURTLE)
    except SyntaxError as error:
        raise DataError(f"no Turtle: {error.msg}", where=where(path, error.lineno or 0)) from error
    except (OSError, ValueError) as error:
        raise DataError(f"cannot be read: {error}", where=where(path)) from error
