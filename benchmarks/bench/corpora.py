"""A corpus once, twice, four and eight times over: copies that are the same text and yet other sources."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

__all__ = ["characters", "copies"]


def characters(sources: Sequence[Path]) -> int:
    """How many code points the sources have; of a corpus file those of the text it holds."""
    return sum(_size(path) for path in sources)


def copies(sources: Sequence[Path], times: int, folder: Path) -> Iterator[Path]:
    """Each source `times` times in `folder`: the first as it is, each other with a name and a hash of its own.

    A build takes two sources with the same bytes for one: a copy of a text has so many line ends more at its end, a
    copy of a corpus file says that it was made of another page.
    """
    for number in range(times):
        for path in sources:
            made = folder / f"{number:02}-{path.name}"
            made.write_bytes(_copy(path, number))
            yield made


def _copy(path: Path, number: int) -> bytes:
    content = path.read_bytes()
    if path.suffix != ".jsonl":
        return content + b"\n" * number
    head, _, rest = content.partition(b"\n")
    said = json.loads(head)
    if number:
        said["sha256"] = hashlib.sha256(f"{said['sha256']} {number}".encode()).hexdigest()
        said["label"] = f"{number:02}-{said['label']}"
    return json.dumps(said, ensure_ascii=False).encode() + b"\n" + rest


def _size(path: Path) -> int:
    if path.suffix != ".jsonl":
        return len(path.read_text(encoding="utf-8", errors="replace"))
    with path.open(encoding="utf-8") as lines:
        return int(json.loads(next(lines))["chars"])
