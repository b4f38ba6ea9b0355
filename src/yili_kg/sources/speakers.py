"""Who speaks in a comment: 註曰 … ○疏曰 … ○楊氏曰 …, by the marks of `extraction/rules/speakers.tsv`."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from functools import cache

from yili_kg.data import data_folder, where
from yili_kg.errors import DataError
from yili_kg.sources.layout import Sheet
from yili_kg.text.folding import fold

__all__ = ["Speaker", "begins_comment", "cut_comment", "full_name", "load_speakers", "opening", "says_here"]


#: 正義鄭氏康成曰: the kind of a remark, a surname, a personal name, as the 義疏 of the Qing cite.
_FULL_NAME = re.compile("(?:正義|辨正|存疑|存異|通論|餘論|總論)?([一-鿿]{1,2})氏([一-鿿]{1,2})曰")
_NAMED = re.compile("○([一-鿿]{1,3}[氏子])[曰云]")
_WORDS = re.compile(r"(<pb:[^<>\r\n]{0,80}>)|[^\s¶<]+|<")


@dataclass(frozen=True, slots=True)
class Speaker:
    """A mark (註, 楊氏) with who speaks after it and in which layer."""

    mark: str
    speaker: str
    layer: str


@cache
def load_speakers() -> dict[str, Speaker]:
    """Speakers by folded mark; raises DataError on a broken row."""
    path = data_folder("extraction") / "rules" / "speakers.tsv"
    speakers: dict[str, Speaker] = {}
    with path.open(encoding="utf-8", newline="") as lines:
        for number, row in enumerate(csv.DictReader(lines, delimiter="\t"), 2):
            if not (row.get("mark") and row.get("speaker") and row.get("layer") and row.get("reason")):
                raise DataError("a row is mark, speaker, layer and reason", where=where(path, number))
            mark = fold(row["mark"])
            speakers.setdefault(mark, Speaker(mark, row["speaker"], row["layer"]))
    return speakers


@cache
def _opening() -> re.Pattern[str]:
    marks = "|".join(re.escape(m) for m in sorted(load_speakers(), key=lambda m: (-len(m), m)))
    return re.compile(rf"○?(?:({marks})\s*[曰云謂]|(又[按案]|[按案今愚](?:[按案謂]|[曰云])))")


@cache
def _inner() -> re.Pattern[str]:
    return re.compile(r"○(?=" + _opening().pattern.removeprefix("○?") + r")|○")


def begins_comment(line: str) -> bool:
    """Whether a folded line begins as a comment does (註曰, ○疏曰, 楊氏曰)."""
    return _opening().match(line.lstrip(" 　\t")) is not None


def opening(words: str) -> Speaker | None:
    """Who begins to speak with these folded words (○疏曰, 楊氏云), where the table knows the mark."""
    match = _opening().match(words)
    return load_speakers().get(match.group(1)) if match and match.group(1) else None


def full_name(words: str, at: int = 0) -> Speaker | None:
    """Who begins to speak at `at` in folded words, named in full (鄭氏康成曰, 敖氏繼公曰); his layer is 述註 by default."""
    match = _FULL_NAME.match(words, at)
    if match is None:
        return None
    mark, name = f"{match.group(1)}氏{match.group(2)}", match.group(1) + match.group(2)
    known = load_speakers().get(mark)
    known = known or next((s for s in load_speakers().values() if fold(s.speaker) == name), None)
    return known or Speaker(mark, name, "述註")


def says_here(line: str) -> int:
    """Where within a folded line of base text a note begins (…拜送注曰…), or -1."""
    match = re.search(r"(?<=.)[注註]曰", line)
    return match.start() if match else -1


def _names_layer(text: str) -> Speaker | None:
    """The speaker of a comment that opens with a name and a layer, without 曰 (鄭注戒警也)."""
    known = load_speakers().get(text[:2])
    return known if known is not None and known.mark[1:] in ("注", "註", "疏") else None


def cut_comment(sheet: Sheet, start: int, end: int, *, author: str, chapter: str = "", more: bool = False) -> None:
    """Add the comment at `start`–`end` to the sheet, one block a speaker.

    What comes after ○ without a name, or with 按 and the like, is the `author`'s own. With `more` the last block's
    layer gets a `+`: it may run on into base text.
    """
    places = [i for m in _WORDS.finditer(sheet.raw, start, end) for i in range(m.start(), m.end()) if not m.group(1)]
    if not places:
        return
    text = fold("".join(sheet.raw[i] for i in places))
    cuts = sorted({0, *(m.start() for m in re.finditer("○", text)), *_gaps(sheet.raw, places, text)})
    pieces: list[tuple[int, str, str]] = []
    for cut in cuts:
        match = _opening().match(text, cut)
        known = load_speakers().get(match.group(1)) if match and match.group(1) else full_name(text, cut)
        known = known or (_names_layer(text) if cut == 0 else None)
        if known is not None:
            pieces.append((places[cut], known.layer, known.speaker))
        elif cut == 0 or match is not None:
            pieces.append((places[cut], "述註", author))
        elif named := _NAMED.match(text, cut):
            pieces.append((places[cut], "述註", named.group(1)))
        elif pieces and pieces[-1][1] != "述註":
            pieces.append((places[cut], "述註", author))
    for number, (begin, layer, speaker) in enumerate(pieces):
        last = number == len(pieces) - 1
        stop = end if last else pieces[number + 1][0]
        sheet.block(begin, stop, layer + ("+" if more and last else ""), speaker=speaker, chapter=chapter)


def _gaps(raw: str, places: list[int], text: str) -> list[int]:
    """Where a voice begins after a full-width space (…也　敖氏繼公曰…), or named in full where a line begins."""
    gaps: list[int] = []
    for n in range(1, len(places)):
        if places[n] - places[n - 1] == 1:
            continue
        spaced = raw[places[n - 1] + 1] == "　"
        if full_name(text, n) or (spaced and _opening().match(text, n)):
            gaps.append(n)
    return gaps
