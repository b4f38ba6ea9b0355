"""Cutting running text (base text and note in one stream) into passages and layers."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise, takewhile

from yili_kg.layers.excerpts import excerpt_parts
from yili_kg.layers.strips import Part, Strip, clip, cut_before, join
from yili_kg.layers.wanting import beginning, place_of, room_of, standing
from yili_kg.models.quick import replace
from yili_kg.received.align import Unit, align
from yili_kg.received.units import running_units
from yili_kg.sources.books import received_speaker
from yili_kg.sources.labelled import is_label
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns

__all__ = ["cut_by_mark", "cut_running"]

#: Words of no more graphs before the first cut may be a slip of its first words.
_SLACK = 12

_Label = tuple[int, int, int]  # unit, start, end in the joined graphs
_Aligned = tuple[list[int], tuple[Unit, ...], str]  # cuts, units, the mark before notes


def cut_running(raw: str, strips: Sequence[Strip], chapter: str) -> list[Part]:
    """Parts of strips in which base text and note run together, by the skeleton of the chapter.

    Where the skeleton does not reach, a strip is left to `cut_by_mark`.
    """
    text, places, begins = join(strips)
    aligned = tuple(_aligned(text, begins, chapter))
    if excerpts := excerpt_parts(raw, strips, chapter, running_units(chapter), aligned[0][0]):
        return excerpts
    cuts, units, mark = max(aligned, key=_found)
    if _found((cuts, units, mark)) < 2:
        return [part for strip in strips for part in cut_by_mark(raw, strip, chapter)]
    labels = _labels(cuts, units, text, _soft_places(raw, places, begins), begins)
    parts: list[Part] = []
    full = _overfull(labels, units) if mark else set()
    kinds = {unit.passage: unit.kind for unit in units if unit.kind in layers().base}
    stops = [stop for _, _, stop in labels]
    for strip, begin in zip(strips, begins, strict=True):
        end = begin + len(strip.graphs)
        # The labels follow one upon the other: those that overlap a strip stand together.
        near = takewhile(lambda label, end=end: label[1] < end, islice(labels, bisect_right(stops, begin), None))  # type: ignore[misc]
        inside = _with_labels(text, [(unit, max(a, begin), min(b, end)) for unit, a, b in near])
        for part, index in _parts(raw, strip, places, inside, units, mark):
            parts.extend(_parted(raw, strip, part, kinds[part.passages[0]], mark) if index in full else (part,))
    return parts


def _with_labels(text: str, inside: list[_Label]) -> list[_Label]:
    """The stretches of a paragraph; the label at its head (鄭注) belongs to the words behind it."""
    if len(inside) > 1 and is_label(text[slice(*inside[0][1:])]):
        return [(inside[1][0], inside[0][1], inside[1][2]), *inside[2:]]
    return inside


def _overfull(labels: Sequence[_Label], units: Sequence[Unit]) -> set[int]:
    """The units that hold far more than their own words."""
    return {unit for unit, start, stop in labels if unit >= 0 and stop - start > room_of(units[unit])}


def _parted(raw: str, strip: Strip, part: Part, kind: str, mark: str) -> list[Part]:
    """A part of a unit that holds far more than its own words: what the skeleton has lost, cut by the mark 注.

    The passage stays that of the unit, the last one before the words that were lost or the first behind them; `kind` is
    the layer of its base text.
    """
    low, high = bisect_left(strip.places, part.start), bisect_left(strip.places, part.pieces[-1][1])
    at = strip.graphs.find(mark, low + 1, high)
    if at < 0 or (part.layer in layers().notes and low):
        return [part]
    place = cut_before(raw, strip.places[at], strip.places[at - 1] + 1)
    note = layers().named("note")
    marks = ((strip.places[at], strip.places[at] + 1),)
    head = replace(part, pieces=clip(part.pieces, part.start, place), layer=kind, speaker="", extent="part", marks=())
    rest = clip(part.pieces, place, part.pieces[-1][1])
    return [head, replace(part, pieces=rest, layer=note, speaker=received_speaker(note), extent="part", marks=marks)]


def _aligned(text: str, begins: list[int], chapter: str) -> Iterator[_Aligned]:
    """The cuts and the units of a chapter, without the mark of its notes and with it; that holds which has more cuts."""
    for mark in ("", layers().named("note")):
        units = running_units(chapter, mark)
        yield align(text, units, begins), units, mark


def _found(aligned: _Aligned) -> int:
    """How many cuts an alignment found."""
    return sum(cut >= 0 for cut in aligned[0])


def _soft_places(raw: str, places: array[int], begins: list[int]) -> list[int]:
    """Places in the joined graphs before which punctuation or a new strip stands."""
    soft = set(begins)
    for number in range(1, len(places)):
        if places[number] - places[number - 1] > 1 and not raw[places[number - 1] + 1 : places[number]].isspace():
            soft.add(number)
    return sorted(soft)


def _labels(
    cuts: list[int], units: tuple[Unit, ...], text: str, stops: list[int], begins: Sequence[int]
) -> list[_Label]:
    """Which unit each stretch of the text belongs to, -1 for none; cuts that were not found are put in by length."""
    total = len(text)
    found = [(i, c) for i, c in enumerate(cuts) if c >= 0]
    labels: list[_Label] = []
    first, place = found[0]
    if place > 0:
        # What stands before the first unit is a page's own, or a preface, if it is more than a slip of its first words.
        labels.append((first - 1 if first or place > _SLACK else 0, 0, place))
    for (i, a), (j, b) in zip(found, [*found[1:], (-1, total)], strict=True):
        if b <= a:
            continue
        if i == len(units):  # after the end of the chapter: the last unit runs on
            labels.append((i - 1, a, b))
        elif j == -1 or j == i + 1:
            labels.append((i, a, b))
        else:
            some = standing(text[a:b], units[i:j])
            labels.extend(_share([i + number for number in some], units, a, b, stops))
    return _with_what_is_before(text, units, labels, found[0][0], begins)


def _with_what_is_before(
    text: str, units: Sequence[Unit], labels: list[_Label], first: int, begins: Sequence[int]
) -> list[_Label]:
    """The stretches, with what stands before the first cut, that of unit `first`, told apart: a page's own words, units before it."""
    unit, start, stop = labels[0]
    if 0 <= unit < first and _is_strange(text[start:stop], units[unit], is_line=stop in begins):
        return [*_before(text, units[:first], start, stop), *labels[1:]]
    begin = max(start, beginning(text, units[unit], start, stop)) if unit >= 0 else start
    return [*_before(text, units[:unit], start, begin), (unit, begin, stop), *labels[1:]] if begin > start else labels


