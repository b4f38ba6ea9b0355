"""Answers of the questions on what commentators say, on a page that was read by hand."""

from __future__ import annotations

import pyoxigraph as ox
import pytest

from yili_kg.graph.store import open_store
from yili_kg.pipeline import build
from yili_kg.queries import run

PAGE = """鄉飲酒禮第四

鄉飲酒之禮。主人就先生而謀賓、介。

主人,謂諸侯之鄉大夫也。先生,鄉中致仕者。謀,圖也,議也。圖猶謀也。賓讀爲儐。今文介作分。古文無就。其辭未聞。

 「鄉飲」至「賓介」。○釋曰:云「謀,圖也」者,天子十二,諸侯九,大夫七,士五。不從今文者,以其無義。《爾雅》云「謀,心也」。此不言眾賓,文不具也。鄭知先生是致仕者者,以其下文云先生。士則鹿中,大夫兕中。
"""
TEXT = """鄉飲酒禮第四

鄉飲酒之禮。主人就先生而謀賓、介。

主人,謂諸侯之鄉大夫也。先生,鄉中致仕者。謀,圖也,議也。圖猶謀也。賓讀爲儐。今文介作●。古文無就。

 「鄉飲」至「賓介」。○釋曰:案《玉藻》云「大夫素帶」。
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> ox.Store:
    place = tmp_path_factory.mktemp("notes")
    for name, text in (("one", PAGE), ("two", TEXT)):
        (place / f"{name}.txt").write_text(text, encoding="utf-8")
    build([place / "one.txt", place / "two.txt"], place / "out", site=False)
    return open_store(place / "out", doubtful=True)


@pytest.fixture(scope="module")
def single(tmp_path_factory: pytest.TempPathFactory) -> ox.Store:
    place = tmp_path_factory.mktemp("notes")
    (place / "one.txt").write_text(PAGE, encoding="utf-8")
    build([place / "one.txt"], place / "out", site=False)
    return open_store(place / "out", doubtful=True)


def test_glosses_of_a_word(single: ox.Store) -> None:
    rows = run(single, "glosses-of", {"word": "謀"}).rows
    assert {(r[0], r[1], r[2], r[3]) for r in rows} == {
        ("圖", "也", "鄭玄", ""),
        ("議", "也", "鄭玄", ""),
        ("心", "也", "賈公彥", "爾雅"),
    }


def test_words_to_be_read_as_others(single: ox.Store) -> None:
    assert [r[:3] for r in run(single, "read-as").rows] == [("賓", "儐", "讀為")]
    assert run(single, "read-as", {"speaker": "賈公彥"}).rows == ()


def test_one_word_glossed_differently(single: ox.Store) -> None:
    rows = run(single, "glossed-differently").rows
    assert [(r[0], r[1]) for r in rows] == [("謀", "3")]
    assert "賈公彥04" in rows[0][2]


def test_rings_and_chains(single: ox.Store) -> None:
    assert {frozenset(r) for r in run(single, "gloss-rings").rows} == {frozenset(("圖", "謀"))}
    assert ("圖", "謀", "議", "鄭玄", "鄭玄") in run(single, "gloss-chains").rows


def test_readings_and_decisions(single: ox.Store) -> None:
    (row,) = run(single, "readings-of", {"word": "介"}).rows
    assert row[:3] == ("分", "今文", "rejects")
    assert row[3].startswith("以其無義")
    (decided,) = run(single, "decisions").rows
    assert decided[:4] == ("介", "分", "今文", "rejects")
    assert decided[6].endswith("shu.1")


def test_reading_pairs_and_traditions(single: ox.Store) -> None:
    assert run(single, "reading-pairs", {"tradition": "古文"}).rows == (("就", "", "1"),)
    assert run(single, "traditions-by-chapter").rows == (("04", "鄉飲酒禮", "1", "1", "1"),)


def test_claims_on_a_passage(single: ox.Store) -> None:
    rows = run(single, "claims-on", {"passage": "04.001"}).rows
    assert {(r[0], r[1]) for r in rows} >= {("鄭玄", "rejects"), ("賈公彥", "absent"), ("鄭玄", "affirms")}


def test_conflicting_claims_name_two_holders_or_none(single: ox.Store) -> None:
    for row in run(single, "conflicting-claims").rows:
        assert row[1] != row[4]


def test_what_is_left_out_and_what_is_doubted(single: ox.Store) -> None:
    rows = run(single, "left-out", {"chapter": "04"}).rows
    assert [(r[1], r[2]) for r in rows] == [("文不具", "賈公彥")]
    doubts = run(single, "departures", {"speaker": "鄭玄"}).rows
    assert ("doubts", "其辭未聞") in {r[:2] for r in doubts}


def test_beliefs_are_no_facts(single: ox.Store) -> None:
    assert run(single, "SELECT * WHERE { ?s yl:explainedAs ?o }").rows == ()
    assert run(single, "SELECT * WHERE { ?s yl:believed ?g }").rows


def test_norms(single: ox.Store) -> None:
    rows = run(single, "norms-of-rank", {"rank": "士"}).rows
    assert {(r[0], r[1], r[2]) for r in rows} == {
        ("", "五", "天子 十二 諸侯 九 大夫 七"),
        ("中", "鹿中", "大夫 兕中"),
    }
    assert [r[:2] for r in run(single, "norms-about", {"aspect": "中"}).rows] == [("大夫", "兕中"), ("士", "鹿中")]
    assert {r[0] for r in run(single, "norm-rows", {"layer": "疏"}).rows} == {
        "天子 十二 · 諸侯 九 · 大夫 七 · 士 五",
        "士 鹿中 · 大夫 兕中",
    }


def test_editions_side_by_side(store: ox.Store) -> None:
    rows = run(store, "lost-graphs").rows
    assert [(r[1], r[3], r[5]) for r in rows if r[3] == "●"] == [("注", "●", "分")]
