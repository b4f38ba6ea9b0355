"""Citations: which mentions of works bring another text in, what they cite, how and what for.

What is cited is told by the cases of `_TARGETS`, in the order in which they are asked; a year before or behind a title,
or of the citation just before, dates the Annals and their traditions. What a citation is for is told by the rules of
`extraction/rules/citations.yaml`; its `rule` is the one that said so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from yili_kg.annotation.citation_rules import CitationRule, load_citation_rules
from yili_kg.annotation.follow import CitedBook, follow
from yili_kg.annotation.in_passing import Chapters, explained, in_passing
from yili_kg.annotation.quotation_ends import Endings
from yili_kg.annotation.quotation_excerpts import excerpt
from yili_kg.annotation.quotation_stops import Stops
from yili_kg.annotation.quotations import find_quotes
from yili_kg.annotation.quoted_elsewhere import work_that_has_it
from yili_kg.annotation.set_beside import borne_out, opens_base_text
from yili_kg.annotation.spans import Found, FoundCitation
from yili_kg.annotation.titles import YEAR_ALONE, known_title
from yili_kg.annotation.whose_record import (
    MEANING,
    RECORD,
    TRADITION,
    own_tradition_quoted,
    whose_meaning,
    whose_record,
    whose_tradition,
)
from yili_kg.annotation.years_in_a_row import YEAR_IN_A_ROW, year_in_a_row
from yili_kg.lexicon import Lexicon
from yili_kg.models.quick import replace
from yili_kg.received.chapters import cited_as
from yili_kg.reference.shelf import Shelf
from yili_kg.reference.works import as_cited, plain_year, work_of
from yili_kg.reference.works import works as known_works
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns

__all__ = ["TITLE_IN_DOUBT", "find_citations", "load_endings", "with_doubts"]

#: The rule of a citation that quotes nothing and of which it is doubtful that its title is one.
TITLE_IN_DOUBT = "title-in-doubt"
#: A title less sure than this is doubtful: where nothing is quoted, one in four of such is cited; of those a tenth surer, six in ten.
_DOUBTFUL = 0.7
#: What the citation of a title is for that 案, 據 or 見 brings: hardly anything else is brought so.
_BROUGHT = "obtainsSupportFrom"

#: So many code points before and behind a title the rules on what is performed and on functions see.
_AROUND = 8
#: A year stands right before or behind a title (襄公二十一年, with brackets and 春秋), in no more code points than this.
_YEAR = 14
#: The headword of editions.
_EDITIONS = "版本"
#: The headword of pieces of music without words of their own at hand.
_PIECES = "樂章"
#: A title without a year that follows so closely, in code points, on one with a year speaks of the same year.
_SAME_YEAR = 60
#: How far behind 周禮 an office that is its division reaches: a ministry, four graphs, and the word that shows it.
_DIVISION = 10
#: A title of so many graphs is no other word.
_LONG_TITLE = 4
#: So many code points behind a title inside a quotation tell whether the quoted book itself has them.
_SAID = 4


@cache
def load_endings() -> Endings:
    """The rules on where unmarked quotations end that come with yili-kg."""
    return Endings(load_citation_rules("end"), load_citation_rules("turn"))


def find_citations(
    text: str,
    folded: str,
    layer: str,
    chapter: str,
    works: Sequence[Found],
    lexicon: Lexicon,
    shelf: Shelf | None = None,
) -> list[FoundCitation]:
    """The citations among the works mentioned in a segment, with their quotations, in order.

    `text` and its `folded` copy have the same length; `chapter` (`04`) is the segment's, for 記 alone. With a `shelf`
    unmarked quotations are followed in the cited books. What is no text cites nothing, base text only what a compiler set
    beside it (○喪大記疾病外內皆埽).
    """
    if layer in layers().silent:
        return []
    cited = _not_performed(folded, _citable(folded, works, lexicon))
    if layer not in layers().base:
        return _among(cited, text, folded, layer, chapter, lexicon, shelf)
    cited = [w for w in cited if opens_base_text(folded, w)] if shelf is not None and cited_as(chapter) else []
    beside = _among(cited, text, folded, layer, chapter, lexicon, shelf) if cited else []
    return [c for c in beside if shelf is not None and c.target != cited_as(chapter) and borne_out(folded, c, shelf)]


def with_doubts(cited: Sequence[FoundCitation], mentions: Iterable[Found]) -> list[FoundCitation]:
    """The citations; those that quote nothing, are not brought and have a doubtful title among `mentions` by a rule of their own."""
    doubtful = {(m.start, m.end) for m in mentions if m.confidence is not None and m.confidence < _DOUBTFUL}
    return [
        replace(c, rule=TITLE_IN_DOUBT)
        if not c.quotes and c.function != _BROUGHT and (c.start, c.end) in doubtful
        else c
        for c in cited
    ]


def _among(
    cited: Sequence[Found],
    text: str,
    folded: str,
    layer: str,
    chapter: str,
    lexicon: Lexicon,
    shelf: Shelf | None,
) -> list[FoundCitation]:
    """The citations among titles that can be cited, in order."""
    home = cited_as(chapter)
    citations: list[FoundCitation] = []
    years, before = _Years(folded), _Quoted(folded, shelf)
    others = Chapters(folded, [(w, _Title(folded, w, "", lexicon).named) for w in cited])
    stops = Stops(text, folded, layer, cited, lexicon, shelf)
    for work in cited:
        target, form = _target(_Title(folded, work, chapter, lexicon))
        if before.holds(work) or others.listed(work):
            continue
        if explained(folded, work, target, form, home, layer) and not _brought(
            folded, work, target, home, others, shelf
        ):
            continue
        if target == TRADITION and load_patterns("titles")["no-tradition-named"].fullmatch(
            folded, work.start, work.end
        ):
            target = whose_tradition(folded, work, target, citations[-1:], shelf)
        target, form = years.dated(work, target, form)
        if form == "bare" and not (target := _whose(folded, work, target, home, citations[-1:], shelf)):
            continue
        book = follow(folded, shelf, target) if shelf is not None else None
        behind = stops.behind(work, book)
        quotes = find_quotes(folded, work.start, work.end, behind, load_endings(), book, own=target == home)
        if (whole := work_that_has_it(folded, work.end, target, quotes, book, shelf)) is not None:
            book, behind = whole, stops.behind(work, whole)
            quotes = find_quotes(folded, work.start, work.end, behind, load_endings(), book)
        if in_passing(folded, work, target, layer, quotes, book):
            continue
        before.add(work, quotes, book, behind)
        function = _function(folded, work)
        citations.append(FoundCitation(work.start, work.end, target, function.value, form, quotes, function.id))
    return citations


def _brought(folded: str, work: Found, target: str, home: str, others: Chapters, shelf: Shelf | None) -> bool:
    """Whether a title of what is explained is brought as a text for all that: set against another, or as who says its words."""
    return others.against(work, target) or own_tradition_quoted(folded, work, target, home, shelf)


def _whose(folded: str, work: Found, target: str, home: str, last: Sequence[FoundCitation], shelf: Shelf | None) -> str:
    """What 記 or 義 without a title cites, if it is no more than that; empty where that is not to be told of 義."""
    if target in (home, RECORD):
        return whose_record(folded, work, home, last, shelf) or target
    return whose_meaning(work, last) if target == MEANING else target


class _Quoted:
    """What the citations so far quote: a title inside it is the quoted text's."""

    def __init__(self, folded: str, shelf: Shelf | None) -> None:
        self._folded, self._shelf = folded, shelf
        self._reach = -1
        self._words: Sequence[tuple[int, int]] = ()
        self._book: CitedBook | None = None  # in which those words stand

    def holds(self, work: Found) -> bool:
        """Whether a title stands inside of it, and no note that is quoted brings it."""
        if work.start >= self._reach:
            return False
        return not _brought_inside(self._folded, work, self._words, self._book, self._shelf)

    def add(
        self, work: Found, quotes: Sequence[tuple[int, int]], book: CitedBook | None, behind: Sequence[int]
    ) -> None:
        """Go on with what the citation of a title quotes from a book; what an excerpt cites is cited as well.

        The next titles begin at the places `behind`.
        """
        if book is None and quotes and quotes[0] == excerpt(self._folded, work.start, work.end, behind):
            return
        inside = work.start < self._reach
        if not inside:
            self._words, self._book = quotes, book
        self._reach = max([end for _, end in quotes] + ([self._reach] if inside else []), default=-1)


