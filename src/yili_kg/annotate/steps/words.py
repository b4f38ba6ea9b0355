"""The small words that reading steps wants: `extraction/rules/frames/words.yaml`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from yili_kg.data import data_folder, where
from yili_kg.errors import DataError
from yili_kg.text.folding import fold

__all__ = ["Words", "load_words", "read_words_file"]

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
)
_NOUNS = {"places": "place", "things": "thing", "persons": "person"}


@dataclass(frozen=True, slots=True)
class Words:
    """Folded words by what they do; `nouns` are word → kind (person, thing, place), `numbers` word → number."""

    lists: dict[str, frozenset[str]]
    numbers: dict[str, int]
    nouns: dict[str, str]
    longest_noun: int
    longest_adverb: int

    def has(self, name: str, word: str) -> bool:
        """Whether a folded word is in one of the lists."""
        return word in self.lists[name]


def read_words_file(path: Path) -> Words:
    """The words of a file; raises DataError where a list is missing, has no reason or names a word in two kinds."""
    try:
        rows = yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise DataError(f"no YAML: {error}", where=where(path)) from error
    wanted = {*_LISTS, *_NOUNS, "numbers"}
    if not isinstance(rows, dict) or set(rows) != wanted:
        raise DataError(f"the lists are {', '.join(sorted(wanted))}", where=where(path))
    for name, row in rows.items():
        if not isinstance(row, dict) or not row.get("reason") or not row.get("words"):
            raise DataError(f"the list {name} lacks its reason or its words", where=where(path))
    nouns: dict[str, str] = {}
    for name, kind in _NOUNS.items():
        for word in rows[name]["words"]:
            if nouns.setdefault(fold(str(word)), kind) != kind:
                raise DataError(f"{word} is of two kinds", where=where(path))
    lists = {name: frozenset(fold(str(w)) for w in rows[name]["words"]) for name in _LISTS}
    return Words(
        lists,
        {fold(str(w)): int(n) for w, n in rows["numbers"]["words"].items()},
        nouns,
        max(map(len, nouns)),
        max(map(len, lists["adverbs"])),
    )


@cache
def load_words() -> Words:
    """The words that come with yili-kg."""
    return read_words_file(data_folder("extraction") / "rules" / "frames" / "words.yaml")
