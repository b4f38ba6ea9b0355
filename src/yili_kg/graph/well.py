"""Whether the statements of a source surely keep to the shapes, told from a table of them, without a store.

A constraint is judged by the distinct values that the members of its target have, of which there are few. What is not plain
(a value written with escapes, a constraint of another kind) counts as not sure: then the shapes are asked as queries, which
say what is amiss and whether anything is (graph/shapes.py). So all that is well here is well there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol

from yili_kg.graph.shapes import Constraint, load_constraints
from yili_kg.graph.table import Table
from yili_kg.graph.vocabulary import PREFIXES
from yili_kg.graph.vocabulary import Terms as T

__all__ = ["surely_well"]

_CLASS = re.compile(r"\?s a <([^>]+)>")
_SUBJECTS, _OBJECTS = re.compile(r"\?s (<[^>]+>) \?x"), re.compile(r"\?x (<[^>]+>) \?s")
_NUMBER = re.compile(rb'"(-?[0-9]{1,12}(?:\.[0-9]{1,12})?)"\^\^<http://www\.w3\.org/2001/XMLSchema#(integer|decimal)>')
#: Whole numbers, one on each line.
_INTEGERS = re.compile(rb'(?:"[0-9]{1,12}"\^\^<http://www\.w3\.org/2001/XMLSchema#integer>(?:\n|\Z))*')
_XSD, _LANGUAGE = PREFIXES["xsd"], PREFIXES["rdf"] + "langString"
_IN_SCHEME = str(T.in_scheme)


class _Known(Protocol):
    """What is known of the things that statements may point at (graph/conform.py)."""

    @property
    def classes(self) -> Mapping[str, tuple[str, ...]]:
        """IRI → its classes, with those above them."""

    @property
    def schemes(self) -> Mapping[str, tuple[str, ...]]:
        """IRI → its schemes."""

    @property
    def below(self) -> Mapping[str, Sequence[str]]:
        """Class → the classes below it."""


@dataclass(frozen=True, slots=True)
class _Use:
    """How the members of a target use a property: how many there are and how many have it, those that have several values
    with these, and all values, each once."""

    members: int
    having: int
    several: Mapping[bytes, set[bytes]]
    values: set[bytes]


def surely_well(table: Table, known: _Known, constraints: Sequence[Constraint] | None = None) -> bool:
    """Whether all constraints are kept by what is stated; where this cannot be told, they are not."""
    source = _Source(table, known)
    asked = load_constraints() if constraints is None else constraints
    return all(source.has_no(c.target) or (source.plain(c.target) and _judged(c, source)) for c in asked)


def _judged(constraint: Constraint, source: _Source) -> bool:
    return _JUDGES.get(constraint.kind, _never)(constraint, source)


class _Source:
    """A table with the members of targets and their uses of properties, each found once."""

    def __init__(self, table: Table, known: _Known) -> None:
        self._table, self._known = table, known
        self._of_class: dict[str, set[bytes]] = {}
        for subject, name in table.types():
            self._of_class.setdefault(name[1:-1].decode(), set()).add(subject)
        self._members: dict[str, set[bytes]] = {}
        self._uses: dict[tuple[str, str], _Use] = {}

    def has_no(self, target: str) -> bool:
        """Whether nothing is a member of a target; one that is no plain triple may have members."""
        return self.plain(target) and not self.members(target)

    def plain(self, target: str) -> bool:
        """Whether a target is a plain triple, so that its members can be told."""
        return any(form.fullmatch(target) for form in (_CLASS, _SUBJECTS, _OBJECTS))

    def members(self, target: str) -> set[bytes]:
        """What a target makes a member. Raises ValueError for a target that is no plain triple."""
        if target not in self._members:
            self._members[target] = self._found(target)
        return self._members[target]

    def _found(self, target: str) -> set[bytes]:
        if match := _CLASS.fullmatch(target):
            return self.of_class(match.group(1))
        if match := _SUBJECTS.fullmatch(target):
            return {subject for subject, _ in self._table.pairs(match.group(1).encode())}
        if match := _OBJECTS.fullmatch(target):
            return {value for _, value in self._table.pairs(match.group(1).encode())}
        raise ValueError(target)

    def of_class(self, name: str) -> set[bytes]:
        """What is of a class or of one below it."""
        some = [self._of_class[one] for one in (name, *self._known.below.get(name, ())) if one in self._of_class]
        return some[0] if len(some) == 1 else set().union(*some)

    def use(self, constraint: Constraint) -> _Use:
        """How the members of a constraint use its property."""
        key = constraint.target, constraint.path
        if key not in self._uses:
            self._uses[key] = self._used(self.members(constraint.target), f"<{constraint.path}>".encode())
        return self._uses[key]

    def _used(self, members: set[bytes], path: bytes) -> _Use:
        held = self._table.first.get(path, {})
        if held.keys() <= members:
            first: Collection[bytes] = held.values()
        elif len(members) < len(held):
            first = [held[one] for one in members if one in held]
        else:
            first = [value for one, value in held.items() if one in members]
        several: dict[bytes, set[bytes]] = {}
        for subject, value in self._table.more.get(path, ()):
            if subject in members:
                several.setdefault(subject, {held[subject]}).add(value)
        return _Use(len(members), len(first), several, set(first).union(*several.values()))

    def having(self, members: set[bytes], path: str) -> set[bytes]:
        """The members that have a property."""
        return members & self._table.first.get(path.encode(), {}).keys()

    def are(self, values: set[bytes], name: str) -> bool:
        """Whether all values are of a class, here or by what is known."""
        here, known = self.of_class(name), self._known.classes
        return all(v in here or (v[:1] == b"<" and name in known.get(v[1:-1].decode(), ())) for v in values)

    def states(self, value: bytes, path: str, term: str) -> bool:
        """Whether a value of a statement is itself said to have a term as a property, here or by what is known."""
        if self._table.first.get(path.encode(), {}).get(value) == term.encode():
            return True
        if path == _IN_SCHEME and term[1:-1] in self._known.schemes.get(value[1:-1].decode(), ()):
            return True
        return (value, term.encode()) in self._table.more.get(path.encode(), ())


def _never(constraint: Constraint, source: _Source) -> bool:
    return False


def _least(constraint: Constraint, source: _Source) -> bool:
    use, number = source.use(constraint), int(constraint.value)
    if number <= 1:
        return number < 1 or use.having == use.members
    return use.having == len(use.several) == use.members and all(len(v) >= number for v in use.several.values())


def _most(constraint: Constraint, source: _Source) -> bool:
    number = int(constraint.value)
    use = source.use(constraint)
    return (number > 0 or not use.having) and all(len(values) <= number for values in use.several.values())


def _of_class(constraint: Constraint, source: _Source) -> bool:
    return source.are(source.use(constraint).values, constraint.value)


def _of_shape(constraint: Constraint, source: _Source) -> bool:
    values = source.use(constraint).values
    return all(any(source.states(v, path, term) for path, term in constraint.choices) for v in values)


def _iris(constraint: Constraint, source: _Source) -> bool:
    return all(v[:1] == b"<" for v in source.use(constraint).values)


def _of_datatype(constraint: Constraint, source: _Source) -> bool:
    values = source.use(constraint).values
    if constraint.value == _XSD + "integer" and _INTEGERS.fullmatch(b"\n".join(values)):
        return True
    return all(_has_datatype(v, constraint.value) for v in values)


def _has_datatype(value: bytes, datatype: str) -> bool:
    if value[:1] != b'"':
        return False
    if datatype in (_XSD + "integer", _XSD + "decimal"):
        found = _NUMBER.fullmatch(value)
        return (
            found is not None
            and _XSD + found[2].decode() == datatype
            and not (found[2] == b"integer" and b"." in found[1])
        )
    tail = value[value.rindex(b'"') + 1 :]
    if datatype == _XSD + "string":
        return not tail
    return tail[:1] == b"@" if datatype == _LANGUAGE else tail == f"^^<{datatype}>".encode()


def _listed(constraint: Constraint, source: _Source) -> bool:
    return source.use(constraint).values <= {term.encode() for _, term in constraint.choices}


def _long_enough(constraint: Constraint, source: _Source) -> bool:
    number = int(constraint.value)
    return all((words := _words(v)) is not None and len(words) >= number for v in source.use(constraint).values)


def _matching(constraint: Constraint, source: _Source) -> bool:
    asked = re.compile(constraint.value)
    return all((words := _words(v)) is not None and asked.search(words) for v in source.use(constraint).values)


def _words(value: bytes) -> str | None:
    """The words of a literal; None of what is none, or is written with escapes."""
    return None if value[:1] != b'"' or b"\\" in value else value[1 : value.rindex(b'"')].decode()


def _numbers(constraint: Constraint, source: _Source) -> list[Decimal] | None:
    found = [_NUMBER.fullmatch(v) for v in source.use(constraint).values]
    return [Decimal(m[1].decode()) for m in found if m] if all(found) else None


def _at_least(constraint: Constraint, source: _Source) -> bool:
    numbers = _numbers(constraint, source)
    return numbers is not None and min(numbers, default=Decimal("Infinity")) >= Decimal(constraint.value)


def _at_most(constraint: Constraint, source: _Source) -> bool:
    numbers = _numbers(constraint, source)
    return numbers is not None and max(numbers, default=Decimal("-Infinity")) <= Decimal(constraint.value)


def _one_of_a_language(constraint: Constraint, source: _Source) -> bool:
    for values in source.use(constraint).several.values():
        tails = [tail for v in values if (tail := v[v.rindex(b'"') + 1 :] if v[:1] == b'"' else b"")[:1] == b"@"]
        if len({tail.lower() for tail in tails}) < len(tails):
            return False
    return True


def _either(constraint: Constraint, source: _Source) -> bool:
    members = source.members(constraint.target)
    having = set().union(*(source.having(members, path) for path, _ in constraint.choices))
    return len(having) == len(members)


_JUDGES: Mapping[str, Callable[[Constraint, _Source], bool]] = {
    "minCount": _least,
    "maxCount": _most,
    "class": _of_class,
    "node": _of_shape,
    "nodeKind": _iris,
    "datatype": _of_datatype,
    "in": _listed,
    "minLength": _long_enough,
    "pattern": _matching,
    "minInclusive": _at_least,
    "maxInclusive": _at_most,
    "uniqueLang": _one_of_a_language,
    "or": _either,
}
