"""How a field of a model is printed in its record, where that is not under its own name or not only where it is filled."""

from __future__ import annotations

from dataclasses import field
from typing import Any

__all__ = ["measured", "printed", "reasoned"]


def printed(*, default: Any = ..., name: str = "", always: bool = False, empty: Any = ..., pairs: bool = False) -> Any:
    """A field with its `default` (none: it must be given) that the record calls `name`.

    A field without a default is always printed, one with a default only where it differs from it, unless `always`;
    `empty` is what is then printed in place of the default. Of a field of `pairs` the first is a key, the second its value.
    """
    metadata = {"name": name, "always": always, "empty": empty, "pairs": pairs}
    return field(metadata=metadata) if default is ... else field(default=default, metadata=metadata)


def measured(*, pairs: bool = False) -> Any:
    """How sure something is, from 0 to 1: no part of what it is, so that two that say the same are equal.

    None (of `pairs`: empty) until it was measured, and then printed.
    """
    return field(default=() if pairs else None, compare=False, metadata={"pairs": pairs})


def reasoned() -> Any:
    """Why something was decided as it was, in words: no part of what it is, and printed where it is told."""
    return field(default=(), compare=False, metadata={})
