"""What the commentators say: glosses, readings, claims, norms by rank; and what could not be read."""

from __future__ import annotations

from dataclasses import dataclass

from yili_kg.models.printed import measured, printed, reasoned
from yili_kg.models.quick import quick

__all__ = ["Claim", "Gloss", "Norm", "Reading", "Unread"]


@quick
@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Gloss:
    """A note says that `term` means `definition`; `formula` is the word that says so (猶, 謂, 讀為, 也 …).

    `speaker` says it; `quoted` is the work or person whose gloss he quotes (爾雅), else empty. `example` is the phrase
    in which a word is to be read (讀為仡然從於趙盾之仡). `target_start`–`target_end` in `target_segment` is the place
    glossed; -1 and empty where the term does not stand there, `reason` then says why. `because` names, of a gloss by one
    who argues, the signs that weighed most for how sure it is, with what each adds to the odds. Until that is told `confidence`
    is how likely its graphs alone are a word and its meaning.
    """

    start: int
    end: int
    text: str
    term: str
    definition: str
    formula: str
    speaker: str
    segment: str
    layer: str
    rule: str
    read_by: str = ""
    quoted: str = ""
    example: str = ""
    target_segment: str = ""
    target_start: int = -1
    target_end: int = -1
    reason: str = ""
    confidence: float | None = measured()
    because: tuple[str, ...] = reasoned()


@quick
@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Reading:
    """A note reports that a tradition has `variant` where the text has `base`; an empty one lacks the words.

    `tradition` is 古文, 今文, 或, 故書 … or 當為 for a correction; `decision` is follows, rejects or none, as somebody
    says, in the segment `decided_in` where it is not the note itself; `ground` is the reason given. `base_tradition` is
    the tradition that the text itself follows here, where it can be inferred. The target is the
    place of the base words, as in `Gloss`.
    """

    start: int
    end: int
    text: str
    base: str
    variant: str
    tradition: str
    decision: str
    speaker: str
    segment: str
    layer: str
    rule: str
    read_by: str = ""
    ground: str = ""
    decided_in: str = ""
    base_tradition: str = ""
    target_segment: str = ""
    target_start: int = -1
    target_end: int = -1
    reason: str = ""
    confidence: float | None = measured()


@quick
@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Claim:
    """Somebody holds something about a passage: `stance` is affirms, rejects, doubts or absent (unstated, not denied).

    `holder` is who holds it, `speaker` in whose words it is reported; `about` is the segment or work it is about.
    `reason` is the ground in the text's own words, or empty.
    """

    start: int
    end: int
    text: str
    holder: str
    stance: str
    about: str
    reason: str = ""
    speaker: str
    segment: str
    layer: str
    rule: str
    confidence: float | None = measured()


@quick
@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Norm:
    """What differs by rank: for `rank` the measure `value` of `aspect` holds (士 鹿中 中).

    All norms of one row of ranks have the same `series` (the place of its first word).
    """

    start: int
    end: int
    text: str
    rank: str
    aspect: str
    value: str
    series: int
    speaker: str
    segment: str
    layer: str
    rule: str
    confidence: float | None = measured()


@quick
@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Unread:
    """Words in which a rule saw a `kind` (gloss, reading, claim, step) that cannot be read; `reason` says why."""

    start: int
    end: int
    text: str
    kind: str = printed(name="what")
    segment: str
    rule: str
    reason: str

    @property
    def words(self) -> str:
        """What could not be read: a clause of base text, or a formula of a note."""
        return "clauses" if self.kind == "step" else "formulas"
