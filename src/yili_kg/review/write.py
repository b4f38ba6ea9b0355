"""Writing a sheet: a text with all that is said of it, for a reader to correct."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from yili_kg.lexicon import load_lexicon
from yili_kg.models import Annotated, Citation, Filler, Gloss, Mention, Reading, Segment, Step
from yili_kg.review.marks import Mark, letter_of, marked
from yili_kg.review.sheet import NOTHING
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold, traditional

__all__ = ["default_concept", "headings", "on_sheet", "sheet_of", "step_slots"]

_SPACES = re.compile(r"\s+")


@dataclass(slots=True)
class _Said:
    """What is said of one segment."""

    mentions: list[Mention] = field(default_factory=list)
    citations: list[Citation] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    glosses: list[Gloss] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)


def sheet_of(annotated: Annotated, *, chapter: str = "", only: Iterable[str] = (), blank: bool = False) -> str:
    """The sheet of an edition, or of one `chapter` (`04`) of it, `only` of some layers if they are given.

    A `blank` one has the text alone, for a reader who is to see no proposal.
    """
    said = {} if blank else _by_segment(annotated)
    chosen = on_sheet(annotated.edition.segments, chapter, only)
    names = headings(chosen)
    return "\n".join(line for s in chosen for line in _block(s, names[s.id], said.get(s.id, _Said()))) + "\n"


def on_sheet(segments: Iterable[Segment], chapter: str = "", chosen: Iterable[str] = ()) -> list[Segment]:
    """The segments of a sheet in the order of the text: of one chapter and of some layers, if they are given."""
    wanted = frozenset(chosen)
    return [
        s
        for s in sorted(segments, key=lambda s: s.order)
        if s.text
        and s.layer not in layers().silent
        and (not chapter or s.chapter == chapter)
        and (not wanted or s.layer in wanted)
    ]


def default_concept(text: str, mention_type: str) -> str:
    """The concept that a form of a type has without more words: the only one of the lexicon, that of its name, or none."""
    found = {f.concept for f in load_lexicon().forms.get(fold(text), ()) if f.type == mention_type}
    of_its_name = found & {traditional(text), fold(text)}
    return next(iter(found if len(found) == 1 else of_its_name), "")


def _by_segment(annotated: Annotated) -> dict[str, _Said]:
    said: dict[str, _Said] = {}
    for kind in ("mentions", "citations", "steps", "glosses", "readings"):
        for found in getattr(annotated, kind):
            getattr(said.setdefault(found.segment, _Said()), kind).append(found)
    return said


def headings(segments: Sequence[Segment]) -> dict[str, str]:
    """How each segment is called in its heading: passage and layer where they are its own, else its id and layer."""
    times: dict[tuple[str, str], int] = {}
    for s in segments:
        key = (s.passages[0] if len(s.passages) == 1 else "", s.layer)
        times[key] = times.get(key, 0) + 1
    return {
        s.id: f"{s.passages[0]} {s.layer}"
        if len(s.passages) == 1 and times[(s.passages[0], s.layer)] == 1
        else f"{s.id} {s.layer}"
        for s in segments
    }


def _block(segment: Segment, name: str, said: _Said) -> list[str]:
    text = segment.text
    plain = _SPACES.sub(" ", text)
    lines = [f"§ {name}", "| " + marked(plain, _marks(segment, said))]
    before = -1
    for step in said.steps:
        start, end = segment.inside(step.start, step.end)
        lines.append(_step_line(step, _numbered(plain, start, end, before)))
        before = end - 1
    before = -1
    for gloss in said.glosses:
        first, last = segment.inside(gloss.start, gloss.end)
        line, before = _gloss_line(gloss, plain, first, last, before)
        lines.append(line)
    before = -1
    for reading in said.readings:
        first, last = segment.inside(reading.start, reading.end)
        line, before = _reading_line(reading, plain, first, last, before)
        lines.append(line)
    return lines


def _marks(segment: Segment, said: _Said) -> list[Mark]:
    marks: list[Mark] = []
    cited = {(c.start, c.end): c for c in said.citations}
    quoting: list[tuple[int, Citation]] = sorted((c.start, c) for c in said.citations)
    for m in said.mentions:
        start, end = segment.inside(m.start, m.end)
        citation = cited.get((m.start, m.end))
        if citation is not None:
            marks.append(Mark(start, end, "C", citation.target))
        else:
            known = default_concept(m.text, m.type)
            marks.append(Mark(start, end, letter_of(m.type), "" if m.concept == known else m.concept))
    for _, citation in quoting:
        for q in citation.quotes:
            start, end = segment.inside(q.start, q.end)
            earlier = [c for at, c in quoting if at < q.start]
            back = len(earlier) - earlier.index(citation) if citation in earlier else 1
            marks.append(Mark(start, end, "Q", "", back))
    return marks


def _numbered(text: str, start: int, end: int, before: int) -> str:
    """Words of a text as a line names them: with the number of their place where it is not the next one."""
    words = text[start:end]
    places = [m.start() for m in re.finditer(f"(?={re.escape(words)})", text)]
    following = next((p for p in places if p > before), -1)
    return words if following == start else f"{words}.{places.index(start) + 1}"


def _step_line(step: Step, verb: str) -> str:
    return " ".join((f"- {verb}", *step_slots(step)))


def step_slots(step: Step) -> list[str]:
    """The slots of a step as a sheet and a correction write them: `agent=*主人`, `object=爵`; an open agent is `agent=?`."""
    out: list[str] = []
    slots = (
        ("agent", step.agent),
        ("object", step.object),
        ("recipient", step.recipient),
        ("vessel", step.vessel),
        ("at", step.at),
        ("from", step.origin),
        ("to", step.to),
        ("bows_to", step.bows_to),
    )
    for name, fillers in slots:
        if fillers:
            out.append(f"{name}={'+'.join(_word(f) for f in fillers)}")
        elif name == "agent":
            out.append("agent=?")
    out += [f"facing={step.facing}"] if step.facing else []
    out += [f"posture={step.posture}"] if step.posture else []
    out += [f"count={step.count}"] if step.count else []
    out += ["not"] if step.negated else []
    out += ["if"] if step.conditional else []
    return out


def _word(filler: Filler) -> str:
    locative = getattr(filler, "locative", "")
    return ("*" if filler.supplied else "") + _joined(filler.text) + (f"·{locative}" if locative else "")


def _joined(words: str) -> str:
    return _SPACES.sub("", words)


def _gloss_line(gloss: Gloss, text: str, first: int, last: int, before: int) -> tuple[str, int]:
    start = text.find(gloss.definition, first, last)
    if start < 0:  # a definition that the text has in pieces
        start, words = first, text[first:last]
    else:
        words = gloss.definition
    said = _numbered(text, start, start + len(words), before)
    extra = [f"example={_joined(gloss.example)}"] if gloss.example else []
    extra += [f"quoted={_joined(gloss.quoted)}"] if gloss.quoted else []
    line = f"= {_joined(gloss.term)} := {said} [{gloss.formula}]"
    return " ".join((line, *extra)), start


def _reading_line(reading: Reading, text: str, first: int, last: int, before: int) -> tuple[str, int]:
    """The line of a reading; its place is that of the variant, else of the base, else of the tradition's name."""
    which, start, words = "tradition", first, ""
    for name, word in (("base", reading.base), ("variant", reading.variant)):
        at = text.find(word, first, last) if word else -1  # 今文於爲于: graphs of one key are told apart
        at = fold(text).find(fold(word), first, last) if word and at < 0 else at
        if at >= 0:
            which, start, words = name, at, word
    base, variant = reading.base or NOTHING, reading.variant or NOTHING
    if which != "tradition":
        said = _numbered(text, start, start + len(words), before)
        base, variant = (said, variant) if which == "base" else (base, said)
    decision = "" if reading.decision == "none" else f" {reading.decision}"
    return f"~ {_joined(base)} := {_joined(variant)} [{reading.tradition}]{decision}", start
