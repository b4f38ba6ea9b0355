"""Glosses and readings of an edition's notes as they were read; elsewhere as the rules have them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from yili_kg.models import Edition, Gloss, Reading, Segment, Span
from yili_kg.models.quick import replace
from yili_kg.reading.digest import places
from yili_kg.reading.load import Anchored
from yili_kg.reading.mentions import DECIDED
from yili_kg.reading.place import Place, Placed, Placements
from yili_kg.reading.rows import GlossRow, ReadingRow
from yili_kg.tables.wordlists import load_word_lists
from yili_kg.text.folding import fold
from yili_kg.text.graphs import graph_end, stream

__all__ = ["read_glosses", "read_readings"]

_Note = TypeVar("_Note", Gloss, Reading)
#: How many graphs may stand between a term and what is said of it, or between a tradition's name and its words.
_BETWEEN = 16
#: How many graphs a formula has at most, between a term and its definition.
_FORMULA = 3
_FINAL = "也"
#: Behind one of these a graph right before a definition is its term (當爲迓迎也).
_BEFORE_A_TERM = ("也", "爲", "為")
_LACKS = "無"
_NO_TARGET = "the term does not stand in the text commented on"


def read_glosses(placements: Placements, edition: Edition, glosses: Sequence[Gloss]) -> list[Gloss]:
    """The glosses of an edition, those of read notes as they were read."""
    by_id = {s.id: s for s in edition.segments}
    taken: set[Gloss] = set()
    written: dict[tuple[str, str], str] = {}  # how an edition writes a term, by note and term

    def make(found: Anchored, place: Place, placed: Placed, proposed: Mapping[str, Sequence[Gloss]]) -> Gloss | None:
        row = found.row
        assert isinstance(row, GlossRow)  # the table of glosses holds nothing else
        segment = place[0]
        first, last = _at_the_term(row, place)
        definition = segment.text[first:last]
        begin, stop = _statement(segment, row, first, last)
        if fold(row.term) not in fold(segment.text[begin:stop]) and (named := _named_behind(segment, row, last)):
            term, stop = named
        else:
            term, begin = _as_it_stands(segment, row.term, begin, first, row.formula)
        if (as_written := _in_the_words(segment, term, begin)) is not None:
            term = written.setdefault((segment.id, row.term), as_written)
        else:
            term = written.get((segment.id, row.term), term)
        whole = segment.span(begin, stop)
        start, end = segment.span(first, last)
        rule = _of_the_term(row.term, start, end, proposed.get(segment.id, ()))
        if rule is not None:
            decided = placements.decides(segment, rule.start, rule.end)
            if rule.formula in _words("read-as") and fold(rule.definition) != fold(definition) and not decided:
                return None  # 疑讀為仡: the edition has another graph for what the reader had, and his elsewhere
            taken.add(rule)
            return _as_read(rule, row, definition, whole, segment.text[begin:stop])
        target = _target(segment, row.term, by_id)
        start, end = whole
        return Gloss(
            start=start,
            end=end,
            text=segment.text[begin:stop],
            term=term,
            definition=definition,
            formula=row.formula,
            speaker=segment.speaker,
            segment=segment.id,
            layer=segment.layer,
            rule=DECIDED,
            read_by=row.by,
            quoted=row.quoted,
            example=row.example,
            target_segment=target[0],
            target_start=target[1],
            target_end=target[2],
            reason="" if target[0] else _NO_TARGET,
        )

    return _read(placements, by_id, "glosses", glosses, make, taken)


def _words(name: str) -> tuple[str, ...]:
    """Formulas that stand alike."""
    return load_word_lists("reading/words")[name].words


def _of_the_term(term: str, start: int, end: int, rules: Sequence[Gloss]) -> Gloss | None:
    """The gloss of the rules that is of the same term, where what was read is said of it; None where none is."""
    near = (rule for rule in rules if rule.start < end and start < rule.end)
    return next((rule for rule in near if fold(rule.term) == fold(term)), None)


def _as_read(rule: Gloss, row: GlossRow, definition: str, whole: Span, words: str) -> Gloss:
    """The gloss of a rule as it was read: what it stands in are its own `words` where the definition is the rule's."""
    alike = fold(rule.definition) == fold(definition)
    read = replace(
        rule,
        definition=definition,
        formula=row.formula,
        example=row.example,
        quoted=row.quoted or rule.quoted,
        read_by=row.by,
    )
    if not alike:
        read = replace(read, start=whole[0], end=whole[1], text=words)
    return read if alike and rule.formula == row.formula else replace(read, rule=DECIDED)


