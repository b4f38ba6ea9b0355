"""Small print that stands within larger, and what is quoted in it and around it."""

from __future__ import annotations

import pytest

from yili_kg.annotation.quotation_brackets import SmallPrint
from yili_kg.annotation.spans import FoundCitation
from yili_kg.models import Segment

CITED = [
    # what is quoted in small print ends with it, in two columns and over two lines of them too
    ("亦名童容([周禮]註作⟦潼容)容者以為車之容⟧", ["潼容"]),
    ("亦名([周禮]註/作⟦潼容)¶\n(與檐同)容者⟧", ["潼容與檐同"]),
    ("亦名【[周禮]註作⟦潼容】容者⟧", ["潼容"]),
    ("([士冠禮])⟦主人玄冠⟧", ["主人玄冠"]),
    ("[周禮]註⟦作潼容⟧(聲也)容者", ["作潼容"]),
    # what is quoted around it leaves it out
    ("[祭統]曰⟦尸亦餕鬼神之餘(案此下本有也字)惠術也⟧", ["尸亦餕鬼神之餘", "惠術也"]),
    ("(主人[祭統]曰⟦尸亦餕/鬼神之餘)¶\n(惠術也⟧與)", ["尸亦餕鬼神之餘惠術也"]),  # all of it is small print
    ("[祭統]曰⟦尸亦餕鬼神之餘⟧(案此下", ["尸亦餕鬼神之餘"]),  # never closed
]


@pytest.mark.parametrize(("marked", "quoted"), CITED)
def test_quotations_stand_within_the_same_print_as_their_title(marked: str, quoted: list[str]) -> None:
    raw = "".join(c for c in marked if c not in "[]⟦⟧")
    offsets = tuple(at for at, c in enumerate(raw) if c not in "()/¶\n【】")
    text = "".join(raw[at] for at in offsets)
    title, words = (marked[marked.index(a) + 1 : marked.index(b)] for a, b in ("[]", "⟦⟧"))
    words = "".join(c for c in words if c not in "()/¶\n【】")
    segment = Segment(
        id="s", layer="述註", speaker="", book="", chapter="", passages=(), extent="whole", comments_on="",
        pieces=((0, len(raw)),), text=text, offsets=offsets, order=1,
    )  # fmt: skip
    start, begin = text.index(title), text.index(words)
    found = FoundCitation(start, start + len(title), "周禮", "", "titled", ((begin, begin + len(words)),), "r")
    assert [text[a:b] for a, b in SmallPrint(raw, segment).outside(found).quotes] == quoted
