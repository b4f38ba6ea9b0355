from __future__ import annotations

import re
from pathlib import Path

import pytest

from yili_kg.annotation.matcher import CHECKED, Matcher, load_matcher
from yili_kg.annotation.senses import SenseRule, load_senses, read_senses
from yili_kg.errors import DataError
from yili_kg.lexicon import load_lexicon, read_lexicon
from yili_kg.text.folding import fold

RULES = load_senses()
FORMS = load_lexicon().forms
HEAD = "concept\tforms\tbroader\tpinyin\ten\tsource\tnote\n"


def form_of(example: str) -> str:
    found = re.search("⟦(.+)⟧", example)
    assert found, example
    return found.group(1)


@pytest.mark.parametrize("rule", RULES, ids=lambda r: r.id)
def test_senses_examples(rule: SenseRule) -> None:
    for example in rule.match:
        assert rule.fires_on(example), f"{rule.place}: {rule.id} must fire on {example}"
        assert fold(form_of(example)) in rule.forms or rule.forms == (CHECKED,), f"{rule.place}: {example}"
    for example in rule.avoid:
        same = fold(form_of(example)) in rule.forms or rule.forms == (CHECKED,)
        assert not (same and rule.fires_on(example)), f"{rule.place}: {rule.id} must not fire on {example}"


def test_the_matcher_asks_a_rule_as_the_rule_itself_does() -> None:
    matcher = load_matcher()
    for rule in RULES:
        for example in (*rule.match, *rule.avoid):
            before, _, rest = fold(example).partition("⟦")
            form, _, after = rest.partition("⟧")
            if not any(f.type == rule.type for f in FORMS.get(form, ())):
                continue
            senses = matcher.senses(before + form + after, len(before), len(before) + len(form), "")
            told = next(reason for type_, _, _, reason in senses if type_ == rule.type)
            speaking = [
                r for r in RULES
                if r.type == rule.type and r.fires_on(example)
                and (form in r.forms or (r.forms == (CHECKED,) and any(f.checked and f.type == r.type for f in FORMS[form])))
            ]  # fmt: skip
            assert told == (speaking[0].id if speaking else ""), example


def test_matcher_takes_the_lexicon_and_all_rules() -> None:
    assert load_matcher().find(fold("主人坐取爵于篚降洗"), "經")


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def test_lexicon_missing_field_names_file_and_line(tmp_path: Path) -> None:
    write(tmp_path, "objects/a.tsv", HEAD + "爵\t爵\t\tjué\t\t鄭注\t\n")
    with pytest.raises(DataError, match=r"field en is empty") as error:
        read_lexicon(tmp_path)
    assert "a.tsv:2" in str(error.value)


def test_lexicon_two_claims_on_one_form(tmp_path: Path) -> None:
    write(tmp_path, "objects/a.tsv", HEAD + "爵\t爵\t\tjué\tcup\t鄭注\t\n")
    write(tmp_path, "roles/b.tsv", HEAD + "爵位\t爵\t\tjué\trank\t鄭注\t\n")
    with pytest.raises(DataError, match="already a form of") as error:
        read_lexicon(tmp_path)
    assert "b.tsv:2" in str(error.value) or "a.tsv:2" in str(error.value)


def test_lexicon_headword_twice(tmp_path: Path) -> None:
    write(tmp_path, "objects/a.tsv", HEAD + "爵\t爵\t\tjué\tcup\t鄭注\t\n爵\t觶\t\tjué\tcup\t鄭注\t\n")
    with pytest.raises(DataError, match="already taken"):
        read_lexicon(tmp_path)


RULE = """
- id: {id}
  type: object
  forms: [洗]
  decide: accept
  before: '{before}'
  reason: a reason
  match: ['設⟦洗⟧']
  avoid: ['降⟦洗⟧']
"""


def test_rules_bad_regex_names_the_place(tmp_path: Path) -> None:
    write(tmp_path, "a.yaml", RULE.format(id="a", before="設("))
    with pytest.raises(DataError, match="no regular expression") as error:
        read_senses(tmp_path)
    assert "a.yaml:2" in str(error.value)


def test_rules_no_yaml_names_the_line(tmp_path: Path) -> None:
    write(tmp_path, "a.yaml", "- id: [\n")
    with pytest.raises(DataError, match="no YAML"):
        read_senses(tmp_path)


def test_rules_id_twice_and_missing_field(tmp_path: Path) -> None:
    write(tmp_path, "a.yaml", RULE.format(id="a", before="設$") + RULE.format(id="a", before="適$"))
    with pytest.raises(DataError, match="already taken"):
        read_senses(tmp_path)
    write(tmp_path, "a.yaml", RULE.format(id="a", before="設$").replace("  reason: a reason\n", ""))
    with pytest.raises(DataError, match="lacks reason"):
        read_senses(tmp_path)


def test_rule_about_an_unknown_form(tmp_path: Path) -> None:
    write(tmp_path, "objects/a.tsv", HEAD + "爵\t爵\t\tjué\tcup\t鄭注\t\n")
    write(tmp_path, "rules/a.yaml", RULE.format(id="a", before="設$"))
    with pytest.raises(DataError, match="no object has the form 洗"):
        Matcher(read_lexicon(tmp_path), read_senses(tmp_path / "rules"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("type: object", "type: thing", "the type is one of"),
        ("decide: accept", "decide: allow", "decide"),
        ("  reason: a reason", "  reason: a reason\n  layers: [傳]", "no layer 傳"),
    ],
)
def test_rules_know_only_types_and_layers_of_the_tables(tmp_path: Path, old: str, new: str, message: str) -> None:
    write(tmp_path, "a.yaml", RULE.format(id="a", before="設$").replace(old, new))
    with pytest.raises(DataError, match=message) as error:
        read_senses(tmp_path)
    assert "a.yaml:2" in str(error.value)
