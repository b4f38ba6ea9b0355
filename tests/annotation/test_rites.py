from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import SHARED
from yili_kg.annotation.rites import in_rites, load_occupants, read_occupants
from yili_kg.annotation.run import annotate
from yili_kg.errors import DataError
from yili_kg.layers import edit
from yili_kg.lexicon import load_lexicon
from yili_kg.models import Annotated, Citation, Mention, Quotation
from yili_kg.sources import read
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

HEAD = "chapter\trole\toccupant\tconcept\ten\tpassage\twords\n"


@pytest.fixture(scope="module")
def notes() -> list[Annotated]:
    folder = SHARED / "texts" / "KR1d0026"
    if not folder.is_dir():
        pytest.skip("the commentaries in YILI_SHARED are not there")
    return [annotate(edit(read(p))) for p in sorted(folder.glob("*_0*.txt"))]


def test_occupants_are_said_by_the_note_on_their_passage(notes: list[Annotated]) -> None:
    said: dict[str, str] = {}
    for annotated in notes:
        for segment in annotated.edition.segments:
            if segment.layer == "注":
                for passage in segment.passages:
                    said[passage] = said.get(passage, "") + stream(fold(segment.text))[0]
    missing = [
        f"{o.name}: {o.words} is not in the note on {o.passage}"
        for o in load_occupants().values()
        if stream(fold(o.words))[0] not in said.get(o.passage, "")
    ]
    assert not missing


def test_mentions_link_to_the_role_of_their_rite(notes: list[Annotated]) -> None:
    hosts = {m.role for a in notes for m in a.mentions if m.concept == "主人" and m.role}
    assert {"士冠禮·主人", "鄉飲酒禮·主人", "燕禮·主人"} <= hosts
    general = [m for a in notes for m in a.mentions if m.concept == "主人" and not m.role]
    assert general, "chapters without such a note keep the general concept"


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
    assert [m.role for m in in_rites([quoted, host], [citation], {"s": "04"})] == ["鄉飲酒禮·主人", ""]
    assert [m.role for m in in_rites([host], [], {"s": "03"})] == [""]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("04|主人||鄉大夫|x|04.001|主人", "the field occupant is empty"),
        ("04|無此角色|某||x|04.001|主人", "no role 無此角色"),
        ("44|主人|某||x|04.001|主人", "no chapter 44"),
        ("04|主人|某||x|04.001|主人\n04|主人|某||x|04.001|主人", "already taken at occupants.tsv:2"),
    ],
)
def test_occupants_broken_rows(tmp_path: Path, row: str, message: str) -> None:
    path = tmp_path / "occupants.tsv"
    path.write_text(HEAD + row.replace("|", "\t") + "\n", encoding="utf-8")
    with pytest.raises(DataError, match=message) as error:
        read_occupants(path, load_lexicon())
    assert "occupants.tsv:" in str(error.value)
