"""The skeleton of the received text: for each passage of the 17 篇 its number, its first and last graphs, its length.

A passage is a stretch of base text that ends where a note of 鄭玄 stands in the Sibu congkan edition (KR1d0026). The
table `extraction/passages/skeleton.tsv` keeps facts of that edition, not its text; `derive` makes it anew.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from yili_kg.data import data_folder, where
from yili_kg.errors import DataError
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["EDGE", "Passage", "derive", "load_skeleton"]

#: How many graphs of the beginning and of the end of a passage or note the skeleton keeps.
EDGE = 4

#: Here the edition prints 設 for the 記 with which the Record of 覲禮 begins in every other text.
_MISPRINTED = "10.048"

_COLUMNS = ("passage", "layer", "base_first", "base_last", "base_length", "note_first", "note_last", "note_length")


@dataclass(frozen=True, slots=True, order=True)
class Passage:
    """One passage: `id` is `04.013`, `layer` 經 or 記; edges are folded, lengths are counted in graphs.

    `note_length` is 0 where the last passage of a chapter has no note.
    """

    id: str
    layer: str
    base_first: str
    base_last: str
    base_length: int
    note_first: str
    note_last: str
    note_length: int

    @property
    def chapter(self) -> str:
        """The chapter's number, `04`."""
        return self.id[:2]


@cache
def load_skeleton() -> dict[str, tuple[Passage, ...]]:
    """The passages of each chapter (`01` … `17`) in order, edges folded. Raises DataError on a broken table."""
    path = data_folder("extraction") / "passages" / "skeleton.tsv"
    chapters: dict[str, list[Passage]] = {}
    with path.open(encoding="utf-8", newline="") as lines:
        for number, row in enumerate(csv.reader(lines, delimiter="\t"), 1):
            if not row or row[0].startswith("#") or row[0] == "passage":
                continue
            if len(row) != len(_COLUMNS) or not (row[4] + row[7]).isdigit():
                raise DataError(f"a row is {', '.join(_COLUMNS)}", where=where(path, number))
            passage = Passage(
                row[0], row[1], fold(row[2]), fold(row[3]), int(row[4]), fold(row[5]), fold(row[6]), int(row[7])
            )
            chapters.setdefault(passage.chapter, []).append(passage)
    return {chapter: tuple(passages) for chapter, passages in sorted(chapters.items())}


def _bare(raw: str) -> str:
    """A Kanripo file without header, page marks, line marks, headings and indentation."""
    text = "".join(line for line in raw.splitlines(keepends=True) if not line.startswith("#"))
    text = re.sub(r"<pb:[^>]*>|\x01", "", text)
    closing = text.rfind("儀禮卷第")  # the heading repeated at the end, with a count of the graphs after it
    text = text[:closing] if closing > len(text) // 2 else text
    lines = [
        line for line in text.split("¶\n") if not re.match(r"\s*儀禮卷第|\S{2,6}第[一二三四五六七八九十]+　", line)
    ]
    return re.sub(r"[¶/\s]", "", "".join(lines))


def _passages(chapter: str, raw: str) -> Iterator[tuple[str, ...]]:
    parts = re.split(r"[()]", re.sub(r"\)\(", "", _bare(raw)))
    pairs: list[list[str]] = []
    for base, note in zip(parts[0::2], [*parts[1::2], ""], strict=False):
        graphs, comment = stream(base)[0], stream(note)[0]
        if graphs:
            pairs.append([graphs, comment])
        elif pairs:
            pairs[-1][1] += comment
    layer = "經"
    for number, (base, note) in enumerate(pairs, 1):
        # The Record begins with the graph 記 at the head of a passage; nothing else in the 17 篇 does.
        layer = "記" if base.startswith("記") or f"{chapter}.{number:03d}" == _MISPRINTED else layer
        yield (
            f"{chapter}.{number:03d}",
            layer,
            *(base[:EDGE], base[-EDGE:], str(len(base))),
            *(note[:EDGE], note[-EDGE:], str(len(note))),
        )


def derive(folder: Path) -> str:
    """The table of the skeleton from a folder with the 17 files of KR1d0026."""
    rows = ["\t".join(_COLUMNS)]
    for number in range(1, 18):
        raw = (folder / f"KR1d0026_{number:03d}.txt").read_bytes().decode("utf-8")
        rows.extend("\t".join(row) for row in _passages(f"{number:02d}", raw))
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    sys.stdout.write(derive(Path(sys.argv[1])))