def _is_strange(words: str, unit: Unit, *, is_line: bool) -> bool:
    """Whether words before the first cut are none of the unit that ends there, but a page's own: it neither begins nor ends in them.

    Of a few words this is told if they are lines of their own, none of the last graphs of the unit among them.
    """
    if len(words) <= _SLACK:
        return is_line and not set(unit.last) & set(words)
    return unit.first not in words and unit.last not in words[-_SLACK - len(unit.last) :]


def _before(text: str, units: Sequence[Unit], start: int, stop: int) -> list[_Label]:
    """The last of `units`, as far back as their first words stand one before the other; what stands before them is of none.

    Notes may be wanting: they may stand apart.
    """
    labels: list[_Label] = []
    for index in range(len(units) - 1, -1, -1):
        begin = place_of(text, units[index], start, stop)
        if begin < 0 and units[index].kind in layers().notes:
            continue
        if begin < 0:
            break
        labels.append((index, begin, stop))
        stop = begin
    if stop > start:
        labels.append((-1, start, stop))
    return labels[::-1]


def _share(indices: list[int], units: tuple[Unit, ...], start: int, end: int, stops: list[int]) -> list[_Label]:
    """Shares a stretch out among units by their lengths, cutting at punctuation where some is near."""
    room = end - start
    base = [i for i in indices if units[i].kind in layers().base]
    whole = sum(units[i].length for i in indices)
    if base and abs(room - sum(units[i].length for i in base)) < 0.5 * abs(room - whole):
        indices = base  # the edition leaves the notes out
        whole = sum(units[i].length for i in indices)
    labels: list[_Label] = []
    begin, reached = start, 0
    for number, index in enumerate(indices):
        reached += units[index].length
        if number == len(indices) - 1:
            stop = end
        else:
            aim = start + round(reached * room / max(whole, 1))
            stop = _nearest(stops, aim, begin, end)
            if abs(stop - aim) > 6:
                stop = min(max(aim, begin + 1), end - 1)
        if stop > begin:
            labels.append((index, begin, stop))
            begin = stop
    return labels


