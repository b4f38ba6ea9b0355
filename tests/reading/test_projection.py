"""An edition takes what was read wherever its graphs are those of the reading."""

from __future__ import annotations

from pathlib import Path

import pytest
from rapidfuzz.distance import Levenshtein

from tests.reading.conftest import PAGE, SHEET, reading_of
from yili_kg.annotation.by_hand import ByHand
from yili_kg.annotation.run import annotate
from yili_kg.graph.blocks import as_quads
from yili_kg.graph.lift import mention_quads
from yili_kg.layers import edit
from yili_kg.models import Annotated, Edition, Segment, Step
from yili_kg.models.quick import replace
from yili_kg.reading.load import PassageReading
from yili_kg.reading.mentions import DECIDED
from yili_kg.reading.place import Placed, is_scattered
from yili_kg.sources.read import read_text
from yili_kg.text.graphs import stream

Reading = dict[tuple[str, str], PassageReading]


def read_as(page: str, reading: Reading) -> Annotated:
    return annotate(edit(read_text(page)), hand=ByHand(received=False, own=reading))


def step(annotated: Annotated, verb: str, nth: int = 0) -> Step:
    return [s for s in annotated.steps if s.verb == verb][nth]


def test_projection_takes_mentions_steps_and_glosses(edition: Edition, reading: Reading) -> None:
    found = annotate(edition, hand=ByHand(received=False, own=reading))
    raw = edition.document.raw
    assert all(stream(raw[m.start : m.end]).graphs == m.text for m in found.mentions)
    declines = step(found, "辭")
    assert [(f.text, f.supplied) for f in declines.agent] == [("介", True)]
    assert declines.read_by == "Mei"
    assert declines.rule == DECIDED
    assert declines.other == "agent:主人(句讀)"
    assert ("agent", "read-in-shu") in declines.grounds
    assert [f.locative for f in step(found, "奠").to] == ["前"]
    assert [(g.term, g.definition) for g in found.glosses if g.read_by] == [
        ("降", "從主人"), ("讓", "事同"), ("辭", "事異"),
    ]  # fmt: skip


def test_projection_says_where_a_supplied_word_was_last_named(edition: Edition, reading: Reading) -> None:
    found = annotate(edition, hand=ByHand(received=False, own=reading))
    (agent,) = step(found, "洗").agent
    assert edition.document.raw[agent.start : agent.end] == "主人"
    assert agent.start < step(found, "洗").start


def test_projection_where_rules_say_the_same_their_id_stays(edition: Edition, reading: Reading) -> None:
    rules = {(m.start, m.end): m for m in annotate(edition, hand=ByHand(received=False)).mentions}
    read = annotate(edition, hand=ByHand(received=False, own=reading)).mentions
    same = [m for m in read if (m.start, m.end) in rules and m.read_by]
    assert same
    assert all(m.rule == rules[m.start, m.end].rule for m in same)


def test_projection_what_the_reader_left_out_is_left_out(tmp_path: Path) -> None:
    bare = reading_of(SHEET.replace("{O:爵}于{O:篚}", "爵于{O:篚}"), tmp_path / "04")
    texts = [m.text for m in read_as(PAGE, bare).mentions if m.segment.startswith("04.018")]
    assert "爵" not in texts
    assert "篚" in texts


def test_projection_on_an_edition_that_differs(reading: Reading) -> None:
    """What differs is for the rules, the rest is as it was read: a graph more, a graph less, a variant."""
    page = PAGE.replace("階前辭", "東階前再辭").replace("降洗(", "降(")
    found = read_as(page, reading)
    declines = step(found, "辭")
    assert [f.text for f in declines.agent] == ["介"]
    assert "洗" not in [s.verb for s in found.steps]
    assert [f.text for f in step(found, "奠").to] == ["階"]
    stairs = [m for m in found.mentions if m.text in ("階", "東階") and m.segment.startswith("04.020")]
    assert len(stairs) == 1


def words(page: str, reading: Reading, passage: str) -> list[str]:
    return [m.text for m in read_as(page, reading).mentions if m.segment.startswith(f"{passage}.")]


def test_projection_no_word_runs_over_what_is_woven_in(reading: Reading) -> None:
    """主 of one clause and 人 of another are not the 主人 that was read."""
    page = PAGE.replace("人坐取爵", "東西相向之時其人坐取爵")
    assert not [w for w in words(page, reading, "04.018") if w.startswith("主") and w.endswith("人")]
    assert "主人" in words(PAGE, reading, "04.018")


