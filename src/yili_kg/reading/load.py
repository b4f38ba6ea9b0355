"""Reading the reading: the tables of a chapter, each statement put at its place in the passage; slips stop everything."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.lexicon import Lexicon, load_lexicon
from yili_kg.reading.digest import WIDTH, places
from yili_kg.reading.rows import KINDS, WORD_SLOTS, CitationRow, MentionRow, PassageRow, ReadingRow, Statement, StepRow
from yili_kg.reading.words import ENDS, slot_words, span_of
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table
from yili_kg.tables.types import mention_types
from yili_kg.text.folding import fold

__all__ = [
    "SAME_WORDS",
    "Anchored",
    "PassageReading",
    "Reader",
    "load_chapter",
    "load_own",
    "load_readers",
    "load_sources",
    "read_chapter",
    "reading_folder",
]


#: What to do where the two wordings of a reading are one.
SAME_WORDS = "base and variant are written as the note tells them apart, graph for graph (於, 于)"


class Anchored(NamedTuple):
    """A statement at its place: graphs `start`–`end` of its part of the passage."""

    start: int
    end: int
    row: Statement


@dataclass(slots=True)
class PassageReading:
    """What was read in one part of a passage; statements by kind, in the order of their places."""

    row: PassageRow
    statements: dict[str, list[Anchored]] = field(default_factory=dict)

    @property
    def length(self) -> int:
        """How many graphs it has."""
        return len(self.row.digest) // WIDTH

    def of(self, kind: str) -> list[Anchored]:
        """The statements of a kind (`mentions`, `steps` …)."""
        return self.statements.get(kind, [])

    def anchor(self, words: str, nth: int) -> tuple[int, int] | None:
        """Where words stand for the `nth` time; None where they do not."""
        first, _, last = fold(words).partition(ENDS)
        found = list(places(first, self.row.salt, self.row.digest))[nth - 1 : nth]
        ends = list(places(last, self.row.salt, self.row.digest)) if last else []
        return span_of(found[0], fold(words), ends) if found else None


class Source(Row):
    """A book in which readers find what the text leaves out: `source` stands behind `@` in a slot."""

    source: Filled
    slug: Filled
    zh: Filled
    en: Filled

    @property
    def ground(self) -> str:
        """The id under which the graph keeps that a word is known from this book."""
        return f"read-in-{self.slug}"


class Reader(Row):
    """One who read: `id` stands in the tables, `name` is shown, `note` says how he read."""

    id: Filled
    name: Filled
    note: str = ""


def reading_folder() -> Path:
    """The folder of the reading that comes with yili-kg."""
    return data_folder("extraction") / "reading"


@cache
def load_readers(folder: Path | None = None) -> dict[str, Reader]:
    """The readers by id; none where there is no reading. Raises DataError for a broken table."""
    path = (folder or reading_folder()) / "readers.tsv"
    return {row.id: row for row in read_table(path, Reader, unique=("id",))} if path.exists() else {}


@cache
def load_sources() -> dict[str, Source]:
    """The books that readers name, by what stands behind `@`. Raises DataError for a broken table."""
    path = reading_folder() / "sources.tsv"
    return {row.source: row for row in read_table(path, Source, unique=("source",))} if path.exists() else {}


@cache
def load_chapter(chapter: str) -> dict[tuple[str, str], PassageReading]:
    """The reading of a chapter (`04`) that comes with yili-kg, by passage and part; empty where none was read."""
    return read_chapter(reading_folder() / chapter, load_readers())


@cache
def load_own(folder: Path) -> dict[tuple[str, str], PassageReading]:
    """All readings in a folder of somebody's own, by passage (or segment) and part.

    Raises DataError for what is wrong in it, and where there is no reading at all.
    """
    readers = load_readers(folder)
    found: dict[tuple[str, str], PassageReading] = {}
    for path in sorted(folder.glob("*/passages.tsv")):
        for key, reading in read_chapter(path.parent, readers).items():
            if key in found:
                raise DataError(f"{key[0]} {key[1]} is read at {found[key].row.place} already", where=reading.row.place)
            found[key] = reading
    if not found:
        raise DataError(
            "no reading lies there", where=str(folder), advice="yili-kg review take writes one from a sheet"
        )
    return found


def read_chapter(folder: Path, readers: dict[str, Reader]) -> dict[tuple[str, str], PassageReading]:
    """The reading in a chapter's folder, by passage and part; empty where there is no such folder.

    Raises DataError, with file and line, for words that do not stand where a row says, a concept that the lexicon has
    not, a passage or reader that is not there, and two decisions on the same word.
    """
    if not (folder / "passages.tsv").exists():
        return {}
    found: dict[tuple[str, str], PassageReading] = {
        (row.passage, row.part): PassageReading(row)
        for row in read_table(folder / "passages.tsv", PassageRow, unique=("passage", "part"))
    }
    for reading in found.values():
        _known_readers(reading.row.by.split(), readers, reading.row.place)
        if len(reading.row.digest) % WIDTH:
            raise DataError("the digest is broken", where=reading.row.place)
    for kind, schema in KINDS.items():
        path = folder / f"{kind}.tsv"
        if path.exists():
            for row in read_table(path, schema):
                _put(found, kind, row, readers)
    for reading in found.values():
        for kind, statements in reading.statements.items():
            statements.sort(key=lambda s: (s.start, s.end))
            _apart(kind, statements)
    return found


def _put(found: dict[tuple[str, str], PassageReading], kind: str, row: Statement, readers: dict[str, Reader]) -> None:
    reading = found.get((row.passage, row.part))
    if reading is None:
        raise DataError(
            f"{row.passage} {row.part} is none of the passages that were read",
            where=row.place,
            advice="its line in passages.tsv is missing",
        )
    _known_readers([row.by], readers, row.place)
    span = reading.anchor(row.words, row.nth)
    if span is None:
        raise DataError(
            f"{row.words} does not stand {row.nth} times in {row.passage} {row.part}",
            where=row.place,
            advice="the words, or which of their places, are not those of the received text",
        )
    _known_concept(row, load_lexicon())
    if isinstance(row, ReadingRow) and row.base == row.variant:
        raise DataError(f"a reading of {row.base} that says the same", where=row.place, advice=SAME_WORDS)
    if isinstance(row, StepRow):
        _known_slots(row)
    reading.statements.setdefault(kind, []).append(Anchored(*span, row))


def _known_readers(names: Iterable[str], readers: dict[str, Reader], place: str) -> None:
    for name in names:
        if name not in readers:
            raise DataError(f"no reader {name} in readers.tsv", where=place)


def _known_concept(row: Statement, lexicon: Lexicon) -> None:
    if isinstance(row, MentionRow):
        entry = lexicon.entries.get(row.concept)
        unknown_title = entry is None and _is_title(row)
        if not unknown_title and (entry is None or entry.type != row.type):
            raise DataError(f"no {row.type} {row.concept} in the lexicon", where=row.place)


def _is_title(row: MentionRow) -> bool:
    """Whether a row is of a work whose title is no word of the lexicon: then the title itself is its concept."""
    return bool(mention_types()[row.type].speaks) and not mention_types()[row.type].nominal and row.concept == row.words


def _known_slots(row: StepRow) -> None:
    """Raise DataError for a slot that nobody can mean."""
    for slot, written in [(slot, getattr(row, slot)) for slot in WORD_SLOTS]:
        for word in slot_words(written) if written else ():
            if not word.text or (word.source and word.source not in load_sources()):
                raise DataError(
                    f"{slot} {word.written()} is no word, or names a book that is not in sources.tsv", where=row.place
                )


def _apart(kind: str, statements: list[Anchored]) -> None:
    """Raise DataError where two statements decide on the same word."""
    reached = -1
    for start, end, row in statements:
        if isinstance(row, MentionRow | CitationRow | StepRow) and start < reached:
            raise DataError(f"a second decision on {row.words} in {row.passage} {row.part}", where=row.place)
        reached = max(reached, end)
    # Only glosses and readings may have several statements on one word: asked by kind, since to ask a row for a field
    # that it has not takes as long as to read it.
    more = [name for name in ("term", "base") if name in KINDS[kind].model_fields]
    seen: dict[tuple[object, ...], str] = {}
    for start, end, row in statements:
        key = (start, end, *(getattr(row, name) for name in more))
        if key in seen:
            raise DataError(f"{kind} of {row.words} are told at {seen[key]} already", where=row.place)
        seen[key] = row.place
