"""The links of the pages of concepts: to where a place is read, to other concepts; and the marks of certainty."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from html import escape
from urllib.parse import quote

from yili_kg.graph.iris import tail
from yili_kg.graph.lift import word_iri
from yili_kg.lexicon import Entry, headword
from yili_kg.models import Segment
from yili_kg.views.names import names_in
from yili_kg.views.site import Site, file_of, part_of

__all__ = ["Links", "certainty", "concept_file", "read_address"]

_CERTAINTIES = {"by-hand": "by_hand", "by-rule": "by_rule", "unsure": "unsure"}


def concept_file(concept: str) -> str:
    """The file of the page of a concept.

    >>> concept_file("禮記·曲禮")
    'concept-禮記.曲禮.html'
    """
    return f"concept-{tail(word_iri(concept).value)}.html"


def certainty(how: str, words: Mapping[str, str], *, shown: bool = False) -> str:
    """The mark of how a statement was decided (`by-hand`, `by-rule`, `unsure`), its words for those who hear the page."""
    told = words[_CERTAINTIES[how]]
    return f'<span class="way {"" if shown else "mark "}{how}">{told if shown else f"""<span class="sr">{told}</span>"""}</span>'


class Links:
    """What the pages lead to: places to be read, concepts that have a page of their own."""

    def __init__(self, site: Site, entries: Mapping[str, Entry], there: Collection[str]) -> None:
        self._parts = dict(site.parts)
        self._entries = entries
        self._there = there
        self._verdicts = names_in("verdicts")
        self._read: dict[str, str] = {}

    def read(self, place: str, shown: str, *, plain: bool = False) -> str:
        """A link (HTML) to where a segment or passage is read, or what would be shown where it is on no page."""
        address = self._read.get(place)
        if address is None:
            address = self._read[place] = read_address(self._parts, place)
        kind = "" if plain else ' class="at"'
        return f'<a{kind} href="{address}" data-page>{shown}</a>' if address else f"<span{kind}>{shown}</span>"

    def concept(self, name: str, shown: str = "", *, english: bool = False) -> str:
        """A link (HTML) to the page of a concept, or its name where it has none."""
        words = f'<span lang="lzh">{escape(shown or headword(name))}</span>'
        if english and name in self._entries:
            words += f' <span class="en" lang="en">{escape(self._entries[name].en)}</span>'
        if name not in self._there:
            return words
        return f'<a href="{quote(concept_file(name))}" data-page>{words}</a>'

    def place(self, segment: Segment) -> str:
        """A passage and its layer, as a link shows them."""
        return f"{segment.passages[0] if segment.passages else segment.chapter or '—'} {escape(segment.layer)}"

    def verdict(self, verdict: str) -> str:
        """The name of a verdict in both languages."""
        zh, en = self._verdicts.get(verdict, (verdict, verdict))
        return f'<span class="zh">{escape(zh)}</span><span class="en" lang="en">{escape(en)}</span>'


def read_address(parts: Mapping[str, tuple[str, ...]], place: str) -> str:
    """The page on which a place is read, with the place behind it; empty where it is on none.

    `parts` are for each 篇 the first passages of its pages. What has no passage (`04.3776.…`: a name made of its words)
    is looked for on the first of them, which leads on.

    >>> read_address({"04": ("04.001", "04.020")}, "04.021.zhushu.jing.1")
    'read-04-2.html#04.021.zhushu.jing.1'
    >>> read_address({"04": ("04.001", "04.020")}, "04.3776.zhushu.ti.1")
    'read-04.html#04.3776.zhushu.ti.1'
    """
    chapter, _, rest = place.partition(".")
    firsts = parts.get(chapter)
    if not firsts:
        return ""
    number = rest.partition(".")[0]
    passage = f"{chapter}.{number}" if number.isdigit() and len(number) == 3 else firsts[0]
    at = max((n for n, first in enumerate(firsts) if first <= passage), default=0)
    return f"{file_of('read', chapter=part_of(chapter, at))}#{quote(place)}"
