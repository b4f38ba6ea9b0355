from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.observed import gold_truth

from yili_kg.confidence import Measures, feature_of, load_measures, load_thresholds
from yili_kg.confidence.measures import READ, MeasureRow
from yili_kg.confidence.thresholds import Threshold, Thresholds
from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.tables.kinds import kinds
from yili_kg.tables.table import read_table


def row(kind: str, rule: str, right: int, of: int, feature: str = "note", slot: str = "") -> MeasureRow:
    return MeasureRow(kind=kind, slot=slot, rule=rule, feature=feature, right=right, of=of)


ROWS = [
    row("gloss", "good", 95, 100),
    row("gloss", "bad", 20, 100),
    row("gloss", "rare", 1, 1),
    row("gloss", "elsewhere", 3, 4, "argument"),
    row("gloss", READ, 90, 100, ""),
]


@pytest.fixture
def measures() -> Measures:
    return Measures(ROWS, weights=(5,))


def worth(measures: Measures, rule: str, feature: str = "note") -> float:
    measure = measures.of("gloss", "", rule, feature)
    assert measure is not None
    return measure.value


def test_share_of_many_is_nearly_what_was_counted(measures: Measures) -> None:
    assert worth(measures, "good") == pytest.approx(0.95, abs=0.02)
    assert worth(measures, "bad") == pytest.approx(0.22, abs=0.02)


def test_share_of_few_is_drawn_to_the_mean_and_never_certain(measures: Measures) -> None:
    assert 0.6 < worth(measures, "rare") < 0.8
    always = Measures([row("gloss", "always", 10_000, 10_000)], weights=(5,))
    never = Measures([row("gloss", "never", 0, 10_000)], weights=(5,))
    assert worth(always, "always") == 0.99
    assert worth(never, "never") == 0.01


def test_mean_counts_for_more_where_rules_are_alike() -> None:
    alike = [row("gloss", f"a{n}", 80 + n % 3, 100) for n in range(9)] + [row("gloss", "new", 1, 2)]
    apart = [row("gloss", f"a{n}", 20 if n % 2 else 98, 100) for n in range(9)] + [row("gloss", "new", 1, 2)]
    near, far = (Measures(rows, weights=(2.5, 5, 10, 20)) for rows in (alike, apart))
    assert worth(near, "new") == pytest.approx((1 + 20 * 0.81) / 22, abs=0.02)
    assert worth(far, "new") == pytest.approx((1 + 2.5 * 0.63) / 4.5, abs=0.03)


def test_weights_double_from_the_least_to_the_most() -> None:
    rows = [Threshold(kind=k, threshold=v, reason="a test") for k, v in (("weight", 2.5), ("weight-most", 20))]
    assert Thresholds(rows).weights == (2.5, 5, 10, 20)


def test_rule_never_met_is_worth_less_than_the_mean(measures: Measures) -> None:
    new, mean = worth(measures, "new"), worth(measures, "elsewhere")
    assert new < mean
    assert mean == pytest.approx(116 / 201, abs=0.02)
    measure = measures.of("gloss", "", "new", "note")
    assert measure is not None
    assert (measure.right, measure.of) == (0, 0)


def test_feature_never_met_is_worth_the_mean_of_the_kind(measures: Measures) -> None:
    assert worth(measures, "good", "base") == pytest.approx(119 / 205, abs=0.02)


def test_kind_that_nobody_measured_is_worth_nothing_known(measures: Measures) -> None:
    assert measures.of("norm", "", "rank", "note") is None
    assert measures.of("gloss", "definition", "good", "note") is None
    assert measures.of("norm", "", READ, "note") is None


def test_kind_of_which_too_few_were_judged_is_not_measured() -> None:
    assert Measures([row("claim", "x", 1, 3)], weights=(5,), least=30).of("claim", "", "x", "note") is None
    assert Measures([row("claim", "x", 10, 30)], weights=(5,), least=30).of("claim", "", "x", "note") is not None


def test_what_a_reader_decided_is_worth_what_readers_agree(measures: Measures) -> None:
    assert worth(measures, READ, "base") == 0.9
    assert worth(measures, "new") == worth(Measures(ROWS[:-1], weights=(5,)), "new"), "readers say nothing of rules"


def test_more_right_than_there_are_is_refused() -> None:
    with pytest.raises(DataError, match="3 right of 2"):
        Measures([row("gloss", "x", 3, 2)], weights=(5,))


def test_thresholds_doubt_what_is_below_and_nothing_unmeasured() -> None:
    thresholds = Thresholds([Threshold(kind="gloss", threshold=0.5, reason="more often wrong")])
    assert thresholds.doubts("gloss", 0.49)
    assert not thresholds.doubts("gloss", 0.5)
    assert not thresholds.doubts("gloss", None)
    with pytest.raises(DataError, match="no row claim"):
        thresholds.doubts("claim", 0.1)


def test_features_cover_all_layers() -> None:
    assert [feature_of(layer, "04") for layer in ("經", "記", "注", "疏", "述註", "文")] == [
        "base", "base", "note", "argument", "argument", "argument",
    ]  # fmt: skip
    assert [feature_of(layer, "") for layer in ("經", "注", "疏")] == ["base-elsewhere", "note-elsewhere", "argument"]


def test_shipped_tables_cover_what_is_measured() -> None:
    rows = read_table(data_folder("extraction") / "confidence" / "measured.tsv", MeasureRow)
    known = {k.kind for k in kinds()} | {"verdict"}
    assert {r.kind for r in rows} <= known
    for r in rows:
        assert load_thresholds()[r.kind] <= 1
        measure = load_measures().of(r.kind, r.slot, r.rule, r.feature)
        assert measure is None or 0 < measure.value <= (1 if r.rule == READ else 0.99)


def test_shipped_table_is_sorted_as_the_benchmark_writes_it() -> None:
    path: Path = data_folder("extraction") / "confidence" / "measured.tsv"
    rows = read_table(path, MeasureRow, unique=("kind", "slot", "rule", "feature"))
    assert list(rows) == sorted(rows, key=lambda r: (r.kind, r.slot, r.rule == READ, r.rule, r.feature))


def test_a_passage_read_for_mentions_only_says_nothing_of_citations() -> None:
    work = {"type": "work", "start": 0, "end": 2, "text": "周禮"}
    read_whole, mentions_only = (
        gold_truth({"mentions": [work]}),
        gold_truth({"mentions": [work], "mentions_only": True}),
    )
    assert read_whole.mentions == mentions_only.mentions == {(0, 2, "work"): ""}
    assert read_whole.citations == {}, "a work without a target is cited nowhere"
    assert mentions_only.citations is None, "nobody looked"
