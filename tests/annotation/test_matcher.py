from __future__ import annotations

from yili_kg.annotation.fanqie import sound_spans
from yili_kg.annotation.matcher import Matcher, load_matcher
from yili_kg.lexicon import Lexicon
from yili_kg.text.folding import fold


def found(text: str, layer: str = "") -> list[str]:
    folded = fold(text)
    return [f"{text[m.start : m.end]}:{m.type}" for m in load_matcher().find(folded, layer)]


def test_matcher_prefers_the_longest_and_does_not_overlap() -> None:
    assert found("主人坐奠角觶于下篚") == ["主人:role", "角觶:object", "下篚:object"]


def test_matcher_senses() -> None:
    assert "洗:object" in found("設洗于阼階東南")
    assert "洗:object" not in found("主人降洗")
    assert "爵:object" in found("坐奠爵")
    assert "爵:object" not in found("各以其爵")
    assert "侯:object" in found("乃張侯下綱")


def test_matcher_of_an_empty_lexicon() -> None:
    assert Matcher(Lexicon({}, {}), ()).find("主人坐取爵") == []


def test_matcher_leaves_skipped_spans_alone() -> None:
    text = fold("主人坐取爵")
    assert [m.concept for m in load_matcher().find(text, skip=[(0, 2)])] == ["爵"]


def test_sounds_are_no_things() -> None:
    assert sound_spans("竁昌絹反為于偽反音暮", "音義") == [(0, 4), (4, 8), (8, 10)]
    assert sound_spans("卒爵反位", "注") == []
    assert sound_spans("俎也○鶉音淳", "注") == [(3, 6)]
    assert sound_spans("纁二賵芳鳳反車馬曰賵", "注") == [(2, 6)]
    assert sound_spans("祭嚌之興反加於俎主人先反", "疏") == []
