"""Lines of N-Quads and N-Triples: subject and property hold no space, so that a line is cut where one must stand."""

from __future__ import annotations

from yili_kg.graph.vocabulary import BASE

__all__ = ["is_ours", "subject_of", "thing_of"]

_OURS = f"<{BASE}".encode()


def subject_of(line: bytes) -> bytes:
    """The subject of a line, as it stands there."""
    return line[: line.index(b" ")]


def thing_of(line: bytes) -> bytes | None:
    """The thing of the graph's own that a line points at, as it stands there; None where it points at none."""
    value = line.split(b" ", 2)[2]
    return value[: value.index(b" ")] if is_ours(value) else None


def is_ours(value: bytes) -> bool:
    """Whether a value is a thing of the graph's own."""
    return value.startswith(_OURS)
