"""How large the text of a web page is set, and which stretches of it are small print.

An element may be small of itself, by its style or size, by a rule for its class in the page's own style sheet, or by the
name of its class; sizes are relative to what an element stands in, where they are not given outright. What is large is told
by the page as a whole: the largest size of which more stands on it than a title.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from yili_kg.models import Span
from yili_kg.sources.headings import is_heading
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["PrintSizes"]

#: A size of which so great a share of a page is set is one of its text; what is below so great a share of the large one is small.
_TEXT, _SMALL = 0.05, 0.95
#: What a class that is called small makes of a size, and a step of the sizes of <font>.
_CALLED_SMALL, _STEP = 0.83, 1.2
#: The size that a page has if it says nothing, in the units that are not relative.
_UNITS = {"px": 16.0, "pt": 12.0, "rem": 1.0}
_KEYWORDS = {
    "xx-small": 0.6,
    "x-small": 0.75,
    "small": 0.89,
    "medium": 1.0,
    "large": 1.2,
    "x-large": 1.5,
    "xx-large": 2.0,
}
_RELATIVE = {"smaller": 1 / _STEP, "larger": _STEP}
_FONT = 3  # the size of <font> that is neither large nor small
_SIZE = r"font-size\s{0,9}:\s{0,9}(?:(?P<number>\d{1,4}(?:\.\d{1,4})?|\.\d{1,4})\s?(?P<unit>%|em|rem|px|pt)|(?P<word>[a-z-]{4,9}))"
_DECLARED = re.compile(_SIZE, re.I)
_RULE = re.compile(r"\.(?P<name>[\w-]{1,60})\s{0,9}\{(?P<body>[^{}]{0,2000})\}")
_ATTRIBUTE = re.compile(
    r"\b(?P<name>style|class|size)\s{0,9}=\s{0,9}(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\s>\"']+))",
    re.I,
)
_FONT_SIZE = re.compile(r"(?P<sign>[+-]?)(?P<steps>[0-7])")


class PrintSizes:
    """Follows the tags of a page, in their order, and keeps from where on text is set in which size (1: as pages are)."""

    def __init__(self, style_sheets: Iterator[str]) -> None:
        self._runs: list[tuple[int, float]] = [(0, 1.0)]
        self._open: list[tuple[str, float]] = []
        self._names: Counter[str] = Counter()
        self._rules = {rule["name"]: rule["body"] for sheet in style_sheets for rule in _RULE.finditer(sheet)}

    def begin(self, name: str, tag: str, at: int, factor: float) -> None:
        """An element begins at `at`, behind its tag; `factor` is what it makes of the size by its name."""
        outer = self._open[-1][1] if self._open else 1.0
        size = self._told(tag, outer * factor)
        self._open.append((name, size))
        self._names[name] += 1
        self._set(at, size)

    def end(self, name: str, at: int) -> None:
        """An element ends at `at`, before its tag, and what is open in it; nothing happens where none of that name is open."""
        if not self._names[name]:
            return
        closed = ""
        while closed != name:
            closed, _ = self._open.pop()
            self._names[closed] -= 1
        self._set(at, self._open[-1][1] if self._open else 1.0)

    def small(self, text: str) -> list[Span]:
        """The stretches of small print, of a page whose text (markup blank) is `text`; none where it is of one size."""
        edges = [*self._runs, (len(text), 1.0)]
        sized = [((start, end), size) for (start, size), (end, _) in pairwise(edges) if start < end]
        graphs: Counter[float] = Counter()
        for (start, end), size in sized:
            graphs[size] += sum(
                len(stream(line).graphs) for line in text[start:end].split("\n") if not is_heading(fold(line).strip())
            )
        least = _TEXT * sum(graphs.values())
        large = max((size for size, count in graphs.items() if count and count >= least), default=0.0)
        return [span for span, size in sized if size < _SMALL * large]

    def _set(self, at: int, size: float) -> None:
        if self._runs[-1][1] != size:
            self._runs.append((at, size))

    def _told(self, tag: str, size: float) -> float:
        """The size of an element by its attributes; `size` is the one that it has without them."""
        told = {
            match["name"].lower(): match["double"] or match["single"] or match["bare"] or ""
            for match in _ATTRIBUTE.finditer(tag)
        }
        classes = told.get("class", "").split()
        ruled = [self._rules[name] for name in classes if name in self._rules]
        for body in ruled:
            size = _declared(body, size)
        if not ruled and load_patterns("sources/pages")["small-class"].search(fold(" ".join(classes).lower())):
            size *= _CALLED_SMALL
        if font := _FONT_SIZE.fullmatch(told.get("size", "").strip()):
            steps = int(font["steps"])
            size *= _STEP ** ({"+": steps, "-": -steps}.get(font["sign"], steps - _FONT))
        return _declared(told.get("style", ""), size)


def _declared(style: str, size: float) -> float:
    """The size that a style gives to what has `size` without it."""
    declared = list(_DECLARED.finditer(style))
    if not declared:
        return size
    match = declared[-1]
    if word := match["word"]:
        return _KEYWORDS.get(word.lower(), size * _RELATIVE.get(word.lower(), 1.0))
    number, unit = float(match["number"]), match["unit"].lower()
    if unit in _UNITS:
        return number / _UNITS[unit]
    return size * number / (100 if unit == "%" else 1)
