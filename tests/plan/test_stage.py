from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.plan.steps import step, xiangyin
from yili_kg.models import Filler, NoteSays, Repetition, Segment, Step
from yili_kg.plan.acts import EFFECTS as KINDS
from yili_kg.plan.acts import act_of, load_acts
from yili_kg.plan.effects import EFFECTS
from yili_kg.plan.places import level_of
from yili_kg.plan.script import with_repetitions
from yili_kg.plan.stage import Play, modes, stage
from yili_kg.tables.layers import layers


def play(*steps: Step, notes: str = "注") -> Play:
    return stage(steps, chapter="04", notes=notes)


def segment_of(name: str, layer: str) -> Segment:
    return Segment(
        id=name, layer=layer, speaker="", chapter="04", passages=("04.014",), extent="whole", comments_on="",
        pieces=((0, 1),), text="西", offsets=(0,), order=0,
    )  # fmt: skip


def place(of: Play, frame: int, who: str) -> tuple[float, float]:
    return dict(of.moments[frame].people)[who].point


def test_every_kind_of_act_has_an_effect() -> None:
    assert set(EFFECTS) == set(KINDS)
    assert act_of("立飲").effect == "drink"
    assert act_of("答拜").effect == "bow"
    assert act_of("闔").effect == "still"
    assert len(load_acts()) > 100


