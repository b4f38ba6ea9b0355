"""`yili-kg annotate-many`: many texts, a file of records each."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from yili_kg.cli.options import Encoding, Reader
from yili_kg.terminal import bar, errors

__all__ = ["commands"]

commands = typer.Typer()


class Engine(StrEnum):
    """What runs the work."""

    local = "local"
    dask = "dask"


@commands.command("annotate-many")
def annotate_many(
    sources: Annotated[
        list[str], typer.Argument(help="Folders (*.txt, *.xml in them), patterns in quotes, files, URLs (s3://…).")
    ],
    out: Annotated[str, typer.Option("--output", "-o", help="The folder, or URL, for the records.")],
    engine: Annotated[Engine, typer.Option(help="Processes of this machine, or Dask.")] = Engine.local,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, help="So many processes; 0: as many as cores.")] = 0,
    scheduler: Annotated[
        str, typer.Option(help="The address of a Dask scheduler (tcp://…); none: a cluster on this machine.")
    ] = "",
    reader: Reader = "",
    encoding: Encoding = None,
    sure_only: Annotated[bool, typer.Option("--sure-only", help="Leave out what is doubtful.")] = False,
    force: Annotated[bool, typer.Option(help="Annotate what is there and current too.")] = False,
) -> None:
    """Annotate many texts: a file NAME.jsonl each, whole or not there; what is there and current is left alone.

    A file of somebody else in the place of one of them is kept beside it, as NAME.jsonl.kept. What could not be annotated is in errors.jsonl, and the exit code is 1 (docs/batch.md).

    Example: `yili-kg annotate-many texts -o records` or `yili-kg annotate-many "texts/*/*.txt" -o records --engine dask`
    """
    from yili_kg.batch import annotate_many as run

    with bar() as report:
        done = run(
            sources,
            out,
            engine=engine.value,
            jobs=jobs,
            scheduler=scheduler,
            reader=reader,
            encoding=encoding,
            sure_only=sure_only,
            force=force,
            progress=report,
        )
    for row in done.errors[:10]:
        errors.print(f"yili-kg: {row['source']}: {row['message']}", markup=False)
    for name in done.kept[:10]:
        errors.print(f"yili-kg: {out}: somebody else's file is kept as {name}", markup=False)
    if len(done.kept) > 10:
        errors.print(f"yili-kg: {out}: so are {len(done.kept) - 10} more", markup=False)
    typer.echo(
        f"{out}: {len(done.written)} documents written, {len(done.current)} were there, {len(done.failed)} failed; "
        f"digest {done.digest[:16]}"
    )
    if done.failed:
        raise typer.Exit(1)
