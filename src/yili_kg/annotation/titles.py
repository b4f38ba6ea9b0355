"""Titles that the lexicon alone cannot give: in brackets (《周禮·巾車》), composed (周禮大宗伯職), with a year."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from yili_kg.annotation.senses import CONTEXT, told_by_its_context
from yili_kg.annotation.spans import Found
from yili_kg.lexicon import Form, Lexicon, load_lexicon
from yili_kg.reference.works import Work, as_cited, work_of, works
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold

__all__ = ["ANNOTATED", "UNKNOWN", "YEAR_ALONE", "find_titles", "known_title", "may_be_divided"]

#: The rule of a book on which notes are named with it (禮記注, 鄭注周禮): the title is the book's.
ANNOTATED = "title-of-the-book-annotated"

#: The rule of a title between brackets that the lexicon does not know.
UNKNOWN = "title-in-brackets-unknown"
#: The rule of a year of the Annals that stands without a title.
YEAR_ALONE = "year-of-the-annals"
_DOT = "·"
#: So many code points before a year show the title that it dates.
_BEFORE = 6
#: A title that ends with the first graph of another begins so many code points before it at most.
_ACROSS = 4


def find_titles(text: str, folded: str, lexicon: Lexicon) -> list[Found]:
    """Titles in the text of a segment, in order; `folded` is its folded copy. Nothing inside them is matched again."""
    found: list[Found] = []
    position = 0
    for match in _titles().finditer(folded):
        if match.start() < position:
            continue
        title = _CASES[match.lastgroup or ""](match, lexicon)
        if title is not None:
            found.append(title)
            position = title.end
    return found


def _in_brackets(match: re.Match[str], lexicon: Lexicon) -> Found | None:
    """《周禮·巾車職》: what stands between brackets is a title, known or not, less a word for its kind at the end.

    A title of which such a word is a part (《說文》, 《玉篇》) is whole.
    """
    patterns = load_patterns("titles")
    start, end = match.span("brackets")
    whole = match.group("brackets").strip(_DOT)
    if (year := patterns["year-as-a-title"].fullmatch(whole)) is not None:
        return _year_between_brackets(start, end, year, lexicon)
    kind = patterns["words-behind-title"].search(whole)
    inner = whole[: kind.start()] if kind is not None and kind.start() > 0 else whole
    concept = known_title(inner, lexicon)
    if inner != whole and (named := _work(whole, lexicon)) and named != concept:
        concept = named
        inner = inner if named.endswith(f"·{inner}") else whole  # 《先進篇》 is 論語·先進
    context = match.string[max(0, start - CONTEXT) : start], match.string[end : end + CONTEXT]
    concept = told_by_its_context(inner, "work", *context) or concept  # 孔君《尚書傳》
    if len(whole) == end - start:  # else marks stand within the marks, and are dots
        end = start + len(inner)
    if concept:
        return Found(start, end, "work", concept, "title-in-brackets")
    return Found(start, end, "work", inner, UNKNOWN) if patterns["plain-title"].fullmatch(inner) else None


def _year_between_brackets(start: int, end: int, year: re.Match[str], lexicon: Lexicon) -> Found | None:
    """《襄公七年傳》: a year of the Annals as a title; of their tradition unless they are named."""
    cited = as_cited("傳", "") or ""
    if load_patterns("titles")["annals-write"].match(year.string, year.end("year")):
        cited = work_of(cited).annals
    return Found(start, end, "work", cited, "title-with-year") if cited in lexicon.entries else None


def _with_year(match: re.Match[str], lexicon: Lexicon) -> Found | None:
    """春秋莊公二十二年, 哀公十七年左傳: the Annals or a tradition of them with a year; 傳 alone is the one that is so called."""
    title = match.group("annals") or match.group("tradition")
    annals = as_cited(title, "") or _work(title, lexicon)
    return Found(match.start(), match.end(), "work", annals, "title-with-year") if annals else None


def _year_alone(match: re.Match[str], lexicon: Lexicon) -> Found | None:
    """宣十八年: a year of the Annals without a title, unless it dates the one before it."""
    start, end = match.span("year")
    if load_patterns("titles")["behind-annals"].search(match.string, max(0, start - _BEFORE), start):
        return None
    cited = as_cited("傳", "") or ""
    if load_patterns("titles")["annals-write"].match(match.string, end):
        cited = work_of(cited).annals
    return Found(start, end, "work", cited, YEAR_ALONE) if cited in lexicon.entries else None


def _composed(match: re.Match[str], lexicon: Lexicon) -> Found | None:
    """周禮大宗伯: a book and one of its divisions written together; the book alone where the officer acts, or rites are counted."""
    title, concept = match.group(), known_title(match.group(), lexicon)
    patterns = load_patterns("titles")
    book = next((n for n in range(2, len(title)) if _work(title[:n], lexicon)), 0)
    several = book and patterns["rites-of-one-graph"].match(match.string, match.start() + book)
    acts = patterns["officer-acts"].match(match.string, match.end())
    if acts and patterns["brought-as-a-text"].search(match.string, max(0, match.start() - _BEFORE), match.start()):
        acts = None  # 按周官射人及司裘職
    if patterns["song-named-as-one"].match(match.string, match.end()):
        return None  # 大雅文王詩, which is known by its last word
    if _an_office(match) and (acts or patterns["holds-a-ministry"].search(match.string, 0, match.start())):
        return None
    if book and (several or acts):
        return Found(match.start(), match.start() + book, "work", _work(title[:book], lexicon), "title-composed")
    return Found(match.start(), match.end(), "work", concept, "title-composed") if concept else None


def _an_office(match: re.Match[str]) -> bool:
    """Whether a ministry with an office stands there, which is no title where the officer acts (夏官司馬兼春官)."""
    return load_patterns("titles")["ministry"].match(match.string, *match.span()) is not None


def _annotated(match: re.Match[str], lexicon: Lexicon) -> Found | None:
    """禮記注云, 鄭注周禮: notes that are named with their book, whose title is the book's."""
    book, start = _work(match.group("annotated"), lexicon), match.start("annotated")
    across = any(_work(match.string[first : start + 1], lexicon) for first in range(max(0, start - _ACROSS), start))
    return None if across or not book else Found(*match.span("annotated"), "work", book, ANNOTATED)  # 覲禮記注


