"""Whether the text bears out what is said of it: each thing found stands in its segment, at its offsets, in its words.

A segment's text is made of stretches of its source (`yl:pieces`, or all from its beginning to its end), so that a place in
the source is a place in the text, and what stands there can be compared without the source. Where a build's folder has the
sources, the text of each segment is compared with its source too.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Protocol

import pyoxigraph as ox

from yili_kg.graph.iris import short
from yili_kg.graph.uses import Fault
from yili_kg.graph.vocabulary import NoteTerms as N
from yili_kg.graph.vocabulary import StepTerms as S
from yili_kg.graph.vocabulary import Terms as T

__all__ = ["InStore", "Said", "misplaced"]

_PIECES = re.compile(r"[0-9]{1,12}-[0-9]{1,12}(?: [0-9]{1,12}-[0-9]{1,12})*")
#: The properties that say in which segment something stands.
_HOMES = (T.in_segment, S.attested_in, N.reported_in, T.citing)


class Said(Protocol):
    """Statements that can be asked by their property; IRIs and literals are told by their values alone."""

    def values_of(self, predicate: ox.NamedNode) -> dict[str, str]:
        """Subject → value, for a property of which nothing has more than one."""

    def all_of(self, predicate: ox.NamedNode) -> dict[str, list[str]]:
        """Subject → values."""


@dataclass(frozen=True, slots=True)
class InStore:
    """What a store says."""

    store: ox.Store

    def values_of(self, predicate: ox.NamedNode) -> dict[str, str]:
        """Subject → value, for a property of which nothing has more than one."""
        return {
            quad.subject.value: quad.object.value
            for quad in self.store.quads_for_pattern(None, predicate, None, None)
            if not isinstance(quad.subject, ox.Triple) and not isinstance(quad.object, ox.Triple)
        }

    def all_of(self, predicate: ox.NamedNode) -> dict[str, list[str]]:
        """Subject → values."""
        found: dict[str, list[str]] = {}
        for quad in self.store.quads_for_pattern(None, predicate, None, None):
            found.setdefault(str(getattr(quad.subject, "value", "")), []).append(str(getattr(quad.object, "value", "")))
        return found


@dataclass(slots=True)
class _Text:
    """A segment's text and where in its source it is: the pieces, and at which place of the text each begins."""

    source: str
    words: str
    pieces: list[tuple[int, int]]
    begins: list[int]

    def at(self, place: int) -> int:
        """The place in the text of a place in the source; the end of the piece before it, where it lies between two."""
        number = max(0, bisect_right(self.pieces, (place, 1 << 62)) - 1)
        begin, end = self.pieces[number]
        return self.begins[number] + max(0, min(place, end) - begin)


def misplaced(said: Said, sources: Mapping[str, str]) -> Iterator[Fault]:
    """What the texts do not bear out of what is said; `sources` are whole source texts by their SHA-256, where they are at hand."""
    begins, ends, contexts = _numbers(said, T.begin), _numbers(said, T.end), said.values_of(T.context)
    texts: dict[str, _Text] = {}
    pieces = said.values_of(T.pieces)
    for segment, words in said.values_of(T.content).items():
        if segment in begins and segment in ends:
            made = _text(segment, words, pieces.get(segment, ""), (begins[segment], ends[segment]), contexts)
            if isinstance(made, Fault):
                yield made
            else:
                texts[segment] = made
    yield from _not_of_source(said, texts, sources)
    anchors = said.values_of(T.anchor)
    homes = _homes(said)
    yield from _other_strings(said, texts, anchors, homes)
    placed = (node for node in begins.keys() - texts.keys() & homes.keys() if node in ends and homes[node] in texts)
    doubted = [n for n in placed if not _stands(n, texts[homes[n]], begins[n], ends[n], anchors, contexts)]
    for node in sorted(doubted):
        yield from _judge(node, texts[homes[node]], homes[node], (begins[node], ends[node]), anchors, contexts)
    for node in sorted(anchors.keys() - begins.keys()):
        yield Fault("no-place", node, "has words and no place in a source")
    yield from _outside_target(said, texts)


def _other_strings(
    said: Said, texts: Mapping[str, _Text], anchors: Mapping[str, str], homes: Mapping[str, str]
) -> Iterator[Fault]:
    """Where `nif:isString` is not the words themselves, or does not stand at the place in the segment that is told."""
    strings, places = said.values_of(T.is_string), _numbers(said, T.place_in_segment)
    for node, words in sorted(strings.items()):
        there = texts[node].words if node in texts else anchors.get(node, words)
        if words != there:
            yield Fault("other-string", node, f"nif:isString has {_cut(words)}, its words are {_cut(there)}")
        home = texts.get(homes.get(node, ""))
        at = places.get(node)
        if home is not None and at is not None and not home.words.startswith(words, at):
            yield Fault("other-string", node, f"at character {at} of its segment stands another thing")


