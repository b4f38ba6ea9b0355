"""Pointers of a 疏 and the words that they name."""

from __future__ import annotations

from yili_kg.layers.pointers import Pool, find_pointers, pointer_spans
from yili_kg.models import Segment


def segment(number: int, text: str, layer: str = "經") -> Segment:
    return Segment(
        id=f"04.{number:03}.a.x.1",
        layer=layer,
        speaker="",
        chapter="04",
        passages=(),
        extent="whole",
        comments_on="",
        pieces=((1000 * number, 1000 * number + len(text)),),
        text=text,
        offsets=tuple(range(1000 * number, 1000 * number + len(text))),
        order=number,
    )


TEXT = [segment(1, "主人戒賓賓拜辱主人答拜"), segment(2, "戒警也告也", "注"), segment(3, "主人退賓拜辱")]


def test_pointers_at_the_head_and_farther_on() -> None:
    text = "「主人」至「答拜」。○釋曰云。○注「戒警」至「告也」。○釋曰云「主人」者"
    assert [(layer, first, last) for _, _, layer, first, last in pointer_spans(text)] == [
        ("經", "主人", "答拜"),
        ("注", "戒警", "告也"),
    ]
    assert pointer_spans("云「主人」至「答拜」。○") == []


def test_a_span_is_looked_for_from_the_end_and_may_run_over_segments() -> None:
    pool = Pool([TEXT[0], TEXT[2]])
    assert pool.resolve("主人", "拜辱") == ("04.003.a.x.1", 3000, 3006)
    assert pool.resolve("答拜", "主人") == ("04.001.a.x.1", 1009, 3002)
    assert pool.resolve("賓拜辱", "") == ("04.003.a.x.1", 3003, 3006)


def test_one_graph_of_three_may_differ() -> None:
    pool = Pool([TEXT[0], TEXT[2]])
    assert pool.resolve("王人退", "賓拜辱") == ("04.003.a.x.1", 3000, 3006)
    assert pool.resolve("主人答", "") == ("04.001.a.x.1", 1007, 1010)
    assert pool.resolve("王入", "拜辱") is None
    assert pool.resolve("甲乙丙", "丁戊己") is None
    assert Pool([]).resolve("主人", "拜辱") is None


def test_what_is_not_found_says_why() -> None:
    sub = segment(9, "「甲乙」至「丁戊」。○注「戒警」至「告也」。○釋曰云", "疏")
    base, note = find_pointers(sub, TEXT)
    assert (base.target, base.reason) == ("", "no such words in the text before it")
    assert (note.target, note.target_start, note.target_end) == ("04.002.a.x.1", 2000, 2005)
    assert [p.reason for p in find_pointers(sub, [])] == ["no 經 before it", "no 注 before it"]
