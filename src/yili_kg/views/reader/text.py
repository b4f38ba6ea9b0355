"""The text of a page of the reader as HTML, joined from strings: it must be quick, a 篇 has a thousand segments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from yili_kg.models import Annotated
from yili_kg.received.sections import load_sections
from yili_kg.tables.layers import layers
from yili_kg.tables.reader import reader_words
from yili_kg.views.reader.chapters import Held, Place
from yili_kg.views.reader.versions import Version, layers_at, versions

__all__ = ["Writer", "both", "title_of"]

#: What no text of a page can hold; the parser of a browser would lose it, and every place behind it would be wrong.
_UNFIT = {0: "\ufffd", 0x0C: " ", 0x0D: " "}


def both(zh: str, en: str) -> str:
    """Words in both languages, of which the stylesheet shows one."""
    return f'<span class="zh">{escape(zh)}</span><span class="en" lang="en">{escape(en)}</span>'


def _word(name: str) -> str:
    row = reader_words()[name]
    return both(row.zh, row.en)


def _words(text: str) -> str:
    """Text of a source: never HTML, and as many code points as it has."""
    return escape(text.translate(_UNFIT), quote=False)


def title_of(annotated: Annotated) -> str:
    """The name by which an edition is called on the page."""
    return annotated.edition.document.title or annotated.edition.document.name


@dataclass(slots=True, kw_only=True)
class Writer:
    """Writes places; it knows the editions, the page on which each segment stands, and what stands in the margin.

    `files` are the pages of segments that stand on another one than `file`, `margin` the lines beside each passage,
    `rank` which edition is the better one, `steps` how many acts a segment has, `said` how many claims and norms are on a passage, `rite` the page on which they are played (empty: none), `several` whether the
    篇 has several editions.
    """

    editions: Sequence[Annotated]
    file: str
    files: Mapping[str, str]
    margin: Mapping[str, Sequence[str]]
    rank: Mapping[int, int]
    steps: Mapping[str, int]
    said: Mapping[str, int]
    rite: str = ""
    several: bool = False
    _first: dict[str, list[str]] = field(default_factory=dict)
    _titles: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Looks up the sections by the passage at which they begin."""
        for section in load_sections().sections:
            self._first.setdefault(section.first, []).append(section.heading or section.name)

    def place(self, place: Place) -> str:
        """A passage with all its layers, or what stands outside of passages."""
        if not place.id:
            return f'<div class="ps apart">{self._behind(place.behind)}</div>\n'
        headings = "".join(f'<h2 lang="lzh">{escape(name)}</h2>' for name in self._first.get(place.id, ()))
        base: list[Version] = []
        comments: list[str] = []
        known = layers()
        for layer, held in layers_at(place):
            if layer in known.base:
                base = versions(held)
            else:
                comments.append(self._layer(layer, versions(held)))
        number = escape(place.id)
        margin = self.margin.get(place.id)
        text, folded = self._base(place, base)
        through = self._through([h for h in place.through if h.segment.layer not in known.base])
        parts = [
            f'{headings}<section class="ps" id="{number}" tabindex="-1" aria-label="{number}">',
            f'<a class="no" href="#{number}">{number[3:]}</a><div class="base">{text}</div>',
            f'<ul class="margin">{"".join(margin)}</ul>' if margin else "",
            f'<div class="lys">{folded}{"".join(comments)}{self._steps(place, base)}{self._said(place)}{through}</div>',
            self._behind(place.behind),
            "</section>\n",
        ]
        return "".join(parts)

    def _base(self, place: Place, found: Sequence[Version]) -> tuple[str, str]:
        """The base text of the best edition, and that of the others, to unfold."""
        through = [h for h in place.through if h.segment.layer in layers().base]
        before = self._through(through)
        if not found:
            return before or f'<p class="see">{_word("gap")}</p>', ""
        others = list(found)
        text, folded = "", ""
        if not self._told_before(found, through):
            best = others.pop(0)
            text, folded = "".join(self._paragraph(h, "base") for h in best.held), self._same(best.same)
        return text + before, folded + "".join(map(self._witness, others))

    def _told_before(self, found: Sequence[Version], through: Sequence[Held]) -> bool:
        """Whether a better edition than any that has base text here has the words at an earlier passage."""
        return bool(through) and min(self.rank[h.edition] for h in through) < self.rank[found[0].edition]

    def _witness(self, version: Version) -> str:
        """Base text of another edition, other than that shown."""
        who = self._named(h.edition for h in (*version.held, *version.same))
        inner = "".join(self._paragraph(h, "base") for h in version.held) + self._same(version.same)
        return f'<details class="same"><summary>{_word("witness")} {who}</summary>{inner}</details>'

    def _same(self, held: Sequence[Held]) -> str:
        """Other editions with the same words, folded."""
        if not held:
            return ""
        inner = "".join(self._paragraph(h) for h in held)
        who = self._named(h.edition for h in held)
        return f'<details class="same"><summary>{_word("same")} {who}</summary>{inner}</details>'

    def _title(self, edition: int) -> str:
        if edition not in self._titles:
            self._titles[edition] = title_of(self.editions[edition])
        return self._titles[edition]

    def _named(self, editions: Iterable[int]) -> str:
        titles = dict.fromkeys(map(self._title, editions))
        return f'<span lang="lzh">{escape(" · ".join(titles))}</span>'

    def _layer(self, layer: str, found: Sequence[Version]) -> str:
        """A layer at a passage, to unfold: its name, who speaks, the words of each edition."""
        held = [h for v in found for h in v.held]
        voices = list(dict.fromkeys(_voice(h) for h in held))
        alone = len(voices) == 1
        inner = []
        for version in found:
            if self.several:
                inner.append(f'<div class="ed">{self._named([version.edition])}</div>')
            for h in version.held:
                voice = _voice(h)
                inner.append(f'<div class="who" lang="lzh">{voice}</div>' if voice and not alone else "")
                inner.append(self._paragraph(h))
            inner.append(self._same(version.same))
        slug = escape(layers().slug(layer))
        # The old note and the sub-commentary are known by who speaks, the many later ones by their books too.
        spoken = list(dict.fromkeys(_voice(h) if layer in layers().later else escape(h.segment.speaker) for h in held))
        return (
            f'<details class="ly ly-{slug}"><summary><b>{escape(layer)}</b>'
            f' <span class="by" lang="lzh">{" · ".join(v for v in spoken if v)}</span></summary>{"".join(inner)}</details>'
        )

    def _through(self, held: Sequence[Held]) -> str:
        """Where the segments stand that cover this passage and stand at an earlier one."""
        links = [
            f'<a href="{self._href(h.segment.id)}"><b lang="lzh">{escape(h.segment.layer)}</b> {_word("see")} '
            f"{escape(h.segment.passages[0])}</a>"
            for h in held
        ]
        return f'<p class="see">{" · ".join(dict.fromkeys(links))}</p>' if links else ""

    def _href(self, segment: str) -> str:
        """The address of a segment, on this page or on another one of its 篇."""
        file = self.files.get(segment, self.file)
        return escape(f"{'' if file == self.file else file}#{segment}")

    def _steps(self, place: Place, base: Sequence[Version]) -> str:
        """The acts of the passage, to unfold; a script writes them when they are first wanted."""
        shown = [h.segment.id for h in base[0].held] if base else []
        number = sum(self.steps.get(s, 0) for s in shown)
        if not number:
            return ""
        link = f'<p class="see"><a href="{escape(self.rite)}#{place.id}" data-page>{_word("plan")}</a></p>'
        wanted = escape(" ".join(s for s in shown if self.steps.get(s)))
        return (
            f'<details class="steps" data-of="{wanted}"><summary>{_word("steps")} {number}</summary>'
            f'<ol class="acts"></ol>{link if self.rite else ""}</details>'
        )

    def _said(self, place: Place) -> str:
        """Claims and norms on the passage, to unfold; a script writes them too."""
        number = self.said.get(place.id, 0)
        if not number:
            return ""
        return f'<details class="said"><summary>{_word("said")} {number}</summary><ul class="held"></ul></details>'

    def _behind(self, held: Sequence[Held]) -> str:
        """What belongs to no passage, where it stands in its edition: headings and essays open, comments to unfold."""
        out = []
        before = -1
        for h in held:
            if self.several and h.edition != before:
                out.append(f'<div class="ed">{self._named([h.edition])}</div>')
            before = h.edition
            folded = h.segment.layer in layers().comments
            out.append(self._layer(h.segment.layer, [Version(held=(h,))]) if folded else self._paragraph(h, "free"))
        return "".join(out)

    def _paragraph(self, held: Held, kind: str = "") -> str:
        segment = held.segment
        slug = layers().slug(segment.layer)
        names = f"sg {kind} l-{slug}" if kind else f"sg l-{slug}"
        return f'<p class="{names}" id="{escape(segment.id)}" lang="lzh">{_words(segment.text)}</p>'


def _voice(held: Held) -> str:
    """Who speaks, and in which book."""
    segment = held.segment
    book = f"《{segment.book}》" if segment.book else ""
    return escape(f"{segment.speaker} {book}".strip())
