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

FORM, VERSION = "yili-corpus", 1
#: The most characters that a corpus file may claim.
LIMIT = 64_000_000
LEFT_OUT = "\ufffd"


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
        head = json.loads(lines[0])
        if head["form"] != FORM or head["version"] != VERSION:
            raise DataError(
                f"form {head['form']} {head['version']}, not {FORM} {VERSION}",
                where=where(path, 1),
                advice="take the corpus and the program from the same release",
            )
        if not 0 <= head["chars"] <= LIMIT:
            raise ValueError(f"{head['chars']} characters")
        raw = [LEFT_OUT] * head["chars"]
        blocks: list[Block] = []
        noise: list[Noise] = []
        marks: tuple[tuple[int, int], ...] = ()
        covered = 0
        for line in lines[1:]:
            number += 1
            row = json.loads(line)
            if "marks" in row:
                marks = tuple((a, b) for a, b in row["marks"])
                continue
            start, end = row.get("block") or row["noise"]
            text = row["text"] if "block" in row else row.get("text", LEFT_OUT * (end - start))
            if not start == covered < end <= len(raw) or not isinstance(text, str) or len(text) != end - start:
                raise ValueError("the spans do not fit together")
            covered = end
            raw[start:end] = text
            if "block" in row:
                chapter, speaker = row.get("chapter", ""), row.get("speaker", "")
                blocks.append(
                    Block(start=start, end=end, layer=row["layer"], speaker=speaker, chapter=chapter, run=row["run"])
                )
            else:
                noise.append(Noise(start=start, end=end, reason=row["reason"]))
        if covered != len(raw):
            raise ValueError(f"it ends at character {covered} of {len(raw)}")
        if any(not 0 <= a < b <= len(raw) for a, b in marks):
            raise ValueError("a mark outside the text")
        return Document(
            raw="".join(raw),
            sha256=head["sha256"],
            name=head["name"],
            title=head["title"],
            label=head["label"],
            reader=head["reader"],
            blocks=tuple(blocks),
            noise=tuple(noise),
            marks=marks,
        )
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror}", where=where(path)) from error
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise DataError(
            f"a damaged corpus file ({error})", where=where(path, number), advice="take it from the distribution again"
        ) from error
