"""The forms that a graph can be written in, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph as ox

from yili_kg.errors import QueryError
from yili_kg.export import jsonld, networks, rdf, sssom, standoff, tables, webannotation

__all__ = ["FORMS", "Form", "export"]


@dataclass(frozen=True, slots=True)
class Form:
    """A form: what it is for; `text` writes it as one text, `folder` as files in a folder; `cells`: as a spreadsheet."""

    name: str
    what: str
    text: Callable[..., str] | None = None
    folder: Callable[..., list[Path]] | None = None
    cells: bool = False


FORMS = {
    form.name: form
    for form in (
        Form("turtle", "all statements without their graphs", rdf.turtle),
        Form("ntriples", "the same, a line each", rdf.ntriples),
        Form("trig", "all statements with their named graphs", rdf.trig),
        Form("nquads", "the same, a line each", rdf.nquads),
        Form("jsonld", "the same as JSON-LD with its context", jsonld.jsonld),
        Form(
            "webannotation",
            "mentions, citations, quotations as W3C Web Annotations (JSON-LD)",
            webannotation.web_annotations,
        ),
        Form("tei", "texts with stand-off annotations, TEI P5", standoff.tei),
        Form("graphml", "the statements as a network (yEd, Gephi, networkx)", networks.graphml),
        Form("gexf", "the same for Gephi", networks.gexf),
        Form("sssom", "the links to records of other projects as one table (SSSOM)", sssom.mappings),
        Form("csv", "the mentions as one table", tables.mentions, cells=True),
        Form("tables", "a table of each class for spreadsheets; into a folder", folder=tables.class_tables, cells=True),
        Form(
            "neo4j", "nodes and relationships for neo4j-admin import; into a folder", folder=networks.neo4j, cells=True
        ),
    )
}


def export(store: ox.Store, form: str, output: Path | None = None, *, raw: bool = False) -> str:
    """The graph in a form: the text, or, with `output`, an empty string and the file or folder written.

    In tables, what a spreadsheet would run as a formula is marked as text, unless `raw`.

    Raises QueryError for a form that there is not, or that wants a folder, and where nothing can be written.
    """
    known = FORMS.get(form)
    if known is None:
        raise QueryError(f"no form {form}", advice=f"one of {', '.join(FORMS)}")
    options = {"raw": raw} if known.cells else {}
    try:
        if known.folder:
            if output is None or output.is_file():
                raise QueryError(f"{form} is several files", advice="name a folder with -o")
            output.mkdir(parents=True, exist_ok=True)
            known.folder(store, output, **options)
            return ""
        assert known.text is not None
        text = known.text(store, **options)
        if output is None:
            return text
        output.write_text(text, encoding="utf-8")
        return ""
    except OSError as error:
        raise QueryError(
            f"cannot be written: {error.strerror}", where=str(output), advice="name another place"
        ) from error
