"""Reading steps: agents carried on, turns, cups, speech, breaks; the passages marked by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yili_kg.annotation.by_hand import ByHand
from yili_kg.annotation.run import annotate
from yili_kg.annotation.steps import read_words
from yili_kg.annotation.steps.align import align_rites, shared_steps
from yili_kg.annotation.steps.note_slots import NoteRule, load_note_rules, notes_on, read_note_rules
from yili_kg.errors import DataError
from yili_kg.layers import edit
from yili_kg.models import Edition, Filler, Mention, Segment, Step
from yili_kg.received.sections import load_sections, read_sections
from yili_kg.records import records
from yili_kg.sources.read import read, read_text
from yili_kg.text.folding import fold

PAGE = """鄉飲酒禮第四

鄉飲酒之禮。主人就先生而謀賓、介。

主人,謂諸侯之鄉大夫也。先生,鄉中致仕者。賓、介,處士賢者。

 「鄉飲」至「賓介」。○釋曰︰案《玉藻》云「大夫素帶」。

主人戒賓,賓拜辱。主人答拜,乃請賓。賓禮辭,許。主人再拜,賓答拜。

戒,警也,告也。拜辱,出拜其自屈辱至己門也。

主人退,賓拜辱。

退猶去也。去又拜辱者,以送謝之。

介亦如之。

