"""Kinds of graphs."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yili_kg.annotation.kinds import kinds_of, load_kinds, read_kinds
from yili_kg.errors import DataError


def test_graphs_that_stand_alike_are_of_one_kind() -> None:
    one = kinds_of("俎鼎牲")
    assert len(set(one)) == 1
    assert len(set(kinds_of("鐘磬笙"))) == 1
    assert one[0] != kinds_of("鐘")
    assert len({*load_kinds().values()}) == 32


@given(st.text(max_size=30))
def test_each_graph_has_a_sign(graphs: str) -> None:
    assert len(kinds_of(graphs)) == len(graphs)


def test_graphs_seldom_seen_are_of_no_kind() -> None:
    assert kinds_of("A龘") == "??"


@pytest.mark.parametrize("row", ["x\t俎", "-1\t俎", "0\t俎\n0\t鼎", "0\t俎\n1\t鼎俎"])
def test_a_broken_table_is_refused_with_its_place(tmp_path: Path, row: str) -> None:
    path = tmp_path / "kinds.tsv"
    path.write_text(f"kind\tgraphs\n{row}\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"kinds\.tsv:[23]"):
        read_kinds(path)
