"""The rites in the graph, and the questions that are asked of them."""

from __future__ import annotations

import pyoxigraph as ox
import pytest

from tests.annotation.test_steps import PAGE
from tests.graphs import about, of_editions, store_of
from yili_kg.annotation.by_hand import ByHand
from yili_kg.annotation.run import annotate
from yili_kg.confidence import sure
from yili_kg.graph.check import check_shapes, check_text
from yili_kg.graph.vocabulary import node
from yili_kg.layers import edit
from yili_kg.models import Annotated
from yili_kg.pipeline import shipped_sources
from yili_kg.queries import run
from yili_kg.sources import read
from yili_kg.sources.read import read_text


def filled(*editions: Annotated) -> ox.Store:
    return store_of(*editions)


@pytest.fixture(scope="module")
def small() -> ox.Store:
    return filled(sure(annotate(edit(read_text(PAGE)), hand=ByHand(received=False))))


@pytest.fixture(scope="module")
def rites() -> ox.Store:
    """鄉飲酒禮 and 鄉射禮 as they are shipped, as the rules read them."""
    wanted = [p for p in shipped_sources() if p.name.startswith(("002", "003"))]
    return filled(*(annotate(edit(read(p)), hand=ByHand(received=False)) for p in wanted))


def test_rite_conforms_to_its_shapes(small: ox.Store) -> None:
    assert check_shapes(of_editions(small)) == []
    assert [f for f in check_text(small) if f.check in ("no-such-rule", "no-such-segment")] == []


@pytest.mark.parametrize(
    ("cls", "prop"),
    [
        (("yl", "Step"), ("yl", "act")),
        (("yl", "Step"), ("pplan", "isStepOfPlan")),
        (("yl", "Step"), ("yl", "attestedIn")),
        (("yl", "Step"), ("yl", "order")),
        (("yl", "Repetition"), ("yl", "attestedIn")),
        (("yl", "UnreadClause"), ("yl", "unresolved")),
    ],
)
def test_shapes_miss_what_a_rite_must_have(small: ox.Store, cls: tuple[str, str], prop: tuple[str, str]) -> None:
    subject = next(iter(small.quads_for_pattern(None, node("rdf", "type"), node(*cls), None))).subject
    assert isinstance(subject, ox.NamedNode)
    part = about(small, subject)
    assert check_shapes(part) == []
    for quad in list(part.quads_for_pattern(subject, node(*prop), None, None)):
        part.remove(quad)
    assert subject.value in {f.node for f in check_shapes(part)}


def test_steps_are_in_order_and_lead_back_to_their_words(small: ox.Store) -> None:
    query = "SELECT ?n ?b ?e ?w WHERE { ?s a yl:Step ; yl:order ?n ; nif:beginIndex ?b ; nif:endIndex ?e ; nif:anchorOf ?w }"
    rows = run(small, query + " ORDER BY ?n").rows
    assert [int(r[0]) for r in rows] == list(range(1, len(rows) + 1))
    assert all(PAGE[int(b) : int(e)] == w for _, b, e, w in rows)
    assert len(run(small, "SELECT ?a WHERE { ?a pplan:isPrecededBy ?b }").rows) == len(rows) - 1


def test_supplied_words_are_told_from_the_text(small: ox.Store) -> None:
    query = "SELECT ?act WHERE {{ ?s yl:act/skos:prefLabel ?act ; yl:agent c:主人 . {} }} ORDER BY ?s"
    named = run(small, query.format('FILTER NOT EXISTS { ?s yl:supplied "agent" }')).rows
    carried = run(small, query.format('?s yl:supplied "agent"')).rows
    assert [r[0] for r in named] == ["就", "戒", "答拜", "拜", "退"]
    assert [r[0] for r in carried] == ["謀", "請"]


def test_repetition_leads_to_the_steps_it_stands_for(small: ox.Store) -> None:
    query = "SELECT ?who ?act WHERE { ?r a yl:Repetition ; yl:agent/skos:prefLabel ?who ; yl:repeats/yl:act/skos:prefLabel ?act FILTER(LANG(?who) = 'lzh') }"
    assert ("介", "拜") in run(small, query).rows


