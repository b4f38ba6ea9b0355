"""Runs: the stretches of a Kanripo text outside and inside brackets, each with its graphs and their places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from yili_kg.sources.layout import Sheet
from yili_kg.sources.mandoku_lines import PAGE, Line
from yili_kg.text.folding import fold

__all__ = ["COMPOSITION", "Run", "is_sounds", "runs_of"]

#: A graph described by its parts, `[孑*(焉-正+?)]`: its brackets are no notes.
COMPOSITION = r"\[[^\[\]\s]{1,24}\]"
#: A line without brackets that is shorter ends a paragraph.
_SHORT = 19

_TOKEN = re.compile(rf"{COMPOSITION}|{PAGE}|[()/¶\s]|[^()/¶\s\[<]+|[\[<]")
_SOUND = re.compile("(?<=..)[反切](?![之也命位於于])|音[^也]|如字|[皆注下並]同")


@dataclass(slots=True)
class Run:
    """A stretch outside or inside brackets; `line` is the line in which it begins.

    `graphs` are its characters without markup, `places` where they stand, `breaks` the numbers of the graphs that begin
    a paragraph.
    """

    inside: bool
    line: Line
    start: int
    end: int
    graphs: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)

    def text(self) -> str:
        """Its graphs, folded."""
        return fold("".join(self.graphs))

    def cut(self, at: int) -> int:
        """Where in the source the graph number `at` stands."""
        return self.places[at] if at < len(self.places) else self.end


def runs_of(
    sheet: Sheet, lines: Iterable[Line], *, joins: Callable[[Run, str], bool] = lambda run, words: False
) -> Iterator[Run]:
    """The runs of some lines; brackets, `/` and what else is markup in them go to the sheet as marks.

    A bracket that opens right after one has closed goes on with it. Small print within a text, (臣紱/), is no note;
    neither is a bracket that `joins` the run before it.
    """
    raw = sheet.raw
    run: Run | None = None
    inside = False
    before: Line | None = None
    for line in lines:
        if run is not None and (line.part, line.chapter) != (run.line.part, run.line.chapter):
            yield run
            run, inside = None, False
        elif run is not None and line.opens and not inside and run.line.part == "front":
            yield run
            run = None
        elif run is not None and before is not None and not run.inside and _ends_paragraph(raw, before):
            run.breaks.append(len(run.graphs))
        before = line
        for match in _TOKEN.finditer(raw, line.start, line.end):
            token, place = match.group(), match.start()
            if token.isspace() or token[0] == "¶" or token.startswith("<pb:"):
                continue
            if token in "()/":
                sheet.mark(place, place + 1)
                if token == "(" and not inside and _is_small(raw, place, line, run, joins):
                    continue
                if token == "(" and (run is None or not run.inside):
                    if run is not None:
                        yield run
                    run = Run(True, line, place, place + 1)
                inside = token == "(" or (inside and token == "/")
                if run is not None:
                    run.end = place + 1
                continue
            if run is None or (run.inside and not inside):
                if run is not None:
                    yield run
                run = Run(inside, line, place, place)
            run.graphs.extend(token)
            run.places.extend(range(place, match.end()))
            run.end = match.end()
    if run is not None:
        yield run


def _ends_paragraph(raw: str, line: Line) -> bool:
    return line.length < _SHORT and not re.search("[()]", raw[line.start : line.end])


def _is_small(raw: str, place: int, line: Line, run: Run | None, joins: Callable[[Run, str], bool]) -> bool:
    """Whether the bracket that opens here holds a few graphs that belong to the text around it."""
    close = raw.find(")", place, min(line.end, place + 10))
    if close < 0:
        return False
    words = fold(raw[place + 1 : close].replace("/", ""))
    if words.startswith("臣") and len(words) <= 4:
        return True
    if line.part == "front":
        return len(words) <= 6
    return run is not None and not run.inside and joins(run, words)


def is_sounds(text: str) -> bool:
    """Whether a folded text tells how graphs are read (冠古亂反 朝直遙反 音景): every few graphs have such a word."""
    words = re.sub("&[^;]{1,10};", "□", text)
    return bool(words) and len(_SOUND.findall(words)) * 9 >= len(words) and _SOUND.search(words[:10]) is not None