def _nearest(stops: list[int], aim: int, begin: int, end: int) -> int:
    """The place nearest to `aim` of those between `begin` and `end`, the first of two; `aim` where none is."""
    low, high = bisect_right(stops, begin), bisect_left(stops, end)
    at = min(max(bisect_left(stops, aim), low), high)
    return min(stops[max(low, at - 1) : min(high, at + 1)], key=lambda s: abs(s - aim), default=aim)


def _parts(
    raw: str, strip: Strip, places: array[int], labels: list[_Label], units: tuple[Unit, ...], mark: str
) -> list[tuple[Part, int]]:
    """The parts of a strip, each with the number of its unit; -1 where there is none."""
    parts: list[tuple[Part, int]] = []
    edge = strip.start
    for number, (index, start, end) in enumerate(labels):
        last = number == len(labels) - 1
        stop = strip.end if last else cut_before(raw, places[end], places[end - 1] + 1)
        if index < 0:
            pieces, edge = clip(strip.pieces, edge, stop), stop
            parts.append((Part(pieces, layers().named("essay"), strip.speaker, strip.chapter, run=strip.run), index))
            continue
        unit = units[index]
        marks: tuple[tuple[int, int], ...] = ()
        is_note = unit.kind in layers().notes
        if mark and is_note and raw[places[start]] == mark:
            marks = ((places[start], places[start] + 1),)
        part = end - start < 0.7 * unit.length
        found = Part(
            clip(strip.pieces, edge, stop),
            unit.kind,
            received_speaker(unit.kind) if is_note else "",
            unit.passage[:2],
            (unit.passage,),
            "part" if part else "whole",
            marks,
            strip.run,
        )
        parts.append((found, index))
        edge = stop
    return parts or [(Part(strip.pieces, layers().named("essay"), strip.speaker, strip.chapter, run=strip.run), -1)]


def cut_by_mark(raw: str, strip: Strip, chapter: str) -> list[Part]:
    """Parts of one strip of a text that the skeleton does not know: base text up to the mark 注, then the note.

    Without a further sign nothing shows where a note ends; it is taken to run to the end of the strip.
    """
    base, note = layers().named("base"), layers().named("note")
    at = strip.graphs.find(note)  # the mark is the name of the layer
    if at < 0:
        return _cut_by_brackets(raw, strip, chapter)
    place = strip.places[at]
    parts: list[Part] = []
    if at > 0:
        parts.append(Part(clip(strip.pieces, strip.start, place), base, "", chapter, run=strip.run))
    rest = clip(strip.pieces, place if at else strip.start, strip.end)
    return [*parts, Part(rest, note, strip.speaker, chapter, marks=((place, place + 1),), run=strip.run)]


def _cut_by_brackets(raw: str, strip: Strip, chapter: str) -> list[Part]:
    """Parts of such a strip without a mark: 筮人還東面旅占（旅，眾也。）, where a bracket may hold the note."""
    base, note = layers().named("base"), layers().named("note")
    brackets = [
        m.span() for m in load_patterns("sources/pages")["note-in-brackets"].finditer(raw, strip.start, strip.end)
    ]
    edges = [strip.start, *(place for span in brackets for place in span), strip.end]
    parts: list[Part] = []
    for number, (start, end) in enumerate(pairwise(edges)):
        begin = start if parts else strip.start  # what has no graphs goes with what is before it, or behind
        if pieces := clip(strip.pieces, begin, end) if _has_graphs(strip, start, end) else ():
            layer, speaker = (note, received_speaker(note)) if number % 2 else (base, strip.speaker)
            parts.append(Part(pieces, layer, speaker, chapter, run=strip.run))
        elif parts and start < end:
            last = parts[-1]
            parts[-1] = replace(last, pieces=clip(strip.pieces, last.start, end))
    return parts or [Part(strip.pieces, base, strip.speaker, chapter, run=strip.run)]


def _has_graphs(strip: Strip, start: int, end: int) -> bool:
    """Whether a graph of a strip stands in a stretch of the source."""
    at = bisect_left(strip.places, start)
    return at < len(strip.places) and strip.places[at] < end
