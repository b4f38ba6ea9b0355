"""The strips of an edition's notes: each note with the text it explains, and what in it is not its author's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from yili_kg.annotate.notes.strip import ARGUING, Base, Strip, strip_of
from yili_kg.annotate.sounds import sound_spans
from yili_kg.lexicon import load_lexicon
from yili_kg.models import BASE_LAYERS, Citation, Edition, Mention, Segment
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["NOTES", "repeated_spans", "strips", "things"]

#: Layers that yield glosses, readings and claims.
NOTES = ("注", "疏", "述註", "集說", "互註")
#: Works whose words, when quoted, are glosses of their own.
_GLOSSARIES = ("爾雅", "說文", "釋名", "小爾雅", "廣雅", "方言")
#: So many graphs in a row make words repeated, with or without 者 behind them.
_SEED, _ENOUGH = 2, 5
#: A word of the text, a graph or two, and 也; not in the middle of a phrase.
_GLOSS = re.compile("(?<![之其所不而以為於無有與曰])(?=([^之者也而以於其不為曰云])[^之者也而以於其不為曰云]{1,2}也)")
#: A quotation without marks does not go on into a report of readings.
_REPORT = re.compile("[今古]文(?=.{0,4}[皆或亦]*[作為無曰云])|故書")
_NAMED_NOTE = re.compile("[○〇]?鄭?[註注][曰云][:：]?")
_NAMED = re.compile("[○〇]?(?:疏|釋|[^曰云]{1,3}氏|(?<=[○〇])[^曰云]{2,4})[曰云][:：]?")
#: Commentators whom 鄭玄 names before their words, and himself after them.
_VOICE = re.compile(
    "(?:鄭|先)?(?:司農|大夫)[云說]|杜子春(?:[云說]|(?=讀))|玄謂|(?<![文皆])或[云曰](?!當)|說者[云曰]|(?:注)?釋曰"
)
_SAYS = re.compile("云|言|知|引")
_OF_NOTES = re.compile("(?:注|註|箋|傳)(?:曰|云|：|:)?[「“『‘]?$")


@cache
def things() -> frozenset[str]:
    """Folded words of the lexicon that name things, places and people."""
    return frozenset(
        text for text, forms in load_lexicon().forms.items() for form in forms if form.type in _NOMINAL and text
    )


_NOMINAL = ("object", "place", "role", "person")


def strips(
    edition: Edition, mentions: Sequence[Mention], citations: Sequence[Citation]
) -> Iterator[tuple[Segment, Strip]]:
    """Each note of an edition with its strip, in the order of the source."""
    by_segment: dict[str, list[Mention]] = {}
    for mention in mentions:
        by_segment.setdefault(mention.segment, []).append(mention)
    cited: dict[str, list[Citation]] = {}
    for citation in citations:
        cited.setdefault(citation.segment, []).append(citation)
    bases = _Bases(edition)
    for segment in edition.segments:
        if segment.layer in NOTES and segment.text:
            yield segment, _strip(segment, bases, by_segment.get(segment.id, ()), cited.get(segment.id, ()))


def _strip(segment: Segment, bases: _Bases, mentions: Sequence[Mention], citations: Sequence[Citation]) -> Strip:
    place = {offset: number for number, offset in enumerate(segment.offsets)}
    base = bases.of(segment)
    folded = fold(segment.text)
    silent = [(place[p.start], place[p.end - 1] + 1) for p in segment.pointers]
    silent += sound_spans(segment.text, segment.layer)
    voices = list(_VOICE.finditer(folded))
    silent += [v.span() for v in voices]
    if segment.layer in ARGUING:
        silent += repeated_spans(folded, base)
    titled = [c for c in citations if c.quotes]
    silent += [(place[c.start], place[c.end - 1] + 1) for c in titled]
    quoted: list[tuple[int, int]] = []
    for citation in citations:
        own = citation.target.partition("·")[0] in _GLOSSARIES or _OF_NOTES.search(
            folded[: place[citation.quotes[0].start]][-4:] if citation.quotes else ""
        )
        for quote in citation.quotes:
            begin, end = place[quote.start], place[quote.end - 1] + 1
            if own:
                quoted.append((begin, end))
            else:
                silent.append((begin, begin + _own_words(folded, begin, end, base)))
    return strip_of(
        segment.text,
        segment.layer,
        base,
        silent=silent,
        quoted=quoted,
        titles=[place[c.start] for c in titled] + [v.start() for v in voices],
        starts=[v.end() for v in voices],
        speakers=[place[m.end - 1] + 1 for m in mentions if m.type in ("person", "role", "work")],
        things=things(),
        head=_head(folded, segment.layer),
    )


def _head(folded: str, layer: str) -> int:
    """How many code points at the beginning name the speaker."""
    match = (_NAMED if layer in ARGUING else _NAMED_NOTE).match(folded)
    return match.end() if match else 0


def _own_words(folded: str, begin: int, end: int, base: Sequence[Base]) -> int:
    """How long a quotation without marks is before the commentator goes on with a gloss (饌陳也)."""
    if folded[begin - 1 : begin] in "「『“‘" and begin:
        return end - begin
    report = _REPORT.search(folded, begin + 1, end)
    end = report.start() if report else end
    for match in _GLOSS.finditer(folded, begin, end):
        start, word = match.start(), match.group(1)
        if start - begin < _ENOUGH or not any(word in b.graphs for b in base):
            continue
        while folded[start - 1] + word in things() and any(folded[start - 1] + word in b.graphs for b in base):
            start -= 1
            word = folded[start] + word
        return start - begin
    return end - begin


class _Bases:
    """Which segments a note explains: what it comments on; a sub-commentary explains the notes of its passages too."""

    def __init__(self, edition: Edition) -> None:
        self._by_id = {s.id: s for s in edition.segments}
        self._notes: dict[str, list[Segment]] = {}
        self._passages: dict[str, list[Segment]] = {}
        for segment in edition.segments:
            kind = self._passages if segment.layer in BASE_LAYERS else self._notes if segment.layer == "注" else None
            for passage in segment.passages if kind is not None else ():
                kind.setdefault(passage, []).append(segment)  # type: ignore[union-attr]
        self._made: dict[str, Base] = {}

    def of(self, note: Segment) -> tuple[Base, ...]:
        """The texts that a note explains, the nearest first."""
        near: dict[str, Segment] = {}
        target = self._by_id.get(note.comments_on)
        if target is not None:
            near[target.id] = target
        for passage in note.passages:
            for segment in self._passages.get(passage, ()):
                near.setdefault(segment.id, segment)
            if note.layer in ARGUING:
                for segment in self._notes.get(passage, ()):
                    near.setdefault(segment.id, segment)
        return tuple(self._base(s) for s in near.values())

    def _base(self, segment: Segment) -> Base:
        made = self._made.get(segment.id)
        if made is None:
            made = self._made[segment.id] = Base(segment.id, *stream(fold(segment.text)))
        return made


def repeated_spans(folded: str, base: Sequence[Base]) -> list[tuple[int, int]]:
    """The stretches behind 云 in which a sub-commentator repeats the words that he goes on to explain."""
    spans: list[tuple[int, int]] = []
    graphs, places = stream(folded)
    number = {place: i for i, place in enumerate(places)}
    reach = -1
    for match in _SAYS.finditer(folded):
        begin = number[match.start()] + 1
        if begin <= reach:
            continue
        end = max((_along(graphs, begin, b.graphs) for b in base), default=begin)
        if end - begin >= _ENOUGH or (end - begin >= _SEED and graphs[end : end + 1] == "者"):
            spans.append((places[begin], places[end - 1] + 1))
            reach = end
    return spans


def _along(graphs: str, begin: int, base: str) -> int:
    """Where the graphs from `begin` stop running along with the base text; a graph more, less or other is let pass."""
    seed = graphs[begin : begin + 3]
    best = begin
    at = base.find(seed) if len(seed) > 1 else -1
    while at >= 0:
        here, there = begin, at
        while here < len(graphs) and there < len(base):
            if graphs[here] == base[there] or graphs[here + 1 : here + 4] == base[there + 1 : there + 4]:
                here, there = here + 1, there + 1
            elif graphs[here + 1 : here + 4] == base[there : there + 3]:
                here += 1
            elif graphs[here : here + 3] == base[there + 1 : there + 4]:
                there += 1
            else:
                break
        best = max(best, here)
        at = base.find(seed, at + 1)
    return best
