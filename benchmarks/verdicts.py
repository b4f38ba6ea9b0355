"""How the quotations of some texts compare with the library: benchmarks/verdicts.py [--sample N] FILE...

Prints the share of each verdict among the quotations from books that are in the library, the time that the comparison
takes, and a sample of those that are not found.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from pathlib import Path

from yili_kg.annotation.run import annotate
from yili_kg.layers import edit
from yili_kg.reference.shelf import load_shelf
from yili_kg.resolve.verdicts import check
from yili_kg.sources import read

asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
asked.add_argument("texts", nargs="+", type=Path)
asked.add_argument("--sample", type=int, default=0)
asked.add_argument("--verdict", default="not-found")
options = asked.parse_args()

begin = time.perf_counter()
shelf = load_shelf()
print(f"library: {time.perf_counter() - begin:.1f} s")
found = [annotate(edit(read(p))) for p in options.texts]
begin = time.perf_counter()
checked = [check(a, shelf) for a in found]
print(f"comparison: {time.perf_counter() - begin:.1f} s")
quotes = [(a.edition.document.label, c, q) for a in checked for c in a.citations for q in c.quotes]
counts = Counter(q.verdict for _, _, q in quotes)
held = {v: n for v, n in counts.items() if v not in ("no-text", "lost", "unchecked")}
total = sum(held.values()) or 1
print(f"{len(quotes):,} quotations, {total:,} of them from books in the library")
for verdict, count in sorted(counts.items(), key=lambda v: -v[1]):
    share = f"{count / total:6.1%}" if verdict in held else "      "
    print(f"  {verdict:<14} {count:>6,} {share}")
near = sum(held.get(v, 0) for v in ("verbatim", "variant", "near-verbatim"))
print(
    f"verbatim, variant or near-verbatim {near / total:.1%}; with abridged {(near + held.get('abridged', 0)) / total:.1%}"
)
works = Counter(c.target.partition("·")[0] for _, c, q in quotes if q.verdict == "no-text")
print("no text:", " ".join(f"{w} {n}" for w, n in works.most_common(30)))
pool = [(label, c, q) for label, c, q in quotes if q.verdict == options.verdict]
for label, citation, quote in random.Random(1).sample(pool, min(options.sample, len(pool))):
    print(
        f"{label} {citation.text} → {citation.target} ({citation.rule}): {quote.text}  ~ {quote.matched_text} {quote.reference}"
    )
