"""What stands in the line of a field without reading all of it: a value of each statement, the statements on some segments.

A line is JSON as this package writes it: ASCII, without spaces, the keys of a statement in the order of its model. A
quotation mark in a string has a stroke before it, so that a key or the beginning of a statement is found as bytes, and
stands in no text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_args, get_type_hints

from pydantic_core import from_json

from yili_kg.models import Annotated, Document

__all__ = ["model_of", "names_of", "rows_with", "told_before"]

_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"')


def model_of(name: str) -> type:
    """The model of the statements of a field."""
    model: type = get_args(get_type_hints(Annotated)[name])[0]
    return model


@cache
def told_before(name: str, key: str) -> bytes | None:
    """What stands behind the value of a key of a statement of a field, and behind none of the same key inside of a statement.

    Empty where nothing inside of a statement has such a key; None where the two cannot be told apart so, or it is no string.
    """
    if name == "unsure" or model_of(name).__annotations__.get(key) != "str":
        return None
    inside = [_behind(model, key) for model in _inside(model_of(name)) if key in _keys(model)]
    behind = _behind(model_of(name), key)
    return b"" if not inside else behind if behind and behind not in inside else None


def rows_with(name: str, line: bytes, key: str, values: Collection[str]) -> list[Any] | None:
    """The statements in the line of a field in which a key, their own or one inside of them, has one of some values.

    As JSON has them, in their order; None where it cannot be told by its first key where a statement begins. Raises
    ValueError for what is no JSON.
    """
    opening = _opening(name)
    if opening is None:
        return None
    found: set[tuple[int, int]] = set()
    end = line.rindex(b"]}")
    for value in values:
        told = b'"%b":%b' % (key.encode("ascii"), json.dumps(value).encode("ascii"))
        at = line.find(told)
        while at >= 0:
            behind = line.find(b"," + opening, at)
            behind = end if behind < 0 else behind
            found.add((line.rindex(opening, 0, at), behind))
            at = line.find(told, behind)
    body = b"[%b]" % b",".join(line[begin:behind] for begin, behind in sorted(found))
    try:
        rows: list[Any] = from_json(body)
    except ValueError:  # half a character is none for this parser
        rows = json.loads(body)
    return rows


def names_of(line: bytes) -> dict[str, str]:
    """The values in the line of a document that are strings, but its text: what it is called, and its hash.

    Nothing inside of a document has keys of these names. Raises ValueError where one is not there.
    """
    found: dict[str, str] = {}
    for key, kind in Document.__annotations__.items():
        if kind == "str" and key != "raw":
            begin = line.index(b'"%b":"' % key.encode("ascii")) + len(key) + 3
            told = _STRING.match(line, begin)
            if told is None:
                raise ValueError(f"{key} is no string")
            found[key] = json.loads(told[0])
    return found


@cache
def _opening(name: str) -> bytes | None:
    """How a statement of a field begins, where nothing inside of one begins so."""
    if name == "unsure":
        return None
    first = _keys(model_of(name))[0]
    return None if any(_keys(model)[0] == first for model in _inside(model_of(name))) else b'{"%b":' % first.encode()


def _keys(model: Any) -> list[str]:
    return [field.name for field in fields(model)]


def _behind(model: type, key: str) -> bytes:
    """What stands behind a value of a model; empty for that of the last key."""
    names = _keys(model)
    after = names[names.index(key) + 1 :]
    return b',"%b":' % after[0].encode("ascii") if after else b""


def _inside(model: type) -> Iterator[type]:
    """The models that are held by one."""
    for hint in get_type_hints(model).values():
        for one in get_args(hint):
            if isinstance(one, type) and is_dataclass(one):
                yield one
                yield from _inside(one)