def _brought_inside(
    folded: str, work: Found, held: Sequence[tuple[int, int]], holder: CitedBook | None, shelf: Shelf | None
) -> bool:
    """Whether a title inside a quotation is brought by the note that is quoted, and is none of the book's own words.

    A long title of a book that is not at hand (鄭注凌人云漢禮器制度大槃廣八尺) needs no word of saying.
    """
    if not any(a <= work.start < b for a, b in held):
        return False  # it stands before the words, and says which text of the title they are from (四牡序云)
    absent = work.end - work.start >= _LONG_TITLE and shelf is not None and follow(folded, shelf, work.concept) is None
    if not absent and not load_patterns("titles")["says-in-a-note"].match(folded, work.end):
        return False
    return holder is None or holder.in_text().like(work.start, work.end + _SAID) < 1.0


def _around(folded: str, work: Found) -> tuple[str, str]:
    return folded[max(0, work.start - _AROUND) : work.start], folded[work.end : work.end + _AROUND]


def _not_performed(folded: str, works: Sequence[Found]) -> list[Found]:
    """The works but those that are sung or played: in 工歌鹿鳴、四牡、皇皇者華 what follows in the row is performed too."""
    row, dictionary = (load_patterns("titles")[name] for name in ("row-of-songs", "dictionary"))
    rules = load_citation_rules("performed")
    cited: list[Found] = []
    last = -1  # end of the performed song before
    for work in works:
        in_row = 0 <= last <= work.start and (last == work.start or row.fullmatch(folded, last, work.start))
        said = dictionary.fullmatch(folded, work.start, work.end) or _is_of_a_book(work)
        around = _around(folded, work)
        if not said and (in_row or any(rule.fires(*around) for rule in rules)):
            last = work.end
        else:
            cited.append(work)
    return cited


