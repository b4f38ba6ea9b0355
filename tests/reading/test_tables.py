"""A reading with a bad anchor, word, concept or reader, two decisions on one word, or a word that varies with itself, stops."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reading.conftest import READERS, SHEET, reading_of
from yili_kg.errors import DataError
from yili_kg.reading.digest import codes, digest, places, salt_for
from yili_kg.reading.load import load_chapter, read_chapter
from yili_kg.reading.rows import ReadingRow
from yili_kg.reading.words import by_ends, slot_words, span_of


def broken(tmp_path: Path, table: str, old: str, new: str) -> str:
    reading_of(SHEET, tmp_path / "04")
    path = tmp_path / "04" / table
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as error:
        read_chapter(tmp_path / "04", READERS)
    return str(error.value)


@pytest.mark.parametrize(
    ("table", "old", "new", "message"),
    [
        ("mentions.tsv", "主人\t1\trole", "主婦\t1\trole", "主婦 does not stand 1 times in 04.018 base"),
        ("mentions.tsv", "主人\t1\trole", "主人\t2\trole", "主人 does not stand 2 times"),
        ("mentions.tsv", "role\t主人", "role\t主人翁", "no role 主人翁 in the lexicon"),
        ("mentions.tsv", "role\t主人", "object\t爵弁服的", "no object 爵弁服的"),
        ("mentions.tsv", "04.018\tbase", "04.999\tbase", "04.999 base is none of the passages"),
        ("mentions.tsv", "\tMei\t", "\tNobody\t", "no reader Nobody"),
        ("mentions.tsv", "篚\t1\tobject\t篚", "爵\t1\tobject\t爵", "a second decision on 爵"),
        ("steps.tsv", "洗\t1\t*主人", "降\t1\t*主人", "a second decision on 降"),
        ("steps.tsv", "*介@疏", "*介@某", "names a book that is not in sources.tsv"),
        ("passages.tsv", "\tMei", "\tNobody", "no reader Nobody"),
        ("mentions.tsv", "\tapproved", "\tguessed", "how"),
    ],
)
def test_tables_slips(tmp_path: Path, table: str, old: str, new: str, message: str) -> None:
    told = broken(tmp_path, table, old, new)
    assert message in told
    assert f"{table}:" in told


ALIKE = """§ 02.123 經
| 醴曰子爲事故至於某之室某有先入之禮請醴從者
§ 02.123 注
| 言從者謙不敢斥也今文於爲于
~ 於 := 于 [今文]
"""


def test_tables_keep_apart_graphs_of_one_key(tmp_path: Path) -> None:
    """於 and 于 are one key to the rules; a note that tells them apart is read with both as it has them."""
    notes = reading_of(ALIKE, tmp_path / "02")["02.123", "note"]
    (told,) = notes.of("readings")
    assert isinstance(told.row, ReadingRow)
    assert (told.row.words, told.row.base, told.row.variant) == ("於", "於", "于")
    assert told.start == "言從者謙不敢斥也今文於爲于".index("于")


def test_tables_no_word_varies_with_itself(tmp_path: Path) -> None:
    reading_of(ALIKE, tmp_path / "02")
    path = tmp_path / "02" / "readings.tsv"
    path.write_text(path.read_text(encoding="utf-8").replace("\t於\t于\t", "\t於\t於\t"), encoding="utf-8")
    with pytest.raises(DataError, match=r"readings\.tsv:2.*a reading of 於 that says the same"):
        read_chapter(tmp_path / "02", READERS)


@pytest.mark.parametrize("chapter", [f"{n:02}" for n in range(1, 18)])
def test_tables_of_the_received_text_tell_two_wordings_in_each_reading(chapter: str) -> None:
    rows = [s.row for reading in load_chapter(chapter).values() for s in reading.of("readings")]
    assert [row.place for row in rows if isinstance(row, ReadingRow) and row.base == row.variant] == []


def test_tables_hold_no_running_text(tmp_path: Path) -> None:
    """No cell has more than eight graphs in a row of the text, and the digest has none."""
    reading_of(SHEET, tmp_path / "04")
    for path in (tmp_path / "04").glob("*.tsv"):
        for line in path.read_text(encoding="utf-8").split("\n")[1:]:
            for cell in line.split("\t"):
                assert sum("\u3400" <= c <= "\u9fff" for c in cell) <= 20, (path.name, cell)


def test_digest_finds_words_where_they_stand_and_nowhere_else() -> None:
    text = "主人坐取爵于篚降洗主人坐奠爵于階前辭" * 20
    salt = salt_for(text, ["主人", "爵", "于", "辭"])
    for word in ("主人", "爵", "于", "辭"):
        assert list(places(word, salt, digest(text, salt))) == [i for i in range(len(text)) if text.startswith(word, i)]
    assert len(codes(digest(text, salt))) == len(text)


@pytest.mark.parametrize("size", [3, 8, 9, 30])
def test_words_by_their_ends_are_found_again(size: int) -> None:
    text = "其自屈辱至已門也請告以其所為來之事不固辭者素所有志退猶去也去又拜辱"
    for start in range(len(text) - size):
        words = by_ends(text, start, start + size)
        first, _, last = words.partition("…")
        ends = [i for i in range(len(text)) if last and text.startswith(last, i)]
        assert span_of(start, words, ends) == (start, start + size), words
        assert text.startswith(first, start)


def test_slot_words() -> None:
    word, place = slot_words("*主人@注+門·外")
    assert (word.text, word.supplied, word.source, word.locative) == ("主人", True, "注", "")
    assert (place.text, place.supplied, place.locative) == ("門", False, "外")
    assert [w.written() for w in slot_words("*主人@注+門·外+?")] == ["*主人@注", "門·外"]
