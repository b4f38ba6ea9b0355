"""The work of a reader: a sheet out of a source, the sheet back into a folder of readings, how much of it is read."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from yili_kg.analyse import analyse_file
from yili_kg.annotation.by_hand import ByHand
from yili_kg.errors import DataError
from yili_kg.models import Annotated
from yili_kg.reading.load import Reader, load_own, load_readers, read_chapter
from yili_kg.review.sheet import Block, parse_sheet
from yili_kg.review.take import Rows, rows_of, write_tables
from yili_kg.review.write import headings, on_sheet, sheet_of

__all__ = ["read_sheet", "state", "take", "write"]


def write(
    source: Path, *, chapter: str = "", only: Iterable[str] = (), blank: bool = False, rules: bool = False
) -> str:
    """The sheet of a source; `rules` has it show what the rules alone say. Raises SourceError, DataError."""
    return sheet_of(analyse_file(source, hand=ByHand(received=not rules)), chapter=chapter, only=only, blank=blank)


def read_sheet(path: Path) -> list[Block]:
    """The blocks of a sheet. Raises DataError for one that cannot be read, with all its slips."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"cannot be read: {error}", where=str(path), advice="a sheet is a text in UTF-8") from error
    return parse_sheet(text, path.name)


def take(sheet: Path, source: Path, *, by: str, folder: Path) -> dict[str, int]:
    """Keep what a reader decided on a sheet of a source; how many statements of each kind there are now of him.

    The tables go into `folder/NN` for passages of the received text, into `folder/NAME` of the edition for other
    segments. What was read of the same passages before is replaced. Raises DataError with all slips, and nothing is kept
    then; and where the folder cannot be written.
    """
    if not by.isidentifier():
        raise DataError(f"{by!r} is no name of a reader", advice="letters, digits and _ only: --by MeiLan")
    proposed = analyse_file(source, hand=ByHand(received=False))
    blocks = read_sheet(sheet)
    before = parse_sheet(sheet_of(proposed), source.name)
    rows = rows_of(blocks, before, by, sheet.name, _segments(proposed))
    try:
        new = by not in load_readers(folder)
        readers = load_readers(folder) | ({by: Reader(id=by, name=by)} if new else {})
        with TemporaryDirectory(prefix="yili-kg-") as aside:
            made = list(_tables(_folders(rows, proposed.edition.document.name), folder, Path(aside), readers, sheet))
            folder.mkdir(parents=True, exist_ok=True)
            if new:
                _enter(by, folder)
            for path in made:
                _put(path, folder / path.relative_to(aside))
    except OSError as error:
        raise DataError(
            f"cannot be written: {error.strerror or error}", where=str(folder), advice="name another folder with --into"
        ) from error
    return {kind: len(of) for kind, of in rows.items()}


def _tables(
    told: Mapping[str, Rows], folder: Path, aside: Path, readers: dict[str, Reader], sheet: Path
) -> Iterator[Path]:
    """The tables of a folder with what was told, made `aside`, where they are read as they would be in the folder."""
    for name, of in told.items():
        if (folder / name).is_dir():
            read_chapter(folder / name, readers)
            shutil.copytree(folder / name, aside / name)
        write_tables(of, aside / name)
        try:
            read_chapter(aside / name, readers)
        except DataError as error:
            raise DataError(error.message, where=sheet.name, advice="mend it; nothing was taken") from error
        yield from sorted((aside / name).glob("*.tsv"))


def _put(path: Path, to: Path) -> None:
    """Put a table in its place, whole."""
    to.parent.mkdir(parents=True, exist_ok=True)
    part = to.with_name(f".{to.name}.part")
    shutil.copyfile(path, part)
    part.replace(to)


def _enter(by: str, folder: Path) -> None:
    """Enter a reader into the table of readers. Raises OSError."""
    path = folder / "readers.tsv"
    there = path.read_text(encoding="utf-8") if path.exists() else "id\tname\tnote\n"
    path.write_text(f"{there}{by}\t{by}\n", encoding="utf-8")
    load_readers.cache_clear()


def _segments(annotated: Annotated) -> dict[str, str]:
    """Heading on a sheet → id of the segment."""
    return {heading: segment for segment, heading in headings(on_sheet(annotated.edition.segments)).items()}


def _folders(rows: Rows, edition: str) -> dict[str, Rows]:
    """The rows by the folder that they belong into."""
    found: dict[str, Rows] = {}
    for kind, of in rows.items():
        for row in of:
            name = edition if row["part"] == "segment" else row["passage"][:2]
            found.setdefault(name, {k: [] for k in rows})[kind].append(row)
    return found


def state(folder: Path) -> list[tuple[str, str, int, int]]:
    """How much is read in a folder: chapter (or edition), reader, parts of passages, statements."""
    counts: dict[tuple[str, str], list[int]] = {}
    for (passage, part), reading in load_own(folder).items():
        name = passage[:2] if part != "segment" else (*passage.split("."), "", "")[2] or passage
        for reader in reading.row.by.split():
            found = counts.setdefault((name, reader), [0, 0])
            found[0] += 1
            found[1] += sum(len(of) for of in reading.statements.values())
    return [(name, reader, parts, said) for (name, reader), (parts, said) in sorted(counts.items())]
