"""What the readers and the layers know as data: patterns take their examples, tables name layers that there are."""

from __future__ import annotations

import csv

import pytest

from yili_kg.data import data_folder
from yili_kg.lexicon import load_lexicon
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
    assert (speaker_of_unmarked("毛詩注疏"), speaker_of_unmarked("儀禮")) == ("毛公", "")
    assert (speaker_after("箋云葛屨賤"), speaker_after("傳紏紏猶繚繚也"), speaker_after("紏紏")) == ("鄭玄", "毛公", "")


def test_whoever_a_table_lets_speak_is_a_person_of_the_lexicon() -> None:
    """A name that the lexicon has under another headword would stand in a graph without anything that says who it is."""
    known = load_lexicon().entries
    unknown: list[str] = []
    for path in sorted(data_folder("extraction").rglob("*.tsv")):
        lines = [x for x in path.read_text(encoding="utf-8").splitlines() if x and not x.startswith("#")]
        head = lines[0].split("\t") if lines else []
        if "speaker" in head and path.parent.name not in ("corpus", "reading"):
            names = {
                row.split("\t")[head.index("speaker")] for row in lines[1:] if row.count("\t") >= head.index("speaker")
            }
            unknown += [
                f"{path.name}: {n}" for n in sorted(names - {"", "*"}) if n not in known or known[n].type != "person"
            ]
    assert unknown == []
