"""Titles named in passing: of what is explained itself, of books that an essay speaks of, numbered, several at once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from operator import itemgetter

from yili_kg.annotation.degrees import OF_THE_MOURNING
from yili_kg.annotation.follow import CitedBook
from yili_kg.annotation.spans import Found
from yili_kg.annotation.titles import UNKNOWN
from yili_kg.annotation.titles_by_kind import SONG
from yili_kg.received.chapters import chapters_cited
from yili_kg.reference.works import work_of
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns

__all__ = ["Chapters", "explained", "in_passing"]

#: So many code points before a title say whether it is brought as a text.
_AROUND = 8
#: So many code points lie at most between the chapter explained and another one that is set against it.
_AGAINST = 16
#: So many graphs before a title and behind it show that the text which is quoted has it itself.
_SEAM = 4
#: The book of the songs.
_SONGS = "詩經"
#: The book whose chapters are named after offices.
_OFFICES = "周禮"


class Chapters:
    """The chapters of the 儀禮 that are named in a segment: one is a text where another is set against it."""

    def __init__(self, folded: str, works: Sequence[tuple[Found, str]]) -> None:
        self._folded = folded
        self._named = [(w, target) for w, target in works if target in chapters_cited()]
        self._at = {w: number for number, (w, _) in enumerate(self._named)}
        self._lists: list[tuple[int, int]] | None = None

    def listed(self, work: Found) -> bool:
        """Whether a title is one of three names or more that a catalogue tells one by one (曰冠儀曰昏儀曰大射儀)."""
        if self._lists is None:
            self._lists = [m.span() for m in load_patterns("titles")["names-one-by-one"].finditer(self._folded)]
        at = bisect_right(self._lists, work.start, key=itemgetter(0)) - 1
        return at >= 0 and work.end <= self._lists[at][1]

    def against(self, work: Found, target: str) -> bool:
        """Whether the chapter explained is named with another one shortly before or behind it, in the same sentence."""
        patterns, folded = load_patterns("titles"), self._folded
        at = self._at.get(work, -1)
        if at < 0 or patterns["this-one"].search(folded, max(0, work.start - _AROUND), work.start):
            return False
        if patterns["numbered-here"].match(folded, work.end):  # a list of chapters sets none against another
            return False
        for other, named in self._named[max(0, at - 1) : at + 2]:
            first, second = min(work, other), max(work, other)
            near = second.start - first.end <= _AGAINST
            if named != target and near and not patterns["sentence-between"].search(folded, first.end, second.start):
                return True
        return False


def explained(folded: str, work: Found, target: str, form: str, home: str, layer: str) -> bool:
    """Whether a title is no more than that of what is explained.

    傳 is the tradition on mourning that a later commentator explains: only the old note brings it as a text.
    """
    if form != "bare":
        return _in_passing(folded, work, target, home)
    patterns = load_patterns("titles")
    own = patterns["own-tradition"].fullmatch(folded, work.start, work.end)
    other_passage = patterns["other-passage"].search(folded, max(0, work.start - 1), work.start)
    argued = (
        patterns["own-tradition-argued"].search(folded, max(0, work.start - _AROUND), work.start) is not None
        and patterns["tradition-says"].match(folded, work.end) is not None
    )
    if target == home and own is not None and layer not in layers().notes and other_passage is None and not argued:
        return True
    return _in_passing(folded, work, target, "")


def _in_passing(folded: str, work: Found, target: str, home: str) -> bool:
    """Whether a title is named in passing: one in brackets that is unknown, or that of what is explained (`home`).

    Without a word of saying after it the first brings nothing; the chapter explained, or its book, names the rite then.
    """
    patterns = load_patterns("titles")
    if work.rule == UNKNOWN:
        return not patterns["says-something"].match(folded, work.end)
    several = patterns["several-books"].fullmatch(folded, work.start, work.end)
    if patterns["numbered-here"].match(folded, work.end) or (several and not patterns["says"].match(folded, work.end)):
        return True
    if not home or target not in (home, home.partition("·")[0]) or work.rule == OF_THE_MOURNING:
        return False
    brought = patterns["brought-as-a-text"].search(folded[max(0, work.start - _AROUND) : work.start])
    return not (brought or patterns["says"].match(folded, work.end))


def _is_song(work: Found) -> bool:
    """Whether a title is that of a song or of a group of them: one speaks of its music as often as of its words."""
    book, dot, _ = work.concept.partition("·")
    return bool(dot) and book == _SONGS


def _with_its_book(folded: str, work: Found) -> bool:
    """Whether a song is named with its book (詩小雅彤弓)."""
    names = work_of(_SONGS).names
    named = names.match(folded, work.start, work.end) if names is not None else None
    return named is not None and named.end() < work.end


def _song_brought(folded: str, work: Found) -> bool:
    """Whether something around the title of a song brings it as a text."""
    patterns = load_patterns("titles")
    before = folded[max(0, work.start - _AROUND) : work.start]
    return bool(
        patterns["song-brought-before"].search(before) or patterns["song-brought-behind"].match(folded, work.end)
    )


def _called_so(folded: str, work: Found) -> bool:
    """Whether something is called by a title, or the time of a book is told, or of notes on it (春秋之時, 鄭注儀禮之時)."""
    patterns, begin = load_patterns("titles"), max(0, work.start - _AROUND)
    if patterns["named-so"].search(folded, begin, work.start):
        return True
    time = patterns["time-of-a-note"].match(folded, work.end)
    if time is None:
        return False
    return time.group("time") is not None or patterns["notes-before"].search(folded, begin, work.start) is not None


def _is_office(target: str) -> bool:
    """Whether what is cited is named as an office is, which a note may speak of without its chapter."""
    book, dot, _ = target.partition("·")
    return bool(dot) and book == _OFFICES


def in_passing(
    folded: str, work: Found, target: str, layer: str, quotes: Sequence[tuple[int, int]], book: CitedBook | None
) -> bool:
    """Whether a title, with what is quoted behind it from its book, is no citation: only named, or a word of what is told on."""
    if not quotes:
        return _only_named(folded, work, target, layer)
    return book is not None and _told_on(folded, work, quotes[0], book)


def _only_named(folded: str, work: Found, target: str, layer: str) -> bool:
    """Whether what is not quoted is only named: a song that is spoken of, an office (如朝大夫云), or in an essay a book.

    So is a title by which something is called (儀禮亦名曲禮), or on which somebody wrote his notes at some time.
    """
    if _called_so(folded, work):
        return True
    if layer in layers().notes and _is_office(target):
        return load_patterns("titles")["says-no-more"].match(folded, work.end) is not None
    if _is_song(work) and work.rule != SONG and not _with_its_book(folded, work):
        airs = load_patterns("titles")["airs"].fullmatch(folded, work.start, work.end)
        return airs is None and not _song_brought(folded, work)
    if layer not in layers().essays or "·" in work.concept:
        return False
    patterns = load_patterns("titles")
    if patterns["dictionary"].fullmatch(folded, work.start, work.end):
        return False
    before = folded[max(0, work.start - _AROUND) : work.start]
    argued = patterns["argued-from"].search(before) or patterns["says-by-what-it-has"].match(folded, work.end)
    return not argued and _in_passing(folded, work, target, target)


def _told_on(folded: str, work: Found, quote: tuple[int, int], book: CitedBook) -> bool:
    """人之所以為人者禮 | 義也禮義之始在於正容體: whether a title is itself a word of the book that is told on before and behind it."""
    first, end = work.start - _SEAM, work.end + _SEAM
    if quote[0] != work.end or first < 0 or quote[1] < end:
        return False
    return book.in_text().first_run(first, first + 1, end - first) == first
