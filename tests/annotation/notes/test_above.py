"""Notes that say what the word above them means and do not repeat it."""

from __future__ import annotations

import pytest

from yili_kg.analyse import unmeasured
from yili_kg.annotation.notes.above import ABOVE, glosses_above
from yili_kg.annotation.notes.context import things
from yili_kg.annotation.notes.glosses import find_glosses
from yili_kg.annotation.notes.tokens import Base, tokens_of
from yili_kg.layers import edit
from yili_kg.sources.read import read_text
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream


def above(text: str, base: str, layer: str = "述註") -> list[tuple[str, str]]:
    tokens = tokens_of(text, layer, [Base("base", *stream(fold(base)))], things=things())
    found = glosses_above(tokens, find_glosses(tokens)[0], ())
    assert all(g.rule == ABOVE for g in found)
    return [(g.word, tokens.words(*g.definition)) for g in found]


@pytest.mark.parametrize(
    ("note", "base", "gloss"),
    [
        ("姊妹之子", "甥", ("甥", "姊妹之子")),
        ("女子子之夫也", "壻", ("壻", "女子子之夫")),
        ("許堯反豕臛也三者陪鼎之實", "膮", ("膮", "豕臛")),  # its sound comes first
        ("謂飪與腥", "饔", ("饔", "飪與腥")),
        ("東方之饌", "祝反降及執事執饌", ("饌", "東方之饌")),
    ],
)
def test_the_word_above_is_explained(note: str, base: str, gloss: tuple[str, str]) -> None:
    assert above(note, base) == [gloss]


@pytest.mark.parametrize(
    ("note", "base"),
    [
        ("疑廣", "纊"),  # another reading
        ("田獸之肉", "牛羊豕魚腊"),  # which of several words is not said
        ("徹事畢", "帷堂"),  # when it is done
        ("覆葐也", "蒛葐"),  # the whole name is meant
        ("右獲上射之獲", "獲者命曰獲"),  # what is told, not which
        ("甥姊妹之子也", "甥"),  # it is repeated
        ("復尊西南面之位", "主人出婦復位"),  # what is done
        ("姊妹之子其服緦其冠十五升其衰亦然", "甥"),  # so long a sentence says more
    ],
)
def test_what_is_left_open_is_not(note: str, base: str) -> None:
    assert above(note, base) == []


def test_the_gloss_stands_at_its_word() -> None:
    raw = "　　仪礼章句卷八\n　　同知吴廷华撰\n　　聘礼第八\n牛羊豕鱼【下言鲜则此薧也】腊【田兽之肉析而干之】肠胃同鼎【牛羊肠胃皆出于腹故同鼎】\n"
    annotated = unmeasured(edit(read_text(raw)))
    gloss = next(g for g in annotated.glosses if g.rule == ABOVE)
    assert (gloss.term, gloss.text, raw[gloss.target_start : gloss.target_end]) == ("腊", "田兽之肉析而干之", "腊")
