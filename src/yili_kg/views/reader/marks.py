"""What was found in the segments of a page, coded as short as may be: the browser marks words when they are first seen.

All places are code points of a segment's own text, as [start, length]. A word that comes again and again (a rule, a
concept, a speaker) stands once in a list and is called by its number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from yili_kg.models import (
    Annotated,
    Citation,
    Claim,
    Gloss,
    Mention,
    Norm,
    Quotation,
    Reading,
    Segment,
    ShortCitation,
)
from yili_kg.tables.types import mention_types
from yili_kg.views.citation_page import difference
from yili_kg.views.reader.acts import acts_of

__all__ = ["Marks"]

Row = list[Any]


class Marks:
    """The marks of the segments of a share of a build; `of` gives those of one page."""

    def __init__(self, editions: Sequence[Annotated]) -> None:
        self._editions = editions
        self._segments: dict[str, Segment] = {}
        self._edition: dict[str, int] = {}
        for number, annotated in enumerate(editions):
            for segment in annotated.edition.segments:
                self._segments[segment.id] = segment
                self._edition[segment.id] = number
        self._types = {t: n for n, t in enumerate(mention_types())}
        self._found: dict[str, dict[str, list[tuple[Any, bool]]]] = {}
        for annotated in editions:
            for kind, field in _FIELDS.items():
                for one, sure in annotated.every(kind, getattr(annotated, field)):
                    self._found.setdefault(one.segment, {}).setdefault(kind, []).append((one, sure))
        self.acts = acts_of(editions)

    def of(self, wanted: Iterable[str]) -> dict[str, Any]:
        """What a page is given on its segments (ids): lists of words, editions, and the marks of each segment."""
        coder = _Coder(self._segments, self._types)
        editions: dict[int, int] = {}
        coded: dict[str, Any] = {}
        for name in wanted:
            segment = self._segments[name]
            row: dict[str, Any] = {"o": _runs(segment)}
            number = editions.setdefault(self._edition[name], len(editions))
            if number:
                row["e"] = number
            found = self._found.get(name, {})
            for kind, key, code in _CODES:
                rows = [code(coder, one, sure) for one, sure in found.get(kind, ())]
                if rows:
                    row[key] = rows
            if segment.pointers:
                row["p"] = [coder.pointer(p, segment) for p in segment.pointers]
            if name in self.acts:
                row["t"] = [act.coded(segment, coder.how) for act in self.acts[name]]
            mentions = [n for one, sure in found.get("mention", ()) for n in coder.mention(one, sure)]
            if mentions:
                row["m"] = mentions
            coded[name] = row
        return {
            "segments": coded,
            "editions": [_edition(self._editions[n]) for n in editions],
            "hows": list(coder.hows),
            "senses": list(coder.senses),
            "because": list(coder.because),
        }


def _edition(annotated: Annotated) -> list[str]:
    document = annotated.edition.document
    return [document.name, document.title or document.name, document.label]


def _runs(segment: Segment) -> list[int]:
    """Where the text stands in its source: the first place, then each place of the text before which the source has more, and how much.

    `[120, 5, 2]`: the text begins at 120, and two code points that are none of it stand before its sixth.
    """
    runs: list[int] = []
    places = segment.offsets
    if not places:
        return [0]
    pieces = len(places)
    if places[-1] - places[0] == pieces - 1:
        return [places[0]]
    at = 0
    while at < pieces:
        at = _run_ends(places, at)
        if at < pieces:
            runs += [at, places[at] - places[at - 1] - 1]
    return [places[0], *runs]


def _run_ends(places: Sequence[int], at: int) -> int:
    """Behind the last of the places that follow one on the other from `at`: by halving, since they are many and gaps few."""
    low, high = at + 1, len(places)
    shift = places[at] - at
    while low < high:
        middle = (low + high) // 2
        if places[middle] - middle == shift:
            low = middle + 1
        else:
            high = middle
    return low


def _percent(value: float | None) -> int:
    return -1 if value is None else round(100 * value)


class _Coder:
    """Codes statements; keeps the lists of what comes again and again."""

    def __init__(self, segments: Mapping[str, Segment], types: Mapping[str, int]) -> None:
        self._segments, self._types = segments, types
        self.hows: dict[tuple[str, str, int], int] = {}
        self.senses: dict[tuple[int, str, str], int] = {}
        self.because: dict[tuple[str, ...], int] = {}

    def how(self, found: Any, sure: bool) -> int:
        """The number of: rule, reader (or empty), whether it is sure."""
        key = (found.rule, getattr(found, "read_by", ""), int(sure))
        return self.hows.setdefault(key, len(self.hows))

    def at(self, found: Any) -> list[int]:
        """Start and length of a statement in its segment."""
        return self.span(found.segment, found.start, found.end)

    def span(self, segment: str, start: int, end: int) -> list[int]:
        """Start and length in a segment; [-1, 0] where there is no place."""
        if segment not in self._segments or start < 0:
            return [-1, 0]
        first, behind = self._segments[segment].inside(start, end)
        return [first, behind - first]

    def target(self, found: Any) -> Row:
        """The segment and the place that a note is about."""
        return [found.target_segment, *self.span(found.target_segment, found.target_start, found.target_end)]

    def mention(self, found: Mention, sure: bool) -> tuple[int, ...]:
        """Start, length, sense, how, how sure (percent), how sure the concept is, and the number of what weighed most or -1."""
        start, length = self.at(found)
        key = (self._types.get(found.type, 0), found.concept, found.role)
        sense = self.senses.setdefault(key, len(self.senses))
        because = self.because.setdefault(found.because, len(self.because)) if found.because else -1
        concept = _percent(dict(found.sure_of).get("concept"))
        return start, length, sense, self.how(found, sure), _percent(found.confidence), concept, because

    def citation(self, found: Citation, sure: bool) -> Row:
        """Place, target, form, function, what was inferred, how, how sure, and the target; quotations, the unsure ones last."""
        quotes = [self._quote(found.segment, q, 1) for q in found.quotes]
        quotes += [self._quote(found.segment, q, 0) for q in found.unsure_quotes]
        target = _percent(dict(found.sure_of).get("target"))
        how = self.how(found, sure)
        told = [found.target, found.form, found.function, found.inferred, how, _percent(found.confidence), target]
        return [*self.at(found), *told, quotes]

    def _quote(self, segment: str, quote: Quotation, sure: int) -> Row:
        differs = [] if quote.verdict == "verbatim" else [[tag[0], a, b] for tag, a, b in difference(quote)]
        alike = _percent(quote.similarity)
        sureness = _percent(quote.confidence)
        return [
            *self.span(segment, quote.start, quote.end),
            quote.verdict,
            alike,
            quote.reference,
            sureness,
            sure,
            differs,
        ]

    def ellipsis(self, found: ShortCitation, sure: bool) -> Row:
        """Place, form, work, target, why it could not be resolved."""
        return [*self.at(found), found.form, found.target, *self.target(found), found.reason]

    def pointer(self, found: Any, segment: Segment) -> Row:
        """As a short citation: the layer that it points into stands for the work."""
        span = self.span(segment.id, found.start, found.end)
        target = [found.target, *self.span(found.target, found.target_start, found.target_end)]
        return [*span, "pointer", found.layer, *target, found.reason]

    def gloss(self, found: Gloss, sure: bool) -> Row:
        """Place, speaker, how, how sure, target, reason; term, definition, formula, whom it quotes, example."""
        said = [found.term, found.definition, found.formula, found.quoted, found.example]
        return [*self._noted(found, sure), *self.target(found), found.reason, *said]

    def reading(self, found: Reading, sure: bool) -> Row:
        """As a gloss; base words, variant, tradition, decision, ground, the tradition of the text itself."""
        said = [found.base, found.variant, found.tradition, found.decision, found.ground, found.base_tradition]
        return [*self._noted(found, sure), *self.target(found), found.reason, *said]

    def claim(self, found: Claim, sure: bool) -> Row:
        """Place, speaker, how, how sure; what it is about, holder, stance, ground."""
        return [*self._noted(found, sure), found.about, found.holder, found.stance, found.reason]

    def norm(self, found: Norm, sure: bool) -> Row:
        """Place, speaker, how, how sure; rank, of what, the measure."""
        return [*self._noted(found, sure), found.rank, found.aspect, found.value]

    def _noted(self, found: Any, sure: bool) -> Row:
        return [*self.at(found), found.speaker, self.how(found, sure), _percent(found.confidence)]


#: Kind → where an edition holds it.
_FIELDS = {
    "mention": "mentions",
    "citation": "citations",
    "ellipsis": "ellipses",
    "gloss": "glosses",
    "reading": "readings",
    "claim": "claims",
    "norm": "norms",
}
#: Kind, its key in a row, what codes it.
_CODES: tuple[tuple[str, str, Callable[[_Coder, Any, bool], Row]], ...] = (
    ("citation", "c", _Coder.citation),
    ("ellipsis", "l", _Coder.ellipsis),
    ("gloss", "g", _Coder.gloss),
    ("reading", "r", _Coder.reading),
    ("claim", "k", _Coder.claim),
    ("norm", "n", _Coder.norm),
)
