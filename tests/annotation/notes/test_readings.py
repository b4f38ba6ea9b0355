"""Readings of graphs that are one key to the rules, and reports that tell no difference."""

from __future__ import annotations

import pytest

from yili_kg.annotation.notes.over_edition import read_notes
from yili_kg.layers import edit
from yili_kg.models import Annotated
from yili_kg.sources.read import read_text

PAGE = """# -*- mode: mandoku-view; -*-
#+TITLE: 儀禮
#+PROPERTY: ID KR1d0026
<pb:KR1d0026_SBCK_004-1a>¶
鄕飮酒禮第四　儀禮　鄭氏注¶
主人坐取爵于篚降洗有柲({note})賔降(從主/人也)¶
"""


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        ("將獻賓也今文柲作枈", [("柲", "枈", "今文")]),
        ("將獻賓也今文于爲於", [("于", "於", "今文")]),
        ("將獻賓也古文于作於", [("于", "於", "古文")]),
        ("將獻賓也于或爲於", [("于", "於", "或")]),
        # The print tells no difference.
        ("將獻賓也今文于爲于", []),
        ("將獻賓也古文爵作爵", []),
        ("將獻賓也爵或爲爵", []),
        # Simplified print has one graph for both.
        ("將獻賓也今文于为于", []),
        # What is not said is the word just glossed, and the note may write that as it likes.
        ("于往也今文皆作於", []),
    ],
)
def test_readings_no_word_varies_with_itself(note: str, expected: list[tuple[str, str, str]]) -> None:
    read = read_notes(Annotated(edition=edit(read_text(PAGE.replace("{note}", note)))))
    assert [(r.base, r.variant, r.tradition) for r in read.readings] == expected