def _is_book(work: Found) -> bool:
    """Whether a title is that of a book: it is never sung, and 作 behind it says how it writes a word (爾雅作…)."""
    return work.concept in known_works()


def _is_of_a_book(work: Found) -> bool:
    """Whether a title is that of a book or of a chapter or an office in one, which is never sung either."""
    return _is_book(work) or bool(work_of(work.concept.partition("·")[0]).divided)


def _citable(folded: str, works: Sequence[Found], lexicon: Lexicon) -> list[Found]:
    """The works but editions, which are compared, and pieces of music that nothing says to be quoted."""
    return [w for w in works if not _is_under(w, _EDITIONS, lexicon) and not _is_played(folded, w, lexicon)]


def _is_under(work: Found, headword: str, lexicon: Lexicon) -> bool:
    """Whether a title stands under a headword: editions (監本, 石經) are compared, pieces of music played, neither is cited."""
    entry = lexicon.entries.get(work.concept)
    return entry is not None and headword in (entry.concept, entry.broader)


def _is_played(folded: str, work: Found, lexicon: Lexicon) -> bool:
    """Whether a title is that of a piece of music (肆夏, 陔), and nothing behind it says that it is quoted."""
    return _is_under(work, _PIECES, lexicon) and not load_patterns("titles")["says-words"].match(folded, work.end)


def _function(folded: str, work: Found) -> CitationRule:
    """The rule that says what a citation is for: the first that holds, the last where none does."""
    rules = load_citation_rules("function")
    around = _around(folded, work)
    return next((rule for rule in rules if rule.fires(*around)), rules[-1])


