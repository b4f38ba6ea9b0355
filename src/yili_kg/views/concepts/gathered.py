"""What the editions say of each concept, gathered share by share: where it stands, what it is, what it does.

What is held of a concept is what its page shows (the first places, each meaning of a voice once) and counts of the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from yili_kg.lexicon import load_lexicon
from yili_kg.models import Annotated, Citation, Filler, Gloss, Mention, Segment, Step
from yili_kg.models.quick import replace
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold
from yili_kg.views.dictionary import headword_of
from yili_kg.views.shares import APART, Share, shares

__all__ = ["CITED", "SAID", "SLOTS", "Act", "Cited", "Place", "Saying", "Use", "gather", "in_order"]

#: So many places of a concept are kept, of all that there are.
PLACES = 30
#: So many doubtful ones.
DOUBTFUL = 10
#: So many citations of a work, so many places where a voice says the same.
CITED, SAID = 30, 4
#: So many passages of an act.
_PASSAGES = 6
#: The slots of a step that a concept can fill, by the attribute of the model, in the order in which a page shows them.
SLOTS = ("agent", "object", "vessel", "recipient", "bows_to", "at", "origin", "to")
#: The slots that a step calls otherwise than the model, where it says which of them are doubtful.
_CALLED = {"origin": "from"}
#: Code points on either side of a place.
_AROUND = 28


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A mention, its segment (`bare`), the source by the name that the user gave it, the words, and those around them."""

    mention: Mention
    segment: Segment
    source: str
    before: str
    words: str
    after: str


