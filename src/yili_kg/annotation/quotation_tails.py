"""What a cited book says of where a quotation ends: of few words, of words that were cut, of those behind what runs along."""

from __future__ import annotations

from typing import Protocol

from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.wordlists import load_word_lists

__all__ = [
    "CLAUSE",
    "CLOSED",
    "DIVISION",
    "FIRST_END",
    "FOLLOWED",
    "LEAST_ALONG",
    "LONGEST_TAIL",
    "SENTENCE",
    "SHORTEST_TAIL",
    "SUPPORTED",
    "Follow",
    "across",
    "borne_out",
    "first_words",
    "goes_on_near",
    "pointed_at",
    "tail_borne_out",
    "with_its_particle",
    "without_the_next",
]

SENTENCE, CLAUSE = "。○〇」』”；;", ",，"
#: No words go on behind these.
CLOSED = ("", *SENTENCE, *CLAUSE)
# All in code points or graphs.
#: Words that run along with the cited book are followed so far: whole notes are quoted.
FOLLOWED = 320
#: No ending is looked for in the first graphs: two are the shortest quotation.
FIRST_END = 2
#: Words that run along with the cited book for fewer graphs do not even say that they are quoted.
LEAST_ALONG = 4
#: So like the book, 0 to 1, bears a quotation out.
SUPPORTED = 0.75
#: Fewer words behind those that run along with the book are too few to be borne out by it.
SHORTEST_TAIL = 2
#: More words than these are not borne out by what stands near by.
LONGEST_TAIL = 16
#: So few graphs that a division has just so are what is quoted, where so many more follow that are hardly like it, 0 to 1.
_FEW, _MUCH, _HARDLY_LIKE = (3, 2), 4, 0.22
#: The name of a note stands in so many code points before its words.
_NAME_OF_NOTE = 6
#: A division has fewer graphs, a work has more.
DIVISION = 20_000
#: So many graphs before 者 show that it is the book's.
_BEFORE_PARTICLE = 3
#: So many graphs before an end and behind it together, so many of them before it, show that it parts words of the book.
_ACROSS, _PARTED = 5, 2
#: So much of them stands near by, 0 to 1.
_NEAR_BY = 0.66


class Follow(Protocol):
    """The cited book, as far as it says where a quotation ends."""

    def along(self, begin: int, limit: int) -> int:
        """Where the words from `begin` stop running along with the book, at most at `limit`; `begin` if they do not."""

    @property
    def size(self) -> int:
        """How many graphs it has in which words may stand."""

    def first_run(self, begin: int, limit: int, least: int) -> int:
        """The first place from `begin` on, before `limit`, from which so many graphs stand in the book just so; or -1."""

    def in_text(self) -> Follow:
        """The same without the notes of the book."""

    def in_notes(self) -> Follow | None:
        """The notes of the book alone; None where it has none."""

    def near(self, begin: int, end: int) -> Follow:
        """The division in which the words between two places stand; the same where that is not to be told."""

    def like(self, begin: int, end: int) -> float:
        """How like the words between are to the closest stretch of the book, 0 to 1."""

    def joins(self, begin: int, end: int, place: int) -> bool:
        """Whether the book goes on, behind the words between two places, with those from a third."""

    def beside(self, begin: int, run: int, end: int) -> float:
        """How much of the words from `run` to `end` stands near where those before it do, 0 to 1."""

    def ahead(self, begin: int, place: int, end: int) -> float:
        """How much of the words from `begin` to `place` stands near where those from there to `end` do, 0 to 1."""


def first_words(folded: str, begin: int, end: int, book: Follow) -> int:
    """大射云異束以每人各一束而言也: where no more of the words are the division's, behind the first few that it has just so."""
    noted = load_patterns("quotations/patterns")["note-named"].search(folded, max(0, begin - _NAME_OF_NOTE), begin)
    if noted or book.size >= DIVISION:
        return end
    text = book.in_text()
    for size in _FEW:
        place = begin + size
        if end - place >= _MUCH and text.first_run(begin, begin + 1, size) == begin:
            few = _argues_behind(folded, place) and book.like(begin, end) < _HARDLY_LIKE
            return place if few else end
    return end


