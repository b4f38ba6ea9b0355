"""Frozen records that are made, and copied with changes, at the cost of storing their fields.

An analysis makes some hundred thousand records for a book. What `dataclasses` writes for a frozen class stores each field
through `object.__setattr__`, and `dataclasses.replace` asks every field what it is: together a tenth of an analysis. Here
both are written once for each class. While its fields are stored a record is of a class that has the same slots and is
not frozen, so that `self.start = start` is all that is done for each; nobody sees it before it is of its own class again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["quick", "replace"]

Made = TypeVar("Made")
#: For each class and the fields that change the function that copies, written when it is first wanted.
_COPIES: dict[tuple[type, tuple[str, ...]], Callable[..., Any]] = {}


def quick(made: type[Made]) -> type[Made]:
    """A frozen dataclass with slots, its records made quicker; a decorator above `@dataclass`.

    Raises TypeError for a class that has no slots, or does more than store its fields when a record is made.
    """
    known: dict[str, Any] = {
        "_open": _opened(made),
        "_frozen": made,
        "_set_class": object.__dict__["__class__"].__set__,
    }
    told = ["self"]
    for field in fields(made):  # type: ignore[arg-type]
        if field.kw_only and "*" not in told:
            told.append("*")
        told.append(_parameter(field, known))
    stored = [f"self.{field.name} = {field.name}" for field in fields(made)]  # type: ignore[arg-type]
    lines = [f"def __init__({', '.join(told)}):", "_set_class(self, _open)", *stored, "self.__class__ = _frozen"]
    made.__init__ = _written("__init__", lines, known)  # type: ignore[method-assign]
    return made


def _parameter(field: Field[Any], known: dict[str, Any]) -> str:
    """A field as a parameter; its default is put among what is `known` to the function."""
    if field.default_factory is not MISSING or not field.init:
        raise TypeError(f"{field.name}: only fields that are given or have one default are stored as they are")
    if field.default is MISSING:
        return field.name
    known[f"_default_{field.name}"] = field.default
    return f"{field.name}=_default_{field.name}"


def _opened(made: type) -> type:
    """A class with the slots of a frozen one that is not frozen, for the time in which its fields are stored."""
    if hasattr(made, "__post_init__") or made.__base__ is not object or "__slots__" not in made.__dict__:
        raise TypeError(f"{made.__name__}: only a class with slots that does no more than store its fields is made so")
    return type(f"_{made.__name__}", (), {"__slots__": made.__dict__["__slots__"]})


def _written(name: str, lines: list[str], known: dict[str, Any]) -> Any:
    """The function of this name that these lines are, given what is `known` to it."""
    exec("\n ".join(lines), known)
    return known[name]


@cache
def _opened_once(made: type) -> type:
    """The same of each class once, for its copies."""
    return _opened(made)


def _copy_of(made: type, changed: tuple[str, ...]) -> Callable[..., Any]:
    """The function that copies a record of a class, some of whose fields change."""
    names = [field.name for field in fields(made)]
    if not set(changed) <= set(names):
        raise TypeError(f"{made.__name__} has no field {', '.join(sorted(set(changed) - set(names)))}")
    if "__slots__" not in made.__dict__:  # a compiled class keeps its fields in a structure of its own
        stored = (f"{name}={name if name in changed else f'_of.{name}'}," for name in names)
        lines = [f"def copied(_of, {', '.join(changed)}):", "return _frozen(", *stored, ")"]
        compiled: Callable[..., Any] = _written("copied", lines, {"_frozen": made})
        return compiled
    known = {"_open": _opened_once(made), "_frozen": made}
    lines = [
        f"def copied(_of, {', '.join(changed)}):",
        "_made = _open()",
        *(f"_made.{name} = {name if name in changed else f'_of.{name}'}" for name in names),
        "_made.__class__ = _frozen",
        "return _made",
    ]
    written: Callable[..., Any] = _written("copied", lines, known)
    return written


if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(record, /, **changes):
        """A copy of a frozen record with slots, with some fields changed, as `dataclasses.replace` makes it.

        Raises TypeError for a field that there is not.
        """
        key = (type(record), (*changes,))
        copy = _COPIES.get(key)
        if copy is None:
            copy = _COPIES[key] = _copy_of(*key)
        return copy(record, *changes.values())
