"""A word that readers found in the comments to be a thing of one kind is of the same kind in the received text as it was read."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import pytest
from benchmarks.mention_examples import places

from yili_kg.text.folding import fold

READING = Path(__file__).resolve().parents[2] / "extraction" / "reading"
SETTLED = 8
"""So many places of one type, and none of another, settle it."""


@pytest.fixture(scope="module")
def in_comments() -> dict[str, str]:
    """The type of each word that places in comments settle."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for place in (p for decided in places().values() for p in decided):
        for start, end, kind in place.spans:
            if (start, end) == (place.start, place.end):
                found[fold(place.words)][kind] += 1
    return {word: next(iter(kinds)) for word, kinds in found.items() if len(kinds) == 1 and kinds.total() >= SETTLED}


def in_the_reading() -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for table in sorted(READING.glob("*/mentions.tsv")):
        lines = table.read_text(encoding="utf-8").splitlines()
        columns = lines[0].split("\t")
        words, kind = columns.index("words"), columns.index("type")
        for line in lines[1:]:
            row = line.split("\t")
            found[fold(row[words])][row[kind]] += 1
    return found


def test_a_word_of_one_kind_in_the_comments_is_of_that_kind_in_the_received_text(in_comments: dict[str, str]) -> None:
    read = in_the_reading()
    both = in_comments.keys() & read.keys()
    assert len(both) > 100, "the tables have next to no word in common: their columns or places moved"
    others = {w: dict(read[w]) for w in both if read[w][in_comments[w]] < 0.75 * read[w].total()}
    assert others == {}