#: By the group of `_titles` that ends last.
_CASES = {
    "annotated": _annotated,
    "brackets": _in_brackets,
    "dated": _with_year,
    "behind": _with_year,
    "year": _year_alone,
    "composed": _composed,
}


def known_title(title: str, lexicon: Lexicon) -> str:
    """The headword of a folded title (周禮·地官·鄉大夫, 禮記郊特牲, 聘禮), or empty."""
    parts = [p for p in load_patterns("titles")["dot"].split(title) if p]
    if len(parts) > 1:
        return _dotted(parts[0], parts[-1], lexicon)
    return _work(title, lexicon) or _joined(title, lexicon)


def _dotted(first: str, last: str, lexicon: Lexicon) -> str:
    """A book, or its part, and, behind a dot, its division (夏官·弁師); the first alone where it has no such division."""
    named_first = _work(first, lexicon)
    if not named_first:
        return ""
    book = named_first.partition("·")[0]
    chapter = load_patterns("titles")["words-behind-title"].sub("", last)
    named = f"{book}·{chapter}"
    if named in lexicon.entries:
        return named
    known = _division(book, chapter, lexicon) or _work(f"{first}{chapter}", lexicon)
    return known or (named if may_be_divided(book, chapter) else named_first)


def may_be_divided(book: str, part: str) -> bool:
    """Whether a part that the lexicon lacks is one of a book: of a history, or of one whose parts are not all known."""
    patterns = load_patterns("titles")
    if book not in works():
        return patterns["name-of-a-part"].fullmatch(part) is not None
    return patterns["part-of-a-history"].fullmatch(fold(f"{book}{part}")) is not None


@cache
def _divided_books() -> frozenset[str]:
    """The books of which the lexicon knows parts."""
    return frozenset(name.partition("·")[0] for name in load_lexicon().entries if "·" in name)


