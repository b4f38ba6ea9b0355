"""The marks of a sheet: `{R:主人}` in a line of text is a mention, `{C=禮記·曲禮:曲禮}` a citation, `{Q:…}` its quotation.

The letters are those of the table of types and of the guidelines; without the marks the line is the source's text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from yili_kg.errors import DataError

__all__ = ["LETTERS", "Mark", "marked", "unmarked"]

#: Letter → type of mention; C is a work that is a citation, Q the words that it quotes.
LETTERS = {"P": "person", "R": "role", "O": "object", "L": "place", "W": "work", "C": "work", "Q": ""}
_LETTER_OF = {"person": "P", "role": "R", "object": "O", "place": "L", "work": "W"}


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """One mark around `start`–`end` of a text (code points): `letter`, what stands behind `=`, behind `^`.

    `said` is the concept of a mention or the target of a citation, empty where it goes without saying; `back` is which
    citation before it owns a quotation (1: the nearest).
    """

    start: int
    end: int
    letter: str
    said: str = ""
    back: int = 1

    @property
    def type(self) -> str:
        """The type of the mention, empty for a quotation."""
        return LETTERS[self.letter]


def unmarked(line: str, where: str) -> tuple[str, list[Mark]]:
    """A line without its marks, and the marks, by their beginning. Raises DataError with `where` for a broken mark."""
    text: list[str] = []
    marks: list[Mark] = []
    open_marks: list[tuple[int, str, str, int]] = []
    at = 0
    while at < len(line):
        if line[at] == "\\" and line[at + 1 : at + 2] in ("{", "}", "\\"):
            text.append(line[at + 1])
            at += 2
        elif line[at] == "{":
            colon = line.find(":", at)
            if colon < 0:
                raise DataError(f"a mark without a colon: {line[at : at + 12]}", where=where, advice="write {R:主人}")
            open_marks.append((len(text), *_head(line[at + 1 : colon], where)))
            at = colon + 1
        elif line[at] == "}":
            if not open_marks:
                raise DataError("} closes no mark", where=where, advice="write {R:主人}")
            start, letter, said, back = open_marks.pop()
            if start == len(text):
                raise DataError(f"a mark {letter} around nothing", where=where, advice="put words into it")
            if letter != "Q" and any(m.start >= start for m in marks):
                raise DataError(f"a mark {letter} holds another", where=where, advice="only {Q:…} may hold others")
            marks.append(Mark(start, len(text), letter, said, back))
            at += 1
        else:
            text.append(line[at])
            at += 1
    if open_marks:
        raise DataError("a mark is not closed", where=where, advice="close it with }")
    return "".join(text), sorted(marks, key=lambda m: (m.start, -m.end))


def _head(head: str, where: str) -> tuple[str, str, int]:
    """Letter, what stands behind `=`, and the number behind `^` of the head of a mark."""
    letter, _, said = head.partition("=")
    letter, _, back = letter.partition("^")
    if letter not in LETTERS or (back and not (letter == "Q" and back.isdecimal() and int(back) > 0)):
        raise DataError(
            f"the mark {{{head[:20]}: is none",
            where=where,
            advice="the marks are P person, R role, O object, L place, W work, C=target citation, Q quotation",
        )
    if letter == "C" and not said:
        raise DataError("a citation without its target", where=where, advice="write {C=禮記·曲禮:曲禮}")
    return letter, said.strip(), int(back) if back else 1


def marked(text: str, marks: Iterable[Mark]) -> str:
    """A text with its marks; `unmarked` takes them off again."""
    begins: dict[int, list[Mark]] = {}
    ends: dict[int, int] = {}
    for mark in marks:
        begins.setdefault(mark.start, []).append(mark)
        ends[mark.end] = ends.get(mark.end, 0) + 1
    out: list[str] = []
    for at, graph in enumerate(text):
        out.append("}" * ends.get(at, 0))
        out += [_opened(mark) for mark in sorted(begins.get(at, ()), key=lambda m: (-m.end, m.letter != "Q"))]
        out.append("\\" + graph if graph in "{}\\" else graph)
    out.append("}" * ends.get(len(text), 0))
    return "".join(out)


def _opened(mark: Mark) -> str:
    back = f"^{mark.back}" if mark.back > 1 else ""
    return f"{{{mark.letter}{back}{'=' + mark.said if mark.said else ''}:"


def letter_of(mention_type: str) -> str:
    """The letter of a type of mention."""
    return _LETTER_OF[mention_type]