@pytest.mark.parametrize("notes", list(modes()))
def test_nobody_is_in_two_places_nor_two_in_one(notes: str) -> None:
    made = stage(xiangyin(), chapter="04", notes=notes)
    assert len(made.moments) == len(xiangyin())
    for frame in made.moments:
        names = Counter(name for name, _ in frame.people)
        assert set(names) == set(made.cast.names)
        assert max(names.values()) == 1
        stands = [s.point for _, s in frame.people]
        for n, one in enumerate(stands):
            for other in stands[n + 1 :]:
                assert (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 >= 6.9**2


@pytest.mark.parametrize("notes", list(modes()))
def test_places_are_carried_on_until_the_next_move(notes: str) -> None:
    made = stage(xiangyin(), chapter="04", notes=notes)
    for before, frame in zip(made.moments, made.moments[1:], strict=False):
        moved = {m.who for m in frame.moves}
        for name, stand in frame.people:
            was = dict(before.people)[name]
            if name not in moved:
                assert abs(was.x - stand.x) + abs(was.y - stand.y) <= 0.5, (frame.step, name)


def test_what_is_uncertain_says_why() -> None:
    made = stage(xiangyin(), chapter="04", notes="經")
    for frame in made.moments:
        for _, stand in frame.people:
            assert stand.zh
            assert stand.en
        for move in frame.moves:
            if move.how != "said":
                assert move.zh
                assert move.en


def test_host_and_guest_go_up_by_their_own_steps() -> None:
    made = play(step(0, "升", "主人"), step(1, "升", "賓"))
    assert place(made, 0, "主人")[0] > 0 > place(made, 1, "賓")[0]
    assert level_of(place(made, 1, "賓")) == "hall"


def test_who_bows_under_the_purlin_stands_between_steps_and_purlin() -> None:
    made = play(step(0, "升", "主人"), step(1, "拜", "主人", at="阼階上 楣", facing="北"))
    assert place(made, 1, "主人") == (24.0, 16.0)
    assert dict(made.moments[1].people)["主人"].facing == "北"


def test_washing_takes_one_to_the_basin_and_says_that_it_is_inferred() -> None:
    made = play(step(0, "升", "主人"), step(1, "降", "主人"), step(2, "洗", "主人", object="爵"))
    x, y = place(made, 2, "主人")
    assert abs(x - 45) < 3
    assert abs(y + 48) < 9
    assert [(m.who, m.how) for m in made.moments[2].moves] == [("主人", "inferred")]


def test_a_cup_goes_from_hand_to_hand_and_onto_the_floor() -> None:
    made = play(
        step(0, "升", "主人 賓"),
        step(1, "取", "主人", object="爵"),
        step(2, "受", "賓", object="爵"),
        step(3, "奠", "賓", object="爵", to="西階上"),
    )
    holders = [next(t.holder for k, t in f.things if k == "爵") for f in made.moments[1:]]
    assert holders == ["主人", "賓", ""]
    one, other = place(made, 2, "主人"), place(made, 2, "賓")
    assert abs(one[0] - other[0]) + abs(one[1] - other[1]) < 15  # who receives is near who gives


def test_a_negated_or_conditional_step_or_one_of_the_record_moves_nobody() -> None:
    up = step(0, "升", "賓")
    for other in (
        step(1, "降", "賓", negated=True),
        step(1, "降", "賓", conditional=True),
        replace(step(1, "降", "賓"), layer="記"),
    ):
        made = play(up, other)
        assert place(made, 0, "賓") == place(made, 1, "賓")


def test_seats_are_where_a_note_puts_them_and_a_guess_where_notes_are_not_heard() -> None:
    laid = step(0, "席", "有司", object="賓 主人 介")
    with_note = dict(play(laid, step(1, "升", "賓"), notes="注").moments[0].things)["席·賓"]
    without = dict(play(laid, step(1, "升", "賓"), notes="經").moments[0].things)["席·賓"]
    assert (with_note.certainty, without.certainty) == ("noted", "conventional")
    assert "注" in without.zh
    assert (with_note.x, with_note.y) == (without.x, without.y)


def test_what_a_note_adds_counts_only_where_notes_are_heard() -> None:
    told = replace(
        step(0, "入", "主人"),
        notes=(NoteSays(slot="facing", value="西", segment="04.014.zhu.1", start=0, end=1, rule="r"),),
    )
    segment = Segment(
        id="04.014.zhu.1",
        layer="注",
        speaker="鄭玄",
        chapter="04",
        passages=("04.014",),
        extent="whole",
        comments_on="",
        pieces=((0, 1),),
        text="西",
        offsets=(0,),
        order=0,
    )
    seen = {n: stage([told], chapter="04", notes=n, segments={segment.id: segment}) for n in modes()}
    assert {n: dict(p.moments[0].people)["主人"].facing for n, p in seen.items()} == {"經": "", "注": "西", "疏": "西"}


@pytest.mark.parametrize("given", [True, False])
def test_a_note_counts_by_the_layer_of_its_segment_and_not_by_its_id(given: bool) -> None:
    note = NoteSays(slot="facing", value="西", segment="15.014.shuzhu.zhu.1", start=0, end=1, rule="r")
    told = replace(step(0, "入", "主人", chapter="15"), notes=(note,))
    segment = segment_of(note.segment, "注")
    known = {segment.id: segment} if given else {}
    seen = {n: stage([told], chapter="15", notes=n, segments=known) for n in modes()}
    assert {n: dict(p.moments[0].people)["主人"].facing for n, p in seen.items()} == {"經": "", "注": "西", "疏": "西"}


@pytest.mark.parametrize("layer", ["疏", "述註", "互註"])
def test_whatever_layer_argues_counts_with_the_sub_commentary(layer: str) -> None:
    note = NoteSays(slot="facing", value="西", segment="s", start=0, end=1, rule="r")
    told = replace(step(0, "入", "主人"), notes=(note,))
    seen = {n: stage([told], chapter="04", notes=n, segments={"s": segment_of("s", layer)}) for n in modes()}
    assert {n: dict(p.moments[0].people)["主人"].facing for n, p in seen.items()} == {"經": "", "注": "", "疏": "西"}


def test_the_modes_are_sets_of_layers_each_within_the_next() -> None:
    assert list(modes()) == ["經", "注", "疏"]
    sets = list(modes().values())
    assert sets[0] < sets[1] < sets[2]
    assert set(layers().base) == sets[0]
    assert set(layers().argues) <= sets[2]


def test_words_for_other_steps_are_of_the_layer_of_their_segment() -> None:
    first = step(0, "升", "賓")
    likewise = Repetition(
        start=4,
        end=6,
        text="如之",
        id="r",
        segment="s",
        chapter="04",
        passage="04.002",
        agent=(Filler(text="介"),),
        repeats=(first.id,),
    )
    assert [s.layer for s in with_repetitions([first], [likewise])] == ["經", "經"]
    told = with_repetitions([first], [likewise], {"s": segment_of("s", "記")})
    assert [s.layer for s in told] == ["經", "記"]


def test_steps_that_repeat_others_are_played_again_with_their_own_person() -> None:
    first = step(0, "降", "賓"), step(1, "升", "賓"), step(2, "拜", "主人")
    again = step(3, "如之", "介", repeats=tuple(s.id for s in first))
    made = play(*first, again)
    assert [f.repeated for f in made.moments[4:]] == [s.id for s in first]
    assert [f.acting for f in made.moments[4:]] == [("介",), ("介",), ("主人",)]


def test_an_usher_made_overseer_is_one_person() -> None:
    text = "作相為司正"
    segment = Segment(
        id="04.001.jing.1",
        layer="經",
        speaker="",
        chapter="04",
        passages=("04.001",),
        extent="whole",
        comments_on="",
        pieces=((0, 5),),
        text=text,
        offsets=tuple(range(5)),
        order=0,
    )
    steps = (step(9, "入", "相"), replace(step(0, "作", "主人", object="相"), end=1), step(11, "許", "司正"))
    made = stage(steps, chapter="04", notes="注", segments={segment.id: segment})
    assert place(made, 1, "司正") == place(made, 0, "相")
    assert dict(made.moments[1].people)["相"].place == "圖外"
    again = stage((*steps[:2], steps[1], steps[2]), chapter="04", notes="注", segments={segment.id: segment})
    assert place(again, 2, "司正") == place(made, 0, "相")


WORDS = st.sampled_from(
    [
        "升",
        "降",
        "入",
        "出",
        "復位",
        "進",
        "退",
        "適",
        "取",
        "奠",
        "受",
        "授",
        "獻",
        "洗",
        "盥",
        "實",
        "拜",
        "立",
        "坐",
        "興",
        "席",
        "設",
        "薦",
        "從",
        "迎",
        "送",
        "歌",
        "闔",
    ]
)
WHO = st.sampled_from(["主人", "賓", "介", "眾賓", "有司", "工", "笙", "賓介", "司正"])
WHAT = st.sampled_from(["爵", "觶", "俎", "席", "賓", "主人", "脯醢", "壺", "篚", ""])
WHERE = st.sampled_from(
    [
        "阼階上",
        "西階上",
        "洗",
        "席",
        "薦西",
        "兩楹之間",
        "門左",
        "門外",
        "篚",
        "尊東",
        "介右",
        "序端",
        "中庭",
        "何有鄉",
        "",
    ]
)
ACTS = st.lists(st.tuples(WORDS, WHO, WHAT, WHERE, WHERE, st.sampled_from(["", "東", "西", "北", "東南"])), max_size=30)


@settings(max_examples=60)
@given(ACTS, st.sampled_from(["04", "05", "06", "09", "12"]), st.sampled_from(list(modes())))
def test_any_order_of_acts_leaves_everybody_in_one_place(
    acts: list[tuple[str, str, str, str, str, str]], chapter: str, notes: str
) -> None:
    steps = [
        step(n, verb, who, object=what, at=at, to=to, facing=facing, chapter=chapter)
        for n, (verb, who, what, at, to, facing) in enumerate(acts)
    ]
    made = stage(steps, chapter=chapter, notes=notes)
    assert made == stage(steps, chapter=chapter, notes=notes)
    for frame in made.moments:
        stands = [s.point for _, s in frame.people]
        assert len(stands) == len({name for name, _ in frame.people}) == len(made.cast.names)
        assert len(set(stands)) == len(stands)
        assert all(t.holder in made.cast.members or not t.holder for _, t in frame.things)


def test_going_down_to_wash_is_not_washing_yet_where_the_washing_comes_later() -> None:
    down = step(0, "升", "主人"), step(1, "降", "主人"), step(2, "洗", "主人", object="爵")
    later = step(3, "適", "主人", to="洗"), step(4, "盥", "主人"), step(5, "升", "主人")
    made = play(*down, *later)
    assert place(made, 2, "主人") == place(made, 1, "主人")
    assert place(made, 3, "主人")[0] > 40
    at_once = play(*down, step(3, "升", "主人"), step(4, "適", "主人", to="洗"))
    assert place(at_once, 2, "主人")[0] > 40


def test_who_sits_is_served_where_he_sits() -> None:
    made = play(
        step(0, "升", "主人 工"),
        step(1, "取", "主人", object="爵"),
        step(2, "坐", "工", facing="北", posture="坐"),
        step(3, "受", "工", object="爵"),
    )
    assert place(made, 3, "工") == place(made, 2, "工")
    assert [(m.who, m.how) for m in made.moments[3].moves] == [("主人", "inferred")]


def test_who_offers_sets_down_by_the_dishes_of_the_other() -> None:
    made = play(
        step(0, "席", "有司", object="賓 主人"),
        step(1, "升", "主人 賓"),
        step(2, "酬", "主人", recipient="賓"),
        step(3, "奠", "主人", object="觶", to="薦西"),
        step(4, "取", "賓", object="觶"),
        step(5, "奠", "賓", object="觶", to="薦東"),
    )
    cups = [
        next((t.x, t.y) for k, t in f.things if k == "觶" and not t.holder) for f in (made.moments[3], made.moments[5])
    ]
    assert cups[0][0] < -12.5 < cups[1][0]
    assert all(34 < y < 42 for _, y in cups)


def test_what_stands_for_others_is_played_in_its_place() -> None:
    first = step(0, "升", "賓", passage="04.001"), step(9, "拜", "主人", passage="04.003")
    likewise = Repetition(
        start=4,
        end=6,
        text="如之",
        id="04.002.jing.1.如1",
        segment="04.002.jing.1",
        chapter="04",
        passage="04.002",
        agent=(Filler(text="介"),),
        repeats=(first[0].id,),
    )
    lost = Repetition(
        start=7,
        end=9,
        text="如賓禮",
        id="04.002.jing.1.如2",
        segment="04.002.jing.1",
        chapter="04",
        passage="04.002",
        agent=(),
        repeats=(),
        reason="not told",
    )
    steps = with_repetitions(first, [lost, likewise])
    assert [s.verb for s in steps] == ["升", "如之", "如賓禮", "拜"]
    assert steps[2].open == (("repeats", "not told"),)
    made = stage(steps, chapter="04", notes="注")
    again = next(f for f in made.moments if f.repeated)
    assert again.acting == ("介",)
    assert level_of(dict(again.people)["介"].point) == "hall"
    assert with_repetitions([], [likewise]) == ()


def test_who_goes_to_a_lodge_leaves_the_plan_and_comes_back_by_the_gate() -> None:
    made = stage(
        [
            step(0, "入", "賓", to="門左", chapter="08"),
            step(1, "就", "賓", to="館", chapter="08"),
            step(2, "入", "賓", to="門左", chapter="08"),
        ],
        chapter="08",
        notes="注",
    )
    away = dict(made.moments[1].people)["賓"]
    assert away.place == "圖外"
    assert "館" in away.zh
    assert [(m.who, m.how) for m in made.moments[1].moves] == [("賓", "said")]
    assert place(made, 2, "賓") == place(made, 0, "賓")


def test_his_place_is_where_the_text_has_him_stand_and_not_where_he_was_last() -> None:
    """反位 of the archery master goes to the place of 立于, whatever he did in the court in between."""
    made = stage(
        (
            step(0, "入", "司射"),
            step(1, "立", "司射", at="西階"),
            step(2, "適", "司射", to="洗"),
            step(3, "取", "司射", object="弓", origin="中庭"),
            step(4, "升", "司射"),
            step(5, "降", "司射"),
            step(6, "反位", "司射"),
        ),
        chapter="05",
        notes="注",
    )
    assert place(made, 2, "司射") != place(made, 1, "司射")
    assert place(made, 6, "司射") == pytest.approx(place(made, 1, "司射"), abs=1.0)


def test_who_came_forward_goes_back_to_where_he_came_from() -> None:
    """進受爵復位 leads to where he bowed, not to where he was told to stand some acts before."""
    made = play(
        step(0, "升", "主人 賓"),
        step(1, "立", "主人", at="阼階東"),
        step(2, "拜", "主人", at="阼階上"),
        step(3, "進", "主人"),
        step(4, "受", "主人", object="爵"),
        step(5, "復位", "主人"),
    )
    assert place(made, 5, "主人") == place(made, 2, "主人") != place(made, 1, "主人")


def test_where_one_gives_an_order_is_not_his_place() -> None:
    made = stage(
        (
            step(0, "立", "司馬", at="洗南"),
            step(1, "立", "司馬", at="楅南"),
            step(2, "反位", "司馬"),
            step(3, "立", "司馬", at="楅南"),
            step(4, "升", "司馬"),
            step(5, "降", "司馬"),
            step(6, "反位", "司馬"),
        ),
        chapter="05",
        notes="注",
    )
    assert place(made, 2, "司馬") == place(made, 0, "司馬")
    assert place(made, 6, "司馬") == place(made, 0, "司馬")


def test_nobody_goes_back_up_to_a_place_on_the_hall_and_a_place_that_is_not_known_is_open() -> None:
    made = play(step(0, "升", "賓"), step(1, "立", "賓", at="楹間"), step(2, "降", "賓"), step(3, "復位", "賓"))
    assert place(made, 3, "賓") == place(made, 2, "賓")
    assert dict(made.moments[3].people)["賓"].certainty == "open"


def test_the_places_of_notes_are_taken_where_the_text_has_none() -> None:
    taken = (
        step(0, "入", "主人", chapter="12"),
        step(1, "降", "主人", chapter="12"),
        step(2, "即位", "主人", chapter="12"),
    )
    heard, unheard = (stage(taken, chapter="12", notes=n) for n in ("疏", "注"))
    assert dict(heard.moments[2].people)["主人"].facing == "西"
    assert [m.how for m in heard.moments[2].moves] == ["noted"]
    assert not unheard.moments[2].moves


def test_yielding_before_going_up_is_done_at_the_steps_by_both() -> None:
    made = play(
        step(0, "入", "主人 賓"),
        step(1, "洗", "主人", object="爵"),
        step(2, "揖", "主人", recipient="賓"),
        step(3, "讓", "主人", recipient="賓"),
        step(4, "升", "主人"),
    )
    assert {m.who for m in made.moments[3].moves} == {"主人", "賓"}
    assert all(level_of(place(made, 4, who)) == "hall" for who in ("主人", "賓"))


def test_who_goes_out_of_the_tent_does_not_leave_the_house() -> None:
    made = stage(
        (
            step(0, "入", "司射", to="次", chapter="07"),
            step(1, "出", "司射", origin="次", chapter="07"),
            step(2, "升", "司射", origin="阼階", chapter="07"),
            step(3, "出", "司射", origin="足", chapter="07"),
        ),
        chapter="07",
        notes="注",
    )
    assert level_of(place(made, 1, "司射")) == "court"
    assert place(made, 1, "司射")[0] < place(made, 0, "司射")[0]
    assert place(made, 2, "司射")[0] > 0  # by the steps that the text names, though they are not his own
    assert place(made, 3, "司射") == place(made, 2, "司射")


def test_archers_are_on_their_own_marks_and_a_pair_is_its_two() -> None:
    made = stage(
        (
            step(0, "俟", "三耦", at="次北", chapter="07"),
            step(1, "揖", "上耦", at="階", chapter="07"),
            step(2, "升", "上射 下射", chapter="07"),
            step(3, "及", "上射 下射", to="物", chapter="07"),
            step(4, "降", "上射 下射", chapter="07"),
            step(5, "反位", "上射 下射", chapter="07"),
        ),
        chapter="07",
        notes="疏",
    )
    assert "上耦" not in made.cast.names
    assert place(made, 3, "上射")[0] < 0 < place(made, 3, "下射")[0]
    assert abs(place(made, 1, "上射")[0] + 24) < 8  # the foot of the western steps, which are theirs
    assert place(made, 5, "上射")[0] > 40  # with the other pairs


def test_what_is_a_thing_too_is_a_person_only_where_it_acts() -> None:
    shot = stage((step(0, "負", "獲者", object="侯", chapter="05"),), chapter="05", notes="注")
    assert shot.cast.names == ("獲者",)
    mourned = stage(
        (
            step(0, "馮", "主人", object="尸", facing="西", chapter="12"),
            step(1, "侇", "士", object="尸", to="堂", chapter="12"),
        ),
        chapter="12",
        notes="注",
    )
    body = [(t.x, t.y) for f in mourned.moments for k, t in f.things if k == "尸"]
    assert place(mourned, 0, "主人")[0] > body[0][0]  # facing west he is east of it
    assert body[1][1] < 48 <= body[0][1]


def test_one_name_of_an_officer_is_one_person() -> None:
    made = stage(
        (
            step(0, "適", "司馬", to="洗", chapter="07"),
            step(1, "適", "司馬正", to="次", chapter="07"),
            step(2, "進", "正", chapter="07"),
        ),
        chapter="07",
        notes="注",
    )
    assert "司馬正" in made.cast.names


def test_a_lord_is_served_where_he_is() -> None:
    made = stage(
        (
            step(0, "升", "公", chapter="07"),
            step(1, "升", "主人", chapter="07"),
            step(2, "取", "主人", object="觚", chapter="07"),
            step(3, "受", "公", object="觚", chapter="07"),
        ),
        chapter="07",
        notes="注",
    )
    assert place(made, 3, "公") == place(made, 2, "公")
    assert [m.who for m in made.moments[3].moves] == ["主人"]


def test_who_is_passed_on_his_way_back_stays_at_his_place() -> None:
    made = stage(
        (
            step(0, "立", "司射", at="洗南", chapter="07"),
            step(1, "升", "司射", chapter="07"),
            step(2, "降", "司射", chapter="07"),
            step(3, "反位", "司射", chapter="07"),
            step(4, "交", "司馬正 司射", at="階前", chapter="07"),
        ),
        chapter="07",
        notes="注",
    )
    assert [m.who for m in made.moments[4].moves] == ["司馬正"]
