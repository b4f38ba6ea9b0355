from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yili_kg.text.folding import fold, folding_table, simplify
from yili_kg.text.graphs import stream


@given(st.text())
def test_fold_keeps_the_length_and_is_done_at_once(text: str) -> None:
    assert len(fold(text)) == len(text)
    assert fold(fold(text)) == fold(text)


@given(st.text(), st.lists(st.sampled_from([*map(chr, folding_table())]), max_size=20))
def test_fold_is_what_the_table_says(text: str, graphs: list[str]) -> None:
    mixed = text + "".join(graphs) + text
    assert fold(mixed) == mixed.translate(folding_table())


@pytest.mark.parametrize(
    ("variants", "key"),
    [
        ("賓賔宾", "賓"),
        ("答荅", "答"),
        ("玄𤣥", "玄"),
        ("說説说", "說"),
        ("觶觯", "觶"),
        ("鐘鍾钟", "鐘"),
        ("算筭", "算"),
        ("于於", "於"),
    ],
)
def test_fold_joins_variants(variants: str, key: str) -> None:
    assert {fold(v) for v in variants} == {fold(key)}


@pytest.mark.parametrize(
    "pair", ["几幾", "后後", "云雲", "余餘", "谷穀", "干乾", "里裏", "尸屍", "辟闢", "斗鬥", "腊臘", "個个", "采採"]
)
def test_fold_keeps_words_apart(pair: str) -> None:
    assert fold(pair[0]) != fold(pair[1])


def test_an_entity_is_the_graph_that_other_copies_have() -> None:
    named = "少牢之&KR0362;族子弟也"
    assert len(fold(named)) == len(named)
    assert stream(fold(named)) == ("少牢之𧃊族子弟也", [0, 1, 2, 3, 11, 12, 13, 14])
    assert stream(fold("羞&KR0871;胾")).graphs == "羞□胾"


def test_folding_table_has_no_chains() -> None:
    table = folding_table()
    assert not [chr(k) for k, v in table.items() if v in table]


def test_simplify_for_labels() -> None:
    assert simplify("觶") == "觯"


def test_stream_counts_an_entity_as_one_graph() -> None:
    assert stream("主&KR0871;,人●。") == ("主□人□", [0, 1, 10, 11])


def test_an_entity_is_a_lost_graph_and_its_signs_are_no_marks() -> None:
    text = "羞東&KR0871;南;主人"
    folded = fold(text)
    assert len(folded) == len(text)
    assert stream(folded) == stream(text)
    assert [at for at, graph in enumerate(folded) if graph in "&;"] == [text.rindex(";")]
    assert fold("A&B;C & D") == "A&B;C & D"
