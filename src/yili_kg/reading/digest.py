"""Digests of graphs: a passage is kept as two signs a graph, from which it can be recognised and not be read.

A sign pair is one of 4,096; a graph of the language shares it with several others. The salt of a passage is chosen so
that the words anchored in it stand in its digest just where they stand in its text (`salt_for`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import blake2b
from itertools import count

__all__ = ["codes", "digest", "places", "salt_for"]

_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
#: Signs a graph.
WIDTH = 2
_MOST_SALTS = 100_000


@lru_cache(maxsize=1 << 17)
def _code(graph: str, salt: int) -> str:
    number = int.from_bytes(blake2b(f"{salt}{graph}".encode("utf-8", "surrogatepass"), digest_size=2).digest(), "big")
    return _SIGNS[number >> 6 & 63] + _SIGNS[number & 63]


def digest(graphs: str, salt: int) -> str:
    """The digest of folded graphs, two signs each."""
    return "".join([_code(graph, salt) for graph in graphs])


def codes(digested: str) -> list[str]:
    """The sign pairs of a digest, one a graph."""
    return [digested[at : at + WIDTH] for at in range(0, len(digested), WIDTH)]


def places(words: str, salt: int, digested: str) -> Iterator[int]:
    """The graphs of a digested passage at which some folded words begin."""
    wanted = digest(words, salt)
    at = digested.find(wanted)
    while at >= 0:
        if at % WIDTH == 0:
            yield at // WIDTH
        at = digested.find(wanted, at + 1)


def salt_for(graphs: str, words: Iterable[str]) -> int:
    """The least salt with which each of some folded words stands in the digest just where it stands in the graphs."""
    anchors = sorted({word for word in words if word})
    stand = {w: [i for i in range(len(graphs) - len(w) + 1) if graphs.startswith(w, i)] for w in anchors}
    for salt in count():
        digested = digest(graphs, salt)
        if salt >= _MOST_SALTS or all(list(places(w, salt, digested)) == stand[w] for w in anchors):
            return salt
    raise AssertionError
