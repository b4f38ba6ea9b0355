from __future__ import annotations

from pathlib import Path

import pytest

from yili_kg.annotation.corrections import correct, read_corrections
from yili_kg.annotation.run import annotate
from yili_kg.errors import DataError
from yili_kg.layers import edit
from yili_kg.models import Annotated
from yili_kg.sources import read

HEAD = "source\taction\tbefore\twords\tafter\ttype\tconcept\treason\tby\n"
TEXT = "主人坐取爵于篚,降洗。賓降。主人坐奠爵于階前,辭。賓對。主人坐取爵,興,適洗南面坐,奠爵于篚下,盥洗。"


@pytest.fixture
def annotated(tmp_path: Path) -> Annotated:
    (tmp_path / "text.txt").write_text(TEXT, encoding="utf-8")
    return annotate(edit(read(tmp_path / "text.txt", reader="plain")))


def corrections(tmp_path: Path, *rows: str) -> Path:
    path = tmp_path / "mine.tsv"
    path.write_text(HEAD + "".join(r.replace("|", "\t") + "\n" for r in rows), encoding="utf-8")
    return path


def types(annotated: Annotated) -> list[tuple[str, str]]:
    return [(m.text, m.type) for m in annotated.mentions]


def test_corrections_add_drop_retype(tmp_path: Path, annotated: Annotated) -> None:
    path = corrections(
        tmp_path,
        "text.txt|drop|降洗。|賓|降。主人|||he is not meant|NN",
        "*|retype|坐奠爵于|階|前|object|爵|a trial|NN",
        "te*|add|奠爵于篚下,|盥|洗|object|洗|a trial|",
    )
    made = correct(annotated, read_corrections(path))
    assert types(made).count(("賓", "role")) == types(annotated).count(("賓", "role")) - 1
    assert ("階", "object") in types(made)
    assert ("階", "place") not in types(made)
    (added,) = [m for m in made.mentions if m.text == "盥"]
    assert TEXT[added.start : added.end] == "盥"
    assert added.rule.startswith("correction-")


def test_corrections_do_not_mind_punctuation_and_variants(tmp_path: Path, annotated: Annotated) -> None:
    path = corrections(tmp_path, "text.txt|drop|降洗|賔|降主人|||no punctuation, another graph|")
    assert len(correct(annotated, read_corrections(path)).mentions) == len(annotated.mentions) - 1


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("text.txt|drop|無此文|賓|降|||gone|", "its anchor is gone"),
        ("text.txt|drop||主人|坐|||too short|", "stands in 3 places"),
        ("text.txt|drop|坐|奠|爵于階|||no mention|", "no mention of just these words"),
        ("text.txt|add|坐奠|爵|于階|object|爵|there already|", "is a mention there already"),
    ],
)
def test_corrections_that_cannot_be_made_name_file_and_line(
    tmp_path: Path, annotated: Annotated, row: str, message: str
) -> None:
    with pytest.raises(DataError, match=message) as error:
        correct(annotated, read_corrections(corrections(tmp_path, row)))
    assert "mine.tsv:2" in str(error.value)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("text.txt|mend|坐|爵|于|||x|", "the action 'mend'"),
        ("text.txt|drop|坐||于|||x|", "the field words is empty"),
        ("text.txt|drop|坐|abc|于|||x|", "no Chinese graph"),
        ("text.txt|add|坐|爵|于|thing|爵|x|", "the type 'thing'"),
        ("text.txt|add|坐|爵|于|object|無此物|x|", "no object '無此物'"),
    ],
)
def test_corrections_that_cannot_be_meant(tmp_path: Path, row: str, message: str) -> None:
    with pytest.raises(DataError, match=message) as error:
        read_corrections(corrections(tmp_path, row))
    assert "mine.tsv:2" in str(error.value)


def test_corrections_for_other_sources_are_left_alone(tmp_path: Path, annotated: Annotated) -> None:
    path = corrections(tmp_path, "other.txt|drop|無此文|賓|降|||another text|")
    assert correct(annotated, read_corrections(path)) is annotated


def test_corrections_without_header(tmp_path: Path) -> None:
    (tmp_path / "mine.tsv").write_text("text.txt\tdrop\n", encoding="utf-8")
    with pytest.raises(DataError, match="the header lacks"):
        read_corrections(tmp_path / "mine.tsv")


def test_corrections_of_a_spreadsheet(tmp_path: Path, annotated: Annotated) -> None:
    """A byte order mark, a row of nothing and a column of one's own do no harm."""
    row = "text.txt|drop|降洗|賓|降主人|||he is not meant|NN|seen twice".replace("|", "\t")
    (tmp_path / "mine.tsv").write_text(f"\ufeff{HEAD.rstrip()}\tmine\n{row}\n" + "\t" * 9 + "\n", encoding="utf-8")
    (correction,) = read_corrections(tmp_path / "mine.tsv")
    assert (correction.place, correction.by) == ("mine.tsv:2", "NN")
    assert len(correct(annotated, (correction,)).mentions) == len(annotated.mentions) - 1


def test_corrections_add_where_a_mention_was_dropped(tmp_path: Path, annotated: Annotated) -> None:
    path = corrections(tmp_path, "*|drop|坐取|爵|于篚|||first|", "*|add|坐取|爵|于篚|object|爵|then|")
    assert ("爵", "object") in types(correct(annotated, read_corrections(path)))
