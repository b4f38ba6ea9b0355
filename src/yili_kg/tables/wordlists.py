"""Lists of words with a reason each: `name: {reason: …, words: […]}` in a YAML file under `extraction/rules/`."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

from pydantic import Field, ValidationError, field_validator

from yili_kg.data import data_folder, where
from yili_kg.errors import DataError
from yili_kg.tables.refusal import refusal
from yili_kg.tables.rulebook import FoldedWord, Rule, bare, line_of, load_yaml

__all__ = ["WordList", "load_word_lists", "read_word_lists"]


class WordLists(dict[str, "WordList"]):
    """The lists of a file by name. Raises DataError for one that the file lacks."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path

    def __missing__(self, name: str) -> WordList:
        raise DataError(f"the list {name} is missing", where=where(self.path))


class WordList(Rule):
    """Folded words that do one thing; `graphs` are single ones, to be written as one string in the file.

    `word in words` asks whether a folded word is on the list.
    """

    words: tuple[FoldedWord, ...] = Field(min_length=1, description="the words; a string gives its graphs one by one")

    @field_validator("words", mode="before")
    @classmethod
    def _graphs(cls, words: object) -> object:
        return [g for g in words if not g.isspace()] if isinstance(words, str) else words

    def __contains__(self, word: object) -> bool:
        """Whether a folded word is on the list."""
        return word in self.words

    def members(self) -> Iterator[str]:
        """The words in the order of the file."""
        return iter(self.words)


def read_word_lists(path: Path, *, names: Collection[str] = ()) -> dict[str, WordList]:
    """The lists of a file by name; `names` are those that it has, neither more nor fewer, where they are given.

    Raises DataError for a list without a reason or words, and where the lists are others.
    """
    loaded = load_yaml(path)
    if not isinstance(loaded, dict):
        raise DataError("a file of word lists is a mapping of names to reason and words", where=where(path))
    if names and set(bare(loaded)) != set(names):
        raise DataError(f"the lists are {', '.join(sorted(names))}", where=where(path))
    lists = WordLists(path)
    for name, row in bare(loaded).items():
        if not isinstance(row, dict):
            raise DataError(f"the list {name} lacks its reason or its words", where=where(path))
        place = where(path, line_of(loaded[name]))
        try:
            lists[name] = WordList.model_validate({**row, "id": str(name), "place": place})
        except ValidationError as error:
            raise refusal(error, what=f"the list {name}", where=place) from error
    return lists


@cache
def load_word_lists(name: str) -> dict[str, WordList]:
    """The lists of `extraction/rules/{name}.yaml`."""
    return read_word_lists(data_folder("extraction") / "rules" / f"{name}.yaml")
