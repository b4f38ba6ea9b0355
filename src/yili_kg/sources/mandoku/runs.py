"""Runs: the stretches of a Kanripo text outside and inside brackets, each with its graphs and their places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from yili_kg.sources.layout import Sheet
from yili_kg.sources.mandoku.lines import PAGE, Line
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.wordlists import load_word_lists
from yili_kg.text.folding import fold
from yili_kg.text.graphs import FILLED

__all__ = ["COMPOSITION", "Run", "is_sounds", "runs_of"]

#: A graph described by its parts, `[孑*(焉-正+?)]`: its brackets are no notes.
COMPOSITION = r"\[[^\[\]\s]{1,24}\]"
#: A line without brackets that is shorter ends a paragraph.
_SHORT = 19

_TOKEN = re.compile(rf"{COMPOSITION}|{PAGE}|[()/¶\s]|[^()/¶\s\[<]+|[\[<]")


#: Whether a bracket with some folded words belongs to the run before it.
Joins = Callable[["Run", str], bool]


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

    def hand_over(self, sheet: Sheet, at: int, after: Run) -> None:
        """Hands a label, from graph number `at` to the end, to the run after it, which it names."""
        place = self.cut(at)
        sheet.mark(place, self.end)
        after.start = self.end = place
        del self.graphs[at:], self.places[at:]


def runs_of(sheet: Sheet, lines: Iterable[Line], *, joins: Joins = lambda run, words: False) -> list[Run]:
    """The runs of some lines; brackets, `/` and what else is markup in them go to the sheet as marks.

    A bracket that opens right after one has closed goes on with it. Small print within a text, (臣紱/), is no note;
    neither is a bracket that `joins` the run before it.
    """
    cutter = _Cutter(sheet, joins)
    for line in lines:
        cutter.take(line)
    return cutter.runs


class _Cutter:
    """Goes through lines; the last of `runs` is the one that is open, unless `closed`."""

    def __init__(self, sheet: Sheet, joins: Joins) -> None:
        self.sheet, self.joins = sheet, joins
        self.runs: list[Run] = []
        self._closed, self._inside = True, False
        self._before: Line | None = None

    @property
    def _run(self) -> Run | None:
        return None if self._closed else self.runs[-1]

    def take(self, line: Line) -> None:
        """One line with its tokens: graphs, brackets, and markup that is passed over."""
        self._turn_to(line)
        raw = self.sheet.raw
        for match in _TOKEN.finditer(raw, line.start, line.end):
            token = match.group()
            if token in "()/":
                self._bracket(token, match.start(), line)
            elif not (token.isspace() or token[0] == "¶" or token.startswith("<pb:")):
                self._graphs(token, match.start(), line)

    def _turn_to(self, line: Line) -> None:
        """Another chapter or part ends a run, a paragraph of the text that is set in otherwise, and in front matter any; elsewhere it is a break."""
        run, before = self._run, self._before
        self._before = line
        if run is None:
            return
        if (line.part, line.chapter) != (run.line.part, run.line.chapter):
            self._closed, self._inside = True, False
        elif line.opens and not self._inside and run.line.part == "front":
            self._closed = True
        elif before is not None and not run.inside and _ends_paragraph(self.sheet.raw, before):
            self._closed = line.indent != before.indent and line.part == "main"
            if not self._closed:
                run.breaks.append(len(run.graphs))

    def _open(self, run: Run) -> None:
        self.runs.append(run)
        self._closed = False

    def _bracket(self, token: str, place: int, line: Line) -> None:
        self.sheet.mark(place, place + 1)
        run = self._run
        if token == "(" and not self._inside and _is_small(self.sheet.raw, place, line, run, self.joins):
            return
        if token == "(" and (run is None or not run.inside):
            self._open(Run(True, line, place, place + 1))
        self._inside = token == "(" or (self._inside and token == "/")
        if self._run is not None:
            self._run.end = place + 1

    def _graphs(self, token: str, place: int, line: Line) -> None:
        run = self._run
        if run is None or (run.inside and not self._inside):
            run = Run(self._inside, line, place, place)
            self._open(run)
        run.graphs.extend(token)
        run.end = place + len(token)
        run.places.extend(range(place, run.end))


def _ends_paragraph(raw: str, line: Line) -> bool:
    return line.length < _SHORT and not re.search("[()]", raw[line.start : line.end])


def _is_small(raw: str, place: int, line: Line, run: Run | None, joins: Callable[[Run, str], bool]) -> bool:
    """Whether the bracket that opens here holds a few graphs that belong to the text around it."""
    close = raw.find(")", place, min(line.end, place + 10))
    if close < 0:
        return False
    words = fold(raw[place + 1 : close].replace("/", ""))
    if words.startswith(load_word_lists("sources/words")["humble"].words) and len(words) <= 4:
        return True
    if line.part == "front":
        return len(words) <= 6
    return run is not None and not run.inside and joins(run, words)


def is_sounds(text: str) -> bool:
    """Whether a folded text tells how graphs are read (冠古亂反 朝直遙反 音景): every few graphs have such a word."""
    words, sound = text.replace(FILLED, ""), load_patterns("sources/kanripo")["sound"]
    return bool(words) and len(sound.findall(words)) * 9 >= len(words) and sound.search(words[:10]) is not None
