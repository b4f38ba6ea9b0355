"""TriG put together from pieces that were written where their statements were made, as if all had been written at once.

What stands between the braces of a named graph is its body. Two bodies one behind the other are one, but where the second
goes on with the subject (and the property) with which the first ends: there the writer puts what Oxigraph puts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import IO

import pyoxigraph as ox

from yili_kg.graph.blocks import Block
from yili_kg.graph.vocabulary import PREFIXES
from yili_kg.graph.vocabulary import Terms as T

__all__ = ["TrigWriter", "bodies_of", "body_of", "head", "joined_bodies", "lines_of", "said_in", "tokens_of", "trig_of"]

_END = b" .\n"
_TYPE = str(T.a).encode()
_BLANK, _QUOTE, _DATATYPE = b"_", b'"', b">"
_PREFIX_OF = {namespace.encode(): prefix.encode() for prefix, namespace in PREFIXES.items()}
#: A name of ASCII letters, digits and hanzi (U+4000 to U+9FFF, told by their first bytes) in a namespace.
_PLAIN = re.compile(
    rb"<(%b)([A-Za-z0-9_\xe4-\xe9][A-Za-z0-9_.\x80-\xbf\xe4-\xe9-]*)(?<!\.)>" % b"|".join(map(re.escape, _PREFIX_OF))
)
_NUMBER = re.compile(rb'"([0-9]+)"\^\^<http://www\.w3\.org/2001/XMLSchema#integer>')


@cache
def head() -> bytes:
    """What stands before the first named graph."""
    data = _written([ox.Quad(*(ox.NamedNode("x:x"),) * 4)])
    return data[: data.index(b"<x:x> {\n")]


def _written(quads: Iterable[ox.Quad]) -> bytes:
    return ox.serialize(quads, format=ox.RdfFormat.TRIG, prefixes=PREFIXES) or b""


def body_of(quads: Iterable[ox.Quad]) -> bytes:
    """The body of one named graph, whose statements these are."""
    data = _written(quads)
    return data[data.index(b" {\n") + 3 : -len(b"}\n")] if len(data) > len(head()) else b""


def tokens_of(terms: Iterable[bytes]) -> dict[bytes, bytes]:
    """Terms as N-Triples have them → as TriG has them, where that is another spelling.

    Oxigraph is asked how it spells what is not plainly a name in one of our namespaces or a whole number.
    """
    told: dict[bytes, bytes] = {}
    asked: list[bytes] = []
    for term in terms:
        if plain := _PLAIN.fullmatch(term):
            told[term] = b"%b:%b" % (_PREFIX_OF[plain[1]], plain[2])
        elif number := _NUMBER.fullmatch(term):
            told[term] = number[1]
        elif term[:1] != _BLANK and (term[:1] != _QUOTE or term[-1:] == _DATATYPE):
            asked.append(term)
    return told | dict(zip(asked, _spelled(asked), strict=True))


def _spelled(terms: Sequence[bytes]) -> Sequence[bytes]:
    """Terms as Oxigraph spells them where they are values in Turtle: it puts each on a line of its own."""
    lines = [b"<x:x> <x:%b> %b .\n" % ((b"p", b"q")[n % 2], term) for n, term in enumerate(terms)]
    triples = ox.parse(b"".join(lines), format=ox.RdfFormat.N_TRIPLES)
    data = ox.serialize(triples, format=ox.RdfFormat.TURTLE, prefixes=PREFIXES) or b""
    told = data[data.index(b"<x:x>") + len(b"<x:x>") : -1].split(b"\n") if lines else ()
    return [line[line.index(b"> ") + 2 : -2] for line in told]


def bodies_of(blocks: Iterable[Block], tokens: Mapping[bytes, bytes]) -> Iterator[bytes]:
    """The body of a named graph, whose statements these are, in pieces; `tokens` are its terms as `tokens_of` has them."""
    forms: dict[tuple[bytes, ...], bytes] = {}
    token = tokens.get
    for subject, predicates, values in blocks:
        form = forms.get(predicates)
        if form is None:
            form = forms[predicates] = _form(predicates, tokens)
        yield form % (token(subject, subject), *map(token, values, values))


def _form(predicates: tuple[bytes, ...], tokens: Mapping[bytes, bytes]) -> bytes:
    """How what is said of a subject by these properties stands in a body."""
    form, before = b"\t%b", b""
    for predicate in predicates:
        name = b"a" if predicate == _TYPE else tokens.get(predicate, predicate).replace(b"%", b"%%")
        form += b" , %b" if predicate == before else b"%b%b %%b" % (b" ;\n\t\t" if before else b" ", name)
        before = predicate
    return form + _END


def joined_bodies(bodies: Iterable[bytes]) -> Iterator[bytes]:
    """Bodies of the same named graph one behind the other, in pieces."""
    held, last = b"", (b"", b"")
    for body in bodies:
        if not body:
            continue
        rest = body
        if held:
            between, rest = _between(*last, body)
            yield held[: -len(_END)]
            yield between
        held, last = rest, _last(body)
    yield held


def _between(subject: bytes, predicate: bytes, body: bytes) -> tuple[bytes, bytes]:
    """What comes in the place of the full stop of the body before, which ends with these; and what is left of this one."""
    begin = b"\t%s " % subject
    if not body.startswith(begin):
        return _END, body
    if body.startswith(b"%s " % predicate, len(begin)):
        return b" , ", body[len(begin) + len(predicate) + 1 :]
    return b" ;\n\t\t", body[len(begin) :]


def _last(body: bytes) -> tuple[bytes, bytes]:
    """The subject and the property with which a body ends."""
    line = body.rfind(b"\n", 0, len(body) - 1) + 1
    goes_on = body.startswith(b"\t\t", line)
    place = line + 2 if goes_on else body.index(b" ", line) + 1
    predicate = body[place : body.index(b" ", place)]
    while body.startswith(b"\t\t", line):
        line = body.rfind(b"\n", 0, line - 1) + 1
    return body[line + 1 : body.index(b" ", line)], predicate


def trig_of(bodies: Iterable[tuple[str, bytes]]) -> bytes:
    """Named graphs (IRI and body) as a TriG file of its own."""
    return b"".join((head(), *(b"<%b> {\n%b}\n" % (graph.encode(), body) for graph, body in bodies)))


def said_in(graph: str, body: bytes) -> Iterator[ox.Quad]:
    """The statements of a body, or of some pieces of one, in a named graph (its IRI)."""
    return ox.parse(trig_of([(graph, body)]), format=ox.RdfFormat.TRIG)


def lines_of(graph: str, body: bytes) -> list[bytes]:
    """The same as lines of N-Quads."""
    data = ox.serialize(said_in(graph, body), format=ox.RdfFormat.N_QUADS) or b""
    return data.splitlines(keepends=True)


class TrigWriter:
    """A TriG file that is written graph by graph."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._file.write(head())

    def write(self, graph: ox.NamedNode, bodies: Iterable[bytes]) -> None:
        """A named graph, which is not empty, with its body in pieces."""
        x = ox.NamedNode("x:x")
        data = _written([ox.Quad(x, x, x, graph)])
        self._file.write(data[len(head()) : data.index(b" {\n") + 3])
        self._file.writelines(joined_bodies(bodies))
        self._file.write(b"}\n")
