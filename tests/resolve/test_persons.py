from __future__ import annotations

from dataclasses import replace

import pytest

from yili_kg.analyse import analyse_text
from yili_kg.annotation.find import find_mentions
from yili_kg.models import Citation, Mention, Quotation
from yili_kg.reference.reigns import titles
from yili_kg.resolve.persons import (
    Around,
    Division,
    PersonExample,
    PersonRule,
    load_person_rules,
    meant,
    settle_persons,
)
from yili_kg.text.folding import fold

EXAMPLES = [(rule, example) for rule in load_person_rules() for example in rule.examples]
AVOIDED = [(rule, example) for rule in load_person_rules() for example in rule.avoid]


def around(example: PersonExample) -> Around:
    """The name of an example; those before it are told first, as in a segment."""
    before, _, rest = example.text.partition("⟦")
    name, _, after = rest.partition("⟧")
    text, start = before + name + after, len(before)
    folded, annals = fold(text), example.annals
    named: list[tuple[int, str, str]] = []
    for m in find_mentions(text, layer="疏"):
        if m.type not in ("person", "place"):
            continue
        words, annals = (annals, "") if m.concept in titles() else ("", annals)
        here = Around(folded, m.start, m.end, m.concept, tuple(named), Division(example.division), words)
        if m.start == start:
            return here
        named.append((m.start, here.form, meant(here)[0] if m.type == "person" else m.concept))
    return Around(folded, start, start + len(name), name, tuple(named), Division(example.division))


@pytest.mark.parametrize(("rule", "example"), EXAMPLES, ids=lambda v: v.id if isinstance(v, PersonRule) else v.text)
def test_case_decides_its_example(rule: PersonRule, example: PersonExample) -> None:
    assert meant(around(example)) == (example.means, rule.id)


@pytest.mark.parametrize(("rule", "example"), AVOIDED, ids=lambda v: v.id if isinstance(v, PersonRule) else v.text)
def test_case_leaves_its_counter_example(rule: PersonRule, example: PersonExample) -> None:
    assert meant(around(example))[1] != rule.id


def person(text: str) -> Mention:
    found = analyse_text(text)
    return next(m for m in found.mentions if m.type == "person")


def test_name_that_one_person_bears_is_not_asked() -> None:
    assert person("孔子曰").identified == ""


def test_mention_says_which_rule_told_persons_apart() -> None:
    found = analyse_text("案左傳范宣子殺羊舌虎祁奚見宣子曰")
    last = [m for m in found.mentions if m.text == "宣子"]
    assert [(m.concept, m.identified) for m in last] == [("士匄", "person-named-before")]


def test_what_a_reader_decided_stands() -> None:
    found = analyse_text("案魯之周公衛之康叔鄭之桓公之類")
    by_hand = replace(
        found,
        mentions=tuple(
            replace(m, concept="桓公", read_by="A", identified="") if m.text == "桓公" else m for m in found.mentions
        ),
    )
    (duke,) = [m for m in settle_persons(by_hand).mentions if m.text == "桓公"]
    assert (duke.concept, duke.identified) == ("桓公", "")


@pytest.mark.parametrize(
    ("verdict", "reference", "who"),
    [
        ("verbatim", "春秋·成公八年 KR1e0001 text 10-20", "晉景公"),
        ("unchecked", "", "晉侯"),
        ("not-found", "", "晉侯"),
        ("verbatim", "broken", "晉侯"),
    ],
)
def test_quotation_tells_the_year_where_it_was_found(verdict: str, reference: str, who: str) -> None:
    found = analyse_text("案春秋晉侯使韓穿來言汶陽之田")
    (ruler,) = [m for m in found.mentions if m.type == "person" and m.text == "晉侯"]
    quote = Quotation(start=ruler.start, end=ruler.end + 9, text="", verdict=verdict, reference=reference)
    citation = Citation(
        start=ruler.start - 2, end=ruler.start, text="春秋", target="春秋", function="", form="titled", quotes=(quote,),
        segment=ruler.segment, layer=ruler.layer, rule="",
    )  # fmt: skip
    plain = tuple(replace(m, concept="晉侯", identified="") if m == ruler else m for m in found.mentions)
    settled = settle_persons(replace(found, mentions=plain, citations=(citation,)))
    assert [m.concept for m in settled.mentions if m.text == "晉侯"] == [who]
