"""Reads pages in which two chapters are woven together, each several times over, among modern matter.

Such a page has the ancient text plain and again with footnote numbers, then introductions, notes and a translation.
Base text stands at least twice in it, modern prose once; which chapter a paragraph belongs to is told by the edges of
the received text's passages that it has, or by the other copies of its words. Of the copies of a chapter the hand (the
way paragraphs are indented) that covers most of it is kept, gaps are filled from the others, and the rest is
`duplicate`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from yili_kg.data import data_folder
from yili_kg.received.align import align
from yili_kg.received.skeleton import EDGE
from yili_kg.received.units import base_units, edge_chapters
from yili_kg.sources.layout import Layout, Sheet
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.rulebook import Filled, FoldedWord
from yili_kg.tables.table import Row, read_table
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["looks_like", "read"]

_NUMBER = re.compile(r"[(（]\d{1,3}[)）]|\[\d{1,3}\]")
_LOST = "□"
_GRAM = 5
_COPIED = 0.5
#: A step of so many passages, forward or back, is as far as any.
_FARTHEST = 30
#: At most so many copies of a passage are looked through for one that is less damaged.
_COPIES = 64


class _ModernHead(Row):
    """The heading of a modern part of such a page, and what kind of noise follows it."""

    words: FoldedWord
    noise: Filled
    telling: Literal["", "yes"] = ""
    reason: Filled


@cache
def _modern_heads() -> dict[str, _ModernHead]:
    path = data_folder("extraction") / "rules" / "sources" / "modern-heads.tsv"
    return {row.words: row for row in read_table(path, _ModernHead, unique=("words",))}


@cache
def _modern_head() -> re.Pattern[str]:
    return re.compile(r"[\s　]*【(" + "|".join(_modern_heads()) + r")】")


def looks_like(raw: str) -> bool:
    """Whether a page has footnote numbers in its text and headings such as 【注釋】 or 【譯文】."""
    telling = "|".join(head.words for head in _modern_heads().values() if head.telling)
    return len(_NUMBER.findall(raw)) >= 10 and len(re.findall(f"【(?:{telling})】", fold(raw))) >= 2


@dataclass(slots=True)
class _Paragraph:
    start: int
    end: int
    hand: str
    line: str
    graphs: str
    numbers: list[tuple[int, int]]
    copied: float = 0.0
    chapter: str = ""
    covered: set[int] = field(default_factory=set)


def read(raw: str) -> Layout:
    """Blocks of base text, each with its chapter; everything else is noise of a named kind."""
    sheet = Sheet(raw)
    paragraphs = _paragraphs(raw)
    _count_copies(paragraphs)
    _find_chapters(paragraphs)
    kept = _choose(paragraphs)
    for number in kept:
        paragraph = paragraphs[number]
        sheet.block(paragraph.start, paragraph.end, layers().named("base"), chapter=paragraph.chapter)
        for start, end in paragraph.numbers:
            sheet.noise(start, end, "footnote-number")
    sheet.in_reading_order = True
    kind, chosen = "navigation", frozenset(kept)
    for number, paragraph in enumerate(paragraphs):
        head = _modern_head().match(paragraph.line)
        kind = _modern_heads()[head.group(1)].noise if head else kind
        if number not in chosen:
            sheet.noise(paragraph.start, paragraph.end, _reason(paragraph, kind))
    return sheet.finish()


def _reason(paragraph: _Paragraph, kind: str) -> str:
    """Why a paragraph is left out; `kind` is that of the modern part in which it stands."""
    if paragraph.chapter:
        return "duplicate"
    if _NUMBER.match(paragraph.line.strip()):
        return "footnote"
    return "navigation" if _is_site(paragraph) else kind


def _is_site(paragraph: _Paragraph) -> bool:
    return load_patterns("sources/pages")["site-words"].search(paragraph.line) is not None


def _paragraphs(raw: str) -> list[_Paragraph]:
    paragraphs: list[_Paragraph] = []
    for match in re.finditer(r"[^\r\n]+", raw):
        line = match.group()
        if not line.strip():
            continue
        numbers = [m.span() for m in _NUMBER.finditer(line)]
        bare = list(line)
        for a, b in numbers:
            bare[a:b] = " " * (b - a)
        graphs = fold(stream("".join(bare))[0])
        hand = line[: len(line) - len(line.lstrip())]
        places = [(match.start() + a, match.start() + b) for a, b in numbers]
        paragraphs.append(_Paragraph(match.start(), match.end(), hand, fold(line), graphs, places))
    return paragraphs


def _count_copies(paragraphs: list[_Paragraph]) -> None:
    """Sets for each paragraph the share of its words that stand in another paragraph too."""
    homes: defaultdict[str, set[int]] = defaultdict(set)
    for number, paragraph in enumerate(paragraphs):
        for i in range(len(paragraph.graphs) - _GRAM + 1):
            homes[paragraph.graphs[i : i + _GRAM]].add(number)
    for paragraph in paragraphs:
        total = len(paragraph.graphs) - _GRAM + 1
        if total > 0:
            copied = sum(len(homes[paragraph.graphs[i : i + _GRAM]]) > 1 for i in range(total))
            paragraph.copied = copied / total


def _find_chapters(paragraphs: list[_Paragraph]) -> None:
    """Sets the chapter of each paragraph of base text.

    Two chapters may share whole sentences: then the one is taken whose passages go on where the same hand left off.
    """
    ancient = [p for p in paragraphs if p.copied >= _COPIED or (p.copied > 0.2 and edge_chapters(p.graphs))]
    ancient = [p for p in ancient if not _is_site(p)]
    woven = _woven(ancient)
    reached: dict[tuple[str, str], int] = {}
    for paragraph in ancient:
        best = max(_claims(paragraph, woven, reached), key=lambda claim: claim.score, default=None)
        if best is None:
            continue
        paragraph.chapter, paragraph.covered = best.chapter, best.covered
        if best.covered:
            reached[paragraph.hand, best.chapter] = max(best.covered)


def _woven(ancient: list[_Paragraph]) -> list[str]:
    """The chapters of a page. They share phrases: only those that the page has much of are on it."""
    totals: Counter[str] = Counter()
    for paragraph in ancient:
        totals.update(edge_chapters(paragraph.graphs))
    return sorted(c for c, n in totals.items() if n > 0.15 * max(totals.values()))


@dataclass(frozen=True, slots=True)
class _Claim:
    """What speaks for a chapter as that of a paragraph, and which of its passages the paragraph covers."""

    score: float
    chapter: str
    covered: set[int]


def _claims(paragraph: _Paragraph, woven: list[str], reached: dict[tuple[str, str], int]) -> Iterator[_Claim]:
    """The chapters that may be a paragraph's; `reached` is how far each hand has come in each chapter."""
    votes = edge_chapters(paragraph.graphs)
    for chapter in woven:
        covered = _covered([paragraph], chapter)
        ends = _ends(paragraph.graphs, chapter)
        if not (covered or votes[chapter] or ends):
            continue
        step = min(covered) - reached.get((paragraph.hand, chapter), -1) - 1 if covered else _FARTHEST
        # A hand goes forward: a step back to words that it has had already speaks for the other chapter.
        away = 0.1 * min(step, _FARTHEST) if step >= -1 else 4.0 + 0.3 * min(-step, _FARTHEST)
        yield _Claim(2.0 * votes[chapter] + len(covered) + 0.5 * ends - away, chapter, covered)


