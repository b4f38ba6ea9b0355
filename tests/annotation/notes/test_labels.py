"""What each graph of a comment is by what stands around it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product
from math import exp, prod
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yili_kg.annotation.notes.chain import Chain
from yili_kg.annotation.notes.context import things
from yili_kg.annotation.notes.labelled import glosses_labelled, told_of
from yili_kg.annotation.notes.labels import (
    BEHIND,
    LABELS,
    NEVER,
    Labelled,
    Labels,
    Told,
    load_labels,
    read_labels,
    seen,
)
from yili_kg.annotation.notes.proposed import LABELLED, proposed_rules
from yili_kg.annotation.notes.statements import FoundGloss
from yili_kg.annotation.notes.tokens import Base, NoteTokens, tokens_of
from yili_kg.errors import DataError
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

AMOUNTS = st.floats(0.05, 5)


def note(text: str, base: str, layer: str = "述註") -> NoteTokens:
    return tokens_of(text, layer, [Base("base", *stream(fold(base)))], things=things())


def weighed(
    tokens: NoteTokens, found: Sequence[FoundGloss] = (), reports: Sequence[tuple[int, int]] = ()
) -> list[tuple[FoundGloss, float | None]]:
    return glosses_labelled([(tokens, found, reports)])[0]


@given(
    st.lists(st.tuples(AMOUNTS, AMOUNTS, AMOUNTS), min_size=1, max_size=5),
    st.lists(st.one_of(st.just(0.0), AMOUNTS), min_size=9, max_size=9),
)
def test_the_chances_of_a_chain_are_those_of_all_its_ways(spoken: list[tuple[float, ...]], flat: list[float]) -> None:
    links = [flat[0:3], flat[3:6], flat[6:9]]
    ways = {
        way: prod(s[label] for s, label in zip(spoken, way, strict=True)) * prod(links[a][b] for a, b in pairwise(way))
        for way in product(range(3), repeat=len(spoken))
    }
    total = sum(ways.values())
    if total > 0:
        (chances, again, _) = Chain(links).chances([np.array(spoken), np.array(spoken), np.array(spoken[:1])])
        assert (chances == again).all()
        for place, row in enumerate(chances):
            for label, chance in enumerate(row):
                share = sum(amount for way, amount in ways.items() if way[place] == label) / total
                assert chance == pytest.approx(share, abs=1e-9)


def test_a_chain_without_places_and_one_that_nothing_fits() -> None:
    assert Chain([[1.0]]).chances([]) == []
    (empty, never) = Chain([[0.0, 0.0], [0.0, 0.0]]).chances([np.empty((0, 2)), np.ones((2, 2))])
    assert empty.shape == (0, 2)
    assert never.tolist() == [[0.5, 0.5]] * 2


def test_chains_of_any_length_are_gone_through_together(monkeypatch: pytest.MonkeyPatch) -> None:
    chain, rng = Chain([[1.0, 2.0], [0.5, 1.0]]), np.random.default_rng(0)
    some = [rng.random((length, 2)) for length in (3, 1, 7, 0, 7, 2)]
    alone = [chain.chances([one])[0] for one in some]
    for at_once in (1, 8, 100):
        monkeypatch.setattr("yili_kg.annotation.notes.chain._AT_ONCE", at_once)
        for one, together in zip(alone, chain.chances(some), strict=True):
            assert np.allclose(one, together)


def test_each_sign_has_a_value_at_each_graph() -> None:
    tokens = note("食舉謂啗之再飯三飯則止", "食舉三飯")
    told = [Told("gloss-means", (0, 2), (3, 5))]
    signs = dict(seen(tokens, told))
    assert {len(values) for values in signs.values()} == {len(tokens.graphs)}
    assert signs["graphs 0 1"][0] == "食舉"
    assert signs["graphs -1 0"][0] == "^食"
    assert signs["in the text"][:3] == ["2", "1", "0"]
    assert signs["in the text, up to here"][2] == "2"
    assert signs["term by a rule"][:3] == ["begins", "goes on", ""]
    assert signs["meaning by the rule"][3] == "gloss-means"
    assert signs["meaning ended by the rule"][5] == "gloss-means"


def test_terms_and_meanings_are_paired_with_what_stands_beside_them() -> None:
    rows = {label: [float(n == number) for n in range(len(LABELS))] for number, label in enumerate(LABELS)}
    sure = [rows[label] for label in ("term", "term_on", "link", "meaning", "none", "meaning", "meaning_on", "term")]
    labelled = Labelled(np.array(sure))
    assert list(labelled.pairs()) == [((0, 2), (3, 4)), ((7, 8), (5, 7))]
    assert labelled.sure((0, 2), (3, 4)) == 1.0
    assert labelled.sure((7, 8), (5, 6)) == 0.0, "the meaning goes on"
    apart = [rows[label] for label in ("term", "none", "meaning")]
    assert not list(Labelled(np.array(apart)).pairs()), "what is neither parts them"


def test_weights_speak_for_labels() -> None:
    none = (0.0,) * len(LABELS)
    never = (NEVER,) * len(LABELS)
    weights: dict[str, dict[str, tuple[float, ...]]] = {
        "graphs 0 0": {"洗": (0.0, 0.0, 2.0, 0.0, 0.0, 0.0)},
        BEHIND: {label: never if label == "link" else none for label in LABELS},
    }
    tokens = note("洗設", "洗")
    ((first, second),) = (labelled.chances for labelled in Labels(weights).of([(tokens, ())]))
    assert first[LABELS.index("term")] == pytest.approx(exp(2) / (exp(2) + 4))
    assert first[LABELS.index("link")] == pytest.approx(0.0), "nothing is ever behind one"
    assert second[LABELS.index("none")] == pytest.approx(1 / 6)


def test_graphs_tell_a_gloss_that_no_rule_found() -> None:
    tokens = note("司正即射人為之故曰一人厭祭陽厭也祝侑勸尸食也", "司正一人厭祭祝侑")
    told = [(tokens.words(*g.term), tokens.words(*g.definition), g.formula) for g, _ in weighed(tokens)]
    assert ("司正", "射人為之", "也") in told
    assert ("厭祭", "陽厭", "也") in told
    assert {g.rule for g, _ in weighed(tokens)} == {LABELLED}
    assert LABELLED in proposed_rules()
    whole = [(0, len(tokens.graphs))]
    assert not weighed(tokens, reports=whole), "a report of a reading holds no gloss"


def test_what_rules_found_keeps_its_place_and_is_not_told_again() -> None:
    tokens = note("榮屋翼也", "東榮", "注")
    rule = FoundGloss(start=0, end=4, term=(0, 1), definition=(1, 3), formula="也", rule="gloss-plain")
    (first, sure), *others = weighed(tokens, [rule])
    assert first is rule
    assert sure is not None
    assert sure > 0.8
    assert not others
    above = FoundGloss(start=0, end=4, term=(0, 0), definition=(0, 3), formula="也", rule="gloss-above", word="榮")
    assert told_of([above]) == ()
    assert weighed(tokens, [above])[0] == (above, None)
    empty = tokens_of("", "注", ())
    assert weighed(empty) == []


@given(st.text(alphabet="也者謂食舉洗設之。A&", max_size=30))
def test_a_chance_is_told_for_each_label_of_each_graph(text: str) -> None:
    tokens = note(text, "食舉設洗")
    chances = load_labels().of([(tokens, ())])[0].chances
    assert len(chances) == len(tokens.graphs)
    assert all(sum(row) == pytest.approx(1) for row in chances)


@pytest.mark.parametrize("row", ["graphs 0 0\t洗\tmuch", "behind\tword\t1", "silent\tyes\t1\nsilent\tyes\t2"])
def test_a_broken_table_is_refused_with_its_place(tmp_path: Path, row: str) -> None:
    path = tmp_path / "labels.tsv"
    path.write_text(f"sign\tvalue\tnone\n{row}\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"labels\.tsv:[23]"):
        read_labels(path)
