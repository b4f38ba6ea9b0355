from __future__ import annotations

from dataclasses import replace

import pytest

from tests.confidence.test_measures import row
from yili_kg.analyse import unmeasured
from yili_kg.annotation.by_hand import ByHand
from yili_kg.annotation.notes.proposed import DOUBTED
from yili_kg.confidence import Measures, Thresholds, feature_of, sure
from yili_kg.confidence.gloss_weights import GlossWeights
from yili_kg.confidence.measures import READ
from yili_kg.confidence.thresholds import NOTHING_IN_DOUBT, Threshold
from yili_kg.layers import edit
from yili_kg.models import Annotated, Citation, Quotation
from yili_kg.records import records
from yili_kg.sources.read import read_text

TEXT = """鄉飲酒禮第四

鄉飲酒之禮。主人就先生而謀賓、介。

主人,謂諸侯之鄉大夫也。先生,鄉中致仕者。賓、介,處士賢者。

 「鄉飲」至「賓介」。○釋曰︰案《玉藻》云「大夫素帶」。

主人戒賓,賓拜辱。主人答拜,乃請賓。賓禮辭,許。主人再拜,賓答拜。

戒,警也,告也。拜辱,出拜其自屈辱至己門也。
"""

OF_ANOTHER_BOOK = """# -*- mode: mandoku-view; -*-
#+TITLE: 周禮
#+PROPERTY: ID KR1d0002
#+PROPERTY: JUAN 9
秋官司宼第五　鄭氏註¶
惟王建國乃立秋官司宼使帥其屬而掌邦禁¶
以佐王刑邦國(禁所以防姦者也刑謂正人之灋)¶
脩閭氏下士二人史一人徒十有二人(閭謂里門也)¶
"""


@pytest.fixture(scope="module")
def found() -> Annotated:
    """As the rules alone leave it: what the weights say of a mention is tested below."""
    found = unmeasured(edit(read_text(TEXT)), hand=ByHand(received=False))
    return replace(found, mentions=tuple(replace(m, confidence=None) for m in found.mentions))


def thresholds(**of: float) -> Thresholds:
    rows = dict.fromkeys(("mention", "citation", "verdict", "gloss", "reading", "claim", "norm", "step"), 0.5)
    rows |= {"slot": 0.6, "slot-left-out": 0.3} | of
    return Thresholds(Threshold(kind=k, threshold=v, reason="a test") for k, v in rows.items())


def measured(found: Annotated, share: float, *, slots: float = 0.9) -> Measures:
    """Measures by which each rule of an edition is right in some share of a thousand."""
    rows = {}
    for kind, some in (
        ("mention", found.mentions),
        ("citation", found.citations),
        ("gloss", found.glosses),
        ("step", found.steps),
    ):
        for one in some:
            for feature in ("base", "note", "argument"):
                rows[kind, "", one.rule, feature] = share
                if kind == "mention":
                    rows[kind, "concept", one.rule, feature] = share / 2
    for step in found.steps:
        for slot in ("agent", "object", "from"):
            for rule in (step.rule, *dict(step.grounds).values()):
                for feature in ("named", "supplied"):
                    rows["step", slot, rule, feature] = slots
    told = [row(k, rule, int(v * 1000), 1000, f, s) for (k, s, rule, f), v in rows.items()]
    return Measures(
        [*told, row("mention", READ, 97, 100, ""), row("verdict", "verbatim", 9, 10, "argument")], weights=(0.001,)
    )


def test_each_statement_says_how_sure_it_is(found: Annotated) -> None:
    told = sure(found, measured(found, 0.8), thresholds())
    assert {m.confidence for m in told.mentions} == {0.8}
    assert {dict(m.sure_of)["concept"] for m in told.mentions} == {0.4}
    assert {g.confidence for g in told.glosses} | {s.confidence for s in told.steps} <= {0.8}
    assert not told.unsure
    assert [m.text for m in told.mentions] == [m.text for m in found.mentions]


def test_what_is_below_the_threshold_is_apart(found: Annotated) -> None:
    told = sure(found, measured(found, 0.8), thresholds(mention=0.9, step=0.9))
    assert not told.mentions
    assert not told.steps
    assert told.glosses == found.glosses
    assert [u.found for u in told.unsure if u.of == "mention"] == list(found.mentions)
    assert [m for m, _ in told.every("mention", told.mentions)] == list(found.mentions)
    assert not any(is_sure for _, is_sure in told.every("step", told.steps))
    assert [u.start for u in told.unsure] == sorted(u.start for u in told.unsure)


def test_records_of_the_doubtful_are_a_kind_of_their_own(found: Annotated) -> None:
    told = sure(found, measured(found, 0.2), thresholds())
    rows = list(records(told))
    doubtful = [r for r in rows if r["kind"] == "unsure"]
    assert {r["of"] for r in doubtful} == {"mention", "citation", "gloss", "step"}
    assert {r["kind"] for r in rows} <= {"segment", "noise", "unsure", "unread", "ellipsis"}
    gloss = next(r for r in doubtful if r["of"] == "gloss")
    assert (gloss["term"], gloss["definition"], gloss["confidence"]) == ("主人", "諸侯之鄉大夫", 0.2)


def test_who_found_a_mention_may_know_better(found: Annotated) -> None:
    preset = replace(found, mentions=tuple(replace(m, confidence=0.6) for m in found.mentions))
    told = sure(preset, measured(found, 0.8), thresholds())
    assert {m.confidence for m in told.mentions} == {0.6}
    assert {dict(m.sure_of)["concept"] for m in told.mentions} == {0.3}


