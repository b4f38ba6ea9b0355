from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from yili_kg.analyse import analyse
from yili_kg.annotation.by_hand import ByHand
from yili_kg.annotation.corrections import Correction, meant_for_nobody, read_corrections
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
    document = read(tmp_path / "text.txt", reader="plain")
    return annotate(edit(replace(document, blocks=(replace(document.blocks[0], layer="文", chapter=""),))))


def correct(annotated: Annotated, rows: tuple[Correction, ...]) -> Annotated:
    return annotate(annotated.edition, hand=ByHand(corrections=rows))


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
    assert correct(annotated, read_corrections(path)) == annotated


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


RITE = """# -*- mode: mandoku-view; -*-
#+TITLE: 儀禮
#+PROPERTY: ID KR1d0026
<pb:KR1d0026_SBCK_004-1a>¶
鄕飮酒禮第四　儀禮　鄭氏注¶
鄕飮酒之禮主人戒賓賓拜辱(禮記曲禮曰毋不敬/戒之言警)主人荅拜乃請賓(請/告)¶
主人坐取爵于篚降洗賓降(降/下)主人坐奠爵于階前辭賓對¶
"""


@pytest.fixture
def rite(tmp_path: Path) -> Annotated:
    (tmp_path / "rite.txt").write_text(RITE, encoding="utf-8")
    return annotate(edit(read(tmp_path / "rite.txt")))


KINDS = HEAD.rstrip("\n") + "\tkind\tsays\n"


def of(action: str, before: str, words: str, after: str = "", *, kind: str = "mention", says: str = "") -> str:
    """One row of a table with kinds."""
    return "\t".join(("*", action, before, words, after, "", "", "why", "NN", kind, says))


def of_kinds(tmp_path: Path, *rows: str) -> tuple[Correction, ...]:
    path = tmp_path / "kinds.tsv"
    path.write_text(KINDS + "\n".join(rows) + "\n", encoding="utf-8")
    return read_corrections(path)


def test_corrections_a_dropped_mention_no_longer_acts(tmp_path: Path, rite: Annotated) -> None:
    before = [s for s in rite.steps if s.text == "降"][1]
    assert [f.text for f in before.agent] == ["賓"]
    made = correct(rite, of_kinds(tmp_path, of("drop", "", "賓", "降")))
    after = next(s for s in made.steps if s.start == before.start)
    assert (before.agent[0].start, before.agent[0].end) not in [(f.start, f.end) for f in after.agent]


def test_corrections_of_steps(tmp_path: Path, rite: Annotated) -> None:
    made = correct(
        rite,
        of_kinds(
            tmp_path,
            of("retype", "賓", "降", kind="step", says="agent=*介 count=2"),
            of("drop", "階前", "辭", kind="step"),
            of("add", "主人", "坐", "奠爵", kind="step", says="agent=主人"),
        ),
    )
    (second,) = [s for s in made.steps if s.count == 2]
    assert [(f.text, f.supplied) for f in second.agent] == [("介", True)]
    assert second.rule.startswith("correction-")
    assert "辭" not in [s.text for s in made.steps]
    assert any(s.text == "坐" and s.rule.startswith("correction-") for s in made.steps)
    assert len({s.id for s in made.steps}) == len(made.steps)


def test_corrections_of_glosses_citations_and_verdicts(tmp_path: Path, rite: Annotated) -> None:
    rows = of_kinds(
        tmp_path,
        of("retype", "", "禮記曲禮", "曰", kind="citation", says="target=禮記·表記"),
        of("add", "戒之言", "警", kind="gloss", says="term=戒 formula=之言"),
        of("retype", "請", "告", kind="gloss", says="term=請 formula=猶"),
        of("drop", "", "降下", kind="gloss"),
    )
    found = correct(rite, rows)
    assert [c.target for c in found.citations] == ["禮記·表記"]
    assert [(g.term, g.definition, g.formula) for g in found.glosses] == [("戒", "警", "之言"), ("請", "告", "猶")]
    (quote,) = [q for c in found.citations for q in c.quotes]
    rows = of_kinds(tmp_path, of("retype", "", quote.text, kind="verdict", says="paraphrase"))
    checked = analyse(rite.edition, hand=ByHand(corrections=rows))
    assert [q.verdict for c in checked.citations for q in c.quotes] == ["paraphrase"]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (of("drop", "坐取", "爵", kind="step"), "there is no step there"),
        (of("retype", "賓", "降", kind="stage"), "the kind 'stage'"),
        (of("retype", "賓", "降", kind="step", says="agents=賓"), "'agents=賓' is no slot"),
        (of("retype", "坐取", "爵", kind="gloss", says="term=爵"), "says lacks formula"),
        (of("retype", "坐取", "爵", kind="verdict", says="good"), "a verdict is retyped"),
        (of("retype", "坐取", "爵", kind="verdict", says="verbatim"), "there is no quotation there"),
    ],
)
def test_corrections_of_other_kinds_that_cannot_be(tmp_path: Path, rite: Annotated, row: str, message: str) -> None:
    with pytest.raises(DataError, match=message) as error:
        analyse(rite.edition, hand=ByHand(corrections=of_kinds(tmp_path, row)))
    assert "kinds.tsv:2" in str(error.value)


def test_corrections_for_a_source_that_is_not_there(tmp_path: Path) -> None:
    rows = of_kinds(tmp_path, of("drop", "", "賓", "降").replace("*", "txet.txt", 1))
    with pytest.raises(DataError, match="no source is called") as error:
        meant_for_nobody(rows, ["text.txt"])
    assert "kinds.tsv:2" in str(error.value)
    meant_for_nobody(rows, ["folder/txet.txt"])
