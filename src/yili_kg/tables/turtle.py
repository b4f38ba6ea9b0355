"""One reader for what is kept as Turtle: `ontology/*.ttl`, with errors that name file and line."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox

from yili_kg.data import where
from yili_kg.errors import DataError

__all__ = ["read_turtle"]


def read_turtle(path: Path) -> tuple[ox.Quad, ...]:
    """The statements of a file in order. Raises DataError for what cannot be read and for what is no Turtle."""
    try:
        return tuple(ox.parse(path.read_bytes(), format=ox.RdfFormat.TURTLE))
    except SyntaxError as error:
        line = error.lineno or 0
        raise DataError(f"cannot be read as Turtle: {error.msg}", where=where(path, line)) from error
    except (OSError, ValueError) as error:
        raise DataError(f"cannot be read: {error}", where=where(path)) from error
