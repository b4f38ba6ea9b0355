"""The pointers with which a 疏 says what it explains: 「四享」至「所有」。○注「四當」至「致之」, without marks 四享至所有注四當至致之.

Each names the first and the last graphs of a span of base text or of a note; the span is looked for in the segments
before the 疏.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from yili_kg.models import Pointer, Segment
from yili_kg.tables.layers import LayerRole, layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["Pool", "find_pointers", "pointer_spans"]

_POINTERS = "layers/pointers"
#: Of what stands before a 疏 the last so many graphs are searched; in real editions no more than 1,400 are there.
_REACH = 4_000
#: One graph of a pointer with at least so many may differ from the text's.
_LONG = 3


def pointer_spans(text: str) -> list[tuple[int, int, str, str, str]]:
    """(start, end, layer, first words, last words) of the pointers at the head of a 疏's text, and after ○ 注."""
    folded, patterns = fold(text), load_patterns(_POINTERS)
    found: list[tuple[int, int, str, str, str]] = []
    position = 0
    while match := patterns["pointer"].match(folded, position):
        found.append(_span(match))
        position = match.end()
    if not found:
        found.extend(_bare(folded))
    if found or patterns["said"].match(folded):
        found.extend(_span(match) for match in patterns["later-pointer"].finditer(folded, position))
    return found


def _bare(folded: str) -> Iterator[tuple[int, int, str, str, str]]:
    """The pointers at the head of a 疏 that is printed without its text: 膳宰至寢東注膳宰至路寢釋曰."""
    patterns = load_patterns(_POINTERS)
    match = patterns["bare-pointer"].match(folded)
    if match is None:
        return
    roles: tuple[LayerRole, ...] = ("base", "note")
    for role in roles:
        if words := match[role]:
            parted = patterns["bare-words"].fullmatch(words)
            first, last = parted.groups() if parted else (words, "")
            yield match.start(role) - (role == "note"), match.end(role), layers().named(role), first, last


def _span(match: re.Match[str]) -> tuple[int, int, str, str, str]:
    start = match.start(1) if match.group(1) else match.start(2) - 1
    end = (match.end(3) if match.group(3) else match.end(2)) + 1
    layer = layers().named("note" if match.group(1) else "base")
    return start, end, layer, match.group(2), match.group(3) or ""


def find_pointers(segment: Segment, before: Sequence[Segment]) -> tuple[Pointer, ...]:
    """The pointers of a 疏, resolved in the segments that it follows, or with the reason why not."""
    pointers: list[Pointer] = []
    pools: dict[str, Pool] = {}
    for start, end, layer, first, last in pointer_spans(segment.text):
        if layer not in pools:
            kind = layers().notes if layer in layers().notes else layers().base
            pools[layer] = Pool([s for s in before if s.layer in kind])
        a, b = segment.span(start, end)
        text, target = segment.text[start:end], pools[layer].resolve(first, last)
        if target is None:
            reason = "no such words in the text before it" if pools[layer] else f"no {layer} before it"
            pointers.append(Pointer(start=a, end=b, text=text, layer=layer, reason=reason))
        else:
            name, begin, stop = target
            pointers.append(
                Pointer(start=a, end=b, text=text, layer=layer, target=name, target_start=begin, target_end=stop)
            )
    return tuple(pointers)


class Pool:
    """Segments of base text, or of notes, as one text in which pointers are looked up."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        self._segments = segments
        graphs: list[str] = []
        homes: list[tuple[int, int]] = []
        for number, segment in enumerate(segments):
            found, places = stream(fold(segment.text))
            graphs.append(found)
            homes.extend((number, place) for place in places)
        self._text, self._homes = "".join(graphs)[-_REACH:], homes[-_REACH:]
        self._known: dict[tuple[str, str], tuple[int, int] | None] = {}

    def __bool__(self) -> bool:
        """Whether there is any segment."""
        return bool(self._segments)

    def resolve(self, first: str, last: str) -> tuple[str, int, int] | None:
        """(segment, start, end) of the span from `first` to `last`; it may run over several, the id is the first's.

        It is looked for from the end; one graph of each pointer may differ from the text's.
        """
        if (first, last) not in self._known:
            self._known[first, last] = self._found(first, last)
        found = self._known[first, last]
        if found is None:
            return None
        (begin, start), (close, stop) = self._homes[found[0]], self._homes[found[1]]
        return (
            self._segments[begin].id,
            self._segments[begin].offsets[start],
            self._segments[close].offsets[stop] + 1,
        )

    def _found(self, first: str, last: str) -> tuple[int, int] | None:
        """The first and the last graph of the span in the text."""
        head, tail = stream(fold(first))[0], stream(fold(last or first))[0]
        if not head or not tail:
            return None
        close = _last_near(self._text, tail, len(self._text))
        if close < 0:
            return None
        begin = _last_near(self._text, head, close + len(tail)) if last else close
        # Where the first words do not stand before the last place of the last words, they stand before no earlier one.
        return (begin, close + len(tail) - 1) if begin >= 0 else None


def _last_near(text: str, words: str, stop: int) -> int:
    """The last place before `stop` where the words stand, exactly or else (three graphs or more) but for one graph."""
    at = text.rfind(words, 0, stop)
    if at >= 0 or len(words) < _LONG:
        return at
    # Where at most one graph differs, one half of the words stands there as it is.
    half = len(words) // 2
    return max(_last_but_one(text, words, stop, words[:half], 0), _last_but_one(text, words, stop, words[half:], half))


def _last_but_one(text: str, words: str, stop: int, part: str, offset: int) -> int:
    """The last place before `stop` where the words stand but for one graph, of those at which a part of them stands."""
    room = min(stop, len(text)) - len(words)
    at = text.rfind(part, 0, room + offset + len(part)) if room >= 0 else -1
    while at >= 0:
        place = at - offset
        if place >= 0 and sum(a != b for a, b in zip(words, text[place : place + len(words)], strict=True)) <= 1:
            return place
        at = text.rfind(part, 0, at + len(part) - 1)
    return -1
