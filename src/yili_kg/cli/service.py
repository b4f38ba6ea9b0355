"""Commands between machines: serve a graph, send it to another server."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from yili_kg.cli.options import BUILT
from yili_kg.terminal import errors

__all__ = ["commands"]

commands = typer.Typer()


@commands.command()
def serve(
    folder: Annotated[Path, typer.Argument(help="A build's folder, or one TriG file.")] = BUILT,
    port: Annotated[int, typer.Option(help="The port; 0 takes a free one.", min=0, max=65535)] = 7878,
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for all.")] = "127.0.0.1",
    timeout: Annotated[float, typer.Option(help="Seconds that a query may take.", min=0.1, max=3600)] = 30.0,
    memory: Annotated[float, typer.Option(help="GB of memory for each engine (Linux).", min=0.2)] = 3.0,
    engines: Annotated[int, typer.Option(help="How many engines; 0: as many as processors.", min=0, max=64)] = 0,
) -> None:
    """Serve a graph: SPARQL at /sparql, pages and Turtle behind its IRIs.

    Example: `yili-kg serve graphs/build --port 7878 --timeout 20`
    """
    from yili_kg.serve.app import serve as run
    from yili_kg.serve.pool import Limits

    number = engines or max(2, min(8, os.cpu_count() or 2))
    limits = replace(Limits(), seconds=timeout, memory=int(memory * 1e9), engines=number)
    run(folder, host=host, port=port, limits=limits, say=lambda line: errors.print(line, markup=False))
