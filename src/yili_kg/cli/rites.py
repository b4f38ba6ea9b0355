"""`yili-kg rite`: a rite on the plan of the house, as a page, a chart or a table."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from yili_kg.errors import QueryError, SourceError
from yili_kg.terminal import busy

__all__ = ["commands"]

commands = typer.Typer()


class RiteForm(StrEnum):
    """What a rite is written as."""

    html = "html"
    mermaid = "mermaid"
    svg = "svg"
    csv = "csv"
    plan = "plan"


@commands.command()
def rite(
    source: Annotated[
        Path | None, typer.Argument(help="A text, or a build's folder; none: the corpus that comes with yili-kg.")
    ] = None,
    chapter: Annotated[str, typer.Option(help="The chapter (04), where the text has several.")] = "",
    format: Annotated[
        RiteForm,
        typer.Option(
            "--format", "-f", help="A page, the flow chart (mermaid, svg), the table of steps, the bare plan."
        ),
    ] = RiteForm.html,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write here instead of to the screen.")] = None,
    reader: Annotated[str, typer.Option(help="Read with this reader instead of choosing one.")] = "",
    encoding: Annotated[str | None, typer.Option(help="The encoding of the source, where it is not UTF-8.")] = None,
) -> None:
    """Play a rite on the plan of the house, step by step, as one page that needs no network.

    Example: `yili-kg rite text.txt --chapter 04 -o rite-04.html` or `yili-kg rite --chapter 04 -f csv -o steps.csv`
    """
    from yili_kg.analyse import analyse_file
    from yili_kg.pipeline import shipped_sources
    from yili_kg.plan.draw import plan_svg
    from yili_kg.plan.flow import flow_mermaid, flow_svg
    from yili_kg.plan.house import load_house
    from yili_kg.plan.table import steps_csv
    from yili_kg.received.chapters import chapter_titles
    from yili_kg.views.rite_page import rite_page, rites_of

    chapter = chapter.zfill(2) if chapter else ""
    if format is RiteForm.plan:
        if not chapter:
            raise QueryError("a plan is that of a chapter", advice="name it: --chapter 04")
        _write(plan_svg(load_house().plan_of(chapter)), output)
        return
    if source is not None and source.is_dir():
        _from_build(source, chapter, format, output)
        return
    with busy("reading the rite"):
        editions = [
            analyse_file(p, reader=reader, encoding=encoding) for p in ([source] if source else shipped_sources())
        ]
        rites = rites_of(editions)
    if not rites:
        raise SourceError(
            "no chapter of it has steps that can be played",
            where=str(source or "the shipped corpus"),
            advice="a text with base text of the 儀禮 is wanted; yili-kg annotate shows what was found in it",
        )
    if not chapter and len(rites) > 1:
        names = ", ".join(f"{c} {chapter_titles()[c]}" for c in rites)
        raise QueryError(f"there are several rites: {names}", advice=f"choose one: --chapter {next(iter(rites))}")
    chapter = chapter or next(iter(rites))
    if chapter not in rites:
        names = ", ".join(f"{c} {chapter_titles()[c]}" for c in rites)
        raise QueryError(f"no steps of chapter {chapter}", advice=f"there are {names}")
    annotated = rites[chapter]
    steps = [s for s in annotated.steps if s.chapter == chapter]
    segments = {s.id: s for s in annotated.edition.segments}
    with busy("drawing the rite"):
        if format is RiteForm.html:
            text = rite_page(annotated, chapter)
        elif format is RiteForm.mermaid:
            text = flow_mermaid(steps, segments)
        elif format is RiteForm.svg:
            text = flow_svg(steps, title=chapter_titles()[chapter], segments=segments)
        else:
            text = steps_csv(steps)
    _write(text, output)
    if output is not None:
        typer.echo(f"{output}: {chapter} {chapter_titles()[chapter]}, {len(steps)} steps, {len(text) // 1000:,} kB")


def _from_build(folder: Path, chapter: str, format: RiteForm, output: Path | None) -> None:
    """The page that a build has made; its other forms are made from a text."""
    pages = {p.stem.removeprefix("rite-"): p for p in sorted(folder.glob("rite-*.html"))}
    if not pages:
        raise SourceError("a folder without a page of a rite", where=str(folder), advice="give a text, or a build")
    if format is not RiteForm.html:
        raise QueryError("a build keeps pages only", advice=f"for {format.value} give the text that it was built from")
    if chapter not in pages:
        raise QueryError("name the chapter", advice=f"the build has {' '.join(pages)}: --chapter {next(iter(pages))}")
    _write(pages[chapter].read_text(encoding="utf-8"), output)


def _write(text: str, output: Path | None) -> None:
    if output is None:
        sys.stdout.write(text)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise QueryError(
            f"cannot be written: {error.strerror}", where=str(output), advice="name another place"
        ) from error
