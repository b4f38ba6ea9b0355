from __future__ import annotations

import pytest

from yili_kg.annotation.find import find
from yili_kg.annotation.named_places import COUNTY, LIES_THERE, STATE, named_places
from yili_kg.text.folding import fold


def named(text: str, layer: str = "注") -> list[tuple[str, str]]:
    return [(text[f.start : f.end], f.rule) for f in named_places(fold(text), layer, ())]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("匡衛地在陳留長垣縣西南", [("長垣縣", COUNTY)]),
        ("婁林徐地下邳僮縣東南有婁亭", [("僮縣", COUNTY), ("婁亭", LIES_THERE)]),
        ("轘轅關在緱氏縣東南", [("緱氏縣", COUNTY)]),
        ("今高平方與縣北有武唐亭魯侯觀魚臺", [("方與縣", COUNTY), ("武唐亭", LIES_THERE)]),
        ("沈國今汝南平與縣", [("沈國", STATE), ("平與縣", COUNTY)]),
        ("葛國在梁國寧陵縣東北", [("葛國", STATE), ("寧陵縣", COUNTY)]),
        ("諸侯軒縣去南面", []),
        ("笙入立于縣中", []),
        ("洗東有罍水", []),
        ("大國在其南", []),
        ("縣東有大山", []),
    ],
)
def test_places_that_their_last_graph_tells(text: str, expected: list[tuple[str, str]]) -> None:
    assert named(text) == expected


def test_no_place_is_named_in_base_text_nor_where_something_stands() -> None:
    text = "匡衛地在陳留長垣縣西南"
    assert named(text, "經") == []
    assert named_places(fold(text), "注", [(6, 8)]) == []
    assert named_places("", "注", ()) == []


def test_county_and_commandery_are_two_mentions() -> None:
    mentions, _ = find("匡衛地在陳留長垣縣西南", layer="注", chapter="01")
    assert {("place", 4, 6), ("place", 6, 9)} <= {(m.type, m.start, m.end) for m in mentions}
