"""Which characters of a text count, and where they stand."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from yili_kg.text.graphs import LOST, is_graph, stream


@given(st.text("坐取爵,。 ●■□○◎&;KRa01\ue000𠀋A", max_size=40))
def test_graphs_read_by_runs_are_those_read_one_by_one(text: str) -> None:
    entities = {m.start(): m.end() for m in re.finditer("&[A-Za-z0-9-]{2,12};", text)}
    graphs, places, at = [], [], 0
    while at < len(text):
        if at in entities or is_graph(text[at]):
            graphs.append("□" if at in entities or text[at] in LOST else text[at])
            places.append(at)
        at = entities.get(at, at + 1)
    found = stream(text)
    assert (found.graphs, list(found.places)) == ("".join(graphs), places)
