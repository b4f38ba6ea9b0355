"""Commands on a built graph: ask, look at, check, explain, write in another form."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from yili_kg.cli.options import BUILT, Everything, Graph, Jobs, Output, Raw, as_text, write_out
from yili_kg.errors import QueryError
from yili_kg.terminal import busy

if TYPE_CHECKING:
    from yili_kg.queries import Answer

__all__ = ["Shape", "commands", "show_answer"]

commands = typer.Typer()


class Shape(StrEnum):
    """How an answer is printed."""

    table = "table"
    csv = "csv"
    json = "json"


@commands.command()
def query(
    question: Annotated[str, typer.Argument(help="A named question, a SPARQL query, or a file that holds one.")] = "",
    graph: Graph = BUILT,
    format: Annotated[Shape, typer.Option("--format", "-f", help="How to print the answer.")] = Shape.table,
    param: Annotated[list[str] | None, typer.Option("--param", "-p", help="NAME=VALUE for a named question.")] = None,
    output: Output = None,
    raw: Raw = False,
    everything: Everything = False,
) -> None:
    """Ask the graph. Without a question: the named questions.

    Example: `yili-kg query occurrences -p concept=觶` or `yili-kg query "SELECT * { ?s a yl:Mention } LIMIT 5"`
    """
    from yili_kg.graph.store import open_store
    from yili_kg.queries import questions, run

    if not question:
        table = Table("name", "question", "parameters")
        for known in questions().values():
            table.add_row(known.name, known.title, ", ".join(f"{n}={d}" for n, _, d in known.params))
        Console().print(table)
        return
    text = _query_of(question)
    pairs = dict(as_text(p).split("=", 1) for p in param or [] if "=" in p)
    if len(pairs) != len(param or []):
        raise QueryError("a parameter is NAME=VALUE", advice="as in -p concept=觶")
    with busy("asking the graph"):
        answer = run(open_store(graph, doubtful=everything), text, pairs)
    show_answer(answer, format, output, raw=raw)


def _query_of(question: str) -> str:
    """The query itself, or what stands in the file of this name. Raises QueryError for a file, or words, that are no text."""
    path = Path(question)
    try:
        if len(question) < 250 and path.suffix in (".rq", ".sparql") and not any(map(str.isspace, question)):
            return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise QueryError("there is no such file", where=question, advice="check the path") from error
    except (OSError, ValueError) as error:
        raise QueryError(f"the file cannot be read: {error}", where=question, advice="save it as UTF-8") from error
    return as_text(question)


@commands.command()
def site(graph: Graph = BUILT, jobs: Jobs = 0) -> None:
    """Make the pages of a build once more: the site in its folder `site`, to be read from disk, from any web host, or with `serve`.

    Example: `yili-kg site -g graphs/build`
    """
    from yili_kg.pipeline import make_site
    from yili_kg.terminal import bar
    from yili_kg.workers import as_many_as_cores

    with bar() as report:
        done = make_site(graph, jobs=jobs or as_many_as_cores(), progress=report)
    typer.echo(f"open {graph / 'site' / 'index.html'} in a browser ({sum(done.seconds.values()):.1f} s)")


@commands.command()
def view(
    graph: Graph = BUILT,
    output: Annotated[Path, typer.Option("--output", "-o", help="The page to write.")] = Path("graph.html"),
    nodes: Annotated[int, typer.Option(help="How many of the best-connected concepts to show.", min=1, max=3000)] = 300,
) -> None:
    """Draw the graph of the rites as one page that needs no network: who does what with whom, glosses, citations.

    Of a single RDF file only the concepts that are named together are drawn: relations are told by the records of a build.

    Example: `yili-kg view -o graph.html --nodes 150`
    """
    from yili_kg.graph.store import open_store
    from yili_kg.pipeline import EDITIONS
    from yili_kg.records.whole import read_editions
    from yili_kg.views.graph_page import graph_page
    from yili_kg.views.network import network_of

    with busy("drawing the graph"):
        network = network_of(open_store(graph), passages=0)
        editions = read_editions(graph / EDITIONS) if graph.is_dir() else ()
        page = graph_page(network, editions, title="儀禮 yili-kg", nodes=nodes)
    write_out([page], output)
    typer.echo(f"{output}: at most {nodes} concepts, {len(page) // 1000:,} kB")


@commands.command()
def check(
    graph: Graph = BUILT,
    quick: Annotated[
        bool, typer.Option("--quick", help="Ask the shapes by SPARQL alone, as a build does, without pyshacl.")
    ] = False,
) -> None:
    """Check a graph: SHACL shapes, what terms stand with, what the text must bear out, and counts.

    Exit code 1 where something is wrong; each line names the check, the node and what is wrong with it.

    pyshacl looks at each node: a million statements take some two minutes and 2 GB.

    Example: `yili-kg check -g graphs/build` or `yili-kg check --quick`
    """
    from yili_kg.graph.check import check as findings_of
    from yili_kg.graph.manifest import read_manifest
    from yili_kg.graph.store import open_store
    from yili_kg.pipeline import EDITIONS
    from yili_kg.records.whole import read_raw

    with busy("checking"):
        store = open_store(graph, doubtful=True)
        manifest = read_manifest(graph) if graph.is_dir() else None
        sources = read_raw(graph / EDITIONS) if graph.is_dir() else {}
        findings = findings_of(store, quick=quick, sources=sources, counts=manifest.counts if manifest else {})
    for finding in findings:
        typer.echo(f"{finding.check}: {finding.node}: {finding.message}")
    typer.echo(f"{len(findings)} findings" if findings else "the graph conforms")
    if findings:
        raise typer.Exit(1)


@commands.command()
def verify(
    build: Annotated[Path, typer.Argument(help="A build's folder.")] = BUILT,
    sources: Annotated[
        list[Path] | None,
        typer.Option("--sources", help="A source, or a folder of them, that was built: is it the same still?"),
    ] = None,
) -> None:
    """Check a build against its manifest: each file and its hash, none besides, the statements. Exit code 1 where something differs.

    Example: `yili-kg verify graphs/build` or `yili-kg verify out --sources my-text.txt --sources folder`
    """
    from yili_kg.graph.verify import differences

    given = [p for path in sources or () for p in (sorted(path.iterdir()) if path.is_dir() else [path])]
    with busy("verifying"):
        found = list(differences(build, [p for p in given if not p.name.startswith(".")]))
    for line in found:
        typer.echo(line)
    typer.echo(f"{len(found)} differences" if found else "the build is what its manifest says")
    if found:
        raise typer.Exit(1)


@commands.command()
def explain(
    iri: Annotated[str, typer.Argument(help="An IRI, in full or short (m:04.013.zhushu.jing.1.觶.1).")],
    graph: Graph = BUILT,
) -> None:
    """Show why something is in the graph: the passage with the span marked, the rule, the source.

    Example: `yili-kg explain m:04.013.zhushu.jing.1.觶.1`
    """
    from yili_kg.graph.explain import explain as explanation_of
    from yili_kg.graph.store import open_store

    found = explanation_of(open_store(graph, doubtful=True), iri)
    rows = (
        ("IRI", found.iri),
        ("kind", found.kind),
        ("text", found.text),
        ("layer", f"{found.layer} {found.speaker}".strip()),
        ("concept", f"{found.concept} ({found.gloss})" if found.gloss else found.concept),
        ("rule", f"{found.rule}: {found.reason}" if found.rule else ""),
        ("defined at", found.defined_at),
        ("told apart by", found.identified),
        ("read by", found.read_by),
        ("sure", found.sure),
        ("source", f"{found.source}, code points {found.start}–{found.end}" if found.start >= 0 else found.source),
    )
    for name, value in rows:
        if value:
            typer.echo(f"{name + ':':<12}{value}")
    if found.start < 0:
        for name, value in found.rows:
            typer.echo(f"  {name}: {value}")


def show_answer(answer: Answer, format: Shape, output: Path | None, *, raw: bool = False) -> None:
    """An answer as a table on the screen, or as CSV or JSON, there or in a file."""
    from yili_kg.queries import as_csv, as_json
    from yili_kg.terminal import errors

    for note in answer.notes:
        errors.print(f"yili-kg: {note}", markup=False)
    if format is Shape.table and output is None:
        table = Table(*answer.columns)
        for row in answer.rows:
            table.add_row(*map(escape, row))
        Console(width=None if sys.stdout.isatty() else 160).print(table)
        typer.echo(f"{len(answer.rows)} rows")
    else:
        write_out([as_json(answer) if format is Shape.json else as_csv(answer, raw=raw)], output)
