"""The small words that reading steps wants: `extraction/rules/frames/words.yaml`, `numbers.tsv`, `extraction/rules/steps`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field

from yili_kg.data import data_folder, where
from yili_kg.errors import DataError
from yili_kg.tables.rulebook import FoldedWord
from yili_kg.tables.table import Row, read_table
from yili_kg.tables.wordlists import WordList, read_word_lists

__all__ = ["NounKind", "Numeral", "WordSets", "Words", "load_words", "read_words_file"]

NounKind = Literal["person", "thing", "place"]

#: The lists of `words.yaml` of which each is a kind of nouns.
_NOUNS: dict[str, NounKind] = {"places": "place", "things": "thing", "persons": "person"}
#: The lists of `words.yaml`.
_LISTS = (
    "adverbs",
    "negations",
    "conditions",
    "counted",
    "locatives",
    "seats",
    "cups",
    "meats",
    "particles",
    "split",
    "pairs",
    "principals",
    "ranks",
    *_NOUNS,
)
#: Files of `extraction/rules/steps/` with more lists.
_FILES = ("nouns", "verbs", "speech")


class Numeral(Row):
    """A word of number and what it counts."""

    word: FoldedWord
    number: int = Field(ge=1)


class WordSets(dict[str, frozenset[str]]):
    """Sets of folded words by the names of their lists; raises DataError for a name that no file has."""

    def __missing__(self, name: str) -> frozenset[str]:
        raise DataError(f"no list of words is called {name}", where="extraction/rules/steps")


@dataclass(frozen=True, slots=True)
class Words:
    """Folded words by what they do; `nouns` are word → kind (person, thing, place), `numbers` word → number."""

    lists: WordSets
    numbers: dict[str, int]
    nouns: dict[str, NounKind]
    longest_noun: int
    longest_adverb: int

    def has(self, name: str, word: str) -> bool:
        """Whether a folded word is in one of the lists."""
        return word in self.lists[name]


def read_words_file(path: Path) -> dict[str, WordList]:
    """The lists of `words.yaml`; raises DataError where one is missing, has no reason or names a word in two kinds."""
    lists = read_word_lists(path, names=_LISTS)
    kinds: dict[str, str] = {}
    for name, kind in _NOUNS.items():
        for word in lists[name].words:
            if kinds.setdefault(word, kind) != kind:
                raise DataError(f"{word} is of two kinds", where=where(path))
    return lists


@cache
def load_words() -> Words:
    """The words that come with yili-kg."""
    rules = data_folder("extraction") / "rules"
    found = read_words_file(rules / "frames" / "words.yaml")
    for file in _FILES:
        more = read_word_lists(rules / "steps" / f"{file}.yaml")
        twice = sorted(found.keys() & more.keys())
        if twice:
            raise DataError(
                f"the list {twice[0]} stands in {found[twice[0]].place} as well", where=more[twice[0]].place
            )
        found |= more
    nouns = {word: kind for name, kind in _NOUNS.items() for word in found[name].words}
    lists = WordSets((name, frozenset(row.words)) for name, row in found.items() if name not in _NOUNS)
    return Words(
        lists,
        {row.word: row.number for row in read_table(rules / "frames" / "numbers.tsv", Numeral, unique=("word",))},
        nouns,
        max(map(len, nouns)),
        max(map(len, lists["adverbs"])),
    )
