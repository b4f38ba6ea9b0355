"""What the reader of steps knows beside the frames: words, turns of phrase, prepositions, types of nouns."""

from __future__ import annotations

from pathlib import Path

import pytest

from yili_kg.annotation.steps import mending, read_words, stream
from yili_kg.annotation.steps.doers import load_assistants
from yili_kg.annotation.steps.frames import load_frames
from yili_kg.annotation.steps.prepositions import load_prepositions
from yili_kg.annotation.steps.scan import scan
from yili_kg.annotation.steps.words import load_words
from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.models import Mention, Segment
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.table import read_table
from yili_kg.tables.types import MentionType
from yili_kg.text.folding import fold


def test_step_patterns_take_their_examples_and_no_others() -> None:
    assert load_patterns("steps/patterns").fails() == []


def test_step_words_no_list_of_that_name() -> None:
    with pytest.raises(DataError, match="no list of words is called moods"):
        load_words().lists["moods"]


def test_step_words_every_list_is_asked() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in Path(stream.__file__).parent.glob("*.py"))
    graph = "".join(path.read_text(encoding="utf-8") for path in Path(stream.__file__).parents[2].glob("graph/*.py"))
    assert [name for name in load_words().lists if f'"{name}"' not in source + graph] == []


def test_prepositions_stand_in_their_examples() -> None:
    assert [row.word for row in load_prepositions().values() if row.word not in fold(row.example)] == []


def test_prepositions_say_what_they_make_of_a_noun() -> None:
    assert [s.origin[0].text for s in read_words("賓自西階升")] == ["西階"]
    assert [s.at[0].text for s in read_words("主人于阼階上答拜")] == ["阼階"]
    assert [s.object[0].text for s in read_words("主人以爵降")] == ["爵"]
    assert [s.verb for s in read_words("篚在東")] == []
    assert [f.text for f in read_words("若有諸公則入門")[0].agent] == ["諸公"]


def test_assistants_do_what_follows() -> None:
    for row in load_assistants().values():
        first = read_words(row.example)[0]
        assert [(f.text, f.concept) for f in first.agent] == [(row.graph, row.concept)]
    assert [s.verb for s in read_words("贊者贊祭")] == ["贊"]


def _stream(text: str, kind: str, word: str) -> stream.Stream:
    """Base text in which a word is a mention of a type."""
    start = text.index(word)
    segment = Segment(
        id="s", layer="經", speaker="", chapter="", passages=(), extent="whole", comments_on="",
        pieces=((0, len(text)),), text=text, offsets=tuple(range(len(text))), order=0,
    )  # fmt: skip
    mention = Mention(
        start=start, end=start + len(word), text=word, type=kind, concept=word, layer="經", rule="", segment="s"
    )
    return mending.make_stream([segment], {"s": [mention]}, load_words())


def test_new_type_of_things_is_handled_without_a_change_of_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = (data_folder("extraction") / "tables" / "types.tsv").read_text(encoding="utf-8").rstrip("\n")
    header = next(line for line in table.splitlines() if line.startswith("type\t")).split("\t")
    animal = {
        "type": "animal", "folder": "animals", "noun": "thing", "class_": "crm:E55_Type", "zh": "動物",
        "en": "animal", "en_scheme": "animals", "colour": "#777777",
    }  # fmt: skip
    path = tmp_path / "types.tsv"
    path.write_text(f"{table}\n" + "\t".join(animal.get(c, "") for c in header) + "\n", encoding="utf-8")
    types = {row.type: row for row in read_table(path, MentionType, unique=("type",))}
    assert _stream("主人取驪駒", "animal", "驪駒").nouns.keys() == set()
    monkeypatch.setattr(stream, "mention_types", lambda: types)
    made = _stream("主人取驪駒", "animal", "驪駒")
    assert (made.nouns[3].kind, made.nouns[3].concept) == ("thing", "驪駒")
    act = scan(made, load_frames(), load_words()).acts[0]
    assert [p.noun.text for p in act.slots["object"]] == ["驪駒"]


def test_title_is_a_noun_only_where_it_is_sung() -> None:
    assert 4 in _stream("樂正乃歌鹿鳴", "work", "鹿鳴").nouns
    assert _stream("主人取鹿鳴", "work", "鹿鳴").nouns == {}


def test_steps_owners_of_owners_are_read_in_a_loop() -> None:
    assert read_words("取" + "賓之" * 3000 + "爵")[0].object[0].text == "爵"
    assert read_words("辭" + "其" * 3000 + "降")[0].object[0].text == "降"


@pytest.mark.parametrize(
    "text", ["", "。", "若", "以", "曰", "曰「", "左", "其", "牢", "中鼎", "一", "者", "贊", "長", "如", "在左"]
)
def test_steps_words_that_end_with_the_text(text: str) -> None:
    assert all(text[s.start : s.end] == s.text for s in read_words(text))
