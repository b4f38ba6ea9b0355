"""Every error that yili-kg raises on purpose; the command line prints `str(error)` and exits with `exit_code`."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = [
    "BuildError",
    "DataError",
    "PartialBuild",
    "PipelineError",
    "QueryError",
    "ServeError",
    "SourceError",
    "UnfitGraph",
    "YiliError",
]


class YiliError(Exception):
    """Something the user can mend.

    `message` says what is wrong, `where` names the file and the place in it, `advice` says what to do next.
    """

    exit_code = 2

    def __init__(self, message: str, *, where: str = "", advice: str = "") -> None:
        self.message, self.where, self.advice = message, where, advice
        super().__init__(message)

    def __str__(self) -> str:
        head = f"{self.where}: {self.message}" if self.where else self.message
        return f"{head}\n  → {self.advice}" if self.advice else head


class SourceError(YiliError):
    """A source file cannot be read as a text of one of the known forms."""


class DataError(YiliError):
    """A file of `ontology/` or `extraction/` breaks its own rules (missing field, two claims on one form, bad regex)."""


class PipelineError(YiliError, ValueError):
    """A pipeline of spaCy lacks a component that another one wants, or a setting of one is none that it has."""


class QueryError(YiliError):
    """A query cannot be parsed, is unknown by name, or took too long."""


class BuildError(YiliError):
    """A build could not be finished; the last good output stays in place."""


class UnfitGraph(BuildError):
    """A graph breaks its shapes; `sources` are those (as the user named them) in whose statements the faults are."""

    def __init__(self, message: str, *, sources: Sequence[str] = (), where: str = "", advice: str = "") -> None:
        self.sources = tuple(sources)
        super().__init__(message, where=where, advice=advice)


class ServeError(YiliError):
    """The graph cannot be served, or not be sent to another server."""


class PartialBuild(YiliError):
    """Some sources were built and some were not; the report names those that were not."""

    exit_code = 1
