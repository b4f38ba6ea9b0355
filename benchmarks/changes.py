"""What a change of words or rules does everywhere: python -m benchmarks.changes [--against REVISION] [--show N] [FILE...]

Annotates the texts (none named: all of $YILI_SHARED/texts and seeds) twice, with the data and code of a revision of
this repository (default HEAD) and as they stand in the working tree, and prints the mentions gained, lost and retyped
by type, then the most frequent words with examples. Nothing is changed; the old state is unpacked in a folder apart.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks.revisions import ROOT, laid_out

SHARED = Path(os.environ.get("YILI_SHARED", ROOT.parent / "shared"))
TYPES = ("person", "role", "object", "place", "work")

_DUMP = """
import gc, json, sys
from pathlib import Path
gc.set_threshold(200_000, 20, 50)
try:
    from yili_kg.annotation.run import annotate
except ImportError:  # its name before 0.2
    from yili_kg.annotate.run import annotate
from yili_kg.errors import YiliError
from yili_kg.layers import edit
from yili_kg.sources import read
for name in sys.stdin.read().splitlines():
    try:
        found = annotate(edit(read(Path(name))))
    except YiliError as error:
        print(f"{name}: {error}", file=sys.stderr)
        continue
    for m in found.mentions:
        print(json.dumps([name, m.start, m.end, m.type, m.concept, m.rule]))
"""

Place = tuple[str, int, int]


def mentions(tree: Path, texts: list[Path]) -> dict[Place, tuple[str, str, str]]:
    """The mentions that the code and data of a tree find: place → type, concept and rule."""
    done = subprocess.run(
        [sys.executable, "-c", _DUMP],
        input="\n".join(map(str, texts)),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(tree / "src"), "PYTHONUTF8": "1"},
        check=False,
    )
    if done.returncode:
        sys.exit(f"{tree}: {done.stderr.strip().splitlines()[-1] if done.stderr.strip() else 'failed'}")
    found: dict[Place, tuple[str, str, str]] = {}
    for line in done.stdout.splitlines():
        name, start, end, kind, concept, rule = json.loads(line)
        found[name, start, end] = (kind, concept, rule)
    return found


def report(old: dict[Place, Any], new: dict[Place, Any], show: int) -> None:
    """Print what was gained and lost."""
    gained, lost = sorted(new.keys() - old.keys()), sorted(old.keys() - new.keys())
    both = old.keys() & new.keys()
    retyped = sorted(p for p in both if old[p][0] != new[p][0])
    moved = sum(old[p][0] == new[p][0] and old[p][1] != new[p][1] for p in both)
    print(f"{len(old):,} mentions before, {len(new):,} now: {len(gained):,} gained, {len(lost):,} lost,", end=" ")
    print(f"{len(retyped):,} of another type, {moved:,} with another concept")
    for kind in TYPES:
        before, now = (sum(m[0] == kind for m in found.values()) for found in (old, new))
        plus, minus = sum(new[p][0] == kind for p in gained), sum(old[p][0] == kind for p in lost)
        print(f"  {kind:<7} {before:>9,} → {now:>9,}   +{plus:,} −{minus:,}")
    texts: dict[str, str] = {}
    for sign, places, side in (("+", gained, new), ("−", lost, old), ("~", retyped, new)):
        words: dict[tuple[str, str], list[Place]] = defaultdict(list)
        for place in places:
            if place[0] not in texts:
                texts[place[0]] = Path(place[0]).read_text(encoding="utf-8", errors="replace")
            words[_plain(texts[place[0]][place[1] : place[2]]), side[place][0]].append(place)
        counts = Counter({w: len(p) for w, p in words.items()})
        for (word, kind), count in counts.most_common(show):
            step = max(1, count // 3)
            shown = " | ".join(
                _plain(texts[n][max(0, a - 9) : a]) + f"【{word}】" + _plain(texts[n][b : b + 9])
                for n, a, b in words[word, kind][::step][:3]
            )
            print(f"{sign} {count:>5} {kind:<7} {word}   {shown}")


def _plain(text: str) -> str:
    return "".join(c for c in text if c not in "\n\r¶/() 　")


def main() -> None:
    """Compare two states over the texts."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("texts", nargs="*", type=Path, metavar="FILE")
    asked.add_argument("--against", default="HEAD", metavar="REVISION")
    asked.add_argument("--show", type=int, default=25, help="how many words of each kind (default 25)")
    options = asked.parse_args()
    texts = options.texts or [*sorted(SHARED.glob("texts/*/*_[0-9]*.txt")), *sorted(SHARED.glob("seeds/*.txt"))]
    if not texts:
        sys.exit(f"no texts at {SHARED}: set YILI_SHARED or name files")
    with laid_out(options.against) as tree, ThreadPoolExecutor(2) as pool:
        old, new = pool.map(mentions, (tree, ROOT), (texts, texts))
    report(old, new, options.show)


if __name__ == "__main__":
    main()
