"""The command line: arguments in, messages out; the work is done elsewhere.

Exit codes: 0 done, 1 done in part (some sources could not be built, a check found something), 2 not done.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from yili_kg import __version__
from yili_kg.cli_reference import library
from yili_kg.cli_rite import rite
from yili_kg.errors import QueryError, SourceError, YiliError
from yili_kg.terminal import bar, busy, errors

__all__ = ["app", "main"]

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    help="An open knowledge graph of the 儀禮 and of its commentaries. 儀禮及其注疏之知識圖譜。",
)

app.add_typer(library, name="reference")
app.command()(rite)

Reader = Annotated[str, typer.Option(help="Read with this reader instead of choosing one by the look of the text.")]
Encoding = Annotated[str | None, typer.Option(help="The encoding of the sources, where it is not UTF-8.")]
Graph = Annotated[Path, typer.Option("--graph", "-g", help="A build's folder, or one RDF file.")]
Corrections = Annotated[
    Path | None, typer.Option("--corrections", "-c", help="A table of corrections by hand (docs/corrections.md).")
]
Output = Annotated[Path | None, typer.Option("--output", "-o", help="Write here instead of to the screen.")]


class Shape(StrEnum):
    """How an answer is printed."""

    table = "table"
    csv = "csv"
    json = "json"


class Form(StrEnum):
    """What a graph is exported as."""

    turtle = "turtle"
    trig = "trig"
    nquads = "nquads"
    ntriples = "ntriples"
    csv = "csv"


class Records(StrEnum):
    """How annotations are printed."""

    jsonl = "jsonl"
    csv = "csv"


@app.callback(invoke_without_command=True)
def root(
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
) -> None:
    """An open knowledge graph of the 儀禮 and of its commentaries."""
    if version:
        typer.echo(f"yili-kg {__version__}")
        raise typer.Exit


@app.command()
def build(
    sources: Annotated[
        list[Path] | None, typer.Argument(help="Texts; none: the corpus that comes with yili-kg.")
    ] = None,
    out: Annotated[Path, typer.Option("--output", "-o", help="The folder to write.")] = Path("graphs/build"),
    reader: Reader = "",
    encoding: Encoding = None,
    corrections: Corrections = None,
    force: Annotated[bool, typer.Option(help="Build even if nothing has changed.")] = False,
) -> None:
    """Build the graph: Turtle, TriG, manifest and views.

    Example: `yili-kg build -o graphs/build` or `yili-kg build my-text.txt -o out`
    """
    from yili_kg.pipeline import build as run

    with bar() as report:
        done = run(
            sources or [], out, reader=reader, encoding=encoding, corrections=corrections, force=force, progress=report
        )
    counts = done.counts
    if done.unchanged:
        typer.echo(
            f"{out}: nothing has changed, {counts['mentions']:,} mentions in {counts['quads']:,} quads stand as they are"
        )
        return
    typer.echo(
        f"{out}: {counts['sources']} sources, {counts['code points']:,} code points, {counts['segments']:,} segments, "
        f"{counts['mentions']:,} mentions, {counts['citations']:,} citations, {counts['quads']:,} quads "
        f"in {sum(done.seconds.values()):.1f} s"
    )
    if done.unknown:
        typer.echo(f"frequent words that may be nouns and are not in the lexicon: {' '.join(done.unknown)}")
    typer.echo(
        "yili.ttl (knowledge), yili.trig (everything), graph.html and citations.html (views), unknown-nouns.tsv, manifest.json"
    )


@app.command()
def annotate(
    source: Annotated[Path, typer.Argument(help="A text.")],
    format: Annotated[
        Records, typer.Option("--format", "-f", help="JSON lines, or CSV of mentions and citations.")
    ] = Records.jsonl,
    output: Output = None,
    reader: Reader = "",
    encoding: Encoding = None,
    corrections: Corrections = None,
) -> None:
    """Print segments, noise, mentions and citations of a text, with offsets in code points.

    Example: `yili-kg annotate text.txt --format jsonl`
    """
    import csv
    import io

    from yili_kg.pipeline import annotate_file
    from yili_kg.records import records

    rows = records(annotate_file(source, reader=reader, encoding=encoding, corrections=corrections))
    if format is Records.jsonl:
        _write((json.dumps(row, ensure_ascii=False) + "\n" for row in rows), output)
        return
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = ("kind", "start", "end", "text", "type", "concept", "target", "layer", "segment", "rule")
    writer.writerow(names)
    writer.writerows([row.get(n, "") for n in names] for row in rows if row["kind"] in ("mention", "citation"))
    _write([out.getvalue()], output)


@app.command()
def query(
    question: Annotated[str, typer.Argument(help="A named question, a SPARQL query, or a file that holds one.")] = "",
    graph: Graph = Path("graphs/build"),
    format: Annotated[Shape, typer.Option("--format", "-f", help="How to print the answer.")] = Shape.table,
    param: Annotated[list[str] | None, typer.Option("--param", "-p", help="NAME=VALUE for a named question.")] = None,
    output: Output = None,
) -> None:
    """Ask the graph. Without a question: the named questions.

    Example: `yili-kg query occurrences -p concept=觶` or `yili-kg query "SELECT * { ?s a yl:Mention } LIMIT 5"`
    """
    from yili_kg.graph.store import open_store
    from yili_kg.queries import as_csv, as_json, questions, run

    if not question:
        table = Table("name", "question", "parameters")
        for known in questions().values():
            table.add_row(known.name, known.title, ", ".join(f"{n}={d}" for n, _, d in known.params))
        Console().print(table)
        return
    path = Path(question)
    text = (
        path.read_text(encoding="utf-8")
        if len(question) < 250 and path.suffix in (".rq", ".sparql") and path.is_file()
        else question
    )
    pairs = dict(p.split("=", 1) for p in param or [] if "=" in p)
    if len(pairs) != len(param or []):
        raise QueryError("a parameter is NAME=VALUE", advice="as in -p concept=觶")
    with busy("asking the graph"):
        answer = run(open_store(graph), text, pairs)
    if format is Shape.table and output is None:
        table = Table(*answer.columns)
        for row in answer.rows:
            table.add_row(*row)
        Console(width=None if sys.stdout.isatty() else 160).print(table)
        typer.echo(f"{len(answer.rows)} rows")
    else:
        _write([as_json(answer) if format is Shape.json else as_csv(answer)], output)


@app.command()
def export(
    format: Annotated[Form, typer.Option("--format", "-f", help="The form to write.")] = Form.turtle,
    graph: Graph = Path("graphs/build"),
    output: Output = None,
) -> None:
    """Write the whole graph in another form; `csv` gives the mentions as a table.

    Example: `yili-kg export -f nquads -o yili.nq`
    """
    from yili_kg.graph.export import export_graph
    from yili_kg.graph.store import open_store

    with busy("writing the graph"):
        text = export_graph(open_store(graph), format.value)
    _write([text], output)


@app.command()
def view(
    graph: Graph = Path("graphs/build"),
    output: Annotated[Path, typer.Option("--output", "-o", help="The page to write.")] = Path("graph.html"),
    nodes: Annotated[int, typer.Option(help="How many of the best-connected concepts to show.", min=1, max=3000)] = 300,
) -> None:
    """Draw the network of concepts as one page that needs no network.

    Example: `yili-kg view -o graph.html --nodes 150`
    """
    from yili_kg.graph.store import open_store
    from yili_kg.views.graph_page import graph_page
    from yili_kg.views.network import network_of

    with busy("drawing the network"):
        page = graph_page(network_of(open_store(graph)), title="儀禮 yili-kg", nodes=nodes)
    _write([page], output)
    typer.echo(f"{output}: at most {nodes} concepts, {len(page) // 1000:,} kB")


@app.command()
def check(graph: Graph = Path("graphs/build")) -> None:
    """Check a graph: SHACL shapes, and what the text must bear out. Exit code 1 where something is wrong.

    Example: `yili-kg check -g graphs/build`
    """
    from yili_kg.graph.check import check as findings_of
    from yili_kg.graph.store import open_store

    with busy("checking"):
        findings = findings_of(open_store(graph))
    for finding in findings:
        typer.echo(f"{finding.check}: {finding.node}: {finding.message}")
    typer.echo(f"{len(findings)} findings" if findings else "the graph conforms")
    if findings:
        raise typer.Exit(1)


@app.command()
def explain(
    iri: Annotated[str, typer.Argument(help="An IRI, in full or short (m:04.013.zhushu.jing.1.觶.1).")],
    graph: Graph = Path("graphs/build"),
) -> None:
    """Show why something is in the graph: the passage with the span marked, the rule, the source.

    Example: `yili-kg explain m:04.013.zhushu.jing.1.觶.1`
    """
    from yili_kg.graph.explain import explain as explanation_of
    from yili_kg.graph.store import open_store

    found = explanation_of(open_store(graph), iri)
    rows = (
        ("IRI", found.iri),
        ("kind", found.kind),
        ("text", found.text),
        ("layer", f"{found.layer} {found.speaker}".strip()),
        ("concept", f"{found.concept} ({found.gloss})" if found.gloss else found.concept),
        ("rule", f"{found.rule}: {found.reason}" if found.rule else ""),
        ("defined at", found.defined_at),
        ("source", f"{found.source}, code points {found.start}–{found.end}" if found.start >= 0 else found.source),
    )
    for name, value in rows:
        if value:
            typer.echo(f"{name + ':':<12}{value}")
    if found.start < 0:
        for name, value in found.rows:
            typer.echo(f"  {name}: {value}")


@app.command(hidden=True)
def corpus(
    sources: Annotated[list[Path], typer.Argument(help="The pages.")],
    out: Annotated[Path, typer.Option("--output", "-o")] = Path("extraction/corpus"),
) -> None:
    """Keep the ancient text of pages as a corpus; only for sources that `extraction/corpus/editions.tsv` names."""
    from yili_kg.sources import read
    from yili_kg.sources.corpus import dump
    from yili_kg.sources.read import provenance_of

    for path in sources:
        document = read(path)
        provenance = provenance_of(document.sha256)
        if not provenance:
            raise SourceError("no source that extraction/corpus/editions.tsv names", where=str(path))
        target = out / f"{path.stem.partition('_')[0]}-{document.name}.jsonl"
        target.write_text(dump(document, provenance), encoding="utf-8")
        typer.echo(f"{target}: {len(document.blocks)} blocks")


def _write(parts: Iterator[str] | list[str], output: Path | None) -> None:
    if output is None:
        for part in parts:
            sys.stdout.write(part)
        return
    try:
        output.write_text("".join(parts), encoding="utf-8")
    except OSError as error:
        raise QueryError(
            f"cannot be written: {error.strerror}", where=str(output), advice="name another place"
        ) from error


def main() -> None:
    """Run the command line; errors that the user can mend are printed in plain words."""
    gc.set_threshold(200_000, 20, 50)  # what a run makes it keeps: looking for garbage often took a fifth of the time
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")
    try:
        app()
    except YiliError as error:
        errors.print(f"yili-kg: {error}", markup=False)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except KeyboardInterrupt:
        errors.print("yili-kg: interrupted; what was there before is unchanged", markup=False)
        sys.exit(2)
