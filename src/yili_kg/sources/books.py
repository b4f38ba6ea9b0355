"""Who speaks in the layers of a book when its own lines do not say it, and the lines that do.

`extraction/rules/books.tsv` has the speakers and their books by title, `author-roles.tsv` what somebody may have done to
a book (注, 疏, 撰 …).
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from yili_kg.data import data_folder
from yili_kg.sources.headings import is_heading
from yili_kg.sources.speakers import load_speakers
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.rulebook import Filled, FoldedWord
from yili_kg.tables.table import Row, read_table
from yili_kg.tables.wordlists import load_word_lists
from yili_kg.text.folding import fold
from yili_kg.text.graphs import FILLED

__all__ = [
    "AUTHOR",
    "author_in",
    "author_of",
    "authors_of",
    "book_of",
    "explains_another_classic",
    "gathers_old_notes",
    "is_classic",
    "is_numbered",
    "is_on_odes",
    "is_on_rites",
    "is_sub_commentary",
    "name_at_the_end",
    "names_a_book",
    "names_a_volume",
    "names_the_library",
    "received_speaker",
    "received_speakers",
    "speakers_of",
]

#: The role of who wrote a book, as author-roles.tsv calls it.
AUTHOR = "撰"
_ANY = "*"
#: A name with an office or a home before it has at most so many graphs.
_WITH_OFFICE = 10
#: A name has as many graphs at most, if its surname has one.
_NAME = 3
#: A line that is a title has at most so many characters.
_TITLE = 20
#: A line that names authors has at most so many characters.
_LONGEST = 60


class _Book(Row):
    """What books with a word in their title have in one layer."""

    title: FoldedWord
    unless: FoldedWord = ""
    layer: Filled
    speaker: Filled
    book: Filled
    reason: Filled

    def fits(self, folded: str) -> bool:
        """Whether a folded title is that of such a book."""
        return self.title == _ANY or (self.title in folded and not (self.unless and self.unless in folded))


class _Role(Row):
    """What somebody may have done to a book, and the layer that is his."""

    role: FoldedWord
    layer: Filled
    named: Literal["", "yes"] = ""
    reason: Filled


@cache
def _books() -> tuple[_Book, ...]:
    return read_table(data_folder("extraction") / "rules" / "books.tsv", _Book, unique=("title", "layer", "speaker"))


@cache
def _roles() -> dict[str, _Role]:
    rows = read_table(data_folder("extraction") / "rules" / "author-roles.tsv", _Role, unique=("role",))
    return {row.role: row for row in rows}


@cache
def _role() -> re.Pattern[str]:
    added = "|".join(_words("added"))
    return re.compile(f"(.*?)({'|'.join(sorted(_roles(), key=len, reverse=True))})(?:{added})?")


def _words(name: str) -> tuple[str, ...]:
    return load_word_lists("sources/words")[name].words


def is_numbered(title: str) -> bool:
    """Whether a book, by a word of its title or heading, is the one whose 篇 have numbers."""
    return any(word in title for word in _words("numbered-books"))


def is_on_rites(title: str) -> bool:
    """Whether a book is on rites."""
    return any(word in title for word in _words("rites"))


def gathers_old_notes(title: str) -> bool:
    """Whether a book sets several classics anew, each with its old note."""
    return any(word in fold(title) for word in _words("gathers-old-notes"))


def is_on_odes(title: str) -> bool:
    """Whether a book is on the 詩."""
    return any(word in title for word in _words("odes"))


def speakers_of(title: str) -> dict[str, str]:
    """Speaker by layer for a book of this title, as tradition has it; sounds are the same in all books."""
    folded = fold(title)
    speakers: dict[str, str] = {}
    for row in _books():
        if row.fits(folded):
            speakers.setdefault(row.layer, row.speaker)
    return speakers


def received_speakers() -> dict[str, str]:
    """Speaker by layer for a book on the received text."""
    return speakers_of(_words("numbered-books")[0])


@cache
def received_speaker(layer: str) -> str:
    """Who speaks in a layer of the received text with its old notes."""
    return received_speakers().get(layer, "")


@cache
def received_book(layer: str) -> str:
    """The book that the words of a layer of the received text are from; empty where tradition names none."""
    return book_of(_words("numbered-books")[0], "", layer, received_speaker(layer))


def is_classic(title: str) -> bool:
    """Whether a title is that of a classic itself, not of a book about it: its notes are then the old ones."""
    folded = fold(title)
    return any(row.title == folded for row in _books())


@cache
def explains_another_classic(title: str) -> bool:
    """Whether a title names a classic that is not the book whose 篇 have numbers: large text is then that classic's."""
    folded = fold(title)
    return not is_numbered(folded) and any(row.title != _ANY and row.fits(folded) for row in _books())


def names_a_book(line: str) -> bool:
    """Whether the first line of a text, folded, is its title: short, no sentence, with the name of a classic in it."""
    words = line.strip()
    if not 0 < len(words) <= _TITLE or load_patterns("sources/authors")["sentence-marks"].search(words):
        return False
    return any(row.title != _ANY and row.fits(words) for row in _books())


def names_the_library(line: str) -> bool:
    """Whether a folded line names the library that the text is from and nothing else, so that it is no title."""
    return load_patterns("sources/headings")["library-alone"].match(line) is not None


def names_a_volume(line: str) -> bool:
    """Whether a folded line above the text names the library that it is from, or the book with its volume."""
    words = line.strip()
    pages = load_patterns("sources/pages")
    return (
        names_the_library(words)
        or pages["volume-line"].match(words) is not None
        or pages["class-of-the-book"].fullmatch(words) is not None
    )


