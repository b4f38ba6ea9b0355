"""The table of places read one by one: its rows stand where they say, none is set aside, and only what is known is counted."""

from __future__ import annotations

import json
import re
from pathlib import Path

from benchmarks.mention_examples import Place, place_examples, places

from yili_kg.annotation.weighing.candidates import RIVAL
from yili_kg.tables.types import mention_types

_MARKS = re.compile(r"<pb:[^>]*>|[\n¶()/　 ]")
_APART = Path(__file__).parents[1] / "gold" / "apart"


def test_places_are_the_words_of_the_source(shared: Path) -> None:
    for source, decided in places().items():
        text = (shared / source).read_text(encoding="utf-8")
        for place in decided:
            assert _MARKS.sub("", text[place.start : place.end]) == place.words, (source, place.start)


def test_mentions_of_a_place_share_a_graph_with_it() -> None:
    for decided in places().values():
        for place in decided:
            for start, end, type_ in place.spans:
                assert type_ in mention_types()
                assert start < place.end
                assert place.start < end


def test_no_place_lies_in_a_passage_that_is_set_aside() -> None:
    apart: dict[str, list[tuple[int, int]]] = {}
    for path in _APART.glob("*.json"):
        passage = json.loads(path.read_text(encoding="utf-8"))
        apart.setdefault(passage["source"], []).append((passage["start"], passage["end"]))
    for source, decided in places().items():
        for place in decided:
            assert not any(s < place.end and place.start < e for s, e in apart.get(source, ())), (source, place.start)


def test_only_candidates_that_share_a_graph_with_a_place_are_counted(shared: Path) -> None:
    source, decided = next((s, d) for s, d in places().items() if s.startswith("texts/"))
    place: Place = decided[0]
    examples = place_examples((source, [place]))
    assert examples
    for example in examples:
        for c, right, known in zip(example.found, example.right, example.counted, strict=True):
            start, end = example.segment.span(c.start, c.end)
            shares = place.start < end and start < place.end
            assert known <= shares
            if known and c.status != RIVAL:
                assert right == ((start, end, c.type) in place.spans)
