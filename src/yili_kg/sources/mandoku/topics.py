"""Books of topics: a headline set deep, then excerpts of text, note and sub-commentary (魏了翁's 儀禮要義).

`　　　爵弁士與君祭之服` / `爵弁服纁裳注此與君祭之服　釋曰士禮…`: each excerpt is a passage of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from yili_kg.models.quick import replace
from yili_kg.sources.excerpts import chapter_of_topics, parts_of
from yili_kg.sources.layout import Sheet
from yili_kg.sources.mandoku.book import BookFrame
from yili_kg.sources.mandoku.lines import Line
from yili_kg.sources.mandoku.notes import read_appendix
from yili_kg.sources.mandoku.runs import Run, is_sounds, runs_of
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold

__all__ = ["gathers_topics", "read_topics"]

_KANRIPO = "sources/kanripo"
#: A headline is indented at least so far; what stands below it is not, but for the space before 釋曰.
_DEEP = 2
#: So many headlines make a book of topics, and one excerpt in so many at least holds sub-commentary.
_HEADLINES, _EXPLAINED = 3, 4


def gathers_topics(raw: str, lines: Sequence[Line]) -> bool:
    """Whether the lines of a file are headlines with excerpts below them that hold sub-commentary."""
    heads = sum(line.indent >= _DEEP and after.indent < _DEEP for line, after in pairwise(lines))
    flush = [line for line in lines if line.indent < _DEEP]
    if heads < _HEADLINES or 2 * len(flush) < len(lines):
        return False
    text = fold("".join(raw[line.start : line.end] for line in flush))
    return _EXPLAINED * len(load_patterns(_KANRIPO)["excerpt-explained"].findall(text)) >= heads


def read_topics(sheet: Sheet, frame: BookFrame) -> None:
    """Adds the blocks of a book of topics: each excerpt cut into text with note, and sub-commentary."""
    lines = [line for line in frame.lines if line.part != "appendix"]
    for group in _excerpts(_in_chapters(sheet.raw, frame, lines)):
        if group[0].indent >= _DEEP:
            line = group[0]
            sheet.block(line.start, line.end, layers().named("heading"), chapter=line.chapter)
            continue
        for run in runs_of(sheet, group):
            _read(sheet, run, frame)
    read_appendix(sheet, frame.lines)


def _in_chapters(raw: str, frame: BookFrame, lines: Sequence[Line]) -> Iterator[Line]:
    """The lines with the chapter that the last headline with its name and a number names (士冠禮二)."""
    chapter = next(filter(None, _chapters_in_the_frame(raw, frame)), "")
    for line in lines:
        if line.indent >= _DEEP and frame.is_numbered:
            chapter = chapter_of_topics(fold(raw[line.start : line.end])) or chapter
        yield replace(line, chapter=line.chapter or chapter)


def _chapters_in_the_frame(raw: str, frame: BookFrame) -> Iterator[str]:
    """The chapters that lines before the first line of text name, the last first; empty for a line that names none."""
    first = frame.lines[0].start if frame.lines and frame.is_numbered else 0
    return (chapter_of_topics(fold(words.rstrip("¶ "))) for words in reversed(raw[:first].split("\n")))


def _excerpts(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """The lines between headlines, which are set apart already."""
    group: list[Line] = []
    for line in lines:
        deep = line.indent >= _DEEP or (group and group[0].indent >= _DEEP)
        if group and (line.opens or deep):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _read(sheet: Sheet, run: Run, frame: BookFrame) -> None:
    """The blocks of an excerpt; what stands in brackets is the sound of a graph or the author's own pointer."""
    text, chapter = run.text(), run.line.chapter
    if run.inside and is_sounds(text):
        sheet.block(run.start, run.end, layers().named("sounds"), chapter=chapter)
        return
    if run.inside or run.line.part not in ("main", "own"):
        sheet.block(run.start, run.end, layers().named("later"), speaker=frame.author, chapter=chapter)
        return
    for start, end, layer in parts_of(text):
        begin = run.start if start == 0 else run.cut(start)
        stop = run.end if end == len(text) else run.cut(end)
        sub = layer == layers().named("sub")
        sheet.block(begin, stop, layer, speaker=frame.speakers.get(layer, "") if sub else "", chapter=chapter)
