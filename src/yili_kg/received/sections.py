"""The sections of the rites: from where to where the sub-commentary says that one thing is done (自此盡…論…).

The table `extraction/passages/sections.tsv` keeps the facts: first and last passage, the last words, what the 疏 says
the section is about, and the heading 右… of 楊復's 儀禮圖 where it ends at the same place. `python -m
yili_kg.received.sections 注疏-FOLDER 儀禮圖-FOLDER 儀禮-FOLDER` makes it anew from KR1d0028, KR1d0032 and KR1d0026 (whose
base text is cut finest) and prints how far the first two agree.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from yili_kg.data import data_folder, where
from yili_kg.errors import DataError
from yili_kg.models import BASE_LAYERS, Edition
from yili_kg.text.folding import fold

__all__ = ["Section", "Sections", "derive", "headings", "load_sections", "read_sections"]

_COLUMNS = ("section", "chapter", "first", "last", "last_words", "title", "heading", "name", "kind", "source")
_SAID = re.compile(
    "自此(?:以|已)?下?[至盡](?P<last>.{1,12}?)(?:一節)?[論為説](?P<title>.{2,26}?)"
    "(?:之事|之儀|之[節莭]|之[灋法]|事也|也|云|注釋|案|以其|但|者|$)"
)
#: The 疏 says it where it begins; farther on 自此 is about something else.
_HEAD = 90
#: What is done in a section, by the first word of its name that is here.
_KINDS = (
    ("無[算筭]", "無算爵"), ("旅", "旅酬"), ("酢", "酢"), ("酬", "酬"), ("獻", "獻"), ("樂", "樂"), ("射|取矢|獲", "射"),
    ("筮|卜", "筮卜"), ("戒|宿|速|召", "戒宿"), ("迎|拜至", "迎賓"), ("陳|設|饌|位", "陳設"), ("徹", "徹"), ("送|賓出", "送賓"),
)  # fmt: skip
#: An end so many graphs short of the next section is taken for a loose quotation of the words before that section.
_FAR = 40
#: Graphs that two names of different sections share.
_COMMON = "之主人于於為賓及"
#: How many graphs apart the 疏 and 楊復 may put one end.
_NEAR = 8
_HEADING = re.compile(r"^右(?P<heading>[^，。()（）¶]{1,16})¶?\s*$")
_NOTE = re.compile(r"\([^()]*\)|<[^>]*>|[¶\s　]")
#: How many graphs of the end of a section of 楊復's are looked for in the base text.
_TAIL = 8


@dataclass(frozen=True, slots=True, order=True)
class Section:
    """One section: `id` `04.04`, from the beginning of passage `first` to the end of `last`; `name` is its short name.

    `kind` is the kind of act that it is about (獻, 酢, 酬, 旅酬, 無算爵 …), 其他 where it is none of these.

    `heading` is 楊復's where his section ends there too, else empty; `source` is the segment of the 疏 that says so.
    """

    id: str
    chapter: str
    first: str
    last: str
    last_words: str
    title: str
    heading: str
    name: str
    kind: str
    source: str


class Sections:
    """The sections by the passages that they cover."""

    def __init__(self, sections: Sequence[Section]) -> None:
        self.sections = tuple(sections)
        self._of: dict[str, list[Section]] = {}
        for section in sections:
            self._of.setdefault(section.chapter, []).append(section)

    def of(self, passage: str) -> Section | None:
        """The narrowest section in which a passage lies: the one that began last."""
        found = [s for s in self._of.get(passage[:2], ()) if s.first <= passage <= s.last]
        return max(found, key=lambda s: (s.first, s.id)) if found else None


def read_sections(path: Path) -> Sections:
    """The sections of a table; raises DataError for a broken row."""
    rows: list[Section] = []
    with path.open(encoding="utf-8", newline="") as lines:
        for number, row in enumerate(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE), 2):
            place = where(path, number)
            empty = [c for c in _COLUMNS if c != "heading" and not (row.get(c) or "").strip()]
            if empty:
                raise DataError(f"the field {empty[0]} is empty", where=place, advice="fill it in")
            if not row["first"] <= row["last"]:
                raise DataError(f"the section ends before it begins ({row['first']}, {row['last']})", where=place)
            rows.append(Section(*(row[c] for c in _COLUMNS)))
    return Sections(rows)


@cache
def load_sections() -> Sections:
    """The sections that come with yili-kg."""
    return read_sections(data_folder("extraction") / "passages" / "sections.tsv")


class _Base:
    """The base text of a chapter with the passage of each graph."""

    def __init__(self, edition: Edition, chapter: str) -> None:
        self.passages: list[str] = []
        self.classic = 0
        text: list[str] = []
        for segment in sorted(edition.segments, key=lambda s: s.order):
            if segment.layer in BASE_LAYERS and segment.chapter == chapter and segment.passages:
                graphs = [g for g in segment.text if g >= "\u3400"]
                text += graphs
                self.passages += [segment.passages[0]] * len(graphs)
                self.classic = len(self.passages) if segment.layer == "經" else self.classic
        self.text = fold("".join(text))

    def ends(self, words: str) -> list[int]:
        """The places of the last graph of all occurrences of the words, or of their last graphs."""
        words = fold(words)
        for length in range(len(words), 1, -1):
            found = [m.start() + length - 1 for m in re.finditer(re.escape(words[-length:]), self.text)]
            if found:
                return found
        return []


def derive(
    editions: Iterable[Edition], charts: Mapping[str, Sequence[tuple[str, str]]], bases: Mapping[str, Edition]
) -> list[Section]:
    """The sections that the 疏 of some editions name, with the headings of `charts` (chapter → heading, end).

    `bases` are the editions by chapter in whose base text the ends are looked for.
    """
    made: list[Section] = []
    for edition in editions:
        for chapter in sorted({s.chapter for s in edition.segments if s.chapter}):
            base = _Base(bases.get(chapter, edition), chapter)
            if not base.text:
                continue
            said = [
                ((s.comments_on or s.passages[0])[:6], m, s.id)
                for s in edition.segments
                if s.layer == "疏" and s.chapter == chapter and s.passages
                for m in [_SAID.search(s.text[:_HEAD])]
                if m is not None
            ]
            said.sort(key=lambda row: row[0])
            made.extend(_sections(chapter, base, said, charts.get(chapter, ())))
    return made


def _sections(
    chapter: str, base: _Base, said: list[tuple[str, re.Match[str], str]], chart: Sequence[tuple[str, str]]
) -> list[Section]:
    marks = _chart_ends(base, chart)
    made: list[Section] = []
    for number, (first, match, source) in enumerate(said):
        begin = next((i for i, p in enumerate(base.passages) if p >= first), 0)
        following = next((f for f, _, _ in said[number + 1 :] if f > first), "99")
        places = [e for e in base.ends(match.group("last")) if e >= begin]
        around = min((s.last for s in made if s.first <= first <= s.last), default="99")
        within = [e for e in places if base.passages[e] < following and base.passages[e] <= around]
        if match.group("last") in ("篇末", "經末"):
            places = within = [(base.classic if match.group("last") == "經末" else len(base.passages)) - 1]
        if not places:
            continue
        title = match.group("title")
        near = {
            e: heading
            for e in within or places[:1]
            for place, heading in marks
            if abs(place - e) <= _NEAR and set(fold(heading)) & set(fold(title)) - set(_COMMON)
        }
        end = max(near) if near else (within or places[:1])[-1]
        before = next((i for i, p in enumerate(base.passages) if p >= following), 0) - 1
        said_last = fold(match.group("last"))
        short_of_it = base.passages[max(end, 0)] < base.passages[max(before - _FAR, 0)]
        if before > begin and base.text[before] == said_last[-1]:
            like = base.text[before - 1] == said_last[-2:-1] or short_of_it
            end = before if like else end  # right before the next section, though the 疏 quotes the words loosely
        heading = near.get(end, "")
        name = fold(heading) or _short(title)
        made.append(
            Section(
                f"{chapter}.{len(made) + 1:02}", chapter, first, base.passages[end], match.group("last"), title, heading,
                name, next((kind for words, kind in _KINDS if re.search(words, name)), "其他"), source,
            )
        )  # fmt: skip
    return made


def _short(title: str) -> str:
    """What a section is about, without the words that only lead up to it."""
    return re.sub("^(?:將|次論|次|上|因|更|自|其)", "", fold(title)).strip("，。、")


def headings(text: str) -> list[tuple[str, str]]:
    """Heading and last words before it, for each section of one chapter of the 儀禮圖 (a mandoku text)."""
    found: list[tuple[str, str]] = []
    before: list[str] = []
    for line in text.splitlines():
        match = _HEADING.match(line)
        if match is None:
            if not line.startswith(("#", "<pb")):
                before.append(_NOTE.sub("", line))
            continue
        chunks = [c for c in "".join(before).split("○") if c]
        if chunks:
            found.append((match.group("heading"), "\n".join(c[-_TAIL:] for c in chunks)))
        before = []
    return found


def _chart_ends(base: _Base, chart: Sequence[tuple[str, str]]) -> list[tuple[int, str]]:
    """Where 楊復's sections end in the base text, in their order; what does not stand there is left out."""
    marks: list[tuple[int, str]] = []
    floor = 0
    for heading, tails in chart:
        ends: list[int] = []
        for tail in tails.split("\n"):
            place = base.text.find(fold(tail), floor)
            if place >= 0 and len(tail) == _TAIL:
                ends.append(place + _TAIL - 1)
        if ends:
            floor = min(ends)
            marks.append((floor, heading))
    return marks


def main(arguments: Sequence[str]) -> int:
    """Print the table made from a folder with KR1d0028 and one with KR1d0032, and their agreement to stderr."""
    from yili_kg.layers import edit
    from yili_kg.sources import read

    books, charts, texts = (sorted(Path(a).glob("KR*_0*.txt")) for a in arguments)
    chart = {p.stem[-2:]: headings(p.read_text(encoding="utf-8")) for p in charts}
    bases = {p.stem[-2:]: edit(read(p)) for p in texts}
    sections = derive((edit(read(p)) for p in books), chart, bases)
    writer = csv.writer(sys.stdout, delimiter="\t", quoting=csv.QUOTE_NONE, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for section in sections:
        writer.writerow([getattr(section, "id" if c == "section" else c) for c in _COLUMNS])
    named = {(s.chapter, s.heading) for s in sections if s.heading}
    total = sum(len(c) for c in chart.values())
    sys.stderr.write(f"{len(sections)} sections, {sum(1 for s in sections if s.heading)} end where one of {total} ")
    sys.stderr.write(f"headings of the 儀禮圖 does ({len(named)} headings)\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
