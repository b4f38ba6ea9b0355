"""What the editions say of each concept, gathered in one pass over all of them: where it stands, what it is, what it does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from yili_kg.lexicon import load_lexicon
from yili_kg.models import Annotated, Citation, Filler, Gloss, Mention, Segment, Step
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold

__all__ = ["SLOTS", "Act", "Cited", "Place", "Saying", "Use", "gather", "in_order"]

#: So many places of a concept are kept, of all that there are.
PLACES = 30
#: So many doubtful ones.
DOUBTFUL = 10
#: So many passages of an act.
_PASSAGES = 6
#: The slots of a step that a concept can fill, by the attribute of the model, in the order in which a page shows them.
SLOTS = ("agent", "object", "vessel", "recipient", "bows_to", "at", "origin", "to")
_NO_CHAPTER = "00"


@dataclass(frozen=True, slots=True)
class Place:
    """A mention, the segment in which it stands, and the source by the name that the user gave it."""

    mention: Mention
    segment: Segment
    source: str


@dataclass(frozen=True, slots=True)
class Saying:
    """A gloss whose term is the concept, its segment, and whether it is sure."""

    gloss: Gloss
    segment: Segment
    source: str
    sure: bool


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation of a work or of a part of it, with its segment."""

    citation: Citation
    segment: Segment


@dataclass(slots=True)
class Act:
    """A verb with which the concept fills a slot: how often, first where, and who or what else is in those steps most."""

    count: int = 0
    passages: dict[str, Step] = field(default_factory=dict)
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
    sayings: list[Saying] = field(default_factory=list)
    acts: dict[tuple[str, str, bool], Act] = field(default_factory=dict)
    cited: list[Cited] = field(default_factory=list)
    roles: Counter[str] = field(default_factory=Counter)
    said: dict[tuple[str, str], list[Any]] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """How often it is named."""
        return self.counts.total()


def gather(editions: Sequence[Annotated]) -> dict[str, Use]:
    """Concept → its use, for each that an edition names, that fills a slot of a step, speaks or is cited."""
    uses: dict[str, Use] = {}
    told = [(annotated, _at_segments(annotated)) for annotated in editions]
    for annotated, segment, found in in_order_with(told):
        _mentioned(uses, annotated, segment, found)
        if segment.speaker in load_lexicon().entries:
            row = uses.setdefault(segment.speaker, Use()).said.setdefault(
                (segment.layer, segment.book), [0, segment.id]
            )
            row[0] += 1
    works = _works()
    for step in _steps(editions):
        _acted(uses, step)
    for annotated in editions:
        by_id = {s.id: s for s in annotated.edition.segments}
        for concept, saying in _sayings(annotated, by_id):
            if concept in uses:
                uses[concept].sayings.append(saying)
        for citation in annotated.citations:
            for concept in _cited(citation, works):
                uses.setdefault(concept, Use()).cited.append(Cited(citation, by_id[citation.segment]))
    for use in uses.values():
        use.sayings.sort(key=_in_turn)
        use.cited.sort(key=lambda cited: _key(cited.segment))
    return uses


def in_order(editions: Iterable[Annotated]) -> Iterator[tuple[Annotated, Segment]]:
    """All segments as one reads them: by passage, base text first, then note, sub-commentary and the later ones."""
    told = [(annotated, segment) for annotated in editions for segment in annotated.edition.segments]
    return iter(sorted(told, key=lambda pair: _key(pair[1])))


def in_order_with(
    told: Iterable[tuple[Annotated, dict[str, list[tuple[Mention, bool]]]]],
) -> Iterator[tuple[Annotated, Segment, list[tuple[Mention, bool]]]]:
    """The segments in order, with the mentions that stand in each."""
    rows = list(told)
    found = {id(annotated): mentions for annotated, mentions in rows}
    for annotated, segment in in_order(annotated for annotated, _ in rows):
        yield annotated, segment, found[id(annotated)].get(segment.id, [])


def _key(segment: Segment) -> tuple[str, str, int, str, int]:
    """Where a segment stands among all; what is of no 篇 comes last, and so in a 篇 what belongs to no passage of it."""
    passage = segment.passages[0] if segment.passages else "~" if segment.layer in layers().apart else ""
    return segment.chapter or "99", passage, layers().order(segment.layer), segment.id.split(".")[2], segment.order


def _at_segments(annotated: Annotated) -> dict[str, list[tuple[Mention, bool]]]:
    """Segment → the mentions in it, and whether each is sure."""
    found: dict[str, list[tuple[Mention, bool]]] = {}
    for mention, is_sure in annotated.every("mention", annotated.mentions):
        found.setdefault(mention.segment, []).append((mention, is_sure))
    return found


def _mentioned(
    uses: dict[str, Use], annotated: Annotated, segment: Segment, found: Iterable[tuple[Mention, bool]]
) -> None:
    source = annotated.edition.document.label
    at = segment.chapter or _NO_CHAPTER, segment.layer
    for mention, is_sure in found:
        use = uses.get(mention.concept)
        if use is None:
            use = uses[mention.concept] = Use()
        use.type = use.type or mention.type
        kept, most = (use.places, PLACES) if is_sure else (use.doubtful, DOUBTFUL)
        if len(kept) < most:
            kept.append(Place(mention, segment, source))
        if is_sure:
            use.counts[at] += 1
            use.first.setdefault(at, segment.id)
            use.written[mention.text] += 1
            if mention.role:
                use.roles[mention.role] += 1


def _steps(editions: Iterable[Annotated]) -> list[Step]:
    """The steps of all editions as one reads them."""
    told = []
    for annotated in editions:
        by_id = {s.id: s for s in annotated.edition.segments}
        told += [(_key(by_id[step.segment]), step.start, step) for step in annotated.steps]
    return [step for _, _, step in sorted(told, key=lambda row: row[:2])]


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
                act.passages.setdefault(step.passage or step.segment, step)


def _names(fillers: Iterable[Filler]) -> Iterator[str]:
    for filler in fillers:
        yield from filler.concept.split()


def _sayings(annotated: Annotated, by_id: dict[str, Segment]) -> Iterator[tuple[str, Saying]]:
    """The glosses, each with the concept that it explains, where that is known."""
    spans = {(m.segment, m.start, m.end): m.concept for m in annotated.mentions}
    source = annotated.edition.document.label
    for gloss, is_sure in annotated.every("gloss", annotated.glosses):
        concept = _explained(gloss, spans)
        if concept:
            yield concept, Saying(gloss, by_id[gloss.segment], source, is_sure)


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


def _in_turn(saying: Saying) -> tuple[int, int, str, tuple[str, str, int, str, int]]:
    """The oldest voice first; of one voice in the order of the text."""
    return layers().order(saying.segment.layer), 0 if saying.sure else 1, saying.gloss.speaker, _key(saying.segment)


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