def test_question_rite(small: ox.Store) -> None:
    edition = run(small, "SELECT ?e WHERE { ?x a yl:Edition ; rdfs:label ?e }").rows[0][0]
    rows = run(small, "rite", {"edition": edition}).rows
    assert [r[3] for r in rows][:5] == ["就", "謀", "戒", "拜", "答拜"]
    assert rows[0][1] == "戒賓介"


def test_question_cups_in_their_cycle(rites: ox.Store) -> None:
    rows = run(rites, "cups").rows
    assert [r[3:] for r in rows[:4]] == [
        ("*主人", "獻", "賓", "爵", "席前", "西北"),
        ("*賓", "酢", "主人", "爵", "席前", "東南"),
        ("*主人", "酬", "賓", "觶", "", ""),
        ("*主人", "獻", "介", "爵", "席前", "西南"),
    ]


def test_question_who_bows_to_whom(rites: ox.Store) -> None:
    counts = {(r[0], r[1]): (int(r[2]), int(r[3])) for r in run(rites, "who-bows").rows}
    assert counts[("主人", "眾賓")] == (1, 3)  # 主人西南面三拜眾賓
    assert counts[("賓", "主人")][0] >= 12


def test_question_facing_north_at_the_eastern_steps(rites: ox.Store) -> None:
    rows = run(rites, "at-facing").rows
    assert {("04.017", "主人", "拜"), ("04.095", "司正", "受"), ("05.028", "主人", "奠")} <= {r[:3] for r in rows}
    host = run(rites, "agent-at-facing").rows
    assert {r[0] for r in host} <= {r[0] for r in rows}
    assert ("04.095", "受") not in {r[:2] for r in host}


def test_question_what_two_rites_share_and_where_they_part(rites: ox.Store) -> None:
    shared = {r[:2] for r in run(rites, "shared-steps").rows}
    assert {("04.022", "05.025"), ("04.024", "05.027")} <= shared
    parting = {r[0] for r in run(rites, "parting-steps").rows}
    assert "04.056" in parting  # there is no 介 in 鄉射禮
    assert len(run(rites, "shared-steps").rows) > 150


def test_question_customs_and_their_exceptions(rites: ox.Store) -> None:
    customs = {r[:2]: r[2:] for r in run(rites, "customs").rows}
    cases, of, exceptions = (int(n) for n in customs[("讓", "升")])
    assert cases + exceptions == of
    rows = run(rites, "custom-exceptions", {"act": "讓", "next": "升"}).rows
    assert len(rows) == exceptions
    acts = {r[0]: (r[1], r[3]) for r in run(rites, "recurring-acts", {"least": "2"}).rows}
    assert acts["拜"][1] == ""


def test_question_sub_rites(rites: ox.Store) -> None:
    rows = run(rites, "sub-rites").rows
    assert ("04.041", "04.047", "賓酢主人", "酢") in {r[:4] for r in rows}
    assert len(rows) == 18


def test_question_unread_clauses(small: ox.Store) -> None:
    assert run(small, "unread-clauses").rows == (("04.001", "鄉飲酒之禮", "no verb that a frame knows"),)


def test_a_place_with_another_locative_is_another_place(rites: ox.Store) -> None:
    query = "SELECT DISTINCT ?p ?w WHERE { ?s yl:at|yl:to|yl:from ?p . ?p yl:ofPlace c:阼階 ; skos:prefLabel ?w } ORDER BY ?w"
    rows = run(rites, query).rows
    assert {w for _, w in rows} >= {"阼階上", "阼階前"}
    assert len({p for p, _ in rows}) == len(rows) == len({w for _, w in rows})
    assert run(rites, "SELECT ?s WHERE { ?s yl:to c:席 }").rows
    assert run(rites, "SELECT ?s WHERE { ?s yl:to ?p, c:席 . ?p yl:ofPlace c:席 }").rows == ()


def test_words_without_a_concept_keep_their_locative(rites: ox.Store) -> None:
    words = {r[0] for r in run(rites, "SELECT DISTINCT ?w WHERE { ?s yl:atWords ?w }").rows}
    assert {"物間", "物北"} <= words
