"""Kanripo commentaries of the Siku that set base text flush and indent what commentators say of it by U+3000.

`　註曰 … ○疏曰 … ○楊氏曰 …`, `　鄭注 … ¶　釋曰 …`, `　注曰 … ¶　繼公謂 …`: a new voice stands after a circle or
begins a line. Brackets hold sounds, or what the editors of the Siku remark on the wording.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from yili_kg.models import Span
from yili_kg.sources.books import is_classic
from yili_kg.sources.comments import cut_comment
from yili_kg.sources.layout import Sheet
from yili_kg.sources.mandoku_lines import FULL, PAGE, Frame, Line, paragraphs
from yili_kg.sources.mandoku_runs import COMPOSITION, is_sounds
from yili_kg.sources.speakers import begins_comment, full_name
from yili_kg.text.folding import fold

__all__ = ["opens_comment", "read_indented"]

_BRACKET = re.compile(rf"{COMPOSITION}|\([^()]*\)")
_BROKEN = re.compile(rf"\)(?:[¶\s]|{PAGE})+\(")
_QUOTING = "彼其鄭又上下引案按故以曰云之"


def opens_comment(text: str) -> bool:
    """Whether a folded line begins as a comment does, with or without 曰 (鄭注戒警也)."""
    words = text.lstrip(" 　")
    if begins_comment(words) or full_name(words) is not None:
        return True
    return words.startswith(("鄭注", "鄭註", "釋曰", "鄭目錄"))


def read_indented(sheet: Sheet, frame: Frame) -> None:
    """Adds the blocks of a commentary: 經 for what is flush, a block a voice for what is indented."""
    raw = sheet.raw
    for line in frame.lines:
        for match in re.finditer(r"[()/]", raw[line.start : line.end]):
            sheet.mark(line.start + match.start(), line.start + match.end())
    for group in _groups(raw, frame.lines):
        start, end, first = group[0].start, group[-1].end, group[0]
        for a, b, layer in _remarks(raw, start, end):
            speaker = frame.speakers.get(layer, "") if layer in ("注", "疏") else ""
            sheet.block(a, b, layer, speaker=speaker, chapter=first.chapter)
        if first.part in ("main", "own") and (first.indent or _is_apart(raw, first)):
            _comment(sheet, group, frame)
        elif first.part in ("main", "own"):
            sheet.block(start, end, "經" if first.part == "main" else "文", chapter=first.chapter)
        else:
            for part in paragraphs(group):
                layer = "考證" if first.part == "appendix" else "文"
                sheet.block(part[0].start, part[-1].end, layer, chapter=first.chapter)


def _groups(raw: str, lines: Sequence[Line]) -> list[list[Line]]:
    """Lines that stand together: base text, or the comments on it."""
    groups: list[list[Line]] = []
    for line in lines:
        last = groups[-1][-1] if groups else None
        if (
            last is not None
            and (last.part, last.chapter) == (line.part, line.chapter)
            and _goes_on(raw, groups[-1], line)
        ):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def _goes_on(raw: str, group: Sequence[Line], line: Line) -> bool:
    """Whether a line goes on with the lines before it."""
    if line.gap > 1 or (_is_apart(raw, group[0]) and line.indent):
        return _is_apart(raw, group[0])
    return (group[-1].indent > 0) == (line.indent > 0) and (line.indent > 0 or not line.opens)


def _is_apart(raw: str, line: Line) -> bool:
    """Whether a flush line is a comment all the same: blank lines set it apart, and it begins as comments do."""
    return line.gap > 0 and line.indent == 0 and opens_comment(fold(raw[line.start : line.end]))


def _comment(sheet: Sheet, group: Sequence[Line], frame: Frame) -> None:
    """A new voice may begin a line; after a full line only where no word before it asks for a quotation."""
    raw, begin, first = sheet.raw, 0, group[0]
    for number in range(1, len(group) + 1):
        if number < len(group):
            last = group[number - 1]
            text = fold(raw[group[number].start : group[number].end])
            full = last.length >= FULL
            opens = opens_comment(text) or (not full and text.lstrip("　").startswith(("案", "按")))
            if (full and raw[last.end - 1] in _QUOTING) or not (opens or (group[number].opens and first.indent)):
                continue
        start, end = group[begin].start, group[number - 1].end
        if is_classic(frame.title):
            sheet.block(start, end, "注", speaker=frame.speakers.get("注", ""), chapter=group[begin].chapter)
        else:
            cut_comment(sheet, start, end, author=frame.author, chapter=group[begin].chapter)
        begin = number


def _remarks(raw: str, start: int, end: int) -> list[tuple[int, int, str]]:
    """Brackets that stand apart from the text around them: 音義, or 考證 where the editors speak."""
    found: list[tuple[int, int, str]] = []
    spans: list[Span] = []
    for match in _BRACKET.finditer(raw, start, end):
        if match.group().startswith("["):
            continue
        if spans and _BROKEN.fullmatch(raw, spans[-1][1] - 1, match.start() + 1):
            spans[-1] = (spans[-1][0], match.end())
        else:
            spans.append(match.span())
    for a, b in spans:
        words = re.sub(rf"{PAGE}|[()/¶\s]", "", fold(raw[a:b]))
        if re.match("[謹今]?[案按]|原本|今注疏本", words):
            found.append((a, b, "考證"))
        elif re.match("[賈孔]疏", words):
            found.append((a, b, "疏"))
        elif re.match("注[古今]文", words):
            found.append((a, b, "注"))
        elif is_sounds(words[:9]):
            found.append((a, b, "音義"))
    return found
