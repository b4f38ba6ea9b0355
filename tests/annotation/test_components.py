from __future__ import annotations

from dataclasses import replace

import pytest
import spacy

from yili_kg.analyse import analyse_text
from yili_kg.annotation import components
from yili_kg.annotation.fanqie import sound_spans
from yili_kg.annotation.matcher import Matcher, load_matcher
from yili_kg.lexicon import Lexicon
from yili_kg.models import Mention
from yili_kg.text.folding import fold


def test_components_in_a_blank_pipeline() -> None:
    nlp = spacy.blank("lzh")
    nlp.add_pipe("yili_mentions")
    nlp.add_pipe("yili_citations")
    doc = nlp("宾坐取觯。案《聘礼》云:「束帛加璧」,是也。")
    assert [(s.text, s.label_, s.kb_id_) for s in doc.spans["yili_mentions"]][:3] == [
        ("宾", "role", "賓"),
        ("觯", "object", "觶"),
        ("聘礼", "work", "儀禮·聘禮"),
    ]
    (citation,) = doc._.yili_citations
    assert citation.target == "儀禮·聘禮"
    assert [doc.text[a:b] for a, b in citation.quotes] == ["束帛加璧"]


def test_components_take_a_doc_of_nothing() -> None:
    nlp = spacy.blank("lzh")
    nlp.add_pipe("yili_mentions")
    nlp.add_pipe("yili_citations")
    assert len(nlp("").spans["yili_mentions"]) == 0
    assert len(nlp(" \n").spans["yili_mentions"]) == 0


def test_how_sure_a_mention_is_goes_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = components._mentions
    monkeypatch.setattr(components, "_mentions", lambda *a: [replace(m, confidence=0.7) for m in plain(*a)])
    doc = spacy.blank("lzh").make_doc("賓坐取觶")
    assert [s._.yili_confidence for s in components.MentionFinder()(doc).spans["yili_mentions"]] == [0.7, 0.7]


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


def test_component_leaves_sounds_and_stretches_alone_as_the_build_does() -> None:
    nlp = spacy.blank("lzh")
    nlp.add_pipe("yili_mentions")
    doc = nlp.make_doc("自此盡西階,論賓升。主人坐取爵。")
    doc._.yili_layer = "疏"
    nlp.get_pipe("yili_mentions")(doc)
    assert [s.text for s in doc.spans["yili_mentions"]] == [m.text for m in analysed("自此盡西階,論賓升。主人坐取爵。")]


def analysed(text: str) -> list[Mention]:
    """The mentions that the chain finds in a sub-commentary with these words."""
    page = f"鄉飲酒禮第四\n\n鄉飲酒之禮。\n\n主人,謂諸侯之鄉大夫也。\n\n 「鄉飲」至「之禮」。○釋曰︰{text}\n"
    found = analyse_text(page)
    start = page.index(text)
    return [m for m in found.mentions if m.start >= start]
