"""An edition as it is corrected by hand: each kind before what depends on it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import TypeVar

from yili_kg.annotation.corrections import Correction, SourceText, for_source
from yili_kg.errors import DataError
from yili_kg.models import Citation, Edition, Filler, Gloss, Mention, Segment, Span, Step
from yili_kg.models.quick import replace
from yili_kg.reading.fillers import Fillers
from yili_kg.reading.slots import WORD_KEYS

__all__ = ["Corrected"]

_Found = TypeVar("_Found", Citation, Gloss, Step)
#: A correction at its place: the segment, from–to in its text.
_Placed = tuple[Correction, Segment, int, int]
_DROPPED = "the word that filled it was dropped by hand"
_MODEL = {"from": "origin"}
#: Mentions do not overlap: their places order them.
_PLACE = attrgetter("start", "end")


class Corrected:
    """Makes the corrections that are for one source; `finish` says which of them could not be made."""

    def __init__(self, edition: Edition, corrections: Sequence[Correction]) -> None:
        self.edition = edition
        self._wanted = for_source(corrections, edition.document.label)
        self._broken: list[str] = []
        self._dropped: set[Span] = set()
        self._placed: dict[str, list[_Placed]] = {}
        text = SourceText(edition.segments) if self._wanted else None
        for correction in self._wanted:
            places = text.places(correction) if text else []
            if len(places) == 1:
                self._placed.setdefault(correction.kind, []).append((correction, *places[0]))
            else:
                what = f"stands in {len(places)} places: quote more of it" if places else "is gone"
                self._refuse(correction, f"its anchor {what}")

    def _refuse(self, correction: Correction, problem: str) -> None:
        self._broken.append(f"{correction.place}: {correction.action} {correction.words}: {problem}")

    def _of(self, kind: str) -> Iterable[tuple[Correction, Segment, int, int, Span]]:
        for correction, segment, first, last in self._placed.get(kind, ()):
            yield correction, segment, first, last, segment.span(first, last)

    def finish(self) -> None:
        """Raise DataError with every correction whose anchor is gone, stands in several places, or meets nothing."""
        if self._broken:
            raise DataError(
                f"{len(self._broken)} of {len(self._wanted)} corrections for {self.edition.document.label} cannot be "
                "made:\n" + "\n".join(self._broken),
                advice="nothing was built; mend these lines or take them out",
            )

    def mentions(self, mentions: Sequence[Mention]) -> list[Mention]:
        """The mentions as corrected."""
        made = {(m.start, m.end): m for m in mentions}
        if not self._wanted:
            return sorted(made.values(), key=_PLACE)
        covered = {at: span for span in made for at in range(*span)}
        for correction, segment, first, last, span in self._of("mention"):
            if correction.action == "add":
                clash = next((covered[at] for at in range(*span) if at in covered), None)
                if clash is not None:
                    there = made[clash]
                    self._refuse(
                        correction,
                        f"{there.text} is a mention there already ({there.type}): retype it, or drop it first",
                    )
                    continue
            elif span not in made:
                self._refuse(correction, "there is no mention of just these words there")
                continue
            if correction.action == "drop":
                del made[span]
                self._dropped.add(span)
                for at in range(*span):
                    covered.pop(at, None)
                continue
            made[span] = Mention(
                start=span[0],
                end=span[1],
                text=segment.text[first:last],
                type=correction.type,
                concept=correction.concept,
                layer=segment.layer,
                rule=correction.rule,
                segment=segment.id,
            )
            self._dropped.discard(span)
            covered.update(dict.fromkeys(range(*span), span))
        return sorted(made.values(), key=_PLACE)

    def citations(self, citations: Sequence[Citation]) -> list[Citation]:
        """The citations as corrected; a mention that was dropped takes the citation that it is with it."""

        def make(correction: Correction, segment: Segment, span: Span, there: Citation | None) -> Citation | None:
            if there is None:
                self._refuse(correction, "there is no citation there: only one that is there can be told its target")
                return None
            return replace(there, target=correction.told["target"], rule=correction.rule, read_by="")

        kept = [c for c in citations if (c.start, c.end) not in self._dropped]
        return self._made("citation", kept, make)

    def glosses(self, glosses: Sequence[Gloss]) -> list[Gloss]:
        """The glosses as corrected; the words anchored are the definition, or the whole statement of one to be dropped."""

        def make(correction: Correction, segment: Segment, span: Span, there: Gloss | None) -> Gloss | None:
            told = correction.told
            first, last = segment.inside(*span)
            new = there or Gloss(
                start=span[0],
                end=span[1],
                text=segment.text[first:last],
                term="",
                definition="",
                formula="",
                speaker=segment.speaker,
                segment=segment.id,
                layer=segment.layer,
                rule=correction.rule,
                reason="a correction does not say where the term stands",
            )
            words = segment.text[first:last]
            said = {"term": told["term"], "formula": told["formula"], "definition": words}
            return replace(new, **said, rule=correction.rule, read_by="")  # type: ignore[arg-type]

        return self._made("gloss", glosses, make, inside=True)

    def steps(self, steps: Sequence[Step], mentions: Sequence[Mention]) -> list[Step]:
        """The steps as corrected; who was dropped as a mention no longer acts and is no longer bowed to."""
        if not self._wanted:
            return list(steps)
        fillers = Fillers(self.edition, mentions)

        def make(correction: Correction, segment: Segment, span: Span, there: Step | None) -> Step | None:
            slots = correction.slots
            first, last = segment.inside(*span)
            new = there or Step(
                start=span[0],
                end=span[1],
                text=segment.text[first:last],
                id=f"{segment.id}.{correction.rule}",
                verb=correction.words,
                segment=segment.id,
                layer=segment.layer,
                chapter=segment.chapter,
                passage=segment.passages[0] if segment.passages else "",
                rule=correction.rule,
            )
            words = {_MODEL.get(k, k): fillers.fill(slots.words(k), segment, span[0]) for k in WORD_KEYS}
            return replace(
                new,
                **words,  # type: ignore[arg-type]
                facing=slots.value("facing"),
                posture=slots.value("posture"),
                count=int(slots.value("count") or 0),
                negated=slots.negated,
                conditional=slots.conditional,
                rule=correction.rule,
                read_by="",
                grounds=(),
            )

        kept = [self._without(step) for step in steps]
        order = {s.id: s.order for s in self.edition.segments}
        return sorted(self._made("step", kept, make), key=lambda s: (order[s.segment], s.start))

    def _without(self, step: Step) -> Step:
        """A step without the words whose mention was dropped."""
        gone: dict[str, tuple[Filler, ...]] = {}
        for key in WORD_KEYS:
            slot = _MODEL.get(key, key)
            fillers: tuple[Filler, ...] = getattr(step, slot)
            left = tuple(f for f in fillers if (f.start, f.end) not in self._dropped)
            if len(left) < len(fillers):
                gone[slot] = left
        if not gone:
            return step
        return replace(step, **gone, open=(*step.open, *((slot, _DROPPED) for slot in gone)))  # type: ignore[arg-type]

    def verdicts(self, citations: Sequence[Citation]) -> tuple[Citation, ...]:
        """The citations with the verdicts on their quotations as corrected."""
        made = list(citations)
        for correction, _, _, _, span in self._of("verdict"):
            hits = [(n, q) for n, c in enumerate(made) for q in c.quotes if q.start < span[1] and span[0] < q.end]
            if not hits:
                self._refuse(correction, "there is no quotation there")
            for number, quote in hits:
                told = replace(quote, verdict=correction.says)
                quotes = tuple(told if q is quote else q for q in made[number].quotes)
                made[number] = replace(made[number], quotes=quotes, read_by="")
        return tuple(made)

    def _made(
        self,
        kind: str,
        found: Sequence[_Found],
        make: Callable[[Correction, Segment, Span, _Found | None], _Found | None],
        *,
        inside: bool = False,
    ) -> list[_Found]:
        """What was found of a kind, as corrected; `inside`: a correction may name a part of what is there."""
        made = list(found)
        for correction, segment, _, _, span in self._of(kind):
            there = _there(made, span, inside=inside)
            problem = _problem(correction, kind, there, span)
            if problem:
                self._refuse(correction, problem)
                continue
            adds = correction.action == "add"
            new = make(correction, segment, span, None if adds else there) if correction.action != "drop" else None
            made = [f for f in made if adds or f is not there]
            made += [new] if new else []
        return sorted(made)


def _there(found: Sequence[_Found], span: Span, *, inside: bool) -> _Found | None:
    """What stands at a place: just there, or (`inside`) around it."""
    just = next((f for f in found if (f.start, f.end) == span), None)
    around = (f for f in found if f.start <= span[0] and span[1] <= f.end)
    return next(around, None) if just is None and inside else just


def _problem(correction: Correction, kind: str, there: _Found | None, span: Span) -> str:
    """Why a correction cannot be made, or empty."""
    if correction.action == "add":
        taken = there is not None and (there.start, there.end) == span
        return f"there is a {kind} there already: retype it, or drop it first" if taken else ""
    return f"there is no {kind} there" if there is None else ""
