"""The one way from a source to what is found in it: read → edit → annotate → correct → check → resolve → measure.

The build, the command line, Python and the benchmarks all come through here, so that they all find the same.
"""

from __future__ import annotations

from pathlib import Path

from yili_kg.annotation.by_hand import ByHand
from yili_kg.annotation.corrected import Corrected
from yili_kg.annotation.run import annotate
from yili_kg.confidence import sure
from yili_kg.errors import SourceError
from yili_kg.layers import edit
from yili_kg.models import Annotated, Edition
from yili_kg.models.quick import replace
from yili_kg.patience import bounded, size_of
from yili_kg.reference.shelf import load_shelf
from yili_kg.resolve.brought_again import as_the_note_cites
from yili_kg.resolve.decisions import decide
from yili_kg.resolve.persons import settle_persons
from yili_kg.resolve.repeated import take_over
from yili_kg.resolve.short_citations import resolve_short_citations
from yili_kg.resolve.verdicts import check
from yili_kg.sources import read
from yili_kg.sources.read import read_text

__all__ = ["analyse", "analyse_file", "analyse_text", "unmeasured"]

_NOBODY = ByHand()


def analyse(edition: Edition, *, hand: ByHand = _NOBODY) -> Annotated:
    """Everything that is found in an edition, as decided by hand, its quotations checked, its references resolved.

    Each statement says how sure it is; what is doubtful is in `unsure`. Raises DataError for a correction that cannot
    be made.
    """
    return sure(unmeasured(edition, hand=hand))


def unmeasured(edition: Edition, *, hand: ByHand = _NOBODY) -> Annotated:
    """All that is found, before it is told how sure it is: what the measures themselves are made of."""
    fixed = Corrected(edition, hand.corrections)
    found = as_the_note_cites(check(annotate(edition, hand=hand, fixed=fixed), load_shelf()))
    found = replace(found, citations=fixed.verdicts(found.citations))
    fixed.finish()
    return decide(take_over(settle_persons(resolve_short_citations(found), load_shelf())))


def analyse_file(path: Path, *, reader: str = "", encoding: str | None = None, hand: ByHand = _NOBODY) -> Annotated:
    """Everything that is found in one source file. Raises SourceError, DataError."""
    with bounded(path.name, size_of(path)):
        return analyse(edit(read(path, reader=reader, encoding=encoding)), hand=hand)


def analyse_text(text: str, *, reader: str = "") -> Annotated:
    """Everything that is found in a text at hand; one of no known layout is taken as plain.

    Raises SourceError where a reader is named that cannot read it.
    """
    try:
        document = read_text(text, reader=reader)
    except SourceError:
        if reader:
            raise
        document = read_text(text, reader="plain")
    return analyse(edit(document))
