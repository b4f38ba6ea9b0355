"""The command line: arguments in, messages out; the work is done elsewhere."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from yili_kg.annotate.run import annotate as annotate_edition
from yili_kg.errors import YiliError
from yili_kg.layers import edit
from yili_kg.records import records
from yili_kg.sources import read

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


@app.callback()
def root() -> None:
    """yili-kg."""


@app.command()
def annotate(source: Annotated[Path, typer.Argument()], format: str = "jsonl", reader: str = "") -> None:
    """x"""
    for record in records(annotate_edition(edit(read(source, reader=reader)))):
        sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")


def main() -> None:
    """Run."""
    try:
        app()
    except YiliError as error:
        sys.stderr.write(str(error) + "\n")
        sys.exit(error.exit_code)
