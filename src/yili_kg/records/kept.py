"""The editions of a file one field at a time: read where they are wanted, let go of where much else was read since.

So a build holds a bounded part of its editions in memory however many there are, and whoever wants the glosses of all
reads only these. An edition of such a file is an `Annotated` like any other; a field of it is read again where it was
let go of, so what is to stay, and what is wanted of an edition again and again (its title), must be held by whoever wants it.
"""

from __future__ import annotations

import gzip
import zlib
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import IO, Any, overload

from yili_kg.errors import QueryError
from yili_kg.models import Annotated, Document, Edition, Segment
from yili_kg.records.lines import names_of
from yili_kg.records.whole import DAMAGED, damaged, field_of, fields_of, rows_in, value_of, values_in, words_in

__all__ = ["BUDGET", "Editions", "members", "only", "said_in", "told_in", "words_of"]

#: So many bytes of JSON are held in memory as models, which take some four times as much.
BUDGET = 24_000_000
_AT_ONCE = 1 << 16
_HEAD = 64
#: What is found in an edition.
_FIELDS = tuple(field.name for field in fields(Annotated) if field.name != "edition")
#: What makes a document large, and what stands for it where only its names are held.
_LARGE: Mapping[str, Any] = {"raw": "", "blocks": (), "noise": (), "marks": ()}