@dataclass(slots=True, kw_only=True)
class Saying:
    """A gloss whose term is the concept, its segment (`bare`), its source, and whether it is sure.

    `count` is how often the same voice says the same, `places` are the segments of the first of these, the gloss among them.
    """

    gloss: Gloss
    segment: Segment
    source: str
    sure: bool
    count: int = 0
    places: list[Segment] = field(default_factory=list)

    @property
    def meaning(self) -> str:
        """What it says, by which those who agree are found."""
        return headword_of(self.gloss.definition) or self.gloss.definition

    @property
    def voice(self) -> str:
        """Who says it."""
        return self.gloss.speaker or self.segment.speaker

    def key(self) -> tuple[object, ...]:
        """What those that are told as one have in common."""
        gloss = self.gloss
        return gloss.speaker, self.voice, self.segment.layer, self.meaning, gloss.quoted, self.sure, bool(gloss.read_by)


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation of a work or of a part of it, with its segment (`bare`)."""

    citation: Citation
    segment: Segment


@dataclass(slots=True)
class Act:
    """A verb with which the concept fills a slot: how often, who or what else is in those steps most, and by passage
    the segments of the first of these steps with how it was decided (`by-hand`, `by-rule`, `unsure`)."""

    count: int = 0
    passages: dict[str, tuple[str, str]] = field(default_factory=dict)
    with_: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Use:
    """Everything that the editions say of one concept; `counts` and `first` go by 篇 (`00` for none) and layer,
    `acts` by slot, verb, and whether the text says that it is not done.

    `said` are the segments that are in its words, where it is a person: how many by layer and book, and the first.
    """

    type: str = ""
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    first: dict[tuple[str, str], str] = field(default_factory=dict)
    places: list[Place] = field(default_factory=list)
    doubtful: list[Place] = field(default_factory=list)
    written: Counter[str] = field(default_factory=Counter)
    said_of: dict[tuple[object, ...], Saying] = field(default_factory=dict)
    acts: dict[tuple[str, str, bool], Act] = field(default_factory=dict)
    cited: list[Cited] = field(default_factory=list)
    citing: int = 0
    roles: Counter[str] = field(default_factory=Counter)
    said: dict[tuple[str, str], list[Any]] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """How often it is named."""
        return self.counts.total()

    @property
    def sayings(self) -> list[Saying]:
        """The glosses of it, the oldest voice first; of one voice in the order of the text."""
        return sorted(self.said_of.values(), key=_in_turn)


def gather(editions: Sequence[Annotated], parted: Iterable[Share] | None = None) -> dict[str, Use]:
    """Concept → its use, for each that an edition names, that fills a slot of a step, speaks or is cited.

    `parted` are the shares of the editions, where they are known already.
    """
    uses: dict[str, Use] = {}
    glossed: dict[str, Use] = {}
    works = _works()
    for share in shares(editions) if parted is None else parted:
        _Part(share.of(editions), share).tell(uses, glossed, works)
    for concept, use in glossed.items():
        if concept in uses:
            uses[concept].said_of = use.said_of
    return uses


def in_order(
    editions: Sequence[Annotated], parted: Iterable[Share] | None = None
) -> Iterator[tuple[Annotated, Segment]]:
    """All segments as one reads them: by passage, base text first, then note, sub-commentary and the later ones."""
    for share in shares(editions) if parted is None else parted:
        yield from _in_order([editions[number] for number in share.editions], share)


def _in_order(editions: Iterable[Annotated], share: Share) -> list[tuple[Annotated, Segment]]:
    told = [(a, s) for a in editions for s in a.edition.segments if (s.chapter or APART) in share.chapters]
    return sorted(told, key=lambda pair: _key(pair[1]))


class _Part:
    """What the editions of a share say of concepts in its 篇."""

    def __init__(self, editions: Sequence[Annotated], share: Share) -> None:
        self._editions = editions
        self._order = _in_order(editions, share)
        self._segments = {segment.id: segment for _, segment in self._order}
        self._labels = {id(annotated): annotated.edition.document.label for annotated in editions}
        self._bare: dict[str, Segment] = {}

    def tell(self, uses: dict[str, Use], glossed: dict[str, Use], works: dict[str, list[str]]) -> None:
        """Add it to what is known of the uses; to `glossed` what glosses say, of whatever concept."""
        self._mentions(uses)
        for step in self._steps():
            _acted(uses, step)
        self._glosses(glossed)
        self._citations(uses, works)

    def bare(self, segment: Segment) -> Segment:
        """A segment without its words and their places, which are many."""
        found = self._bare.get(segment.id)
        if found is None:
            found = self._bare[segment.id] = replace(segment, text="", offsets=(), pieces=(), pointers=())
        return found

    def _mentions(self, uses: dict[str, Use]) -> None:
        found = {id(annotated): _at_segments(annotated, self._segments) for annotated in self._editions}
        for annotated, segment in self._order:
            for mention, is_sure in found[id(annotated)].get(segment.id, ()):
                self._mentioned(uses, annotated, segment, mention, is_sure=is_sure)
            if segment.speaker in load_lexicon().entries:
                said = uses.setdefault(segment.speaker, Use()).said
                row = said.setdefault((segment.layer, segment.book), [0, segment.id])
                row[0] += 1

    def _mentioned(
        self, uses: dict[str, Use], annotated: Annotated, segment: Segment, mention: Mention, *, is_sure: bool
    ) -> None:
        use = uses.get(mention.concept)
        if use is None:
            use = uses[mention.concept] = Use()
        use.type = use.type or mention.type
        kept, most = (use.places, PLACES) if is_sure else (use.doubtful, DOUBTFUL)
        if len(kept) < most:
            kept.append(self._place(annotated, segment, mention))
        if is_sure:
            at = segment.chapter or APART, segment.layer
            use.counts[at] += 1
            use.first.setdefault(at, segment.id)
            use.written[mention.text] += 1
            if mention.role:
                use.roles[mention.role] += 1

    def _place(self, annotated: Annotated, segment: Segment, mention: Mention) -> Place:
        start, end = segment.inside(mention.start, mention.end)
        text, begin, stop = segment.text, max(0, start - _AROUND), min(len(segment.text), end + _AROUND)
        return Place(
            mention=mention,
            segment=self.bare(segment),
            source=self._labels[id(annotated)],
            before=f"{'…' if begin else ''}{text[begin:start]}",
            words=text[start:end],
            after=f"{text[end:stop]}{'…' if stop < len(text) else ''}",
        )

    def _steps(self) -> list[Step]:
        """The steps as one reads them."""
        segments = self._segments
        told = [step for annotated in self._editions for step in annotated.steps if step.segment in segments]
        return sorted(told, key=lambda step: (_key(segments[step.segment]), step.start))

    def _glosses(self, glossed: dict[str, Use]) -> None:
        told = [found for annotated in self._editions for found in self._sayings(annotated)]
        for concept, saying in sorted(told, key=lambda pair: _key(pair[1].segment)):
            said = glossed.setdefault(concept, Use()).said_of.setdefault(saying.key(), saying)
            said.count += 1
            if len(said.places) < SAID:
                said.places.append(saying.segment)

    def _sayings(self, annotated: Annotated) -> Iterator[tuple[str, Saying]]:
        """The glosses, each with the concept that it explains, where that is known."""
        spans = {(m.segment, m.start, m.end): m.concept for m in annotated.mentions}
        source = self._labels[id(annotated)]
        for gloss, is_sure in annotated.every("gloss", annotated.glosses):
            segment = self._segments.get(gloss.segment)
            concept = _explained(gloss, spans) if segment else ""
            if segment and concept:
                yield concept, Saying(gloss=gloss, segment=self.bare(segment), source=source, sure=is_sure)

    def _citations(self, uses: dict[str, Use], works: dict[str, list[str]]) -> None:
        told = [c for annotated in self._editions for c in annotated.citations if c.segment in self._segments]
        for citation in sorted(told, key=lambda c: _key(self._segments[c.segment])):
            for concept in _cited(citation, works):
                use = uses.setdefault(concept, Use())
                use.citing += 1
                if len(use.cited) < CITED:
                    use.cited.append(Cited(citation, self.bare(self._segments[citation.segment])))


def _key(segment: Segment) -> tuple[str, str, int, str, int]:
    """Where a segment stands among all; what is of no 篇 comes last, and so in a 篇 what belongs to no passage of it."""
    passage = segment.passages[0] if segment.passages else "~" if segment.layer in layers().apart else ""
    return segment.chapter or "99", passage, layers().order(segment.layer), segment.id.split(".")[2], segment.order


def _at_segments(annotated: Annotated, wanted: Container[str]) -> dict[str, list[tuple[Mention, bool]]]:
    """Segment → the mentions in it, and whether each is sure, for the segments that are wanted."""
    found: dict[str, list[tuple[Mention, bool]]] = {}
    for mention, is_sure in annotated.every("mention", annotated.mentions):
        if mention.segment in wanted:
            found.setdefault(mention.segment, []).append((mention, is_sure))
    return found


def _acted(uses: dict[str, Use], step: Step) -> None:
    """A step, told to all concepts that fill a slot of it."""
    fillers: dict[str, tuple[Filler, ...]] = {slot: getattr(step, slot) for slot in SLOTS}
    agents = list(_names(fillers["agent"]))
    objects = list(_names(fillers["object"]))
    for slot, words in fillers.items():
        for name in _names(words):
            if name not in load_lexicon().entries:
                continue
            use = uses.get(name) or uses.setdefault(name, Use())
            key = slot, step.verb, step.negated
            act = use.acts.get(key) or use.acts.setdefault(key, Act())
            act.count += 1
            act.with_.update(objects if slot == "agent" else agents)
            if len(act.passages) < _PASSAGES:
                act.passages.setdefault(step.passage or step.segment, (step.segment, _decided(step, slot)))


def _decided(step: Step, slot: str) -> str:
    """How it was decided that something fills a slot of a step."""
    if _CALLED.get(slot, slot) in step.doubtful:
        return "unsure"
    return "by-hand" if step.read_by else "by-rule"


def _names(fillers: Iterable[Filler]) -> Iterator[str]:
    for filler in fillers:
        yield from filler.concept.split()


def _explained(gloss: Gloss, spans: dict[tuple[str, int, int], str]) -> str:
    """The concept that a gloss explains: what the word names in the text explained or in the note, else the only one of it.

    A form that is a word of its own too (席 also: to lay a mat) counts only where it was read as a name.
    """
    named = spans.get((gloss.target_segment, gloss.target_start, gloss.target_end)) or spans.get(
        (gloss.segment, gloss.start, gloss.start + len(gloss.term))
    )
    if named:
        return named
    plain = [form.concept for form in load_lexicon().forms.get(fold(gloss.term), ()) if not form.checked]
    return plain[0] if plain else ""


def _in_turn(saying: Saying) -> tuple[int, int, str]:
    """The oldest voice first."""
    return layers().order(saying.segment.layer), 0 if saying.sure else 1, saying.gloss.speaker


def _works() -> dict[str, list[str]]:
    """How a work is cited → the concepts that are it."""
    works: dict[str, list[str]] = {}
    for entry in load_lexicon().entries.values():
        if entry.type == "work":
            works.setdefault(entry.target or entry.concept, []).append(entry.concept)
    return works


def _cited(citation: Citation, works: dict[str, list[str]]) -> Iterator[str]:
    """The concepts of what is cited and of the book that it is a part of; of several that are cited alike the plain one."""
    target = citation.target
    seen: set[str] = set()
    while target:
        known = works.get(target, ())
        concept = target if target in known else next(iter(known), "")
        if concept and concept not in seen:
            seen.add(concept)
            yield concept
        target = target.rpartition("·")[0]
