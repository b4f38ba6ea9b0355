from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from tests.conftest import SHARED
from yili_kg.annotation.occupants import load_occupants, read_occupants
from yili_kg.annotation.rites import in_rites
from yili_kg.annotation.run import annotate
from yili_kg.errors import DataError
from yili_kg.graph.blocks import as_quads
from yili_kg.graph.iris import concept_iri
from yili_kg.graph.knowledge import occupant_quads
from yili_kg.graph.vocabulary import Terms
from yili_kg.layers import edit
from yili_kg.lexicon import load_lexicon
from yili_kg.models import Annotated, Citation, Mention, Quotation, Segment
from yili_kg.received import load_skeleton
from yili_kg.received.chapters import chapter_titles
from yili_kg.sources import read
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

HEAD = "chapter\trole\toccupant\tconcept\ten\tpassage\tsource\twords\tfirst\tlast\n"


@pytest.fixture(scope="module")
def notes() -> list[Annotated]:
    return [annotate(edit(read(p))) for p in sorted((SHARED / "texts" / "KR1d0026").glob("*_0*.txt"))]


def words_by_layer(*texts: str) -> dict[tuple[str, str], str]:
    """The folded graphs that the texts have on each passage, layer by layer."""
    said: dict[tuple[str, str], str] = defaultdict(str)
    for path in (p for text in texts for p in sorted((SHARED / "texts" / text).glob("*_0*.txt"))):
        for segment in edit(read(path)).segments:
            for passage in segment.passages:
                said[passage, segment.layer] += stream(fold(segment.text))[0]
    return said


@pytest.mark.shared
def test_occupants_are_said_by_the_layer_on_their_passage() -> None:
    said = words_by_layer("KR1d0026", "KR1d0028")
    missing = [
        f"{o.place}: {o.words} is not in {o.source} on {o.passage}"
        for o in load_occupants().rows
        if stream(fold(o.words))[0] not in said[o.passage, o.source]
    ]
    assert not missing


def test_occupants_hold_in_passages_that_there_are() -> None:
    known = {p.id for passages in load_skeleton().values() for p in passages}
    rows = load_occupants().rows
    assert {r.chapter for r in rows} == set(chapter_titles())
    assert not [r.place for r in rows if not {r.passage, r.first or r.passage, r.last or r.passage} <= known]


@pytest.mark.shared
def test_mentions_link_to_the_role_of_their_rite(notes: list[Annotated]) -> None:
    hosts = {m.role for a in notes for m in a.mentions if m.concept == "主人" and m.role}
    assert {"士冠禮·主人", "鄉飲酒禮·主人", "燕禮·主人"} <= hosts
    assert {"聘禮·主人（公）", "聘禮·主人（所問之卿）", "聘禮·主人（使者）"} <= hosts
    general = [m for a in notes for m in a.mentions if m.concept == "主人" and not m.role]
    assert general, "passages for which nobody says so keep the general concept"


def test_what_is_quoted_keeps_the_general_role() -> None:
    host = Mention(start=10, end=12, text="主人", type="role", concept="主人", layer="疏", rule="x", segment="s")
    quoted = Mention(start=30, end=32, text="主人", type="role", concept="主人", layer="疏", rule="x", segment="s")
    quotes = (Quotation(start=25, end=40, text="主人拜"),)
    citation = Citation(
        start=20,
        end=22,
        text="燕禮",
        target="儀禮·燕禮",
        function="",
        form="titled",
        quotes=quotes,
        segment="s",
        layer="疏",
        rule="x",
    )
    assert [m.role for m in in_rites([quoted, host], [citation], [segment("04", "04.013")])] == ["鄉飲酒禮·主人", ""]
    assert [m.role for m in in_rites([host], [], [segment("11", "11.002")])] == [""]


def segment(chapter: str, *passages: str) -> Segment:
    """A segment `s` on some passages."""
    return Segment(
        id="s",
        layer="疏",
        speaker="",
        chapter=chapter,
        passages=passages,
        extent="whole",
        comments_on="",
        pieces=((0, 40),),
        text="x" * 40,
        offsets=tuple(range(40)),
        order=0,
    )


def table(tmp_path: Path, *rows: str) -> Path:
    """A table of occupants."""
    path = tmp_path / "occupants.tsv"
    path.write_text(HEAD + "".join(row.replace("|", "\t") + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("passages", "name"),
    [
        (("08.020",), "聘禮·主人"),
        (("08.010",), "聘禮·主人（公）"),
        (("08.012",), "聘禮·主人（卿）"),
        (("08.012", "08.013"), "聘禮·主人（卿）"),
        (("08.012", "08.016"), "聘禮·主人（公）"),
        (("08.015", "08.021"), "聘禮·主人"),
        ((), "聘禮·主人"),
    ],
)
def test_the_narrowest_range_that_holds_the_passages_wins(tmp_path: Path, passages: tuple[str, ...], name: str) -> None:
    rows = (
        "08|主人|使者||x|08.001|注|主人",
        "08|主人|公|公|x|08.001|注|主人|08.008|08.018",
        "08|主人|卿|卿|x|08.001|注|主人|08.012|08.014",
    )
    found = read_occupants(table(tmp_path, *rows), load_lexicon())
    occupant = found.at("08", passages, "主人")
    assert occupant
    assert occupant.name == name
    assert found.at("04", ("04.001",), "主人") is None
    assert read_occupants(table(tmp_path, rows[1]), load_lexicon()).at("08", (), "主人") is None


def test_the_graph_says_which_layer_says_so() -> None:
    on_word = {(q.subject, q.object) for q in as_quads(occupant_quads()) if q.predicate == Terms.on_word_of}
    assert (concept_iri("聘禮·主人（公）"), concept_iri("注")) in on_word
    assert (concept_iri("士昏禮·賓"), concept_iri("疏")) in on_word


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (("04|主人||鄉大夫|x|04.001|注|主人",), "the field occupant is empty"),
        (("04|無此角色|某||x|04.001|注|主人",), "no role 無此角色"),
        (("44|主人|某||x|04.001|注|主人",), "no chapter 44"),
        (("04|主人|某||x|04.001|批|主人",), "no layer 批"),
        (("04|主人|某||x|04.001|注|主人",) * 2, "already taken at occupants.tsv:2"),
        (("04|主人|某||x|04.001|注|主人|04.001",), "a first and a last passage"),
        (("04|主人|某||x|04.001|注|主人|04.1|04.2",), "first"),
        (("04|主人|某||x|04.001|注|主人|05.001|05.002",), "05.001 is not of the chapter 04"),
        (("04|主人|某||x|04.001|注|主人|04.003|04.002",), "ends at 04.002 before it begins"),
        (
            ("04|主人|某||x|04.001|注|主人|04.001|04.004", "04|主人|甲||x|04.001|注|主人|04.004|04.007"),
            "as wide .* at occupants.tsv:2",
        ),
        (
            ("04|主人|某||x|04.001|注|主人|04.001|04.002", "04|主人|某||y|04.001|注|主人|04.005|04.006"),
            "in other words at occupants.tsv:2",
        ),
    ],
)
def test_occupants_broken_rows(tmp_path: Path, rows: tuple[str, ...], message: str) -> None:
    with pytest.raises(DataError, match=message) as error:
        read_occupants(table(tmp_path, *rows), load_lexicon())
    assert f"occupants.tsv:{len(rows) + 1}" in str(error.value)
