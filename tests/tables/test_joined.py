"""Headwords that named what another headword names: one is left, and the other says by which it is replaced."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pyoxigraph as ox
import pytest

from yili_kg.errors import DataError
from yili_kg.graph.blocks import as_quads
from yili_kg.graph.iris import concept_iri
from yili_kg.graph.knowledge import concept_quads, joined_quads
from yili_kg.graph.vocabulary import Terms
from yili_kg.lexicon import load_joined, load_lexicon

_HEAD = "former\tconcept\treason"


def read(tmp_path: Path, row: str) -> object:
    path = tmp_path / "joined.tsv"
    path.write_text(f"{_HEAD}\n{row}\n", encoding="utf-8")
    return load_joined(path)


@pytest.mark.parametrize(
    ("former", "concept"),
    [
        ("陽貨", "陽虎"),
        ("召公奭", "召公"),
        ("周幽王", "幽王"),
        ("重耳", "晉文公"),
        ("儀禮鄭注句讀", "儀禮鄭註句讀"),
        ("薛平仲", "薛衡"),
        ("漢紀", "前漢紀"),
    ],
)
def test_one_man_and_one_book_have_one_headword(former: str, concept: str) -> None:
    assert load_joined()[former].concept == concept
    assert former not in load_lexicon().entries


def test_a_former_headword_is_a_form_of_that_which_replaces_it() -> None:
    for row in load_joined().values():
        division = row.former.rpartition("·")[2]  # a division is called by its own name: 周禮·考工, 考工
        assert division in load_lexicon().entries[row.concept].forms, row


def test_the_identifier_of_a_former_headword_says_by_which_it_is_replaced_and_is_no_concept() -> None:
    quads = list(as_quads(joined_quads()))
    replaced = {q.subject: q.object for q in quads if q.predicate == Terms.replaced_by}
    assert replaced[concept_iri("陽貨")] == concept_iri("陽虎")
    assert len(replaced) == len(load_joined())
    assert {q.subject for q in quads if q.predicate == Terms.deprecated and q.object == ox.Literal(True)} == set(
        replaced
    )
    concepts = {q.subject for q in as_quads(concept_quads()) if q.predicate == Terms.a}
    assert not concepts & set(replaced)
    assert set(replaced.values()) <= concepts


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("陽虎\t召公\tsome reason", "陽虎 was joined to 召公, and is an entry still"),
        ("陽貨\t陽某\tsome reason", "no concept 陽某"),
        ("陽貨\t陽虎\t ", "reason"),
    ],
)
def test_a_slip_is_told_with_file_and_line(tmp_path: Path, row: str, said: str) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, row)
    assert said in str(caught.value)
    assert "joined.tsv:2" in str(caught.value)


def test_no_two_persons_have_one_english_name_and_one_description() -> None:
    persons = [e for e in load_lexicon().entries.values() if e.type == "person" and e.forms]
    assert [said for said, number in Counter((e.en, e.description) for e in persons).items() if number > 1] == []


def test_rulers_of_two_states_have_two_english_names() -> None:
    rulers = [e for e in load_lexicon().entries.values() if e.broader == "諸侯名" and e.forms]
    assert [said for said, number in Counter(e.en for e in rulers).items() if number > 1] == []
