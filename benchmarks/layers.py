"""Layers of the seeds against the Sibu congkan edition: python -m benchmarks.layers (wants $YILI_SHARED, tests/ beside)."""

from tests.conftest import SHARED, seed
from tests.layers.test_edition_shared import SHU
from tests.layers.truth import confusion, share_right, sibu_congkan

from yili_kg.layers import edit
from yili_kg.sources import read
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

for number, chapter in ((0, "10"), (1, "15"), (2, "04"), (3, "05"), (3, "07"), (4, "06")):
    edition = edit(read(seed(number)))
    without = r" (?:疏 )?[「注○釋][^\n]*○[^\n]*|釋曰[^\n]*" if number == 2 else SHU[number]
    found = confusion(SHARED, edition, chapter, without)
    wrong = {pair: n for pair, n in found.items() if pair[0] != pair[1]}
    print(f"seed 00{number} chapter {chapter}: {share_right(found):.4f} of {sum(found.values())} graphs", wrong or "")
edition = edit(read(seed(3)))
for chapter in ("05", "07"):
    theirs, layers = sibu_congkan(SHARED, chapter)
    base = "".join(g for g, layer in zip(theirs, layers, strict=True) if layer == "經")
    ours = fold("".join(stream(s.text)[0] for s in edition.segments if s.chapter == chapter))
    page = fold(stream(edition.document.raw)[0])
    grams = {base[i : i + 4] for i in range(len(base) - 3)}
    share = [len(grams & {t[i : i + 4] for i in range(len(t) - 3)}) / len(grams) for t in (ours, page)]
    print(f"seed 003 chapter {chapter}: {share[0]:.4f} of the 4-grams; anywhere in the page {share[1]:.4f}")
