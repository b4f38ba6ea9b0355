"""How many characters of the quotations of the gold passages are found, and why the others are not: by cause.

    python -m benchmarks.quotations            # train, seen, dev and citations, each for itself
    python -m benchmarks.quotations --read     # what is missed and wrongly taken too, the longest first

Characters are those of the text without punctuation. `citations` are passages that one reader read without the output of
the program, for titles that cite and what they quote and for nothing else (`tests/gold/citations`); rules were mended by
what they showed, so that they are no longer unseen. Passages that are set aside are not looked at. Wants $YILI_SHARED.
"""

from __future__ import annotations

import argparse
import json
import os
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from yili_kg.analyse import analyse_file
from yili_kg.models import Citation

GOLD = Path(__file__).resolve().parents[1] / "tests" / "gold"
#: So many code points before and behind are shown.
AROUND = 25

Span = tuple[int, int]


def why_missed(start: int, end: int, quote: Span, titled: bool, found: Sequence[Span]) -> str:
    """Why a stretch of a quotation is missed, of whose citation these quotations are `found`, if it is itself (`titled`)."""
    if not titled:
        return "citation not found"
    if not found:
        return "without any quotation"
    here = [f for f in found if f[0] < quote[1] and quote[0] < f[1]]
    if not here:
        return "another quotation not joined"
    if end <= min(f[0] for f in here):
        return "begun too late"
    return "ended too early" if start >= max(f[1] for f in here) else "gap within"


def stretches(places: set[int], begin: int, end: int) -> Iterator[Span]:
    """The stretches between two places all of whose places are among some."""
    first = -1
    for place in range(begin, end + 1):
        if place < end and place in places:
            first = place if first < 0 else first
        elif first >= 0:
            yield first, place
            first = -1


def causes(gold: dict[str, Any], found: Sequence[Citation]) -> Iterator[tuple[str, int, int]]:
    """Cause, start and end of each stretch of a passage: of what is right, what is missed, what is wrongly taken."""
    cited = [m for m in gold["mentions"] if m.get("target")]
    true = {p for m in cited for q in m.get("quotes", ()) for p in range(q["start"], q["end"])}
    there = [c for c in found if gold["start"] <= c.start < gold["end"]]
    taken = {p for c in there for q in c.quotes for p in range(q.start, min(q.end, gold["end"]))}
    missed, wrong = true - taken, taken - true
    for mention in cited:
        same = [c for c in there if c.start < mention["end"] and mention["start"] < c.end]
        spans = [(q.start, q.end) for c in same for q in c.quotes]
        for q in mention.get("quotes", ()):
            whole = (q["start"], q["end"])
            for start, end in stretches(missed, *whole):
                missed -= set(range(start, end))  # each counts once, whoever else quotes it
                yield why_missed(start, end, whole, bool(same), spans), start, end
    wanted = [(m["start"], m["end"], bool(m.get("quotes"))) for m in cited]
    for c in there:
        own = [quotes for start, end, quotes in wanted if start < c.end and c.start < end]
        name = "too far or elsewhere" if any(own) else ("gold quotes nothing" if own else "no citation in the gold")
        for q in c.quotes:
            for start, end in stretches(wrong, q.start, min(q.end, gold["end"])):
                wrong -= set(range(start, end))
                yield f"wrong: {name}", start, end
    for start, end in stretches(true & taken, gold["start"], gold["end"]):
        yield "found", start, end


def cited(gold: dict[str, Any], found: Sequence[Citation]) -> Counter[str]:
    """How many titles of a passage cite, how many of these are found, and how many are said to."""
    true = {(m["start"], m["end"]) for m in gold["mentions"] if m.get("target")}
    there = {(c.start, c.end) for c in found if gold["start"] <= c.start < gold["end"]}
    return Counter({"right": len(true & there), "said": len(there), "gold": len(true)})


def shares(titles: Counter[str]) -> str:
    """Precision, recall and F1 of such counts."""
    right, said, gold = titles["right"], titles["said"], titles["gold"]
    return (
        f"P {right / max(1, said):.3f} R {right / max(1, gold):.3f} F1 {2 * right / max(1, said + gold):.3f} of {gold}"
    )


def graphs(text: str) -> int:
    """How many characters a text has that are no punctuation and no space."""
    return sum(unicodedata.category(c)[0] == "L" for c in text)


def told(name: str, counts: Counter[str]) -> str:
    """Precision, recall and F1, and the characters by cause."""
    right = counts["found"]
    wrong = sum(n for cause, n in counts.items() if cause.startswith("wrong"))
    missed = counts.total() - right - wrong
    f1 = 2 * right / max(1, 2 * right + wrong + missed)
    head = f"{name}: P {right / max(1, right + wrong):.3f} R {right / max(1, right + missed):.3f} F1 {f1:.3f}"
    return "\n".join([head, *(f"  {n:>6} {cause}" for cause, n in counts.most_common())])


def main() -> None:
    """Count, and print what is to be read."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--read", action="store_true")
    args = parser.parse_args()
    shared = Path(os.environ.get("YILI_SHARED", "../shared"))
    folders = {name: GOLD / name for name in ("train", "seen", "citations")} | {"dev": shared / "gold" / "dev"}
    analysed: dict[str, Sequence[Citation]] = {}
    read: list[tuple[int, str]] = []
    for name, folder in folders.items():
        counts: Counter[str] = Counter()
        titles: Counter[str] = Counter()
        for path in sorted(folder.glob("*.json")):
            gold = json.loads(path.read_text(encoding="utf-8"))
            if gold.get("mentions_only") or "mentions" not in gold:
                continue
            source = shared / gold["source"]
            if gold["source"] not in analysed:
                analysed[gold["source"]] = analyse_file(source).citations
            text = source.read_text(encoding="utf-8")
            titles += cited(gold, analysed[gold["source"]])
            for cause, start, end in causes(gold, analysed[gold["source"]]):
                size = graphs(text[start:end])
                counts[cause] += size
                if cause != "found" and size:
                    around = f"{text[max(0, start - AROUND) : start]}[{text[start:end]}]{text[end : end + AROUND]}"
                    read.append((size, f"{size:>4} {path.stem} {cause}: {around}".replace("\n", " ")))
        print(told(name, counts), f"  titles: {shares(titles)}", sep="\n", flush=True)
    if args.read:
        print(*(line for _, line in sorted(read, reverse=True)), sep="\n")


if __name__ == "__main__":
    main()
