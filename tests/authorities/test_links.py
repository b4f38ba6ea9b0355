"""The links to what other projects keep: each fits its list, none twice, and a slip in a table is told with file and line."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from yili_kg.authorities import (
    load_authorities,
    load_left_out,
    load_links,
    load_methods,
    load_second_reading,
)
from yili_kg.errors import DataError
from yili_kg.graph.blocks import as_quads
from yili_kg.graph.cited_works import target_iri, work_of_target
from yili_kg.graph.iris import concept_iri, graph_iri
from yili_kg.graph.knowledge import chapter_quads
from yili_kg.graph.lift_links import link_quads
from yili_kg.graph.vocabulary import LinkTerms, Terms
from yili_kg.lexicon import headword, load_joined, load_lexicon
from yili_kg.reference.books import profiles

_HEAD = "concept\tauthority\tid\tmatch\tmethod\tgrounds\treviewer\tdate"
_GOOD = "鄭玄\tcbdb\t450758\texactMatch\tname\t秦漢, 127–200\tW\t2026-11-22"


def read(tmp_path: Path, *rows: str) -> tuple[object, ...]:
    (tmp_path / "some.tsv").write_text("\n".join([_HEAD, *rows, ""]), encoding="utf-8")
    return load_links(tmp_path)


def test_links_each_id_has_the_form_of_its_list() -> None:
    for link in load_links():
        assert load_authorities()[link.authority].has_form(link.id), link
        assert link.uri == load_authorities()[link.authority].uri + link.id


def test_links_no_concept_is_exactly_two_records_of_a_list_and_no_record_two_concepts() -> None:
    exact = [link for link in load_links() if link.match == "exactMatch"]
    assert max(Counter((link.concept, link.authority) for link in exact).values()) == 1
    assert max(Counter((link.authority, link.id) for link in exact).values()) == 1


def test_links_each_list_and_each_method_is_used() -> None:
    assert {link.authority for link in load_links()} == set(load_authorities())
    assert {link.method for link in load_links()} == set(load_methods())


def test_links_join_persons_to_persons_and_works_to_books() -> None:
    books = {"ctext-library", "ctext-text", "kanripo"}
    for link in load_links():
        kind = load_lexicon().entries[link.concept].type
        assert kind == ("work" if link.authority in books else "person"), link


def test_links_every_work_of_the_library_of_cited_books_has_one() -> None:
    linked = {link.concept for link in load_links() if link.authority == "kanripo"}
    assert {profile.work for profile in profiles().values()} <= linked
    ids = {link.id for link in load_links() if link.authority == "kanripo"}
    assert set(profiles()) <= ids


def test_links_a_name_of_several_persons_needs_more_than_the_name() -> None:
    bearers: Counter[str] = Counter()
    for entry in load_lexicon().entries.values():
        if entry.type == "person":
            bearers.update({headword(entry.concept), *entry.forms})
    for link in load_links():
        if "no other bearer" in link.grounds or "borne by him alone" in link.grounds:
            name = link.grounds.partition("he stands as ")[2] or headword(link.concept)
            assert bearers[name] <= 1, link


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (_GOOD.replace("鄭玄", "鄭某"), "no concept 鄭某"),
        (_GOOD.replace("cbdb", "cbbd"), "no list cbbd"),
        (_GOOD.replace("450758", "A000001"), "A000001 is no identifier of cbdb"),
        (_GOOD.replace("\tname\t", "\tguess\t"), "no method guess"),
        (_GOOD.replace("\tW\t", "\tw\t"), "no reader w"),
        (_GOOD.replace("秦漢, 127–200", " "), "grounds"),
        (_GOOD.replace("exactMatch", "sameAs"), "match"),
        (_GOOD.replace("2026-11-22", "today"), "date"),
    ],
)
def test_links_a_slip_is_told_with_file_and_line(tmp_path: Path, row: str, said: str) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, row)
    assert said in str(caught.value)
    assert "some.tsv:2" in str(caught.value)


@pytest.mark.parametrize(
    ("second", "said"),
    [
        (_GOOD.replace("450758", "450759"), "鄭玄 is exactly two records of cbdb"),
        (_GOOD.replace("鄭玄", "鄭眾"), "cbdb 450758 is exactly two concepts"),
        (_GOOD.replace("exactMatch", "closeMatch"), "鄭玄 cbdb 450758 stands twice"),
    ],
)
def test_links_what_two_rows_may_not_say(tmp_path: Path, second: str, said: str) -> None:
    with pytest.raises(DataError, match=said) as caught:
        read(tmp_path, _GOOD, second)
    assert "some.tsv:3" in str(caught.value)
    assert "some.tsv:2" in str(caught.value)


def test_links_a_record_may_be_close_to_two_concepts(tmp_path: Path) -> None:
    close = _GOOD.replace("exactMatch", "closeMatch").replace("鄭玄", "鄭眾")
    assert len(read(tmp_path, _GOOD, close)) == 2


def test_second_reading_is_good_enough_and_what_failed_is_gone() -> None:
    links = {(link.concept, link.authority, link.id) for link in load_links()}
    seconds = load_second_reading()
    for draw in {s.draw for s in seconds}:
        drawn = [s for s in seconds if s.draw == draw]
        assert len(drawn) >= 100
        assert sum(s.verdict == "same" for s in drawn) / len(drawn) >= 0.98
    for s in seconds:
        concept = load_joined()[s.concept].concept if s.concept in load_joined() else s.concept
        assert ((concept, s.authority, s.id) in links) == (s.verdict == "same"), s


def test_what_was_left_out_is_told() -> None:
    assert {"no link: commentators", "no link: places", "no link: offices"} <= {r.kind for r in load_left_out()}


def test_quads_of_links_say_who_confirmed_each() -> None:
    quads = list(as_quads(link_quads()))
    mappings = {q.subject for q in quads if q.object == LinkTerms.mapping}
    assert len(mappings) == len(load_links())
    for term in (LinkTerms.reviewer, LinkTerms.date, LinkTerms.grounds, LinkTerms.justification):
        assert {q.subject for q in quads if q.predicate == term} == mappings
    assert {q.graph_name for q in quads} == {graph_iri("authorities")}


def test_a_text_is_no_work_and_is_tied_to_its_work() -> None:
    quads = list(as_quads(chapter_quads()))
    assert not [q for q in quads if str(q.object).endswith("F1_Work>")]
    tied = [q for q in quads if q.predicate == Terms.realised]
    assert [(q.subject, q.object) for q in tied] == [(concept_iri("儀禮"), target_iri("儀禮"))]


@pytest.mark.parametrize(
    ("target", "work"),
    [("周禮", "周禮"), ("儀禮·士冠禮", "儀禮·士冠禮"), ("尚書·泰誓", "尚書·泰誓"), ("無此書", "")],
)
def test_the_work_of_what_is_cited(target: str, work: str) -> None:
    assert work_of_target(target) == work