def _joined(title: str, lexicon: Lexicon) -> str:
    """A book and its division with nothing, or a ministry, between; the longest name of a book is tried first."""
    patterns = load_patterns("titles")
    for cut in range(len(title) - 1, 0, -1):
        book, dot, part = _work(title[:cut], lexicon).partition("·")
        holds_offices = any(patterns["holds-offices"].fullmatch(name) for name in (part, title[:cut]))  # 冬官 is 考工記
        if not book or (dot and not holds_offices):
            continue
        rest = patterns["words-behind-title"].sub("", title[cut:])
        named = (work_of(book).parts or patterns["ministry"]).match(title, cut, cut + len(rest))
        if named is not None and named.end() < cut + len(rest):
            rest = rest[named.end() - cut :]
        division = _division(book, rest, lexicon)
        if division:
            return division
    return ""


def _division(book: str, form: str, lexicon: Lexicon) -> str:
    """The first division of a book that has this folded form, or empty."""
    return next((w for w in _works_with(form, lexicon) if w.startswith(f"{book}·")), "")


def _works_with(form: str, lexicon: Lexicon) -> list[str]:
    return [f.concept for f in lexicon.forms.get(form, ()) if f.type == "work"]


def _work(form: str, lexicon: Lexicon) -> str:
    """The work that has this folded form; of several the one that is a book, or else the first."""
    found = _works_with(form, lexicon)
    return next((w for w in found if "·" not in w), found[0]) if found else ""


@cache
def _titles() -> re.Pattern[str]:
    """All titles as one pattern; the group `brackets`, `dated` or `composed` says which case it is."""
    patterns, lexicon = load_patterns("titles"), load_lexicon()
    titles = [f for forms in lexicon.forms.values() for f in forms if f.type == "work"]
    told = works()
    others = (_named_book(book, titles) for book in sorted(_divided_books()) if book not in told)
    composed = "|".join(source for work in (*told.values(), *others) for source in _compositions(work, titles))
    return re.compile(
        f"{patterns.source('bracketed-title')}|(?P<dated>{patterns.source('annals-with-year')})"
        f"|(?P<behind>{patterns.source('annals-behind-year')})|{patterns.source('year-alone')}"
        f"|(?P<composed>{composed})|(?P<annotated>{'|'.join(_with_notes(lexicon))})"
    )


def _named_book(book: str, titles: Sequence[Form]) -> Work:
    """A book that no table tells of, by the names that the lexicon has for it (家語冠頌, 呂氏春秋月令)."""
    names = sorted({f.text for f in titles if f.concept == book and len(f.text) > 1}, key=lambda n: (-len(n), n))
    written = re.compile("|".join(map(re.escape, names))) if names else None
    return Work(work=book, names=written, reason="its parts are in the lexicon")


def _with_notes(lexicon: Lexicon) -> Iterator[str]:
    """How books are written with a word for notes behind or before them, where the lexicon has both together as one title."""
    note = load_patterns("titles")["word-for-notes"]
    before, behind = set[str](), set[str]()
    for form in lexicon.forms:
        named = note.fullmatch(form)
        notes = lexicon.entries.get(_work(form, lexicon)) if named is not None else None
        if named is not None and notes is not None and notes.target:
            book, group = (named.group("book"), behind) if named.group("book") else (named.group("noted"), before)
            if _work(book, lexicon) == notes.target:
                group.add(book)
    word = load_patterns("titles").source("notes-behind-title")
    yield f"(?:{'|'.join(sorted(map(re.escape, behind), key=lambda b: (-len(b), b)))})(?={word})"
    yield f"(?<=鄭[注註])(?:{'|'.join(sorted(map(re.escape, before), key=lambda b: (-len(b), b)))})"


def _compositions(work: Work, titles: Sequence[Form]) -> Iterator[str]:
    """How a book is written with its divisions: its name, a part (春官) and a dot if need be, the division; or the part."""
    divisions = {f.text for f in titles if f.concept.startswith(f"{work.work}·")}
    if work.names is None or not divisions:
        return
    dot = load_patterns("titles").source("dot")
    names = "|".join(sorted(map(re.escape, divisions), key=lambda c: (-len(c), c)))
    parts = f"(?:{work.parts.pattern})" if work.parts else ""
    yield f"(?:{work.names.pattern}){dot}?{f'{parts}?' if parts else ''}{dot}?(?:{names})"
    if parts:
        yield f"{parts}(?:{names})"  # 天官掌次所謂: the ministry alone names the book
        # 周禮春官職 names no ministry: 職 belongs to an office.
        yield f"(?:{work.names.pattern}){dot}?{parts}(?![之有]?職)"