def _argues_behind(folded: str, place: int) -> bool:
    """Whether a commentator goes on at a place behind a few graphs, or says the last of them once more, to explain it."""
    words, graph = load_word_lists("quotations/words"), folded[place]
    return graph == folded[place - 1] or any(
        graph in words[name].words for name in ("arguing-on", "goes-on-behind-a-word")
    )


def with_its_particle(folded: str, begin: int, end: int, stop: int, book: Follow) -> int:
    """賓朝聘者是異國聘賓: behind 者, which a turn of phrase took for the commentator's, if the book has it there."""
    first = end - _BEFORE_PARTICLE
    if first < begin or end >= stop or folded[end : end + 1] not in load_word_lists("quotations/words")["topic"].words:
        return end
    return end + 1 if book.first_run(first, first + 1, _BEFORE_PARTICLE + 1) == first else end


def without_the_next(folded: str, begin: int, end: int, book: Follow | None) -> int:
    """四十强而仕 | 則: before a word with which the next clause begins, if the book has it not just so."""
    next_words = load_word_lists("quotations/words")["begins-a-clause"].words
    while end - begin > _BEFORE_PARTICLE and folded[end - 1] in next_words:
        first = end - _BEFORE_PARTICLE - 1
        if book is not None and first >= begin and book.first_run(first, first + 1, end - first) == first:
            break
        end -= 1
    return end


def across(folded: str, begin: int, end: int, stop: int, book: Follow) -> int:
    """齊衰帶惡笄 | 以終喪: words that a turn of phrase parted are quoted as far as the book has them, if it has them just so."""
    first, limit = end - _PARTED, min(stop, begin + FOLLOWED)
    if first < begin or end >= limit or folded[end] in CLOSED:
        return end
    if book.in_text().first_run(first, first + 1, _ACROSS) != first:
        return end
    return max(end, book.along(first, limit))


def pointed_at(folded: str, end: int) -> bool:
    """Whether what stands behind a place says that words were quoted up to it."""
    return load_patterns("quotations/patterns")["surely-ended"].match(folded, end) is not None


def goes_on_near(folded: str, begin: int, run: int, end: int, book: Follow) -> bool:
    """Whether the book has most of the words from `run` to `end`, a few at a time, near those that run along with it.

    膳大牢侯伯子男膳特牛, where other things stand between 侯伯 and 子男.
    """
    if not LEAST_ALONG <= end - run <= LONGEST_TAIL:
        return False
    return not _speaks_on(folded, run, end) and book.beside(begin, run, end) >= _NEAR_BY


def _speaks_on(folded: str, run: int, end: int) -> bool:
    """Whether the words from `run` on are the commentator's: they argue on, or somebody takes the word in them."""
    words = load_word_lists("quotations/words")
    said = words["takes-the-word"].words
    return folded[run] in words["arguing-on"].words or any(graph in said for graph in folded[run:end])


def tail_borne_out(folded: str, begin: int, run: int, end: int, book: Follow) -> bool:
    """Whether the book has at least half of the words from `run` to `end` right behind those that run along, or most near by."""
    tail = end - run
    if goes_on_near(folded, begin, run, end, book):
        return True
    if not SHORTEST_TAIL <= tail <= run - begin:
        return False
    if book.like(begin, run) < SUPPORTED:
        # Who quotes leaves words out; the last of them tell whether the book goes on.
        begin = max(begin, run - LONGEST_TAIL)
    more = (1 - book.like(begin, end)) * (end - begin) - (1 - book.like(begin, run)) * (run - begin)
    return 2 * more <= tail


def borne_out(folded: str, begin: int, end: int, book: Follow) -> int:
    """The longest beginning that the book bears out, before a word with which one argues on; else `end`."""
    arguing = load_word_lists("quotations/words")["arguing-on"].words
    for place in range(end - 1, begin + FIRST_END, -1):
        if folded[place] in arguing and book.like(begin, place) >= SUPPORTED:
            return place
    return end
