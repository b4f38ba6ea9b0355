"""The reading of the received text that comes with yili-kg: whole, anchored, and taken by every edition at hand."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from yili_kg.layers import edit
from yili_kg.pipeline import shipped_sources
from yili_kg.reading.load import load_chapter, load_readers, reading_folder
from yili_kg.reading.place import place_reading
from yili_kg.received import load_skeleton
from yili_kg.sources import read

CHAPTERS = sorted(load_skeleton())


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_received_every_passage_is_read(chapter: str) -> None:
    """Base text and note of each passage, with the number of graphs that the skeleton knows."""
    found = load_chapter(chapter)
    for passage in load_skeleton()[chapter]:
        assert (passage.id, "base") in found
        assert found[passage.id, "base"].length == passage.base_length
        if passage.note_length:
            assert (passage.id, "note") in found
            last = passage is load_skeleton()[chapter][-1]  # the edition counts its graphs behind the last note
            assert found[passage.id, "note"].length == passage.note_length or last


def test_received_a_tenth_is_read_by_two_and_every_chapter_has_some() -> None:
    rows = [r.row for chapter in CHAPTERS for r in load_chapter(chapter).values()]
    twice = [row for row in rows if {"A", "B"} <= set(row.by.split())]
    assert len(twice) >= 0.1 * len(rows)
    assert {row.passage[:2] for row in twice} == set(CHAPTERS)
    assert {row.part for row in twice} == {"base", "note"}


def test_received_who_decided_is_said_of_each_statement() -> None:
    by: Counter[str] = Counter()
    for chapter in CHAPTERS:
        for reading in load_chapter(chapter).values():
            for statements in reading.statements.values():
                by.update(f"{s.row.by} {s.row.how}" for s in statements)
    assert {name.split()[0] for name in by} <= set(load_readers())
    assert sum(n for name, n in by.items() if name.endswith("decided")) > 5_000


def test_received_tables_hold_no_running_text() -> None:
    """Words of a statement, never a stretch of text: what is long is kept by its ends."""
    for path in sorted(reading_folder().glob("*/*.tsv")):
        for line in path.read_text(encoding="utf-8").split("\n")[1:]:
            for cell in line.split("\t"):
                run = max(
                    (len(r) for r in "".join(c if "\u3400" <= c <= "\u9fff" else " " for c in cell).split()), default=0
                )
                assert run <= 24, (path.name, cell)


def test_received_shipped_texts_take_it() -> None:
    """Nine graphs in ten of each shipped source's base text and old notes are those that were read."""
    for source in shipped_sources():
        edition = edit(read(source))
        placements = place_reading(edition)
        mine = [s for s in edition.segments if s.passages and s.layer in ("經", "記", "注") and s.extent == "whole"]
        graphs = sum(len(s.text) for s in mine)
        decided = sum(len(placements.decided.get(s.id, ())) for s in mine)
        assert decided > 0.7 * graphs, source.name


@pytest.mark.shared
def test_received_the_edition_that_was_read_takes_all_of_it(shared: Path) -> None:
    for path in sorted((shared / "texts" / "KR1d0026").glob("*_0*.txt")):
        edition = edit(read(path))
        for placed in place_reading(edition).parts:
            assert None not in placed.where, (path.name, placed.reading.row.passage)
            for kind in ("mentions", "steps", "citations", "glosses", "readings"):
                assert len(list(placed.statements(kind))) == len(placed.reading.of(kind)), placed.reading.row.passage
