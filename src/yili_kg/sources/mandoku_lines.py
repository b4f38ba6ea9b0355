"""The lines of a Kanripo file: which are text, in which chapter and part of the book, and which are headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from yili_kg.sources.books import authors_of, speakers_of
from yili_kg.sources.headings import chapter_names
from yili_kg.sources.layout import Sheet
from yili_kg.text.folding import fold

__all__ = ["FULL", "PAGE", "Frame", "Line", "paragraphs", "scan", "sort_lines"]

#: A line of the Siku with as many graphs is full; after a shorter one a paragraph ends.
FULL = 20
#: A page mark of Kanripo.
PAGE = r"<pb:[^<>\r\n]{0,80}>"

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
_PAGE = re.compile(PAGE)
_HEADER = re.compile(r"\ufeff?#(?:\+|[ \t]|$)")
_PART = re.compile(r"\ufeff?#\+PROPERTY:[ \t]*JUAN[ \t]+(.*)")
_NUMERAL = "[一二三四五六七八九十百廿卅]+"
_CHAPTER = re.compile(rf"([^\s()第]{{1,10}}?)第{_NUMERAL}(?=[\s(]|$)")
_VOLUME = re.compile(
    rf"(\S{{1,18}}?)[卷巻](?:之?第?{_NUMERAL}|[上中下首末])(?:之{_NUMERAL}|[上中下])?(?:考證)?(?=[\s(]|$)"
)
_LIBRARY = re.compile("欽定四庫全書")
_STANZAS = re.compile(rf"\S{{1,12}}?{_NUMERAL}[章篇]\S*句")
_ROUND_OFF = re.compile(r"右[^\s(]{1,16}(?=\(|\s*$)")
_LISTED = re.compile(rf"([^\s()]{{2,7}})第{_NUMERAL}(?:○[^\s()]{{1,4}}?)?(?=注)")
_CLASSED = re.compile(r"[^\s()]{1,10}[ 　]{2,}\S{1,3}類")
_FRONT = re.compile("序|提要|目|跋|^表|傳述人|御製|凡例|總綱|^0$")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text, the page mark and the sign ¶ outside.

    `part` is main, front (序, 提要, 目錄), appendix (考證), own (what a book on the 儀禮 says outside its chapters).

    `indent` counts the full-width spaces before it, `opens` says that a heading, a blank line or another part of the
    book stands before it, `gap` how many blank lines.
    """

    start: int
    end: int
    indent: int
    part: str
    opens: bool = False
    chapter: str = ""
    gap: int = 0

    @property
    def length(self) -> int:
        """Its code points, the indentation with them."""
        return self.end - self.start


@dataclass(slots=True)
class Frame:
    """What surrounds the text: the book's title, who speaks in its layers, and its lines of text."""

    title: str
    speakers: dict[str, str] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)

    @property
    def is_yili(self) -> bool:
        """Whether the book is about the 儀禮, whose chapters have numbers."""
        return "儀禮" in self.title

    @property
    def author(self) -> str:
        """Who wrote the book, where a line says so (…撰)."""
        return self.speakers.get("撰", "")


def scan(sheet: Sheet) -> list[Line]:
    """The lines that are no header of a file; header lines and page marks go to the sheet as noise, ¶ as marks."""
    raw = sheet.raw
    for match in re.finditer(rf"{PAGE}(?:¶?(?:\r\n|\n|\r))?", raw):
        sheet.noise(match.start(), match.end(), "page-mark")
    for match in re.finditer("¶", raw):
        sheet.mark(match.start(), match.end())
    if raw.startswith("\ufeff"):
        sheet.noise(0, 1, "byte-order-mark")
    lines: list[Line] = []
    part, opens, gap = "main", True, 0
    for match in _LINE.finditer(raw):
        start, text = match.start(), match.group()
        if _HEADER.match(text):
            sheet.noise(start, match.end(), "metadata")
            named = _PART.match(text)
            if named:
                part, opens = _part(named.group(1).strip()), True
            continue
        page = _PAGE.match(text)
        begin = start + (page.end() if page else 0)
        body = raw[begin : match.end()].rstrip("\r\n¶ \t　")
        if not body.strip():
            opens = opens or page is None
            gap += page is None
            continue
        indent = len(body) - len(body.lstrip("　"))
        lines.append(Line(begin, begin + len(body), indent, part, opens, gap=gap))
        opens, gap = False, 0
    return lines


def _part(value: str) -> str:
    folded = fold(value)
    if re.search("考[證証]|正誤|校勘", folded):
        return "appendix"
    if _FRONT.search(folded):
        return "front"
    return "main" if re.match(r"\[?(?:[卷巻第上中下首末\d]|$)", folded) else "named"


