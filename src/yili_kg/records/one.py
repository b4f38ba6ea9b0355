"""The record of anything that is found, made from the fields of its model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any

from yili_kg.models import Filler

__all__ = ["record"]


def record(kind: str, found: Any) -> dict[str, Any]:
    """The record of one thing found: its kind, then the fields of its model in their order, empty ones left out.

    How a field is printed otherwise is said with the field (`models/printed.py`).
    """
    return {"kind": kind, **_fields(found)}


def _fields(found: Any) -> dict[str, Any]:
    row: dict[str, Any] = {}
    model: Any = type(found)
    for name, attribute, default, always, empty, pairs in _plan(model):
        value = getattr(found, attribute)
        if value == default and default is not MISSING:
            if always:
                row[name] = _encoded(value) if empty is ... else empty
        else:
            row[name] = dict(value) if pairs else _encoded(value)
    return row


@cache
def _plan(model: type) -> tuple[tuple[str, str, Any, bool, Any, bool], ...]:
    """For each field of a model: its name in the record, attribute, default, whether it is always printed, as what."""
    return tuple(
        (
            of.get("name") or f.name,
            f.name,
            f.default,
            of.get("always", False),
            of.get("empty", ...),
            of.get("pairs", False),
        )
        for f, of in ((f, _metadata(f)) for f in fields(model))
    )


def _metadata(field: Field[Any]) -> Mapping[str, Any]:
    return field.metadata


def _encoded(value: Any) -> Any:
    if isinstance(value, Filler):
        return f"*{value.text}" if value.supplied else value.text
    if is_dataclass(value) and not isinstance(value, type):
        return _fields(value)
    if isinstance(value, tuple | list):
        return [_encoded(v) for v in value]
    return value
