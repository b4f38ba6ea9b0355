"""How good what is found is, kind by kind, by the scoring script of the gold passages: the table that pages tell.

    python -m benchmarks.scores            # the figures
    python -m benchmarks.scores --write    # extraction/confidence/scores.tsv anew

Wants $YILI_SHARED. `made-with` are the development passages and those of our own that were read while rules were made,
`apart` those that were set aside.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from yili_kg.analyse import analyse_file
from yili_kg.data import data_folder
from yili_kg.records import records

ROOT = Path(__file__).resolve().parents[1]
GOLD = ROOT / "tests" / "gold"
#: What the script calls a kind: its names on the pages.
KINDS = {
    "mentions": ("指稱", "names and things"),
    "citations": ("引書", "citations"),
    "citation target": ("所引之篇", "which division is cited"),
    "quotation characters": ("引文之字", "characters of quotations"),
    "glosses": ("訓釋", "glosses"),
    "readings": ("異文", "variant readings"),
    "steps": ("儀節", "steps of the rites"),
    "step agent": ("行禮之人", "who does a step"),
    "step object": ("所執之物", "with what a step is done"),
}
HEAD = """# How good what is found is: made by `python -m benchmarks.scores --write`, from the gold passages.
# passages: made-with, those that rules were made with; apart, those that were set aside. gold: how many statements these have.
"""
COLUMNS = ("kind", "passages", "zh", "en", "precision", "recall", "f1", "gold")


def scorer(shared: Path) -> Any:
    """The scoring script as a module."""
    spec = importlib.util.spec_from_file_location("score", shared / "gold" / "score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def passages(shared: Path, which: str) -> list[Path]:
    """The gold files of one kind of passages."""
    if which == "apart":
        return sorted([*GOLD.glob("apart/*.json"), *GOLD.glob("notes/apart/*.json"), *GOLD.glob("steps/apart-*.json")])
    own = [*GOLD.glob("seen/*.json"), *GOLD.glob("notes/seen/*.json"), *GOLD.glob("steps/seen-*.json")]
    return sorted([*(shared / "gold" / "dev").glob("*.json"), *own])


def rows(shared: Path) -> Iterator[tuple[str, ...]]:
    """The rows of the table."""
    script = scorer(shared)
    fold = script.make_fold()
    for which in ("made-with", "apart"):
        tally, found = script.Tally(), {}
        for path in passages(shared, which):
            gold = json.loads(path.read_text(encoding="utf-8"))
            if gold["source"] not in found:
                told = records(analyse_file(shared / gold["source"]))
                found[gold["source"]] = [json.loads(json.dumps(row)) for row in told]
            script.score(gold, found[gold["source"]], tally, defaultdict(Counter), fold)
        for kind, names in KINDS.items():
            if kind in tally.c and tally.c[kind][2]:
                figures = (f"{x:.3f}" for x in script.prf(*tally.c[kind]))
                yield (kind, which, *names, *figures, str(tally.c[kind][2]))


def main() -> None:
    """Print or write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    shared = Path(os.environ.get("YILI_SHARED", ROOT.parent / "shared"))
    lines = ["\t".join(row) for row in (COLUMNS, *rows(shared))]
    print("\n".join(lines))
    if args.write:
        path = data_folder("extraction") / "confidence" / "scores.tsv"
        path.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
