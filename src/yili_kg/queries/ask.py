"""Running queries. A named question is a `.rq` file whose first comments give its title, what it tells, its parameters.

# title: 觶在各篇 / where a thing is named
# tells: how often a concept is named in each 篇 and layer
# param concept: headword of the concept = 觶
# needs: mentions          (only where single mentions, their rules or sources are asked for)
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pyoxigraph as ox

from yili_kg.errors import QueryError
from yili_kg.graph.iris import local
from yili_kg.graph.vocabulary import PREFIXES
from yili_kg.queries.cells import as_line
from yili_kg.queries.guard import as_typed, prepared, query_kind
from yili_kg.queries.meant import as_meant
from yili_kg.queries.offline import run_offline
from yili_kg.queries.slips import slips

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Answer", "Question", "as_csv", "as_json", "filled", "questions", "run"]


@dataclass(frozen=True, slots=True)
class Question:
    """A named question: `params` are (name, what it is, default); `needs` is `mentions` where the rest does not suffice."""

    name: str
    title: str
    tells: str
    params: tuple[tuple[str, str, str], ...]
    text: str
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """Columns and rows of strings; IRIs shortened to `prefix:name` where a prefix is known.

    `notes` say which name was taken for which parameter, where it is not the one that was given, and of a query that
    found nothing what it names that the graph does not have.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, str]]:
        """The rows as dictionaries."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)

    def to_pandas(self) -> pd.DataFrame:
        """A data frame of strings; columns in which only whole numbers stand are numbers. Raises QueryError."""
        try:
            import pandas as pd
        except ImportError as error:
            raise QueryError("pandas is not installed", advice="pip install yili-kg[pandas]") from error
        frame = pd.DataFrame(self.rows, columns=list(self.columns))
        for column in self.columns:
            if len(frame) and all(re.fullmatch(r"-?(0|[1-9]\d{0,17})", value) for value in frame[column]):
                frame[column] = frame[column].astype("int64")
        return frame


@cache
def questions() -> dict[str, Question]:
    """The named questions by name."""
    found: dict[str, Question] = {}
    for path in sorted(Path(__file__).parent.glob("*.rq")):
        text = path.read_text(encoding="utf-8")
        head = dict(re.findall(r"^# (title|tells|needs): (.*)$", text, re.MULTILINE))
        params = tuple(re.findall(r"^# param (\w+): (.*?) = (.*)$", text, re.MULTILINE))
        found[path.stem] = Question(
            path.stem, head.get("title", path.stem), head.get("tells", ""), params, text, head.get("needs", "")
        )
    return found


def run(store: ox.Store, query: str, params: Mapping[str, str] | None = None) -> Answer:
    """The answer to a named question or to a SPARQL query. Raises QueryError for a query that cannot be run.

    In a named question `{name}` stands for a parameter; it is put in as the last part of an IRI or into a string, with
    whatever could end either of them taken out. A name that the graph does not have is the one that is meant (觯, zhì: 觶)
    or an error.
    """
    known = questions().get(query.strip())
    if not known and re.fullmatch(r"[a-z0-9-]+", query.strip()):
        raise QueryError(f"there is no question named {query}", advice=f"one of: {', '.join(questions())}")
    notes: tuple[str, ...] = ()
    text = query
    if known:
        _refuse_unknown(known, params or {})
        meant, notes = as_meant(store, known, params or {})
        text = filled(known, meant)
    union = not query_kind(text).names_graphs
    try:
        answer = run_offline(lambda: _answer(store.query(prepared(text), use_default_graph_as_union=union)))
        return replace(answer, notes=notes or (slips(store, query) if not known and _is_empty(answer) else ()))
    except SyntaxError as error:
        raise QueryError(
            f"the query cannot be read: {as_typed(str(error), text)}", advice="check its SPARQL; the prefixes are known"
        ) from error
    except (ValueError, OSError, RuntimeError) as error:
        raise QueryError(f"the query cannot be run: {error}") from error


def _is_empty(answer: Answer) -> bool:
    """Whether a query found nothing: no row, or one that counts nothing."""
    return not answer.rows or (len(answer) == 1 and set(answer.rows[0]) <= {"", "0", "false"})


def filled(question: Question, params: Mapping[str, str]) -> str:
    """The SPARQL of a named question with its parameters put in. Raises QueryError for one that it does not have."""
    _refuse_unknown(question, params)
    text = question.text
    for name, _, default in question.params:
        value = local(params.get(name, default))
        # A name becomes a full IRI, so that no comma or bracket of the value ends it.
        for place in re.finditer(rf"\b(\w+):([^\s{{}}]*)\{{{name}\}}", text):
            if place[1] in PREFIXES:
                text = text.replace(place.group(), f"<{PREFIXES[place[1]]}{place[2]}{value}>")
        text = text.replace("{" + name + "}", value)
    return text


def _refuse_unknown(question: Question, params: Mapping[str, str]) -> None:
    """Raises QueryError for a parameter that a question does not have."""
    names = {name for name, _, _ in question.params}
    unknown = sorted(set(params) - names)
    if unknown:
        raise QueryError(
            f"{question.name} has no parameter {unknown[0]}", advice=f"it has: {', '.join(sorted(names)) or 'none'}"
        )


def _answer(result: object) -> Answer:
    if isinstance(result, ox.QuerySolutions):
        columns = tuple(v.value for v in result.variables)
        return Answer(columns, tuple(tuple(_shown(row[c]) for c in columns) for row in result))
    if isinstance(result, ox.QueryBoolean):
        return Answer(("answer",), (("true" if result else "false",),))
    assert isinstance(result, ox.QueryTriples)
    triples = tuple((_shown(t.subject), _shown(t.predicate), _shown(t.object)) for t in result)
    return Answer(("subject", "predicate", "object"), tuple(sorted(triples)))


def _shown(term: object) -> str:
    if isinstance(term, ox.NamedNode):
        for prefix, iri in PREFIXES.items():
            if term.value.startswith(iri) and len(term.value) > len(iri):
                return f"{prefix}:{term.value[len(iri) :]}"
        return term.value
    return "" if term is None else str(getattr(term, "value", term))


def as_csv(answer: Answer, *, raw: bool = False) -> str:
    """The answer as CSV with a header; what a spreadsheet would run as a formula is marked as text, unless `raw`."""
    return "".join(as_line(row, raw=raw) for row in (answer.columns, *answer.rows))


def as_json(answer: Answer) -> str:
    """The answer as a JSON list of objects."""
    return json.dumps(list(answer), ensure_ascii=False, indent=1) + "\n"
