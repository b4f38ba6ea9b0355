"""What is doubtful, for the pages: each statement in a line, with how sure it is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from yili_kg.models import Annotated, Citation, Claim, Gloss, Norm, Reading, Step
from yili_kg.tables.kinds import kinds

__all__ = ["MOST", "Doubt", "doubtful"]

#: So many lines are shown on a page.
MOST = 1000

Doubt = dict[str, str]


def doubtful(editions: Iterable[Annotated], wanted: Collection[str], *, chapter: str = "") -> tuple[list[Doubt], int]:
    """The doubtful statements of some kinds (of one chapter, if it is named), the surest first, and how many there are.

    `verdict` are the quotations that are left aside in citations that are sure.
    """
    told: list[tuple[float, Doubt]] = []
    for annotated in editions:
        chapters = {s.id: s.chapter for s in annotated.edition.segments}
        for kind, found, words in _all(annotated):
            if kind in wanted and (not chapter or chapters.get(found.segment) == chapter):
                told.append((-(words.confidence or 0.0), _line(kind, found, words)))
    told.sort(key=lambda t: t[0])
    return [line for _, line in told[:MOST]], len(told)


def _all(annotated: Annotated) -> Iterator[tuple[str, Any, Any]]:
    """Kind, statement, and the words that are doubtful in it."""
    for unsure in annotated.unsure:
        yield unsure.of, unsure.found, unsure.found
    for citation in annotated.citations:
        for quote in citation.unsure_quotes:
            yield "verdict", citation, quote


def _line(kind: str, found: Any, words: Any) -> Doubt:
    names = {k.kind: (k.zh, k.en) for k in kinds()}
    zh, en = names.get(kind, ("引文", "a quotation"))
    return {
        "zh": zh,
        "en": en,
        "says": _says(found),
        "words": words.text,
        "sure": f"{words.confidence:.2f}",
        "segment": found.segment,
    }


def _says(found: Any) -> str:
    """What a statement says, in as few words as may be."""
    match found:
        case Gloss():
            return f"{found.term} = {found.definition}"
        case Reading():
            return f"{found.base} / {found.variant} ({found.tradition})"
        case Claim():
            return f"{found.holder}: {found.stance}"
        case Norm():
            return f"{found.rank}: {found.value}"
        case Citation():
            return found.target
        case Step():
            return " ".join((*(f.text for f in found.agent), found.verb, *(f.text for f in found.object)))
    return str(found.text)
