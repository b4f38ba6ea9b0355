"""The pages that stand side by side: what the head of each of them leads to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from yili_kg.received.chapters import chapter_rows
from yili_kg.tables.pages import Page, pages

__all__ = ["ALONE", "Link", "Site", "file_of", "part_of", "site_of_build", "site_of_folder"]

_PASSAGE = re.compile(r"\d\d\.\d{3}(?![^.])")
#: What is of no 篇 (prefaces, essays): read on a page of its own, under the number 00.
_NO_CHAPTER = {"chapter": "00", "name": "篇外", "en": "outside the chapters"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A name at the head of a page: where it leads, whether one is there, and the pages `under` it, if it is many."""

    zh: str
    en: str
    href: str = ""
    here: bool = False
    under: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Site:
    """The files of the pages that there are; `served`: they have addresses on a server, and its own pages are there too.

    `parts` are, for each 篇 that can be read, the first passages of the pages that it is shared out to.
    """

    files: tuple[str, ...] = ()
    served: bool = False
    parts: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def chapters(self) -> list[dict[str, Any]]:
        """The 篇 in order, with the names and with what there is of each, as the scripts of the pages want them."""
        parts = dict(self.parts)
        return [
            {
                "chapter": row["chapter"],
                "zh": row["name"],
                "en": row["en"],
                "parts": list(parts.get(row["chapter"], ())),
                "rite": file_of("rite", chapter=row["chapter"]) in self.files,
            }
            for row in (*chapter_rows(), _NO_CHAPTER)
        ]

    def links(self, here: str) -> tuple[Link, ...]:
        """The names of the pages there are, in the order of their table; `here` is the file or address of the reader."""
        return tuple(link for page in pages().values() if page.zh != "-" for link in self._links(page, here))

    def _links(self, page: Page, here: str) -> Iterator[Link]:
        if page.on_server_only:
            if self.served:
                yield Link(zh=page.zh, en=page.en, href=page.file, here=here == page.file)
        elif "{" in page.file:
            under = tuple(self._by_chapter(page, here))
            if under:
                yield Link(zh=page.zh, en=page.en, here=any(link.here for link in under), under=under)
        elif page.file in self.files:
            yield Link(zh=page.zh, en=page.en, href=self.address(page.file), here=here == page.file)

    def _by_chapter(self, page: Page, here: str) -> Iterator[Link]:
        names = {row["chapter"]: (row["name"], row["en"]) for row in (*chapter_rows(), _NO_CHAPTER)}
        for file in self.files:
            chapter = page.chapter_of(file)
            if chapter and chapter in names:
                zh, en = names[chapter]
                of_it = page.chapter_of(here).partition("-")[0] == chapter
                yield Link(zh=zh, en=en, href=self.address(file), here=of_it)

    def read_href(self, place: str) -> str:
        """The page on which a place (`04`, `04.013`, `04.013.zhushu.jing.1`) is read, with the place behind it.

        Empty where it is on none. A segment without a passage is looked for on the first page of its 篇, which leads on.
        """
        firsts = dict(self.parts).get(place[:2], ())
        if not firsts:
            return ""
        passage = place[:6] if _PASSAGE.match(place) else firsts[0]
        number = max((n for n, first in enumerate(firsts) if first <= passage), default=0)
        return f"{self.address(file_of('read', chapter=part_of(place[:2], number)))}#{quote(place)}"

    def address(self, file: str) -> str:
        """Where a file of the build is to be had."""
        return f"/{file}" if self.served else file


#: A page without others beside it.
ALONE = Site()


def file_of(page: str, *, chapter: str = "") -> str:
    """The file of a page of a build, by the page's name in the table.

    >>> file_of("rite", chapter="04")
    'rite-04.html'
    """
    return pages()[page].file.format(chapter=chapter)


def part_of(chapter: str, number: int) -> str:
    """What stands for `{chapter}` in the file of one of several pages of a 篇: `04` for the first (0), then `04-2`."""
    return f"{chapter}-{number + 1}" if number else chapter


def site_of_build(rites: Iterable[str], parts: Mapping[str, Sequence[str]] | None = None) -> Site:
    """The pages of a build in which the rites of some 篇 can be played.

    `parts` has for each 篇 that can be read the first passages of its pages.
    """
    read = dict(sorted((parts or {}).items()))
    pieces = [part_of(chapter, n) for chapter, firsts in read.items() for n in range(len(firsts))]
    there = {"rite": sorted(rites), "read": pieces}
    found: list[str] = []
    for page in pages().values():
        if "{" in page.file:
            found.extend(file_of(page.page, chapter=chapter) for chapter in there[page.page])
        elif not page.on_server_only:
            found.append(page.file)
    return Site(tuple(found), parts=tuple((c, tuple(firsts)) for c, firsts in read.items()))


def site_of_folder(names: Iterable[str], *, served: bool = False) -> Site:
    """The pages among the files of a folder."""
    known = {page.file for page in pages().values()}
    files = tuple(f for f in sorted(names) if f in known or any(p.chapter_of(f) for p in pages().values()))
    # Where the further pages of a 篇 begin its files do not say; the first one leads on.
    read = (pages()["read"].chapter_of(f) for f in files)
    return Site(files, served, tuple((chapter, (f"{chapter}.000",)) for chapter in read if len(chapter) == 2))
