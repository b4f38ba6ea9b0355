from __future__ import annotations

from pathlib import Path

import pytest

from yili_kg.annotation.compound_rules import CompoundRule, load_compound_rules, read_compound_rules
from yili_kg.annotation.compounds import Compounds
from yili_kg.annotation.find import first_pass
from yili_kg.annotation.spans import Found
from yili_kg.errors import DataError
from yili_kg.lexicon import load_lexicon
from yili_kg.text.folding import fold


def joined(text: str) -> list[Found]:
    """What the rules take, before anything is weighed."""
    return first_pass(text, fold(text), "", ())[0]


def spans(example: str) -> tuple[set[tuple[int, int]], tuple[int, int]]:
    before, _, rest = example.partition("⟦")
    inside, _, after = rest.partition("⟧")
    found = {(m.start, m.end) for m in joined(before + inside + after)}
    return found, (len(before), len(before) + len(inside))


@pytest.mark.parametrize("rule", load_compound_rules(), ids=lambda r: r.id)
def test_compounds_examples(rule: CompoundRule) -> None:
    for example in rule.match:
        found, wanted = spans(example)
        assert wanted in found, f"{rule.place}: {example}"
    for example in rule.avoid:
        found, wanted = spans(example)
        assert wanted not in found, f"{rule.place}: {example}"


def test_compounds_keep_the_concept_of_the_head() -> None:
    (mention,) = [m for m in joined("次賓羞牛肝") if m.type == "object"]
    assert (mention.concept, mention.end - mention.start, mention.rule) == ("肝", 2, "part-of-an-animal")


RULE = "- {{id: a, type: {type}, modifiers: [素], heads: [{head}], reason: r, match: ['⟦素裳⟧'], avoid: ['⟦素⟧']}}\n"


def test_compounds_broken_rules_name_the_place(tmp_path: Path) -> None:
    path = tmp_path / "compounds.yaml"
    path.write_text(RULE.format(type="thing", head="裳"), encoding="utf-8")
    with pytest.raises(DataError, match="the type is one of"):
        read_compound_rules(path)
    path.write_text(RULE.format(type="object", head="無此物"), encoding="utf-8")
    with pytest.raises(DataError, match="no object 無此物"):
        Compounds(load_lexicon(), read_compound_rules(path))
