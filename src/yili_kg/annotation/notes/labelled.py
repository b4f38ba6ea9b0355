"""Glosses as their graphs look: how likely each that rules found is one by the graphs alone, and what these tell besides.

司正即射人為之 | 故曰一人, 厭祭陽厭也: where no rule sees where a word or its meaning begins or ends, the graphs around each place may
(`labels`). What only they tell is a gloss when its signs make it sure, like what rules propose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from yili_kg.annotation.notes.formulas import load_formulas, plain_formula
from yili_kg.annotation.notes.labels import Labelled, Told, load_labels
from yili_kg.annotation.notes.phrases import words
from yili_kg.annotation.notes.proposed import LABELLED
from yili_kg.annotation.notes.statements import FoundGloss
from yili_kg.annotation.notes.tokens import NoteTokens

__all__ = ["Ruled", "glosses_labelled", "told_of"]

#: What is less likely than this by its graphs is not proposed.
_LEAST = 0.2
#: The longest term and the longest meaning that graphs alone tell, in graphs.
_TERM, _MEANING = 12, 40
#: A gloss, and how likely it is by its graphs; of a word that the note does not repeat nothing is told.
_Weighed = tuple[FoundGloss, float | None]
#: A comment, what rules found in it, and where it reports readings, in graphs.
Ruled = tuple[NoteTokens, Sequence[FoundGloss], Sequence[tuple[int, int]]]


def told_of(found: Sequence[FoundGloss]) -> tuple[Told, ...]:
    """What rules tell the labels of."""
    return tuple(Told(gloss.rule, gloss.term, gloss.definition) for gloss in found if not gloss.word)


def glosses_labelled(comments: Iterable[Ruled]) -> list[list[_Weighed]]:
    """For each comment what rules found, and what else the graphs tell, each with how likely it is.

    A comment is given with what rules found, and with the reports of readings, which hold no gloss.
    """
    ruled = list(comments)
    labelled = load_labels().of((tokens, told_of(found)) for tokens, found, _ in ruled)
    return [_weighed(*comment, told) for comment, told in zip(ruled, labelled, strict=True)]


def _weighed(
    tokens: NoteTokens, found: Sequence[FoundGloss], reports: Sequence[tuple[int, int]], labelled: Labelled
) -> list[_Weighed]:
    weighed: list[_Weighed] = [
        (gloss, None if gloss.word else round(labelled.sure(gloss.term, gloss.definition), 3)) for gloss in found
    ]
    known = {(gloss.term, gloss.definition[0]) for gloss in found}
    for term, meaning in labelled.pairs():
        sure = labelled.sure(term, meaning)
        start, end = min(term, meaning)[0], max(term, meaning)[1]
        long = term[1] - term[0] > _TERM or meaning[1] - meaning[0] > _MEANING
        if sure < _LEAST or long or (term, meaning[0]) in known or any(a < end and start < b for a, b in reports):
            continue
        weighed.append((_gloss(tokens, term, meaning), round(sure, 3)))
    return weighed


def _gloss(tokens: NoteTokens, term: tuple[int, int], meaning: tuple[int, int]) -> FoundGloss:
    """The gloss of a term with its meaning, with the particle that closes it and the formula that stands between them."""
    end = max(term, meaning)[1]
    closed = tokens.graphs[end : end + 1] in words("closing")
    between = tokens.graphs[slice(term[1], meaning[0]) if term < meaning else slice(meaning[1], term[0])]
    return FoundGloss(
        start=min(term, meaning)[0],
        end=end + closed,
        term=term,
        definition=meaning,
        formula=next(_named_by(between, first=term < meaning), plain_formula().formula),
        rule=LABELLED,
    )


def _named_by(between: str, *, first: bool) -> Iterator[str]:
    """The formulas that words between term and meaning end with, the longest first; `first`: the term stands first."""
    return (name for name, before in _formulas() if between.endswith(name) and before != first)


@cache
def _formulas() -> tuple[tuple[str, bool], ...]:
    """The names of formulas, the longest first, and whether the meaning stands before the term."""
    plain = plain_formula().formula
    named = {(formula.formula, formula.shape == "before") for formula in load_formulas() if formula.formula != plain}
    return tuple(sorted(named, key=lambda one: (-len(one[0]), one)))
