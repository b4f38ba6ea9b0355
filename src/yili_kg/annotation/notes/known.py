"""Glosses of the received notes that another commentator cites: 少牢注云肩臂臑肱骨也, 聘禮注裼者免上衣見裼衣.

Where a received note says what a word means was read once for all (`extraction/reading`). Whoever cites its words says the
same, word for word, and though nothing in his own text shows where the meaning ends, the note itself does.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from yili_kg.annotation.notes.formulas import Formula, load_formulas
from yili_kg.annotation.notes.phrases import words
from yili_kg.annotation.notes.statements import FoundGloss
from yili_kg.annotation.notes.tokens import STRONG, NoteTokens
from yili_kg.reading.load import reading_folder
from yili_kg.reading.rows import GlossRow
from yili_kg.reading.words import ENDS
from yili_kg.tables.table import read_table
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["cited_from_notes", "is_known"]

# Numbers of graphs.
#: With so many graphs a statement is looked for; no statement is shorter.
_SEED = 3
#: So many graphs in a row are no chance wherever they stand; fewer must begin where something begins, or be closed.
_ENOUGH = 6
#: So far apart the ends of a long meaning stand at most.
_KEPT = 40


class _Known(NamedTuple):
    """A statement of a received note, in folded graphs, with the places of term and meaning in it."""

    statement: str
    term: tuple[int, int]
    meaning: tuple[int, int]
    formula: str


def is_known(term: str, meaning: str) -> bool:
    """Whether a received note says that a word means this; both folded graphs.

    Of long words the reading keeps the ends only: a meaning with the same ends, and not much longer, is taken for them.
    """
    if (term, meaning) in _said():
        return True
    for first, last in _ends_of().get(term, ()):
        long = len(first) + len(last) <= len(meaning) <= len(first) + len(last) + _KEPT
        if long and meaning.startswith(first) and meaning.endswith(last):
            return True
    return False


def cited_from_notes(tokens: NoteTokens) -> Iterator[FoundGloss]:
    """The glosses of the received notes that stand in a comment, in order; not those that the text explained has itself."""
    graphs, index = tokens.graphs, _index()
    reach = 0
    for at in [at for at in range(len(graphs) - _SEED + 1) if graphs[at : at + _SEED] in index]:
        if at < reach:
            continue
        for known in index[graphs[at : at + _SEED]]:
            end = _end(tokens, known, at)
            if at < end and _stands(tokens, at, end) and not tokens.repeats(at, end):
                closed = graphs[end : end + 1] in words("closing")
                yield _placed(known, at, end, closed=closed)
                reach = end + closed
                break


def _end(tokens: NoteTokens, known: _Known, at: int) -> int:
    """Where a statement that begins at graph `at` ends; `at` where it does not stand there.

    Of long words the reading keeps the ends only: what stands between is no longer than a sentence.
    """
    first, _, last = known.statement.partition(ENDS)
    if not tokens.graphs.startswith(first, at):
        return at
    end = at + len(first)
    if not last:
        return end
    found = tokens.graphs.find(last, end, min(end + _KEPT, tokens.ahead(end)))
    return found + len(last) if found >= 0 else at


def _stands(tokens: NoteTokens, at: int, end: int) -> bool:
    """Whether words are a statement here: enough of them, or begun and closed."""
    if end - at >= _ENOUGH:
        return True
    opened = tokens.gaps[at] == STRONG or (at > 0 and tokens.graphs[at - 1] in words("citing"))
    closed = tokens.graphs[end : end + 1] == "也" or tokens.gaps[end] == STRONG
    return opened and closed


def _placed(known: _Known, at: int, end: int, *, closed: bool) -> FoundGloss:
    # Where term and meaning end is told from the end of the statement, which may be longer than what is kept of it.
    more = end - at - len(known.statement)
    first = known.term[0] == 0
    return FoundGloss(
        start=at,
        end=end + closed,
        term=(at + known.term[0] + more * (not first), at + known.term[1] + more * (not first)),
        definition=(at + known.meaning[0], at + known.meaning[1] + more),
        formula=known.formula,
        rule=_cited()[known.formula].id,
    )


@cache
def _cited() -> dict[str, Formula]:
    """The rule that reads each formula in a received note, with how its glosses are cited."""
    return {formula.formula: formula for formula in load_formulas() if formula.cited}


@cache
def _said() -> frozenset[tuple[str, str]]:
    """Term and meaning of each gloss of the received notes, in folded graphs."""
    return frozenset((term, meaning) for term, meaning, _ in _read())


@cache
def _ends_of() -> dict[str, tuple[tuple[str, str], ...]]:
    """The beginnings and ends of the long meanings of each term, in folded graphs."""
    found: dict[str, list[tuple[str, str]]] = {}
    for term, meaning in _said():
        first, between, last = meaning.partition(ENDS)
        if between:
            found.setdefault(term, []).append((first, last))
    return {term: tuple(sorted(ends)) for term, ends in found.items()}


@cache
def _index() -> dict[str, tuple[_Known, ...]]:
    """The statements by their first graphs, the longest first."""
    found: dict[str, dict[str, _Known]] = {}
    for term, meaning, formula in _read():
        for built in _cited()[formula].cited if formula in _cited() else ():
            statement = built.format(term=term, meaning=meaning)
            first = built.startswith("{term}")
            term_at = 0 if first else len(statement) - len(term)
            meaning_at = len(statement) - len(meaning) if first else 0
            known = _Known(statement, (term_at, term_at + len(term)), (meaning_at, meaning_at + len(meaning)), formula)
            found.setdefault(statement[:_SEED], {}).setdefault(statement, known)
    return {seed: tuple(sorted(some.values(), key=lambda k: -len(k.statement))) for seed, some in found.items()}


@cache
def _read() -> tuple[tuple[str, str, str], ...]:
    """Term, meaning and formula of each gloss that was read in the received notes; long meanings by their ends."""
    found: dict[tuple[str, str, str], None] = {}
    for path in sorted(reading_folder().glob("*/glosses.tsv")):
        for row in read_table(path, GlossRow):
            if row.part == "note":
                term = stream(fold(row.term))[0]
                meaning = ENDS.join(stream(fold(said))[0] for said in row.words.split(ENDS))
                if term and meaning and len(term + meaning) > 1:
                    found[term, meaning, row.formula] = None
    return tuple(found)
