"""How much of a text can be put on the plan, and how fast: benchmarks/plan.py FILE-OR-FOLDER …

Prints, by chapter: steps, moments, place slots that name a place and how many of these were found on the plan, moves by how
they are known (said, noted, inferred), persons in two places (must be 0) and the seconds for the play.
"""

import sys
import time
from collections import Counter
from pathlib import Path

from yili_kg.analyse import analyse_file
from yili_kg.plan import scene
from yili_kg.plan.house import load_house
from yili_kg.plan.script import with_repetitions
from yili_kg.plan.stage import modes, stage
from yili_kg.plan.vocabulary import words
from yili_kg.tables.layers import layers

asked: Counter[str] = Counter()
resolve = scene.Scene.place


def counted(self, fillers, name, step, segment):  # type: ignore[no-untyped-def]
    """`Scene.place`, with an account of what it finds."""
    place = resolve(self, fillers, name, step, segment)
    if fillers and step.layer in layers().course and all(f.text not in words("places/position") for f in fillers):
        asked["found" if place else "lost"] += 1
    return place


scene.Scene.place = counted  # type: ignore[method-assign]
paths = [q for p in map(Path, sys.argv[1:]) for q in (sorted(p.glob("*_0*.txt")) if p.is_dir() else [p])]
total: Counter[str] = Counter()
for path in paths:
    found = analyse_file(path)
    for chapter in sorted({s.chapter for s in found.steps} & set(load_house().chapters)):
        segments = {s.id: s for s in found.edition.segments}
        steps = with_repetitions(
            [s for s in found.steps if s.chapter == chapter],
            [r for r in found.repetitions if r.chapter == chapter],
            segments,
        )
        asked.clear()
        begin = time.perf_counter()
        play = stage(steps, chapter=chapter, notes=list(modes())[-1], segments=segments)
        seconds = time.perf_counter() - begin
        moves = Counter(m.how for f in play.moments for m in f.moves)
        twice = sum(len({s.point for _, s in f.people}) != len(play.cast.names) for f in play.moments)
        total.update(asked)
        total["steps"] += len(steps)
        total["twice"] += twice
        share = asked["found"] / max(1, asked["found"] + asked["lost"])
        print(
            f"{chapter}: {len(steps)} steps, {len(play.moments)} moments, {len(play.cast.names)} persons, "
            f"places {share:.0%}, moves {dict(sorted(moves.items()))}, in two places {twice}, {seconds:.2f} s"
        )
share = total["found"] / max(1, total["found"] + total["lost"])
print(
    f"all: {total['steps']:,} steps, places {share:.1%} of {total['found'] + total['lost']:,}, in two places {total['twice']}"
)
