"""`yili-kg ask`: the named questions, each with its own options."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from yili_kg.cli.graphs import Shape, show_answer
from yili_kg.cli.options import BUILT, Everything, Graph, Output, Raw, as_text
from yili_kg.errors import QueryError
from yili_kg.terminal import busy

__all__ = ["commands"]

commands = typer.Typer()


@commands.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def ask(
    context: typer.Context,
    question: Annotated[str, typer.Argument(help="The name of a question; none: all of them.")] = "",
    graph: Graph = BUILT,
    format: Annotated[Shape, typer.Option("--format", "-f", help="How to print the answer.")] = Shape.table,
    output: Output = None,
    raw: Raw = False,
    everything: Everything = False,
) -> None:
    """Ask a named question; what it asks about is given as an option of its own. Without a name: the questions.

    Example: `yili-kg ask who-cites --work 周禮` or `yili-kg ask occurrences --concept 觶 -f csv`
    """
    from yili_kg.graph.store import open_store
    from yili_kg.queries import questions, run

    if not question:
        _list_questions()
        return
    known = questions().get(question)
    if known is None:
        raise QueryError(f"there is no question named {question}", advice=f"one of: {', '.join(questions())}")
    params = _options(context.args, question, {name: what for name, what, _ in known.params})
    with busy("asking the graph"):
        answer = run(open_store(graph, doubtful=everything), question, params)
    if format is Shape.table and output is None:
        typer.echo(f"{known.title}\n{known.tells}")
    show_answer(answer, format, output, raw=raw)


def _list_questions() -> None:
    from yili_kg.queries import questions

    table = Table("name", "question", "what it tells", "options (what they are when left out)")
    for known in questions().values():
        table.add_row(known.name, known.title, known.tells, "\n".join(f"--{n} {d}" for n, _, d in known.params))
    Console(width=None if sys.stdout.isatty() else 160).print(table)


def _options(args: list[str], question: str, known: dict[str, str]) -> dict[str, str]:
    """`--work 周禮` and `--work=周禮` as pairs. Raises QueryError for an option that the question does not have."""
    choices = ", ".join(f"--{name} ({what})" for name, what in known.items()) or "none"
    pairs: dict[str, str] = {}
    rest = [as_text(word) for word in args]
    while rest:
        name, equals, value = rest.pop(0).partition("=")
        if not name.startswith("--") or name[2:] not in known:
            raise QueryError(f"{question} has no option {name}", advice=f"its options: {choices}")
        if not equals:
            if not rest:
                raise QueryError(f"{name} wants a value", advice=f"its options: {choices}")
            value = rest.pop(0)
        pairs[name[2:]] = value
    return pairs