@dataclass(frozen=True, slots=True)
class _Title:
    """A mention of a work in the folded text of a segment of this chapter."""

    folded: str
    work: Found
    chapter: str
    lexicon: Lexicon

    @property
    def named(self) -> str:
        """What the lexicon says that the title stands for."""
        entry = self.lexicon.entries.get(self.work.concept)
        return (entry.target if entry else "") or self.work.concept


def _target(title: _Title) -> tuple[str, str]:
    """What a title cites, and in what form."""
    return next(found for case in _TARGETS if (found := case(title)) is not None)


def _untitled(title: _Title) -> tuple[str, str] | None:
    """記 and 傳 are no titles: the Record of the chapter explained, the tradition of 喪服, else the 左傳."""
    target = as_cited(title.named, title.chapter)
    return None if target is None else (target, "bare")


def _division_behind(title: _Title) -> tuple[str, str] | None:
    """周禮 (or one of its ministries), 儀禮 or 禮記, and behind it the name of an office or a chapter."""
    book, _, part = title.named.partition("·")
    patterns, end = load_patterns("titles"), title.work.end
    if not work_of(book).divided or (part and not patterns["ministry"].fullmatch(part)):
        return None
    division = patterns["division-behind-title"].match(title.folded, end, end + _DIVISION)
    named = known_title(book + division.group(1), title.lexicon) if division else ""
    return (title.lexicon.entries[named].target or named, "titled") if "·" in named else None


def _as_it_says(title: _Title) -> tuple[str, str]:
    """The work that the title names; bare where one graph does (詩云, 易曰)."""
    bare = title.work.end - title.work.start == 1 and work_of(title.named).bare
    return title.named, "bare" if bare else "titled"


def _of_the_book_before(title: _Title) -> tuple[str, str] | None:
    """書傳康誥: a chapter named right behind another book that is divided as its own is (書傳 on the 尚書)."""
    before = title.folded[max(0, title.work.start - _AROUND) : title.work.start]
    found = load_patterns("titles")["book-on-a-book"].search(before)
    book = known_title(found.group(1), title.lexicon) if found else ""
    part = title.named.partition("·")[2]
    return (f"{book}·{part}", "titled") if book and part else None


_TARGETS = (_untitled, _of_the_book_before, _division_behind, _as_it_says)


class _Years:
    """The years that stand with the titles of a segment; the Annals and their traditions are cited by them."""

    def __init__(self, folded: str) -> None:
        self._folded = folded
        self._last, self._end = "", -_SAME_YEAR
        self._written = ""  # the Annals, where the title before, with a year, is theirs

    def dated(self, work: Found, target: str, form: str) -> tuple[str, str]:
        """The target with its year and the form `dated`; both as they are where no year dates it."""
        if not work_of(target).annals:
            return target, form
        year = self._year(work)
        near = work.start - self._end < _SAME_YEAR
        if work.rule == YEAR_ALONE and near and self._written:
            target = self._written  # 春秋宣八年經書…文二年經書…桓十四年己亥嘗
        if year:
            self._last, self._end = year, work.end
            self._written = target if work_of(target).annals == target else ""
        elif near:
            year = self._last
        return (f"{target}·{year}", "dated") if year else (target, form)

    def _year(self, work: Found) -> str:
        """`僖公九年` where a year stands in the title, or right before or after it."""
        patterns, folded = load_patterns("titles"), self._folded
        if work.rule == YEAR_IN_A_ROW:
            return year_in_a_row(folded, work.start, work.end)
        inside = patterns["year-of-a-duke"].search(folded, work.start, work.end)
        before = patterns["year-before-title"].search(folded[max(0, work.start - _YEAR) : work.start])
        after = patterns["year-after-title"].match(folded, work.end, work.end + _YEAR)
        found = inside.group() if inside else before.group(1) if before else after.group(1) if after else ""
        return plain_year(re.sub("^(.)公?", r"\1公", found))
