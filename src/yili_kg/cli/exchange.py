"""Commands on graphs as files: in another form, to another server, against another build."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from yili_kg.cli.options import BUILT, Everything, Graph, Output, Raw
from yili_kg.terminal import busy

__all__ = ["commands"]

commands = typer.Typer()


@commands.command()
def export(
    format: Annotated[
        str, typer.Option("--format", "-f", metavar="FORM", help="The form to write; `list` prints what there are.")
    ] = "turtle",
    graph: Graph = BUILT,
    output: Output = None,
    raw: Raw = False,
    everything: Everything = False,
) -> None:
    """Write the whole graph in another form (docs/formats.md); `tables` and `neo4j` are folders.

    Example: `yili-kg export -f nquads -o yili.nq` or `yili-kg export -f tables -o tables/`
    """
    from yili_kg.export import FORMS
    from yili_kg.export import export as run
    from yili_kg.graph.store import open_store

    if format == "list":
        typer.echo("\n".join(f"{form.name:<14}{form.what}" for form in FORMS.values()))
        return
    with busy("writing the graph"):
        text = run(open_store(graph, doubtful=everything), format, output, raw=raw)
    typer.echo(text, nl=False)


@commands.command()
def release(
    graph: Graph = BUILT,
    output: Output = None,
) -> None:
    """Write one archive of a build to give out: TriG, Turtle, SQLite, tables with their descriptions, licences, sums.

    Its name, where none is given, is yili-kg-VERSION.zip, after the version of the data.

    Example: `yili-kg release -g graphs/build -o yili-kg.zip`
    """
    from yili_kg.export.release import archive_name, write_release

    path = output or Path(archive_name())
    with busy("packing the release"):
        names = write_release(graph, path)
    typer.echo(f"{path}: {len(names)} files, {path.stat().st_size:,} bytes")


@commands.command()
def push(
    url: Annotated[str, typer.Argument(help="The address of a graph store (SPARQL 1.1 Graph Store Protocol).")],
    graph: Graph = BUILT,
    add: Annotated[
        bool, typer.Option("--add", help="Add to graphs that are there, instead of replacing them.")
    ] = False,
    tries: Annotated[int, typer.Option(help="How often a graph is tried.", min=1, max=20)] = 4,
) -> None:
    """Send a graph to another server, a named graph at a time: Fuseki, GraphDB, Virtuoso, QLever, oxigraph.

    Who one is, is read from YILI_PUSH_USER and YILI_PUSH_PASSWORD, or YILI_PUSH_TOKEN.

    Example: `yili-kg push http://localhost:3030/yili/data`
    """
    from yili_kg.export.push import push as run
    from yili_kg.graph.store import open_store

    done = run(
        open_store(graph),
        url,
        add=add,
        tries=tries,
        report=lambda sent: typer.echo(f"{sent.graph or '(default)'}: {sent.statements:,} statements"),
    )
    typer.echo(f"{url}: {len(done)} graphs, {sum(p.statements for p in done):,} statements")


@commands.command()
def diff(
    before: Annotated[Path, typer.Argument(help="A build's folder, or one RDF file.")],
    after: Annotated[Path, typer.Argument(help="Another.")],
    show: Annotated[int, typer.Option(help="How many statements of each side to print.", min=0)] = 0,
    note: Annotated[bool, typer.Option("--note", help="Print a release note in Markdown instead.")] = False,
) -> None:
    """Compare two builds statement by statement. Exit code 1 where they differ.

    Example: `yili-kg diff old/ new/ --show 20` or `yili-kg diff old/ new/ --note`
    """
    from yili_kg.graph.difference import difference
    from yili_kg.graph.release import release_note
    from yili_kg.graph.store import open_store

    with busy("comparing"):
        old, new = open_store(before, doubtful=True), open_store(after, doubtful=True)
        found = difference(old, new)
    if note:
        typer.echo(release_note(old, new, found), nl=False)
    else:
        for title, counts in (("graph", found.graphs), ("kind", found.kinds)):
            for name, (gone, fresh) in counts.items():
                typer.echo(f"{title} {name}: -{gone:,} +{fresh:,}")
        for sign, statements in (("-", found.gone), ("+", found.new)):
            for statement in statements[:show]:
                typer.echo(f"{sign} {statement}")
        typer.echo(
            f"{found.before:,} statements → {found.after:,}: -{len(found.gone):,} +{len(found.new):,}"
            if found
            else f"no difference in {found.before:,} statements"
        )
    if found:
        raise typer.Exit(1)
