"""The rites in the graph: plans with their sub-rites, ordered steps, who, what, where; in `graph/rites/{edition}`.

What no frame takes and what the notes add lie apart, in `graph/rite-evidence/{edition}`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import pyoxigraph as ox

from yili_kg.annotation.steps.align import shared_steps
from yili_kg.annotation.steps.frames import load_frames
from yili_kg.graph.iris import chapter_iri, concept_iri, graph_iri, local, named, passage_iri, segment_iri, source_iri
from yili_kg.graph.place import literal, place_quads, sure_quads, unsure_graph
from yili_kg.graph.vocabulary import Statement, node
from yili_kg.graph.vocabulary import StepTerms as S
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.lexicon import headword, load_lexicon
from yili_kg.models import Annotated, Filler, Repetition, Step
from yili_kg.received.chapters import chapter_titles
from yili_kg.received.sections import Section, load_sections

__all__ = ["act_quads", "alignment_quads", "rite_quads"]

#: Two rites that share fewer steps are not linked.
_FEWEST = 12


def act_quads() -> Iterator[Statement]:
    """A concept an act that the frames know (`c:act.獻`), with what its frame says it is."""
    graph = graph_iri("concepts")
    for verb, meaning in sorted(_meanings().items()):
        yield from _act_quads(verb, graph)
        yield _act(verb), T.scope_note, ox.Literal(meaning, language="en"), graph


@cache
def _meanings() -> dict[str, str]:
    """Verb → what its frame says it is."""
    meanings: dict[str, str] = {}
    for frame in load_frames().frames:
        for verb in frame.verbs:
            meanings.setdefault(verb, frame.reason)
    return meanings


def _act_quads(verb: str, graph: ox.NamedNode) -> Iterator[Statement]:
    subject, scheme = _act(verb), concept_iri("acts")
    yield subject, T.a, T.concept, graph
    yield subject, T.a, T.type_class, graph
    yield subject, T.pref_label, ox.Literal(verb, language="lzh"), graph
    yield subject, T.in_scheme, scheme, graph
    yield subject, T.top_concept, scheme, graph


def _act(verb: str) -> ox.NamedNode:
    return concept_iri(f"act.{verb}")


def rite_quads(annotated: Annotated) -> Iterator[Statement]:
    """The plan of each chapter, its sub-rites, its steps in order, and the repetitions."""
    document = annotated.edition.document
    name = local(document.name)
    graph, evidence = graph_iri(f"rites/{name}"), graph_iri(f"rite-evidence/{name}")
    source, edition = source_iri(document.sha256), named(f"edition.{document.name}")
    chapters: dict[str, list[tuple[Step, bool]]] = {}
    for step, is_sure in annotated.every("step", annotated.steps):
        chapters.setdefault(step.chapter, []).append((step, is_sure))
    for chapter, told in chapters.items():
        plan = _plan(chapter, document.name)
        yield plan, T.a, S.plan_class, graph
        yield plan, T.a, S.activity_plan, graph
        title = chapter_titles().get(chapter, "")
        if title:
            yield plan, T.pref_label, ox.Literal(title, language="lzh"), graph
            yield plan, T.in_rite, chapter_iri(chapter), graph
        yield plan, T.in_edition, edition, graph
        yield from _sub_rites([s for s, is_sure in told if is_sure], plan, document.name, graph)
        yield from _series(told, plan, document.name, source, (graph, evidence))
    for repetition in annotated.repetitions:
        yield from _repetition(repetition, source, graph)
    yield from _unread(annotated, source, evidence)


def _plan(chapter: str, edition: str) -> ox.NamedNode:
    return named(f"rite.{chapter or '00'}.{edition}")


def _sub_plan(section: Section, edition: str) -> ox.NamedNode:
    return named(f"rite.{section.id}.{edition}")


def _sub_rites(steps: Sequence[Step], plan: ox.NamedNode, edition: str, graph: ox.NamedNode) -> Iterator[Statement]:
    found = {s.id: s for step in steps for s in [load_sections().of(step.passage)] if s is not None and step.passage}
    for section in sorted(found.values()):
        iri = _sub_plan(section, edition)
        yield iri, T.a, S.plan_class, graph
        yield iri, T.a, S.activity_plan, graph
        yield iri, S.sub_plan_of, plan, graph
        yield iri, T.pref_label, ox.Literal(section.name, language="lzh"), graph
        yield iri, T.description, ox.Literal(section.title, language="lzh"), graph
        yield iri, S.kind_of_rite, ox.Literal(section.kind, language="lzh"), graph
        yield iri, S.first_passage, passage_iri(section.first), graph
        yield iri, S.last_passage, passage_iri(section.last), graph
        if section.heading:
            yield iri, S.heading, ox.Literal(section.heading, language="lzh"), graph


def _series(
    steps: Sequence[tuple[Step, bool]], plan: ox.NamedNode, edition: str, source: ox.NamedNode,
    graphs: tuple[ox.NamedNode, ox.NamedNode],
) -> Iterator[Statement]:  # fmt: skip
    """The steps of a rite, one behind the other; a doubtful one comes behind a sure one, and none behind it."""
    before: ox.NamedNode | None = None
    doubtful = unsure_graph(edition)
    there = {step.id for step, is_sure in steps if not is_sure}
    for number, (step, is_sure) in enumerate(steps, 1):
        graph, evidence = graphs if is_sure else (doubtful, doubtful)
        iri = _iri(step.id)
        yield iri, T.a, S.step_class, graph
        yield iri, T.a, S.event_template, graph
        yield iri, T.a, S.step, graph
        yield iri, S.step_of, plan, graph
        section = load_sections().of(step.passage) if step.passage else None
        if section is not None and is_sure:
            yield iri, S.step_of, _sub_plan(section, edition), graph
        if before is not None:
            yield iri, S.preceded_by, before, graph
        before = iri if is_sure else before
        yield iri, T.order, ox.Literal(number), graph
        for verb in sorted({step.verb, step.posture} - _meanings().keys() - {""}):  # a reader's own, which no frame has
            yield from _act_quads(verb, graph)
        yield from _slots(iri, step, graph)
        for repeated in step.repeats:
            yield iri, S.repeats, _iri(repeated), doubtful if repeated in there else graph
        yield from _left_out(iri, step, doubtful)
        yield from sure_quads(iri, step.confidence, (), graph)
        yield from sure_quads(iri, None, step.sure_of, evidence)
        yield from _evidence(iri, step, source, evidence)


def _left_out(iri: ox.NamedNode, step: Step, graph: ox.NamedNode) -> Iterator[Statement]:
    """What would fill the slots that are empty because it is too doubtful, as words."""
    for slot, words in step.unsure:
        for word in words if slot in S.slot_words else ():
            yield iri, S.slot_words[slot], ox.Literal(word.removeprefix("*"), language="lzh"), graph


def _iri(step: str) -> ox.NamedNode:
    return named(f"step.{step}")


def _slots(iri: ox.NamedNode, step: Step, graph: ox.NamedNode) -> Iterator[Statement]:
    yield iri, S.act, _act(step.verb), graph
    yield iri, S.attested_in, segment_iri(step.segment), graph
    if step.passage:
        yield iri, T.passage, passage_iri(step.passage), graph
    for slot, fillers in (
        ("agent", step.agent), ("object", step.object), ("recipient", step.recipient),
        ("at", step.at), ("from", step.origin), ("to", step.to),
    ):  # fmt: skip
        for filler in fillers:
            yield from _word(iri, S.slots[slot], S.slot_words[slot], filler, graph)
        if fillers and all(f.supplied for f in fillers):
            yield iri, S.supplied, ox.Literal(slot), graph
    for vessel in step.vessel:
        yield from _word(iri, S.vessel, S.vessel_words, vessel, graph)
    for towards in step.bows_to:
        yield from _word(iri, S.bows_to, S.bows_to_words, towards, graph)
    yield from _manner(iri, step, graph)


def _manner(iri: ox.NamedNode, step: Step, graph: ox.NamedNode) -> Iterator[Statement]:
    """Which way, how often, on what condition; and which slots are doubtful or open."""
    if step.facing:
        yield iri, S.facing, node("c", step.facing), graph
    if step.posture:
        yield iri, S.posture, _act(step.posture), graph
    if step.count:
        yield iri, S.times, ox.Literal(step.count), graph
    if step.negated:
        yield iri, S.negated, ox.Literal(True), graph
    if step.conditional:
        yield iri, S.conditional, ox.Literal(True), graph
    for slot in step.doubtful:
        yield iri, S.doubtful, literal(slot), graph
    for slot, reason in step.open:
        yield iri, S.open_slot, ox.Literal(f"{slot}: {reason}", language="en"), graph


def _word(
    iri: ox.NamedNode, concept: ox.NamedNode, words: ox.NamedNode, filler: Filler, graph: ox.NamedNode
) -> Iterator[Statement]:
    """A filler as concepts that the lexicon knows, or as the part of one that a locative names; else as words."""
    known = [c for c in filler.concept.split() if c in load_lexicon().entries]
    for name in known:
        place = concept_iri(name)
        if filler.locative:
            place = named(f"place.{name}.{filler.locative}")
            yield from _part_of_place(place, name, filler.locative, graph)
        yield iri, concept, place, graph
    if not known:
        yield iri, words, ox.Literal(filler.place, language="lzh"), graph


def _part_of_place(part: ox.NamedNode, concept: str, locative: str, graph: ox.NamedNode) -> Iterator[Statement]:
    """A place with the locative behind it (阼階上), apart from the place and from its other parts."""
    yield part, T.a, S.part_of_place, graph
    yield part, T.pref_label, ox.Literal(f"{headword(concept)}{locative}", language="lzh"), graph
    yield part, S.of_place, concept_iri(concept), graph
    yield part, S.locative, ox.Literal(locative, language="lzh"), graph


def _evidence(iri: ox.NamedNode, step: Step, source: ox.NamedNode, graph: ox.NamedNode) -> Iterator[Statement]:
    yield from place_quads(iri, step, source, graph)
    yield iri, T.rule, concept_iri(f"rule-{step.rule}"), graph
    if step.read_by:
        yield iri, T.read_by, concept_iri(f"reader-{step.read_by}"), graph
    if step.other:
        yield iri, T.other_opinion, ox.Literal(step.other, language="lzh"), graph
    for ground in sorted({ground for _, ground in step.grounds}):
        yield iri, T.rule, concept_iri(f"rule-{ground}"), graph
    for number, note in enumerate(step.notes, 1):
        said = named(f"said.{step.id}.{number}")
        yield said, T.a, S.addition, graph
        yield said, S.on_step, iri, graph
        yield said, S.on_slot, ox.Literal(note.slot), graph
        yield said, S.says, ox.Literal(note.value, language="lzh"), graph
        yield said, T.in_segment, segment_iri(note.segment), graph
        yield said, T.context, source, graph
        yield said, T.begin, ox.Literal(note.start), graph
        yield said, T.end, ox.Literal(note.end), graph
        yield said, T.rule, concept_iri(f"rule-{note.rule}"), graph


def _repetition(repetition: Repetition, source: ox.NamedNode, graph: ox.NamedNode) -> Iterator[Statement]:
    iri = named(f"repetition.{repetition.id}")
    yield iri, T.a, S.repetition, graph
    yield iri, S.attested_in, segment_iri(repetition.segment), graph
    yield from place_quads(iri, repetition, source, graph)
    for filler in repetition.agent:
        yield from _word(iri, S.slots["agent"], S.slot_words["agent"], filler, graph)
    for step in repetition.repeats:
        yield iri, S.repeats, _iri(step), graph
    if repetition.reason:
        yield iri, T.unresolved, ox.Literal(repetition.reason, language="en"), graph


def _unread(annotated: Annotated, source: ox.NamedNode, graph: ox.NamedNode) -> Iterator[Statement]:
    numbers: dict[str, int] = {}
    for unread in annotated.unread:
        if unread.kind != "step":
            continue
        numbers[unread.segment] = numbers.get(unread.segment, 0) + 1
        iri = named(f"unread.{unread.segment}.{numbers[unread.segment]}")
        yield iri, T.a, S.unread, graph
        yield iri, T.in_segment, segment_iri(unread.segment), graph
        yield from place_quads(iri, unread, source, graph)
        yield iri, T.unresolved, ox.Literal(unread.reason, language="en"), graph
        yield iri, T.rule, concept_iri(f"rule-{unread.rule}"), graph


def alignment_quads(editions: Sequence[Annotated]) -> Iterator[Statement]:
    """Links between the steps that two rites share, of the first edition of each chapter; in `graph/rites/aligned`."""
    graph = graph_iri("rites/aligned")
    chapters: dict[str, list[Step]] = {}
    for annotated in editions:
        own: dict[str, list[Step]] = {}
        for step in annotated.steps:
            if step.chapter:
                own.setdefault(step.chapter, []).append(step)
        for chapter, steps in own.items():
            chapters.setdefault(chapter, steps)
    names = sorted(chapters)
    for place, first in enumerate(names):
        for second in names[place + 1 :]:
            pairs = shared_steps(chapters[first], chapters[second])
            if len(pairs) >= _FEWEST:
                for ours, theirs in pairs:
                    yield _iri(ours.id), S.same_act, _iri(theirs.id), graph