如戒賓也。
"""
GOLD = Path(__file__).resolve().parents[1] / "gold" / "steps"


def words(fillers: tuple[Filler, ...]) -> str:
    return ",".join(("*" if f.supplied else "") + f.text for f in fillers)


def told(text: str) -> list[str]:
    return [f"{words(s.agent)} {s.verb} {words(s.object)}".strip() for s in read_words(text)]


def test_steps_turns_of_host_and_guest() -> None:
    text = "主人坐取爵于篚,降洗。賓降。主人坐奠爵于階前,辭。賓對。主人坐取爵,興,適洗。"
    assert told(text) == [
        "主人 取 爵", "*主人 降", "*主人 洗 *爵", "賓 降", "主人 奠 爵", "*主人 辭", "賓 對", "主人 取 爵", "*主人 興",
        "*主人 適",
    ]  # fmt: skip


def test_steps_do_not_need_punctuation() -> None:
    text = "主人坐取爵于篚,降洗。賓降。主人坐奠爵于階前,辭。賓對。主人坐取爵,興,適洗。"
    assert told(text) == told("".join(c for c in text if c not in ",。"))


def test_steps_who_holds_the_cup_goes_on_after_the_answer() -> None:
    assert told("主人坐取爵奠爵拜賓答拜坐祭卒爵")[-2:] == ["*主人 祭 *酒", "*主人 卒 爵"]
    assert told("主人獻賓賓拜受爵主人拜送坐祭卒爵")[-2:] == ["*賓 祭 *酒", "*賓 卒 爵"]
    assert told("尸卒爵主人拜尸答拜主婦拜主人答拜受爵酌")[-2:] == ["*主人 受 爵", "*主人 酌"]


def test_steps_attendants_serve_and_lay_out() -> None:
    assert told("賓少退薦脯醢賓升席")[1] == "*有司 薦 脯醢"
    assert told("主婦盥于房中薦兩豆")[1] == "*主婦 薦 豆"


def test_steps_inside_speech_there_are_none() -> None:
    assert told("賓對曰某不敏恐不能共事以病吾子敢辭主人曰某猶願吾子之終教之也賓再拜") == ["賓 曰", "主人 曰", "賓 拜"]
    assert told("擯者延之曰升升成拜") == ["擯者 延", "*擯者 曰", "*擯者 升", "*擯者 成拜"]


def test_steps_negated_and_conditional() -> None:
    steps = read_words("大夫若有遵者,則入門左。主人降。不拜洗。")
    assert [(s.verb, s.conditional, s.negated) for s in steps] == [
        ("入", True, False), ("降", False, False), ("拜洗", False, True),
    ]  # fmt: skip


def test_steps_who_is_ordered_does_it_and_orders_alone_give_no_step() -> None:
    assert told("祝命佐食徹肵俎") == ["祝 命", "佐食 徹 肵俎"]
    assert told("司馬命取矢。賓降") == ["司馬 命", "賓 降"]


def test_steps_a_slot_without_a_word_stays_open_with_its_reason() -> None:
    step = read_words("答拜")[0]
    assert step.agent == ()
    assert dict(step.open)["agent"]


def test_steps_places_and_facings() -> None:
    step = read_words("主人門東北面再拜")[0]
    assert (words(step.at), step.facing) == ("門", "北")
    step = read_words("主人實爵席前西北面獻賓")[1]
    assert (words(step.at), step.facing, words(step.recipient)) == ("席", "西北", "賓")


def test_steps_likeness_leads_to_what_was_told() -> None:
    steps = read_words("賓降,主人辭降。賓升。賓降,主人辭如初。")
    assert steps[-1].repeats == (steps[1].id,)
    assert words(steps[1].object) == "降"


@pytest.mark.parametrize("words", ["如注「如", "如如注「如「", "如■如如如"])
def test_steps_repetition_says_what_is_printed(words: str) -> None:
    """Found by the fuzzer: marks inside a comparison were missing from its words."""
    raw = f"# -*- mode: mandoku-view -*-\n#+TITLE: 儀禮圖\n#+PROPERTY: ID KR1d0040\n經\n　註曰甲\n經\n　註曰乙\n{words}"
    found = annotate(edit(read_text(raw))).repetitions
    assert found
    assert [r.text for r in found] == [raw[r.start : r.end] for r in found]


def test_steps_repetition_without_a_verb() -> None:
    found = annotate(edit(read_text(PAGE)))
    assert [(words(r.agent), r.text) for r in found.repetitions] == [("介", "如之")]
    assert found.repetitions[0].repeats == (found.steps[-1].id,)
    kinds = {row["kind"] for row in records(found)}
    assert {"step", "repetition"} <= kinds


def test_steps_what_no_frame_reads_is_kept_with_its_reason() -> None:
    found = annotate(edit(read_text(PAGE)), hand=ByHand(received=False))
    unread = {u.text: u.reason for u in found.unread if u.kind == "step"}
    assert set(unread) == {"鄉飲酒之禮"}
    assert all(unread.values())


def test_steps_what_no_frame_reads_has_the_marks_of_the_source() -> None:
    page = read_text(PAGE.replace("鄉飲酒之禮。", "樂《南陔》、《白華》。"))
    found = annotate(edit(page))
    unread = [u for u in found.unread if u.kind == "step"]
    assert [u.text for u in unread] == ["樂《南陔》、《白華"]
    assert all("".join(page.raw[u.start : u.end].split()) == u.text for u in unread)


GRAPHS = "主人賓介尸祝坐立取爵觶于篚降洗升席自西階東南北面再拜不若曰者之,。「」:上下左右如初其在有無命使祭酒獻酬授受以與及三壹揖讓入門出房長贊牢虛幣傳所卒盥既"


@settings(max_examples=300)
@given(st.text(alphabet=GRAPHS, max_size=40))
def test_steps_any_words_can_be_read(text: str) -> None:
    for step in read_words(text):
        assert text[step.start : step.end] == step.text
        for filler in (*step.agent, *step.object, *step.recipient, *step.at, *step.origin, *step.to):
            assert filler.text
            assert filler.supplied or 0 <= filler.start < filler.end <= len(text)


def test_steps_who_offers_in_return_drinks_first() -> None:
    found = told("主人實觶酬尸東楹東北面坐奠爵拜尸西楹西北面答拜坐祭遂飲卒爵")
    assert found[-3:] == ["*主人 祭 *酒", "*主人 飲", "*主人 卒 爵"]


def _note(rule: NoteRule, example: str) -> list[str]:
    base, _, note = example.partition("|") if example.count("|") == 1 else example.rpartition("|")
    base = base.replace("|", "")
    place = base.index("⟦")
    base = base.replace("⟦", "").replace("⟧", "")
    from yili_kg.annotation.find import find_mentions

    said = Segment(
        id="note",
        layer="注",
        speaker="",
        chapter="",
        passages=(),
        extent="whole",
        comments_on="base",
        pieces=((0, len(note)),),
        text=note,
        offsets=tuple(range(len(note))),
        order=2,
    )
    mentions = [
        Mention(
            start=m.start,
            end=m.end,
            text=note[m.start : m.end],
            type=m.type,
            concept=m.concept,
            layer="注",
            rule=m.rule,
            segment="note",
        )
        for m in find_mentions(note, layer="注")
    ]
    from dataclasses import replace

    steps = [replace(s, segment="base") for s in read_words(base)]
    document = read_text("鄉飲酒禮第四\n\n主人戒賓。\n")
    made = notes_on(steps, Edition(document=document, segments=(said,)), {"note": mentions})
    return [n.rule for s in made if s.start == place for n in s.notes]


@pytest.mark.parametrize("rule", load_note_rules(), ids=lambda r: r.id)
def test_what_notes_add(rule: NoteRule) -> None:
    for example in rule.match:
        assert rule.id in _note(rule, example), example
    for example in rule.avoid:
        assert rule.id not in _note(rule, example), example


def test_note_rule_broken(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("- {id: a, slot: mood, pattern: '(?P<value>.)', reason: r, match: [x], avoid: [y]}\n")
    with pytest.raises(DataError, match="the slot is one of"):
        read_note_rules(path)
    path.write_text("- {id: a, slot: at, pattern: '.', reason: r, match: [x], avoid: [y]}\n")
    with pytest.raises(DataError, match="a group is value") as caught:
        read_note_rules(path)
    assert "x.yaml:1" in caught.value.where


def test_sections_cover_all_chapters_and_nest() -> None:
    sections = load_sections()
    assert {s.chapter for s in sections.sections} == {f"{n:02}" for n in range(1, 18)}
    found = sections.of("04.045")
    assert found is not None
    assert (found.name, found.kind) == ("賓酢主人", "酢")
    inner = sections.of("04.087")
    assert inner is not None
    assert inner.name == "獻笙"


def test_sections_broken_row(tmp_path: Path) -> None:
    path = tmp_path / "sections.tsv"
    head = "section\tchapter\tfirst\tlast\tlast_words\ttitle\theading\tname\tkind\tsource\n"
    path.write_text(f"{head}04.01\t04\t04.009\t04.003\ta\tb\t\tc\td\te\n", encoding="utf-8")
    with pytest.raises(DataError, match="ends before it begins"):
        read_sections(path)


def test_align_finds_what_two_rites_share_and_where_they_part() -> None:
    first = read_words("賓降,主人辭降。賓對。主人坐取爵,興,適洗。賓升席。")
    second = read_words("賓降,主人辭降。賓對。主人執觶。主人坐取爵,興,適洗。")
    stretches = align_rites(first, second)
    assert [s.shared for s in stretches] == [True, False, True, False]
    assert [s.verb for s in stretches[1].second] == ["執"]
    assert len(shared_steps(first, second)) == 6


def _f1(gold: Path, shared: Path) -> tuple[float, float]:
    marked = json.loads(gold.read_text(encoding="utf-8"))
    found: dict[tuple[int, int], Step] = {
        (s.start, s.end): s
        for s in annotate(edit(read(shared / marked["source"]))).steps
        if marked["start"] <= s.start and s.end <= marked["end"]
    }
    wanted = {(s["start"], s["end"]): s for s in marked["steps"]}
    both = found.keys() & wanted.keys()
    agents = sum(
        len({f.text for f in found[k].agent} & {fold(a.lstrip("*")) for a in wanted[k]["agent"]}) for k in both
    )
    total = sum(len(s.agent) for s in found.values()) + sum(len(s["agent"]) for s in wanted.values())
    return 2 * len(both) / (len(found) + len(wanted)), 2 * agents / total


@pytest.mark.shared
@pytest.mark.parametrize("gold", sorted(GOLD.glob("seen-*.json")), ids=lambda p: p.stem)
def test_steps_of_passages_marked_by_hand(gold: Path, shared: Path) -> None:
    verbs, agents = _f1(gold, shared)
    assert verbs >= 0.95
    assert agents >= 0.88
