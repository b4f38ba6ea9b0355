"""The last stage of an analysis: each statement with how sure it is; what is doubtful apart from what is sure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any, TypeVar

from yili_kg.annotation.notes.proposed import DOUBTED, proposed_rules
from yili_kg.confidence.gloss_weights import GlossWeights, load_gloss_weights
from yili_kg.confidence.measures import READ, Measures, feature_of, load_measures
from yili_kg.confidence.signs import Signs
from yili_kg.confidence.surest import beaten
from yili_kg.confidence.thresholds import Thresholds, load_thresholds
from yili_kg.models import Annotated, Citation, Claim, Edition, Gloss, Mention, Norm, Quotation, Reading, Step, Unsure
from yili_kg.models.quick import replace
from yili_kg.tables.layers import layers

__all__ = ["ARGUED_GLOSS", "LATER_GLOSS", "NAMED", "STEP_SLOTS", "SUPPLIED", "reason_of", "slot_reason", "sure"]

#: The slots of a step whose fillers are measured: the attribute of the model, and the name in table and record.
STEP_SLOTS = {
    "agent": "agent", "object": "object", "recipient": "recipient", "vessel": "vessel", "at": "at", "origin": "from",
    "to": "to", "bows_to": "bows_to", "facing": "facing", "posture": "posture", "count": "count",
}  # fmt: skip
#: The features of what fills a slot: a word of the text, or one that the text leaves out.
NAMED, SUPPLIED = "named", "supplied"
#: The threshold of glosses, and that of glosses in layers that argue.
_GLOSS, ARGUED_GLOSS = "gloss", "gloss-argued"
#: The same of glosses in later comments and essays, which explain more than they argue.
LATER_GLOSS = "gloss-later"
#: What is less sure than this, and only proposed, is not even among what is doubtful.
PROPOSED_GLOSS = "gloss-proposed"
#: Rules that are somebody's decision.
_BY_HAND = ("reader-decided", "correction-")
_EMPTY = {f.name: f.default for f in fields(Step)}

_SureOf = tuple[tuple[str, float], ...]
_Note = TypeVar("_Note", Gloss, Reading, Claim, Norm)


def sure(
    annotated: Annotated,
    measures: Measures | None = None,
    thresholds: Thresholds | None = None,
    weights: GlossWeights | None = None,
) -> Annotated:
    """The edition with `confidence` on each statement; what is below the threshold of its kind is in `unsure`.

    A gloss is as sure as its signs weigh: `weights`, else those that come with yili-kg, unless `measures` are given; all
    else is as sure as its rule is worth.
    A confidence that is there already is kept: who found the statement knew better than the measure of its rule.
    """
    if weights is None and measures is None:
        weights = load_gloss_weights()
    stage = _Stage(annotated.edition, measures or load_measures(), thresholds or load_thresholds(), weights)
    glosses = stage.parted(_GLOSS, stage.surest([stage.gloss(gloss) for gloss in annotated.glosses]))
    told = {(g.segment, g.start, g.end) for g in glosses if g.rule == DOUBTED}
    return replace(
        annotated,
        mentions=stage.parted("mention", map(stage.mention, annotated.mentions)),
        citations=stage.parted("citation", map(stage.citation, annotated.citations)),
        glosses=glosses,
        readings=stage.parted("reading", (stage.note("reading", r) for r in annotated.readings)),
        claims=stage.parted("claim", (stage.note("claim", c) for c in annotated.claims)),
        norms=stage.parted("norm", (stage.note("norm", n) for n in annotated.norms)),
        steps=stage.parted("step", map(stage.step, annotated.steps)),
        unread=tuple(u for u in annotated.unread if u.kind != _GLOSS or (u.segment, u.start, u.end) not in told),
        unsure=tuple(sorted((*annotated.unsure, *stage.doubtful), key=lambda u: (u.start, u.end, u.of))),
    )


def reason_of(found: Any) -> str:
    """Under what name the table measures a statement: its rule, or that a reader decided it."""
    return READ if getattr(found, "read_by", "") or found.rule.startswith(_BY_HAND) else str(found.rule)


def slot_reason(step: Step, attribute: str) -> tuple[str, str]:
    """Under what rule and feature the table measures what fills a slot: the case that supplied it, or the rule of the step."""
    value = getattr(step, attribute)
    supplied = isinstance(value, tuple) and all(f.supplied for f in value)
    rule = reason_of(step)
    return (rule if rule == READ else dict(step.grounds).get(attribute, rule)), SUPPLIED if supplied else NAMED


class _Stage:
    """Measures statements and parts them; `doubtful` are those that were left aside."""

    def __init__(
        self, edition: Edition, measures: Measures, thresholds: Thresholds, weights: GlossWeights | None
    ) -> None:
        self._measures = measures
        self._chapters = {s.id: s.chapter for s in edition.segments}
        self._thresholds = thresholds
        self._weights = weights
        self._signs = Signs(edition)
        #: What mentions of one reason, layer and chapter are worth that are known to be so sure, and their concepts.
        self._mentions: dict[tuple[str, str, str, float | None], tuple[float | None, _SureOf]] = {}
        self.doubtful: list[Unsure] = []

    def parted(self, kind: str, found: Iterable[Any]) -> tuple[Any, ...]:
        """What is sure enough of a kind."""
        kept: list[Any] = []
        classed = kind == _GLOSS
        least = self._thresholds[kind]
        for one in found:
            confidence = one.confidence
            if classed:
                least = self._thresholds[_class_of(one)]
                if one.rule in proposed_rules() and (
                    confidence is None or confidence < self._thresholds[PROPOSED_GLOSS]
                ):
                    continue
            if confidence is not None and confidence < least:
                self.doubtful.append(Unsure(of=kind, found=one))
            else:
                kept.append(one)
        return tuple(kept)

    def surest(self, glosses: list[Gloss]) -> list[Gloss]:
        """The glosses without those that a surer one beats; these are among what is doubtful if they are worth it."""
        lost = beaten(glosses)
        if not lost:
            return glosses
        least = self._thresholds[PROPOSED_GLOSS]
        worth = (glosses[n] for n in sorted(lost) if (glosses[n].confidence or 0.0) >= least)
        self.doubtful.extend(Unsure(of=_GLOSS, found=gloss) for gloss in worth)
        return [gloss for number, gloss in enumerate(glosses) if number not in lost]

    def _feature(self, found: Any) -> str:
        return feature_of(found.layer, self._chapters.get(found.segment, ""))

    def _worth(self, kind: str, found: Any, slot: str = "") -> float | None:
        measure = self._measures.of(kind, slot, reason_of(found), self._feature(found))
        return measure.value if measure else None

    def mention(self, mention: Mention) -> Mention:
        """A mention, and how sure its concept is, which is less than that it is a mention at all."""
        rule = READ if mention.read_by or mention.rule.startswith(_BY_HAND) else mention.rule
        known = None if mention.read_by else mention.confidence
        key = (rule, mention.layer, self._chapters.get(mention.segment, ""), known)
        worth = self._mentions.get(key)
        if worth is None:
            worth = self._mentions[key] = self._of_mentions(*key)
        told, link = worth
        if not link:
            return replace(mention, confidence=told)
        return replace(mention, confidence=told, sure_of=link)

    def _of_mentions(self, rule: str, layer: str, chapter: str, known: float | None) -> tuple[float | None, _SureOf]:
        """How sure a mention of one reason is in a layer and a chapter, and its concept; `known`: who found it knew."""
        feature = feature_of(layer, chapter)
        measure, concept = (self._measures.of("mention", slot, rule, feature) for slot in ("", "concept"))
        told = known if known is not None else measure.value if measure else None
        if told is None or measure is None or concept is None:
            return _rounded(told), ()
        link = min(told, told * concept.value / measure.value)
        return _rounded(told), (("concept", round(link, 2)),)

    def citation(self, citation: Citation) -> Citation:
        """A citation with its quotations; those are left aside that are doubtful."""
        target = self._worth("citation", citation, "target")
        quotes = tuple(self._quotation(citation, q) for q in citation.quotes)
        doubtful = tuple(q for q in quotes if self._thresholds.doubts("verdict", q.confidence))
        return replace(
            citation,
            confidence=self._worth("citation", citation),
            sure_of=(("target", target),) if target is not None else (),
            quotes=tuple(q for q in quotes if q not in doubtful),
            unsure_quotes=doubtful,
        )

    def _quotation(self, citation: Citation, quote: Quotation) -> Quotation:
        reason = READ if reason_of(citation) == READ else quote.verdict
        measure = self._measures.of("verdict", "", reason, self._feature(citation))
        return replace(quote, confidence=measure.value if measure else None)

    def gloss(self, gloss: Gloss) -> Gloss:
        """A gloss: as sure as its signs weigh, where nobody has weighed any as its rule is worth."""
        feature = self._feature(gloss)
        if self._weights is None or feature not in self._weights or reason_of(gloss) == READ:
            return self.note("gloss", gloss)
        signs = self._signs.of(gloss)
        confidence, because = self._weights.weigh(feature, signs)
        return replace(gloss, confidence=confidence, because=because)

    def note(self, kind: str, note: _Note) -> _Note:
        """A gloss, reading, claim or norm."""
        return replace(note, confidence=self._worth(kind, note))

    def step(self, step: Step) -> Step:
        """An act with its slots: the doubtful ones are marked, those that are worse are left out."""
        told = dict(self._slots(step))
        names = {name: attribute for attribute, name in STEP_SLOTS.items()}
        worse = {name for name, value in told.items() if value < self._thresholds.left_out}
        return replace(
            step,
            confidence=self._worth("step", step),
            sure_of=tuple(told.items()),
            doubtful=tuple(n for n, value in told.items() if value < self._thresholds.marked and n not in worse),
            unsure=tuple((name, _words(getattr(step, names[name]))) for name in told if name in worse),
            **{names[name]: _EMPTY[names[name]] for name in worse},  # type: ignore[arg-type]
        )

    def _slots(self, step: Step) -> Iterator[tuple[str, float]]:
        for attribute, name in STEP_SLOTS.items():
            if getattr(step, attribute):
                measure = self._measures.of("step", name, *slot_reason(step, attribute))
                if measure is not None:
                    yield name, measure.value


def _class_of(gloss: Gloss) -> str:
    """The name of the threshold of a gloss: those of one who argues have their own, and of later commentators."""
    if gloss.layer in layers().free:
        return LATER_GLOSS
    return ARGUED_GLOSS if gloss.layer in layers().reason else _GLOSS


def _words(value: Any) -> tuple[str, ...]:
    """What fills a slot, as a record prints it."""
    if isinstance(value, tuple):
        return tuple(f"*{f.text}" if f.supplied else f.text for f in value)
    return (str(value),)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)
