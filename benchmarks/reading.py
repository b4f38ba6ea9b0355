"""The rules alone against what readers decided of the received text, by chapter, kind and rule.

    python -m benchmarks.reading ../shared/texts/KR1d0026          # F1 by chapter and kind
    python -m benchmarks.reading ../shared/texts/KR1d0026 --rules  # how often each rule was right
    python -m benchmarks.reading ../shared/texts/KR1d0026 --chapters 11-15  # of some chapters only

The texts are read twice, with the reading by hand and without it; only what a reader read is counted.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from yili_kg.analyse import analyse
from yili_kg.annotation.by_hand import ByHand
from yili_kg.layers import edit
from yili_kg.models import Annotated, Edition
from yili_kg.reading.place import place_reading
from yili_kg.review.compare import Agreement, agreement
from yili_kg.review.sheet import Block, parse_sheet
from yili_kg.review.write import headings, on_sheet, sheet_of
from yili_kg.sources import read

#: The kinds of a table, and what they are called in its head.
KINDS = {
    "mentions": "mention", "citations": "cited", "targets": "target", "quoted graphs": "quoted", "steps": "step",
    "agent": "agent", "object": "object", "recipient": "recip.", "vessel": "vessel", "at": "at", "from": "from",
    "to": "to", "bows_to": "bows", "facing": "facing", "glosses": "gloss", "definitions": "defin.",
    "readings": "reading",
}  # fmt: skip


def editions(folder: Path, chapters: Collection[int] = ()) -> Iterator[Edition]:
    """The files of a folder as editions: all, or those of some chapters."""
    for path in sorted(folder.glob("*_*.txt")):
        if not chapters or int(path.stem.rpartition("_")[2]) in chapters:
            yield edit(read(path))


def numbers(text: str) -> list[int]:
    """The numbers of `1-10,16`."""
    spans = (part.partition("-") for part in text.split(","))
    return [n for first, _, last in spans for n in range(int(first), int(last or first) + 1)]


def read_blocks(found: Annotated, edition: Edition) -> list[Block]:
    """What is said of those segments that a reader read, as the blocks of a sheet."""
    placements = place_reading(edition)
    names = headings(on_sheet(edition.segments))
    wanted = {name for segment, name in names.items() if segment in placements.decided}
    return [b for b in parse_sheet(sheet_of(found), "sheet") if f"{b.id} {b.layer}" in wanted]


def by_chapter(folder: Path, chapters: Collection[int] = ()) -> Iterator[tuple[str, list[Agreement]]]:
    """Chapter, and how far rules and readers agree on it, kind by kind."""
    for edition in editions(folder, chapters):
        rules = read_blocks(analyse(edition, hand=ByHand(received=False)), edition)
        if rules:
            yield rules[0].id[:2], agreement(rules, read_blocks(analyse(edition), edition))


def summed(parts: Iterable[list[Agreement]]) -> list[Agreement]:
    """The agreement over several chapters."""
    counts: dict[str, list[int]] = {}
    for part in parts:
        for a in part:
            both, first, second = counts.setdefault(a.kind, [0, 0, 0])
            counts[a.kind] = [both + a.both, first + a.first, second + a.second]
    return [Agreement(kind, *found) for kind, found in counts.items()]


def table(folder: Path, chapters: Collection[int] = ()) -> Iterator[str]:
    """The lines of the table of F1."""
    yield "       " + " ".join(f"{name:>7}" for name in KINDS.values())
    rows = list(by_chapter(folder, chapters))
    for chapter, found in [*rows, ("all", summed(part for _, part in rows))]:
        of = {a.kind: a for a in found}
        yield f"{chapter:<6} " + " ".join(f"{of[k].f1:7.3f}" if of[k].second else "      –" for k in KINDS)
    yield "number " + " ".join(f"{a.second:7,}" for k in KINDS for a in summed(p for _, p in rows) if a.kind == k)


def of_rules(folder: Path, chapters: Collection[int] = ()) -> Iterator[str]:
    """How often each rule of mentions, steps and glosses said what a reader says: said, right, share."""
    said: Counter[tuple[str, str]] = Counter()
    right: Counter[tuple[str, str]] = Counter()
    for edition in editions(folder, chapters):
        rules, hand = analyse(edition, hand=ByHand(received=False)), analyse(edition)
        placements = place_reading(edition)
        for kind, fields in (
            ("mentions", ("type", "concept")), ("citations", ("target",)), ("steps", ("agent", "object")),
            ("glosses", ("term", "definition")), ("readings", ("base", "variant")),
        ):  # fmt: skip
            known = {(f.start, f.end, *_values(f, fields)) for f in getattr(hand, kind)}
            for found in getattr(rules, kind):
                if found.segment in placements.decided:
                    said[kind, found.rule] += 1
                    right[kind, found.rule] += (found.start, found.end, *_values(found, fields)) in known
    yield "kind\trule\tsaid\tright\tshare"
    for key, number in sorted(said.items(), key=lambda s: (s[0][0], -s[1], s[0][1])):
        yield f"{key[0]}\t{key[1]}\t{number}\t{right[key]}\t{right[key] / number:.2f}"


def _values(found: object, fields: Iterable[str]) -> tuple[object, ...]:
    """The values of fields; of the words of a slot their text alone."""
    values = (getattr(found, name) for name in fields)
    return tuple(tuple(w.text for w in v) if isinstance(v, tuple) else v for v in values)


def main() -> None:
    """The table, or the rules one by one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rules", action="store_true", help="rule by rule")
    parser.add_argument("--chapters", type=numbers, default=[], help="only these files: 1-10,16")
    asked = parser.parse_args()
    for line in (of_rules if asked.rules else table)(asked.folder, asked.chapters):
        print(line)


if __name__ == "__main__":
    main()
