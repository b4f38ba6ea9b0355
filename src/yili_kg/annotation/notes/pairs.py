"""A word of the text explained with what stands beside it, and the gloss without a formula that it may be."""

from __future__ import annotations

from dataclasses import dataclass

from yili_kg.annotation.notes.formulas import plain_formula
from yili_kg.annotation.notes.meaning import Saying
from yili_kg.annotation.notes.statements import FoundGloss
from yili_kg.annotation.notes.tokens import NoteTokens
from yili_kg.models.quick import quick
from yili_kg.tables.layers import layers

__all__ = ["Pair", "made"]


@quick
@dataclass(frozen=True, slots=True)
class Pair:
    """A term at graphs `start`–`term_end` with its meaning at `begin`–`last`; the statement ends at `stop`."""

    start: int
    term_end: int
    begin: int
    last: int
    stop: int

    @property
    def closed(self) -> bool:
        """Whether a final particle ends the statement."""
        return self.last < self.stop

    def bare(self, tokens: NoteTokens) -> int:
        """Where the term ends without 者, which the text may have too (贊者)."""
        marked = tokens.graphs[self.term_end - 1] == "者" and self.term_end - self.start > 1
        return self.term_end - marked

    def saying(self, tokens: NoteTokens) -> Saying:
        """The words of it."""
        # A comment is over where its words are.
        ends = self.stop == len(tokens.graphs) and tokens.layer in layers().reason
        marked = tokens.graphs[self.bare(tokens)] == "者"
        return Saying(
            term=tokens.graphs[self.start : self.bare(tokens)],
            definition=tokens.graphs[self.begin : self.last],
            marked=marked,
            closed=self.closed or ends,
            things=tokens.things,
            topic=marked and self.closed and tokens.layer in layers().free,
        )

    def gloss(self) -> FoundGloss:
        """The gloss that it is."""
        return made(self.start, self.stop, (self.start, self.term_end), (self.begin, self.last))


def made(start: int, end: int, term: tuple[int, int], definition: tuple[int, int]) -> FoundGloss:
    """The gloss without a formula that stands at graphs `start`–`end`."""
    formula = plain_formula()
    return FoundGloss(start=start, end=end, term=term, definition=definition, formula=formula.formula, rule=formula.id)
