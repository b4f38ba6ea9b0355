"""Choosing a reader and reading a file with it.

A reader is a module with `looks_like(raw)` and `read(raw)`; the first that knows the look of a text reads it.
"""

from __future__ import annotations

import hashlib
import os
import re
from functools import cache
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Annotated

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.errors import SourceError
from yili_kg.models import Document
from yili_kg.sources import corpus, decode, tei, web_page
from yili_kg.sources.doubts import refuse_unknown_chapter, refuse_unknown_layout
from yili_kg.sources.keyed import strings_alone
from yili_kg.sources.layout import Layout
from yili_kg.sources.wikitext import as_shown
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table

__all__ = ["READERS", "provenance_of", "read", "read_text"]

#: So many sounds in letters, or strokes before brackets, show that a page prints them.
_SEVERAL = 3
#: Readers by name, in the order in which they are asked whether they know the look of a text.
READERS: dict[str, ModuleType] = {"tei": tei, "html": web_page, **web_page.TEXT_READERS}


def read(path: Path, *, reader: str = "", encoding: str | None = None) -> Document:
    """The document in a file; `reader` is one of READERS, empty: chosen by looking at the text.

    Raises SourceError for what cannot be read, DataError for a damaged corpus file of yili-kg's own form.
    """
    if not reader and path.suffix == ".jsonl" and path.is_file() and corpus.is_corpus(path):
        return corpus.load_corpus(path)
    loaded = decode.load(path, encoding=encoding)
    return read_text(loaded.raw, label=_label(path), reader=reader, sha256=loaded.sha256)


def _label(path: Path) -> str:
    """The name of a file as text; bytes of it that are no UTF-8 become U+FFFD."""
    return os.fsencode(path.name).decode("utf-8", "replace")


def read_text(raw: str, *, label: str = "text", reader: str = "", sha256: str = "") -> Document:
    """The document in a text at hand; `sha256` is its file's, empty: that of the text in UTF-8."""
    bare = _as_read(raw)
    chosen = _chosen(bare, label, reader)
    layout = _laid_out(bare, label, chosen)
    if not reader:
        refuse_unknown_chapter(raw, layout.blocks, label)
    digest = sha256 or hashlib.sha256(raw.encode("utf-8", "surrogatepass")).hexdigest()
    known = _registered().get(digest)
    return Document(
        raw=raw,
        sha256=digest,
        name=known.name if known else layout.name or f"{chosen}-{digest[:8]}",
        title=known.title if known else layout.title or label,
        label=known.label if known else label,
        reader=chosen,
        author=layout.author,
        blocks=layout.blocks,
        noise=layout.noise,
        marks=layout.marks,
    )


def _as_read(raw: str) -> str:
    """The text, of the same length, with blanks for what pages print between its graphs, if they do so several times.

    Those are sounds in letters behind a graph, 無(wú), and the strokes with which Markdown sets brackets apart, \\[疏\\]; and,
    once is enough, the tags and tools of a library, what data has around its strings, and the markup of a wiki.
    """
    pages = load_patterns("sources/pages")
    raw = as_shown(strings_alone(raw))
    for name in ("tag-of-a-library", "tools-of-a-library"):
        raw = pages[name].sub(_blanks, raw)
    for name in ("sound-in-letters", "escape-of-a-bracket"):
        if sum(1 for _ in islice(pages[name].finditer(raw), _SEVERAL)) >= _SEVERAL:
            raw = pages[name].sub(_blanks, raw)
    return raw


def _blanks(found: re.Match[str]) -> str:
    """Blanks for what was found; line ends stay."""
    return "".join(c if c in "\r\n" else " " for c in found.group())


def _chosen(raw: str, label: str, reader: str) -> str:
    """The reader that the user named, or the one that knows the look of the text."""
    if reader and reader not in READERS:
        raise SourceError(f"there is no reader {reader}", where=label, advice=f"take one of {', '.join(READERS)}")
    chosen = reader or next(name for name, module in READERS.items() if module.looks_like(raw))
    if chosen == "plain" and not reader:
        refuse_unknown_layout(raw, label)
    return chosen


def _laid_out(raw: str, label: str, reader: str) -> Layout:
    try:
        layout: Layout = READERS[reader].read(raw)
    except SourceError as error:
        place = f"{label}, {error.where}" if error.where else label
        raise SourceError(error.message, where=place, advice=error.advice) from error
    return layout


class _Registered(Row):
    """A source that the project knows by its hash, wherever the file lies."""

    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    name: Filled
    title: Filled
    label: Filled
    provenance: Filled


@cache
def _registered() -> dict[str, _Registered]:
    path = data_folder("extraction") / "corpus" / "editions.tsv"
    return {row.sha256: row for row in read_table(path, _Registered, unique=("sha256",))}


def provenance_of(sha256: str) -> str:
    """Where a source that the project knows comes from; empty for any other."""
    known = _registered().get(sha256)
    return known.provenance if known else ""