def _ends(graphs: str, chapter: str) -> int:
    """How many beginnings and ends of the chapter's passages stand in a text."""
    known = {edge for unit in base_units(chapter) for edge in (unit.first, unit.last) if len(edge) == EDGE}
    return len(known.intersection(graphs[i : i + EDGE] for i in range(len(graphs) - EDGE + 1)))


def _choose(paragraphs: list[_Paragraph]) -> list[int]:
    """The numbers of the paragraphs to keep in reading order: of each chapter the best hand, mended from the others.

    A paragraph with lost graphs (□ ■ ●) gives way to a copy that has them; gaps are filled.
    """
    members: defaultdict[str, list[int]] = defaultdict(list)
    for number, paragraph in enumerate(paragraphs):
        if paragraph.chapter:
            members[paragraph.chapter].append(number)
    kept: list[int] = []
    for chapter in sorted(members):
        kept.extend(_copy(paragraphs, members[chapter], chapter))
    return kept


def _copy(paragraphs: list[_Paragraph], members: list[int], chapter: str) -> list[int]:
    """The paragraphs of a chapter that together are the best copy of it."""
    by_hand: defaultdict[str, list[int]] = defaultdict(list)
    for number in members:
        by_hand[paragraphs[number].hand].append(number)
    covered = {h: _covered([paragraphs[n] for n in by_hand[h]], chapter) for h in sorted(by_hand)}
    best = max(covered, key=lambda hand: len(covered[hand]))
    others = [n for n in members if paragraphs[n].hand != best]
    copies = _by_passage(paragraphs, others)
    chosen = [_less_damaged(paragraphs, n, copies) for n in by_hand[best]]
    kept, have = set(chosen), covered[best]
    for number in others:
        reach = paragraphs[number].covered
        more = reach - have
        if number not in kept and more and 2 * len(more) > len(reach):
            after = (at for at, n in enumerate(chosen) if _first(paragraphs[n]) > min(more))
            chosen.insert(next(after, len(chosen)), number)
            have |= more
    return chosen


def _first(paragraph: _Paragraph) -> int:
    """The first passage that a paragraph covers; -1 where it covers none."""
    return min(paragraph.covered, default=-1)


def _by_passage(paragraphs: list[_Paragraph], numbers: list[int]) -> dict[int, list[int]]:
    """The paragraphs that cover each passage, the first of them."""
    copies: defaultdict[int, list[int]] = defaultdict(list)
    for number in numbers:
        for passage in paragraphs[number].covered:
            if len(copies[passage]) < _COPIES:
                copies[passage].append(number)
    return copies


def _less_damaged(paragraphs: list[_Paragraph], number: int, copies: dict[int, list[int]]) -> int:
    """A copy of a paragraph with fewer lost graphs, or the paragraph itself."""
    graphs, reach = paragraphs[number].graphs, paragraphs[number].covered
    lost = graphs.count(_LOST)
    if not lost:
        return number
    for other in sorted({n for passage in reach for n in copies.get(passage, ())}):
        copy = paragraphs[other].graphs
        alike = 0.9 * len(graphs) < len(copy) < 1.1 * len(graphs)
        same = len(paragraphs[other].covered & reach) >= 0.8 * len(reach)
        if alike and same and copy.count(_LOST) < lost:
            return other
    return number


def _covered(paragraphs: list[_Paragraph], chapter: str) -> set[int]:
    """The passages whose both ends stand in these paragraphs, taken as one text."""
    text = "".join(p.graphs for p in paragraphs)
    cuts = align(text, base_units(chapter))
    return {i for i in range(len(cuts) - 1) if cuts[i] >= 0 and cuts[i + 1] > cuts[i]}
