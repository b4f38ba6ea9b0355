"""The division of which a citation speaks that names the work alone and quotes nothing: the one that has the words beside it.

爾雅有正門 points at words behind the title, 妥安坐也爾雅文 at words before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from yili_kg.lexicon import load_lexicon
from yili_kg.reference.same_words import alike
from yili_kg.reference.shelf import Strand
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.graphs import stream

__all__ = ["FEW", "divisions_with", "pointed_at", "words_from_there"]

#: Words of no more graphs tell a division only if they stand in no other one.
FEW = 2
#: So many graphs behind a title are looked for at most; of two graphs only things and places.
_MOST_POINTED, _THINGS = 6, frozenset(("object", "place"))
#: So many graphs before a title are looked for at most and at least.
_MOST_BEFORE, _LEAST_BEFORE = 12, 4


def pointed_at(words: str, strands: Sequence[Strand]) -> str:
    """The division that alone has the words behind a title of which nothing is quoted (爾雅有正門); empty where none does.

    Three graphs are enough, or two that are a thing or a place. What a book calls something (詩謂之帷裳) need not be
    behind those words in it.
    """
    if load_patterns("titles")["not-pointed-at"].match(words):
        return ""
    called = load_patterns("titles")["calls-it"].match(words)
    return _pointed_at(words, strands) or (_pointed_at(words[called.end() :], strands) if called else "")


def _pointed_at(words: str, strands: Sequence[Strand]) -> str:
    graphs = alike(stream(words)[0])
    known = any(f.type in _THINGS for f in load_lexicon().forms.get(words[:FEW], ()))
    sizes = range(min(_MOST_POINTED, len(graphs)), FEW - known, -1)
    return _division_of((graphs[:size] for size in sizes), strands)


def words_from_there(before: str, behind: str, strands: Sequence[Strand]) -> str:
    """The division that alone has the words before a title, of which it is said behind it that they are its (爾雅文)."""
    if load_patterns("quotations/patterns")["words-from-there"].match(behind) is None:
        return ""
    said = load_patterns("quotations/patterns")["says-that-they-are"].search(before)
    graphs = alike(stream(before[: said.start()] if said else before)[0])
    sizes = range(min(_MOST_BEFORE, len(graphs)), _LEAST_BEFORE - 1, -1)
    return _division_of((graphs[-size:] for size in sizes), strands)


def divisions_with(run: str, strands: Sequence[Strand]) -> set[str]:
    """The divisions in which a run of graphs stands just so; two at most are looked for."""
    held: set[str] = set()
    for strand in strands:
        place = strand.runs.find(run, 0, len(strand.graphs))
        while place >= 0 and len(held) < 2:
            held.add(strand.division(place))
            place = strand.runs.find(run, place + 1, len(strand.graphs))
    return held


def _division_of(runs: Iterable[str], strands: Sequence[Strand]) -> str:
    """The one division whose text has the first of the runs that any has; empty where several have it."""
    texts = [s for s in strands if s.layer == "text"]
    for run in runs:
        held = divisions_with(run, texts)
        if held:
            return held.pop() if len(held) == 1 else ""
    return ""
