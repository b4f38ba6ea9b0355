"""Nouns that the lexicon sees otherwise than the base text has them: verb and object, epithets, what is named only here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from yili_kg.annotation.steps.stream import Noun, Stream, stream_of
from yili_kg.annotation.steps.words import Words
from yili_kg.models import Mention, Segment
from yili_kg.tables.patterns import load_patterns

__all__ = ["make_stream"]


def make_stream(segments: Sequence[Segment], mentions: Mapping[str, Iterable[Mention]], words: Words) -> Stream:
    """One stream of the segments (of one chapter, in order) with its nouns; `mentions` are by segment."""
    stream = stream_of(segments, mentions, words)
    _mend_nouns(stream, words)
    _add_seniors(stream, words)
    stream.covered.update(i for noun in stream.nouns.values() for i in range(noun.start, noun.end))
    _add_basins(stream)
    _add_common_nouns(stream, words)
    return stream


def _mend_nouns(stream: Stream, words: Words) -> None:
    """Nouns that are a verb and its object (不嚌肺), that lack a graph (虛爵), or have one too many (西階上|賓)."""
    ends = {noun.end: noun for noun in stream.nouns.values()}
    for noun in sorted(stream.nouns.values(), key=lambda noun: noun.start):
        mended = _mended(noun, ends.get(noun.start), stream, words)
        if mended is not None:
            del stream.nouns[noun.start]
            stream.nouns[mended.start] = mended


def _mended(noun: Noun, before: Noun | None, stream: Stream, words: Words) -> Noun | None:
    """The noun as the base text has it, or None where it is right; `before` is the one that ends where it begins."""
    if noun.text in words.lists["split"]:
        return _without_first(noun) if _follows_verb(noun, before, stream, words) else None
    if stream.breaks[noun.start]:
        return None
    if noun.kind == "thing" and before is None and _has_epithet(noun, stream, words):
        epithet = stream.folded[noun.start - 1]
        return Noun(noun.start - 1, noun.end, noun.kind, epithet + noun.text, noun.concept)
    if noun.text[0] in words.lists["upper"] and len(noun.text) > 1 and _ends_place(noun, before, stream, words):
        return _without_first(noun)
    return None


def _without_first(noun: Noun) -> Noun:
    """The noun less its first graph, which is a word of its own."""
    return Noun(noun.start + 1, noun.end, noun.kind, noun.text[1:], noun.text[1:])


def _follows_verb(noun: Noun, before: Noun | None, stream: Stream, words: Words) -> bool:
    """Whether a verb may stand where the noun begins: at the head of a clause, behind a person, an adverb."""
    head = bool(stream.breaks[noun.start]) or (before is not None and before.kind == "person")
    return head or stream.folded[noun.start - 1] in words.lists["split_behind"]


def _has_epithet(noun: Noun, stream: Stream, words: Words) -> bool:
    """Whether the graph before a noun belongs to its name (虛爵, 上幣, 羣幣)."""
    before = stream.folded[noun.start - 1] if noun.start else ""
    return before in words.lists["empty"] or (
        noun.text in words.lists["gifts"] and before in words.lists["gifts_which"]
    )


def _ends_place(noun: Noun, before: Noun | None, stream: Stream, words: Words) -> bool:
    """Whether the first graph of a noun belongs to the place or the row before it (西階上|賓, 北上|賓)."""
    if before is not None and (before.kind == "place" or before.text in words.lists["upper_behind"]):
        return True
    return noun.text[0] in words.lists["row_end"] and stream.folded[noun.start - 1] in words.lists["directions"]


def _add_seniors(stream: Stream, words: Words) -> None:
    """長 behind persons belongs to them (兄弟長)."""
    for start, noun in sorted(stream.nouns.items()):
        senior = stream.folded[noun.end : noun.end + 1]
        if noun.kind != "person" or senior not in words.lists["senior"]:
            continue
        named = bool(stream.breaks[noun.end]) or noun.end in stream.nouns
        if not named and stream.folded[noun.end + 1 : noun.end + 2] not in words.lists["not_senior"]:
            stream.nouns[start] = Noun(start, noun.end + 1, "person", noun.text + senior, noun.concept)


def _add_basins(stream: Stream) -> None:
    """洗 as a noun where a side of it is meant (洗南)."""
    for match in load_patterns("steps/patterns")["basin"].finditer(stream.folded):
        start = match.start()
        if start not in stream.covered and stream.parted(start, start + 2) == 0:
            basin = stream.folded[start]
            stream.put(Noun(start, start + 1, "thing", basin, basin))


def _add_common_nouns(stream: Stream, words: Words) -> None:
    """Nouns of `words.yaml` where the lexicon has none, the longest first."""
    for start in range(len(stream.folded)):
        for length in range(words.longest_noun, 0, -1):
            word = stream.folded[start : start + length]
            kind = words.nouns.get(word) if len(word) == length else None
            end = start + length
            if kind and stream.covered.isdisjoint(range(start, end)) and stream.parted(start, end - 1) == 0:
                stream.put(Noun(start, end, kind, stream.words(start, end)))
                break
