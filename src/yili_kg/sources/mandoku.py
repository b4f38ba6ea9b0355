"""Reads Kanripo files (mandoku): headers, page marks, headings, and the three ways in which they set notes apart.

- 注疏 of the Siku: base text and note run on outside the brackets, 音義(…) and 疏(…) within them;
- editions with notes in brackets: base text outside, notes within;
- commentaries of the Siku: base text flush, comments indented by U+3000 (註曰 … ○疏曰 …);
- text of one layer (prefaces, treatises, the punctuated texts of the TLS).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from yili_kg.sources.headings import chapter_names
from yili_kg.sources.layout import Layout, Sheet
from yili_kg.sources.mandoku_text import read_bracketed, read_flat, read_indented
from yili_kg.sources.speakers import load_speakers
from yili_kg.text.folding import fold

__all__ = ["Body", "looks_like", "read"]

_NUMERAL = "[一二三四五六七八九十百]+"
_CHAPTER = re.compile(rf"[\s　]*([^\s　()第]{{1,8}})第{_NUMERAL}(?=[\s　(¶]|$)")
_VOLUME = re.compile(rf"[\s　]*[^\s　]{{1,14}}卷(?:第?{_NUMERAL}|[上中下首末])(?:考證)?(?:[\s　].*)?$")
_AUTHOR = re.compile(r"[\s　]+\S{0,4}.*(?:撰|注|疏|註|學|輯|釋文|音義|集解|訓傳|纂集|編|氏解)$")
_FRONT = re.compile(r"[\s　]*(?:欽定四庫全書|提要|.{0,12}(?:考證|跋語|目錄))(?:[\s　].*)?$")
_ROLE = re.compile(r"(?:漢|魏|晉|梁|唐|宋|元|明|清)?[\s　]*(\S{2,3}?)(?:等)?(音義|注|註|疏|集解|撰|學|解)(?=[\s　]|$)")


@dataclass(frozen=True, slots=True)
class Body:
    """A line of a file that is text: where it is, and the chapter and part of the file in which it stands."""

    start: int
    end: int
    chapter: str
    appendix: bool


def looks_like(raw: str) -> bool:
    """Whether the text has a mandoku header or page marks of Kanripo."""
    head = raw[:3000]
    return "mode: mandoku" in head or re.search(r"<pb:KR\d\w\d{4}", head) is not None


def read(raw: str) -> Layout:
    """Blocks by the form of the file; header, page marks and numbering are noise."""
    sheet = Sheet(raw)
    sheet.title = _property(raw, "TITLE")
    number = re.search(r"#\+PROPERTY: ID (KR\w+)", raw) or re.search(r"<pb:(KR\w+?)_", raw)
    sheet.name = number.group(1) if number else ""
    for match in re.finditer(r"<pb:[^>\n]*>¶?\n?", raw):
        sheet.noise(match.start(), match.end(), "page-mark")
    for match in re.finditer("¶", raw):
        sheet.mark(match.start(), match.end())
    speakers: dict[str, str] = {}
    lines = _lines(raw, sheet, speakers)
    text = "".join(raw[line.start : line.end] for line in lines)
    brackets = sum(len(m) for m in re.findall(r"\([^()]*\)", text)) / max(1, len(text))
    indented = sum(raw.startswith("　", line.start) for line in lines) / max(1, len(lines))
    # In a book on the 儀禮 what stands before the first chapter's heading (prefaces, tables) is no base text.
    introduces = re.search("序|提要|目", _property(raw, "PROPERTY: JUAN")) is not None
    front = "儀禮" in sheet.title and (introduces or any(line.chapter for line in lines))
    if len(re.findall(r"(?:音義|[疏䟽])[\s　¶]*\(", text)) >= 3:
        read_bracketed(sheet, lines, speakers, running=True, front=front)
    elif brackets > 0.12 and (brackets > 0.3 or indented < 0.3):
        read_bracketed(sheet, lines, speakers, running=False, front=front)
    elif indented > 0.15:
        read_indented(sheet, lines, speakers.get("撰", ""), front=front)
    else:
        read_flat(sheet, lines)
    return sheet.finish()


def _property(raw: str, name: str) -> str:
    match = re.search(rf"^#\+{name}:[ \t]*(.*?)\s*$", raw, re.MULTILINE)
    return match.group(1) if match else ""


def _lines(raw: str, sheet: Sheet, speakers: dict[str, str]) -> list[Body]:
    """The lines that are text; headers and headings go to the sheet, the speakers that headings name to `speakers`."""
    bodies: list[Body] = []
    chapter, appendix = "", False
    is_yili = "儀禮" in sheet.title
    position = 0
    for line in raw.splitlines(keepends=True):
        start, position = position, position + len(line)
        page = re.match(r"<pb:[^>\n]*>¶?", line)
        begin = start + (page.end() if page else 0)
        end = start + len(line.rstrip("\r\n¶"))
        if line.startswith("#") or line.startswith("\ufeff#"):
            sheet.noise(start, position, "metadata")
            continue
        if begin >= end or not raw[begin:end].strip():
            continue
        folded = fold(raw[begin:end])
        heading = _CHAPTER.match(folded)
        if folded.startswith("*"):
            sheet.block(begin, end, "題")
            sheet.mark(begin, begin + len(folded) - len(folded.lstrip("* ")))
        elif heading and _is_heading(folded, heading):
            chapter = chapter_names().get(heading.group(1), chapter) if is_yili else ""
            stop = begin + (folded.index("(") if "(" in folded else len(folded))
            sheet.block(begin, stop, "題", chapter=chapter)
            _note_speakers(folded, speakers)
            if stop < end:
                bodies.append(Body(stop, end, chapter, appendix))
        elif "(" not in folded and (_VOLUME.match(folded) or _FRONT.match(folded) or _AUTHOR.match(folded)):
            appendix = appendix or ("考證" in folded and len(folded.strip()) < 16)
            sheet.block(begin, end, "題", chapter=chapter)
            _note_speakers(folded, speakers)
        else:
            bodies.append(Body(begin, end, chapter, appendix))
    return bodies


def _is_heading(folded: str, match: re.Match[str]) -> bool:
    """A chapter's heading stands alone on its line, or with the names of book and commentator after it."""
    rest = folded[match.end() :].strip(" 　")
    return not rest or rest.startswith("(") or (len(rest) < 20 and folded[match.end() : match.end() + 1] in " 　")


def _note_speakers(folded: str, speakers: dict[str, str]) -> None:
    for name, role in _ROLE.findall(folded):
        known = load_speakers().get(name)
        role = {"註": "注", "集解": "注", "解": "注", "學": "注"}.get(role, role)
        speakers.setdefault(role, known.speaker if known else name)
