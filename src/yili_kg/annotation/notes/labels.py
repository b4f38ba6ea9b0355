"""What each graph of a comment is, by what stands around it: of a word explained, of what it is said to mean, or neither.

Rules for glosses ask for words that name them (謂, 者…也) and for breaks; a commentator who goes through the text word by word
needs neither (司正即射人為之 | 故曰一人, 厭祭陽厭也). So each graph is weighed: the graphs around it, their kinds, what printed marks or
particles part, what the text explained has too, which words name things, and what is next to it. What each of these is worth was
fitted on notes and comments whose glosses readers have told (`extraction/weights/labels.tsv`, made by
`python -m benchmarks.label_weights --write`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import exp
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from pydantic import Field

from yili_kg.annotation.kinds import kinds_of
from yili_kg.annotation.notes.chain import Chain, Rows
from yili_kg.annotation.notes.tokens import NoteTokens
from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.tables.layers import layers
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table

__all__ = ["BEHIND", "LABELS", "NEVER", "LabelRow", "Labelled", "Labels", "load_labels", "read_labels", "seen"]

#: What a graph may be: of neither, between word and meaning (謂), the first graph of a word explained or a further one, the first
#: of what it is said to mean or a further one.
LABELS = ("none", "link", "term", "term_on", "meaning", "meaning_on")
_TERM, _MEANING, _MEANING_ON = LABELS.index("term"), LABELS.index("meaning"), LABELS.index("meaning_on")
#: The sign of the label right before a graph, and what a label weighs that is never there.
BEHIND, NEVER = "behind", -99.0
#: The signs of the graphs around one, and of their kinds: from which to which, seen from it.
_GRAPHS = ((-3, -3), (-2, -2), (-1, -1), (0, 0), (1, 1), (2, 2), (3, 3), (-2, -1), (-1, 0), (0, 1), (1, 2), (-1, 1))
_KINDS = ((-2, -2), (-1, -1), (0, 0), (1, 1), (2, 2), (-1, 0), (0, 1))
#: So far around a text it is filled with signs of its edges.
_AROUND, _EDGES = 3, ("^^^", "$$$")
# Numbers of graphs.
#: The longest words that are looked for in the text explained, and among the names of things.
_IN_TEXT, _NAME = 5, 4
#: As far as places behind a break, and before a final particle, are told apart.
_FROM_BREAK, _TO_FINAL = 8, 12
_FINAL = "也"
#: So many places are weighed at once.
_PIECE = 4_096
_NUMBERS = tuple(str(number) for number in range(_TO_FINAL + 1))


class LabelRow(Row):
    """A sign of a graph, and what it speaks for each label: above 0 for it, below 0 against it, -99: never."""

    sign: Filled = Field(
        description="what is looked at: graphs or kinds around it, breaks, the text explained, names, rules"
    )
    value: str = Field(description="what is there; of behind: the label of the graph before")
    none: float = Field(default=0.0, description="neither word nor meaning")
    link: float = Field(default=0.0, description="between a word and its meaning")
    term: float = Field(default=0.0, description="the first graph of a word explained")
    term_on: float = Field(default=0.0, description="a further graph of it")
    meaning: float = Field(default=0.0, description="the first graph of a meaning")
    meaning_on: float = Field(default=0.0, description="a further graph of it")


class Told(NamedTuple):
    """A gloss that something else than the labels has found: the rule, and the places of term and meaning in graphs."""

    rule: str
    term: tuple[int, int]
    meaning: tuple[int, int]


class Labelled(NamedTuple):
    """How likely each graph of a comment has each of `LABELS`; `chances` has a row a graph."""

    chances: Rows

    def sure(self, term: tuple[int, int], meaning: tuple[int, int]) -> float:
        """How likely graphs are a term and its meaning, from 0 to 1: that both begin, and the meaning ends, where they do."""
        begins = self.chances[term[0], _TERM], self.chances[meaning[0], _MEANING]
        goes_on = self.chances[meaning[1], _MEANING_ON] if meaning[1] < len(self.chances) else 0.0
        return float(min(*begins, 1 - goes_on))

    def pairs(self) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """Terms with their meanings as they are most likely: a meaning right behind a term or before it, in order."""
        spans = list(self._spans())
        place = 0
        while place + 1 < len(spans):
            (kind, *one), (other, *next_one) = spans[place : place + 2]
            if {kind, other} == {_TERM, _MEANING}:
                pair = tuple(one), tuple(next_one)
                yield pair if kind == _TERM else (pair[1], pair[0])  # type: ignore[misc]
                place += 1
            place += 1

    def _spans(self) -> Iterator[tuple[int, int, int]]:
        """Terms and meanings one by one; what stands between two of them that are no link parts them, told by a 0."""
        begun: tuple[int, int] | None = None
        for place, label in enumerate([*self.chances.argmax(axis=1).tolist(), 0]):
            if begun and label != begun[0] + 1:
                yield begun[0], begun[1], place
                begun = None
            if label in (_TERM, _MEANING):
                begun = label, place
            elif label == 0:
                yield 0, place, place


class Labels:
    """What the signs of graphs speak for: `weights` by sign and value, for each of `LABELS`."""

    def __init__(self, weights: Mapping[str, Mapping[str, Sequence[float]]]) -> None:
        # The weights of all values in one table, whose first row is that of values that weigh nothing; and the row of each.
        table: list[Sequence[float]] = [(0.0,) * len(LABELS)]
        self._rows: dict[str, dict[str, int]] = {}
        for sign, values in weights.items():
            if sign != BEHIND:
                self._rows[sign] = {value: len(table) + number for number, value in enumerate(values)}
                table.extend(values.values())
        self._table = np.array(table)
        links = weights.get(BEHIND, {})
        rows = [links.get(label, (0.0,) * len(LABELS)) for label in LABELS]
        self._chain = Chain([[0.0 if w <= NEVER else exp(w) for w in row] for row in rows])

    def of(self, comments: Iterable[tuple[NoteTokens, Iterable[Told]]]) -> list[Labelled]:
        """How likely each graph of some comments has each label, given what rules told of them."""
        return [Labelled(rows) for rows in self._chain.chances([self._spoken(*comment) for comment in comments])]

    def _spoken(self, tokens: NoteTokens, told: Iterable[Told]) -> Rows:
        """How much each label speaks for itself at each graph of a comment, by its signs; a piece at a time."""
        rows: list[np.ndarray[Any, Any]] = []
        for sign, values in seen(tokens, told):
            known = self._rows.get(sign)
            if known:
                row = known.get
                rows.append(np.array([row(value, 0) for value in values], dtype=np.int32))
        spoken = np.ones((len(tokens.graphs), len(LABELS)))
        for start in range(0, len(spoken) if rows else 0, _PIECE):
            piece = np.array([row[start : start + _PIECE] for row in rows])
            totals = self._table.take(piece, axis=0).sum(axis=0)
            spoken[start : start + _PIECE] = np.exp(totals - totals.max(axis=1, keepdims=True))
        return spoken


def seen(tokens: NoteTokens, told: Iterable[Told]) -> Iterator[tuple[str, Sequence[str]]]:
    """The signs of the graphs of a comment: the name of each with its value at every graph."""
    graphs = tokens.graphs
    places = range(len(graphs))
    padded = f"{_EDGES[0]}{graphs}{_EDGES[1]}"
    kinds = f"{_EDGES[0]}{kinds_of(graphs)}{_EDGES[1]}"
    for first, last in _GRAPHS:
        begin, end = first + _AROUND, last + _AROUND + 1
        yield f"graphs {first} {last}", [padded[place + begin : place + end] for place in places]
    for first, last in _KINDS:
        begin, end = first + _AROUND, last + _AROUND + 1
        yield f"kinds {first} {last}", [kinds[place + begin : place + end] for place in places]
    yield "graph, kind behind", [graphs[place] + kinds[place + _AROUND + 1] for place in places]
    yield "kind before, graph", [kinds[place + _AROUND - 1] + graphs[place] for place in places]
    yield "layer", [_layer(tokens.layer)] * len(graphs)
    yield from _parted(tokens)
    yield from _known(tokens)
    yield from _by_rules(len(graphs), told)


def _layer(layer: str) -> str:
    return "later" if layer in layers().free else "sub" if layer in layers().reason else "note"


def _parted(tokens: NoteTokens) -> Iterator[tuple[str, Sequence[str]]]:
    """What parts the graphs: breaks, final particles, what is silent."""
    size = len(tokens.graphs)
    gaps = [_NUMBERS[gap] for gap in tokens.gaps]
    yield "break before", gaps[:size]
    yield "break behind", gaps[1 : size + 1]
    since, from_break = -1, []
    for gap in tokens.gaps[:size]:
        since = 0 if gap else since + 1
        from_break.append(_NUMBERS[since] if since < _FROM_BREAK else _NUMBERS[_FROM_BREAK])
    yield "from the break", from_break
    until, to_final = _TO_FINAL, []
    for graph in reversed(tokens.graphs):
        until = 0 if graph == _FINAL else until + (until < _TO_FINAL)
        to_final.append(_NUMBERS[until])
    yield "to the particle", to_final[::-1]
    if tokens.silent:
        yield "silent", ["yes" if place in tokens.silent else "" for place in range(size)]


def _known(tokens: NoteTokens) -> Iterator[tuple[str, Sequence[str]]]:
    """What is known of words: as many graphs from here, and up to here, as the text explained has, or as name a thing."""
    in_text = [_run(tokens, place) for place in range(len(tokens.graphs))]
    named = _names(tokens)
    starts, ends = [_NUMBERS[run] for run in in_text], _up_to(in_text)
    yield "in the text", starts
    yield "in the text, from before", ["", *starts[:-1]]
    yield "in the text, from behind", [*starts[1:], ""]
    yield "in the text, up to here", ends
    yield "break, in the text", [_NUMBERS[gap] + run for gap, run in zip(tokens.gaps, starts, strict=False)]
    yield "name", [_NUMBERS[length] for length in named]
    yield "name up to here", _up_to(named)


def _run(tokens: NoteTokens, place: int) -> int:
    """How many graphs from a place on the text explained has in a row."""
    length = 0
    while length < _IN_TEXT and place + length < len(tokens.graphs):
        if not tokens.in_base(tokens.graphs[place : place + length + 1]):
            break
        length += 1
    return length


def _names(tokens: NoteTokens) -> list[int]:
    """How many graphs from each place on name a thing, the longest name."""
    things, named = tokens.things, [0] * len(tokens.graphs)
    for length in range(1, _NAME + 1):
        for place in range(len(named) - length + 1):
            if tokens.graphs[place : place + length] in things:
                named[place] = length
    return named


def _up_to(lengths: Sequence[int]) -> list[str]:
    """For each place the longest of the words that end right before it."""
    longest = [0] * (len(lengths) + 1)
    for place, length in enumerate(lengths):
        for size in range(1, length + 1):
            if size > longest[place + size]:
                longest[place + size] = size
    return [_NUMBERS[size] for size in longest[:-1]]


def _by_rules(size: int, told: Iterable[Told]) -> Iterator[tuple[str, Sequence[str]]]:
    """Where rules say that terms and meanings begin, go on, and have ended."""
    signs: dict[str, list[str]] = {}
    for rule, *spans in told:
        for name, (start, end) in zip(("term", "meaning"), spans, strict=True):
            begins = signs.setdefault(f"{name} by a rule", [""] * size)
            begins[start] = "begins"
            for place in range(start + 1, end):
                begins[place] = begins[place] or "goes on"
            signs.setdefault(f"{name} by the rule", [""] * size)[start] = rule
            if end < size:
                signs.setdefault(f"{name} ended by the rule", [""] * size)[end] = rule
    yield from signs.items()


def read_labels(path: Path) -> Labels:
    """The weights of a file. Raises DataError for a broken table."""
    weights: dict[str, dict[str, tuple[float, ...]]] = {}
    for row in read_table(path, LabelRow, unique=("sign", "value")):
        if row.sign == BEHIND and row.value not in LABELS:
            raise DataError(f"{row.value} is no label ({', '.join(LABELS)})", where=row.place)
        weights.setdefault(row.sign, {})[row.value] = tuple(getattr(row, label) for label in LABELS)
    return Labels(weights)


@cache
def load_labels() -> Labels:
    """The weights that come with yili-kg."""
    return read_labels(data_folder("extraction") / "weights" / "labels.tsv")
