"""A named graph of several runs without what one of them says again: the same bytes as if it was written at once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyoxigraph as ox
import pytest

from yili_kg.graph.blocks import Blocks
from yili_kg.graph.bodies import body_of
from yili_kg.graph.runs import Runs, write_run
from yili_kg.graph.vocabulary import node

GRAPH = node("g", "x")


def _said(thing: str, *pairs: tuple[str, object]) -> list[ox.Quad]:
    return [
        ox.Quad(node("r", thing), node("yl", name), ox.Literal(v) if isinstance(v, str | int) else v, GRAPH)  # type: ignore[arg-type]
        for name, v in pairs
    ]


FIRST = [
    *_said("a", ("p", "one , two"), ("p", 'with " , "'), ("q", node("r", "b"))),
    *_said("b", ("p", 1), ("p", 2), ("q", "line\nend")),
    *_said("c", ("p", node("r", "a")), ("p", node("r", "b"))),
    *_said("d", ("p", "%b\t{")),
]


@pytest.mark.parametrize("again", [[0], [1, 2], [0, 1, 2], [3], [3, 4, 5], [6], [7], [8], [0, 4, 6, 8], range(9)])
def test_what_is_said_again_is_left_out(again: Sequence[int], tmp_path: Path) -> None:
    before = [FIRST[n] for n in again]
    runs = Runs([write_run(tmp_path / "1", Blocks.of(before)), write_run(tmp_path / "2", Blocks.of(FIRST))])
    runs.write_trig(tmp_path / "whole.trig")
    written = list(ox.parse((tmp_path / "whole.trig").read_bytes(), format=ox.RdfFormat.TRIG))
    assert written == [*before, *(quad for quad in FIRST if quad not in before)]
    body = (tmp_path / "whole.trig").read_bytes().partition(b"g:x {\n")[2].removesuffix(b"}\n")
    assert body == body_of(written)
    assert runs.counts() == {GRAPH.value: len(FIRST)}
