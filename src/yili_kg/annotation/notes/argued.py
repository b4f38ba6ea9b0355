"""What a commentator who argues seems to say of a word: he repeats, cites and reasons, and seldom only explains."""

from __future__ import annotations

from yili_kg.annotation.notes.formulas import load_formulas
from yili_kg.annotation.notes.phrases import turn
from yili_kg.annotation.notes.statements import FoundGloss, Unreadable
from yili_kg.annotation.notes.tokens import STRONG, NoteTokens
from yili_kg.tables.layers import layers

__all__ = ["settled"]

# Numbers of graphs.
#: A meaning that no end of a sentence closes is a word or two with what belongs to them; a longer one runs on.
_OPEN = 14
#: A second statement on the word just explained is brief.
_FURTHER = 10


def settled(tokens: NoteTokens, gloss: FoundGloss) -> FoundGloss | Unreadable:
    """A gloss as it stands, or the report why one of a commentator who argues is not taken at its word."""
    if tokens.layer not in layers().argues or _shape(gloss.rule) == "read":
        return gloss
    reason = _doubt(tokens, gloss)
    if not reason:
        return gloss
    return Unreadable(start=gloss.start, end=gloss.end, rule=gloss.rule, reason=reason)


def _doubt(tokens: NoteTokens, gloss: FoundGloss) -> str:
    """Why a gloss is doubted; empty where nothing speaks against it."""
    term, meaning = (tokens.graphs[slice(*span)] for span in (gloss.term, gloss.definition))
    if turn("doubtful-term").search(term):
        return "the words before it speak of words, or lead a sentence on"
    if tokens.layer == layers().named("essay") and (len(meaning) < 2 or not _is_told(tokens, gloss)):
        return "an essay comments on no passage, and nothing but a formula for known words can be relied on there"
    if turn("doubtful-meaning").search(meaning):
        return "what stands beside it argues or cites"
    if turn("member-of-a-list").search(meaning):
        return "it counts the members of a list"
    if _shape(gloss.rule) == "before":
        return "" if gloss.definition[0] and _begins(tokens, gloss.definition[0]) else "nothing shows where it begins"
    length = len(meaning)
    if length > _OPEN and tokens.gaps[gloss.end] != STRONG:
        return "nothing shows where it ends"
    if gloss.start >= gloss.term[1] and length > _FURTHER:
        return "it goes on with what was said before"
    return ""


def _is_told(tokens: NoteTokens, gloss: FoundGloss) -> bool:
    """Whether a formula names a thing that the lexicon knows, and a sentence ends behind it."""
    if _shape(gloss.rule) == "before":
        return True
    known = tokens.graphs[slice(*gloss.term)] in tokens.things
    return _shape(gloss.rule) == "after" and known and tokens.gaps[gloss.end] == STRONG


def _begins(tokens: NoteTokens, place: int) -> bool:
    """Whether something begins before a graph: a break, or a lead (即, 此, 則) right behind one."""
    return tokens.at_break(place) or bool(turn("named-lead").match(tokens.graphs, place - 1) and tokens.at_break(place - 1))


def _shape(rule: str) -> str:
    return next((f.shape for f in load_formulas() if f.id == rule), "")
