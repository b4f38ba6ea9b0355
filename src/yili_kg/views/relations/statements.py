"""Relations as the records tell them, one statement each: from whom, by which verb, to whom or what, and where it is said.

| kind | from | verb | to |
|---|---|---|---|
| whom | who does it | the verb of the step | to whom it is done, to whom one bows |
| thing | who does it | the verb of the step | what it is done to, the vessel of an offering |
| place | who does it | the verb of the step | where, whence (`from`) and whither (`to`) |
| gloss | the word explained | who explains it | the word that it is explained by, where that is a word |
| cites | who speaks, or the layer | the division of the work | the work cited |
| quotes | the chapter commented on | the division of the work | the work cited |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from yili_kg.lexicon import load_lexicon
from yili_kg.models import Annotated, Citation, Filler, Gloss, Segment, Step
from yili_kg.records.kept import words_of
from yili_kg.text.folding import traditional
from yili_kg.text.graphs import stream

__all__ = ["CHAPTER", "HAND", "LAYER", "LONGEST", "RULE", "UNSURE", "Statement", "fullest", "statements_of"]

#: How a statement was decided.
RULE, HAND, UNSURE = 0, 1, 2
#: A definition of at most so many graphs is a word that others may explain in turn (as in the graph).
LONGEST = 4
#: What stands before the name of a node that is no word: a layer whose speaker is not known, a chapter.
LAYER, CHAPTER = "layer:", "chapter:"
#: The slots of a step by the kind of relation that they make.
_SLOTS = (
    ("whom", (("recipient", ""), ("bows_to", ""))),
    ("thing", (("object", ""), ("vessel", ""))),
    ("place", (("at", "at"), ("origin", "from"), ("to", "to"))),
)


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Statement:
    """One relation at one place: `source` and `target` are concepts or words, `slot` is how a place is meant.

    `edition` is the number of the edition in its build, `section` the sub-rite (`04.獻賓`), `how` one of RULE, HAND,
    UNSURE; `negated`: the text says that it is not done.
    """

    kind: str
    source: str
    verb: str
    target: str
    slot: str = ""
    negated: bool = False
    segment: str
    chapter: str
    section: str = ""
    edition: int
    how: int = RULE


def statements_of(editions: Sequence[Annotated]) -> Iterator[Statement]:
    """All relations of some editions, those that are unsure as well, in the order of the editions and of their records."""
    for number, annotated in enumerate(editions):
        segments = {s.id: s for s in annotated.edition.segments}
        for step, sure in annotated.every("step", annotated.steps):
            yield from _of_step(step, number, sure=sure)
        for gloss, sure in annotated.every("gloss", annotated.glosses):
            yield from _of_gloss(gloss, segments[gloss.segment], number, sure=sure)
        for citation, sure in annotated.every("citation", annotated.citations):
            yield from _of_citation(citation, segments[citation.segment], number, sure=sure)


def fullest(editions: Sequence[Annotated]) -> dict[str, int]:
    """Chapter → the number of the edition with most steps of it (the first of several): others tell the same acts again."""
    best: dict[str, tuple[int, int]] = {}
    for number, annotated in enumerate(editions):
        for chapter, count in Counter(words_of(annotated, "steps", "chapter")).items():
            if count > best.get(chapter, (0, 0))[0]:
                best[chapter] = (count, number)
    return {chapter: number for chapter, (_, number) in sorted(best.items())}


def _how(read_by: str, *, sure: bool) -> int:
    return UNSURE if not sure else HAND if read_by else RULE


def _of_step(step: Step, edition: int, *, sure: bool) -> Iterator[Statement]:
    doubtful = set(step.doubtful)
    agents = _names(step.agent)
    for kind, slots in _SLOTS:
        told: set[tuple[str, str]] = set()
        for slot, meant in slots:
            # The records print the slot of whence as `from`.
            certain = sure and not doubtful & {"agent", slot, meant or slot}
            for target in _names(getattr(step, slot)):
                if (target, meant) in told:
                    continue
                told.add((target, meant))
                for source in agents:
                    yield Statement(
                        kind=kind,
                        source=source,
                        verb=traditional(step.verb),
                        target=target,
                        slot=meant,
                        negated=step.negated,
                        segment=step.segment,
                        chapter=step.chapter,
                        section=step.rite,
                        edition=edition,
                        how=_how(step.read_by, sure=certain),
                    )


def _names(fillers: Iterable[Filler]) -> list[str]:
    """What stands for the fillers of a slot, each once: their concepts, both of a pair, or else their words."""
    return list(dict.fromkeys(name for f in fillers for name in (f.concept.split() or [f.text]) if name))


def _of_gloss(gloss: Gloss, segment: Segment, edition: int, *, sure: bool) -> Iterator[Statement]:
    term, meaning = (_named(stream(traditional(words))[0]) for words in (gloss.term, gloss.definition))
    if term and meaning and len(meaning) <= LONGEST and len(term) <= LONGEST:
        yield Statement(
            kind="gloss",
            source=term,
            verb=gloss.speaker or segment.layer,
            target=meaning,
            segment=gloss.segment,
            chapter=segment.chapter,
            edition=edition,
            how=_how(gloss.read_by, sure=sure),
        )


def _named(word: str) -> str:
    """The concept that a word of the notes names where it is the headword of one; else the word."""
    return load_lexicon().entries[word].concept if word in load_lexicon().entries else word


def _of_citation(citation: Citation, segment: Segment, edition: int, *, sure: bool) -> Iterator[Statement]:
    work, _, division = citation.target.partition("·")
    sources = {"cites": segment.speaker or LAYER + segment.layer}
    if segment.chapter:
        sources["quotes"] = CHAPTER + segment.chapter
    for kind, source in sources.items():
        if work:
            yield Statement(
                kind=kind,
                source=source,
                verb=division,
                target=work,
                segment=citation.segment,
                chapter=segment.chapter,
                edition=edition,
                how=_how(citation.read_by, sure=sure),
            )