class Editions(Sequence[Annotated]):
    """The editions of a file, in its order. Raises QueryError for a file that is not there or that is damaged."""

    def __init__(self, path: Path, *, budget: int = BUDGET) -> None:
        self.path, self._budget = path, budget
        self._places: list[dict[str, tuple[int, int, int]]] = []
        self._held: OrderedDict[tuple[int, str], tuple[Any, int]] = OrderedDict()
        self._heads: dict[int, Document] = {}
        self._size = 0
        try:
            self._find()
        except FileNotFoundError as error:
            raise QueryError(
                "the editions of the build are not here", where=str(path), advice="build it again with `yili-kg build`"
            ) from error
        except DAMAGED as error:
            raise damaged(path, error) from error
        self._all = [_Kept(self, number) for number in range(len(self._places))]

    def _find(self) -> None:
        """Where each field of each edition stands. Raises one of `DAMAGED`."""
        with self.path.open("rb") as file:
            for begin, length, size, head in members(file):
                if not size and not self._places:
                    continue  # a file of no edition
                name, names = field_of(head), fields_of()
                if not self._places or len(self._places[-1]) == len(names):
                    self._places.append({})
                if name != names[len(self._places[-1])]:
                    raise ValueError(f"{name} is not what comes next")
                self._places[-1][name] = begin, length, size
        if self._places and len(self._places[-1]) < len(fields_of()):
            raise EOFError

    def __reduce__(self) -> tuple[type[Editions], tuple[Path]]:
        """To another process goes the file, not what was read of it."""
        return Editions, (self.path,)

    def __len__(self) -> int:
        return len(self._all)

    @overload
    def __getitem__(self, number: int) -> Annotated: ...

    @overload
    def __getitem__(self, number: slice) -> list[Annotated]: ...

    def __getitem__(self, number: int | slice) -> Annotated | list[Annotated]:
        """An edition by its number in the file; its fields are read when they are asked for."""
        return list[Annotated](self._all[number]) if isinstance(number, slice) else self._all[number]

    def __iter__(self) -> Iterator[Annotated]:
        return iter(self._all)

    def field(self, number: int, name: str) -> Any:
        """A field of an edition, from memory or from the file. Raises QueryError where the file was changed meanwhile."""
        key = number, name
        if key in self._held:
            self._held.move_to_end(key)
            return self._held[key][0]
        try:
            value = value_of(name, self._line(number, name))
        except DAMAGED as error:
            raise damaged(self.path, error) from error
        size = self._places[number][name][2]
        self._held[key] = value, size
        self._size += size
        while self._size > self._budget and len(self._held) > 1:
            _, (_, gone) = self._held.popitem(last=False)
            self._size -= gone
        return value

    def some(self, number: int, name: str, segments: Collection[str]) -> tuple[Any, ...]:
        """The statements of a field that stand in some segments; the others are not made, and nothing is held."""
        try:
            line = self._line(number, name)
            if not segments:
                return ()
            return values_in(name, line, segments)
        except DAMAGED as error:
            raise damaged(self.path, error) from error

    def told(self, number: int, name: str, keys: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        """Some values of each statement of a field (of each segment) as JSON has them; no statement is made, none is held."""
        try:
            rows = rows_in(name, self._line(number, name))
            yield from zip(*([row[key] for row in rows] for key in keys), strict=True)
        except DAMAGED as error:
            raise damaged(self.path, error) from error

    def words(self, number: int, name: str, key: str) -> list[str]:
        """The values of a key, which are strings, of each statement of a field; no statement is made, none is held."""
        try:
            return words_in(name, self._line(number, name), key)
        except DAMAGED as error:
            raise damaged(self.path, error) from error

    def head(self, number: int) -> Document:
        """What a document is called: the document without its text and what this was cut into. It is held."""
        if number not in self._heads:
            try:
                told: dict[str, Any] = {**names_of(self._line(number, "document")), **_LARGE}
                self._heads[number] = Document(**told)
            except DAMAGED as error:
                raise damaged(self.path, error) from error
        return self._heads[number]

    def _line(self, number: int, name: str) -> bytes:
        """The line of a field. Raises one of `DAMAGED`."""
        begin, length, _ = self._places[number][name]
        with open(self.path, "rb", buffering=0) as file:
            file.seek(begin)
            return gzip.decompress(file.read(length))

    def forget(self) -> None:
        """Let go of all that is held."""
        self._held.clear()
        self._heads.clear()
        self._size = 0

    def place_of(self, number: int) -> tuple[int, int]:
        """Where an edition stands in the file: its first byte, and how many there are."""
        places = list(self._places[number].values())
        return places[0][0], sum(length for _, length, _ in places)


def only(editions: Iterable[Annotated], names: Collection[str]) -> list[Annotated]:
    """Editions with the statements of some fields alone, for whoever goes over them several times: they stay in memory."""
    empty = {name: () for name in _FIELDS if name not in names}
    return [
        Annotated(
            edition=Edition(document=annotated.edition.document, segments=annotated.edition.segments),
            **empty,
            **{name: getattr(annotated, name) for name in names},
        )
        for annotated in editions
    ]


def said_in(annotated: Annotated, name: str, segments: Collection[str]) -> tuple[Any, ...]:
    """The statements of a field of an edition that stand in some segments."""
    if isinstance(annotated, _Kept):
        return annotated.in_segments(name, segments)
    return tuple(one for one in getattr(annotated, name) if one.segment in segments)


def told_in(annotated: Annotated, name: str, *keys: str) -> Iterator[tuple[Any, ...]]:
    """Some values of each statement of a field of an edition, or of each of its `segments`.

    Of an edition of a file they are as JSON has them (a tuple is a list), and cost a fraction of the statements.
    """
    if isinstance(annotated, _Kept):
        return annotated.told(name, keys)
    every = annotated.edition.segments if name == "segments" else getattr(annotated, name)
    return (tuple(getattr(one, key) for key in keys) for one in every)


def words_of(annotated: Annotated, name: str, key: str) -> list[str]:
    """A value that is a string of each statement of a field of an edition, at still less cost."""
    if isinstance(annotated, _Kept):
        return annotated.words(name, key)
    return [getattr(one.found if name == "unsure" else one, key) for one in getattr(annotated, name)]


def members(file: IO[bytes]) -> Iterator[tuple[int, int, int, bytes]]:
    """The compressed lines of a file: place, bytes, bytes when unpacked, and how it begins. Raises one of `DAMAGED`."""
    begin, data = 0, file.read(_AT_ONCE)
    if not data:
        raise EOFError
    while data:
        unpacking, used, size, head = zlib.decompressobj(31), 0, 0, b""
        while not unpacking.eof:
            if not data:
                raise EOFError
            told = unpacking.decompress(data)
            used += len(data) - len(unpacking.unused_data)
            size += len(told)
            head = (head + told[:_HEAD])[:_HEAD]
            data = unpacking.unused_data or file.read(_AT_ONCE)
        yield begin, used, size, head
        begin += used


class _OfEdition:
    """Something of one edition on the shelf, by its number there."""

    __slots__ = ()
    _number: int
    _shelf: Editions

    def __init__(self, shelf: Editions, number: int) -> None:
        object.__setattr__(self, "_shelf", shelf)
        object.__setattr__(self, "_number", number)


class _KeptDocument(_OfEdition, Document):
    """A document whose names are held; its text, and what this was cut into, is read when it is asked for."""

    __slots__ = ("_number", "_shelf")

    def __eq__(self, other: object) -> bool:
        return bool(self._whole() == (other._whole() if isinstance(other, _KeptDocument) else other))

    def __hash__(self) -> int:
        return hash(self._whole())

    def _whole(self) -> Document:
        found: Document = self._shelf.field(self._number, "document")
        return found

    def _head(self) -> Document:
        return self._shelf.head(self._number)


def _of_document(name: str) -> property:
    if name in _LARGE:
        return property(lambda self: getattr(self._whole(), name))
    return property(lambda self: getattr(self._head(), name))


for _field in fields(Document):
    setattr(_KeptDocument, _field.name, _of_document(_field.name))


class _KeptEdition(_OfEdition, Edition):
    """An edition whose document and segments are read when they are asked for."""

    __slots__ = ("_number", "_shelf")

    @property
    def document(self) -> Document:
        return _KeptDocument(self._shelf, self._number)

    @property
    def segments(self) -> tuple[Segment, ...]:
        found: tuple[Segment, ...] = self._shelf.field(self._number, "segments")
        return found


class _Kept(_OfEdition, Annotated):
    """An annotated edition whose fields are read when they are asked for."""

    __slots__ = ("_number", "_shelf")

    @property
    def edition(self) -> Edition:
        return _KeptEdition(self._shelf, self._number)

    def in_segments(self, name: str, segments: Collection[str]) -> tuple[Any, ...]:
        return self._shelf.some(self._number, name, segments)

    def told(self, name: str, keys: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        return self._shelf.told(self._number, name, keys)

    def words(self, name: str, key: str) -> list[str]:
        return self._shelf.words(self._number, name, key)


def _found(name: str) -> property:
    return property(lambda self: self._shelf.field(self._number, name))


for _name in _FIELDS:
    setattr(_Kept, _name, _found(_name))
