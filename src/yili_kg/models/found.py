"""What is found in a segment: names and things, citations with their quotations, references without a title."""

from __future__ import annotations

from dataclasses import dataclass

from yili_kg.models.printed import measured, printed, reasoned
from yili_kg.models.quick import quick

__all__ = ["Citation", "Mention", "Quotation", "ShortCitation"]


@quick
@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Mention:
    """A span that names a person, role, object, place or work; `rule` says why it is one.

    `role` is the role of this rite (`鄉飲酒禮·主人`) where the text or a note says who fills it, else empty.
    `read_by` is the reader who decided so by hand, empty where only the rule says it. `confidence` is how sure span and
    type are, from 0 to 1; `sure_of` how sure what it is tied to is: `concept`, `role`. Of a name that several bear
    `identified` is the rule that told them apart. `because` names what weighed most
    where no rule but the weights took it: feature, value, what it is seen with, and what it adds to the odds.
    """

    start: int
    end: int
    text: str
    type: str
    concept: str
    layer: str
    rule: str
    segment: str
    role: str = ""
    read_by: str = ""
    identified: str = ""
    confidence: float | None = measured()
    sure_of: tuple[tuple[str, float], ...] = measured(pairs=True)
    because: tuple[str, ...] = reasoned()


@quick
@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Quotation:
    """A quoted span; `verdict` is `unchecked` until it was held against the cited book.

    `similarity` is that to `matched_text`, the folded graphs of the closest stretch of the book; `reference` says where
    that is: division, book, layer, and graphs from – to (`禮記·曲禮上 KR1d0052 text 120-131`). `confidence` is that of the
    verdict, with the quoted span.
    """

    start: int
    end: int
    text: str
    verdict: str = printed(default="unchecked", always=True)
    similarity: float | None = printed(default=None, always=True)
    matched_text: str = printed(default="", always=True)
    reference: str = printed(default="", always=True)
    confidence: float | None = measured()


@quick
@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Citation:
    """A work mention that brings another text in.

    `target` is the work and its division by standard names (`周禮·大行人`), `form` how it is cited (titled, dated,
    bare, elliptical, pointer), `function` what for (a CiTO term). `inferred` is the division that the text does not
    name and in which the quotation was found; of annals (左傳 …) it is said here only, elsewhere it is the target too.
    `confidence` is how sure it is that this work is cited, `sure_of` how sure the division is (`target`). `unsure_quotes` are those that are more
    likely none, or none from there.
    """

    start: int
    end: int
    text: str
    target: str
    function: str
    form: str
    quotes: tuple[Quotation, ...]
    segment: str
    layer: str
    rule: str
    inferred: str = ""
    read_by: str = ""
    confidence: float | None = measured()
    sure_of: tuple[tuple[str, float], ...] = measured(pairs=True)
    unsure_quotes: tuple[Quotation, ...] = ()


@quick
@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class ShortCitation:
    """A reference without a title: `form` is `elliptical` (又云, 彼注云), `pointer` (下文, 經云) or `lemma` (云…者).

    `target` is the work it goes back to; `target_start`–`target_end` in `target_segment` are the words that a lemma
    repeats. Where it could not be resolved all are empty and `reason` says why.
    """

    start: int
    end: int
    text: str
    form: str
    segment: str
    target: str = printed(default="", always=True)
    target_segment: str = ""
    target_start: int = -1
    target_end: int = -1
    reason: str = ""
