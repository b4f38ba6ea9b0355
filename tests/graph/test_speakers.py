"""Somebody who speaks and whom the lexicon does not know is in the graph as what he is called."""

from __future__ import annotations

from dataclasses import replace

import pyoxigraph as ox

from yili_kg.analyse import unmeasured
from yili_kg.confidence import sure
from yili_kg.graph.assemble import edition_quads, known_quads
from yili_kg.graph.blocks import as_quads
from yili_kg.graph.check import check_quickly
from yili_kg.graph.speakers import speaker_iri
from yili_kg.graph.store import select
from yili_kg.layers import edit
from yili_kg.lexicon import load_lexicon
from yili_kg.sources.read import read_text


def test_unknown_speakers_do_not_break_a_shape() -> None:
    assert "應氏" not in load_lexicon().entries
    edition = edit(read_text("乃席賓、主人、介。\n眾賓之席,皆不屬焉。\n尊兩壺于房戶間。"))
    assert len(edition.segments) == 3
    named = zip(edition.segments, ("應氏", "吳氏", "鄭玄"), strict=True)
    annotated = sure(unmeasured(replace(edition, segments=tuple(replace(s, speaker=who) for s, who in named))))
    store = ox.Store()
    store.extend(as_quads([*known_quads(), *edition_quads(annotated)]))
    assert check_quickly(store) == []
    rows = select(store, "SELECT DISTINCT ?who { ?s a yl:Segment ; yl:speaker ?who }")
    assert {row["who"].rpartition("/")[2] for row in rows} == {"speaker.應氏", "speaker.吳氏", "鄭玄"}
    above = select(store, "SELECT ?b { ?who skos:prefLabel '吳氏'@lzh ; skos:inScheme c:persons ; skos:broader ?b }")
    assert [row["b"].rpartition("/")[2] for row in above] == ["單稱氏者"]


def test_a_word_that_is_no_person_is_not_the_speaker() -> None:
    assert load_lexicon().entries["爵"].type == "object"
    assert speaker_iri("爵").value.endswith("/concept/speaker.爵")
