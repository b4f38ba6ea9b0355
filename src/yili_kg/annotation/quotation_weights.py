"""Where words that no book at hand holds stop being quoted: each place between two graphs is weighed.

What stands at a place (its signs) speaks for an end or against it: how long the words are, the graphs before and behind it,
a turn of phrase of `extraction/rules/citations.yaml`, the next title, somebody who takes the word. What
each sign is worth was fitted on quotations that stand in books at hand, whose ends are known for certain, with the books
hidden (`extraction/weights/ends.tsv`, made by `python -m benchmarks.end_weights --write`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import exp
from pathlib import Path
from typing import NamedTuple, Protocol

from pydantic import Field

from yili_kg.data import data_folder
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table
from yili_kg.tables.wordlists import load_word_lists

__all__ = ["MOST", "EndWeights", "Sign", "Words", "load_end_weights", "read_end_weights", "signs_at"]

#: A sign of a place where a quotation may end: its kind and its value.
Sign = tuple[str, str]

#: Two graphs are the shortest quotation; none is looked for that is longer, in code points.
_LEAST, MOST = 2, 120
#: Quotations of up to so many code points are of one length.
_LENGTHS = (3, 5, 8, 12, 18, 26, 40, 70)
#: Members that are set side by side have so many graphs, and so many of them are the same in both.
_MEMBERS, _ALIKE = (3, 4, 5, 6, 7), 2
#: So many code points before the next title are near it.
_NEAR = 3
#: What is less likely than this is not reckoned with.
_NEVER = 0.001


class Turns(Protocol):
    """The turns of phrase with which a commentator speaks on."""

    def fired(self, folded: str, place: int) -> tuple[str, ...]:
        """The rules by which a quotation ends at a place."""


class Words(NamedTuple):
    """Words that are quoted from `begin` on in a folded text, and end by `stop`: where the next title stands, unless they are not `titled`, or a mark."""

    folded: str
    begin: int
    stop: int
    titled: bool = True

    @property
    def places(self) -> range:
        """Where they may end."""
        return range(self.begin + _LEAST, min(self.stop, len(self.folded), self.begin + MOST) + 1)


class EndRow(Row):
    """One sign and its weight: above 0 it speaks for an end."""

    sign: Filled = Field(description="the kind of sign")
    value: str = Field(default="", description="its value")
    weight: float = Field(description="in logarithms of odds")
    times: int = Field(ge=0, description="how often it was seen where the weights were fitted")


def signs_at(words: Words, place: int, turns: Turns) -> Iterator[Sign]:
    """What speaks for and against an end of the words at a place."""
    folded, begin, stop, titled = words
    yield "any", ""
    yield "length", next((f"to {most}" for most in _LENGTHS if place - begin <= most), "longer")
    if place == len(folded):
        yield "end of the note", ""
        return
    if titled and stop - place <= _NEAR and stop < len(folded):
        yield "next title", f"behind {stop - place}"
    yield from (("turn of phrase", rule) for rule in turns.fired(folded, place) or ("none",))
    speaks = load_patterns("quotations/patterns")["takes-the-word"].match(folded, place)
    if speaks is not None:
        yield "somebody speaks", f"behind {speaks.end() - place}"
    yield from _graphs_at(words, place)


def _graphs_at(words: Words, place: int) -> Iterator[Sign]:
    """The graphs before and behind a place, and whether those behind it were quoted before."""
    folded, begin = words.folded, words.begin
    before, behind, two = folded[place - 1], folded[place], folded[place : place + 2]
    yield "before", before
    yield "before", folded[place - 2 : place]
    yield "behind", behind
    if len(two) > 1:
        yield "behind", two
    if before in load_word_lists("quotations/words")["closes-a-clause"].words:
        yield "behind a closed clause", behind
    if folded.find(two, begin, place) >= 0:
        yield "behind it", "what was quoted"
    if folded.find(behind, begin, place) >= 0:
        yield "behind it", "a graph that was quoted"
    if any(_goes_on(folded, begin, place, size) for size in _MEMBERS):
        yield "behind it", "one more of some members"


def _goes_on(folded: str, begin: int, place: int, size: int) -> bool:
    """Whether words of the size of those before follow, two graphs of which are the same at the same places (三升曰觶四升曰角)."""
    if place - size < begin:
        return False
    pairs = zip(folded[place - size : place], folded[place : place + size], strict=False)
    return sum(one == other for one, other in pairs) >= _ALIKE


class EndWeights:
    """What the signs of an end are worth."""

    def __init__(self, weights: Mapping[Sign, float]) -> None:
        self._weights = dict(weights)

    def chance(self, signs: Iterator[Sign]) -> float:
        """How likely a place with these signs is the end, where none before it was: 0 to 1."""
        weights = self._weights
        return 1 / (1 + exp(-sum(weights.get(sign, 0.0) for sign in signs)))

    def chances(self, words: Words, turns: Turns) -> list[float]:
        """How likely the words end at each of their places; all together at most 1."""
        left, found = 1.0, []
        for place in words.places:
            chance = self.chance(signs_at(words, place, turns))
            found.append(left * chance)
            left *= 1 - chance
        return found

    def end(self, words: Words, turns: Turns) -> int:
        """The place by which most graphs are expected to be right (found and quoted, over both); `begin` where there is none."""
        places, chances = words.places, self.chances(words, turns)
        if not places:
            return words.begin
        likely = [
            (place - words.begin, chance) for place, chance in zip(places, chances, strict=True) if chance > _NEVER
        ]
        if not likely:
            return places[-1]
        best = max(places, key=lambda place: _expected(place - words.begin, likely))
        number = load_patterns("quotations/patterns")["within-a-number"]
        while best < places[-1] and number.match(words.folded, best) is not None:
            best += 1
        return best


def _expected(size: int, likely: Sequence[tuple[int, float]]) -> float:
    """The share of graphs (F1) that is right if so many are taken and the words are as long as it is likely."""
    return sum(chance * min(size, true) / (size + true) for true, chance in likely)


def read_end_weights(path: Path) -> EndWeights:
    """The weights of a file. Raises DataError for a broken table."""
    return EndWeights({(row.sign, row.value): row.weight for row in read_table(path, EndRow, unique=("sign", "value"))})


@cache
def load_end_weights() -> EndWeights:
    """The weights that come with yili-kg."""
    return read_end_weights(data_folder("extraction") / "weights" / "ends.tsv")
