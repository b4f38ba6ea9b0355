"""Reads pages in which two chapters are woven together, each several times over, among modern matter.

Such a page has the ancient text plain and again with footnote numbers, then introductions, notes and a translation.
Base text stands at least twice in it, modern prose once; which chapter a paragraph belongs to is told by the edges of
the received text's passages that it has, or by the other copies of its words. Of the copies of a chapter the hand (the
way paragraphs are indented) that covers most of it is kept, gaps are filled from the others, and the rest is
`duplicate`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from typing import Literal

from yili_kg.data import data_folder
from yili_kg.received.units import edge_chapters
from yili_kg.sources.layout import Layout, Sheet
from yili_kg.sources.weave import Paragraph, covered_passages, find_chapters
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


def read(raw: str) -> Layout:
    """Blocks of base text, each with its chapter; everything else is noise of a named kind."""
    sheet = Sheet(raw)
    paragraphs = _paragraphs(raw)
    _count_copies(paragraphs)
    find_chapters([p for p in paragraphs if _is_ancient(p)])
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


def _reason(paragraph: Paragraph, kind: str) -> str:
    """Why a paragraph is left out; `kind` is that of the modern part in which it stands."""
    if paragraph.chapter:
        return "duplicate"
    if _NUMBER.match(paragraph.line.strip()):
        return "footnote"
    return "navigation" if _is_site(paragraph) else kind


def _is_site(paragraph: Paragraph) -> bool:
    return load_patterns("sources/pages")["site-words"].search(paragraph.line) is not None


def _paragraphs(raw: str) -> list[Paragraph]:
    paragraphs: list[Paragraph] = []
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
        paragraphs.append(Paragraph(match.start(), match.end(), hand, fold(line), graphs, places))
    return paragraphs


def _count_copies(paragraphs: list[Paragraph]) -> None:
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


def _is_ancient(paragraph: Paragraph) -> bool:
    """Whether the words of a paragraph stand on the page again, as those of base text do."""
    known = paragraph.copied >= _COPIED or (paragraph.copied > 0.2 and bool(edge_chapters(paragraph.graphs)))
    return known and not _is_site(paragraph)


def _choose(paragraphs: list[Paragraph]) -> list[int]:
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


def _copy(paragraphs: list[Paragraph], members: list[int], chapter: str) -> list[int]:
    """The paragraphs of a chapter that together are the best copy of it."""
    by_hand: defaultdict[str, list[int]] = defaultdict(list)
    for number in members:
        by_hand[paragraphs[number].hand].append(number)
    covered = {h: covered_passages([paragraphs[n] for n in by_hand[h]], chapter) for h in sorted(by_hand)}
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


def _first(paragraph: Paragraph) -> int:
    """The first passage that a paragraph covers; -1 where it covers none."""
    return min(paragraph.covered, default=-1)


def _by_passage(paragraphs: list[Paragraph], numbers: list[int]) -> dict[int, list[int]]:
    """The paragraphs that cover each passage, the first of them."""
    copies: defaultdict[int, list[int]] = defaultdict(list)
    for number in numbers:
        for passage in paragraphs[number].covered:
            if len(copies[passage]) < _COPIES:
                copies[passage].append(number)
    return copies


def _less_damaged(paragraphs: list[Paragraph], number: int, copies: dict[int, list[int]]) -> int:
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
