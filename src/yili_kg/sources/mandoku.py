"""Reads Kanripo files (mandoku): headers, page marks, headings, and the ways in which they set notes apart.

- running: the 注疏 of the Siku; base text and note run on outside the brackets, 音義(…) and 疏(…) within them;
- bracketed: base text outside the brackets, notes within;
- indented: base text flush, comments indented by U+3000 (註曰 … ○疏曰 …);
- flat: text of one layer (prefaces, treatises, the punctuated texts of the TLS).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from yili_kg.sources.layout import Layout, Sheet
from yili_kg.sources.mandoku_flat import read_flat
from yili_kg.sources.mandoku_indent import opens_comment, read_indented
from yili_kg.sources.mandoku_lines import Line, scan, sort_lines
from yili_kg.sources.mandoku_notes import read_notes
from yili_kg.sources.mandoku_running import read_running
from yili_kg.text.folding import fold

__all__ = ["form_of", "looks_like", "read"]

_REMARK = re.compile(r"\([謹今]?[案按]")


def looks_like(raw: str) -> bool:
    """Whether the text has a mandoku header or page marks of Kanripo."""
    head = raw[:3000]
    return "mode: mandoku" in head or re.search(r"<pb:KR\d\w\d{4}", head) is not None


def read(raw: str) -> Layout:
    """Blocks by the form of the file; header, page marks and numbering are noise."""
    sheet = Sheet(raw, _property(raw, "TITLE"))
    number = re.search(r"^#\+PROPERTY:[ \t]*ID[ \t]+(KR\w+)", raw, re.MULTILINE) or re.search(r"<pb:(KR\w+?)_", raw)
    sheet.name = number.group(1) if number else ""
    lines = scan(sheet)
    form = form_of(raw, lines)
    frame = sort_lines(sheet, lines, sheet.title, form=form)
    if form == "running":
        read_running(sheet, frame)
    elif form == "bracketed":
        read_notes(sheet, frame)
    elif form == "indented":
        read_indented(sheet, frame)
    else:
        read_flat(sheet, frame)
    return sheet.finish()


def form_of(raw: str, lines: Sequence[Line]) -> str:
    """How a file sets its notes apart: running, bracketed, indented or flat."""
    main = [line for line in lines if line.part in ("main", "named")]
    main = main or [line for line in lines if line.part == "front"]
    text = "".join(raw[line.start : line.end] for line in main)
    size = max(1, len(text))
    if len(re.findall("[，。]", text)) * 60 > size:
        return "flat"
    if len(re.findall(r"(?:音義|[疏䟽])[\s　¶]*\(", text)) >= 3:
        return "running"
    brackets = [m.group() for m in re.finditer(r"\([^()]*\)", text)]
    remarks = sum(1 for b in brackets if _REMARK.match(b))
    inside = sum(len(b) for b in brackets)
    indented = [line for line in main if line.indent]
    share = len(indented) / max(1, len(main))
    comments = sum(opens_comment(fold(raw[line.start : line.end])) for line in indented)
    if inside > 0.12 * size and 2 * remarks < len(brackets) and not (share > 0.3 and comments >= 3):
        return "bracketed"
    remarked = remarks >= 3 and 2 * remarks > len(brackets)
    return "indented" if comments >= 2 or 0.3 < share < 0.97 or remarked else "flat"


def _property(raw: str, name: str) -> str:
    match = re.search(rf"^\ufeff?#\+{name}:(.*)", raw, re.MULTILINE)
    return match.group(1).strip() if match else ""
