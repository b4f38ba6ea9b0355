"""Who is who in a rite: benchmarks/roles.py FOLDER-OF-KR1d0026 [--left N]

Prints, chapter by chapter, how many mentions of roles in base text and notes have the role of their rite, and with
--left the N roles most often without.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from pathlib import Path

from yili_kg.annotation.occupants import load_occupants
from yili_kg.annotation.run import annotate
from yili_kg.layers import edit
from yili_kg.received.chapters import chapter_titles
from yili_kg.sources import read
from yili_kg.tables.layers import layers

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("folder", type=Path)
parser.add_argument("--left", type=int, default=0)
arguments = parser.parse_args()

wanted = {*layers().base, *layers().notes}
named: Counter[str] = Counter()
placed: Counter[str] = Counter()
left: dict[str, Counter[str]] = defaultdict(Counter)
for path in sorted(arguments.folder.glob("*.txt")):
    found = annotate(edit(read(path)))
    chapter_of = {s.id: s.chapter for s in found.edition.segments if s.layer in wanted}
    for mention in found.mentions:
        if mention.type == "role" and mention.segment in chapter_of:
            chapter = chapter_of[mention.segment]
            named[chapter] += 1
            placed[chapter] += bool(mention.role)
            if not mention.role:
                left[chapter][mention.concept] += 1

rows = Counter(row.chapter for row in load_occupants().rows)
for chapter, title in chapter_titles().items():
    share = placed[chapter] / max(1, named[chapter])
    most = " ".join(f"{role} {count}" for role, count in left[chapter].most_common(arguments.left))
    print(
        f"{chapter} {title:6}{rows[chapter]:4} rows, {placed[chapter]:5,} of {named[chapter]:6,}, {share:5.1%}  {most}"
    )
print(
    f"all {rows.total():,} rows, {placed.total():,} of {named.total():,}, {placed.total() / max(1, named.total()):.1%}"
)
