"""The form in which yili-kg ships ancient text without the page around it.

JSON lines: a head with the page's hash and length, then its blocks with their text, its noise without, its marks.
Reading gives back the page's Document, character for character in the blocks, with `\\ufffd` for what was left out, so
that every offset is an offset of the page.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from yili_kg.data import where
from yili_kg.errors import DataError
from yili_kg.models import Block, Document, Noise

__all__ = ["dump", "is_corpus", "load_corpus"]

FORM = "yili-corpus"
LEFT_OUT = "\ufffd"


def is_corpus(path: Path) -> bool:
    """Whether a file begins as a corpus file does."""
    with path.open("rb") as file:
        return FORM.encode() in file.read(200)


def dump(document: Document, provenance: str) -> str:
    """The lines of a corpus file: all blocks of the document, of its noise only the places."""
    head = {
        "form": FORM,
        "version": 1,
        "label": document.label,
        "name": document.name,
        "title": document.title,
        "sha256": document.sha256,
        "reader": document.reader,
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
        lines = path.read_text(encoding="utf-8").splitlines()
        number = 1
        head = json.loads(lines[0])
        raw = [LEFT_OUT] * head["chars"]
        blocks: list[Block] = []
        noise: list[Noise] = []
        marks: tuple[tuple[int, int], ...] = ()
        covered = 0
        for number, line in enumerate(lines[1:], 2):
            row = json.loads(line)
            if "marks" in row:
                marks = tuple((a, b) for a, b in row["marks"])
                continue
            start, end = row.get("block") or row["noise"]
            if start != covered or end > len(raw) or len(row.get("text", " " * (end - start))) != end - start:
                raise DataError("the spans do not fit together", where=where(path, number))
            covered = end
            if "text" in row:
                raw[start:end] = row["text"]
            if "block" in row:
                chapter, speaker = row.get("chapter", ""), row.get("speaker", "")
                blocks.append(Block(start, end, row["layer"], speaker, chapter, row["run"]))
            else:
                noise.append(Noise(start, end, row["reason"]))
        if covered != len(raw):
            raise DataError(f"it ends at character {covered} of {len(raw)}", where=where(path, number))
        return Document(
            "".join(raw),
            head["sha256"],
            head["name"],
            head["title"],
            head["label"],
            head["reader"],
            tuple(blocks),
            tuple(noise),
            marks,
        )
    except (ValueError, KeyError, TypeError, IndexError, UnicodeDecodeError) as error:
        raise DataError(
            f"a damaged corpus file ({error})", where=where(path, number), advice="take it from the distribution again"
        ) from error