def sort_lines(sheet: Sheet, lines: Sequence[Line], title: str, *, form: str) -> Frame:
    """The frame of a text: headings go to the sheet as 題, the other lines are its text, with their chapters."""
    frame = Frame(title, speakers_of(title))
    raw, chapter, opens, since, part = sheet.raw, "", True, 0, ""
    for number, line in enumerate(lines):
        if line.part != part:
            part, since = line.part, 0
            chapter = "" if part == "front" else chapter
        text = fold(raw[line.start : line.end])
        opens = opens or line.opens
        since += 1
        found = _heading(text, line, frame, opens=opens, since=since, form=form)
        if found is None and opens and _stands_alone(raw, lines, number, form=form):
            found = (len(text), "")
        if found is None:
            frame.lines.append(replace(line, opens=opens, chapter=chapter))
            opens = False
            continue
        stop, name = found
        if name and frame.is_yili:
            chapter = chapter_names().get(name, chapter)
        elif name:
            chapter = ""
        sheet.block(line.start, line.start + stop, "題", chapter=chapter)
        for stars in re.finditer(r"\*+ ", text[:8]):
            sheet.mark(line.start + stars.start(), line.start + stars.end())
        opens = True
        if line.start + stop < line.end:
            frame.lines.append(replace(line, start=line.start + stop, opens=True, chapter=chapter))
            opens = text[stop:].startswith("(") and text.endswith(")")
    _name_parts(frame)
    return frame


def _heading(text: str, line: Line, frame: Frame, *, opens: bool, since: int, form: str) -> tuple[int, str] | None:
    """Where the heading that begins a folded line ends, and the chapter that it names; None for a line of text."""
    indent = len(text) - len(text.lstrip(" \t　"))
    bare = text[indent:]
    bracket = bare.find("(")
    head = bare if bracket < 0 else bare[:bracket]
    stop = indent + len(head)
    if bare.startswith("*"):
        return len(text), ""
    if _LIBRARY.match(bare):
        return stop, ""
    if _CLASSED.match(bare):
        return len(text), ""
    chapter, volume = _CHAPTER.match(bare), _VOLUME.match(bare)
    if volume and _shares_words(volume.group(1), frame.title):
        _note(frame, head[volume.end() :])
        return stop, ""
    if line.part != "appendix" and chapter:
        rest = head[chapter.end() :]
        if len(rest) < 24 and not re.search("[之也者曰云]", rest):
            _note(frame, rest)
            return stop, chapter.group(1)
    if line.part == "front" and (named := _LISTED.match(bare)):
        return indent + named.end(), named.group(1)
    labelled = bracket >= 0 and form == "running"
    if since < 14 and line.part != "appendix" and (indent or opens) and not labelled and _note(frame, head):
        return stop, ""
    if (
        line.part != "appendix"
        and _ROUND_OFF.match(bare)
        and (opens or indent >= (3 if form == "indented" or not frame.is_yili else 1))
    ):
        return stop, ""
    if indent and "詩" in frame.title and form != "indented" and _STANZAS.match(bare):
        return stop, ""
    least = 1 if line.part == "front" else 2
    if opens and form != "indented" and since < 14 and indent >= least and bracket < 0 and line.part != "appendix":
        return (stop, "") if len(head.strip()) <= 18 else None
    return (stop, "") if opens and head.strip() in ("儀禮", "正誤") else None


def _stands_alone(raw: str, lines: Sequence[Line], number: int, *, form: str) -> bool:
    """Whether an indented line is short and the only one so, between others: a heading within the text."""
    line = lines[number]
    least = 2 if form == "indented" else 1
    if line.indent < least or line.length - line.indent > 18 or "(" in raw[line.start : line.end]:
        return False
    after = lines[number + 1] if number + 1 < len(lines) else None
    return after is None or after.opens or after.indent < line.indent


def _shares_words(name: str, title: str) -> bool:
    key = fold(title)
    return any(name[i : i + 2] in key for i in range(len(name) - 1)) if key else len(name) <= 8


def _note(frame: Frame, words: str) -> bool:
    """Takes the speakers that a folded line names; whether it names any."""
    authors = authors_of(words.strip(" 　"))
    if authors is None:
        return False
    frame.speakers.update({role: name for role, name in authors.items() if name})
    return True


def _name_parts(frame: Frame) -> None:
    """In a book on the 儀禮 a part with a name, and what little stands before the first chapter, is the book's own."""
    first = next((n for n, line in enumerate(frame.lines) if line.chapter), 0)
    for n, line in enumerate(frame.lines):
        outside = frame.is_yili and not line.chapter and (line.part == "named" or (n < first < 60))
        if line.part == "named" or (outside and line.part == "main"):
            frame.lines[n] = replace(line, part="own" if outside else "main")


def paragraphs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Lines in groups: a paragraph ends before a line that opens, or that is set otherwise after a short line."""
    group: list[Line] = []
    for line in lines:
        if group:
            last = group[-1]
            new = (line.part, line.chapter) != (last.part, last.chapter) or line.opens
            if new or (line.indent < last.indent) or (line.indent == group[0].indent and last.length < FULL):
                yield group
                group = []
        group.append(line)
    if group:
        yield group
