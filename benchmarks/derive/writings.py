"""Graphs that notes call writings of one word: python -m benchmarks.derive.writings

Reads `texts/` and `reference/` below `YILI_SHARED`, without the sources of passages set aside, and writes
`extraction/reference/writings.tsv`: pairs of graphs and how often a note says so, no words of the books. A note says it
where it tells how a graph is read (A讀為B), that it is the old one (A古B字), or that some copy has the other (A本又作B, A或作B).
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.end_weights import set_aside

from yili_kg.reference.same_words import alike
from yili_kg.text.folding import fold

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "extraction" / "reference" / "writings.tsv"
HEAD = """\
# Pairs of graphs that notes call writings of one word (A讀為B, A古B字, A本又作B); made by benchmarks.derive.writings (facts; no
#   words of the books). Folded, with the key of same-words.tsv. said: in how many places. Asked only of two strings of one length
#   that stand against each other already: a difference of such graphs alone is not told as another reading.
one	other	said
"""
GRAPH = "[\u3400-\u9fff\U00020000-\U0003ffff]"
SAYS = tuple(
    re.compile(pattern.replace("G", GRAPH))
    for pattern in ("(G)讀(?:曰|為|如)(G)(?=[^之{]|$)", "(G)本?[又亦或]作(G)(?!G?[誤非])", "(G)古文?(G)字")
)
MARKUP = re.compile(r"<[^>\n]*>|[¶\n　/()○〇 ]")
#: Words of the notes themselves: before or behind the verb they are none that is written in two ways.
WORDS = frozenset("字反切返注下上也本之一二音同者為作文經又亦或今古云曰與於而其不是此有以人則若如所言非各何篇")


def sources() -> Iterator[Path]:
    """The files of texts and of books cited, but those in which passages are set aside."""
    shared = Path(os.environ.get("YILI_SHARED", "../shared"))
    apart = set_aside()
    for folder in ("texts", "reference"):
        for path in sorted((shared / folder).glob("*/*.txt")):
            if path.name not in apart:
                yield path


def pairs(text: str) -> Iterator[tuple[str, str]]:
    """The pairs that notes in a text name, with keys, in order of the graphs."""
    folded = fold(MARKUP.sub("", text))
    for says in SAYS:
        for found in says.finditer(folded):
            one, other = sorted(map(alike, found.groups()))
            if one != other and one not in WORDS and other not in WORDS:
                yield one, other


def main() -> None:
    """Write the table anew."""
    said = Counter(pair for path in sources() for pair in pairs(path.read_text("utf-8")))
    rows = (f"{one}\t{other}\t{count}\n" for (one, other), count in sorted(said.items()))
    TABLE.write_text(HEAD + "".join(rows), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
