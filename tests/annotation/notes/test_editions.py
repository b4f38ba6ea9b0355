"""What notes say, brought home to the source."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yili_kg.analyse import analyse_file
from yili_kg.annotation.notes.claims import find_claims
from yili_kg.annotation.notes.norms import find_norms
from yili_kg.annotation.notes.over_edition import find_notes
from yili_kg.annotation.notes.tokens import Base, tokens_of
from yili_kg.annotation.run import annotate
from yili_kg.layers import edit
from yili_kg.models import Annotated, Claim, Gloss, Norm, Reading
from yili_kg.sources import read
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

PAGE = """鄉飲酒禮第四

鄉飲酒之禮。主人就先生而謀賓、介。

主人,謂諸侯之鄉大夫也。先生,鄉中致仕者。今文介作分。賓、介,處士賢者。

 「鄉飲」至「賓介」。○釋曰:云「主人,謂諸侯之鄉大夫也」者,天子十二,諸侯九,大夫七,士五。不從今文者,以其無義。《爾雅》云「介謂之輔」。此不言眾賓,文不具也。
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Annotated:
    path = tmp_path_factory.mktemp("notes") / "page.txt"
    path.write_text(PAGE, encoding="utf-8")
    return analyse_file(path)


def test_glosses_terms_definitions_and_places(page: Annotated) -> None:
    told = [(g.term, g.definition, g.formula, g.speaker, g.quoted) for g, _ in page.every("gloss", page.glosses)]
    assert ("主人", "諸侯之鄉大夫", "謂", "鄭玄", "") in told
    assert ("先生", "鄉中致仕者", "也", "鄭玄", "") in told
    assert ("輔", "介", "謂之", "賈公彥", "爾雅") in told
    # What the sub-commentator only repeats is no second gloss.
    assert sum(g.term == "主人" for g in page.glosses) == 1
    for gloss in page.glosses:
        assert PAGE[gloss.start : gloss.end] == gloss.text
        if gloss.target_segment:
            assert PAGE[gloss.target_start : gloss.target_end] == gloss.term


def test_readings_and_the_decision_of_the_sub_commentary(page: Annotated) -> None:
    (reading,) = page.readings
    assert (reading.base, reading.variant, reading.tradition) == ("介", "分", "今文")
    assert reading.decision == "rejects"
    assert reading.decided_in.endswith("shu.1")
    assert reading.ground.startswith("以其無義")
    assert PAGE[reading.target_start : reading.target_end] == "介"


def test_claims_holder_and_stance(page: Annotated) -> None:
    told = {(c.holder, c.stance) for c in page.claims}
    assert {("鄭玄", "rejects"), ("賈公彥", "absent")} <= told
    absent = next(c for c in page.claims if c.stance == "absent")
    assert absent.reason == "文不具"
    assert PAGE[absent.start : absent.end] == absent.text


def test_norms_one_row(page: Annotated) -> None:
    rows = {n.series for n in page.norms}
    assert len(rows) == 1
    assert [(n.rank, n.value) for n in page.norms] == [("天子", "十二"), ("諸侯", "九"), ("大夫", "七"), ("士", "五")]


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="主人賓也者謂曰猶言讀為如之今文古作無蓋與未聞，。,「」●&;天子諸侯士一二三 ", max_size=60))
def test_notes_of_any_text_stay_inside_it(text: str) -> None:
    tokens = tokens_of(text, "注", [Base("b", *stream(fold("主人與賓三揖至于階")))])
    glosses, readings, lost = find_notes(tokens)
    found = [(g.start, g.end) for g in glosses] + [(r.start, r.end) for r in readings]
    found += [(c.start, c.end) for c in find_claims(tokens, "鄭玄")]
    found += [(n.start, n.end) for n in find_norms(tokens.graphs, tokens.gaps)]
    found += [(row.start, row.end) for _, row in lost]
    for start, end in found:
        a, b = tokens.span(start, end)
        assert 0 <= a < b <= len(text)


@pytest.mark.shared
def test_notes_law_1_on_a_print_with_columns(shared: Path) -> None:
    """Spans are those of the file as it stands, column breaks and page marks inside them."""
    path = shared / "texts" / "KR1d0026" / "KR1d0026_010.txt"
    edition = edit(read(path))
    noted = annotate(edition)
    segments = {s.id: s for s in edition.segments}
    assert len(noted.glosses) > 60
    assert len(noted.readings) > 6
    said: list[Gloss | Reading | Claim | Norm] = [*noted.glosses, *noted.readings, *noted.claims, *noted.norms]
    for found in said:
        segment = segments[found.segment]
        inside = [g for g, at in zip(segment.text, segment.offsets, strict=True) if found.start <= at < found.end]
        assert "".join(inside) == found.text


def test_the_name_of_the_speaker_is_no_term(tmp_path: Path) -> None:
    path = tmp_path / "KR1d0099_003.txt"
    lines = (
        "# -*- mode: mandoku-view -*-",
        "#+TITLE: 儀禮集說",
        "#+PROPERTY: JUAN 3",
        "<pb:KR1d0099_WYG_003-1a>¶",
        "　儀禮集説卷三　　　　　元　敖繼公　撰¶",
        "士相見禮第三¶",
        "士相見之禮贄冬用雉¶",
        "　注曰贄所執以至者¶",
        "　繼公謂贄謂雉也某謂此言士也¶",
        "主人對曰某子命某見¶",
        "　繼公案某子者紹介之姓名也¶",
    )
    path.write_text("\n".join(lines), encoding="utf-8")
    found = analyse_file(path)
    assert not {"繼公", "某", "公"} & {g.term for g in found.glosses}
    assert ("贄", "雉", "敖繼公") in {(g.term, g.definition, g.speaker) for g in found.glosses}
