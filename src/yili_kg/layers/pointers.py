"""The pointers with which a 疏 says what it explains: 「四享」至「所有」。○注「四當」至「致之」.

Each names the first and the last graphs of a span of base text or of a note; the span is looked for in the segments
before the 疏.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from yili_kg.models import Pointer, Segment
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["find_pointers", "pointer_spans", "resolve"]

_QUOTED = "[「“『‘]([^」”』’]{1,24})[」”』’]"
_POINTER = re.compile(rf"[\s○]*(注?){_QUOTED}(?:至{_QUOTED})?[。.]?\s*(?=○|注|釋曰|$)")


def pointer_spans(text: str) -> list[tuple[int, int, str, str, str]]:
    """(start, end, layer, first words, last words) of the pointers at the head of a 疏's text, and after ○ 注."""
    folded = fold(text)
    found: list[tuple[int, int, str, str, str]] = []
    position = 0
    while match := _POINTER.match(folded, position):
        found.append(_span(match))
        position = match.end()
    if found or folded.lstrip("○ ").startswith(("釋曰", "注釋曰")):
        for match in re.finditer(rf"○\s*(注){_QUOTED}(?:至{_QUOTED})?[。.]?\s*(?=○\s*釋曰|釋曰)", folded[position:]):
            start, end, *rest = _span(match)
            found.append((start + position, end + position, rest[0], rest[1], rest[2]))
    return found


def _span(match: re.Match[str]) -> tuple[int, int, str, str, str]:
    start = match.start(1) if match.group(1) else match.start(2) - 1
    end = (match.end(3) if match.group(3) else match.end(2)) + 1
    return start, end, "注" if match.group(1) else "經", match.group(2), match.group(3) or ""


def find_pointers(segment: Segment, before: Sequence[Segment]) -> tuple[Pointer, ...]:
    """The pointers of a 疏, resolved in the segments that it follows, or with the reason why not."""
    pointers: list[Pointer] = []
    for start, end, layer, first, last in pointer_spans(segment.text):
        a, b = segment.span(start, end)
        text = segment.text[start:end]
        pool = [s for s in before if (s.layer == "注") == (layer == "注") and s.layer in ("經", "記", "注")]
        target = resolve(first, last, pool)
        if target is None:
            reason = "no such words in the text before it" if pool else f"no {layer} before it"
            pointers.append(Pointer(start=a, end=b, text=text, layer=layer, reason=reason))
        else:
            pointers.append(
                Pointer(
                    start=a,
                    end=b,
                    text=text,
                    layer=layer,
                    target=target[0],
                    target_start=target[1],
                    target_end=target[2],
                )
            )
    return tuple(pointers)


def resolve(first: str, last: str, pool: Sequence[Segment]) -> tuple[str, int, int] | None:
    """(segment, start, end) of the span from `first` to `last`; it may run over several segments, the id is the first's.

    The pool is searched from its end; one graph of each pointer may differ from the text's.
    """
    graphs: list[str] = []
    homes: list[tuple[int, int]] = []
    for number, segment in enumerate(pool):
        found, places = stream(fold(segment.text))
        graphs.append(found)
        homes.extend((number, place) for place in places)
    text = "".join(graphs)
    head, tail = stream(fold(first))[0], stream(fold(last or first))[0]
    if not head or not tail:
        return None
    close = _last_near(text, tail, len(text))
    while close >= 0:
        begin = close if not last else _last_near(text, head, close + len(tail))
        if begin >= 0:
            start_home, end_home = homes[begin], homes[close + len(tail) - 1]
            start = pool[start_home[0]].offsets[start_home[1]]
            end = pool[end_home[0]].offsets[end_home[1]] + 1
            return pool[start_home[0]].id, start, end
        close = _last_near(text, tail, close + len(tail) - 1)
    return None


def _last_near(text: str, words: str, stop: int) -> int:
    """The last place before `stop` where the words stand, exactly or else (three graphs or more) but for one graph."""
    at = text.rfind(words, 0, stop)
    if at >= 0 or len(words) < 3:
        return at
    for place in range(min(stop, len(text)) - len(words), -1, -1):
        if sum(a != b for a, b in zip(words, text[place : place + len(words)], strict=False)) <= 1:
            return place
    return -1