def _text(segment: str, words: str, told: str, span: tuple[int, int], contexts: Mapping[str, str]) -> _Text | Fault:
    """A segment's text with its places; a fault where its length is not theirs."""
    if told and not _PIECES.fullmatch(told):
        return Fault("segment-text", segment, "its pieces are no list of stretches")
    pairs = [(int(a), int(b)) for a, _, b in (p.partition("-") for p in told.split())] or [span]
    if pairs[0][0] < span[0] or pairs[-1][1] > span[1] or any(a >= b for a, b in pairs):
        return Fault("segment-text", segment, "its pieces do not lie within it")
    if any(a[1] > b[0] for a, b in pairwise(pairs)):
        return Fault("segment-text", segment, "its pieces are not one behind the other")
    lengths = [b - a for a, b in pairs]
    if sum(lengths) != len(words):
        return Fault("segment-text", segment, f"its text has {len(words)} characters, its places {sum(lengths)}")
    return _Text(contexts.get(segment, ""), words, pairs, [0, *accumulate(lengths)][:-1])


def _not_of_source(said: Said, texts: Mapping[str, _Text], sources: Mapping[str, str]) -> Iterator[Fault]:
    hashes = said.values_of(T.sha256)
    lengths = _numbers(said, T.code_points)
    for source, sha256 in sorted(hashes.items()):
        if not source.endswith("/" + sha256[:8]):
            yield Fault("other-source", source, "its hash is not the one that it is named by")
        raw = sources.get(sha256)
        if sources and raw is None:
            yield Fault("other-source", source, "no source of this hash is in the folder of the build")
        if raw is not None and len(raw) != lengths.get(source):
            yield Fault("other-source", source, f"has {len(raw)} code points, not {lengths.get(source)}")
    for segment, text in sorted(texts.items()):
        raw = sources.get(hashes.get(text.source, ""))
        if raw is not None and "".join(raw[a:b] for a, b in text.pieces) != text.words:
            yield Fault("segment-text", segment, "its text is not what stands there in its source")
    yield from _overlapping(texts)


def _overlapping(texts: Mapping[str, _Text]) -> Iterator[Fault]:
    """Segments that have a stretch of their source in common; one may stand between two pieces of another (a heading in a verse)."""
    pieces = sorted((text.source, *piece, segment) for segment, text in texts.items() for piece in text.pieces)
    told: set[str] = set()
    for (source, _, end, before), (of, begin, _, segment) in pairwise(pieces):
        if of == source and begin < end and segment not in told:
            told.add(segment)
            yield Fault("segment-text", segment, f"begins before {short(before)} ends")


def _stands(
    node: str, text: _Text, begin: int, end: int, anchors: Mapping[str, str], contexts: Mapping[str, str]
) -> bool:
    """Whether something surely stands where it is said to: its words are told, and all of it is in the first piece of its segment."""
    first, last = text.pieces[0]
    if not first <= begin < end <= last or contexts.get(node, text.source) != text.source:
        return False
    return anchors.get(node) == text.words[begin - first : end - first]


def _judge(
    node: str, text: _Text, home: str, span: tuple[int, int], anchors: Mapping[str, str], contexts: Mapping[str, str]
) -> Iterator[Fault]:
    begin, end = span
    if begin >= end or begin < text.pieces[0][0] or end > text.pieces[-1][1]:
        yield Fault("outside-its-segment", node, f"{begin}-{end} is no stretch of {short(home)}")
        return
    there = text.words[text.at(begin) : text.at(end)]
    if anchors.get(node, there) != there:
        yield Fault("anchor-not-in-segment", node, f"at {begin}-{end} stands {_cut(there)}, not {_cut(anchors[node])}")
    if contexts.get(node, text.source) != text.source:
        yield Fault("other-source", node, "names another source than its segment")


def _outside_target(said: Said, texts: Mapping[str, _Text]) -> Iterator[Fault]:
    """Words that are said to point to a stretch of a segment, and that stretch does not begin in it, or ends before it begins."""
    begins, ends = _numbers(said, T.target_begin), _numbers(said, T.target_end)
    targets = {**said.values_of(T.points_to), **said.values_of(N.glosses)}
    for node in sorted(begins.keys() | ends.keys() | targets.keys()):
        text = texts.get(targets.get(node, ""))
        begin, end = begins.get(node), ends.get(node)
        if node not in targets or begin is None or end is None:
            yield Fault("outside-its-target", node, "says where it points and not in which segment, or the reverse")
        elif text is not None and (begin >= end or not text.pieces[0][0] <= begin < text.pieces[-1][1]):
            yield Fault("outside-its-target", node, f"{begin}-{end} does not begin in {short(targets[node])}")


def _homes(said: Said) -> dict[str, str]:
    """What stands in which segment; a quotation stands where its citation does."""
    found: dict[str, str] = {}
    for predicate in _HOMES:
        found |= said.values_of(predicate)
    citing = {quote: citation for citation, quotes in said.all_of(T.quotation).items() for quote in quotes}
    return found | {quote: found[citation] for quote, citation in citing.items() if citation in found}


def _numbers(said: Said, predicate: ox.NamedNode) -> dict[str, int]:
    return {node: int(v) for node, v in said.values_of(predicate).items() if v.isdecimal() and len(v) < 13}


def _cut(words: str) -> str:
    return f"「{words[:20]}{'…' if len(words) > 20 else ''}」"
