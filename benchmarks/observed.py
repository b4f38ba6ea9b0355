"""What rules said and whether it was right: of the received text as it was read by hand, of the gold, of what was judged.

A statement that a reader decided is no rule's and is left out; of the received text it is told what rules alone say.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from yili_kg.analyse import unmeasured
from yili_kg.annotation.by_hand import ByHand
from yili_kg.confidence import Measures, feature_of, sure
from yili_kg.confidence.gloss_weights import load_gloss_weights
from yili_kg.confidence.sure import STEP_SLOTS, slot_reason
from yili_kg.confidence.thresholds import NOTHING_IN_DOUBT
from yili_kg.layers import edit
from yili_kg.models import Annotated, Citation, Gloss, Mention, Reading, Step
from yili_kg.reading.place import place_reading
from yili_kg.sources import read
from yili_kg.tables.kinds import kinds
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["UNCHECKED", "Analysed", "Seen", "gold_truth", "is_right", "of_gold", "of_judged", "of_reading"]

#: The verdict on a quotation that was held against no book.
UNCHECKED = "unchecked"
#: The slots of a step that gold passages tell, as the model calls them.
GOLD_SLOTS = tuple(s for s in STEP_SLOTS if s not in ("vessel", "bows_to"))


class Seen(NamedTuple):
    """A statement that a rule made: of which `group` of passages and which part of it (a passage, a source); `said`: how sure."""

    group: str
    part: str
    kind: str
    slot: str
    rule: str
    feature: str
    said: float | None
    right: bool


# --- the received text ---


def of_reading(folder: Path) -> list[Seen]:
    """The rules alone against what readers decided, over the files of a folder."""
    with ProcessPoolExecutor(2) as pool:
        return [seen for part in pool.map(_read_file, sorted(folder.glob("*_*.txt"))) for seen in part]


def _read_file(path: Path) -> list[Seen]:
    edition = edit(read(path))
    rules, hand = unmeasured(edition, hand=ByHand(received=False)), unmeasured(edition)
    placements = place_reading(edition)
    decided = {s.id: s for s in edition.segments if s.id in placements.decided}

    def read_there(found: Any) -> bool:
        return found.segment in decided and placements.decides(decided[found.segment], found.start, found.end)

    truth = Truth(
        mentions={(m.start, m.end, m.type): m.concept for m in hand.mentions},
        citations={(c.start, c.end): c.target for c in hand.citations},
        quotes={(q.start, q.end) for c in hand.citations for q in c.quotes},
        steps={(s.start, s.end): {slot: _words(getattr(s, slot)) for slot in STEP_SLOTS} for s in hand.steps},
        glosses=[(g.start, g.end, g.term, g.definition) for g in hand.glosses],
        readings=[(r.start, r.end, r.base, r.variant, r.decision) for r in hand.readings],
    )
    return [Seen("reading", _passage(segment), *told) for segment, told in compared(rules, truth, read_there)]


def _passage(segment: str) -> str:
    """The passage in which a segment begins, as its id has it: `04.013` of `04.013.zhushu.jing.1`."""
    return ".".join(segment.split(".")[:2])


# --- gold passages ---


class Truth(NamedTuple):
    """What is right in a stretch of a source; None of a kind that nobody looked for there."""

    mentions: dict[tuple[int, int, str], str] | None = None
    citations: dict[tuple[int, int], str] | None = None
    quotes: set[tuple[int, int]] | None = None
    steps: dict[tuple[int, int], dict[str, frozenset[str]]] | None = None
    glosses: list[tuple[int, int, str, str]] | None = None
    readings: list[tuple[int, int, str, str, str]] | None = None
    slots: tuple[str, ...] = tuple(STEP_SLOTS)


def gold_truth(gold: dict[str, Any]) -> Truth:
    """What a gold passage says, in the form in which it is compared; its mentions have no concept."""
    mentions, notes, steps = gold.get("mentions"), gold.get("notes"), gold.get("steps")
    cited = None if mentions is None or gold.get("mentions_only") else [m for m in mentions if "target" in m]
    return Truth(
        mentions=None
        if mentions is None or gold.get("citations_only")
        else {(m["start"], m["end"], m["type"]): "" for m in mentions},
        citations=None if cited is None else {(m["start"], m["end"]): m["target"] for m in cited},
        quotes=None if cited is None else {(q["start"], q["end"]) for m in cited for q in m.get("quotes") or ()},
        steps=None
        if steps is None
        else {_verb(s): {slot: _gold_words(s.get(STEP_SLOTS[slot])) for slot in GOLD_SLOTS} for s in steps},
        glosses=_notes(notes, "gloss", "term", "definition"),
        readings=None if gold.get("glosses_only") else _notes(notes, "reading", "base", "variant", "decision"),
        slots=GOLD_SLOTS,
    )


def _verb(step: dict[str, Any]) -> tuple[int, int]:
    verb = step["verb"]
    return (verb["start"], verb["end"]) if isinstance(verb, dict) else (step["start"], step["end"])


def _notes(notes: list[dict[str, Any]] | None, kind: str, *keys: str) -> list[tuple[Any, ...]] | None:
    if notes is None:
        return None
    return [(n["start"], n["end"], *(n.get(k) or "" for k in keys)) for n in notes if n["kind"] == kind]


def of_gold(paths: Iterable[Path], group: str, made: Analysed) -> list[Seen]:
    """What the rules say in gold passages; what was decided by hand there is left out."""
    golds = [json.loads(p.read_text(encoding="utf-8")) for p in sorted(paths)]
    made.prepare(g["source"] for g in golds)
    seen: list[Seen] = []
    for gold in golds:

        def inside(found: Any, gold: dict[str, Any] = gold) -> bool:
            return gold["start"] <= found.start and found.end <= gold["end"] and not getattr(found, "read_by", "")

        seen += [
            Seen(group, gold["source"], *told) for _, told in compared(made[gold["source"]], gold_truth(gold), inside)
        ]
    return seen


class Analysed:
    """Sources as the program reads them, or as `reads` does, each read once; with `measures` each statement says how sure it is."""

    def __init__(self, root: Path, reads: Callable[[Path], Annotated] | None = None) -> None:
        self._root = root
        self._reads = reads or _found_in
        self._made: dict[str, Annotated] = {}
        self.measures: Measures | None = None

    def prepare(self, sources: Iterable[str]) -> None:
        """Read those that are not yet there, two at a time."""
        missing = sorted(set(sources) - self._made.keys())
        with ProcessPoolExecutor(2) as pool:
            self._made.update(zip(missing, pool.map(self._reads, [self._root / s for s in missing]), strict=True))

    def __getitem__(self, source: str) -> Annotated:
        """What was found in a source; nothing is left out for its being doubtful."""
        found = self._made[source]
        return found if self.measures is None else sure(found, self.measures, NOTHING_IN_DOUBT, load_gloss_weights())


def _found_in(path: Path) -> Annotated:
    return unmeasured(edit(read(path)))


# --- what was judged one by one ---


def of_judged(table: Path, analysed: Analysed) -> list[Seen]:
    """The statements that were judged by reading, as far as they still stand in their source."""
    with table.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader((x for x in lines if not x.startswith("#")), delimiter="\t", quoting=csv.QUOTE_NONE))
    analysed.prepare(r["source"] for r in rows)
    at = {
        (source, *key): told
        for source in sorted({r["source"] for r in rows})
        for key, told in _places(analysed[source])
    }
    seen: list[Seen] = []
    for row in rows:
        kind = row.get("kind") or ("verdict" if "verdict" in row else "gloss")
        found = at.get((row["source"], kind, int(row["start"])))
        if found is not None:
            if kind == "verdict" and found[0] != row["verdict"]:
                continue  # the verdict is another now, on which nobody judged
            if kind == "gloss" and found[3] != _graphs(row["term"], row["definition"]):
                continue  # another statement stands there now
            seen.append(Seen("judged", row["source"], kind, "", *found[:3], row["right"] == "yes"))
    return seen


def _graphs(*words: str) -> tuple[str, ...]:
    """Words as they are compared: folded graphs alone."""
    return tuple(stream(fold(word))[0] for word in words)


def _places(found: Annotated) -> Iterator[tuple[tuple[str, int], tuple[str, str, float | None, tuple[str, ...]]]]:
    """Kind and place of each statement, with its rule (of a quotation: the verdict), its feature, how sure it is, its words.

    Of a gloss the words are its term and its definition.
    """
    chapters = {s.id: s.chapter for s in found.edition.segments}
    for kind, one in everything(found):
        feature = feature_of(one.layer, chapters[one.segment])
        words = _graphs(one.term, one.definition) if isinstance(one, Gloss) else ()
        yield (kind, one.start), (one.rule, feature, one.confidence, words)
        if isinstance(one, Citation):
            for quote in one.quotes:
                yield ("verdict", quote.start), (quote.verdict, feature, quote.confidence, ())


# --- the comparison ---

#: kind, slot, rule, feature, how sure it said it is, right.
Told = tuple[str, str, str, str, float | None, bool]


def everything(found: Annotated) -> Iterator[tuple[str, Any]]:
    """All statements of an edition with their kind."""
    for kind in kinds():
        if kind.kind in _COMPARE:
            for one in getattr(found, kind.field):
                yield kind.kind, one


def compared(found: Annotated, truth: Truth, counts: Callable[[Any], bool]) -> Iterator[tuple[str, Told]]:
    """Each statement that counts, with its segment, and whether it is right."""
    chapters = {s.id: s.chapter for s in found.edition.segments}
    for kind, one in everything(found):
        if counts(one):
            for told in _COMPARE[kind](one, truth, feature_of(one.layer, chapters[one.segment])):
                yield one.segment, told


def _mention(m: Mention, truth: Truth, layer: str) -> Iterator[Told]:
    if truth.mentions is None:
        return
    key = (m.start, m.end, m.type)
    yield "mention", "", m.rule, layer, m.confidence, key in truth.mentions
    if any(truth.mentions.values()):
        yield "mention", "concept", m.rule, layer, dict(m.sure_of).get("concept"), truth.mentions.get(key) == m.concept


def _citation(c: Citation, truth: Truth, layer: str) -> Iterator[Told]:
    if truth.citations is None or truth.quotes is None:
        return
    target = truth.citations.get((c.start, c.end))
    work = target is not None and fold(target.partition("·")[0]) == fold(c.target.partition("·")[0])
    yield "citation", "", c.rule, layer, c.confidence, work
    exact = target is not None and fold(target) == fold(c.target)
    yield "citation", "target", c.rule, layer, dict(c.sure_of).get("target"), exact
    for q in c.quotes:
        right = work and any(_half(q.start, q.end, *t) for t in truth.quotes)
        yield "verdict", "", q.verdict, layer, q.confidence, right
        if q.verdict != UNCHECKED:  # what it is worth where there is no library to hold it against
            yield "verdict", "", UNCHECKED, layer, None, right


def _half(start: int, end: int, first: int, last: int) -> bool:
    """Whether two spans share more than half of the longer."""
    return 2 * (min(end, last) - max(start, first)) > max(end - start, last - first)


def _step(s: Step, truth: Truth, layer: str) -> Iterator[Told]:
    if truth.steps is None:
        return
    true = truth.steps.get((s.start, s.end))
    yield "step", "", s.rule, layer, s.confidence, true is not None
    said = dict(s.sure_of)
    for slot in truth.slots:
        value = getattr(s, slot)
        if value:
            name = STEP_SLOTS[slot]
            right = true is not None and true.get(slot) == _words(value)
            yield "step", name, *slot_reason(s, slot), said.get(name), right


def _words(value: Any) -> frozenset[str]:
    """What a slot holds, to be compared."""
    if isinstance(value, tuple):
        return frozenset(fold(f.text) for f in value)
    return frozenset((str(value),)) if value else frozenset()


def _gold_words(value: Any) -> frozenset[str]:
    if value is None:
        return frozenset()
    told = (
        [str(value)] if isinstance(value, str | int) else [w["text"] if isinstance(w, dict) else str(w) for w in value]
    )
    return frozenset(fold(w.lstrip("*")) for w in told if w)


def _gloss(g: Gloss, truth: Truth, layer: str) -> Iterator[Told]:
    if truth.glosses is None:
        return
    yield "gloss", "", g.rule, layer, g.confidence, is_right(g, truth.glosses)


def is_right(g: Gloss, true: Iterable[tuple[int, int, str, str]]) -> bool:
    """Whether a gloss is one of those that are right: the place, the term, and the definition or half of it."""
    return any(
        g.start < end and start < g.end and fold(term) == fold(g.term) and _alike(definition, g.definition)
        for start, end, term, definition in true
    )


def _alike(one: str, other: str) -> bool:
    """Whether two definitions are the same, or the shorter is at least half of the longer and stands in it."""
    a, b = stream(fold(one))[0], stream(fold(other))[0]
    return (a in b or b in a) and 2 * min(len(a), len(b)) >= max(len(a), len(b))


def _reading(r: Reading, truth: Truth, layer: str) -> Iterator[Told]:
    if truth.readings is None:
        return
    right = any(
        r.start < end and start < r.end and fold(base) == fold(r.base) and fold(variant) == fold(r.variant)
        for start, end, base, variant, _ in truth.readings
    )
    yield "reading", "", r.rule, layer, r.confidence, right


def _nothing(found: Any, truth: Truth, layer: str) -> Iterator[Told]:
    """A kind of which no passage tells; it is judged one by one."""
    yield from ()


_COMPARE: dict[str, Callable[[Any, Truth, str], Iterator[Told]]] = {
    "mention": _mention, "citation": _citation, "step": _step, "gloss": _gloss, "reading": _reading, "claim": _nothing,
    "norm": _nothing,
}  # fmt: skip
