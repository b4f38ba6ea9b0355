"""Commentaries in paragraphs that nothing but their words tells apart: base text, then what is said of it.

Pages of the web print a paragraph a line, all set alike. One that names its speaker, or opens with words that explain
(此言…, 案…), is a comment; what stands before a comment is base text, long paragraphs behind one go on with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from yili_kg.received.skeleton import EDGE
from yili_kg.received.units import base_beginnings
from yili_kg.sources.comments import cut_comment
from yili_kg.sources.layout import Sheet
from yili_kg.sources.speakers import begins_comment, full_name, names_himself
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["PARAGRAPH", "Paragraph", "are_commentary", "opens_comment", "read_paragraphs"]

_VOICES = "sources/voices"
#: No printed line has so many code points: one that does is a whole paragraph.
PARAGRAPH = 60
#: A paragraph that no comment follows is base text where it is no longer, in code points.
_SHORT = 60
#: The heading of a chapter has at most so many code points.
_NAME = 8
#: Comments open at least so many paragraphs, and one in so many.
_LEAST, _SHARE = 2, 4


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph at `start`–`end` of a source, and the chapter in which it stands."""

    start: int
    end: int
    chapter: str = ""


def opens_comment(text: str) -> bool:
    """Whether a folded line begins as a comment does, with or without 曰 (鄭注戒警也)."""
    words = text.lstrip(" 　")
    if begins_comment(words) or full_name(words) is not None:
        return True
    return load_patterns(_VOICES)["unspoken-opening"].match(words) is not None


def are_commentary(texts: Sequence[str]) -> bool:
    """Whether folded paragraphs are base text with comments: some, and not few, explain what stands before them."""
    found = [n for n, text in enumerate(texts) if _explains(text)]
    has_base = any(not _explains(text) and _explains(after) for text, after in pairwise(texts))
    return has_base and len(found) >= max(_LEAST, len(texts) / _SHARE)


def read_paragraphs(sheet: Sheet, paragraphs: Sequence[Paragraph], *, author: str, alone: bool = False) -> None:
    """Adds the blocks of a commentary in paragraphs: base text, and a block a voice for comments; long ones of an author who speaks `alone`."""
    texts = [fold(sheet.raw[p.start : p.end]).strip() for p in paragraphs]
    commented = alone
    for number, (paragraph, text) in enumerate(zip(paragraphs, texts, strict=True)):
        after = texts[number + 1] if number + 1 < len(texts) else ""
        if (
            _explains(text)
            or names_himself(text, author)
            or (commented and not _explains(after) and len(text) > _SHORT)
            or (alone and _argues(text, paragraph.chapter))
        ):
            cut_comment(sheet, paragraph.start, paragraph.end, author=author, chapter=paragraph.chapter)
            commented = True
        elif len(text) <= _NAME and load_patterns(_VOICES)["speaks-of-the-whole"].match(after):
            sheet.block(paragraph.start, paragraph.end, layers().named("heading"), chapter=paragraph.chapter)
        else:
            _base_text(sheet, paragraph, author)


def _argues(text: str, chapter: str) -> bool:
    """Whether a folded paragraph argues and begins as no passage of its chapter does."""
    argues = load_patterns(_VOICES)["argues-in-a-line"].search(text) is not None
    return argues and stream(text).graphs[:EDGE] not in base_beginnings(chapter)


def _explains(text: str) -> bool:
    """Whether a folded paragraph speaks of the words before it."""
    words = text.lstrip(" 　")
    return opens_comment(words) or load_patterns(_VOICES)["explains-paragraph"].match(words) is not None


def _base_text(sheet: Sheet, paragraph: Paragraph, author: str) -> None:
    """Base text, up to a note that stands in the same paragraph."""
    words = fold(sheet.raw[paragraph.start : paragraph.end])
    note = load_patterns(_VOICES)["note-within-paragraph"].search(words)
    stop = paragraph.start + note.start() if note else paragraph.end
    sheet.block(paragraph.start, stop, layers().named("base"), chapter=paragraph.chapter)
    if note:
        cut_comment(sheet, stop, paragraph.end, author=author, chapter=paragraph.chapter)
