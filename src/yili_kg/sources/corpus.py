"""The form in which yili-kg ships ancient text without the page around it.

JSON lines: a head with the page's hash and length, then its blocks with their text, its noise without, its marks.
Reading gives back the page's Document, character for character in the blocks, with `\\ufffd` for what was left out, so
that every offset is an offset of the page.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from pathlib import Path
from typing import Any

from yili_kg.data import where
from yili_kg.errors import DataError
from yili_kg.models import Block, Document, Noise
from yili_kg.sources.comments import MAY_RUN_ON
from yili_kg.tables.layers import layers

__all__ = ["dump", "is_corpus", "load_corpus"]

FORM, VERSION = "yili-corpus", 1
#: The most characters that a corpus file may claim.
LIMIT = 64_000_000
LEFT_OUT = "\ufffd"
#: What a head says in words, with what each must look like.
_SAID = {"label": ".+", "name": r"[\w.\-]+", "title": ".*", "sha256": "[0-9a-f]{64}", "reader": ".+", "author": ".*"}
_CHAPTER = r"(?:\d\d)?"


def is_corpus(path: Path) -> bool:
    """Whether a file begins as a corpus file does."""
    with path.open("rb") as file:
        return FORM.encode() in file.read(200)


def dump(document: Document, provenance: str) -> str:
    """The lines of a corpus file: all blocks of the document, of its noise only the places."""
    head = {
        "form": FORM,
        "version": VERSION,
        "label": document.label,
        "name": document.name,
        "title": document.title,
        "sha256": document.sha256,
        "reader": document.reader,
        **({"author": document.author} if document.author else {}),
        "chars": len(document.raw),
        "provenance": provenance,
    }
    rows: list[dict[str, Any]] = [head]
    pieces: list[tuple[int, dict[str, Any]]] = []
    for b in document.blocks:
        row = {"block": [b.start, b.end], "layer": b.layer, "run": b.run, "text": document.raw[b.start : b.end]}
        row |= {key: value for key, value in (("speaker", b.speaker), ("chapter", b.chapter)) if value}
        pieces.append((b.start, row))
    for n in document.noise:
        text = document.raw[n.start : n.end]
        blank = {"text": text} if text.isspace() else {}
        pieces.append((n.start, {"noise": [n.start, n.end], "reason": n.reason, **blank}))
    rows.extend(row for _, row in sorted(pieces, key=lambda p: p[0]))
    rows.append({"marks": [list(m) for m in document.marks]})
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def load_corpus(path: Path) -> Document:
    """The document in a corpus file; raises DataError with the line where the file is damaged."""
    number = 0
    try:
        lines = path.read_bytes().decode("utf-8").removesuffix("\n").split("\n")
        number = 1
        pieces = _Pieces(_head(lines[0], path))
        for number, line in enumerate(lines[1:], 2):  # noqa: B007
            pieces.take(json.loads(line))
        return pieces.document()
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror}", where=where(path)) from error
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise DataError(
            f"a damaged corpus file ({error})", where=where(path, number), advice="take it from the distribution again"
        ) from error


def _head(line: str, path: Path) -> dict[str, Any]:
    """The first line of a corpus file; raises DataError for one of another version, ValueError for what is none."""
    head: dict[str, Any] = json.loads(line)
    if head["form"] != FORM or head["version"] != VERSION:
        raise DataError(
            f"form {head['form']} {head['version']}, not {FORM} {VERSION}",
            where=where(path, 1),
            advice="take the corpus and the program from the same release",
        )
    if not 0 <= _number(head, "chars") <= LIMIT:
        raise ValueError(f"{head['chars']} characters")
    return {**head, **{key: _text({"author": "", **head}, key, form) for key, form in _SAID.items()}}


def _text(row: dict[str, Any], key: str, form: str = ".*") -> str:
    """A text of a line that looks as its kind does; raises ValueError for what is none, KeyError where it is missing."""
    value = row[key]
    if not isinstance(value, str) or not re.fullmatch(form, value, re.DOTALL):
        raise ValueError(f"{key} is {value!r}")
    value.encode("utf-8")  # half a character is no text
    return value


def _number(row: dict[str, Any], key: str) -> int:
    """A whole number of a line; raises ValueError for what is none, KeyError where it is missing."""
    value = row[key]
    if type(value) is not int:
        raise ValueError(f"{key} is {value!r}")
    return value


def _span(value: Any) -> tuple[int, int]:
    """Two whole numbers; raises ValueError for anything else."""
    start, end = value
    if type(start) is not int or type(end) is not int:
        raise ValueError(f"no span: {value!r}")
    return start, end


def _layer(row: dict[str, Any]) -> str:
    """A layer as a reader leaves it: one that is known, which may run on, or base text and note together."""
    layer = _text(row, "layer")
    if layer != layers().running and layer.removesuffix(MAY_RUN_ON) not in layers().by_name:
        raise ValueError(f"there is no layer {layer}")
    return layer


def _block(row: dict[str, Any], start: int, end: int) -> Block:
    """The block of a line; raises ValueError and its like for what no reader leaves so."""
    run = _number(row, "run")
    if run < 1:
        raise ValueError(f"run is {run}")
    said = {"speaker": "", "chapter": "", **row}
    speaker, chapter = _text(said, "speaker"), _text(said, "chapter", _CHAPTER)
    return Block(start=start, end=end, layer=_layer(row), run=run, speaker=speaker, chapter=chapter)


class _Pieces:
    """Puts a page together from its blocks and noise, which must follow one upon the other."""

    def __init__(self, head: dict[str, Any]) -> None:
        self.head = head
        self.raw = [LEFT_OUT] * head["chars"]
        self.blocks: list[Block] = []
        self.noise: list[Noise] = []
        self.marks: tuple[tuple[int, int], ...] = ()
        self.covered = 0

    def take(self, row: dict[str, Any]) -> None:
        """One line: the marks, a block or a noise; raises ValueError and its like for what does not fit."""
        if "marks" in row:
            self.marks = tuple(_span(mark) for mark in row["marks"])
            return
        is_block = "block" in row
        start, end = _span(row["block" if is_block else "noise"])
        if not start == self.covered < end <= len(self.raw):
            raise ValueError("the spans do not fit together")
        text = _text({"text": LEFT_OUT * (end - start), **row} if not is_block else row, "text")
        if len(text) != end - start:
            raise ValueError("the spans do not fit together")
        self.covered = end
        self.raw[start:end] = text
        if is_block:
            self.blocks.append(_block(row, start, end))
        else:
            self.noise.append(Noise(start=start, end=end, reason=_text(row, "reason", ".+")))

    def document(self) -> Document:
        """The whole; raises ValueError where something is missing."""
        if self.covered != len(self.raw):
            raise ValueError(f"it ends at character {self.covered} of {len(self.raw)}")
        starts = [b.start for b in self.blocks]
        for start, end in self.marks:
            at = bisect_right(starts, start) - 1
            if at < 0 or not start < end <= self.blocks[at].end:
                raise ValueError(f"the mark {start}–{end} is in no block")
        head = self.head
        return Document(
            raw="".join(self.raw),
            sha256=head["sha256"],
            name=head["name"],
            title=head["title"],
            label=head["label"],
            reader=head["reader"],
            author=head["author"],
            blocks=tuple(self.blocks),
            noise=tuple(self.noise),
            marks=self.marks,
        )
