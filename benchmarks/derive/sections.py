"""Makes `extraction/passages/sections.tsv`, the sections of the rites as the sub-commentary names them.

python -m benchmarks.derive.sections 注疏-FOLDER 儀禮圖-FOLDER 儀禮-FOLDER > sections.tsv reads KR1d0028, KR1d0032 and
KR1d0026 (whose base text is cut finest) and says to stderr how far the first two agree.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from yili_kg.layers import edit
from yili_kg.models import Edition
from yili_kg.received.sections import Section
from yili_kg.sources import read
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import read_patterns
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table
from yili_kg.text.folding import fold

__all__ = ["PATTERNS", "derive", "editions", "headings", "write"]

HERE = Path(__file__).parent
PATTERNS = read_patterns(HERE / "sections.yaml")
COLUMNS = ("section", "chapter", "first", "last", "last_words", "title", "heading", "name", "kind", "source")
#: The 疏 says it where it begins; farther on 自此 is about something else.
HEAD = 90
#: An end so many graphs short of the next section is taken for a loose quotation of the words before that section.
FAR = 40
#: How many graphs apart the 疏 and 楊復 may put one end.
NEAR = 8
#: How many graphs of the end of a section of 楊復's are looked for in the base text.
TAIL = 8
#: The kind of a section that is none of the others.
OTHER = "其他"
#: A passage after all others.
NEVER = "99"
NOTE = re.compile(r"\([^()]*\)|<[^>]*>|[¶\s　]")


class Kind(Row):
    """A kind of act, with the words by which it is known in the name of a section."""

    kind: Filled
    words: Filled
    reason: Filled

    def fits(self, name: str) -> bool:
        """Whether the folded name of a section has one of the words."""
        return any(fold(word) in name for word in self.words.split())


KINDS = read_table(HERE / "kinds.tsv", Kind, unique=("kind",))


class Base:
    """The base text of a chapter with the passage of each graph."""

    def __init__(self, edition: Edition, chapter: str) -> None:
        self.passages: list[str] = []
        self.classic = 0
        text: list[str] = []
        for segment in sorted(edition.segments, key=lambda s: s.order):
            if segment.layer in layers().base and segment.chapter == chapter and segment.passages:
                graphs = [g for g in segment.text if g >= "\u3400"]
                text += graphs
                self.passages += [segment.passages[0]] * len(graphs)
                self.classic = len(self.passages) if segment.layer == layers().named("base") else self.classic
        self.text = fold("".join(text))

    def first_of(self, passage: str) -> int:
        """The first graph of a passage or of what follows it; 0 behind the last."""
        return next((i for i, p in enumerate(self.passages) if p >= passage), 0)

    def ends(self, words: str) -> list[int]:
        """The places of the last graph of all occurrences of the words, or of their last graphs."""
        words = fold(words)
        for length in range(len(words), 1, -1):
            found = [m.start() + length - 1 for m in re.finditer(re.escape(words[-length:]), self.text)]
            if found:
                return found
        return []


@dataclass(frozen=True, slots=True)
class Said:
    """What a 疏 says of a section: from which passage on, to which words, what it is about."""

    first: str
    last_words: str
    title: str
    source: str


def derive(
    editions: Iterable[Edition], charts: Mapping[str, Sequence[tuple[str, str]]], bases: Mapping[str, Edition]
) -> list[Section]:
    """The sections that the 疏 of some editions name, with the headings of `charts` (chapter → heading, end).

    `bases` are editions by chapter in whose base text the ends are looked for.
    """
    made: list[Section] = []
    for edition in editions:
        for chapter in sorted({s.chapter for s in edition.segments if s.chapter}):
            base = Base(bases.get(chapter, edition), chapter)
            if base.text:
                said = sorted(said_in(edition, chapter), key=lambda s: s.first)
                made.extend(sections_of(chapter, base, said, charts.get(chapter, ())))
    return made


def said_in(edition: Edition, chapter: str) -> Iterator[Said]:
    """What the 疏 of a chapter says at its head of where sections end."""
    for segment in edition.segments:
        if segment.layer in layers().sub and segment.chapter == chapter and segment.passages:
            match = PATTERNS["said"].search(fold(segment.text[:HEAD]))
            if match:
                first = (segment.comments_on or segment.passages[0])[:6]
                last, title = (segment.text[slice(*match.span(part))] for part in ("last", "title"))
                yield Said(first, last, title, segment.id)


def sections_of(chapter: str, base: Base, said: Sequence[Said], chart: Sequence[tuple[str, str]]) -> list[Section]:
    """The sections of a chapter; what the 疏 says of words that the base text does not have is left out."""
    marks = chart_ends(base, chart)
    made: list[Section] = []
    for number, one in enumerate(said):
        following = next((s.first for s in said[number + 1 :] if s.first > one.first), NEVER)
        around = min((s.last for s in made if s.first <= one.first <= s.last), default=NEVER)
        places, within = places_of_end(base, one, following, around)
        if not places:
            continue
        near = marks_near(marks, within or places[:1], one.title)
        end = max(near) if near else (within or places[:1])[-1]
        end = before_next(base, one, following, end)
        heading = near.get(end, "")
        name = fold(heading) or short(one.title)
        made.append(
            Section(
                id=f"{chapter}.{len(made) + 1:02}",
                chapter=chapter,
                first=one.first,
                last=base.passages[end],
                last_words=one.last_words,
                title=one.title,
                heading=heading,
                name=name,
                kind=next((kind.kind for kind in KINDS if kind.fits(name)), OTHER),
                source=one.source,
            )
        )
    return made


def places_of_end(base: Base, said: Said, following: str, around: str) -> tuple[list[int], list[int]]:
    """Where the last words stand after the beginning, and of these before the next section and within the one around."""
    if PATTERNS["end-of-chapter"].fullmatch(said.last_words):
        return [len(base.passages) - 1], [len(base.passages) - 1]
    if PATTERNS["end-of-base"].fullmatch(said.last_words):
        return [base.classic - 1], [base.classic - 1]
    begin = base.first_of(said.first)
    places = [end for end in base.ends(said.last_words) if end >= begin]
    return places, [end for end in places if base.passages[end] < following and base.passages[end] <= around]


def marks_near(marks: Sequence[tuple[int, str]], places: Sequence[int], title: str) -> dict[int, str]:
    """The headings of 楊復 near some places, where they are about the same thing as the title."""
    about = set(PATTERNS["common"].sub("", fold(title)))
    return {
        place: heading
        for place in places
        for end, heading in marks
        if abs(end - place) <= NEAR and set(fold(heading)) & about
    }


def before_next(base: Base, said: Said, following: str, end: int) -> int:
    """The end of a section: right before the next one, where the 疏 only quotes the words there loosely."""
    before = base.first_of(following) - 1
    words = fold(said.last_words)
    if before <= base.first_of(said.first) or base.text[before] != words[-1]:
        return end
    is_short = base.passages[max(end, 0)] < base.passages[max(before - FAR, 0)]
    return before if base.text[before - 1] == words[-2:-1] or is_short else end


def short(title: str) -> str:
    """What a section is about, without the words that only lead up to it."""
    return PATTERNS["leading-up"].sub("", fold(title)).strip("，。、")


def headings(text: str) -> list[tuple[str, str]]:
    """Heading and last words before it, for each section of one chapter of the 儀禮圖 (a mandoku text)."""
    found: list[tuple[str, str]] = []
    before: list[str] = []
    for line in text.splitlines():
        match = PATTERNS["heading"].match(fold(line))
        if match is None:
            if not line.startswith(("#", "<pb")):
                before.append(NOTE.sub("", line))
            continue
        chunks = [c for c in "".join(before).split("○") if c]
        if chunks:
            found.append((line[slice(*match.span("heading"))], "\n".join(c[-TAIL:] for c in chunks)))
        before = []
    return found


def chart_ends(base: Base, chart: Sequence[tuple[str, str]]) -> list[tuple[int, str]]:
    """Where 楊復's sections end in the base text, in their order; what does not stand there is left out."""
    marks: list[tuple[int, str]] = []
    floor = 0
    for heading, tails in chart:
        places = [base.text.find(fold(tail), floor) for tail in tails.split("\n") if len(tail) == TAIL]
        ends = [place + TAIL - 1 for place in places if place >= 0]
        if ends:
            floor = min(ends)
            marks.append((floor, heading))
    return marks


