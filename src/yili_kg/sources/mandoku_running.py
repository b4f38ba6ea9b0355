"""The 注疏 of the Siku in Kanripo: `經文注注文音義(…)疏(釋曰…)`.

Base text and note run on outside the brackets: the mark 注 shows where a note begins, nothing where it ends, but that
sounds, 疏, a circle or a new paragraph follow. Both are left together (經注) for the rooms that know the received text,
except in books whose notes have other marks (毛詩: 傳 and 箋).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from yili_kg.sources.layout import Sheet
from yili_kg.sources.mandoku_lines import Frame, paragraphs
from yili_kg.sources.mandoku_runs import Run, is_sounds, runs_of

__all__ = ["read_running"]

_LABEL = re.compile("(音義|疏)$")
_SUB = re.compile("注?(?:[注箋傳]?正義曰|[注箋傳]?釋曰)")
_OTHER_MARK = re.compile("[傳箋](?!曰)")


def read_running(sheet: Sheet, frame: Frame) -> None:
    """Adds the blocks of a 注疏: 經注, 音義, 疏; front matter is 文, an appendix 考證."""
    runs = list(runs_of(sheet, [line for line in frame.lines if line.part != "appendix"], joins=_joins))
    other = _has_other_marks(runs)
    label = ""
    for number, run in enumerate(runs):
        if run.inside:
            _inside(sheet, run, frame, label)
            label = ""
            continue
        after = runs[number + 1] if number + 1 < len(runs) else None
        found = _LABEL.search(run.text()) if after is not None and after.inside else None
        label = found.group() if found else ""
        if found and after is not None:
            _move(sheet, run, after, found.start())
        _outside(sheet, run, frame, other=other)
    for group in paragraphs([line for line in frame.lines if line.part == "appendix"]):
        list(runs_of(sheet, group))  # its brackets are markup
        sheet.block(group[0].start, group[-1].end, "考證", chapter=group[0].chapter)


def _joins(run: Run, words: str) -> bool:
    """Whether a bracket holds a few graphs of running text for which the line had no room."""
    return len(words) <= 4 and not _LABEL.search("".join(run.graphs[-2:]).replace("䟽", "疏")) and not _SUB.match(words)


def _has_other_marks(runs: Sequence[Run]) -> bool:
    """Whether notes begin with 傳 and 箋 in this book, not with 注."""
    texts = [run.text() for run in runs if not run.inside and run.line.part == "main"]
    noted = sum("注" in text for text in texts)
    return 3 * noted < len(texts) < 2 * sum(_OTHER_MARK.search(text) is not None for text in texts)


def _move(sheet: Sheet, run: Run, after: Run, at: int) -> None:
    """Hands the label at the end of a run to the bracket that it names."""
    place = run.cut(at)
    sheet.mark(place, run.end)
    after.start = place
    run.end = place
    del run.graphs[at:], run.places[at:]


def _inside(sheet: Sheet, run: Run, frame: Frame, label: str) -> None:
    text = run.text()
    layer = label or ("疏" if _SUB.match(text) or not is_sounds(text) else "音義")
    sheet.block(run.start, run.end, layer, speaker=frame.speakers.get(layer, ""), chapter=run.line.chapter)


def _outside(sheet: Sheet, run: Run, frame: Frame, *, other: bool) -> None:
    if not run.graphs:
        return
    text, chapter = run.text(), run.line.chapter
    if run.line.part != "main":
        if chapter and text.startswith("注"):
            sheet.mark(run.cut(0), run.cut(0) + 1)
            sheet.block(run.start, run.end, "注", speaker=frame.speakers.get("注", ""), chapter=chapter)
        else:
            sheet.block(run.start, run.end, "文", chapter=chapter)
        return
    cuts = [0, *_openings(text, run.breaks), len(text)]
    for first, last in pairwise(cuts):
        if first < last:
            stop = run.end if last == len(text) else run.cut(last)
            if other:
                _by_other_marks(sheet, run, text, first, last, stop)
            else:
                sheet.block(run.cut(first) if first else run.start, stop, "經注", chapter=chapter)


def _openings(text: str, breaks: Sequence[int]) -> list[int]:
    """Where base text begins anew: with a paragraph, or at a circle after a note."""
    noted = text.find("注")
    circles = [m.start() for m in re.finditer("[○〇]", text) if 0 <= noted < m.start()]
    return sorted({*circles, *(at for at in breaks if 0 < at < len(text))})


def _by_other_marks(sheet: Sheet, run: Run, text: str, first: int, last: int, stop: int) -> None:
    """Base text up to the mark 傳 or 箋, then notes: 毛亨's, and 鄭玄's after 箋."""
    mark = _OTHER_MARK.search(text, first, last)
    if mark is None or mark.start() > first:
        end = stop if mark is None else run.cut(mark.start())
        sheet.block(run.cut(first), end, "經", chapter=run.line.chapter)
    if mark is None:
        return
    at = mark.start()
    if not text.startswith("箋云", at):
        sheet.mark(run.cut(at), run.cut(at) + 1)
    cuts = [at, *(m.start() for m in re.finditer("箋云", text[:last]) if m.start() > at), last]
    for begin, after in pairwise(cuts):
        speaker = "鄭玄" if text[begin] == "箋" else "毛亨" if "傳" in text[begin:after] else ""
        end = stop if after == last else run.cut(after)
        sheet.block(run.cut(begin), end, "注", speaker=speaker, chapter=run.line.chapter)
