"""The 注疏 of the Siku in Kanripo: `經文注注文音義(…)疏(釋曰…)`.

Base text and note run on outside the brackets: the mark 注 shows where a note begins, nothing where it ends, but that
sounds, 疏, a circle or a new paragraph follow. Both are left together (經注) for the rooms that know the received text,
except in books whose notes have other marks (毛詩: 傳 and 箋).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import cast

from yili_kg.sources.layout import Sheet
from yili_kg.sources.mandoku.book import BookFrame
from yili_kg.sources.mandoku.marks import opening_words, speaker_after
from yili_kg.sources.mandoku.notes import read_appendix
from yili_kg.sources.mandoku.runs import Run, is_sounds, runs_of
from yili_kg.tables.layers import LayerRole, layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold

__all__ = ["read_running"]

_KANRIPO = "sources/kanripo"
#: So many graphs of running text may stand in brackets because the line had no room for them.
_SMALL = 4


def read_running(sheet: Sheet, frame: BookFrame) -> None:
    """Adds the blocks of a 注疏: base text with notes, sounds, sub-commentary; an appendix is collation."""
    runs = runs_of(sheet, [line for line in frame.lines if line.part != "appendix"], joins=_joins)
    other = _has_other_marks(runs)
    layer = ""
    for number, run in enumerate(runs):
        if run.inside:
            _inside(sheet, run, frame, layer)
            layer = ""
            continue
        after = runs[number + 1] if number + 1 < len(runs) else None
        layer = _take_label(sheet, run, after) if after is not None and after.inside else ""
        _outside(sheet, run, frame, other=other)
    read_appendix(sheet, frame.lines)


def _joins(run: Run, words: str) -> bool:
    """Whether a bracket holds a few graphs of running text for which the line had no room."""
    if len(words) > _SMALL:
        return False
    patterns = load_patterns(_KANRIPO)
    labelled = patterns["label"].search(fold("".join(run.graphs[-2:])))
    return not labelled and not patterns["sub-commentary"].match(words)


def _has_other_marks(runs: Sequence[Run]) -> bool:
    """Whether notes begin with 傳 and 箋 in this book, not with 注."""
    texts = [run.text() for run in runs if not run.inside and run.line.part == "main"]
    other = load_patterns(_KANRIPO)["other-mark"]
    noted = sum(_note_mark() in text for text in texts)
    return 3 * noted < len(texts) < 2 * sum(other.search(text) is not None for text in texts)


def _note_mark() -> str:
    """The mark before a note in running text: the name of its layer."""
    return layers().named("note")


def _take_label(sheet: Sheet, run: Run, after: Run) -> str:
    """Hands the label at the end of a run to the bracket that it names; the layer, empty where there is no label."""
    found = load_patterns(_KANRIPO)["label"].search(run.text())
    if found is None:
        return ""
    run.hand_over(sheet, found.start(), after)
    return layers().named(cast(LayerRole, found.lastgroup))


def _inside(sheet: Sheet, run: Run, frame: BookFrame, layer: str) -> None:
    """A bracket, of the layer that its label names or that its words show."""
    if not layer:
        text = run.text()
        sub = load_patterns(_KANRIPO)["sub-commentary"].match(text) or not is_sounds(text)
        layer = layers().named("sub" if sub else "sounds")
    sheet.block(run.start, run.end, layer, speaker=frame.speakers.get(layer, ""), chapter=run.line.chapter)


def _outside(sheet: Sheet, run: Run, frame: BookFrame, *, other: bool) -> None:
    if not run.graphs:
        return
    text = run.text()
    if run.line.part != "main":
        _front(sheet, run, text, frame)
        return
    cuts = [0, *_openings(text, run.breaks), len(text)]
    for first, last in pairwise(cuts):
        if first < last:
            stop = run.end if last == len(text) else run.cut(last)
            if other:
                _by_other_marks(sheet, run, text, first, last, stop)
            else:
                begin = run.cut(first) if first else run.start
                sheet.block(begin, stop, layers().running, chapter=run.line.chapter)


def _front(sheet: Sheet, run: Run, text: str, frame: BookFrame) -> None:
    """Before the chapters: what 鄭玄's catalogue says in the table of contents is a note, the rest the book's own."""
    chapter, note = run.line.chapter, layers().named("note")
    if chapter and text.startswith(_note_mark()):
        sheet.mark(run.cut(0), run.cut(0) + 1)
        sheet.block(run.start, run.end, note, speaker=frame.speakers.get(note, ""), chapter=chapter)
    else:
        sheet.block(run.start, run.end, layers().named("essay"), chapter=chapter)


def _openings(text: str, breaks: Sequence[int]) -> list[int]:
    """Where base text begins anew: with a paragraph, or at a circle after a note."""
    noted = text.find(_note_mark())
    circles = [at for at, graph in enumerate(text) if graph in "○〇" and 0 <= noted < at]
    return sorted({*circles, *(at for at in breaks if 0 < at < len(text))})


def _by_other_marks(sheet: Sheet, run: Run, text: str, first: int, last: int, stop: int) -> None:
    """Base text up to the mark 傳 or 箋, then notes: 毛亨's, and 鄭玄's after 箋."""
    mark = load_patterns(_KANRIPO)["other-mark"].search(text, first, last)
    if mark is None or mark.start() > first:
        end = stop if mark is None else run.cut(mark.start())
        sheet.block(run.cut(first), end, layers().named("base"), chapter=run.line.chapter)
    if mark is None:
        return
    at = mark.start()
    if not text.startswith(opening_words(), at):
        sheet.mark(run.cut(at), run.cut(at) + 1)
    for begin, after in pairwise([at, *_places(text, opening_words(), at + 1, last), last]):
        end = stop if after == last else run.cut(after)
        speaker = speaker_after(text[begin:after])
        sheet.block(run.cut(begin), end, layers().named("note"), speaker=speaker, chapter=run.line.chapter)


def _places(text: str, words: Sequence[str], start: int, stop: int) -> list[int]:
    """Where one of some words stands between `start` and `stop`, in order."""
    found: list[int] = []
    for word in words:
        at = text.find(word, start, stop)
        while at >= 0:
            found.append(at)
            at = text.find(word, at + 1, stop)
    return sorted(found)