def editions(books: Path, charts: Path, texts: Path) -> tuple[list[Section], int]:
    """The sections from folders with KR1d0028, KR1d0032 and KR1d0026, and how many headings the second has."""

    def files(folder: Path) -> list[Path]:
        return sorted(folder.glob("KR*_0*.txt"))

    chart = {p.stem[-2:]: headings(p.read_text(encoding="utf-8")) for p in files(charts)}
    bases = {p.stem[-2:]: edit(read(p)) for p in files(texts)}
    return derive((edit(read(p)) for p in files(books)), chart, bases), sum(len(c) for c in chart.values())


def write(sections: Iterable[Section], out: TextIO) -> None:
    """The table of sections."""
    writer = csv.writer(out, delimiter="\t", quoting=csv.QUOTE_NONE, lineterminator="\n")
    writer.writerow(COLUMNS)
    for section in sections:
        writer.writerow([getattr(section, "id" if c == "section" else c) for c in COLUMNS])


if __name__ == "__main__":
    sections, total = editions(*map(Path, sys.argv[1:4]))
    write(sections, sys.stdout)
    named = {(s.chapter, s.heading) for s in sections if s.heading}
    sys.stderr.write(f"{len(sections)} sections, {sum(1 for s in sections if s.heading)} end where one of {total} ")
    sys.stderr.write(f"headings of the 儀禮圖 does ({len(named)} headings)\n")
