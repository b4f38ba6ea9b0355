"""Editions with everything that was found in them, as a file and back: what the pages of a build can be made from again.

One edition a line, JSON, compressed; the names are those of the models, and the places of a segment's characters are told
as runs: where in the source so many of them stand one behind the other.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_type_hints

from pydantic import TypeAdapter, ValidationError

from yili_kg.errors import QueryError
from yili_kg.models import Annotated, Unsure
from yili_kg.tables.kinds import kinds

__all__ = ["read_editions", "runs", "write_editions"]


def write_editions(path: Path, editions: Iterable[Annotated]) -> None:
    """Write editions into a file, the same bytes for the same editions. Raises OSError."""
    with path.open("wb") as file, gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
        for annotated in editions:
            packed.write(json.dumps(_plain(annotated), separators=(",", ":")).encode("ascii") + b"\n")


def read_editions(path: Path) -> list[Annotated]:
    """The editions of a file. Raises QueryError for one that is not there or that is damaged."""
    try:
        if not path.stat().st_size:
            raise EOFError
        with gzip.open(path, "rb") as packed:
            return [_annotated(json.loads(line)) for line in packed]
    except FileNotFoundError as error:
        raise QueryError(
            "the editions of the build are not here", where=str(path), advice="build it again with `yili-kg build`"
        ) from error
    except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, RecursionError, ValidationError) as error:
        raise QueryError(
            f"the editions of the build are damaged: {type(error).__name__}", where=str(path), advice="build it again"
        ) from error


@cache
def _whole() -> TypeAdapter[Annotated]:
    return TypeAdapter(Annotated)


@cache
def _models() -> dict[str, TypeAdapter[Any]]:
    """Kind → what reads statements of this kind."""
    fields = get_type_hints(Annotated)
    return {k.kind: TypeAdapter(get_args(fields[k.field])[0]) for k in kinds() if k.kind != "unsure"}


def _plain(annotated: Annotated) -> dict[str, Any]:
    told: dict[str, Any] = _whole().dump_python(replace(annotated, unsure=()))
    told["unsure"] = [[u.of, _models()[u.of].dump_python(u.found)] for u in annotated.unsure]
    for segment in told["edition"]["segments"]:
        segment["offsets"] = list(runs(segment["offsets"]))
    return told


def _annotated(told: dict[str, Any]) -> Annotated:
    for segment in told["edition"]["segments"]:
        segment["offsets"] = [start + n for start, length in segment["offsets"] for n in range(length)]
    unsure = [Unsure(of=of, found=_models()[of].validate_python(found)) for of, found in told.pop("unsure")]
    return replace(_whole().validate_python(told), unsure=tuple(unsure))


def runs(places: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Places one behind the other as where they begin and how many there are.

    >>> list(runs([3, 4, 5, 9]))
    [(3, 3), (9, 1)]
    """
    begin = before = None
    for place in places:
        if begin is None or before is None:
            begin = place
        elif place != before + 1:
            yield begin, before + 1 - begin
            begin = place
        before = place
    if begin is not None and before is not None:
        yield begin, before + 1 - begin
