"""Whose words a commentator who argues cites where a gloss stands: 彼注云充猶覆也 is said by that note, not by him."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Sequence

from yili_kg.annotation.notes.known import is_known
from yili_kg.annotation.notes.phrases import voice, words
from yili_kg.annotation.notes.statements import FoundGloss
from yili_kg.annotation.notes.tokens import NoteTokens
from yili_kg.models import Citation, Segment
from yili_kg.sources.books import book_of, received_book, speakers_of
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold

__all__ = ["CITED_BEFORE", "Works", "kind_of_work", "opening_of"]

#: So many graphs before a gloss the words are looked for with which a citation began.
CITED_BEFORE = 96
#: So many graphs before such words the work is named whose note is cited (案周禮宰夫職注云).
_NAMED_BEFORE = 48
#: What is quoted begins within so many graphs behind the words that bring it.
_SOON = 4
#: So many graphs in a row are no chance.
_NO_CHANCE = 6


def opening_of(before: str) -> re.Match[str] | None:
    """The words with which the citation began in which folded graphs end; None where the commentator himself speaks."""
    last = deque(voice("voice-of-a-book").finditer(before, max(0, len(before) - CITED_BEFORE)), maxlen=1)
    if not last or voice("voice-comes-back").search(before, last[0].end()):
        return None
    return last[0]


def kind_of_work(target: str) -> str:
    """What a work that is cited is: note, glossary or book; the first two explain words."""
    work = fold(target.partition("·")[0])
    if work[-1:] in words("ends-of-note-titles"):
        return "note"
    return "glossary" if work in words("glossaries") else "book"


class Works:
    """The works that a note cites, and what of its words is theirs."""

    def __init__(self, segment: Segment, tokens: NoteTokens, citations: Sequence[Citation]) -> None:
        self._tokens = tokens
        self._argues = segment.layer in layers().reason
        self._quotes: dict[int, tuple[str, int]] = {}  # the work of each graph quoted, and where the quotation ends
        for citation in citations:
            for quote in citation.quotes:
                begin, end = (bisect_left(tokens.places, at) for at in segment.inside(quote.start, quote.end))
                for graph in range(begin, end):
                    self._quotes.setdefault(graph, (citation.target, end))
        spans = ((segment.inside(c.start, c.end), c.target) for c in citations if c.target)
        named = ((bisect_left(tokens.places, a), bisect_left(tokens.places, b), work) for (a, b), work in spans)
        self._named = sorted(named)
        self._home = received_book(layers().named("note")) if segment.passages else ""

    def quoted(self, gloss: FoundGloss) -> str:
        """The work whose words a gloss is; empty where they are the commentator's, or nobody knows whose.

        The received notes were read whole: what is not said in them word for word is none of theirs, but for a work that is named.
        """
        if gloss.start in self._tokens.quoted:
            return self._of_note(gloss.start, self._quotes.get(gloss.start, ("", 0))[0])
        if not self._argues:
            return ""
        graphs = self._tokens.graphs
        known = is_known(graphs[slice(*gloss.term)], graphs[slice(*gloss.definition)])
        home = self._home if known else ""
        repeated = graphs[: gloss.start].endswith(tuple(words("citing-words"))) or gloss.end - gloss.start >= _NO_CHANCE
        own = self._tokens.in_base(graphs[slice(*gloss.term)])
        return self._cited(gloss.start, home, own=own) or (home if repeated else "")

    def _of_note(self, graph: int, work: str) -> str:
        """The work that is quoted at a graph, or the note on it where the quotation is opened as one: 士虞禮…彼注云."""
        opening = self._opening(graph)
        if opening is None or kind_of_work(work) != "book" or self._title_at(opening[0]):
            return work
        said = self._tokens.graphs[slice(*opening)]
        return work if words("names-of-a-note").isdisjoint(said) else _note_on(work, said) or work

    def _cited(self, graph: int, home: str, *, own: bool) -> str:
        """The work with which a citation began before a graph that has not ended; of a note the book of notes.

        Where a word of the text is explained (`own`), that of a book has ended with what is known to be quoted from it.

        A note of which no title near by tells on what it is, is that on the text explained (案下文古者生無爵鄭云): `home`.
        """
        opening = self._opening(graph)
        if opening is None:
            return ""
        begin, end = opening
        said = self._tokens.graphs[begin:end]
        note = not words("names-of-a-note").isdisjoint(said)
        if own and not note and self._has_ended(end, graph):
            return ""
        number = bisect_right(self._named, end, key=lambda named: named[0]) - 1
        named = self._named[number] if number >= 0 else (-1, -1, "")
        if note and voice("voice-of-the-text").search(
            self._tokens.graphs, max(named[1], begin - _NAMED_BEFORE, 0), begin
        ):
            return home  # 下經云上利升牢心舌注云牢羊豕也
        if not named[2] or end - named[0] > _NAMED_BEFORE:
            return home if note and voice("voice-elsewhere").match(said) is None else ""
        return _note_on(named[2], said) if note and not self._title_at(begin) else named[2]

    def _opening(self, graph: int) -> tuple[int, int] | None:
        """From where to where the words stand with which the citation began that goes on at a graph, if one does."""
        begin = max(0, graph - CITED_BEFORE)
        opening = opening_of(self._tokens.graphs[begin:graph])
        found = [(begin + opening.start(), begin + opening.end())] if opening else []
        for _, end, _ in self._named:
            if not begin <= end < graph:
                continue
            said = voice("voice-behind-a-title").match(self._tokens.graphs, end, graph)
            if said and not voice("voice-comes-back").search(self._tokens.graphs, said.end(), graph):
                found.append(said.span())
        return max(found, key=lambda span: span[1], default=None)

    def _has_ended(self, opened: int, graph: int) -> bool:
        """Whether the words of a book that were opened at a graph are known to be quoted, and end before another one or at it."""
        quoted = next((self._quotes[at] for at in range(opened, opened + _SOON) if at in self._quotes), None)
        return quoted is not None and kind_of_work(quoted[0]) == "book" and quoted[1] <= graph

    def _title_at(self, graph: int) -> bool:
        """Whether a graph belongs to a title: the 傳 of 穀梁傳曰 names no note."""
        number = bisect_right(self._named, graph, key=lambda named: named[0]) - 1
        return number >= 0 and graph < self._named[number][1]


def _note_on(work: str, said: str) -> str:
    """The old note on a work that words such as 毛云 speak of; empty where tradition has none."""
    title, note = work.partition("·")[0], layers().named("note")
    if title in words("odes"):
        if words("later-notes-on-the-odes").isdisjoint(said):
            return next(iter(words("notes-of-mao")))
        return next(iter(words("notes-of-zheng-xuan")))
    speaker = speakers_of(title).get(note, "")
    return book_of(title, "", note, speaker) if speaker else ""
