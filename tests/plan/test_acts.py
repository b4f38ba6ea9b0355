from __future__ import annotations

from pathlib import Path

import pytest

from yili_kg.errors import DataError
from yili_kg.plan.acts import act_of, load_acts, read_acts

HEAD = "verb\teffect\ten\twhom\n"


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ("升\tfly\tgoes up\t\n", "effect"),
        ("升\trise\t\t\n", "en"),
        ("升\trise\tgoes up\t\n升\trise\trises\t\n", "already taken"),
        ("户\tenter\tgoes in\t\n戶\tenter\tgoes in\t\n", "already taken"),
    ],
)
def test_a_broken_table_of_acts_is_named_with_its_line(tmp_path: Path, rows: str, says: str) -> None:
    path = tmp_path / "acts.tsv"
    path.write_text(HEAD + rows, encoding="utf-8")
    with pytest.raises(DataError, match=says) as raised:
        read_acts(path)
    assert raised.value.where.startswith("acts.tsv:")


def test_an_act_that_the_table_lacks_is_told_by_its_last_graphs_then_by_its_first() -> None:
    known = act_of("立飲")
    assert (known.verb, known.effect) == ("立飲", "drink")
    assert act_of("拜闔").effect == "bow"
    lost = act_of("闔")
    assert (lost.verb, lost.effect, lost.en) == ("闔", "still", "闔")
    assert act_of("答拜").whom == "to"
    assert all(act.place for act in load_acts().values())
