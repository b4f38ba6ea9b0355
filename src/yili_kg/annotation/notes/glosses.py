"""Glosses in a note: 乃猶女也, 榮屋翼, 八尺曰尋, 言諸公者王同時分命之.

Definite formulas (猶 謂 讀為 曰 …) come first, each with its marker; what they leave is searched for words of the text
explained that stand at a break with their meaning beside them, and last for 言 and for markers at a break, which may go
on with what stands before.
A formula that matches and cannot be read is reported.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache

from yili_kg.annotation.notes.argued import settled
from yili_kg.annotation.notes.formulas import Formula, load_formulas, plain_formula
from yili_kg.annotation.notes.known import cited_from_notes
from yili_kg.annotation.notes.marked import Mark, apposed, read_marked
from yili_kg.annotation.notes.others import cited_stretches, entry_of, said_of_a_topic
from yili_kg.annotation.notes.phrases import words
from yili_kg.annotation.notes.plain import plain_glosses
from yili_kg.annotation.notes.statements import FoundGloss, Unreadable
from yili_kg.annotation.notes.taken import Taken
from yili_kg.annotation.notes.tokens import STRONG, WEAK, NoteTokens
from yili_kg.tables.layers import layers
from yili_kg.text.needed import Asked

__all__ = ["find_glosses"]

_TAKEN = re.compile(rb"\x01+")


def find_glosses(
    tokens: NoteTokens, reports: Sequence[tuple[int, int]] = ()
) -> tuple[list[FoundGloss], list[Unreadable]]:
    """The glosses of a note in order, and the formulas in it that could not be read.

    `reports` are the stretches in which it reports readings, in graphs.
    """
    unread: list[Unreadable] = []
    taken = Taken(tokens, reports)
    if tokens.layer in layers().reason:
        for gloss in cited_from_notes(tokens):
            taken.add(gloss)
            taken.take(gloss.start, gloss.end)
        for gloss in _of_others(tokens):
            if not any(taken.graphs[gloss.start : gloss.end]):
                taken.add(gloss)
                taken.take(gloss.start, gloss.end)
    marks = list(_marks(tokens))
    late = [mark for mark in marks if _goes_on(tokens, mark)]
    for mark in marks:
        if not _goes_on(tokens, mark):
            _read(tokens, mark, taken, unread)
    told = {mark.at for mark in late}
    tokens = _behind_names(tokens, taken.found)
    for start, end in _rests(tokens, taken.graphs):
        if start not in told:
            plain = plain_glosses(tokens, start, end, taken.last(start))
            if isinstance(plain, Unreadable):
                unread.append(plain)
                continue
            for gloss in plain:
                _add(tokens, gloss, taken, unread)
    for mark in late:
        _read(tokens, mark, taken, unread)
    return sorted(taken.found), sorted(unread)


def _behind_names(tokens: NoteTokens, found: Sequence[FoundGloss]) -> NoteTokens:
    """The tokens with something new behind each name that a later commentator gives: 以侯繫繩于植曰綱 | 武足也."""
    if tokens.layer not in layers().free or tokens.punctuated:
        return tokens
    return tokens.opened(gloss.end for gloss in found if gloss.end == gloss.term[1])


def _of_others(tokens: NoteTokens) -> Iterator[FoundGloss]:
    """The glosses of others that a commentator cites; what the text explained has word for word is repeated, not cited."""
    last: FoundGloss | None = None
    for stretch in cited_stretches(tokens):
        start, part, explains = stretch.start, stretch.tokens, stretch.explains
        found = find_glosses(part)[0]
        meant = said_of_a_topic(tokens, stretch, last, found)
        if meant is None and not any(gloss.start == 0 for gloss in found):
            meant = entry_of(tokens, stretch)
        if meant is not None:
            yield meant
        for gloss in found:
            if meant is not None and gloss.start + start < meant.end:
                continue
            closed = gloss.end > gloss.definition[1]
            if gloss.rule == plain_formula().id and not (explains and (closed or not gloss.start)):
                continue  # without 也 only the first words of a note are word and meaning for certain
            last = placed = gloss.behind(start)
            if gloss.end - gloss.start < 4 or not tokens.repeats(placed.start, placed.end):
                yield placed


def _goes_on(tokens: NoteTokens, mark: Mark) -> bool:
    """Whether a marker stands at a break, and may go on with the gloss before it: 閒代也 | 謂一歌則一吹."""
    return mark.formula.shape == "said" or (mark.formula.shape == "after" and tokens.gaps[mark.at] == STRONG)


def _read(tokens: NoteTokens, mark: Mark, taken: Taken, unread: list[Unreadable]) -> None:
    """What one marker says, added to what was found or could not be read."""
    if taken.graphs[mark.at] or not tokens.heard(mark.at, mark.end):
        return
    mark = mark.placed(taken)
    for gloss in apposed(tokens, mark):
        taken.add(gloss)
        taken.take(gloss.start, gloss.end)
        mark = mark.placed(taken)
    said = read_marked(tokens, mark)
    if isinstance(said, Unreadable):
        unread.append(said)
    elif said is not None:
        # A statement that the text explained has word for word is repeated, not made.
        if said.end - said.start < 4 or not tokens.repeats(said.start, said.end):
            _add(tokens, said, taken, unread)
        taken.take(said.start, said.end)


def _add(tokens: NoteTokens, gloss: FoundGloss, taken: Taken, unread: list[Unreadable]) -> None:
    """One more gloss, or the report why it is doubted."""
    found = settled(tokens, gloss, taken.last(gloss.start))
    if isinstance(found, Unreadable):
        unread.append(found)
    else:
        taken.add(found)


@cache
def _markers() -> Asked[tuple[int, Formula]]:
    """The markers of all formulas, each with the rank of its formula."""
    ranked = enumerate(load_formulas())
    return Asked((formula.marker, (rank, formula)) for rank, formula in ranked if formula.shape != "plain")


def _marks(tokens: NoteTokens) -> Iterator[Mark]:
    """The markers of all formulas in a note in order, each with the place of the next."""
    hits = sorted(
        (match.start(), rank, match.end(), formula)
        for marker, (rank, formula) in _markers().of(tokens.graphs)
        if not formula.later or tokens.layer in layers().free
        for match in marker.finditer(tokens.graphs)
        if not _is_of_the_text(tokens, formula, match)
    )
    # 即 and 指 are verbs as well: what stands before them may go on with a meaning.
    verbs = words("markers-that-are-verbs")
    if tokens.layer in layers().reason:
        verbs |= words("with-common-markers")  # 因二十冠而字 | 為諡: a sentence goes on with 為 and 言
    starts = [at for at, _, _, formula in hits if formula.id not in verbs]
    for at, _, end, formula in hits:
        # What follows begins behind this one: 謂 in 謂之 is a marker inside a marker.
        number = bisect_left(starts, max(end, at + 1))
        yield Mark(formula, at, end, starts[number] if number < len(starts) else len(tokens.graphs))


def _is_of_the_text(tokens: NoteTokens, formula: Formula, marker: re.Match[str]) -> bool:
    """Whether a marker that is a verb as well belongs to one of the text: 季指 | 小指也."""
    start, end = marker.span()
    if tokens.another or formula.id not in words("markers-that-are-verbs"):
        return False
    return start > 0 and tokens.on_texts().in_base(tokens.graphs[start - 1 : end])


def _rests(tokens: NoteTokens, taken: bytearray) -> Iterator[tuple[int, int]]:
    """The stretches that no formula took, cut at strong breaks (and at weak ones behind a final particle)."""
    size, gaps, closing = len(tokens.graphs), tokens.gaps, words("closing")
    cuts = {*tokens.ends, size}
    cuts.update(
        place
        for place in tokens.breaks
        if gaps[place] == WEAK and not (tokens.punctuated and tokens.graphs[place - 1] not in closing)
    )
    for apart in (tokens.silent, tokens.quoted):
        cuts |= apart ^ {place + 1 for place in apart}
    cuts.update(place for match in _TAKEN.finditer(taken) for place in match.span())
    begin = 0
    for place in sorted(cuts):
        if 0 < place <= size:
            if not taken[begin] and (not tokens.still or tokens.heard(begin, place)):
                yield begin, place
            begin = place
