"""Titles that the cited book itself bears out: a chapter or an office named, and right behind it words of its division.

依典命公侯伯之卿三命 names an office of the 周禮 as a text, though 典命 is an officer as well and no 云 says that he is quoted.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from operator import attrgetter
from sys import maxsize

from yili_kg.annotation.follow import CitedBook, follow_division
from yili_kg.annotation.own_words import own_words
from yili_kg.annotation.quotation_title import entered, words_behind
from yili_kg.annotation.spans import Found, covered
from yili_kg.lexicon import Lexicon, load_lexicon
from yili_kg.received.chapters import chapters_cited
from yili_kg.reference.shelf import Shelf
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold

__all__ = ["BORNE_OUT", "titles_borne_out"]

#: The rule of a title that is one because the words behind it are those of its division.
BORNE_OUT = "title-borne-out-by-its-book"
#: So many graphs must run along with the division; fewer agree by chance. No more than `_READ` code points are read.
_LEAST, _READ = 5, 30
#: So many graphs that run along are enough, whatever stands just so.
_LONG = 7
#: From one of the first so many on so many graphs are just those of the division (正君之服位 is not 正王之服位).
_FIRST, _JUST_SO = 2, 4
#: Behind an officer: somebody is said to be he (樂正於天子樂師也).
_PREDICATE = "也"
#: Behind the words of one office, which are so many code points, so many graphs of another are enough.
_ROW, _IN_A_ROW = range(3, 17), 3
#: Words that a note is quoted on are so many code points at least, and the note is named so soon.
_LEAST_NOTED, _NOTED = 2, 14
#: What a division is quoted with further on begins so soon behind its name, and so many graphs of it are the division's.
_SOON, _QUOTED = 8, 4
#: So many graphs a longer word, of which a form is part, has more on either side.
_WIDER = 2
#: Words that a chapter has are looked for in so many code points behind its name.
_CLAUSE = 12
#: Words that a chapter alone has are so many graphs at least behind 之.
_BEHIND_OF = 3
#: A scholar who speaks is named in so many code points, 曰 included.
_NAMED = 6
#: So many code points before a form say whether it stands in a quotation or in a rite that is performed.
_BEFORE = 4


def titles_borne_out(
    folded: str, layer: str, shelf: Shelf, taken: Sequence[tuple[int, int]], titles: Sequence[Found] = ()
) -> list[Found]:
    """Forms that can be titles and that their books bear out, in order, but those that touch what is `taken`, known `titles` with it."""
    if layer in layers().base or layer in layers().silent:
        return []
    candidates = list(_candidates(folded))
    if not candidates:
        return []
    lexicon = load_lexicon()
    inside = covered(len(folded), taken)
    found: list[Found] = []
    longest, named = -1, frozenset[str]()
    for start, end in candidates:
        divisions = frozenset(_divisions(folded[start:end]))
        if start == longest and divisions <= named:
            continue  # 鄉飲 of 鄉飲酒, whose last graph is no word of the chapter
        longest, named = start, divisions
        if any(inside[start:end]) or (found and start < found[-1].end) or _part_of_a_word(folded, start, end, lexicon):
            continue
        concept = _borne_out(folded, start, end, lexicon, shelf)
        if not concept:
            at = bisect_left(titles, start, key=attrgetter("start"))
            before = max((*found[-1:], *titles[max(0, at - 1) : at]), default=None)
            concept = _next_of_a_row(folded, (start, end), before, shelf)
        if concept:
            end = next(b for _, b in _candidates(folded, start) if concept in _divisions(folded[start:b]))
            end = _with_its_rite(folded, end, concept, lexicon)
            found.append(Found(start, end, "work", concept, BORNE_OUT))
    return found


def _with_its_rite(folded: str, end: int, concept: str, lexicon: Lexicon) -> int:
    """Where the name of a chapter ends: 士相見之禮 is the beginning of its text as well."""
    if (lexicon.entries[concept].target or concept) not in chapters_cited():
        return end
    rite = load_patterns("titles")["rite-behind"].match(folded, end)
    return rite.end() if rite else end


def _part_of_a_word(folded: str, start: int, end: int, lexicon: Lexicon) -> bool:
    """Whether a form is part of a longer word (郊特牲, 大射正, 聘禮記) that is no title of its kind, or begins before (大宗伯)."""
    for first in range(max(0, start - _WIDER), start + 1):
        for last in range(end, min(len(folded), end + _WIDER) + 1):
            longer = folded[first:last]
            if last - first == end - start or longer not in lexicon.forms:
                continue
            if first < start or not _divisions(longer):
                return True
    return False


def _candidates(folded: str, begin: int = 0, stop: int = maxsize) -> Iterator[tuple[int, int]]:
    """The forms at each place from `begin` on to `stop`, the longest first."""
    starts, forms = _forms()
    for match in starts.finditer(
        folded, begin, min(stop, len(folded)) + 1
    ):  # a form at the last place has its second behind
        start = match.start()
        for form in forms.get(folded[start : start + 2], ()):
            if folded.startswith(form, start):
                yield start, start + len(form)


def _borne_out(folded: str, start: int, end: int, lexicon: Lexicon, shelf: Shelf) -> str:
    """The concept of the division whose words stand behind a form; empty where they do not."""
    patterns = load_patterns("quotations/patterns")
    said = patterns["no-title-behind"].search(folded, max(0, start - _BEFORE), start)
    if said and not patterns["scholar-says"].search(folded, max(0, start - _NAMED), start):
        return ""
    if folded.startswith(_PREDICATE, end):
        return ""
    begin = words_behind(folded, end)
    acts = load_patterns("titles")["officer-acts"].match(folded, end) is not None
    for concept in _divisions(folded[start:end]):
        target = lexicon.entries[concept].target or concept
        book = follow_division(folded, shelf, target)
        if book is not None and (_runs_along(begin, book) if acts else _follows(folded, start, begin, book)):
            return concept
        office = load_patterns("titles")["target-of-an-office"].match(target)
        if office and book is not None and entered(folded, end, book) >= 0:
            return concept
        if not acts and _with_its_own_words(folded, (start, end), target, shelf):
            return concept
    return ""


def _next_of_a_row(folded: str, form: tuple[int, int], before: Found | None, shelf: Shelf) -> str:
    """The office that an officer names right behind the words of another: 大司馬羞牲魚授其祭大司寇奉犬牲; fewer of its words do."""
    office = load_patterns("titles")["target-of-an-office"]
    start, end = form
    last = before.concept if before is not None and start - before.end in _ROW else ""
    known = load_lexicon().entries.get(last)
    if not last or not office.match((known.target if known else "") or last):
        return ""
    for concept in _divisions(folded[start:end]):
        target = load_lexicon().entries[concept].target or concept
        another = concept != last and office.match(target)
        book = follow_division(folded, shelf, target) if another else None
        if book is not None and book.first_run(end, end + 1, _IN_A_ROW) == end:
            return concept
    return ""


def _with_its_own_words(folded: str, form: tuple[int, int], target: str, shelf: Shelf) -> bool:
    """Whether the name of a chapter of the 儀禮 stands before words that few other chapters have (昏禮盥饋)."""
    start, end = form
    patterns = load_patterns("titles")
    if target not in chapters_cited() or patterns["word-before-a-title"].fullmatch(folded, start, end):
        return False
    if patterns["rite-of-somebody"].search(folded, max(0, start - _BEFORE), start):
        return False
    if patterns["rites-behind-row"].match(folded, end):
        return False
    begin = patterns["before-its-words"].match(folded, end)
    place = begin.end() if begin else end
    in_a_row = any(at == place for at, _ in _candidates(folded, place, place + 1))
    if in_a_row:
        return False
    own = own_words(shelf)
    # 鄉飲酒之介 is somebody of the rite: behind 之 two graphs say too little.
    if begin and begin.group("of"):
        return own.begin(folded, place, target, _BEHIND_OF)
    return own.begin(folded, place, target) or own.several(folded, place, _clause_end(folded, place), target)


def _clause_end(folded: str, place: int) -> int:
    """Where the words that a chapter is to have end: at a mark or a particle, at the next name of a chapter, or soon."""
    last = load_patterns("titles")["clause-ends"].search(folded, place, place + _CLAUSE)
    limit = last.start() if last else min(len(folded), place + _CLAUSE)
    names = (at for at, end in _candidates(folded, place, limit) if _a_chapter(folded[at:end]))
    return min(names, default=limit)


def _a_chapter(form: str) -> bool:
    lexicon = load_lexicon()
    return any((lexicon.entries[c].target or c) in chapters_cited() for c in _divisions(form))


def _follows(folded: str, start: int, begin: int, book: CitedBook) -> bool:
    """Whether the words of a division follow on its name, which begins at `start` and ends at `begin`."""
    return _runs_along(begin, book) or _noted(folded, start, begin, book) or _quoted_on(folded, begin, book)


def _quoted_on(folded: str, begin: int, book: CitedBook) -> bool:
    """Whether words of a division are quoted a little behind its name (楚茨鐘鼓送尸下云備言燕私, 鄉飲酒禮席次第云乃席賓)."""
    patterns = load_patterns("quotations/patterns")
    again = patterns["said-again"].search(folded, begin, begin + _SOON)
    if again is None:
        again = patterns["says-where"].match(folded, begin)
        if again is None or any(_candidates(folded, begin, again.end())):
            return False  # 他服謂深衣深衣云: it is the other that says it
    return book.first_run(again.end(), again.end() + 1, _QUOTED) >= 0


def _runs_along(begin: int, book: CitedBook) -> bool:
    """Whether the words run along with the division: for long, or so many of them just so from one of the first two on."""
    run = book.along(begin, begin + _READ) - begin
    if run >= _LONG:
        return True  # 司儀諸侯之臣相為國客, where the office has 諸公之臣相為國客
    if run < _LEAST:
        return False
    return book.first_run(begin, begin + _FIRST, _JUST_SO) >= 0


def _noted(folded: str, start: int, begin: int, book: CitedBook) -> bool:
    """Whether a statement begins with a form, and then a few words of the division on which a note is quoted."""
    patterns = load_patterns("quotations/patterns")
    if not patterns["begins-a-statement"].search(folded[max(0, start - 1) : start]):
        return False
    note = patterns["note-on-it"].search(folded, begin, begin + _NOTED)  # 疏曰籩人糗餌注云…
    return note is not None and note.start() - begin >= _LEAST_NOTED and book.like(begin, note.start()) == 1.0


@cache
def _forms() -> tuple[re.Pattern[str], dict[str, tuple[str, ...]]]:
    """The graphs with which forms of divisions begin, before one that is second in any, as a pattern; and the forms by
    their first two, longest first."""
    forms: dict[str, list[str]] = {}
    kind = load_patterns("titles")["words-behind-title"]
    for text in load_lexicon().forms:
        # 既夕篇 is the title 既夕 and a word for its kind; 少牢下篇 is a title, since 少牢下 is none.
        if len(text) > 1 and _divisions(text) and not (kind.search(text) and _divisions(kind.sub("", text))):
            forms.setdefault(text[:2], []).append(text)
    first, second = (re.escape("".join(sorted({two[at] for two in forms}))) for at in (0, 1))
    pattern = re.compile(f"[{first}](?=[{second}])")
    return pattern, {two: tuple(sorted(found, key=lambda f: (-len(f), f))) for two, found in forms.items()}


@cache
def _divisions(form: str) -> tuple[str, ...]:
    """The divisions of works that a folded form can name, where it can also be something else."""
    forms = load_lexicon().forms.get(fold(form), ())
    return tuple(f.concept for f in forms if f.type == "work" and f.checked and "·" in f.concept)
