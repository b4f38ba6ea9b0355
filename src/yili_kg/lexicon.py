"""The lexicon: words of five kinds, read from `extraction/lexicon/*/*.tsv` and checked as they are read."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from yili_kg.data import data_folder, where
from yili_kg.errors import DataError
from yili_kg.text.folding import fold

__all__ = ["TYPES", "Entry", "Form", "Lexicon", "load_lexicon", "read_lexicon"]

#: Folder of `extraction/lexicon/` → mention type.
TYPES = {"persons": "person", "roles": "role", "objects": "object", "places": "place", "works": "work"}
_COLUMNS = ("concept", "forms", "broader", "pinyin", "en", "source", "note")
_REQUIRED = ("concept", "pinyin", "en", "source")


@dataclass(frozen=True, slots=True, order=True)
class Form:
    """A folded surface form; a checked form matches only where a sense rule accepts it."""

    text: str
    type: str
    concept: str
    checked: bool


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """A word of the lexicon: its headword, what it is a kind of, how it is said and where it is explained."""

    concept: str
    type: str
    forms: tuple[str, ...]
    broader: str
    pinyin: str
    en: str
    source: str
    note: str
    target: str
    place: str


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Entries by headword, in the order of headwords, and forms by folded text."""

    entries: dict[str, Entry]
    forms: dict[str, tuple[Form, ...]]


def _rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    with path.open(encoding="utf-8", newline="") as lines:
        header: list[str] = []
        for number, row in enumerate(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE), 1):
            if not row or row[0].startswith("#"):
                continue
            if not header:
                header = row
                missing = [c for c in _COLUMNS if c not in header]
                if missing:
                    raise DataError(f"the header lacks {', '.join(missing)}", where=where(path, number))
                continue
            yield number, dict(zip(header, (*row, *[""] * (len(header) - len(row))), strict=False))


def read_lexicon(folder: Path) -> Lexicon:
    """All words below `folder`; raises DataError for a missing field, a headword or a plain form claimed twice."""
    entries: dict[str, Entry] = {}
    claims: dict[str, dict[tuple[str, str], Form]] = {}
    plain: dict[str, tuple[Form, str]] = {}
    for kind, mention_type in TYPES.items():
        for path in sorted((folder / kind).glob("*.tsv")):
            for number, row in _rows(path):
                place = where(path, number)
                for column in _REQUIRED:
                    if not row[column].strip():
                        raise DataError(f"the field {column} is empty", where=place, advice="fill it in")
                concept = row["concept"].strip()
                if concept in entries:
                    raise DataError(
                        f"the headword {concept} is already taken at {entries[concept].place}",
                        where=place,
                        advice="join the two entries, or give the less ordinary sense a headword of its own",
                    )
                forms = tuple(row["forms"].split())
                entries[concept] = Entry(
                    concept,
                    mention_type,
                    tuple(f.rstrip("?") for f in forms),
                    row["broader"].strip(),
                    row["pinyin"].strip(),
                    row["en"].strip(),
                    row["source"].strip(),
                    row["note"].strip(),
                    row.get("target", "").strip(),
                    place,
                )
                for surface in forms:
                    form = Form(fold(surface.rstrip("?")), mention_type, concept, surface.endswith("?"))
                    if not form.checked:
                        other = plain.setdefault(form.text, (form, place))
                        if other[0].concept != concept:
                            raise DataError(
                                f"the form {surface} of {concept} is already a form of {other[0].concept} "
                                f"at {other[1]}",
                                where=place,
                                advice="mark one of the two with ? and give it a sense rule",
                            )
                    claims.setdefault(form.text, {})[(mention_type, concept)] = form
    for entry in entries.values():
        if entry.broader and entry.broader not in entries:
            raise DataError(f"the broader concept {entry.broader} is no entry", where=entry.place)
    return Lexicon(
        dict(sorted(entries.items())),
        {text: tuple(sorted(of.values(), key=lambda f: (not f.checked, f))) for text, of in sorted(claims.items())},
    )


@cache
def load_lexicon() -> Lexicon:
    """The lexicon that comes with yili-kg."""
    return read_lexicon(data_folder("extraction") / "lexicon")
