"""Titles known by their last word: a song named as one (楚茨詩), a part of a history (漢書食貨志), a book that the lexicon lacks.

山堂考索云 names a book though no list has it: its last word is one with which titles end, somebody or nothing stands before
it, and it says something. The words by which such titles are known are those of `extraction/rules/titles.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from yili_kg.annotation.spans import Found, covered
from yili_kg.annotation.titles import known_title, may_be_divided
from yili_kg.lexicon import Form, Lexicon, load_lexicon
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.needed import Asked

__all__ = ["BY_ITS_KIND", "OF_A_BOOK", "OF_A_HISTORY", "SONG", "titles_by_kind"]

#: The rule of a title that the lexicon lacks, known by the word with which it ends.
BY_ITS_KIND = "title-by-its-last-word"
#: The rule of a part of a history, named with the history.
OF_A_HISTORY = "title-of-a-part-of-a-history"
#: The rule of a part of another book, named with the book and a word for it.
OF_A_BOOK = "title-of-a-part-of-a-book"
#: The rule of a song that is named as one.
SONG = "title-of-a-song-named-as-one"
#: The names of songs have no more graphs; so many code points before one may name its part of the book.
_LONGEST_SONG, _PART = 5, 4
#: A name of more graphs is no word, though rules check it (定之方中).
_A_PHRASE = 3
#: The names of parts of books, and of books, have no more graphs.
_LONGEST_PART, _LONGEST_BOOK = 4, 5
#: A title that the lexicon lacks has so many graphs; so many the name of a person before it.
_LEAST, _MOST, _PERSON = 4, 10, 4
#: The book of the songs.
_SONGS = "詩經"


def titles_by_kind(folded: str, layer: str, taken: Sequence[tuple[int, int]]) -> list[Found]:
    """The titles of a segment that their last word tells, in order, but those that touch what is `taken`."""
    if layer in layers().base or layer in layers().silent:
        return []
    lexicon = load_lexicon()
    named = {title for _, find in _kinds().of(folded) for title in find(folded, lexicon)}
    if not named:
        return []
    inside = covered(len(folded), taken)
    found: list[Found] = []
    for title in sorted(named):
        if not any(inside[title.start : title.end]):
            found.append(title)
            inside[title.start : title.end] = b"\1" * (title.end - title.start)
    return found


@cache
def _kinds() -> Asked[Callable[[str, Lexicon], Iterator[Found]]]:
    """What finds the titles of each kind, with the turn of phrase by which it knows them."""
    patterns = load_patterns("titles")
    known = (
        ("part-of-a-history", _histories),
        ("song-named-as-one", _songs),
        ("songs-of-a-part", _songs_of_a_part),
        ("part-before-a-song", _songs_in_a_part),
        ("word-for-a-part", _parts),
        ("last-word-of-a-title", _unknown),
    )
    return Asked((patterns[name], find) for name, find in known)


def _songs(folded: str, lexicon: Lexicon) -> Iterator[Found]:
    """楚茨詩云, 大雅文王詩: the name of a song and 詩; a name that is a word too needs 云 behind it, or its part of the book before, unless it is long."""
    patterns = load_patterns("titles")
    for kind in patterns["song-named-as-one"].finditer(folded):
        says = patterns["says-words"].match(folded, kind.end()) is not None
        named = _named_before(folded, kind.start(), lexicon)
        if named is None:
            alone = f"{_SONGS}·{folded[max(0, kind.start() - 1) : kind.start()]}"
            if says and alone in lexicon.entries:  # 雝詩云
                yield Found(kind.start() - 1, kind.end(), "work", alone, SONG)
            continue
        start, song, checked = named
        part = patterns["part-of-the-songs"].search(folded, max(0, start - _PART), start)
        if says or part or kind.start() - start > (_A_PHRASE if checked else 1):
            yield Found(part.start() if part else start, kind.end(), "work", song, SONG)


def _named_before(folded: str, end: int, lexicon: Lexicon) -> tuple[int, str, bool] | None:
    """Where the name of a song begins that ends at a place, its headword, and whether rules check it; the longest name."""
    patterns = load_patterns("titles")
    for size in range(min(_LONGEST_SONG, end), 0, -1):
        song = _song(folded[end - size : end], lexicon)
        if song is not None and not patterns["part-of-the-songs"].fullmatch(folded, end - size, end):
            return end - size, song.concept, song.checked
    return None


def _songs_of_a_part(folded: str, lexicon: Lexicon) -> Iterator[Found]:
    """雅有楚茨大田: two songs or more that a part of the book is said to have."""
    for part in load_patterns("titles")["songs-of-a-part"].finditer(folded):
        songs: list[Found] = []
        at = part.end()
        while (song := _song_at(folded, at, lexicon)) is not None:
            songs.append(song)
            at = song.end
        if len(songs) > 1:
            yield from songs


def _songs_in_a_part(folded: str, lexicon: Lexicon) -> Iterator[Found]:
    """周頌維清, 小雅鹿鳴: a part of the book and a song that stands in it, which is named with it; of several in a row none is."""
    patterns = load_patterns("titles")
    named = patterns["song-named-as-one"]
    for part in patterns["part-before-a-song"].finditer(folded):
        song = _song_at(folded, part.end(), lexicon)
        if song is None or _song_at(folded, song.end, lexicon) is not None or named.match(folded, song.end):
            continue
        if patterns["part-of-the-songs"].fullmatch(folded, song.start, song.end) is None:
            yield replace(song, start=part.start())


def _song_at(folded: str, start: int, lexicon: Lexicon) -> Found | None:
    """The song whose name of two graphs or more stands at a place, the longest."""
    for size in range(_LONGEST_SONG, 1, -1):
        song = _song(folded[start : start + size], lexicon)
        if song is not None:
            return Found(start, start + size, "work", song.concept, SONG)
    return None


def _song(form: str, lexicon: Lexicon) -> Form | None:
    """The song that a form names, if it names one."""
    named = lexicon.forms.get(form, ())
    return next((f for f in named if f.type == "work" and f.concept.startswith(f"{_SONGS}·")), None)


def _histories(folded: str, lexicon: Lexicon) -> Iterator[Found]:
    """漢書食貨志: a history and its treatise, biography, annals or table."""
    for named in load_patterns("titles")["part-of-a-history"].finditer(folded):
        history = known_title(named.group("history"), lexicon)
        if history and "·" not in history:
            yield Found(*named.span(), "work", f"{history}·{named.group('part')}", OF_A_HISTORY)


def _parts(folded: str, lexicon: Lexicon) -> Iterator[Found]:
    """呂覽本味篇云: a book and one of its parts, with a word for it, where the lexicon has no part of this name."""
    patterns = load_patterns("titles")
    for kind in patterns["word-for-a-part"].finditer(folded):
        for size in range(1, min(_LONGEST_PART, kind.start()) + 1):
            part = folded[kind.start() - size : kind.start()]
            if not patterns["name-of-a-part"].fullmatch(part):
                break
            start, book = _book_that_ends(folded, kind.start() - size, lexicon)
            if book and may_be_divided(book, part):
                yield Found(start, kind.start(), "work", f"{book}·{part}", OF_A_BOOK)
                break


def _book_that_ends(folded: str, end: int, lexicon: Lexicon) -> tuple[int, str]:
    """Where a book begins whose name ends at a place, and its headword; the longest name, empty for none."""
    for size in range(min(_LONGEST_BOOK, end), 1, -1):
        named = lexicon.forms.get(folded[end - size : end], ())
        book = next((f.concept for f in named if f.type == "work" and "·" not in f.concept), "")
        if book:
            return end - size, book
    return end, ""


def _unknown(folded: str, lexicon: Lexicon) -> Iterator[Found]:
    """山堂考索云: words that end as titles do and say something, behind a mark, a closed clause or a person."""
    patterns = load_patterns("titles")
    for kind in patterns["last-word-of-a-title"].finditer(folded):
        end = kind.end()
        if _known(folded, end, lexicon):
            continue
        for size in range(min(_MOST, end), _LEAST - 1, -1):
            start = end - size
            if not patterns["words-of-a-title"].fullmatch(folded, start, end):
                continue
            if _with_a_person(folded, start, end, lexicon):
                continue  # 陳祥道禮圖集說: who wrote it stands before it
            if _begins_there(folded, start, patterns["before-a-title"], lexicon):
                yield Found(start, end, "work", folded[start:end], BY_ITS_KIND)
                break


def _known(folded: str, end: int, lexicon: Lexicon) -> bool:
    """Whether a title that the lexicon has ends at a place (案江永鄉黨圖考曰, 爾雅釋宮云): it is found as one of those."""
    forms = (folded[end - size : end] for size in range(2, min(_MOST, end) + 1))
    return any(f.type == "work" for form in forms for f in lexicon.forms.get(form, ()))


def _with_a_person(folded: str, start: int, end: int, lexicon: Lexicon) -> bool:
    """Whether the words between begin with a person."""
    names = (folded[start : start + size] for size in range(2, min(_PERSON, end - start) + 1))
    return any(f.type == "person" for name in names for f in lexicon.forms.get(name, ()))


def _begins_there(folded: str, start: int, before: re.Pattern[str], lexicon: Lexicon) -> bool:
    """Whether a title may begin at a place: at the beginning, behind one of some words, or behind a person."""
    if start == 0 or before.search(folded, max(0, start - 2), start):
        return True
    names = (folded[start - size : start] for size in range(2, min(_PERSON, start) + 1))
    return any(f.type == "person" for name in names for f in lexicon.forms.get(name, ()))
