"""Lines of N-Quads and N-Triples: subject and property hold no space, so that a line is cut where one must stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yili_kg.graph.vocabulary import BASE

__all__ = ["by_subject", "is_ours", "subject_of", "thing_of"]

_OURS = f"<{BASE}".encode()


def subject_of(line: bytes) -> bytes:
    """The subject of a line, as it stands there."""
    return line[: line.index(b" ")]


def by_subject(lines: Sequence[bytes]) -> Iterator[tuple[bytes, Sequence[bytes]]]:
    """Lines that stand one behind the other and are on the same subject, with it."""
    begin, head = 0, b""
    for number, line in enumerate(lines):
        if not (head and line.startswith(head)):
            if head:
                yield head[:-1], lines[begin:number]
            begin, head = number, line[: line.index(b" ") + 1]
    if head:
        yield head[:-1], lines[begin:]


def thing_of(line: bytes) -> bytes | None:
    """The thing of the graph's own that a line points at, as it stands there; None where it points at none."""
    value = line.split(b" ", 2)[2]
    return value[: value.index(b" ")] if is_ours(value) else None


def is_ours(value: bytes) -> bool:
    """Whether a value is a thing of the graph's own."""
    return value.startswith(_OURS)
