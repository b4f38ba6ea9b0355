from __future__ import annotations

import pytest

from yili_kg.models import Annotated, Claim, Document, Edition, Reading, Segment
from yili_kg.resolve.decisions import DecisionRule, decide, load_decision_rules
from yili_kg.text.folding import fold


@pytest.mark.parametrize("rule", load_decision_rules(), ids=lambda r: r.id)
def test_decision_rules_take_their_examples(rule: DecisionRule) -> None:
    assert all(rule.pattern.search(fold(e)) for e in rule.match)
    assert not any(rule.pattern.search(fold(e)) for e in rule.avoid)


NOTE = "今文縮為蹙。古文觚為觶。今文冪作鼏。"
SUB = "云今文縮為蹙者,鄭不從今文。云古文觚為觶者,鄭從古文者,以其字正。"


def segment(layer: str, text: str, start: int) -> Segment:
    return Segment(
        id=layer,
        layer=layer,
        speaker="",
        chapter="04",
        passages=("04.001",),
        extent="whole",
        comments_on="",
        pieces=((start, start + len(text)),),
        text=text,
        offsets=tuple(range(start, start + len(text))),
        order=start,
    )


def reading(words: str) -> Reading:
    start = NOTE.index(words)
    return Reading(
        start=start,
        end=start + len(words),
        text=words,
        base="",
        variant="",
        tradition=words[:2],
        decision="none",
        speaker="鄭玄",
        segment="注",
        layer="注",
        rule="r",
    )


def claim(words: str, stance: str, reason: str = "") -> Claim:
    start = len(NOTE) + SUB.index(words)
    return Claim(
        start=start,
        end=start + len(words),
        text=words,
        holder="鄭玄",
        stance=stance,
        about="注",
        reason=reason,
        speaker="賈公彥",
        segment="疏",
        layer="疏",
        rule="r",
    )


def decided(*claims: Claim) -> list[str]:
    document = Document(
        raw=NOTE + SUB, sha256="0" * 64, name="x", title="x", label="x", reader="plain", blocks=(), noise=()
    )
    edition = Edition(document=document, segments=(segment("注", NOTE, 0), segment("疏", SUB, len(NOTE))))
    readings = tuple(map(reading, ("今文縮為蹙", "古文觚為觶", "今文冪作鼏")))
    return [r.decision for r in decide(Annotated(edition=edition, readings=readings, claims=claims)).readings]


def test_decision_goes_to_the_reading_whose_words_stand_before_it() -> None:
    assert decided(claim("不從今文", "rejects")) == ["rejects", "none", "none"]


def test_decision_on_the_only_reading_of_its_tradition() -> None:
    assert decided(claim("鄭從古文者,以其字正", "affirms", "以其字正")) == ["none", "follows", "none"]


def test_claims_of_another_stance_decide_nothing() -> None:
    assert decided(claim("不從今文", "doubts")) == ["none", "none", "none"]
