"""IRIs of the graph. Hanzi stay as they are (NFC), never percent-encoded."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from pyoxigraph import NamedNode

from yili_kg.graph.vocabulary import BASE, PREFIXES

__all__ = [
    "chapter_iri",
    "concept_iri",
    "graph_iri",
    "local",
    "mention_iri",
    "named",
    "passage_iri",
    "segment_iri",
    "short",
    "source_iri",
    "steady",
    "tail",
]

#: So many IRIs of a kind are kept, since most are asked for again and again.
_KEPT = 1 << 16
#: The last two code points of a plane are no characters.
_NONE = "".join(f"{chr(plane << 16 | 0xFFFE)}-{chr(plane << 16 | 0xFFFF)}" for plane in range(1, 15))
#: What an IRI must not hold (RFC 3987): spaces, delimiters, controls, private-use and other unassignable code points.
_ILLEGAL = re.compile(
    r"[\x00-\x20<>\"{}|\\^`%/?#\[\]\x7f-\x9f\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufff0-\uffff"
    rf"\U000e0000-\U000e0fff\U000f0000-\U0010ffff{_NONE}]"
)


def local(name: str) -> str:
    """A name as the last part of an IRI: NFC, `·` as a full stop, an illegal character as `uE14B`."""
    text = unicodedata.normalize("NFC", name).replace("·", ".")
    return _ILLEGAL.sub(lambda m: f"u{ord(m.group()):04X}", text)


def steady(text: str) -> str:
    """The text with each character in NFC where that is one character: as IRIs spell it, at the same length.

    Old encodings have second code points for one graph (兔 U+2F80F); in an IRI they are the same.
    """
    if text.isascii() or unicodedata.is_normalized("NFC", text):
        return text
    made = (unicodedata.normalize("NFC", c) for c in text)
    return "".join(m if len(m) == 1 else c for m, c in zip(made, text, strict=True))


@lru_cache(maxsize=_KEPT)
def concept_iri(concept: str) -> NamedNode:
    """The concept of a headword."""
    return NamedNode(f"{BASE}concept/{local(concept)}")


@lru_cache(maxsize=_KEPT)
def segment_iri(segment: str) -> NamedNode:
    """A segment by its id (`04.013.zhushu.jing.1`)."""
    return NamedNode(f"{BASE}seg/{local(segment)}")


def mention_iri(segment: str, surface: str, number: int) -> NamedNode:
    """A mention: its segment, its surface, and which occurrence of that surface in the segment it is."""
    return NamedNode(f"{BASE}mention/{local(f'{segment}.{surface}.{number}')}")


@lru_cache(maxsize=_KEPT)
def passage_iri(passage: str) -> NamedNode:
    """A passage of the received text (`04.013`)."""
    return NamedNode(f"{BASE}seg/{passage}")


@lru_cache(maxsize=_KEPT)
def chapter_iri(chapter: str) -> NamedNode:
    """A 篇 by its number."""
    return NamedNode(f"{BASE}seg/{chapter}")


def source_iri(sha256: str) -> NamedNode:
    """A source file by its hash."""
    return NamedNode(f"{BASE}source/{sha256[:8]}")


@lru_cache(maxsize=_KEPT)
def graph_iri(name: str) -> NamedNode:
    """A named graph (`mentions/zhushu`)."""
    return NamedNode(f"{BASE}graph/{name}")


def named(name: str) -> NamedNode:
    """Anything else, under `id/`."""
    return NamedNode(f"{BASE}id/{local(name)}")


@lru_cache(maxsize=_KEPT)
def short(iri: str) -> str:
    """An IRI with its prefix, as people write it; one of no known prefix as it is.

    >>> short("https://w3id.org/yili/concept/觶")
    'c:觶'
    """
    for prefix, space in PREFIXES.items():
        if iri.startswith(space) and len(iri) > len(space):
            return f"{prefix}:{iri[len(space) :]}"
    return iri


def tail(iri: str) -> str:
    """What stands in an IRI behind the last `#` or `/`.

    >>> tail("https://w3id.org/yili/ontology#layer")
    'layer'
    """
    return iri.rpartition("#")[2].rpartition("/")[2]
