"""The second pass: what it gathers, what speaks for it, what it leaves alone."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yili_kg.annotation.find import find_mentions, first_pass
from yili_kg.annotation.matcher import load_matcher
from yili_kg.annotation.weighing.candidates import READ, RIVAL
from yili_kg.annotation.weighing.features import FAR, across
from yili_kg.annotation.weighing.known import NOTHING, known_of
from yili_kg.annotation.weighing.second_pass import WEIGHED, free_stretches, gathered, reasons, second_pass
from yili_kg.annotation.weighing.weights import Weights, load_weights, read_weights
from yili_kg.errors import DataError
from yili_kg.text.folding import fold


def _weighed(text: str, layer: str = "疏", passages: tuple[str, ...] = ()) -> dict[str, tuple[str, float]]:
    folded = fold(text)
    first, fixed = first_pass(text, folded, layer, ())
    known = known_of(passages)
    table = load_weights()
    found, around = gathered(load_matcher(), folded, layer, first, fixed, known, table)
    return {f"{text[c.start : c.end]}:{c.type}": (c.status, table.score(around.features(c))) for c in found}


def test_every_word_inside_a_word_is_weighed_too() -> None:
    weighed = _weighed("設洗于阼階東南")
    assert {"阼階:place", "阼:place", "階:place"} <= set(weighed)
    assert weighed["阼階:place"][1] > max(weighed["阼:place"][1], weighed["階:place"][1])


def test_rivals_are_weighed_and_never_mentioned() -> None:
    text = "上文君使卿,故言公不降"
    weighed = _weighed(text)
    kind, odds = weighed["上文:"][:2]
    assert kind == RIVAL
    assert odds > 0
    assert all(text[m.start : m.end] not in ("上文", "文君", "故言") for m in find_mentions(text, layer="疏"))


def test_what_was_read_in_the_passage_speaks_for_a_word_of_the_comment() -> None:
    passage = next(p for p in ("05.128", "05.129", "05.130") if known_of((p,)).words)
    word, type_ = max(known_of((passage,)).here, key=lambda w: len(w[0]))
    text = f"案{word}者"
    with_it, without = _weighed(text, passages=(passage,)), _weighed(text)
    key = f"{word}:{type_}"
    assert with_it[key][1] > without.get(key, (READ, -9.0))[1]


def test_what_stands_beside_a_word_speaks_for_that_word_alone() -> None:
    weights = {
        ("word and graph before", "設洗", "object"): 1.0,
        ("word and graph behind", "洗于", "object"): 0.5,
        ("second before", "北", "object"): 0.25,
        ("second behind", "阼", "object"): 0.125,
    }
    table = Weights(weights, {})
    for text, sums in (
        ("北設洗于阼", 1.875),
        ("北設爵于阼", 0.375),
        ("降盥洗升阼", 0.125),
        ("洗于", 0.5),
        ("設洗", 1.0),
    ):
        found, around = gathered(load_matcher(), text, "疏", (), (), NOTHING, table)
        told = [c for c in found if c.type == "object" and text[c.start : c.end] in ("洗", "爵")]
        assert told, text
        for c in told:
            assert table.weigh(c, text[c.start : c.end], around) == table.score(around.features(c)) == sums, text


def test_titles_and_pointers_are_not_touched() -> None:
    text = "《周禮·巾車》云玉路"
    titles = [m for m in find_mentions(text, layer="疏") if m.type == "work"]
    assert [text[m.start : m.end] for m in titles] == ["周禮·巾車"]
    assert titles[0].confidence is None, "what no weights decided has no weight of its own"
    assert not find_mentions("主人坐取爵", layer="疏", skip=[(0, 5)])


def test_a_choice_says_how_sure_it_is_and_why() -> None:
    found = find_mentions("主人坐取爵于篚", layer="注")
    assert found
    assert all(m.confidence is None for m in find_mentions("主人坐取爵于篚", layer="經")), "in base text rules decide"
    assert all(m.confidence is not None and 0.5 <= m.confidence <= 0.99 for m in found)
    weighed = [m for m in find_mentions("又二年而論學取友謂之小成", layer="疏") if m.rule == WEIGHED]
    assert weighed, "what no rule takes, the weights may"
    assert all(m.because and all(" " in reason for reason in m.because) for m in weighed)
    text = fold("主人坐取爵于篚")
    first, fixed = first_pass(text, text, "注", ())
    table = load_weights()
    words, around = gathered(load_matcher(), text, "注", first, fixed, NOTHING, table)
    for c in words:
        features = around.features(c)
        told = reasons(features)
        assert told, "each decision names its features"
        summed = table.weigh(c, text[c.start : c.end], around)
        assert abs(summed - table.score(features)) < 1e-9, "summed up once or anew"


@pytest.mark.parametrize("layer", ["注", "疏", "案"])
def test_the_fast_sum_is_that_of_the_named_features_but_for_the_last_bits(layer: str) -> None:
    table, passages = load_weights(), ("05.128", "05.129")
    text = fold(
        "主人坐取爵于篚降洗賓降主人坐奠爵于階前辭賓對案聘禮設洗于阼階東南又二年而論學取友謂之小成"
        "公侯伯之卿三命大夫再命士一命是以士冠禮云主人玄冠朝服冠弁服素積素韠爵"
    )
    first, fixed = first_pass(text, text, layer, ())
    for known in (NOTHING, known_of(passages)):
        found, around = gathered(load_matcher(), text, layer, first, fixed, known, table)
        assert len(found) > 40
        for c in found:
            summed = table.weigh(c, text[c.start : c.end], around)
            assert abs(summed - table.score(around.features(c))) < 1e-12, c


@given(st.dictionaries(st.integers(0, 40), st.integers(1, 12), max_size=20))
def test_how_far_words_reach_that_begin_shortly_before(lengths: dict[int, int]) -> None:
    reach = {at: at + lengths[at] for at in sorted(lengths)}
    assert across(reach) == {at: max(reach.get(s, 0) for s in range(at - FAR, at)) for at in reach}


def test_nothing_overlaps_and_the_same_text_gives_the_same() -> None:
    text = fold("主人坐取爵于篚降洗賓降主人坐奠爵于階前辭賓對")
    first, fixed = first_pass(text, text, "疏", ())
    found = second_pass(load_matcher(), text, "疏", first, fixed)
    assert found == second_pass(load_matcher(), text, "疏", first, fixed)
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert {m.rule for m in found} - {m.rule for m in first} <= {WEIGHED}


def test_free_stretches_lie_between_what_is_fixed() -> None:
    assert free_stretches(9, [(2, 4), (3, 6), (8, 9)]) == [(0, 2), (6, 8)]
    assert free_stretches(0, []) == []


def test_nothing_is_known_without_passages_or_of_too_many() -> None:
    assert known_of(()) is NOTHING
    assert known_of(tuple(f"04.{n:03d}" for n in range(1, 40))) is NOTHING
    assert known_of(("99.001",)).words == {}


@pytest.mark.parametrize(
    "line", ["before\t之\tobject\tmuch\t3", "\t之\tobject\t1\t3", "before\t之\tobject\t1", "before\t之\tobject\t1\t-1"]
)
def test_a_slip_in_the_weights_is_named_with_its_line(tmp_path: Path, line: str) -> None:
    (tmp_path / "mentions.tsv").write_text(f"feature\tvalue\tseen_with\tweight\ttimes\n{line}\n", encoding="utf-8")
    (tmp_path / "forms.tsv").write_text("form\ttype\tright\tof\n爵\tobject\t1\t2\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"mentions\.tsv:2"):
        read_weights(tmp_path)
