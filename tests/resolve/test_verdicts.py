from __future__ import annotations

import pytest

from yili_kg.models import Annotated, Citation, Document, Edition, Quotation
from yili_kg.reference.books import Book, Part
from yili_kg.reference.shelf import Shelf
from yili_kg.resolve.verdicts import check
from yili_kg.text.folding import fold

BOOKS = [
    Book("L", "禮記", "禮記", "", (
        Part("禮記·曲禮上", fold("為人子者居不主奧坐不中席行不中道立不中門"), fold("奧室中西南隅也")),
        Part("禮記·玉藻", fold("天子玉藻十有二旒前後邃延龍卷以祭玄端而朝日於東門之外"), ""),
    )),
    Book("S", "詩經", "詩經", "", (
        Part("詩經·靈臺", fold("虡業維樅賁鼓維鏞於論鼓鐘於樂辟廱鼉鼓逢逢矇瞍奏公"), ""),
    )),
    Book("Z", "左傳", "左傳", "", (
        Part("春秋·隱公元年", fold("元年春王正月三月公及邾儀父盟于蔑"), ""),
        Part("左傳·隱公元年", fold("鄭武公娶于申曰武姜生莊公及共叔段莊公寤生驚姜氏"), ""),
    )),
]  # fmt: skip
SHELF = Shelf(BOOKS)
EDITION = Edition(
    document=Document(raw="", sha256="0" * 64, name="x", title="x", label="x", reader="plain", blocks=(), noise=()),
    segments=(),
)


def judged(target: str, *words: str, shelf: Shelf | None = SHELF) -> Citation:
    quotes = tuple(Quotation(start=0, end=len(w), text=w) for w in words)
    citation = Citation(
        start=0,
        end=2,
        text="某",
        target=target,
        function="",
        form="titled",
        quotes=quotes,
        segment="s",
        layer="疏",
        rule="r",
    )
    return check(Annotated(edition=EDITION, mentions=(), citations=(citation,)), shelf).citations[0]


@pytest.mark.parametrize(
    ("target", "words", "verdict"),
    [
        ("禮記·曲禮", "居不主奧,坐不中席", "verbatim"),
        ("禮記·曲禮", "为人子者居不主奥", "verbatim"),
        ("禮記·曲禮", "為人子者居不之奧坐不中席", "variant"),
        ("禮記·曲禮", "居不主奧坐不正席", "near-verbatim"),
        ("禮記·曲禮", "為入子者居不主奧", "verbatim"),
        ("禮記·曲禮", "居不□奧坐不中席", "verbatim"),
        ("禮記·曲禮", "居不主奧坐不中筵", "near-verbatim"),
        ("禮記·曲禮", "居不主奧坐不中席故鄭玄引之以為證也", "verbatim"),
        ("禮記·曲禮", "案居不主奧坐不中席", "near-verbatim"),
        ("禮記·檀弓", "為人子者居不主奧", "verbatim"),
        ("禮記·曲禮", "為人子者不主奧坐不中席", "near-verbatim"),
        ("禮記·曲禮", "為人子者行不中道立不中門", "abridged"),
        ("禮記·曲禮", "奧室中西南隅也", "verbatim"),
        ("禮記·曲禮", "龍卷以祭玄端而朝日", "elsewhere"),
        ("禮記·曲禮", "莊公寤生驚姜氏", "elsewhere"),
        ("禮記·曲禮", "天命玄鳥降而生商", "not-found"),
        ("孟子", "孟子見梁惠王", "no-text"),
    ],
)
def test_verdicts(target: str, words: str, verdict: str) -> None:
    (quote,) = judged(target, words).quotes
    assert quote.verdict == verdict
    if verdict == "verbatim":
        assert quote.similarity == 1.0
    if verdict in ("variant", "near-verbatim"):
        assert quote.similarity is not None
        assert 0.7 <= quote.similarity < 1.0


@pytest.mark.parametrize(("target", "words"), [("田律", "野有田律"), ("王度記", "天子駕六"), ("禮緯", "庶人無墳")])
def test_verdict_lost_book(target: str, words: str) -> None:
    (quote,) = judged(target, words).quotes
    assert quote.verdict == "lost"


def test_without_a_library_nothing_is_checked() -> None:
    citation = judged("禮記·曲禮", "居不主奧", shelf=None)
    assert citation.quotes[0].verdict == "unchecked"


def test_target_gains_the_division_that_is_found() -> None:
    citation = judged("詩經", "矇瞍奏公")
    assert (citation.target, citation.inferred) == ("詩經·靈臺", "詩經·靈臺")
    part = judged("詩經·大雅", "矇瞍奏公")
    assert part.target == "詩經·靈臺"


def test_target_of_annals_keeps_its_name_and_the_year_is_inferred() -> None:
    citation = judged("左傳", "莊公寤生,驚姜氏")
    assert (citation.target, citation.inferred) == ("左傳", "左傳·隱公元年")
    assert judged("左傳", "公及邾儀父盟于蔑").inferred == "春秋·隱公元年"


def test_a_named_division_is_kept() -> None:
    citation = judged("禮記·玉藻", "居不主奧坐不中席")
    assert (citation.target, citation.inferred) == ("禮記·玉藻", "")
    assert citation.quotes[0].reference.startswith("禮記·曲禮上 L text")


def test_a_note_is_looked_for_where_the_text_before_it_was_found() -> None:
    citation = judged("禮記", "居不主奧坐不中席", "奧,室中西南隅也")
    assert [q.verdict for q in citation.quotes] == ["verbatim", "verbatim"]
    assert citation.target == "禮記·曲禮"
