"""The text of Kanripo files, by the way in which they set notes apart."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Protocol

from yili_kg.sources.layout import Sheet
from yili_kg.sources.speakers import cut_comment
from yili_kg.text.folding import fold

__all__ = ["read_bracketed", "read_flat", "read_indented"]

_LABEL = re.compile(r"(音義|疏|重意|重言|互註|互注)$")
_LAYER_OF = {"音義": "音義", "疏": "疏", "重意": "互註", "重言": "互註", "互註": "互註", "互注": "互註"}
_NUMBERING = re.compile(r"[A-Z]?\d+(?:\.\d+)*\.?[ab]?(?=[^\d.])")


class _Line(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def chapter(self) -> str: ...
    @property
    def appendix(self) -> bool: ...


def read_bracketed(
    sheet: Sheet, lines: Sequence[_Line], speakers: Mapping[str, str], *, running: bool, front: bool = False
) -> None:
    """Text with notes in brackets; `running`: base text and note run on outside them, brackets hold 音義 and 疏.

    With `front` the text outside brackets is base text only where a chapter is known.
    """
    outside = "經注" if running else "經"
    raw = sheet.raw
    begin = end = -1
    inside = False
    layer = ""
    state = ("", False)  # chapter and appendix of the open stretch

    def open_stretch(place: int, name: str) -> None:
        nonlocal begin, layer
        begin, layer = place, name

    def close_stretch() -> None:
        nonlocal begin
        if begin >= 0 and end > begin:
            name = "文" if front and layer == outside and not state[0] else layer
            _emit(sheet, begin, end, "考證" if state[1] else name, state[0], speakers)
        begin = -1

    letters = ((i, line) for line in lines for i in range(line.start, line.end))
    for place, line in letters:
        graph = raw[place]
        if (line.chapter, line.appendix) != state:
            close_stretch()
            state = (line.chapter, line.appendix)
        if graph == "(":
            sheet.mark(place, place + 1)
            if begin >= 0 and not inside and not layer.endswith("!"):
                label = _LABEL.search(fold(_tail(raw, begin, end)))
                name = _LAYER_OF[label.group(1)] if label else "注"
                if label:
                    start = _back(raw, end, len(label.group(1)), begin)
                    sheet.mark(start, end)
                    after = end
                    end = start
                    close_stretch()
                    open_stretch(start, name)
                    end = after
                else:
                    close_stretch()
                    open_stretch(place, name)
            elif begin < 0:
                open_stretch(place, layer.rstrip("!") if inside else "注")
            inside, end = True, place + 1
        elif graph == ")":
            sheet.mark(place, place + 1)
            end = place + 1
            inside = False
            if begin < 0:
                open_stretch(place, "注")
            layer = layer + "!" if not layer.endswith("!") else layer
        elif graph == "/":
            sheet.mark(place, place + 1)
            end = place + 1 if begin >= 0 else end
        elif graph.isspace():
            continue
        else:
            if begin >= 0 and not inside and layer.endswith("!"):
                close_stretch()
            if begin < 0:
                open_stretch(place, layer.rstrip("!") if inside else outside)
            end = place + 1
        if inside and layer.endswith("!"):  # a bracket that opens right after one: the same note goes on
            layer = layer.rstrip("!")
    close_stretch()


def _tail(raw: str, begin: int, end: int) -> str:
    """The last few graphs of a stretch, without what lies between lines."""
    return re.sub(r"<pb:[^>]*>|[\s¶]", "", raw[max(begin, end - 60) : end])[-4:]


def _back(raw: str, end: int, graphs: int, floor: int) -> int:
    """Where the last `graphs` graphs before `end` begin."""
    place = end
    while graphs and place > floor:
        place -= 1
        if raw[place] == ">":
            place = raw.rfind("<", floor, place)
        elif not raw[place].isspace() and raw[place] != "¶":
            graphs -= 1
    return place


def _emit(sheet: Sheet, start: int, end: int, layer: str, chapter: str, speakers: Mapping[str, str]) -> None:
    layer = layer.rstrip("!")
    if layer == "注":
        # Reprints for the schools put sounds and glosses of the 音義 after a circle in the note.
        circle = re.search("[○〇]", sheet.raw[start:end])
        if circle and circle.start() > 0:
            place = start + circle.start()
            sheet.block(start, place, "注", speaker=speakers.get("注", ""), chapter=chapter)
            sheet.block(place, end, "音義", speaker=speakers.get("音義", "陸德明"), chapter=chapter)
            return
    sheet.block(start, end, layer, speaker=speakers.get(layer, ""), chapter=chapter)


def read_indented(sheet: Sheet, lines: Sequence[_Line], author: str, *, front: bool = False) -> None:
    """Base text flush, comments indented: a block a stretch of base text, and a speaker each for the comments."""
    raw = sheet.raw
    groups: list[tuple[bool, str, bool, int, int]] = []
    for line in lines:
        indented = raw.startswith("　", line.start)
        key = (indented, line.chapter, line.appendix)
        if groups and groups[-1][:3] == key:
            groups[-1] = (*key, groups[-1][3], line.end)
        else:
            groups.append((*key, line.start, line.end))
        for match in re.finditer(r"[()/]", raw[line.start : line.end]):
            sheet.mark(line.start + match.start(), line.start + match.end())
    for indented, chapter, appendix, start, end in groups:
        if appendix:
            sheet.block(start, end, "考證", chapter=chapter)
        elif indented:
            cut_comment(sheet, start, end, author=author, chapter=chapter)
        else:
            sheet.block(start, end, "文" if front and not chapter else "經", chapter=chapter)


def read_flat(sheet: Sheet, lines: Sequence[_Line]) -> None:
    """Text of one layer: a block a paragraph; numbers of verses and sections are noise."""
    raw = sheet.raw
    start = end = -1
    for line in lines:
        if start >= 0 and (raw[end : line.start].count("\n") > 1 or "<pb:" in raw[end : line.start]):
            sheet.block(start, end, "文")
            start = -1
        number = _NUMBERING.match(raw, line.start, line.end)
        if number:
            sheet.noise(number.start(), number.end(), "numbering")
        for match in re.finditer(r"[()/]", raw[line.start : line.end]):
            sheet.mark(line.start + match.start(), line.start + match.end())
        start = line.start if start < 0 else start
        end = line.end
    if start >= 0:
        sheet.block(start, end, "文")
