"""The lexicon: words of all types, read from `extraction/lexicon/*/*.tsv` and checked as they are read."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table
from yili_kg.tables.types import mention_types
from yili_kg.text.folding import fold

__all__ = ["Entry", "Form", "Joined", "Lexicon", "Word", "headword", "load_joined", "load_lexicon", "read_lexicon"]


class Word(Row):
    """A row of the lexicon."""

    concept: Filled = Field(
        description="headword in traditional graphs, one of a kind; a second sense takes a mark: 侯（物）"
    )
    forms: str = Field(
        default="", description="surface forms with spaces between; `洗?` matches only where a rule accepts it"
    )
    broader: str = Field(default="", description="headword of what it is a kind of")
    pinyin: Filled = Field(description="how it is said")
    en: Filled = Field(description="its English name, or what it means where it is no name")
    source: Filled = Field(description="where the sense is explained")
    note: str = Field(default="", description="more on its sense; `lost` for a work that is lost")
    target: str = Field(default="", description="works only: how it is cited, where that is not the headword")
    description: str = Field(default="", description="who or what the bearer of the English name is")


class Joined(Row):
    """A headword that was joined to another, because both named the same; `reason` says why."""

    former: Filled
    concept: Filled
    reason: Filled


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
    description: str = ""

    @property
    def meaning(self) -> str:
        """The English name and, behind a dash, who or what bears it, where that is said apart."""
        return f"{self.en} – {self.description}" if self.description else self.en

    @property
    def said(self) -> str:
        """The pinyin as it is written for a label: the name of a person, a place or a work with a capital (`Zēngzǐ`).

        Of a chapter each part has one: `Lǐjì·Tángōng`. A headword without forms is a kind of things and no name, a place
        (堂) is one where its English is one.
        """
        named = mention_types()[self.type].named if self.forms else ""
        if not named or (named == "some" and not self._named_in_english()):
            return self.pinyin
        return "·".join(part[:1].upper() + part[1:] for part in self.pinyin.split("·"))

    def _named_in_english(self) -> bool:
        """Whether the English begins with a capital, or has a name that begins as the headword is said."""
        said = _plain(self.pinyin)
        names = (_plain(word) for word in re.findall(r"[^\W\d_']+", self.en) if word[0].isupper())
        return self.en[:1].isupper() or any(said.startswith(name) for name in names)


def _plain(said: str) -> str:
    """Letters without tones."""
    return "".join(c for c in unicodedata.normalize("NFD", said.lower()) if c.isalpha())


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Entries by headword, in the order of headwords, and forms by folded text."""

    entries: dict[str, Entry]
    forms: dict[str, tuple[Form, ...]]


def read_lexicon(folder: Path) -> Lexicon:
    """All words below `folder`; raises DataError for a missing field, a headword or a plain form claimed twice."""
    entries: dict[str, Entry] = {}
    claims: dict[str, dict[tuple[str, str], Form]] = {}
    plain: dict[str, tuple[Form, str]] = {}
    for mention_type, row in mention_types().items():
        for path in sorted((folder / row.folder).glob("*.tsv")):
            for word in read_table(path, Word):
                entry = _entry(word, mention_type)
                if entry.concept in entries:
                    raise DataError(
                        f"the headword {entry.concept} is already taken at {entries[entry.concept].place}",
                        where=entry.place,
                        advice="join the two entries, or give the less ordinary sense a headword of its own",
                    )
                entries[entry.concept] = entry
                for surface in word.forms.split():
                    form = Form(fold(surface.rstrip("?")), mention_type, entry.concept, surface.endswith("?"))
                    _claim(form, surface, entry.place, plain)
                    claims.setdefault(form.text, {})[(mention_type, entry.concept)] = form
    for entry in entries.values():
        if entry.broader and entry.broader not in entries:
            raise DataError(f"the broader concept {entry.broader} is no entry", where=entry.place)
    return Lexicon(
        dict(sorted(entries.items())),
        {text: tuple(sorted(of.values(), key=lambda f: (not f.checked, f))) for text, of in sorted(claims.items())},
    )


def _entry(word: Word, mention_type: str) -> Entry:
    return Entry(
        concept=word.concept,
        type=mention_type,
        forms=tuple(f.rstrip("?") for f in word.forms.split()),
        broader=word.broader,
        pinyin=word.pinyin,
        en=word.en,
        source=word.source,
        note=word.note,
        target=word.target,
        place=word.place,
        description=word.description,
    )


def _claim(form: Form, surface: str, place: str, plain: dict[str, tuple[Form, str]]) -> None:
    """Note a plain form; raises DataError where another headword has it already."""
    if form.checked:
        return
    other, elsewhere = plain.setdefault(form.text, (form, place))
    if other.concept != form.concept:
        raise DataError(
            f"the form {surface} of {form.concept} is already a form of {other.concept} at {elsewhere}",
            where=place,
            advice="mark one of the two with ? and give it a sense rule",
        )


@cache
def load_lexicon() -> Lexicon:
    """The lexicon that comes with yili-kg."""
    return read_lexicon(data_folder("extraction") / "lexicon")


@cache
def load_joined(path: Path | None = None) -> dict[str, Joined]:
    """Headwords that were joined to another, by the former headword, from the table at `path` or that of the lexicon.

    Raises DataError, with file and line, for a former headword that is an entry still, and for a concept that is none.
    """
    rows = read_table(path or data_folder("extraction") / "lexicon" / "joined.tsv", Joined, unique=("former",))
    entries = load_lexicon().entries
    for row in rows:
        if row.former in entries:
            raise DataError(f"{row.former} was joined to {row.concept}, and is an entry still", where=row.place)
        if row.concept not in entries:
            raise DataError(f"there is no concept {row.concept}", where=row.place)
    return {row.former: row for row in rows}


def headword(concept: str) -> str:
    """The headword of a concept without the mark of a second sense: 侯 for 侯（物）."""
    return concept.split("（")[0]
