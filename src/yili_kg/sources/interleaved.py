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
from dataclasses import dataclass, field

from yili_kg.received.align import align
from yili_kg.received.skeleton import EDGE
from yili_kg.received.units import base_units, edge_chapters
from yili_kg.sources.layout import Layout, Sheet
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["looks_like", "read"]

_NUMBER = re.compile(r"[(（]\d{1,3}[)）]|\[\d{1,3}\]")
_HEADS = {"題解": "introduction", "注釋": "footnote", "譯文": "translation", "說明": "introduction"}
_HEAD = re.compile(r"[\s　]*【(" + "|".join(_HEADS) + r")】")
_SITE = re.compile(r"https?:|www\.|轉載|本文由|作者|關鍵詞|摘要|資訊|網址|官網")
_LOST = "□"
_GRAM = 5
_COPIED = 0.5


def looks_like(raw: str) -> bool:
    """Whether a page has footnote numbers in its text and headings such as 【注釋】 or 【譯文】."""
    folded = fold(raw)
    return len(_NUMBER.findall(raw)) >= 10 and len(re.findall("【(?:題解|注釋|譯文)】", folded)) >= 2


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
    passages: list[int] = field(default_factory=list)


def read(raw: str) -> Layout:
    """Blocks of the layer 經, each with its chapter; everything else is noise of a named kind."""
    sheet = Sheet(raw)
    paragraphs = _paragraphs(raw)
    _count_copies(paragraphs)
    _find_chapters(paragraphs)
    kept = _choose(paragraphs)
    for number in kept:
        paragraph = paragraphs[number]
        sheet.block(paragraph.start, paragraph.end, "經", chapter=paragraph.chapter)
        for start, end in paragraph.numbers:
            sheet.noise(start, end, "footnote-number")
    sheet.in_reading_order = True
    kind = "navigation"
    for number, paragraph in enumerate(paragraphs):
        head = _HEAD.match(paragraph.line)
        kind = _HEADS[head.group(1)] if head else kind
        if number in kept:
            continue
        if paragraph.chapter:
            sheet.noise(paragraph.start, paragraph.end, "duplicate")
        else:
            footnote = _NUMBER.match(paragraph.line.strip())
            sheet.noise(paragraph.start, paragraph.end, "footnote" if footnote else _modern(paragraph, kind))
    return sheet.finish()


def _modern(paragraph: _Paragraph, kind: str) -> str:
    return "navigation" if _SITE.search(paragraph.line) else kind


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
    ancient = [p for p in ancient if not _SITE.search(p.line)]
    totals: Counter[str] = Counter()
    for paragraph in ancient:
        totals.update(edge_chapters(paragraph.graphs))
    # Chapters share phrases: only those that the page has much of are on it.
    woven = sorted(c for c, n in totals.items() if n > 0.15 * max(totals.values()))
    reached: dict[tuple[str, str], int] = {}
    for paragraph in ancient:
        votes = edge_chapters(paragraph.graphs)
        best: tuple[float, str, int] | None = None
        for chapter in woven:
            covered = _covered([paragraph], chapter)
            ends = _ends(paragraph.graphs, chapter)
            if not (covered or votes[chapter] or ends):
                continue
            step = min(covered) - reached.get((paragraph.hand, chapter), -1) - 1 if covered else 30
            # A hand goes forward: a step back to words that it has had already speaks for the other chapter.
            away = 0.1 * min(step, 30) if step >= -1 else 4.0 + 0.3 * min(-step, 30)
            score = 2.0 * votes[chapter] + len(covered) + 0.5 * ends - away
            if best is None or score > best[0]:
                best = (score, chapter, max(covered, default=-1))
        if best is not None:
            paragraph.chapter = best[1]
            if best[2] >= 0:
                reached[paragraph.hand, best[1]] = best[2]


def _ends(graphs: str, chapter: str) -> int:
    """How many beginnings and ends of the chapter's passages stand in a text."""
    known = {edge for unit in base_units(chapter) for edge in (unit.first, unit.last) if len(edge) == EDGE}
    return len(known.intersection(graphs[i : i + EDGE] for i in range(len(graphs) - EDGE + 1)))


def _choose(paragraphs: list[_Paragraph]) -> list[int]:
    """The numbers of the paragraphs to keep in reading order: of each chapter the best hand, mended from the others.

    A paragraph with lost graphs (□ ■ ●) gives way to a copy that has them; gaps are filled.
    """
    kept: list[int] = []
    for chapter in sorted({p.chapter for p in paragraphs if p.chapter}):
        members = [n for n, p in enumerate(paragraphs) if p.chapter == chapter]
        reach = {n: _covered([paragraphs[n]], chapter) for n in members}
        hands = sorted({paragraphs[n].hand for n in members})
        covered = {h: _covered([paragraphs[n] for n in members if paragraphs[n].hand == h], chapter) for h in hands}
        best = max(hands, key=lambda hand: len(covered[hand]))
        chosen = [n for n in members if paragraphs[n].hand == best]
        others = [n for n in members if paragraphs[n].hand != best]
        for at, number in enumerate(chosen):
            chosen[at] = _less_damaged(paragraphs, number, others, reach)
        for number in others:
            more = reach[number] - covered[best]
            if number not in chosen and more and 2 * len(more) > len(reach[number]):
                after = [at for at, n in enumerate(chosen) if reach[n] and min(reach[n]) > min(more)]
                chosen.insert(after[0] if after else len(chosen), number)
                covered[best] |= more
        kept.extend(chosen)
    return kept


def _less_damaged(paragraphs: list[_Paragraph], number: int, others: list[int], reach: dict[int, set[int]]) -> int:
    """A copy of a paragraph with fewer lost graphs, or the paragraph itself."""
    graphs = paragraphs[number].graphs
    lost = graphs.count(_LOST)
    for other in others:
        copy = paragraphs[other].graphs
        alike = 0.9 * len(graphs) < len(copy) < 1.1 * len(graphs)
        if copy.count(_LOST) < lost and alike and len(reach[other] & reach[number]) >= 0.8 * len(reach[number]) > 0:
            return other
    return number


def _covered(paragraphs: list[_Paragraph], chapter: str) -> set[int]:
    """The passages whose both ends stand in these paragraphs, taken as one text."""
    text = "".join(p.graphs for p in paragraphs)
    cuts = align(text, base_units(chapter))
    return {i for i in range(len(cuts) - 1) if cuts[i] >= 0 and cuts[i + 1] > cuts[i]}
