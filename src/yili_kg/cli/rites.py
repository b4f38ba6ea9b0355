"""`yili-kg rite`: a rite on the plan of the house, as a page, a chart or a table."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from yili_kg.errors import QueryError, SourceError
from yili_kg.terminal import busy

if TYPE_CHECKING:  # what the command needs is imported when it runs, so that the others start at once
    from yili_kg.models import Annotated as AnnotatedEdition
    from yili_kg.models import Step

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
    chapter = chapter.zfill(2) if chapter else ""
    if format is RiteForm.plan:
        _write(_bare_plan(chapter), output)
    elif source is not None and source.is_dir():
        _from_build(source, chapter, format, output)
    else:
        _from_texts(source, chapter, format, output, reader=reader, encoding=encoding)


def _bare_plan(chapter: str) -> str:
    """The plan that a chapter is played on, with nobody on it."""
    from yili_kg.plan.draw import plan_svg
    from yili_kg.plan.house import load_house

    if not chapter:
        raise QueryError("a plan is that of a chapter", advice="name it: --chapter 04")
    return plan_svg(load_house().plan_of(chapter))


def _from_texts(
    source: Path | None, chapter: str, format: RiteForm, output: Path | None, *, reader: str, encoding: str | None
) -> None:
    """Read a text, or the shipped corpus, and write the rite of the chapter that is asked for."""
    from yili_kg.analyse import analyse_file
    from yili_kg.pipeline import shipped_sources

    with busy("reading the rite"):
        paths = [source] if source else shipped_sources()
        editions = [analyse_file(p, reader=reader, encoding=encoding) for p in paths]
    _of_editions(editions, str(source or "the shipped corpus"), chapter, format, output)


def _from_build(folder: Path, chapter: str, format: RiteForm, output: Path | None) -> None:
    """The rite as a build has it."""
    from yili_kg.pipeline import EDITIONS
    from yili_kg.records.whole import read_editions

    with busy("reading the build"):
        editions = read_editions(folder / EDITIONS)
    _of_editions(editions, str(folder), chapter, format, output)


def _of_editions(
    editions: Sequence[AnnotatedEdition], where: str, chapter: str, format: RiteForm, output: Path | None
) -> None:
    """Write the rite of the chapter that is asked for from the edition that has most of it."""
    from yili_kg.received.chapters import chapter_titles
    from yili_kg.views.rite_page import rites_of, steps_of

    rites = rites_of(editions)
    if not rites:
        raise SourceError(
            "no chapter of it has steps that can be played",
            where=where,
            advice="a text with base text of the 儀禮 is wanted; yili-kg annotate shows what was found in it",
        )
    chapter = _chosen(chapter, rites)
    annotated = rites[chapter]
    steps = steps_of(annotated, chapter)
    with busy("drawing the rite"):
        text = _drawn(annotated, chapter, steps, format)
    _write(text, output)
    if output is not None:
        typer.echo(f"{output}: {chapter} {chapter_titles()[chapter]}, {len(steps)} steps, {len(text) // 1000:,} kB")


def _chosen(chapter: str, rites: Mapping[str, AnnotatedEdition]) -> str:
    """The chapter that is asked for, or the only one; raises QueryError that names those there are."""
    from yili_kg.received.chapters import chapter_titles
    from yili_kg.sources.headings import chapter_named
    from yili_kg.text.folding import fold

    names = ", ".join(f"{c} {chapter_titles()[c]}" for c in rites)
    if not chapter and len(rites) > 1:
        raise QueryError(f"there are several rites: {names}", advice=f"choose one: --chapter {next(iter(rites))}")
    chapter = (chapter_named(fold(chapter)) or chapter) if chapter else next(iter(rites))
    if chapter not in rites:
        raise QueryError(f"no steps of chapter {chapter}", advice=f"there are {names}")
    return chapter


def _drawn(annotated: AnnotatedEdition, chapter: str, steps: Sequence[Step], format: RiteForm) -> str:
    """The rite of a chapter in one of its forms."""
    from yili_kg.plan.flow import flow_mermaid, flow_svg
    from yili_kg.plan.table import steps_csv
    from yili_kg.received.chapters import chapter_titles
    from yili_kg.views.rite_page import rite_page

    segments = {s.id: s for s in annotated.edition.segments}
    if format is RiteForm.html:
        return rite_page(annotated, chapter)
    if format is RiteForm.mermaid:
        return flow_mermaid(steps, segments)
    if format is RiteForm.svg:
        return flow_svg(steps, title=chapter_titles()[chapter], segments=segments)
    return steps_csv(steps)


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
