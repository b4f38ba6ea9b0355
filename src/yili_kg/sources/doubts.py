"""What speaks against reading a text at all, or as a text of the 儀禮, unless the user names the reader himself."""

from __future__ import annotations

import re

from yili_kg.errors import SourceError
from yili_kg.models import Block
from yili_kg.sources.books import is_numbered
from yili_kg.sources.headings import chapter_of, is_heading
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["refuse_unknown_chapter", "refuse_unknown_layout"]

#: A text of which fewer of its visible characters are Chinese graphs is none of ours.
_LEAST = 0.1
_ANYWAY = "or name a reader to read it all the same: --reader plain"


def refuse_unknown_layout(raw: str, label: str) -> None:
    """Raises SourceError for a web page without Chinese, XML that is no TEI, and text that is hardly Chinese at all."""
    head = raw.lstrip("\ufeff \t\r\n")[:2000].lower()
    if head.startswith(("<!doctype html", "<html")) or re.match(r"<\?xml[^>]*>\s*<(?:!doctype )?html", head):
        raise SourceError(
            "this is the source of a web page with hardly any Chinese in it",
            where=f"{label}, line 1",
            advice=f"save the page as text, {_ANYWAY}",
        )
    if head.startswith("<?xml"):
        raise SourceError("XML, but no TEI", where=f"{label}, line 1", advice=f"bring it into TEI P5, {_ANYWAY}")
    visible = sum(1 for c in raw if not c.isspace())
    graphs = len(stream(raw)[0])
    if visible and graphs < _LEAST * visible:
        raise SourceError(
            f"no layout that yili-kg knows: of {visible:,} characters {graphs:,} are Chinese graphs",
            where=f"{label}, line 1",
            advice=f"check that this is the right file, {_ANYWAY}",
        )


def refuse_unknown_chapter(raw: str, blocks: tuple[Block, ...], label: str) -> None:
    """Raises SourceError where a text that calls itself the 儀禮 has headings, but none of the 17 篇.

    A book about the 儀禮 (儀禮逸經) has parts of its own.
    """
    headings = [(b, fold(raw[b.start : b.end])) for b in blocks if b.layer in layers().silent]
    if any(b.chapter for b in blocks) or not any(_is_the_classic(text) for _, text in headings):
        return
    chapters = [
        (b, text) for b, text in headings if is_heading(text) and not (_counts_volumes(text) or _counts_parts(text))
    ]
    if chapters and not any(chapter_of(text) for _, text in headings):
        block, text = chapters[0]
        line = raw.count("\n", 0, block.start) + 1
        raise SourceError(
            f"the heading {text.strip()} names none of the 17 篇 of the 儀禮",
            where=f"{label}, line {line}",
            advice=f"mend the heading, {_ANYWAY}",
        )


def _is_the_classic(heading: str) -> bool:
    """Whether a heading says nothing but that this is the 儀禮, with its notes and volume where it has them."""
    words, beside = heading.split(), load_patterns("sources/headings")["beside-a-heading"]
    return is_numbered(heading) and all(beside.fullmatch(word) for word in words)


def _counts_parts(heading: str) -> bool:
    """Whether a heading is that of a part (…第三之二): such books have parts of other names than the 篇."""
    return load_patterns("sources/headings")["part"].search(heading) is not None


def _counts_volumes(heading: str) -> bool:
    return load_patterns("sources/headings")["volume-first"].search(heading) is not None
