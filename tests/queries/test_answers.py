"""Answers of the named questions on a page small enough to be read: what stands in it, counted by hand."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
import pytest

from tests.commands import run as command
from yili_kg.authorities import load_links
from yili_kg.errors import QueryError
from yili_kg.graph.store import open_store
from yili_kg.pipeline import build
from yili_kg.queries import filled, questions, run
from yili_kg.reference.library import add_books

PAGE = """鄉飲酒禮第四

鄉飲酒之禮。主人就先生而謀賓、介。

主人,謂諸侯之鄉大夫也。《周禮》大司徒之職。

 「鄉飲」至「賓介」。○釋曰︰案《玉藻》云「大夫素帶」。主人爵,賓爵。案《曲禮》云「為人子居不主奧」。又《曲禮》云「三揖而後升堂乃飲」。案《周禮·大宗伯》云「以飲食之禮親宗族兄弟」。鄭玄云琮者,此經無之。
"""
BOOK = """#+TITLE: 禮記
** 1 曲禮上
毋不敬儼若思為人子者居不主奧坐不中席行不中道立不中門
** 13 玉藻
天子素帶朱裏終辟而素帶終辟大夫素帶辟垂
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("answers")
    (place / "KR1d0052").mkdir()
    (place / "KR1d0052" / "KR1d0052_001.txt").write_text(BOOK, encoding="utf-8")
    (place / "a.txt").write_text(PAGE, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YILI_REFERENCE", str(place / "library.sqlite"))
        add_books([place / "KR1d0052"], place / "library.sqlite")
        build([place / "a.txt"], place / "out", site=False)
    return place / "out"


@pytest.fixture(scope="module")
def store(built: Path) -> ox.Store:
    return open_store(built)


def test_occurrences_by_layer(store: ox.Store) -> None:
    rows = run(store, "occurrences", {"concept": "主人"}).rows
    assert rows == (("04", "鄉飲酒禮", "注", "1"), ("04", "鄉飲酒禮", "疏", "1"), ("04", "鄉飲酒禮", "經", "1"))


def test_offices_that_a_commentator_cites(store: ox.Store) -> None:
    assert run(store, "zhouli-offices").rows == (("周禮·大宗伯", "obtainsSupportFrom", "1"),)
    assert run(store, "zhouli-offices", {"speaker": "鄭玄"}).rows[0][0] == "周禮·大司徒"


def test_differences_and_what_is_not_found(store: ox.Store) -> None:
    rows = run(store, "differences", {"work": "禮記"}).rows
    assert [r[1:] for r in rows] == [("為人子居不主奧", "為人子者居不主奧", "0.875", "near-verbatim")]
    rows = run(store, "not-found", {"work": "禮記"}).rows
    assert [(r[0], r[2], r[3]) for r in rows] == [("禮記·曲禮", "三揖而後升堂乃飲", "not-found")]
    assert run(store, "not-found", {"work": "周禮"}).rows == ()


def test_objects_of_the_commentary_alone(store: ox.Store) -> None:
    assert {(r[0], r[2]) for r in run(store, "only-in-commentary").rows} == {("爵", "2"), ("琮", "1"), ("素帶", "1")}


def test_rules_and_how_much_rests_on_them(store: ox.Store) -> None:
    rows = run(store, "one-rule").rows
    assert sum(int(r[2]) for r in rows) == len(
        list(store.quads_for_pattern(None, ox.NamedNode("http://www.w3.org/2005/11/its/rdf#taIdentRef"), None, None))
    )
    assert ("lexicon-person", "1") in {(r[0], r[2]) for r in rows}
    assert all(r[3].startswith(("m:04.001.", "m:04.ae9f.")) for r in rows)


def test_persons_and_who_names_them(store: ox.Store) -> None:
    assert [(r[0], *r[2:]) for r in run(store, "persons").rows] == [("鄭玄", "鄉飲酒禮", "疏", "賈公彥", "1")]


def test_works_and_passages_that_draw_citations(store: ox.Store) -> None:
    assert run(store, "works-cited").rows == (("禮記", "疏", "3"), ("周禮", "注", "1"), ("周禮", "疏", "1"))
    assert run(store, "passages-citing").rows == (("04.001", "5", "2"),)


def test_links_to_what_others_keep(store: ox.Store) -> None:
    rows = run(store, "links-of", {"concept": "鄭玄"}).rows
    assert {r[0] for r in rows} >= {"China Biographical Database", "DILA Person Authority Database"}
    assert {r[1] for r in rows if r[2] == "exactMatch"} >= {"https://cbdb.fas.harvard.edu/cbdbapi/person.php?id=450758"}
    counts = run(store, "links-by-authority").rows
    assert sum(int(r[3]) for r in counts if r[2] == "exactMatch") == sum(
        link.match == "exactMatch" for link in load_links()
    )


def test_parameters_are_names_whatever_they_hold(store: ox.Store) -> None:
    for value in ("爵;", "爵,c:觶", "爵 . ?s ?p ?o", "爵>", "a'b\"c", "(x)", "", "{concept}"):
        with pytest.raises(QueryError, match=r"nothing of the name|several things"):
            run(store, "occurrences", {"concept": value})
        assert run(store, filled(questions()["occurrences"], {"concept": value})).rows == ()


def test_ask_with_options_of_its_own(built: Path) -> None:
    done = command("ask", "occurrences", "--concept", "主人", "-f", "csv", "-g", built)
    assert done.stdout == "chapter,name,layer,count\n04,鄉飲酒禮,注,1\n04,鄉飲酒禮,疏,1\n04,鄉飲酒禮,經,1\n"
    assert command("ask", "occurrences", "--concept=主人", "-f", "csv", "-g", built).stdout == done.stdout
    shown = command("ask", "who-cites", "--work", "禮記", "-g", built).stdout
    assert "誰引此書" in shown
    assert "3 rows" in shown
    assert "who-cites" in command("ask").stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("who-cites", "--book", "周禮"), "has no option --book"),
        (("who-cites", "--work"), "wants a value"),
        (("who-cites", "周禮"), "has no option 周禮"),
        (("who",), "no question named who"),
    ],
)
def test_ask_says_what_is_wrong(built: Path, args: tuple[str, ...], said: str) -> None:
    done = command("ask", *args, "-g", built)
    assert done.returncode == 2
    assert said in done.stderr
    assert "→" in done.stderr
