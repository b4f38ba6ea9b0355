"""Moments judged by hand, and where 反位 and 復位 lead: benchmarks/moments.py [FILE-OR-FOLDER …]

Prints from tests/plan/judged how many moments were right, wrong and open before and after; with texts, for each chapter how
many times somebody goes back to his place, and how that place is known.
"""

import csv
import sys
from collections import Counter
from pathlib import Path

from yili_kg.analyse import analyse_file
from yili_kg.plan.acts import act_of
from yili_kg.plan.house import load_house
from yili_kg.plan.places import OFF
from yili_kg.plan.posts import Stand
from yili_kg.plan.sayings import sayings
from yili_kg.plan.script import with_repetitions
from yili_kg.plan.stage import modes, stage
from yili_kg.plan.vocabulary import words
from yili_kg.tables.layers import layers

VERDICTS = ("right", "open", "wrong")


def lead(stand: Stand) -> str:
    """What kind of place somebody has come back to."""
    if stand.place == OFF:
        return "not on the plan"
    kinds = {"back-to-his-post": "his place", "back-where-he-stood": "where he stood", "place-unknown": "open"}
    for saying, kind in kinds.items():
        if stand.zh.startswith(sayings()[saying].zh.partition("{")[0]):
            return kind
    return "by a note" if stand.certainty == "noted" else "named, or his mat"


def returns(path: Path) -> Counter[tuple[str, str]]:
    """How often somebody goes back to his place, by chapter and what he comes back to."""
    found = analyse_file(path)
    segments = {s.id: s for s in found.edition.segments}
    count: Counter[tuple[str, str]] = Counter()
    for chapter in sorted({s.chapter for s in found.steps} & set(load_house().chapters)):
        steps = [s for s in found.steps if s.chapter == chapter]
        again = with_repetitions(steps, [r for r in found.repetitions if r.chapter == chapter], segments)
        play = stage(again, chapter=chapter, notes=list(modes())[-1], segments=segments)
        for moment in play.moments:
            step = play.steps[moment.step]
            idle = moment.repeated or step.negated or step.conditional or step.layer not in layers().course
            if idle or act_of(step.verb).effect != "return" or not step.verb.endswith(words("places/position")):
                continue
            for name in moment.acting:
                count[chapter, lead(dict(moment.people)[name])] += 1
    return count


for table in sorted((Path(__file__).parents[1] / "tests" / "plan" / "judged").glob("*.tsv")):
    with table.open(encoding="utf-8", newline="") as lines:
        judged = list(csv.DictReader(lines, delimiter="\t"))
    for when in ("before", "after"):
        verdicts = Counter(row[when] for row in judged)
        told = ", ".join(f"{verdicts[v]} {v}" for v in VERDICTS)
        print(f"{table.stem} {when}: {len(judged)} moments, {told}")
paths = [q for p in map(Path, sys.argv[1:]) for q in (sorted(p.glob("*_0*.txt")) if p.is_dir() else [p])]
total: Counter[tuple[str, str]] = Counter()
for path in paths:
    total.update(returns(path))
for chapter in sorted({c for c, _ in total}):
    print(f"{chapter} back:", ", ".join(f"{n} {kind}" for (c, kind), n in sorted(total.items()) if c == chapter))
if total:
    kinds = sorted({kind for _, kind in total})
    told = ", ".join(f"{sum(n for (_, k), n in total.items() if k == kind)} {kind}" for kind in kinds)
    print(f"all back: {sum(total.values())}, {told}")