def test_projection_a_shorter_name_was_not_decided(tmp_path: Path) -> None:
    """Where 少牢饋食禮 was read and an edition has 少牢禮, nobody read that: the rules say what it is."""
    sheet = SHEET.replace("從{R:主人}也\n= 降 := 從主人 [也]", "見於{W:少牢饋食禮}文")
    longer = reading_of(sheet, tmp_path / "04")
    assert "少牢禮" in words(PAGE.replace("從主/人也", "見於少/牢禮文"), longer, "04.019")


def test_projection_a_modifier_added_belongs_to_the_word(reading: Reading) -> None:
    """A word that an edition makes longer at its head is the edition's own."""
    assert "東階" in words(PAGE.replace("階前辭", "東階前辭"), reading, "04.020")


@pytest.mark.parametrize(
    ("theirs", "mine", "kept"),
    [
        ("重以煩事賓也", "重以煩事賓也蓋", "重以煩事賓也"),
        ("重以煩事賓", "重以煩之事賓", "重以煩事賓"),  # a graph more parts nothing
        ("重以煩事賓也", "重以煩甲乙丙事丁戊己庚也", "重以煩也"),  # a lone 事 amid others
    ],
)
def test_projection_what_stands_alone_amid_other_words(theirs: str, mine: str, kept: str) -> None:
    operations = list(Levenshtein.opcodes(theirs, mine))
    taken = (
        theirs[o.src_start : o.src_end]
        for at, o in enumerate(operations)
        if o.tag == "equal" and not is_scattered(operations, at)
    )
    assert "".join(taken) == kept


def test_projection_leaves_other_passages_to_the_rules(reading: Reading) -> None:
    found = read_as(PAGE, reading)
    answers = step(found, "對")
    assert answers.read_by == ""
    assert answers.passage == "04.021"


def test_projection_ids_are_unique_and_in_order(edition: Edition, reading: Reading) -> None:
    found = annotate(edition, hand=ByHand(received=False, own=reading))
    assert len({s.id for s in found.steps}) == len(found.steps)
    assert [s.start for s in found.steps] == sorted(s.start for s in found.steps)


def test_projection_is_the_same_twice(reading: Reading) -> None:
    assert read_as(PAGE, reading) == read_as(PAGE, reading)


def test_projection_the_graph_says_who_read(edition: Edition, reading: Reading) -> None:
    found = annotate(edition, hand=ByHand(received=False, own=reading))
    mention = next(m for m in found.mentions if m.read_by)
    quads = list(as_quads(mention_quads(found)))
    readers = {getattr(q.object, "value", "") for q in quads if q.predicate.value.endswith("readBy")}
    assert readers == {"https://w3id.org/yili/concept/reader-Mei"}
    assert sum(q.predicate.value.endswith("readBy") for q in quads) == sum(bool(m.read_by) for m in found.mentions)
    assert mention.read_by == "Mei"


@pytest.mark.parametrize(
    ("read", "theirs", "words", "found"),
    [
        ("相助也詩云於穆清廟肅雍顯相不寧", "相助也詩曰肅雍顯相不寧", "於穆清廟肅雍顯相", "肅雍顯相"),  # left out
        (
            "相助也詩云於穆清廟肅雍顯相不寧",
            "相助也詩云烏繆清廟肅雍顯相不寧",
            "於穆清廟肅雍顯相",
            "烏繆清廟肅雍顯相",
        ),  # written otherwise
        ("詩云肅雍顯相於穆清廟不寧", "詩云肅雍顯相烏繆不寧", "肅雍顯相於穆清廟", "肅雍顯相烏繆"),
    ],
)
def test_projection_words_begin_and_end_where_the_edition_has_them(
    reading: Reading, read: str, theirs: str, words: str, found: str
) -> None:
    (segment,) = (replace(s, text=theirs) for s in edit(read_text(PAGE)).segments[:1])
    where: list[tuple[Segment, int] | None] = [None] * len(read)
    for block in Levenshtein.opcodes(read, theirs):
        if block.tag == "equal":
            where[block.src_start : block.src_end] = [(segment, at) for at in range(block.dest_start, block.dest_end)]
    start = read.index(words)
    place = Placed(next(iter(reading.values())), where)._nearly(start, start + len(words))
    assert place is not None
    assert segment.text[place[1] : place[2]] == found
