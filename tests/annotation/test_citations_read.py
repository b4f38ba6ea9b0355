"""The table of citations read by hand: its rows stand where they say, and the score counts them as it should."""

from __future__ import annotations

import re
from pathlib import Path

from benchmarks.citations_judged import Read, Score, Stretch, citations_read, score, stretches

from yili_kg.models import Citation

_MARKS = re.compile(r"<pb:[^>]*>|[\n¶()/　 ]")


def _citation(start: int, end: int, target: str) -> Citation:
    return Citation(
        start=start,
        end=end,
        text="燕禮",
        target=target,
        function="discusses",
        form="titled",
        quotes=(),
        segment="s",
        layer="疏",
        rule="named-in-an-argument",
    )


def test_citations_read_belong_to_a_stretch_and_lie_in_it() -> None:
    known = {s.stretch: s for s in stretches()}
    for name, rows in citations_read().items():
        assert all(known[name].start <= row.start < row.end <= known[name].end for row in rows), name


def test_citations_read_are_the_words_of_the_source(shared: Path) -> None:
    read = citations_read()
    for stretch in stretches():
        text = (shared / stretch.source).read_text(encoding="utf-8")
        for row in read.get(stretch.stretch, []):
            assert _MARKS.sub("", text[row.start : row.end]) == row.text


def test_score_of_a_stretch_leaves_out_what_is_open() -> None:
    def row(start: int, end: int, target: str) -> Read:
        return Read(stretch="r", start=start, end=end, text="燕禮", target=target, place="here")

    stretch = Stretch(stretch="r", source="s", start=10, end=100, drawn="first", place="here")
    read = [row(20, 22, "儀禮·燕禮"), row(30, 32, "詩經|詩經·碩人"), row(40, 42, "?"), row(50, 52, "論語")]
    found = [_citation(20, 22, "儀禮·大射儀"), _citation(30, 32, "詩經"), _citation(40, 41, "x"), _citation(5, 7, "x")]
    counted, wrong = score(stretch, read, found)
    assert counted == Score(read=3, found=2, same=2, targets=1)
    assert wrong == ["r not found: 燕禮 論語", "r target: 儀禮·燕禮, not 儀禮·大射儀"]
