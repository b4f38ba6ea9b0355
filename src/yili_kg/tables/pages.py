"""The tables of pages and of files of a build, `extraction/tables/pages.tsv` and `files.tsv`: names and what is in them."""

from __future__ import annotations

from functools import cache

from yili_kg.data import data_folder
from yili_kg.tables.table import Row, read_table

__all__ = ["BuildFile", "Page", "build_files", "pages"]


class Page(Row):
    """A page; the header of the table explains the columns."""

    page: str
    file: str
    zh: str
    en: str
    tells_zh: str
    tells_en: str

    @property
    def on_server_only(self) -> bool:
        """Whether the page is no file of a build: a server makes it when it is asked for."""
        return self.file.startswith("/")

    def chapter_of(self, file: str) -> str:
        """The 篇 of a file that is a page of this kind, `04` of `rite-04.html`; empty where it is none."""
        before, call, behind = self.file.partition("{chapter}")
        fits = call and file.startswith(before) and file.endswith(behind)
        return file[len(before) : len(file) - len(behind)] if fits else ""


class BuildFile(Row):
    """A file of a build that is no page: its name, its media type, what is in it."""

    file: str
    media: str
    tells_zh: str
    tells_en: str


@cache
def pages() -> dict[str, Page]:
    """The pages by name, in the order of their names at the head of each page."""
    rows = read_table(data_folder("extraction") / "tables" / "pages.tsv", Page, unique=("page",))
    return {row.page: row for row in rows}


@cache
def build_files() -> tuple[BuildFile, ...]:
    """The files of a build that are no pages."""
    return read_table(data_folder("extraction") / "tables" / "files.tsv", BuildFile, unique=("file",))
