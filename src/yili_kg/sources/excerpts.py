"""What books of topics (魏了翁's 儀禮要義) have below their headlines: text, note and sub-commentary, one after the other.

`爵弁服纁裳注此與君祭之服　釋曰士禮…`: text and note run on with 注 between them, the sub-commentary begins with 釋曰, or at
once with 云 and what it explains.
"""

from __future__ import annotations

from collections.abc import Iterator

from yili_kg.sources.headings import chapter_named
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns

__all__ = ["chapter_of_topics", "is_explained", "parts_of"]

_KANRIPO = "sources/kanripo"


def parts_of(text: str) -> Iterator[tuple[int, int, str]]:
    """The parts of a folded excerpt, from graph to graph, each with its layer; text with its note runs on."""
    patterns = load_patterns(_KANRIPO)
    explained = patterns["excerpt-explained"].search(text)
    argued = explained is None and patterns["excerpt-argued"].search(text) is not None
    at = 0 if argued else explained.start() if explained else len(text)
    if at:
        noted = patterns["excerpt-noted"].search(text, 0, at)
        yield 0, at, layers().running if noted else layers().named("base")
    if at < len(text):
        yield at, len(text), layers().named("sub")


def chapter_of_topics(line: str) -> str:
    """The number of the 篇 that a folded line heads, with the number of its part behind its name or without; empty for none."""
    named = load_patterns(_KANRIPO)["chapter-of-topics"].fullmatch(line)
    return chapter_named(named.group(1)) if named else ""


def is_explained(text: str) -> bool:
    """Whether sub-commentary begins somewhere in a folded excerpt."""
    return load_patterns(_KANRIPO)["excerpt-explained"].search(text) is not None
