"""The one way from a source to what is found in it: read → edit → annotate → correct → check → resolve.

The build, the command line, Python and the benchmarks all come through here, so that they all find the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from yili_kg.annotation.corrections import Correction, correct, read_corrections
from yili_kg.annotation.run import annotate
from yili_kg.errors import SourceError
from yili_kg.layers import edit
from yili_kg.models import Annotated, Edition
from yili_kg.patience import bounded
from yili_kg.reference.shelf import load_shelf
from yili_kg.resolve.decisions import decide
from yili_kg.resolve.short_citations import resolve_short_citations
from yili_kg.resolve.verdicts import check
from yili_kg.sources import read
from yili_kg.sources.read import read_text

__all__ = ["analyse", "analyse_file", "analyse_text"]


def analyse(edition: Edition, *, corrections: Sequence[Correction] = ()) -> Annotated:
    """Everything that is found in an edition, as corrected by hand, its quotations checked, its references resolved.

    Raises DataError for a correction that cannot be made.
    """
    found = correct(annotate(edition), corrections)
    return decide(resolve_short_citations(check(found, load_shelf())))


def analyse_file(
    path: Path, *, reader: str = "", encoding: str | None = None, corrections: Path | None = None
) -> Annotated:
    """Everything that is found in one source file. Raises SourceError, DataError."""
    rows = read_corrections(corrections) if corrections else ()
    with bounded(path.name, path.stat().st_size if path.exists() else 0):
        return analyse(edit(read(path, reader=reader, encoding=encoding)), corrections=rows)


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
