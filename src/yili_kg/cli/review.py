"""Commands of readers: write a sheet, take it back, compare two, tell what is read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from yili_kg.cli.options import Output, write_out

__all__ = ["review"]

review = typer.Typer(
    no_args_is_help=True, help="Read a text by hand: sheets to correct with an editor (docs/review.md)."
)

Sheet = Annotated[Path, typer.Argument(help="A sheet.")]


@review.command("write")
def write_sheet(
    source: Annotated[Path, typer.Argument(help="A text.")],
    chapter: Annotated[str, typer.Option(help="Only this chapter of the 儀禮, 01 to 17.")] = "",
    layer: Annotated[list[str] | None, typer.Option(help="Only this layer (經, 注 …); may be given again.")] = None,
    blank: Annotated[bool, typer.Option("--blank", help="The text alone, for who is to see no proposal.")] = False,
    rules: Annotated[bool, typer.Option("--rules", help="What the rules alone say, not what readers decided.")] = False,
    output: Output = None,
) -> None:
    """Write a text with what is said of it as a sheet, which one corrects with an editor.

    Example: `yili-kg review write text.txt --chapter 04 -o 04.txt`
    """
    from yili_kg.errors import QueryError
    from yili_kg.received.chapters import chapter_titles
    from yili_kg.review.work import write
    from yili_kg.tables.layers import layers

    if chapter and chapter not in chapter_titles():
        raise QueryError(f"no chapter {chapter}", advice="the chapters are 01 to 17")
    unknown = [name for name in layer or () if name not in layers().by_name]
    if unknown:
        raise QueryError(f"no layer {unknown[0]}", advice=f"the layers are {' '.join(layers().by_name)}")
    write_out([write(source, chapter=chapter, only=layer or (), blank=blank, rules=rules)], output)


@review.command("take")
def take_sheet(
    sheet: Sheet,
    source: Annotated[Path, typer.Argument(help="The text that the sheet was written from.")],
    by: Annotated[str, typer.Option(help="The name of the reader, in letters.")],
    into: Annotated[Path, typer.Option(help="The folder of readings; given to --reading of build and annotate.")],
) -> None:
    """Take a corrected sheet back, checked; each slip is told with file and line, and then nothing is taken.

    Example: `yili-kg review take 04.txt text.txt --by MeiLan --into my-reading`
    """
    from yili_kg.review.work import take

    found = take(sheet, source, by=by, folder=into)
    typer.echo(f"{into}: {', '.join(f'{number:,} {kind}' for kind, number in found.items() if number)} read by {by}")


@review.command("compare")
def compare_sheets(first: Sheet, second: Sheet, output: Output = None) -> None:
    """Print what two readers decided differently on a sheet, and how far they agree, kind by kind.

    Example: `yili-kg review compare mine.txt yours.txt`
    """
    from yili_kg.review.compare import agreement, differences
    from yili_kg.review.work import read_sheet

    one, two = read_sheet(first), read_sheet(second)
    names = ("", first.name, second.name)
    lines = [f"{d.block} {d.layer}: only {names[d.who]}: {d.kind}: {d.said}\n" for d in differences(one, two)]
    lines += [f"{a.kind:<20} {a.f1:.3f}  {a.both} of {a.first} and {a.second}\n" for a in agreement(one, two)]
    write_out(lines, output)


@review.command("state")
def tell_state(
    folder: Annotated[
        Path | None, typer.Argument(help="A folder of readings; that of yili-kg if none is given.")
    ] = None,
) -> None:
    """Print which chapters are read by whom, and how many statements there are.

    Example: `yili-kg review state my-reading`
    """
    from yili_kg.reading.load import reading_folder
    from yili_kg.review.work import state

    for name, reader, parts, said in state(folder or reading_folder()):
        typer.echo(f"{name}\t{reader}\t{parts} parts of passages\t{said} statements")
