"""Makes `extraction/passages/skeleton.tsv` from KR1d0026: python -m benchmarks.derive.skeleton FOLDER > skeleton.tsv."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from yili_kg.received.skeleton import EDGE
from yili_kg.tables.layers import layers
from yili_kg.text.graphs import stream

__all__ = ["derive", "lost", "received"]

COLUMNS = ("passage", "layer", "base_first", "base_last", "base_length", "note_first", "note_last", "note_length")
#: Base text, and the Record behind it.
BASE, RECORD = layers().base
#: Here the edition prints 設 for the 記 with which the Record of 覲禮 begins in every other text.
MISPRINTED = "10.048"
#: The title of a volume, and of a chapter with the name of the book behind it.
VOLUME = "儀禮卷第"
HEADING = re.compile(rf"\s*{VOLUME}|\S{{2,6}}第[一二三四五六七八九十]+　")

#: A page without a graph before the next one.
EMPTY = re.compile(r"<pb:[^>]*>[¶\s]*(?=<pb:)")


def _bare(raw: str) -> str:
    """A Kanripo file without header, page marks, line marks, headings and indentation."""
    text = "".join(line for line in raw.splitlines(keepends=True) if not line.startswith("#"))
    text = re.sub(r"<pb:[^>]*>|\x01", "", text)
    closing = text.rfind(VOLUME)  # the heading repeated at the end, with a count of the graphs after it
    text = text[:closing] if closing > len(text) // 2 else text
    lines = [line for line in text.split("¶\n") if not HEADING.match(line)]
    return re.sub(r"[¶/\s]", "", "".join(lines))


def _passages(chapter: str, raw: str) -> Iterator[tuple[str, str, str, str]]:
    """(passage, layer, base text, note) of each passage of a chapter, in order."""
    parts = re.split(r"[()]", re.sub(r"\)\(", "", _bare(raw)))
    pairs: list[list[str]] = []
    for base, note in zip(parts[0::2], [*parts[1::2], ""], strict=False):
        graphs, comment = stream(base)[0], stream(note)[0]
        if graphs:
            pairs.append([graphs, comment])
        elif pairs:
            pairs[-1][1] += comment
    layer = BASE
    for number, (base, note) in enumerate(pairs, 1):
        # The Record begins with the graph 記 at the head of a passage; nothing else in the 17 篇 does.
        layer = RECORD if base.startswith(RECORD) or f"{chapter}.{number:03d}" == MISPRINTED else layer
        yield f"{chapter}.{number:03d}", layer, base, note


def received(folder: Path) -> Iterator[tuple[str, str, str, str]]:
    """(passage, layer, base text, note) of each passage in a folder with the 17 files of KR1d0026."""
    for number in range(1, 18):
        raw = (folder / f"KR1d0026_{number:03d}.txt").read_bytes().decode("utf-8")
        yield from _passages(f"{number:02d}", raw)


def lost(folder: Path) -> set[str]:
    """The passages on both sides of each page of KR1d0026 that is empty: what stood on it is in no passage."""
    found: set[str] = set()
    for number in range(1, 18):
        raw = (folder / f"KR1d0026_{number:03d}.txt").read_bytes().decode("utf-8")
        names = [name for name, *_ in _passages(f"{number:02d}", raw)]
        for match in EMPTY.finditer(raw):
            before = sum(1 for _ in _passages(f"{number:02d}", raw[: match.start()]))
            found.update(names[max(0, before - 1) : before + 1] if before < len(names) else ())
    return found


def _edges(graphs: str) -> tuple[str, str, str]:
    """First and last graphs, and how many there are."""
    return graphs[:EDGE], graphs[-EDGE:], str(len(graphs))


def derive(folder: Path) -> str:
    """The table of the skeleton from a folder with the 17 files of KR1d0026."""
    rows = ["\t".join(COLUMNS)]
    rows.extend("\t".join((name, layer, *_edges(base), *_edges(note))) for name, layer, base, note in received(folder))
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    sys.stdout.write(derive(Path(sys.argv[1])))
