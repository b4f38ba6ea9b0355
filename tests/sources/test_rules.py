"""What the readers and the layers know as data: patterns take their examples, tables name layers that there are."""

from __future__ import annotations

import csv

import pytest

from yili_kg.data import data_folder
from yili_kg.sources.books import AUTHOR
from yili_kg.sources.mandoku.marks import opening_words, speaker_after, speaker_of_marked, speaker_of_unmarked
from yili_kg.sources.speakers import load_speakers
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.wordlists import load_word_lists

RULES = data_folder("extraction") / "rules"
PATTERNS = [
    f"{room}/{p.stem}"
    for room in ("sources", "layers")
    for p in sorted((RULES / room).glob("*.yaml"))
    if p.stem != "words"
]
TABLES = ["speakers.tsv", "books.tsv", "author-roles.tsv", "sources/tei.tsv"]


@pytest.mark.parametrize("name", PATTERNS)
def test_patterns_take_their_examples_and_nothing_else(name: str) -> None:
    assert load_patterns(name).fails() == []


def test_word_lists_have_reasons_and_words() -> None:
    assert all(words.reason and words.words for words in load_word_lists("sources/words").values())


@pytest.mark.parametrize("name", TABLES)
def test_tables_name_layers_that_there_are(name: str) -> None:
    with (RULES / name).open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader((line for line in lines if not line.startswith("#")), delimiter="\t"))
    assert rows
    assert {row["layer"] for row in rows} - {"", AUTHOR} <= set(layers().by_name)


def test_every_role_that_readers_name_has_a_layer() -> None:
    assert layers().running == layers().named("base") + layers().named("note")
    assert {layers().named(row.role) for row in layers().rows} <= set(layers().by_name)


def test_a_speaker_has_one_book_in_a_layer_or_the_book_of_the_document_decides() -> None:
    books: dict[tuple[str, str], set[str]] = {}
    for speaker in load_speakers().values():
        if speaker.book and speaker.layer in layers().later:
            books.setdefault((speaker.layer, speaker.speaker), set()).add(speaker.book)
    assert all(len(names) == 1 for names in books.values()), books


def test_the_marks_of_two_hands() -> None:
    assert opening_words() == ("箋云",)
    assert (speaker_of_marked("箋云舟在河中"), speaker_of_marked("興也")) == ("鄭玄", "")
    assert (speaker_of_unmarked("毛詩注疏"), speaker_of_unmarked("儀禮")) == ("毛亨", "")
    assert (speaker_after("箋云葛屨賤"), speaker_after("傳紏紏猶繚繚也"), speaker_after("紏紏")) == ("鄭玄", "毛亨", "")
