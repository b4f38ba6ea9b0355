"""Books of topics as pages have them: a headline a line, and below it excerpts of text, note and sub-commentary.

`士大夫諸侯天子加冠之年不同` / `將冠者…注…釋曰…`: all lines are set alike. That a headline is no line of base text shows in
what follows, which begins with the text itself and goes on to the sub-commentary.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from yili_kg.sources.books import author_in, names_a_volume, names_the_library, received_speaker
from yili_kg.sources.excerpts import chapter_of_topics, is_explained, parts_of
from yili_kg.sources.layout import Layout, Sheet
from yili_kg.sources.paragraphs import opens_comment
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold

__all__ = ["looks_like", "read"]

# Numbers of graphs, headlines and excerpts.
#: The longest headline.
_HEADLINE = 24
#: So many headlines make a book of topics, and one excerpt in so many at least goes on to sub-commentary.
_HEADLINES, _EXPLAINED = 5, 3
#: What ends a sentence; a headline is none.
_STOP = "。"


def looks_like(raw: str) -> bool:
    """Whether lines are headlines with excerpts below them that begin with text and go on to sub-commentary."""
    texts = [text for _, _, text in _lines(raw)]
    heads = list(_headlines(texts))
    if len(heads) < _HEADLINES:
        return False
    return _EXPLAINED * sum(_is_whole(texts[n + 1]) for n in heads) >= len(heads)


def read(raw: str) -> Layout:
    """Headings, and the excerpts below them cut into text with note, and sub-commentary.

    Above the first chapter stands what the book says of itself; nothing does where none is named.
    """
    sheet = Sheet(raw)
    if raw.startswith("\ufeff"):
        sheet.noise(0, 1, "byte-order-mark")
    lines = list(_lines(raw))
    heads = {*_headlines([text for _, _, text in lines])}
    chapters = [chapter_of_topics(text) for _, _, text in lines]
    headed, chapter, below = any(chapters), "", True
    for number, ((start, end, text), named) in enumerate(zip(lines, chapters, strict=True)):
        if named or names_a_volume(text) or author_in(text):
            chapter = named or chapter
            _put_title(sheet, start, end, text)
        elif headed and not chapter:
            sheet.block(start, end, layers().named("essay"))
            continue
        elif number not in heads:
            _put_excerpt(sheet, start, text, chapter, first=below)
            below = False
            continue
        sheet.block(start, end, layers().named("heading"), chapter=chapter)
        below = True
    return sheet.finish()


def _is_whole(text: str) -> bool:
    """Whether a folded line goes on to sub-commentary and does not begin with it, its label or the words that it points at."""
    pointed = load_patterns("sources/pages")["sub-opening"].match(text) or text.startswith(layers().named("sub"))
    return is_explained(text) and not opens_comment(text) and not pointed


def _lines(raw: str) -> Iterator[tuple[int, int, str]]:
    """The lines that are not blank, without the blanks around them, each with its folded words."""
    for match in re.finditer(r"[^\r\n]+", raw):
        words = match.group().strip("\ufeff \t　")
        if words:
            start = match.start() + match.group().index(words)
            yield start, start + len(words), fold(words)


def _put_title(sheet: Sheet, start: int, end: int, text: str) -> None:
    """Takes the title of a book, and who wrote it, from a line that is one of its headings."""
    sheet.author = sheet.author or author_in(text)
    if not names_the_library(text):
        sheet.title = sheet.title or sheet.raw[start:end]


def _put_excerpt(sheet: Sheet, start: int, text: str, chapter: str, *, first: bool) -> None:
    """Adds the blocks of an excerpt with these folded words; one that is not the `first` below its headline and names nothing goes on with what it explains."""
    sub = layers().named("sub")
    parts = list(parts_of(text))
    if not first and [layer for _, _, layer in parts] == [layers().named("base")]:
        parts = [(0, len(text), sub)]
    for begin, stop, layer in parts:
        speaker = received_speaker(layer) if layer == sub else ""
        sheet.block(start + begin, start + stop, layer, speaker=speaker, chapter=chapter)


def _headlines(texts: Sequence[str]) -> Iterator[int]:
    """The numbers of the short folded lines that explain nothing and stand above an excerpt, at once or behind more headlines."""
    followed = False
    found: list[int] = []
    for number in range(len(texts) - 1, -1, -1):
        text = texts[number]
        if len(text) > _HEADLINE or is_explained(text):
            followed = True
        elif followed and _STOP not in text:
            found.append(number)
    yield from reversed(found)
