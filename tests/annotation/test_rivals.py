from __future__ import annotations

import pytest

from yili_kg.annotation.rival_rules import RivalRule, load_rival_rules
from yili_kg.annotation.rivals import Rival, Rivals, held, rivals_in
from yili_kg.errors import DataError
from yili_kg.text.folding import fold

RULES = load_rival_rules()
ALL = Rivals(RULES)


def claimed(rule: RivalRule, example: str) -> bool:
    """Whether the rule claims what stands between ⟦ and ⟧ of an example."""
    text = fold(example)
    start, end = text.find("⟦"), text.find("⟧") - 1
    text = text.replace("⟦", "").replace("⟧", "")
    if rule.kind == "piece":
        found = ALL.patterns[rule.id].match(text, start)
        return found is not None and found.end() == end
    return (start, end) in {(r.start, r.end) for r in ALL.find(text) if r.rule == rule.id}


def claims_there(rule: RivalRule, example: str) -> bool:
    """Whether the rule claims a graph of what stands between ⟦ and ⟧."""
    if rule.kind == "piece":
        return claimed(rule, example)
    text = fold(example)
    start, end = text.find("⟦"), text.find("⟧") - 1
    found = ALL.find(text.replace("⟦", "").replace("⟧", ""))
    return any(r.rule == rule.id and r.start < end and start < r.end for r in found)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_claims_its_examples_and_no_others(rule: RivalRule) -> None:
    assert [e for e in rule.match if not claimed(rule, e)] == []
    assert [e for e in rule.avoid if claims_there(rule, e)] == []


def test_claims_in_order_and_only_what_is_held() -> None:
    assert [(r.start, r.end, r.kind) for r in rivals_in(fold("上文君使卿,以歸父母"))] == [
        (0, 2, "pointer"),
        (7, 8, "act"),
    ]


def test_the_longest_claim_holds_a_place() -> None:
    found = held([Rival(0, 2, "date", "a"), Rival(1, 5, "measure", "b")])
    assert found == {0: (0, 2), 1: (1, 5), 2: (1, 5), 3: (1, 5), 4: (1, 5)}


def test_a_pattern_must_take_something() -> None:
    empty = RivalRule.model_validate(
        {"id": "x", "kind": "date", "pattern": "年?", "reason": "r", "match": ["⟦年⟧"], "avoid": ["月"]}
    )
    with pytest.raises(DataError, match="takes nothing"):
        Rivals((empty,))
