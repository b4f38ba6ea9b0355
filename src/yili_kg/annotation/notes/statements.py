"""What is found in a note: places are numbers of graphs, not yet of the source."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FoundGloss", "FoundReading", "Unreadable"]


@dataclass(frozen=True, slots=True, order=True, kw_only=True)
class FoundGloss:
    """A gloss, in graphs of its note: the statement, the term and the definition (and the phrase to read it in).

    `word`: a term that the note does not repeat, as the end of the text above it has it, folded; `term` is empty then.
    """

    start: int
    end: int
    term: tuple[int, int]
    definition: tuple[int, int]
    formula: str
    rule: str
    example: tuple[int, int] | None = None
    word: str = ""

    def behind(self, start: int) -> FoundGloss:
        """The same gloss in a note in which the words that it was found in begin at graph `start`."""
        return FoundGloss(
            start=self.start + start,
            end=self.end + start,
            term=(self.term[0] + start, self.term[1] + start),
            definition=(self.definition[0] + start, self.definition[1] + start),
            formula=self.formula,
            rule=self.rule,
            example=(self.example[0] + start, self.example[1] + start) if self.example else None,
            word=self.word,
        )


@dataclass(frozen=True, slots=True, order=True, kw_only=True)
class Unreadable:
    """A formula at graphs `start`–`end` that gives no gloss, and why; `doubted` is the gloss that it would be."""

    start: int
    end: int
    rule: str
    reason: str
    doubted: FoundGloss | None = None


@dataclass(frozen=True, slots=True, order=True, kw_only=True)
class FoundReading:
    """A reading, in graphs of its note; `base` is folded, `variant` as the note has it.

    `base_at` is where the note has the base word, if it does.
    """

    start: int
    end: int
    base: str
    variant: str
    tradition: str
    rule: str
    decision: str = "none"
    ground: tuple[int, int] | None = None
    base_at: int | None = None
