"""Kanripo text with notes in brackets, which may run on over many lines: `經文(注文/注文)¶`.

In the 注疏 of the Siku the brackets hold 音義 and 疏, which a mark outside names;
base text and note run on without.
In other editions they hold the notes: within them a circle divides note, sounds and what later commentators say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from yili_kg.sources.layout import Sheet
from yili_kg.sources.mandoku_lines import PAGE, Frame, Line, paragraphs
from yili_kg.sources.speakers import opening
from yili_kg.text.folding import fold

__all__ = ["COMPOSITION", "is_sounds", "read_bracketed"]

#: A graph described by its parts, `[孑*(焉-正+?)]`: its brackets are no notes.
COMPOSITION = r"\[[^\[\]\s]{1,24}\]"
_TOKEN = re.compile(rf"{COMPOSITION}|{PAGE}|[()/¶\s]|[^()/¶\s\[<]+|[\[<]")
_RUNNING_LABEL = re.compile("(音義|疏)$")
_EXTRA_LABEL = re.compile("(重意|重言|互[註注])$")
_EXTRA = re.compile("重意|重言|互[註注]|[◍◛]")
_SUB = re.compile("注?(?:[注箋傳]?正義曰|[注箋傳]?釋曰)")
_SOUND = re.compile("(?<=..)[反切](?![之也命位於于])|音[^也]|如字|[皆注下並]同")
_OWN = re.compile("○?又?[今愚]?[案按]|○?愚謂")
_NAMED = re.compile("○([一-鿿]{1,3}[氏子])[曰云]")


@dataclass(slots=True)
class _Run:
    """A stretch outside or inside brackets: its graphs with their places, and the line that it begins in."""

    inside: bool
    line: Line
    start: int
    end: int
    graphs: list[str]
    places: list[int]

    def text(self) -> str:
        """Its graphs, folded."""
        return fold("".join(self.graphs))

    def cut(self, at: int) -> int:
        """Where in the source the graph number `at` stands."""
        return self.places[at] if at < len(self.places) else self.end


def read_bracketed(sheet: Sheet, frame: Frame, *, running: bool) -> None:
    """Adds the blocks of a text with notes in brackets; `running`: base text and note run on outside them."""
    runs = list(_runs(sheet, [line for line in frame.lines if line.part != "appendix"], running=running))
    extra = not running and any(_EXTRA_LABEL.search(r.text()) for r in runs if not r.inside)
    label_at_end = _RUNNING_LABEL if running else _EXTRA_LABEL if extra else None
    label = ""
    for number, run in enumerate(runs):
        after = runs[number + 1] if number + 1 < len(runs) else None
        if not run.inside:
            found = label_at_end.search(run.text()) if label_at_end and after and after.inside else None
            label = ""
            if found and after:
                label = found.group()
                _move(sheet, run, after, found.start())
            _outside(sheet, run, frame, running=running)
        elif running or label:
            _labelled(sheet, run, frame, label)
        else:
            _note(sheet, run, frame, extra=extra)
        if run.inside:
            label = ""
    for group in paragraphs([line for line in frame.lines if line.part == "appendix"]):
        list(_runs(sheet, group))  # its brackets are markup
        sheet.block(group[0].start, group[-1].end, "考證", chapter=group[0].chapter)


def _runs(sheet: Sheet, lines: Iterable[Line], *, running: bool = False) -> Iterable[_Run]:
    """The stretches outside and inside brackets; brackets, / and described graphs are marked on the way.

    A small name within running text, (臣紱/), and small print in front matter are no notes. A bracket that opens
    right after one has closed goes on with it.
    """
    raw = sheet.raw
    run: _Run | None = None
    inside = False
    for line in lines:
        if run is not None and (line.part, line.chapter) != (run.line.part, run.line.chapter):
            yield run
            run, inside = None, False
        elif run is not None and line.opens and not inside and run.line.part == "front":
            yield run
            run = None
        for match in _TOKEN.finditer(raw, line.start, line.end):
            token, place = match.group(), match.start()
            if token.isspace() or token[0] == "¶" or token.startswith("<pb:"):
                continue
            if token in "()/":
                sheet.mark(place, place + 1)
                if token == "(" and not inside and _is_small(raw, place, line):
                    continue
                if token == "(" and running and run and not run.inside and _is_squeezed(raw, place, line, run):
                    continue
                if token == "(" and (run is None or not run.inside):
                    if run is not None:
                        yield run
                    run = _Run(True, line, place, place + 1, [], [])
                inside = token == "(" or (inside and token == "/")
                if run is not None:
                    run.end = place + 1
                continue
            if run is None or (run.inside and not inside):
                if run is not None:
                    yield run
                run = _Run(inside, line, place, place, [], [])
            run.graphs.extend(token)
            run.places.extend(range(place, match.end()))
            run.end = match.end()
    if run is not None:
        yield run


def _is_small(raw: str, place: int, line: Line) -> bool:
    """Whether the bracket that opens here holds a few graphs that belong to the text around it."""
    close = raw.find(")", place, line.end)
    if close < 0:
        return False
    words = raw[place + 1 : close].replace("/", "")
    return (words.startswith("臣") and len(words) <= 4) or (line.part == "front" and len(words) <= 6)


def _is_squeezed(raw: str, place: int, line: Line, run: _Run) -> bool:
    """Whether a bracket without a mark holds a few graphs of running text for which the line had no room."""
    close = raw.find(")", place, min(line.end, place + 6))
    if close < 0 or _RUNNING_LABEL.search(fold("".join(run.graphs[-2:]))):
        return False
    return not _SUB.match(fold(raw[place + 1 : close].replace("/", "")))


def _move(sheet: Sheet, run: _Run, after: _Run, at: int) -> None:
    """Hands the label at the end of a run to the bracket that it names."""
    place = run.cut(at)
    sheet.mark(place, run.end)
    after.start = place
    run.end = place
    del run.graphs[at:], run.places[at:]


def _outside(sheet: Sheet, run: _Run, frame: Frame, *, running: bool) -> None:
    if not run.graphs:
        return
    line, text = run.line, run.text()
    layer = "經注" if running else "經"
    speaker = ""
    if line.part != "main":
        note = running and line.chapter and text.startswith("注")
        layer, speaker = ("注", frame.speakers.get("注", "")) if note else ("文", "")
        if note:
            sheet.mark(run.cut(0), run.cut(0) + 1)
    elif not running and len(text) <= 12 and re.search("[氏休晏璞岐](?:[箋注註傳解學]|集解)$", text):
        layer = "題"
    sheet.block(run.start, run.end, layer, speaker=speaker, chapter=line.chapter)


def _labelled(sheet: Sheet, run: _Run, frame: Frame, label: str) -> None:
    """The block of a bracket in running text, or of one with a mark before it."""
    text = run.text()
    if not label:
        label = "疏" if _SUB.match(text) or not is_sounds(text) else "音義"
    layer = label if label in ("音義", "疏") else "互註"
    sheet.block(run.start, run.end, layer, speaker=frame.speakers.get(layer, ""), chapter=run.line.chapter)


def _note(sheet: Sheet, run: _Run, frame: Frame, *, extra: bool) -> None:
    """The blocks of a bracket that holds notes, one a voice."""
    text, own = run.text(), run.line.part == "own"
    cuts = sorted({0, *_circles(text), *(_boxes(text) if extra else ()), *_glosses(text, frame)})
    noted = False
    voices: list[tuple[int, str, str]] = []
    for number, at in enumerate(cuts):
        piece = text[at : cuts[number + 1] if number + 1 < len(cuts) else len(text)]
        layer, speaker = _voice(piece, frame, first=not noted, extra=extra, own=own)
        noted = noted or layer in ("注", "疏")
        if not voices or voices[-1][1:] != (layer, speaker):
            voices.append((at, layer, speaker))
    for number, (at, layer, speaker) in enumerate(voices):
        start = run.start if number == 0 else run.cut(at)
        stop = run.end if number == len(voices) - 1 else run.cut(voices[number + 1][0])
        sheet.block(start, stop, layer, speaker=speaker, chapter=run.line.chapter)


def _circles(text: str) -> Sequence[int]:
    return [m.start() for m in re.finditer("[○〇]", text)]


def _boxes(text: str) -> Sequence[int]:
    return [m.start() for m in _EXTRA.finditer(text) if not is_sounds(text[max(0, m.start() - 1) : m.start()])]


def _glosses(text: str, frame: Frame) -> Sequence[int]:
    return [m.start() for m in re.finditer("箋云", text)] if "詩" in frame.title else []


def _voice(piece: str, frame: Frame, *, first: bool, extra: bool, own: bool) -> tuple[str, str]:
    """Layer and speaker of a piece of a note, as its first words show; `first`: no note has been seen before it."""
    words = piece.lstrip("○〇")
    known = opening("○" + words)
    if words.startswith("箋云"):
        return "注", "鄭玄"
    if extra and _EXTRA.match(words):
        return "互註", ""
    if re.match("釋文|陸[德氏]?[明]?[曰云]|陸氏音義", words):
        return "音義", "陸德明"
    if frame.author and known is not None:
        return known.layer, known.speaker
    if frame.author and (named := _NAMED.match("○" + words)) and not first:
        return "述註", named.group(1)
    if frame.author and _OWN.match(words):
        return "述註", frame.author
    if words != piece and is_sounds(words):
        return "音義", frame.speakers.get("音義", "")
    if frame.author and is_sounds(words):
        return "音義", ""
    if frame.author and first and own:
        return "述註", frame.author
    if first or not words:
        speaker = frame.speakers.get("注", "")
        return "注", "毛亨" if "毛詩" in frame.title else speaker
    return ("述註", frame.author) if frame.author else ("音義", frame.speakers.get("音義", ""))


def is_sounds(text: str) -> bool:
    """Whether a folded text tells how graphs are read (冠古亂反 朝直遙反 音景): every few graphs have such a word."""
    words = re.sub("&[^;]{1,10};", "□", text)
    return bool(words) and len(_SOUND.findall(words)) * 9 >= len(words) and _SOUND.search(words[:10]) is not None
