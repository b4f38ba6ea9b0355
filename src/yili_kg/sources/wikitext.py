"""The source of a page of a wiki: its templates, links and marks, of which the text is what a reader of the page sees.

Notes stand in templates of their own (`{{*|筮者…}}`), conversion of graphs is kept off with `-{餘}-`, links have a label
(`[[w:禮|有司]]`). What each template is, is said in `extraction/rules/sources/wikitext.tsv`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from yili_kg.data import data_folder
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table
from yili_kg.text.folding import fold

__all__ = ["as_shown"]

#: So many templates and links, of which at least one is known, show the source of a wiki.
_SEVERAL = 3
#: The kind of a link is named in so many code points at its head.
_NAME = 20
_TOKEN = re.compile(
    r"(?P<template>\{\{\s*(?P<name>[^{}\[\]|\r\n]{0,40})\s*)|(?P<closes>\}\})|(?P<link>\[\[)|(?P<unlinks>\]\])"
    r"|(?P<bar>\|)|(?P<named>[A-Za-z][\w ]{0,20}=)|(?P<mark>-\{|\}-|'{2,5}|__[A-Z]{2,20}__|<!--.{0,4000}?-->|</?[a-z]{1,20}\b[^<>\r\n]{0,200}>)",
    re.S,
)


class _Template(Row):
    """What a template makes of its text: a note, lines of their own, words in the line; all others are none of the text."""

    template: Filled
    makes: Literal["note", "lines", "words"]
    reason: Filled


@cache
def _templates() -> dict[str, _Template]:
    path = data_folder("extraction") / "rules" / "sources" / "wikitext.tsv"
    return {row.template: row for row in read_table(path, _Template, unique=("template",))}


def _leads_apart(raw: str, place: int) -> bool:
    """Whether a link at a place is none of the text: to a category, or to a picture."""
    return load_patterns("sources/pages")["apart-on-a-wiki"].match(fold(raw[place : place + _NAME])) is not None


@dataclass(slots=True)
class _Open:
    """A template or link that is open: where it begins, what it is, and where its last part begins."""

    start: int
    makes: str
    part: int = -1
    bars: list[int] = field(default_factory=list)


def as_shown(raw: str) -> str:
    """The source of a wiki page with blanks for its markup, of the same length, notes in brackets; any other text as it is.

    Cost is linear in the text.
    """
    tokens = list(_TOKEN.finditer(raw)) if "{{" in raw else []
    named = [token["name"].strip() for token in tokens if token["template"]]
    if len(named) + sum(bool(token["link"]) for token in tokens) < _SEVERAL or _templates().keys().isdisjoint(named):
        return raw
    page = _Page(raw)
    for token in tokens:
        page.take(token)
    return "".join(page.copy)


class _Page:
    """A copy of the page, and what is open at a place of it."""

    def __init__(self, raw: str) -> None:
        self.copy = list(raw)
        self._raw = raw
        self._open: list[_Open] = []

    def take(self, token: re.Match[str]) -> None:
        """One token of markup."""
        start, end = token.span()
        if token["template"]:
            known = _templates().get(token["name"].strip())
            self._blank(start, end)
            self._open.append(_Open(start, known.makes if known else ""))
        elif token["link"]:
            self._blank(start, end)
            self._open.append(_Open(start, "apart" if _leads_apart(self._raw, end) else "words", part=end))
        elif token["closes"] or token["unlinks"]:
            self._close(start, end)
        elif token["bar"]:
            if self._open:
                self._open[-1].part = end
                self._blank(start, end)
        elif not token["named"]:
            self._blank(start, end)

    def _close(self, start: int, end: int) -> None:
        """The template or link that was opened last ends: of its parts the last one is shown."""
        self._blank(start, end)
        if not self._open:
            return
        one = self._open.pop()
        if one.makes in ("", "apart") or one.part < 0:
            self._blank(one.start, end)
            return
        self._blank(one.start, one.part)
        if one.makes == "note":
            self.copy[one.part - 1], self.copy[start] = "（", "）"
        elif one.makes == "lines":
            self.copy[one.part - 2 : one.part] = self.copy[start:end] = "\n\n"

    def _blank(self, start: int, end: int) -> None:
        self.copy[start:end] = [c if c in "\r\n" else " " for c in self.copy[start:end]]
