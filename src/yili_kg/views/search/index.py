"""The index of the search: all text in the order in which it is read, cut by 篇, and the names of all concepts.

The browser folds the text when it loads it (`assets/search.js`), so that the words themselves are all that is written: any
part of any sentence is found, however it is spelled, and shown as the source has it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from yili_kg.lexicon import Entry, headword, load_lexicon
from yili_kg.models import Annotated, Segment
from yili_kg.tables.types import mention_types
from yili_kg.text.folding import fold, folding_table, simplify
from yili_kg.views.concepts.gathered import Use, in_order
from yili_kg.views.page import embedded
from yili_kg.views.shares import Share

__all__ = ["WORDS", "also_written", "search_files", "text_file"]

#: The file of the names, of what graphs are folded to, and of which files of text there are.
WORDS = "search-words.js"
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def text_file(chapter: str) -> str:
    """The file of the text of a 篇."""
    return f"search-text-{chapter}.js"


def search_files(
    editions: Sequence[Annotated], uses: Mapping[str, Use], parted: Iterable[Share] | None = None
) -> Iterator[tuple[str, str]]:
    """The files of the index, each with its text; `uses` are the concepts that have a page, `parted` the shares of the
    editions, where they are known already."""
    numbers: dict[str, int] = {}
    used: set[str] = set()
    told = (segment for _, segment in in_order(editions, parted) if segment.text.strip())
    for chapter, found in groupby(told, key=lambda segment: segment.chapter or "00"):
        segments = list(found)
        numbers[chapter] = len(segments)
        for segment in segments:
            used.update(fold(segment.text))
        yield text_file(chapter), _given(text_file(chapter), _text(segments))
    words = {
        "fold": "".join(chr(graph) + chr(key) for graph, key in sorted(folding_table().items())),
        "also": also_written(used),
        "concepts": list(_concepts(uses, load_lexicon().entries)),
        "chapters": [[chapter, number] for chapter, number in numbers.items()],
    }
    yield WORDS, _given(WORDS, words)


def also_written(graphs: Iterable[str]) -> str:
    """Pairs: what somebody may type who writes simplified, and another graph of the texts that it may stand for (后 後).

    What folding makes of a graph anyway is not told.
    """
    ordered = sorted(graph for graph in graphs if ord(graph) > 0x2E7F)
    simple = simplify("\n".join(ordered)).split("\n")
    pairs = ((fold(s), graph) for graph, s in zip(ordered, simple, strict=True) if len(s) == 1 and s != graph)
    return "".join(typed + graph for typed, graph in pairs if typed != graph)


def _text(segments: Sequence[Segment]) -> dict[str, Any]:
    """The words of some segments, a line each; their layers by number; of each id how much of the one before it begins with."""
    layers = list(dict.fromkeys(s.layer for s in segments))
    number = {layer: _DIGITS[n] for n, layer in enumerate(layers)}
    return {
        "layers": layers,
        "of": "".join(number[s.layer] for s in segments),
        "ids": "\n".join(_shortened([s.id for s in segments])),
        "text": "\n".join(s.text.replace("\n", " ") for s in segments),
    }


def _shortened(ids: Iterable[str]) -> Iterator[str]:
    """Each id without what it shares with the one before it, behind the length of that (as one character from `0` on).

    >>> list(_shortened(["04.001.a.jing.1", "04.001.a.jing.2"]))
    ['004.001.a.jing.1', '>2']
    """
    before = ""
    for name in ids:
        same = 0
        for one, other in zip(before, name, strict=False):
            if one != other or same == 60:
                break
            same += 1
        yield chr(ord("0") + same) + name[same:]
        before = name


def _concepts(uses: Mapping[str, Use], entries: Mapping[str, Entry]) -> Iterator[list[Any]]:
    """Name, type by number (that of none: -1), pinyin, English, how often it is named, other forms; the commonest first."""
    types = {name: number for number, name in enumerate(mention_types())}
    for name, use in sorted(uses.items(), key=lambda item: (-item[1].total, item[0])):
        entry = entries.get(name)
        forms = dict.fromkeys((*(entry.forms if entry else ()), *use.written))
        forms.pop(headword(name), None)
        type_ = types.get(entry.type if entry else use.type, -1)
        yield [name, type_, entry.said if entry else "", entry.meaning if entry else "", use.total, " ".join(forms)]


def _given(name: str, value: Any) -> str:
    return f"given({json.dumps(name)}, {embedded(value)});\n"
