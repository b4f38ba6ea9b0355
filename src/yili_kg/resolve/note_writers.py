"""服注云: one graph names the writer of notes on the book that is cited right before, and a thing elsewhere.

The graphs with their books are those of `extraction/reference/note-writers.tsv`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.lexicon import Lexicon, load_lexicon
from yili_kg.models import Mention, Segment
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table
from yili_kg.text.folding import fold

__all__ = ["NOTE_WRITER", "NoteWriter", "load_note_writers", "names_a_writer", "note_writers", "read_note_writers"]

#: The rule of such a mention.
NOTE_WRITER = "writer-of-notes-on-the-cited-book"


class NoteWriter(Row):
    """A graph, whom it names before 注, and the works on which he wrote."""

    name: str = Field(min_length=1, max_length=1)
    concept: Filled
    works: Filled
    reason: Filled


def read_note_writers(path: Path, lexicon: Lexicon) -> Mapping[str, NoteWriter]:
    """The rows by folded graph; raises DataError for a broken one and for a concept that is no person of the lexicon."""
    rows = read_table(path, NoteWriter, unique=("name",))
    for row in rows:
        if row.concept not in lexicon.entries or lexicon.entries[row.concept].type != "person":
            raise DataError(f"no person {row.concept} in the lexicon", where=row.place)
    return {fold(row.name): row for row in rows}


@cache
def load_note_writers() -> Mapping[str, NoteWriter]:
    """The rows that come with yili-kg."""
    return read_note_writers(data_folder("extraction") / "reference" / "note-writers.tsv", load_lexicon())


@cache
def _named() -> re.Pattern[str]:
    """One of the graphs before the word for a note that says something."""
    return re.compile(f"[{''.join(load_note_writers())}](?={load_patterns('titles').source('note-that-says')})")


def names_a_writer(segment: Segment, folded: str) -> bool:
    """Whether one of the graphs stands anywhere in the `folded` text of a segment as the name of a writer does."""
    return segment.layer in layers().argues and _named().search(folded) is not None


def note_writers(
    segment: Segment, folded: str, taken: Callable[[int], bool], cited: Callable[[int], str]
) -> Iterator[Mention]:
    """The writers of notes named by one graph in a segment.

    `taken` tells whether a mention covers a place of the `folded` text, `cited` which division the words there cite.
    """
    if not names_a_writer(segment, folded):
        return
    for match in _named().finditer(folded):
        row = load_note_writers()[match.group()]
        if taken(match.start()) or cited(match.start()).partition("·")[0] not in row.works.split():
            continue
        start, end = segment.span(*match.span())
        yield Mention(
            start=start,
            end=end,
            text=segment.text[match.start() : match.end()],
            type="person",
            concept=row.concept,
            layer=segment.layer,
            rule=NOTE_WRITER,
            segment=segment.id,
        )