def read_readings(placements: Placements, edition: Edition, readings: Sequence[Reading]) -> list[Reading]:
    """The readings of an edition, those of read notes as they were read."""
    by_id = {s.id: s for s in edition.segments}
    taken: set[Reading] = set()

    def make(
        found: Anchored, place: Place, placed: Placed, proposed: Mapping[str, Sequence[Reading]]
    ) -> Reading | None:
        row = found.row
        assert isinstance(row, ReadingRow)  # the table of readings holds nothing else
        report = _report(row, found, place, placed)
        if report is None:
            return None
        segment, begin, last = report
        start, end = segment.span(begin, last)
        for rule in proposed.get(segment.id, ()):
            near = rule.start < end and start < rule.end
            if near and fold(rule.base) == fold(row.base) and fold(rule.variant) == fold(row.variant):
                taken.add(rule)
                same = (rule.tradition, rule.decision) == (row.tradition, row.decision)
                read = replace(rule, tradition=row.tradition, decision=row.decision, read_by=row.by)
                return read if same else replace(read, rule=DECIDED)
        target = _target(segment, row.base, by_id)
        return Reading(
            start=start,
            end=end,
            text=segment.text[begin:last],
            base=row.base,
            variant=row.variant,
            tradition=row.tradition,
            decision=row.decision,
            speaker=segment.speaker,
            segment=segment.id,
            layer=segment.layer,
            rule=DECIDED,
            read_by=row.by,
            target_segment=target[0],
            target_start=target[1],
            target_end=target[2],
            reason="" if target[0] else "the word does not stand in the text commented on",
        )

    return _read(placements, by_id, "readings", readings, make, taken)


def _read(
    placements: Placements,
    by_id: dict[str, Segment],
    kind: str,
    notes: Sequence[_Note],
    make: Callable[[Anchored, Place, Placed, Mapping[str, Sequence[_Note]]], _Note | None],
    taken: set[_Note],
) -> list[_Note]:
    if not placements.parts:
        return list(notes)
    of: dict[str, list[_Note]] = {}
    for note in notes:
        of.setdefault(note.segment, []).append(note)
    made = (
        make(found, at, placed, of)
        for placed in placements.parts
        for found, at in placed.statements(kind, nearly=kind == "glosses")
    )
    read: list[_Note] = [note for note in made if note is not None]
    kept: list[_Note] = [n for n in notes if not placements.decides(by_id[n.segment], n.start, n.end)]
    spans: set[tuple[str, int, int]] = {(n.segment, n.start, n.end) for n in read}
    rest: list[_Note] = [n for n in kept if n not in taken and (n.segment, n.start, n.end) not in spans]
    return sorted(rest + list(dict.fromkeys(read)))


def _statement(segment: Segment, row: GlossRow, first: int, last: int) -> tuple[int, int]:
    """The stretch of a note in which a definition at `first`–`last` is given of a term: from the nearer of the two."""
    text, word = fold(segment.text), fold(row.term)
    if row.formula != _FINAL and text.startswith(row.formula + word, last):
        return first, graph_end(segment.text, last + len(row.formula + word) - 1)
    begin = text.rfind(word, max(0, first - _BETWEEN - len(word)), first)
    behind = text.find(word, last, last + _BETWEEN)
    if begin < 0 and behind >= 0 and row.formula in _words("named-last"):
        return first, graph_end(segment.text, behind + len(word) - 1)
    stop = last + (text[last : last + 1] == _FINAL)
    return (begin if begin >= 0 else first), stop


def _named_behind(segment: Segment, row: GlossRow, last: int) -> tuple[str, int] | None:
    """A term as the edition writes it behind its meaning and a marker, where it has another graph there (屋無室曰榭 for 謝); and its end."""
    text = fold(segment.text)
    start = last + len(row.formula)
    if row.formula in _words("beside-each-other") or not text.startswith(row.formula, last):
        return None
    words = segment.text[start : start + len(row.term)]
    return (words, start + len(words)) if len(stream(words)[0]) == len(row.term) else None


