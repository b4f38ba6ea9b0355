"""How the words of the lexicon are said, and what they are called in English."""

from __future__ import annotations

import unicodedata

import pytest

from yili_kg.lexicon import load_lexicon
from yili_kg.tables.readings import readings, syllables
from yili_kg.tables.types import mention_types


def test_every_word_is_said_as_its_graphs_can_be() -> None:
    entries = load_lexicon().entries.values()
    assert [(e.place, e.concept, e.pinyin) for e in entries if not syllables(e.concept, e.pinyin)] == []
    assert [
        e.place for e in entries if unicodedata.normalize("NFC", e.pinyin) != e.pinyin or e.pinyin.lower() != e.pinyin
    ] == []


def test_every_reading_of_the_table_is_needed() -> None:
    said = {e.concept: e.pinyin for e in load_lexicon().entries.values()}
    for word, found in readings().items():
        for reading in found:
            assert any((word == c if len(word) > 1 else word in c) and reading in p for c, p in said.items()), word


@pytest.mark.parametrize(
    ("word", "pinyin"),
    [
        ("曾子", "Zēngzǐ"), ("皋陶", "Gāoyáo"), ("召公", "Shàogōng"), ("夫差", "Fúchāi"), ("句踐", "Gōujiàn"), ("契", "Xiè"),
        ("太甲", "Tàijiǎ"), ("孔子", "Kǒngzǐ"), ("趙衰", "Zhàocuī"), ("傅說", "Fùyuè"), ("葉公", "Shègōng"), ("祭仲", "Zhàizhòng"),
        ("應劭", "Yīngshào"), ("大戴禮記·曾子事父母", "Dàdàilǐjì·Zēngzǐshìfùmǔ"), ("左傳", "Zuǒzhuàn"), ("周禮·樂師", "Zhōulǐ·Yuèshī"),
        ("侍郎", "shìláng"), ("友邦冢君", "yǒubāngzhǒngjūn"), ("不中者", "bùzhòngzhě"), ("天帝", "tiāndì"), ("周國", "Zhōuguó"),
        ("長安", "Cháng'ān"), ("堂", "táng"), ("曲阜", "Qūfù"),
    ],
)  # fmt: skip
def test_readings_that_names_have(word: str, pinyin: str) -> None:
    assert load_lexicon().entries[word].said == pinyin


@pytest.mark.parametrize(
    "wrong", ["zengzǐ", "zēngzi", "zēng", "zēngzǐzǐ", "Zēngzǐ", "zēng zǐ", "céngzī", "zēngzǐ'", ""]
)
def test_what_cannot_be_how_a_word_is_said(wrong: str) -> None:
    assert syllables("曾子", "zēngzǐ") == ("zēng", "zǐ")
    assert syllables("曾子", wrong) == ()


def test_an_apostrophe_stands_before_a_vowel_and_nowhere_else() -> None:
    assert syllables("長安", "cháng'ān")
    assert syllables("卷阿（詩）", "quán'ē")
    assert not syllables("長安", "chángān")
    assert not syllables("曾子", "zēng'zǐ")
    assert not syllables("周禮·樂師", "zhōulǐyuèshī")


@pytest.mark.parametrize(
    ("word", "name", "description"),
    [
        ("鄭玄", "Zheng Xuan", "127–200"), ("越椒", "Yuejiao", "chief minister of Chu"), ("王應麟", "Wang Yinglin", "1223–1296"),
        ("齊桓公", "Duke Huan of Qi", "齊"), ("周公", "Duke of Zhou", "rites"), ("曲池", "Quchi", "Spring and Autumn"),
        ("裴松之", "Pei Songzhi", "Song historian"), ("堂", "hall, the raised front part of the house", ""),
    ],
)  # fmt: skip
def test_an_english_name_and_apart_who_bears_it(word: str, name: str, description: str) -> None:
    entry = load_lexicon().entries[word]
    assert entry.en == name
    assert description in entry.description
    assert entry.meaning == (f"{name} – {entry.description}" if description else name)


def test_persons_have_names_of_their_own() -> None:
    """A bearer of a name is called by it: dates and offices, dynasties and works stand in the description."""
    named = [e for e in load_lexicon().entries.values() if e.type == "person" and e.forms and e.broader != "神祇"]
    assert [e.place for e in named if "(" in e.en or ";" in e.en or any(c.isdigit() for c in e.en)] == []
    assert [(e.place, e.en) for e in named if not e.en[0].isupper()] == []
    assert all(row.named for row in mention_types().values() if row.type in ("person", "place", "work"))
