"""Sorted files put together, lines looked up by their subjects, and bodies from which statements are cut."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
from hypothesis import given
from hypothesis import strategies as st

from yili_kg.graph.blocks import Blocks
from yili_kg.graph.bodies import body_of, joined_bodies
from yili_kg.graph.lines import subject_of
from yili_kg.graph.looked_up import index_of, lines_on, merged
from yili_kg.graph.runs import Runs, write_run
from yili_kg.graph.vocabulary import node


def test_files_of_any_number_and_length_are_merged_as_one(tmp_path: Path) -> None:
    files = [
        sorted(f"{n * step:05d} x .\n".encode() for n in range(number)) for step, number in ((1, 900), (3, 2), (7, 400))
    ]
    paths = [tmp_path / f"{n}.nt" for n in range(4)]  # the last is empty
    for path, lines in zip(paths, [*files, []], strict=True):
        path.write_bytes(b"".join(lines))
    pieces = list(merged(paths, held=1))
    assert len(pieces) > 1
    assert [line for piece in pieces for line in piece] == sorted({line for lines in files for line in lines})
    assert list(merged([])) == []


def test_lines_are_found_by_their_subjects_wherever_they_stand(tmp_path: Path) -> None:
    lines = [f"<{subject}> <p> {n} <g> .\n".encode() for n, subject in enumerate("aabacb")]
    path, index = tmp_path / "x.nq", tmp_path / "x.at"
    path.write_bytes(b"before\n" + b"".join(lines))
    index.write_bytes(index_of([(subject_of(line), len(line)) for line in lines], len(b"before\n")))
    assert list(lines_on(path, index, {b"<a>", b"<nothing>"})) == [lines[n] for n in (0, 1, 3)]


@given(st.lists(st.tuples(*(st.sampled_from("abc"),) * 2), min_size=1, max_size=12), st.sets(st.sampled_from("abc")))
def test_what_was_said_before_is_left_out_as_if_it_had_never_been_said_again(
    tmp_path_factory: object, said: list[tuple[str, str]], before: set[str]
) -> None:
    folder = tmp_path_factory.mktemp("runs")  # type: ignore[attr-defined]
    graph = node("g", "claims")
    first = [ox.Quad(node("r", "a"), node("yl", "rule"), node("r", value), graph) for value in sorted(before)]
    second = [ox.Quad(node("r", subject), node("yl", "rule"), node("r", value), graph) for subject, value in said]
    runs = Runs([write_run(folder / "one", Blocks.of(first)), write_run(folder / "two", Blocks.of(second))])
    runs.write_trig(folder / "x.trig")
    once = list(dict.fromkeys([*first, *second]))
    body = b"".join(joined_bodies([body_of(once)]))
    assert (folder / "x.trig").read_bytes().endswith(b" {\n" + body + b"}\n")
