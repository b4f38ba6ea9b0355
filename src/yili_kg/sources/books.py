"""Who speaks in the layers of a book when its own lines do not say it: `extraction/rules/books.tsv`."""

from __future__ import annotations

import csv
import re
from functools import cache

from yili_kg.data import data_folder, where
from yili_kg.errors import DataError
from yili_kg.sources.speakers import load_speakers
from yili_kg.text.folding import fold

__all__ = ["authors_of", "is_classic", "speakers_of"]

_ROLES = {
    "注": "注",
    "註": "注",
    "箋": "注",
    "傳": "注",
    "解": "注",
    "集解": "注",
    "章句": "注",
    "學": "注",
    "音義": "音義",
    "釋文": "音義",
    "疏": "疏",
    "正義": "疏",
    "撰": "撰",
    "輯": "撰",
    "述": "撰",
    "編": "撰",
    "纂集": "撰",
    "集說": "撰",
}
_ROLE = re.compile(f"(.*?)({'|'.join(sorted(_ROLES, key=len, reverse=True))})附?")
_DYNASTY = re.compile("(?:國朝|皇清|後漢|[漢魏晉梁隋唐宋元明清])")
_RUNNING_WORDS = re.compile("[之也者曰云而則以於于其不為]")


@cache
def _rows() -> tuple[tuple[str, str, str], ...]:
    path = data_folder("extraction") / "rules" / "books.tsv"
    rows: list[tuple[str, str, str]] = []
    with path.open(encoding="utf-8", newline="") as lines:
        for number, row in enumerate(csv.DictReader(lines, delimiter="\t"), 2):
            if not (row.get("title") and row.get("layer") and row.get("speaker") and row.get("reason")):
                raise DataError("a row is title, layer, speaker and reason", where=where(path, number))
            rows.append((fold(row["title"]), row["layer"], row["speaker"]))
    return tuple(rows)


def speakers_of(title: str) -> dict[str, str]:
    """Speaker by layer for a book of this title, as tradition has it; empty for a book that is not in the table."""
    folded, speakers = fold(title), {"音義": "陸德明"}
    for name, layer, speaker in _rows():
        if name in folded and not (name == "禮記" and "大戴" in folded):
            speakers.setdefault(layer, speaker)
    return speakers


def is_classic(title: str) -> bool:
    """Whether a title is that of a classic itself, not of a book about it: its notes are then the old ones."""
    folded = fold(title)
    return any(name == folded for name, _, _ in _rows())


def authors_of(line: str) -> dict[str, str] | None:
    """Speaker by layer (撰: who wrote the book) as a folded line names them, or None where it is no such line.

    `漢鄭氏注　唐陸德明音義　賈公彥疏` names three, `元　敖繼公　撰` one. A name that is not sure is empty.
    """
    if len(line) > 60 or _RUNNING_WORDS.search(line):
        return None
    authors: dict[str, str] = {}
    pending = ""
    for token in line.split():
        match = _ROLE.fullmatch(token)
        if match is None:
            pending = token
            continue
        name = match.group(1) or pending
        if not name:
            return None
        role = _ROLES[match.group(2)]
        found = _name(name, sure=role == "撰" or _DYNASTY.match(name) is not None)
        if match.group(2) == "傳" and not found:
            return None
        authors.setdefault(role, found)
        pending = ""
    return authors or None if not pending or "盡" in pending else None


def _name(words: str, *, sure: bool) -> str:
    """The person's name in the words before a role; empty where nobody is known and the line gives no sure sign."""
    words = _DYNASTY.sub("", words, count=1).removeprefix("臣")
    known = load_speakers().get(words)
    if known is not None:
        return known.speaker
    for speaker in load_speakers().values():
        if words.endswith(fold(speaker.speaker)):
            return speaker.speaker
    if not sure or words.endswith("氏"):
        return ""
    return words if len(words) <= 3 else words[-3:] if len(words) <= 6 else ""  # 濟陽張爾岐: his home before his name
