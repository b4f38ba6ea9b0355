"""Citations as modern prints punctuate them: titles in 《》, quotations in marks behind a colon, notes in brackets of their own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.annotation.test_citations import cited
from yili_kg import annotate
from yili_kg.annotation.title_marks import in_title_marks


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("通典云「武庫禁兵」,白虎通云「禮古經」。", [("通典", ["武庫禁兵"]), ("白虎通", ["禮古經"])]),
        (
            "《玉藻》云「大夫素帶」,鄭注云「謂大夫」,又云「居士錦帶」。",
            [("禮記·玉藻", ["大夫素帶", "謂大夫", "居士錦帶"])],
        ),
        ("《說文》：「冠，絭也」，《玉篇》云：「冠，冕也」。", [("說文", ["冠，絭也"]), ("玉篇", ["冠，冕也"])]),
        ("《釋文》云「纚，山綺反」。", [("經典釋文", ["纚，山綺反"])]),
        (
            "《論語·先進篇》云「端章甫」，《子張篇》曰「子夏之門人」。",
            [("論語·先進", ["端章甫"]), ("論語·子張", ["子夏之門人"])],
        ),
        ("《弟子職》云：「先生施教」。", [("管子·弟子職", ["先生施教"])]),
        ("《左傳》哀公十七年“武伯問於高柴”，皆其證。", [("左傳·哀公十七年", ["武伯問於高柴"])]),
        ("《左傳》昭二十一年：「欒盈」。", [("左傳·昭公二十一年", ["欒盈"])]),
        ("《左傳》僖公三十三年：「季使過冀」，杜注：「冀，晉邑」。", [("左傳·僖公三十三年", ["季使過冀", "冀，晉邑"])]),
        ("《大宗伯》「以玉作六瑞」，鄭《注》云：「瑞，符信也」。", [("周禮·大宗伯", ["以玉作六瑞", "瑞，符信也"])]),
        ("《夏官·弁師》：「王之皮弁」。", [("周禮·弁師", ["王之皮弁"])]),
        ("《詩·楚茨》：「為豆孔庶」，毛《傳》：「豆，謂肉羞」。", [("詩經·楚茨", ["為豆孔庶", "豆，謂肉羞"])]),
        ("《儀禮·鄉飲酒禮》：“主人就先生而謀。”", [("儀禮·鄉飲酒禮", ["主人就先生而謀"])]),
        ("《周礼·膳夫》说：“王日一举”。", [("周禮·膳夫", ["王日一举"])]),
        (
            "〈士昏禮〉：「納采」，〈檀弓上〉云：「夏后氏尚黑」。",
            [("儀禮·士昏禮", ["納采"]), ("禮記·檀弓", ["夏后氏尚黑"])],
        ),
        ("《周禮•春官•司几筵》云：「設莞筵」。", [("周禮·司几筵", ["設莞筵"])]),
        ("《通典》卷五十六：「爵弁者」。", [("通典", ["爵弁者"])]),
        ("《魚麗》序云「美萬物盛多也」，詩云「君子有酒」。", [("詩經·魚麗", ["美萬物盛多也", "君子有酒"])]),
        pytest.param(
            "《春秋》僖九年《經》：夏，公會宰周公、齊侯。",
            [("春秋·僖公九年", ["夏，公會宰周公、齊侯"])],
            marks=pytest.mark.shared,
        ),
        ("《某氏禮說》：「冠者」。", [("某氏禮說", ["冠者"])]),
        ("《禮記･射義》云﹕﹁古者諸侯之射也﹂。", [("禮記·射義", ["古者諸侯之射也"])]),
        ("《禮記･射義》云:｢古者諸侯之射也｡｣", [("禮記·射義", ["古者諸侯之射也"])]),
        (
            '《周礼·典命》:"上公九命为伯。"郑玄注:"上公，谓王之三公。"',
            [("周禮·典命", ["上公九命为伯", "上公，谓王之三公"])],
        ),
        pytest.param(
            "《左传》（襄公十四年）：“师旷侍于晋侯。”",
            [("左傳·襄公十四年", ["师旷侍于晋侯"])],
            marks=pytest.mark.shared,
        ),
        ("士冠礼に云ふ「筮于廟門」と。", [("儀禮·士冠禮", ["筮于廟門"])]),
        ('(士冠禮) the host "即位于門東".', [("儀禮·士冠禮", ["即位于門東"])]),
        ("《洪范》云：“一曰水”，《谷梁传》云：“天子之桷”。", [("尚書·洪範", ["一曰水"]), ("穀梁傳", ["天子之桷"])]),
        ("《后汉书·礼仪志》曰：“皆步行”。", [("後漢書·禮儀志", ["皆步行"])]),
    ],
)
def test_citations_in_modern_print(text: str, expected: list[tuple[str, list[str]]]) -> None:
    assert [(target, list(quotes)) for _, target, quotes in cited(text)] == expected


KING = "凡養老，有虞氏以深衣。"


@pytest.mark.parametrize(
    "title",
    [
        "『禮記』「王制」",
        "『禮記』の「王制」に",
        "『禮記・王制』に",
        "「禮記‧王制」云",
        "〈王制〉云",
        "案<王制>云",
        "案＜王制＞：",
        "‹王制›云",
        "﹤王制﹥云",
        "≪禮記・王制≫云",
        "«禮記·王制»云",
        "《禮記．〈王制〉》云",
        "《禮記〈王制〉》云",
        "‘《禮記 · 王制》’云",
        "“《王制》”：",
        "《 禮記 ∙ 王制 》云",
        "《禮記⋅王制》云",
    ],
)
def test_titles_in_marks_of_any_shape(title: str) -> None:
    found = annotate(f"{title}「{KING}」。").citations
    quoted = [(c.target, [q.text for q in c.quotes]) for c in found if c.quotes]
    assert quoted == [("禮記·王制", [KING.rstrip("。")])]


@pytest.mark.parametrize(
    "text",
    [
        "云「聘禮」者，案此「主人」。",
        "『主人』「再拜」。",
        "<主人>再拜<賓>答拜。",
        "『禮記』「主人」云。",
        "《·》〈〉《〈》",
    ],
)
def test_marks_that_hold_no_titles(text: str) -> None:
    assert in_title_marks(text) == text


@given(st.text("《》〈〉<>『』「」‘’·禮記王制主人云", max_size=20))
def test_title_marks_keep_all_words(text: str) -> None:
    marked = in_title_marks(text)
    assert len(marked) == len(text)
    assert all(a == b for a, b in zip(text, marked, strict=True) if a in "禮記王制主人云")