@cache
def book_of(title: str, author: str, layer: str, speaker: str) -> str:
    """The book that a speaker's words in a layer of a document are from; empty where it is not sure.

    That of books.tsv for the document's title, the document itself for its author's own words, else the one that
    speakers.tsv knows of him.
    """
    if not speaker or layer not in layers().comments:
        return ""
    folded = fold(title)
    for row in _books():
        if (row.layer, row.speaker) == (layer, speaker) and row.fits(folded):
            return row.book
    if speaker == author and layer in layers().later:
        return _own_title(folded)
    return next((s.book for s in load_speakers().values() if s.book and (s.layer, s.speaker) == (layer, speaker)), "")


def _own_title(title: str) -> str:
    """The title of a book in the folded title of a document: 儀禮述註·燕禮, 儀禮述註卷三; empty for a chapter's heading."""
    book = title.partition("·")[0].strip()
    volume = load_patterns("sources/headings")["volume"].fullmatch(book)
    book = volume.group(1) if volume else book
    return "" if is_heading(book) else book


def is_sub_commentary(title: str, text: str) -> bool:
    """Whether a book, by its title and the words of its text, is a sub-commentary printed without what it explains."""
    named = fold(title).endswith(_words("sub-commentaries"))
    return named and load_patterns("sources/voices")["sub-commentary-within"].search(fold(text)) is not None


@cache
def author_of(title: str) -> str:
    """Who wrote a later commentary with this title, as the table of speakers has it; empty where it knows none."""
    folded, later = fold(title), layers().later
    known = (s for s in load_speakers().values() if s.layer in later and s.book and folded.endswith(fold(s.book)))
    return max(((len(s.book), s.speaker) for s in known), default=(0, ""))[1]


def author_in(line: str) -> str:
    """Who wrote the book, where a folded line names him; or empty."""
    return (authors_of(line) or {}).get(AUTHOR, "")


def authors_of(line: str) -> dict[str, str] | None:
    """Speaker by layer (撰: who wrote the book) as a folded line names them, or None where it is no such line.

    `漢鄭氏注　唐陸德明音義　賈公彥疏` names three, `元　敖繼公　撰` one. A name that is not sure is empty.
    """
    if len(line) > _LONGEST or load_patterns("sources/authors")["running-words"].search(_without_names(line)):
        return None
    authors: dict[str, str] = {}
    pending = ""
    for token in line.replace(FILLED, "").split():
        match = _role().fullmatch(token)
        if match is None:
            pending = token
            continue
        words, role = match.group(1) or pending, _roles()[match.group(2)]
        found = _name(words, role.layer, sure=role.layer == AUTHOR or _dynasty().match(words) is not None)
        if not words or (role.named and not found):
            return None
        authors.setdefault(role.layer, found)
        pending = ""
    is_extent = any(word in pending for word in _words("extents"))
    return authors or None if not pending or is_extent else None


def _without_names(line: str) -> str:
    """A folded line without the full names of known speakers, which may hold particles: 王與之."""
    for name in _full_names():
        if name in line:
            line = line.replace(name, "")
    return line


@cache
def _full_names() -> tuple[str, ...]:
    """The folded full names of known speakers."""
    return tuple(dict.fromkeys(fold(speaker.speaker) for speaker in load_speakers().values() if speaker.speaker))


def _dynasty() -> re.Pattern[str]:
    return load_patterns("sources/authors")["dynasty"]


def _name(words: str, layer: str, *, sure: bool) -> str:
    """The person's name in the words before a role; empty where nobody is known and the line gives no sure sign.

    Of two with one surname (孔氏傳, 孔氏疏) it is the one who speaks in the `layer`.
    """
    if words not in load_speakers():  # 魏了翁 is a name as a whole
        words = _without_dynasty(words)
    for humble in _words("humble"):
        words = words.removeprefix(humble)
    known = load_speakers().get(words)
    if known is not None:
        namesakes = (s.speaker for s in load_speakers().values() if s.surname + "氏" == words and s.layer == layer)
        return known.speaker if layer in (known.layer, AUTHOR) else next(namesakes, known.speaker)
    for speaker in load_speakers().values():
        if words.endswith(fold(speaker.speaker)):
            return speaker.speaker
    if not sure or words.endswith(_words("surname")):
        return ""
    return name_at_the_end(words) if len(words) <= _WITH_OFFICE else ""


def _without_dynasty(words: str) -> str:
    """Folded words without a dynasty at their beginning; 晉 in 無錫蔡德晉 is none."""
    dynasty = _dynasty().match(words)
    return words[dynasty.end() :] if dynasty else words


def name_at_the_end(words: str) -> str:
    """The name of a person at the end of folded words, before which his home or his office may stand: 濟陽張爾岐.

    A home has two graphs or more, so that it is never cut: of four graphs the last two are the name (江都焦循). Of more
    they are, too, where a surname stands there and none before it. His dynasty (元敖繼公) is no part of it.
    """
    patterns = load_patterns("sources/voices")
    dynasty = patterns["dynasty-before-a-name"].match(words)
    words = words[dynasty.end() :] if dynasty is not None else words
    if len(words) <= _NAME:
        return words
    for length in (_NAME + 1, _NAME):
        if len(words) != length + 1 and patterns["compound-surname"].match(words, len(words) - length):
            return words[-length:]
    at = len(words) - _NAME
    surname = patterns["common-surname"]
    short = at == 1 or (not surname.match(words, at) and surname.match(words, at + 1))
    return words[at + 1 :] if short else words[at:]