def _in_the_words(segment: Segment, term: str, begin: int) -> str | None:
    """A term as the edition writes it, where it stands next behind the place of a statement, or elsewhere in the note; else None."""
    text, word = fold(segment.text), fold(term)
    at = text.find(word, begin)
    at = text.find(word) if at < 0 else at
    return segment.text[at : at + len(word)] if at >= 0 else None


def _as_it_stands(segment: Segment, term: str, begin: int, first: int, formula: str) -> tuple[str, int]:
    """A term as the edition writes it, and where the statement begins then.

    Where it has another graph right before the definition at `first` (太古 for 大古), or before the marker that stands
    between (侇之言尸), the edition's words are the term; one graph alone only at the beginning of a statement.
    """
    length = len(term)
    if begin < first:
        words = segment.text[begin : begin + length]
        return (words, begin) if fold(words) == fold(term) else (term, begin)
    graphs = stream(fold(term))[0]
    length = len(graphs)
    beside = formula in _words("beside-each-other")
    marked = not beside and fold(segment.text).endswith(formula, 0, first)
    edge = first - len(formula) if marked else first
    at = edge - length
    words = segment.text[at:edge] if at >= 0 else ""
    if length == 1:
        # 謂之拾 | 拾斂也: the word that was just named begins the next statement.
        before = segment.text[at - 1 : at]
        alone = at == 0 or before in _BEFORE_A_TERM or before == words
        named = (beside or marked) and alone and words not in (_FINAL, segment.layer)
    else:
        named = 2 * sum(a == b for a, b in zip(fold(words), graphs, strict=False)) >= length
    return (words, at) if words and named else (term, begin)


def _at_the_term(row: GlossRow, place: Place) -> tuple[int, int]:
    """The stretch of a definition: that at `place`, or where it is said of its term in so many words if not there."""
    segment, first, last = place
    text, term, words = fold(segment.text), fold(row.term), fold(segment.text[first:last])
    reach = _FORMULA + len(term)
    if term in text[max(0, first - reach) : first] or term in text[last : last + reach]:
        return first, last
    for ahead, behind in ((term + row.formula, ""), (term, row.formula), ("", row.formula + term)):
        found = text.find(ahead + words + behind)
        if found >= 0 and not behind.startswith(_FINAL + term):
            at = found + len(ahead)
            return at, at + len(words)
    return first, last


def _report(row: ReadingRow, found: Anchored, place: Place, placed: Placed) -> Place | None:
    """Where an edition tells of a reading: from the name of its tradition on; None where it lacks what the reader read.

    The words are the place themselves where the reader had no such name by them.
    """
    segment, first, last = place
    name = fold(row.tradition)
    at = fold(segment.text).rfind(name, max(0, first - _BETWEEN), first)
    if at >= 0:
        return segment, at, last
    length = len(name)
    names = list(places(name, placed.reading.row.salt, placed.reading.row.digest))
    before = [n for n in names if found.start - _BETWEEN <= n <= found.start - length]
    if before:
        written_otherwise = any(placed.where[before[-1] : before[-1] + length])
        return place if written_otherwise else None
    behind = [(n, end) for n, end in _told(row, names, length, placed) if n >= found.end]
    for start, end in behind:
        told = placed.span(start, start + length)
        if told is not None:
            tail = [w[1] for w in placed.where[start:end] if w is not None and w[0] is told[0]]
            return told[0], told[1], graph_end(told[0].text, tail[-1])
    return None if behind else place


def _told(row: ReadingRow, names: Sequence[int], length: int, placed: Placed) -> Iterator[tuple[int, int]]:
    """The reports in what was read: from a tradition's name, `length` graphs, to the end of what is told of it."""
    salt, digest = placed.reading.row.salt, placed.reading.row.digest
    told = (row.variant,) if row.variant else (row.base, _LACKS)
    stand = [(list(places(fold(words), salt, digest)), len(words)) for words in told]
    for name in names:
        start = name + length
        for where, many in stand:
            at = bisect_left(where, start)
            if at < len(where) and where[at] <= start + _BETWEEN:
                yield name, where[at] + many
                break


def _target(segment: Segment, term: str, by_id: dict[str, Segment]) -> tuple[str, int, int]:
    """Where the term stands in the text that a note is on: segment, from–to in the source; empty where it does not."""
    base = by_id.get(segment.comments_on)
    at = fold(base.text).find(fold(term)) if base is not None and term else -1
    if base is None or at < 0:
        return "", -1, -1
    return base.id, *base.span(at, graph_end(base.text, at + len(term) - 1))
