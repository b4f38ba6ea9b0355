"""Commands on texts: build a graph of them, annotate one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yili_kg.cli.options import BUILT, Corrections, Encoding, Jobs, Output, OwnReading, Raw, Reader, write_out
from yili_kg.errors import QueryError, SourceError
from yili_kg.terminal import bar, errors

if TYPE_CHECKING:
    from yili_kg.models import Edition, Variation

__all__ = ["as_table", "commands"]

commands = typer.Typer()


class Records(StrEnum):
    """How annotations are printed."""

    jsonl = "jsonl"
    csv = "csv"


@commands.command()
def build(
    sources: Annotated[
        list[Path] | None, typer.Argument(help="Texts; none: the corpus that comes with yili-kg.")
    ] = None,
    out: Annotated[Path, typer.Option("--output", "-o", help="The folder to write.")] = BUILT,
    reader: Reader = "",
    encoding: Encoding = None,
    corrections: Corrections = None,
    reading: OwnReading = None,
    force: Annotated[bool, typer.Option(help="Build even if nothing has changed.")] = False,
    site: Annotated[bool, typer.Option("--site/--no-site", help="Make the pages too, in the folder `site`.")] = True,
    jobs: Jobs = 0,
) -> None:
    """Build the graph: Turtle, TriG, manifest, and a site to read, look and search in.

    Example: `yili-kg build -o graphs/build` or `yili-kg build my-text.txt -o out`
    """
    from yili_kg.pipeline import build as run
    from yili_kg.workers import as_many_as_cores

    with bar() as report:
        done = run(
            sources or [],
            out,
            reader=reader,
            encoding=encoding,
            corrections=corrections,
            reading=reading,
            force=force,
            site=site,
            jobs=jobs or as_many_as_cores(),
            progress=report,
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
    if done.kept:
        typer.echo(f"not this build's own, kept as {', '.join(done.kept)}")
    typer.echo(
        "yili.ttl (knowledge), yili.trig (everything), claims.trig (what is believed), unknown-nouns.tsv, manifest.json"
    )
    if site:
        typer.echo(f"open {out / 'site' / 'index.html'} in a browser")


@commands.command()
def annotate(
    source: Annotated[Path, typer.Argument(help="A text.")],
    format: Annotated[
        Records, typer.Option("--format", "-f", help="JSON lines, or CSV of mentions and citations.")
    ] = Records.jsonl,
    output: Output = None,
    reader: Reader = "",
    encoding: Encoding = None,
    corrections: Corrections = None,
    reading: OwnReading = None,
    raw: Raw = False,
    sure_only: Annotated[
        bool, typer.Option("--sure-only", help="Leave out what is doubtful (records of the kind `unsure`).")
    ] = False,
) -> None:
    """Print segments, noise, mentions and citations of a text, with offsets in code points, and how sure each is.

    Example: `yili-kg annotate text.txt --format jsonl`
    """
    from yili_kg.analyse import analyse_file
    from yili_kg.annotation.by_hand import by_hand
    from yili_kg.records import records
    from yili_kg.reference.library import found_beside
    from yili_kg.reference.shelf import damaged_books

    if (beside := found_beside()) is not None:
        errors.print(
            f"yili-kg: the cited books beside this checkout are asked, {beside} (a build asks only what it is told)",
            markup=False,
        )
    hand = by_hand(corrections, reading)
    rows = records(analyse_file(source, reader=reader, encoding=encoding, hand=hand), sure_only=sure_only)
    for damaged in damaged_books():
        errors.print(f"yili-kg: {damaged}; it was not asked", markup=False)
    if format is Records.jsonl:
        write_out((json.dumps(row, ensure_ascii=False) + "\n" for row in rows), output)
        return
    write_out(as_table(rows, raw=raw), output)


def as_table(rows: Iterable[Mapping[str, Any]], *, raw: bool = False) -> Iterator[str]:
    """The lines of a CSV of those records that are shown in one; formulas are marked as text unless `raw`."""
    from yili_kg.queries.cells import as_line
    from yili_kg.tables.kinds import kinds

    shown = {kind.kind for kind in kinds() if kind.csv}
    names = ("kind", "start", "end", "text", "type", "concept", "target", "layer", "segment", "rule", "confidence")
    yield as_line(names)
    for row in rows:
        if row["kind"] in shown:
            yield as_line((str(row.get(name, "")) for name in names), raw=raw)


@commands.command(hidden=True)
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


@commands.command(hidden=True)
def schemas(out: Annotated[Path, typer.Option("--output", "-o")] = Path("extraction/schemas")) -> None:
    """Write the JSON Schemas of the files of rules, and into each file the line by which an editor finds its own."""
    from yili_kg.rulebooks import editor_line, json_schemas, rule_files

    out.mkdir(parents=True, exist_ok=True)
    for name, text in json_schemas().items():
        (out / f"{name}.json").write_text(text, encoding="utf-8")
    for path in rule_files():
        head, _, rest = path.read_text(encoding="utf-8").partition("\n")
        line = editor_line(path)
        if head != line:
            body = rest if head.startswith("# yaml-language-server:") else f"{head}\n{rest}"
            path.write_text(f"{line}\n{body}", encoding="utf-8")
    typer.echo(f"{out}: {len(json_schemas())} schemas, {len(rule_files())} files of rules")


@commands.command()
def collate(
    sources: Annotated[list[Path], typer.Argument(help="Editions of the same chapters.")],
    out: Output = None,
    everywhere: Annotated[bool, typer.Option(help="Commentaries too, not only their lost graphs.")] = False,
    only: Annotated[list[str] | None, typer.Option(help="Only places at which this edition is a witness.")] = None,
) -> None:
    """Compare editions: where their base text differs, with witnesses, and what stands for lost graphs.

    Example: `yili-kg collate page.txt KR1d0028_004.txt -o collation.tsv`
    """
    import csv
    import io

    from yili_kg.layers import edit
    from yili_kg.received.witnesses import COLUMNS, table_rows
    from yili_kg.resolve.collation import collate as compare
    from yili_kg.sources import read

    with bar() as report:
        editions = []
        for number, path in enumerate(sources):
            report("read", number, len(sources))
            editions.append(edit(read(path)))
        report("read", len(sources), len(sources))
    _comparable(editions, only or ())
    found = compare(editions, everywhere=everywhere)
    rows = [row for v, row in zip(found, table_rows(found), strict=True) if _witnessed(v, only or ())]
    table = io.StringIO()
    writer = csv.writer(table, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_NONE, escapechar="\\")
    writer.writerows((COLUMNS, *rows))
    write_out(table.getvalue(), out)


def _comparable(editions: Sequence[Edition], only: Sequence[str]) -> None:
    """Raises QueryError where there is nothing to compare: one edition alone, or none of the name asked for."""
    names = {edition.document.name or edition.document.label for edition in editions}
    if len(editions) < 2:
        raise QueryError("one edition alone differs from none", advice="name two editions of a chapter at least")
    if unknown := [name for name in only if name not in names]:
        raise QueryError(f"no edition is named {unknown[0]}", advice=f"there are {', '.join(sorted(names))}")


def _witnessed(variation: Variation, editions: Sequence[str]) -> bool:
    return not editions or any(w.edition in editions for w in variation.witnesses)
