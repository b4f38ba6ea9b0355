"""The skeleton as units to align with, and which chapter a text belongs to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from yili_kg.received.align import Unit, edge_keys
from yili_kg.received.skeleton import EDGE, load_skeleton
from yili_kg.tables.layers import layers

__all__ = [
    "are_old_notes",
    "base_beginnings",
    "base_units",
    "begins_as_a_note",
    "chapter_begun",
    "chapter_like",
    "edge_chapters",
    "note_beginnings",
    "running_units",
    "share_of_old_notes",
]

#: So many notes of a book that has the old ones begin as they do, however damaged it is.
_SOME = 0.25
#: So much speaks for a chapter at least.
_VOTES = 3
#: It has so many times the votes of any other, by its edges and by how its passages begin.
_EDGES_BEFORE, _BEGINNINGS_BEFORE = 2, 1.5
#: A whole vote, which is shared among chapters.
_WHOLE = 60
#: So many of the first graphs of a note are its own where it is damaged.
_ALIKE = 3


@cache
def base_units(chapter: str) -> tuple[Unit, ...]:
    """The passages of a chapter, base text only."""
    return tuple(
        Unit(p.id, p.layer, p.base_first, p.base_last, p.base_length) for p in load_skeleton().get(chapter, ())
    )


@cache
def running_units(chapter: str, mark: str = "") -> tuple[Unit, ...]:
    """Base text and note of a chapter's passages in turn; `mark` (注) stands before each note where it is printed."""
    units: list[Unit] = []
    note = layers().named("note")
    for p in load_skeleton().get(chapter, ()):
        units.append(Unit(p.id, p.layer, p.base_first, p.base_last, p.base_length))
        if p.note_length:
            units.append(Unit(p.id, note, (mark + p.note_first)[:EDGE], p.note_last, p.note_length + len(mark)))
    return tuple(units)


@cache
def note_beginnings(chapter: str) -> frozenset[str]:
    """How the old notes on a chapter begin: their first graphs, folded."""
    return frozenset(unit.first for unit in running_units(chapter) if unit.kind in layers().notes)


@cache
def base_beginnings(chapter: str) -> frozenset[str]:
    """How the passages of a chapter begin: their first graphs, folded."""
    return frozenset(unit.first for unit in base_units(chapter))


@cache
def begins_as_a_note(graphs: str, chapter: str) -> bool:
    """Whether folded graphs begin as an old note on a chapter does, but for one graph, or are no more than its beginning."""
    head = graphs[:EDGE]
    if head in note_beginnings(chapter):
        return True
    return len(head) >= _ALIKE and any(
        first.startswith(head) or sum(one == other for one, other in zip(first, head, strict=False)) >= _ALIKE
        for first in note_beginnings(chapter)
    )


def share_of_old_notes(notes: Sequence[tuple[Sequence[str], str]]) -> float:
    """Which share of notes, each with its parts in folded graphs and the chapter it is on, begin as the old ones do, 0 to 1."""
    met = sum(any(part[:EDGE] in note_beginnings(chapter) for part in parts) for parts, chapter in notes)
    return met / len(notes) if notes else 1.0


def are_old_notes(notes: Sequence[tuple[Sequence[str], str]]) -> bool:
    """Whether notes, each with its parts in folded graphs and the chapter it is on, are the old ones first of all.

    In a book that has them most begin as they do; a commentator who speaks himself seldom begins with their words.
    """
    return share_of_old_notes(notes) >= _SOME


@cache
def _edges() -> dict[str, set[str]]:
    edges: dict[str, set[str]] = {}
    for chapter in load_skeleton():
        for units in (base_units(chapter), running_units(chapter), running_units(chapter, layers().named("note"))):
            for key in edge_keys(units):
                if len(key) == 2 * EDGE:
                    edges.setdefault(key, set()).add(chapter)
    return edges


def edge_chapters(graphs: str) -> Counter[str]:
    """How many edges that only one chapter has stand in a text (folded graphs), by chapter."""
    edges = _edges()
    hits: Counter[str] = Counter()
    for place in range(len(graphs) - 2 * EDGE + 1):
        chapters = edges.get(graphs[place : place + 2 * EDGE])
        if chapters and len(chapters) == 1:
            hits.update(chapters)
    return hits


def chapter_like(graphs: str) -> str:
    """The chapter whose edges a text (folded graphs) has, at least three and twice as many as any other; or empty."""
    return _foremost(edge_chapters(graphs), _VOTES, _EDGES_BEFORE)


def chapter_begun(paragraphs: Iterable[str], notes: Iterable[str]) -> str:
    """The chapter as the passages of which paragraphs of text begin, and as the old notes on which notes do; or empty.

    All are folded graphs. Each votes for the chapters that begin so, and for one alone with a whole vote: at least three,
    and half as many again as any other.
    """
    votes: Counter[str] = Counter()
    for words, is_note in (*((w, False) for w in paragraphs), *((w, True) for w in notes)):
        begun = _beginnings(is_note).get(words[:EDGE], ())
        for chapter in begun:
            votes[chapter] += _WHOLE // len(begun)
    return _foremost(votes, _VOTES * _WHOLE, _BEGINNINGS_BEFORE)


def _foremost(votes: Counter[str], least: int, before: float) -> str:
    """The chapter with most votes, at least so many and so many times as many as any other has; or empty."""
    best = votes.most_common(2)
    if not best or best[0][1] < least or (len(best) > 1 and best[0][1] < before * best[1][1]):
        return ""
    return best[0][0]


@cache
def _beginnings(notes: bool) -> dict[str, tuple[str, ...]]:
    """The chapters in which passages, or notes, begin with some graphs."""
    found: dict[str, list[str]] = {}
    for chapter in load_skeleton():
        for words in note_beginnings(chapter) if notes else base_beginnings(chapter):
            if len(words) == EDGE:
                found.setdefault(words, []).append(chapter)
    return {words: tuple(chapters) for words, chapters in found.items()}