def test_what_a_reader_decided_is_as_sure_as_readers_agree(found: Annotated) -> None:
    read = replace(found, mentions=tuple(replace(m, read_by="A") for m in found.mentions))
    assert {m.confidence for m in sure(read, measured(found, 0.8), thresholds()).mentions} == {0.97}
    fixed = replace(found, mentions=tuple(replace(m, rule="correction-0123456789") for m in found.mentions))
    assert {m.confidence for m in sure(fixed, measured(found, 0.8), thresholds()).mentions} == {0.97}


def test_a_note_on_another_book_is_weighed_as_a_note_on_the_rites() -> None:
    weights = GlossWeights({"note": {("any", ""): 1.0, ("rule", "gloss-means"): 1.0}})
    assert "note-elsewhere" in weights
    assert "argument" not in weights
    signs = (("any", ""), ("rule", "gloss-means"))
    assert weights.sure("note-elsewhere", signs) == weights.sure("note", signs) == 0.88
    edition = edit(read_text(OF_ANOTHER_BOOK))
    assert {feature_of(s.layer, s.chapter) for s in edition.segments if s.layer == "注"} == {"note-elsewhere"}
    glosses = sure(unmeasured(edition, hand=ByHand(received=False)), weights=weights).glosses
    assert [(g.term, g.rule, g.confidence) for g in glosses] == [
        ("禁", "gloss-plain", 0.73), ("刑", "gloss-means", 0.88), ("閭", "gloss-means", 0.88)
    ]  # fmt: skip
    assert all(g.because for g in glosses)


def test_two_signs_together_weigh_beside_each_alone() -> None:
    row, pair = ("layer", "sub"), ("layer × rule", "sub × gloss-means")
    weights = GlossWeights({"argument": {("any", ""): 1.0, row: -0.5, pair: 2.0}})
    signs = (("any", ""), ("rule", "gloss-means"), row)
    assert weights.sure("argument", signs[:1]) == 0.73
    assert weights.sure("argument", signs[::2]) == 0.62
    assert weights.weigh("argument", signs) == (
        0.92,
        ("layer sub × rule gloss-means +2.00", "any  +1.00", "layer sub -0.50"),
    )


@pytest.mark.parametrize(("weight", "kept"), [(2.0, "shown"), (-0.4, "unsure"), (-3.0, "nowhere")])
def test_what_is_only_proposed_is_left_out_where_it_is_hardly_ever_right(weight: float, kept: str) -> None:
    comment = TEXT.replace("案《玉藻》云「大夫素帶」。", "云賓介者其賓即下文處士之賢者也")
    some = unmeasured(edit(read_text(comment)), hand=ByHand(received=False))
    gloss = replace(next(g for g in some.glosses if g.layer == "疏"), rule=DOUBTED)
    some = replace(some, glosses=(gloss,))
    of = {"gloss-argued": 0.5, "gloss-proposed": 0.2}
    told = sure(some, thresholds=thresholds(**of), weights=GlossWeights({"argument": {("any", ""): weight}}))
    assert ("shown" if told.glosses else "unsure" if any(u.of == "gloss" for u in told.unsure) else "nowhere") == kept


def test_slot_below_the_threshold_is_marked_and_far_below_left_out(found: Annotated) -> None:
    agents = [s.agent for s in found.steps]
    marked = sure(found, measured(found, 0.8, slots=0.5), thresholds())
    assert [s.agent for s in marked.steps] == agents
    assert all("agent" in s.doubtful for s in marked.steps if s.agent)
    out = sure(found, measured(found, 0.8, slots=0.2), thresholds())
    assert not any(s.agent or s.doubtful for s in out.steps)
    assert any(dict(s.unsure).get("agent") for s in out.steps)
    kept = sure(found, measured(found, 0.8, slots=0.2), NOTHING_IN_DOUBT)
    assert [s.agent for s in kept.steps] == agents


def test_doubtful_quotation_stays_with_its_citation(found: Annotated) -> None:
    quote = Quotation(start=3, end=5, text="束帛", verdict="elsewhere")
    citation = Citation(
        start=1, end=2, text="聘禮", target="儀禮·聘禮", function="discusses", form="titled", segment="s", layer="疏",
        rule="r", quotes=(quote, replace(quote, start=6, end=8, verdict="verbatim")),
    )  # fmt: skip
    measures = Measures(
        [row("citation", "r", 9, 10, "argument"), row("verdict", "elsewhere", 1, 10, "argument"), row("verdict", "verbatim", 9, 10, "argument")],
        weights=(0.001,),
    )  # fmt: skip
    (told,) = sure(replace(found, citations=(citation,)), measures, thresholds()).citations
    assert [q.verdict for q in told.quotes] == ["verbatim"]
    assert [(q.verdict, q.confidence) for q in told.unsure_quotes] == [("elsewhere", 0.1)]


def test_what_the_weights_say_of_a_mention_stands() -> None:
    found = unmeasured(edit(read_text(TEXT)), hand=ByHand(received=False))
    weighed = {m.start: m.confidence for m in found.mentions if m.confidence is not None}
    assert weighed, "mentions of notes and comments are weighed"
    after = sure(found, measured(found, 0.8), thresholds())
    assert {m.start: m.confidence for m in after.mentions if m.start in weighed} == weighed
