"""What a schema finds wrong with a row or a rule, in words that say what to mend."""

from __future__ import annotations

from pydantic import ValidationError

from yili_kg.errors import DataError

__all__ = ["EMPTY", "refusal"]

#: What is said of a text that must not be empty.
EMPTY = "it is empty"


def refusal(error: ValidationError, *, what: str, where: str) -> DataError:
    """The DataError for what a schema refuses; `what` names the rule or row, `where` its file and line."""
    faults = error.errors(include_url=False)
    missing = sorted({str(f["loc"][-1]) for f in faults if f["type"] == "missing"})
    if missing:
        return DataError(f"{what} lacks {', '.join(missing)}", where=where)
    unknown = sorted({str(f["loc"][-1]) for f in faults if f["type"] == "extra_forbidden"})
    if unknown:
        return DataError(f"{what} has fields nobody reads: {', '.join(unknown)}", where=where)
    first = faults[0]
    field = ".".join(str(part) for part in first["loc"])
    if field and first["type"] == "literal_error":
        return DataError(f"{what}: {field} is one of {first['ctx']['expected'].replace(' or ', ', ')}", where=where)
    if field and first["type"] in ("tuple_type", "list_type"):
        return DataError(f"{what}: {field} is a list", where=where)
    message = first["msg"].removeprefix("Value error, ")
    if message == EMPTY:
        return DataError(f"the field {field} is empty", where=where, advice="fill it in")
    return DataError(f"{what}: {field}: {message}" if field else f"{what}: {message}", where=where)
