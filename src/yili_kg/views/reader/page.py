"""The files of the reader: a page for each part of a 篇, the marks on it in a file of their own, and what all pages share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from markupsafe import Markup

from yili_kg.graph.knowledge import rule_reasons
from yili_kg.received.sections import load_sections
from yili_kg.resolve.collation import collate
from yili_kg.tables.layers import layers
from yili_kg.tables.types import mention_types
from yili_kg.views.names import names_in
from yili_kg.views.page import embedded, render
from yili_kg.views.reader.chapters import Chapter, Place, gather_chapters
from yili_kg.views.reader.margin import margins, said_on
from yili_kg.views.reader.marks import Marks
from yili_kg.views.reader.parts import parts_of
from yili_kg.views.reader.text import Writer, title_of
from yili_kg.views.shares import APART, Share, shares, together
from yili_kg.views.site import file_of, part_of
from yili_kg.views.told import Told

__all__ = ["SCRIPTS", "reader_files", "share_files", "shared_file"]

#: The scripts of the page, in the order in which they run.
SCRIPTS = ("read.js", "read-marks.js", "read-cards.js", "read-acts.js")
#: What all pages of the reader share: names of terms, reasons of rules.
SHARED = "reading.js"
_TERMS = ("verdicts", "forms", "formulas", "traditions", "decisions", "stances")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Leaf:
    """A page of the reader: the part `number` of a 篇 of `total`."""

    chapter: Chapter
    places: Sequence[Place]
    number: int
    total: int

    @property
    def file(self) -> str:
        return file_of("read", chapter=part_of(self.chapter.number, self.number))

    @property
    def marks(self) -> str:
        return f"marks-{part_of(self.chapter.number, self.number)}.js"

    def segments(self) -> list[str]:
        """The ids of all segments on the page."""
        return [held.segment.id for place in self.places for held in place.held()]

    def editions(self) -> set[int]:
        """The numbers of the editions that stand on the page."""
        return {held.edition for place in self.places for held in place.held()}

    def size(self) -> int:
        """How many code points of text stand on the page."""
        return sum(len(held.segment.text) for place in self.places for held in place.held())


class _Book:
    """What some pages of the 篇 of a share are written from: `share` has the editions that stand on them."""

    def __init__(self, told: Told, share: Share, leaves: Sequence[_Leaf]) -> None:
        self.told, self.leaves = told, leaves
        editions = share.of(told.editions)
        self.marks = Marks(editions)
        at = {h.segment.id: place.id for leaf in leaves for place in leaf.places for h in place.held()}
        self._margin = margins(editions, collate([a.edition for a in editions], chapters=share.chapters), at)
        self._said = said_on(editions, at)
        self._steps = {segment: sum(act.sure for act in acts) for segment, acts in self.marks.acts.items()}

    def writer(self, leaf: _Leaf, files: Mapping[str, str]) -> Writer:
        """What writes the text of a page; `files` are the pages of all segments of its 篇."""
        chapter = leaf.chapter
        return Writer(
            editions=self.told.editions,
            file=leaf.file,
            files=files,
            margin=self._margin,
            rank=chapter.rank,
            steps=self._steps,
            said=self._said,
            rite=_rite(self.told, chapter.number),
            several=len(set(chapter.rank.values())) > 1 or chapter.number == APART,
        )


def reader_files(told: Told) -> Iterator[tuple[str, str]]:
    """Each file of the reader with what is in it: pages, marks, and `reading.js`."""
    for share in shares(told.editions):
        yield from share_files(told, share)
    yield shared_file()


def share_files(
    told: Told, share: Share, places: Mapping[str, Sequence[int]] | None = None
) -> Iterator[tuple[str, str]]:
    """The files of the 篇 of a share; `places` says how many places each page of a 篇 has, where that is known already."""
    known = parts_of(told.editions, share).places if places is None else places
    chapters = [_leaves(c, known[c.number]) for c in gather_chapters(told.editions, share).values()]
    files = {c[0].chapter.number: {segment: leaf.file for leaf in c for segment in leaf.segments()} for c in chapters}
    for part, piece in _pieces(share, list(chain.from_iterable(chapters))):
        yield from _files_of(_Book(told, part, piece), files)


def _pieces(share: Share, leaves: Sequence[_Leaf]) -> Iterator[tuple[Share, list[_Leaf]]]:
    """The pages of a share that are written at a time, with the editions that stand on them.

    What is of no 篇 stands edition after edition, with no passage that several have: of it some editions at a time.
    """
    if share.chapters != (APART,):
        yield share, list(leaves)
        return
    for numbers in together([leaf.size() for leaf in leaves]):
        piece = [leaves[number] for number in numbers]
        yield _standing_on(share, piece), piece


def _standing_on(share: Share, leaves: Sequence[_Leaf]) -> Share:
    """The editions of a share that stand on some pages."""
    return Share(chapters=share.chapters, editions=tuple(sorted({n for leaf in leaves for n in leaf.editions()})))


def shared_file() -> tuple[str, str]:
    """The file that all pages of the reader share."""
    return SHARED, f"given({embedded(SHARED)}, {embedded(_shared())});\n"


def _files_of(book: _Book, files: Mapping[str, Mapping[str, str]]) -> Iterator[tuple[str, str]]:
    """`files`: 篇 → segment → the page on which it stands."""
    for leaf in book.leaves:
        inside = files[leaf.chapter.number]
        text = "".join(map(book.writer(leaf, inside).place, leaf.places))
        yield leaf.file, _page(book.told, leaf, inside, text)
        yield leaf.marks, f"given({embedded(leaf.marks)}, {embedded(book.marks.of(leaf.segments()))});\n"


def _leaves(chapter: Chapter, places: Sequence[int]) -> list[_Leaf]:
    """The pages of a 篇, each with as many places as it has."""
    every = iter(chapter.places)
    parts = [list(islice(every, number)) for number in places]
    return [_Leaf(chapter=chapter, places=part, number=n, total=len(parts)) for n, part in enumerate(parts)]


def _rite(told: Told, chapter: str) -> str:
    file = file_of("rite", chapter=chapter)
    return told.site.address(file) if file in told.site.files else ""


def _page(told: Told, leaf: _Leaf, files: Mapping[str, str], text: str) -> str:
    chapter = leaf.chapter
    order = [(number, n, len(firsts)) for number, firsts in told.site.parts for n in range(len(firsts))]
    here = order.index((chapter.number, leaf.number, leaf.total))
    zh, en = _names(chapter.number, told)
    around = {"before": here - 1, "behind": here + 1}
    near = {name: _near(told, *order[n]) for name, n in around.items() if 0 <= n < len(order)}
    astray = _astray(leaf, files, told)
    return render(
        "read.html",
        page="read",
        here=leaf.file,
        site=told.site,
        scripts=SCRIPTS,
        data={"marks": leaf.marks, "shared": SHARED, "file": leaf.file, "astray": astray},
        title=f"{zh} {en} · 讀 Read",
        zh=zh,
        en=en,
        number=leaf.number + 1,
        total=leaf.total,
        parts=[file_of("read", chapter=part_of(chapter.number, n)) for n in range(leaf.total)],
        editions=list(dict.fromkeys(title_of(told.editions[n]) for n in chapter.editions())),
        contents=_contents(leaf),
        shown_layers=_layers(leaf),
        near=near,
        body=Markup(text),
        kinds=list(mention_types().values()),
    )


def _near(told: Told, chapter: str, number: int, total: int) -> tuple[Any, ...]:
    """A page that another leads to: its file, the names of its 篇, which of how many pages of it."""
    return file_of("read", chapter=part_of(chapter, number)), *_names(chapter, told), number + 1, total


def _names(chapter: str, told: Told) -> tuple[str, str]:
    return next(((c["zh"], c["en"]) for c in told.site.chapters() if c["chapter"] == chapter), (chapter, chapter))


def _astray(leaf: _Leaf, files: Mapping[str, str], told: Told) -> dict[str, str]:
    """Segments whose names lead to this page (they say its passage, or none) and which stand on another: where."""
    if leaf.total == 1:
        return {}
    names = {segment: file for segment, file in files.items() if file != leaf.file}
    here = leaf.file
    return {
        s: f for s, f in sorted(names.items()) if told.site.read_href(s).partition("#")[0].rpartition("/")[2] == here
    }


def _layers(leaf: _Leaf) -> list[Any]:
    """The rows of the layers that can be unfolded on the page, in their order."""
    there = {h.segment.layer for place in leaf.places for h in place.held()} & set(layers().comments)
    return [row for row in layers().rows if row.layer in there]


def _contents(leaf: _Leaf) -> list[dict[str, Any]]:
    """The sections with their passages; those before the first section stand under no name."""
    begin: dict[str, list[str]] = {}
    for section in load_sections().sections:
        begin.setdefault(section.first, []).append(section.heading or section.name)
    found: list[dict[str, Any]] = []
    for place in leaf.places:
        if not place.id:
            continue
        names = begin.get(place.id, [])
        if names or not found:
            found.append({"names": names, "passages": []})
        found[-1]["passages"].append(place.id)
    return found


def _shared() -> dict[str, Any]:
    return {"terms": {kind: dict(names_in(kind)) for kind in _TERMS}, "rules": rule_reasons()}
