"""Kanripo text with its notes in brackets: `經文(注文/注文)¶`.

Within a bracket a circle divides note, sounds and what later commentators say; reprints for the schools add parallels
(重言, 重意, 互註), also with the name before the bracket.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from yili_kg.received.skeleton import EDGE
from yili_kg.received.units import running_units
from yili_kg.sources.layout import Sheet
from yili_kg.sources.mandoku_lines import Frame, paragraphs
from yili_kg.sources.mandoku_runs import Run, is_sounds, runs_of
from yili_kg.sources.speakers import opening

__all__ = ["read_notes"]

_LABEL = re.compile("(重意|重言|互[註注])$")
_PARALLEL = re.compile("重意|重言|互[註注]|[◍◛]")
_OWN = re.compile("○?又?[今愚]?[案按]|○?愚謂")
_NAMED = re.compile("○([一-鿿]{1,3}[氏子])[曰云]")
_SOUNDS_OF = re.compile("釋文|陸[德氏]?明?[曰云]|陸氏音義")
_AUTHOR = re.compile("[氏休晏璞岐](?:[箋注註傳解學]|集解)$")


def read_notes(sheet: Sheet, frame: Frame) -> None:
    """Adds the blocks of a text with notes in brackets: 經, 注, 音義, 互註, 疏, 述註; an appendix is 考證."""
    runs = list(runs_of(sheet, [line for line in frame.lines if line.part != "appendix"]))
    parallels = any(_LABEL.search(run.text()) for run in runs if not run.inside)
    himself = _speaks_himself(runs, frame)
    labelled = False
    for number, run in enumerate(runs):
        if run.inside:
            if labelled:
                sheet.block(run.start, run.end, "互註", chapter=run.line.chapter)
            else:
                _note(sheet, run, frame, parallels=parallels, own=himself or run.line.part == "own")
            continue
        after = runs[number + 1] if number + 1 < len(runs) else None
        found = _LABEL.search(run.text()) if parallels and after is not None and after.inside else None
        labelled = found is not None
        if found and after is not None:
            place = run.cut(found.start())
            sheet.mark(place, run.end)
            after.start = run.end = place
            del run.graphs[found.start() :], run.places[found.start() :]
        _outside(sheet, run)
    for group in paragraphs([line for line in frame.lines if line.part == "appendix"]):
        list(runs_of(sheet, group))  # its brackets are markup
        sheet.block(group[0].start, group[-1].end, "考證", chapter=group[0].chapter)


def _outside(sheet: Sheet, run: Run) -> None:
    if not run.graphs:
        return
    layer = "經" if run.line.part == "main" else "文"
    if layer == "經" and len(run.graphs) <= 12 and _AUTHOR.search(run.text()):
        layer = "題"
    sheet.block(run.start, run.end, layer, chapter=run.line.chapter)


def _speaks_himself(runs: Sequence[Run], frame: Frame) -> bool:
    """Whether the brackets of a commentator's book on the 儀禮 hold his own notes, not those of 鄭玄 first of all.

    The skeleton of the received text knows how 鄭玄's notes begin; in a book that has them most are met with.
    """
    if not frame.author or not frame.is_yili:
        return False
    inside = [run for run in runs if run.inside and run.line.part == "main" and run.line.chapter]
    known = {c: {u.first for u in running_units(c) if u.kind == "注"} for c in {run.line.chapter for run in inside}}
    long = [run for run in inside if len(run.graphs) > 8]
    met = sum(any(p[:EDGE] in known[run.line.chapter] for p in re.split("[○〇]", run.text())) for run in long)
    return 4 * met < len(long)


def _note(sheet: Sheet, run: Run, frame: Frame, *, parallels: bool, own: bool) -> None:
    """The blocks of a bracket, one a voice."""
    text = run.text()
    cuts = sorted({0, *_places("[○〇]", text), *(_cut_parallels(text) if parallels else ()), *_glosses(text, frame)})
    noted = False
    voices: list[tuple[int, str, str]] = []
    for number, at in enumerate(cuts):
        piece = text[at : cuts[number + 1] if number + 1 < len(cuts) else len(text)]
        layer, speaker = _voice(piece, frame, first=not noted, parallels=parallels, own=own or text[:1] in ("○", "〇"))
        noted = noted or layer in ("注", "疏")
        if not voices or voices[-1][1:] != (layer, speaker):
            voices.append((at, layer, speaker))
    for number, (at, layer, speaker) in enumerate(voices):
        start = run.start if number == 0 else run.cut(at)
        stop = run.end if number == len(voices) - 1 else run.cut(voices[number + 1][0])
        sheet.block(start, stop, layer, speaker=speaker, chapter=run.line.chapter)


def _places(pattern: str, text: str) -> list[int]:
    return [m.start() for m in re.finditer(pattern, text)]


def _cut_parallels(text: str) -> Sequence[int]:
    return [m.start() for m in _PARALLEL.finditer(text)]


def _glosses(text: str, frame: Frame) -> Sequence[int]:
    return _places("箋云", text) if "詩" in frame.title else []


def _voice(piece: str, frame: Frame, *, first: bool, parallels: bool, own: bool) -> tuple[str, str]:
    """Layer and speaker of a piece of a note, by its first words.

    1. A name that says it: 箋云, 釋文, 重言, and in a commentator's book 疏曰, 朱先生曰, 今案.
    2. Readings of graphs after a circle, or in a commentator's book anywhere: 音義.
    3. The first piece else is the note, unless brackets are the commentator's `own` or begin with a circle; what
       follows is his in his own book, sounds in other books.
    """
    words = piece.lstrip("○〇")
    sounds = frame.speakers.get("音義", "")
    if words.startswith("箋云"):
        return "注", "鄭玄"
    if parallels and _PARALLEL.match(words):
        return "互註", ""
    if _SOUNDS_OF.match(words):
        return "音義", "陸德明"
    if frame.author:
        known, named = opening("○" + words), _NAMED.match("○" + words)
        if known is not None:
            return known.layer, known.speaker
        if named is not None and not first:
            return "述註", named.group(1)
        if _OWN.match(words):
            return "述註", frame.author
    if is_sounds(words) and (words != piece or frame.author):
        return "音義", sounds if words != piece else ""
    if first and not (frame.author and own):
        return "注", "毛亨" if "毛詩" in frame.title else frame.speakers.get("注", "")
    return ("述註", frame.author) if frame.author else ("音義", sounds)
