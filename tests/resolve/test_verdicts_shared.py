from __future__ import annotations

from collections import Counter

import pytest

from tests.conftest import seed
from yili_kg.annotation.run import annotate
from yili_kg.layers import edit
from yili_kg.reference.same_words import alike
from yili_kg.reference.shelf import load_shelf
from yili_kg.resolve.verdicts import check
from yili_kg.sources import read
from yili_kg.text.folding import fold

NEAR = ("verbatim", "variant", "near-verbatim")


@pytest.mark.shared
@pytest.mark.parametrize("number", [0, 2])
def test_most_quotations_of_the_seeds_stand_in_the_cited_books(number: int) -> None:
    shelf = load_shelf()
    assert shelf is not None
    checked = check(annotate(edit(read(seed(number)))), shelf)
    counts = Counter(q.verdict for c in checked.citations for q in c.quotes if q.verdict not in ("no-text", "lost"))
    total = sum(counts.values())
    assert total > 50
    assert sum(counts[v] for v in NEAR) / total >= 0.75, counts


@pytest.mark.shared
def test_works_of_the_library_are_divided() -> None:
    shelf = load_shelf()
    assert shelf is not None
    for work, division, words in (
        ("儀禮", "儀禮·鄉射禮", "鄉射之禮主人戒賓"),
        ("左傳", "左傳·襄公二十九年", "吳公子札來聘"),
        ("周禮", "周禮·大行人", "以九儀辨諸侯之命"),
        ("詩經", "詩經·鹿鳴", "呦呦鹿鳴食野之苹"),
    ):
        graphs = alike(fold(words))
        homes = {
            strand.division(strand.graphs.index(graphs)) for strand in shelf.strands[work] if graphs in strand.graphs
        }
        assert division in homes, (division, homes)
