"""A chapter's base text as one stream: its graphs, where clauses break, which graphs are nouns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from yili_kg.annotate.steps.words import Words
from yili_kg.models import Mention, Segment
from yili_kg.text.folding import fold, traditional

__all__ = ["SEGMENT", "STRONG", "WEAK", "Noun", "Stream", "make_stream"]

#: How strongly a place parts what stands before it from what stands behind it: a comma, the end of a segment in a text
#: without punctuation (a note stands there), the end of a sentence.
WEAK, SEGMENT, STRONG = 1, 2, 3
_STRONG = frozenset("。．.;;︰:!！?？")
_WEAK = frozenset(",，")
#: Marks that part nothing: between words of one list, quotation marks, brackets, lost graphs.
_SILENT = re.compile(r"[、·‧〈〉《》\[\]〔〕()()“”‘’「」『』\"'\s●■□○&;A-Za-z0-9]")
#: 洗南 is a place by the basin; 洗 with a facing is the act.
_BASIN = re.compile("洗[東西南北](?![面鄉嚮])")
#: A title in base text is a song, and one of these stands so many graphs before it; else it is other words (右顧命有司).
_SUNG, _SONGS = "歌奏樂樂乐笙管間闲间", 14
_KINDS = {"person": "person", "role": "person", "object": "thing", "place": "place", "work": "thing"}


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun in a stream: `text` in its traditional form, `concept` of the lexicon or empty."""

    start: int
    end: int
    kind: str
    text: str
    concept: str = ""


@dataclass(slots=True)
class Stream:
    """The base text of a chapter, silent marks left out.

    `folded[i]` comes from graph `index[i]` of segment `owner[i]`; `breaks[i]` is how strongly `i` is parted from
    `i - 1`; `nouns` are by their start. `punctuated` is whether the text has marks of its own.
    """

    segments: tuple[Segment, ...]
    folded: str
    text: str
    owner: list[int]
    index: list[int]
    breaks: list[int]
    nouns: dict[int, Noun]
    punctuated: bool
    covered: set[int] = field(default_factory=set)

    def source(self, start: int, end: int) -> tuple[int, int]:
        """The span in the source of the stream's `start`–`end`."""
        first, last = self.segments[self.owner[start]], self.segments[self.owner[end - 1]]
        return first.offsets[self.index[start]], last.offsets[self.index[end - 1]] + 1

    def printed(self, start: int, end: int) -> str:
        """The source's text of `start`–`end`, which lies in one segment: silent marks too, layout and noise left out."""
        segment = self.segments[self.owner[start]]
        return segment.text[self.index[start] : self.index[end - 1] + 1]

    def clause(self, place: int) -> tuple[int, int]:
        """The unbroken run of graphs in which `place` lies."""
        start = end = place
        while start > 0 and not self.breaks[start]:
            start -= 1
        end += 1
        while end < len(self.folded) and not self.breaks[end]:
            end += 1
        return start, end

    def parted(self, start: int, end: int) -> int:
        """The strongest break between graph `start` and graph `end`, that before `end` counted."""
        return max(self.breaks[start + 1 : end + 1], default=0)

    def words(self, start: int, end: int) -> str:
        """The words of a span in their traditional form."""
        return traditional(self.text[start:end])


def make_stream(segments: Sequence[Segment], mentions: Mapping[str, Iterable[Mention]], words: Words) -> Stream:
    """One stream of the segments (of one chapter, in order) with their mentions by segment."""
    text: list[str] = []
    owner: list[int] = []
    index: list[int] = []
    breaks: list[int] = []
    nouns: dict[int, Noun] = {}
    marks = sum(c in _STRONG or c in _WEAK for s in segments for c in s.text)
    punctuated = marks * 25 > sum(len(s.text) for s in segments)
    pending = STRONG
    for number, segment in enumerate(segments):
        place: dict[int, int] = {}
        pending = max(pending, WEAK if punctuated else SEGMENT)
        for i, graph in enumerate(segment.text):
            if graph in _STRONG:
                pending = STRONG
            elif graph in _WEAK:
                pending = max(pending, WEAK)
            elif not _SILENT.match(graph):
                place[segment.offsets[i]] = len(text)
                text.append(graph)
                owner.append(number)
                index.append(i)
                breaks.append(pending)
                pending = 0
        for mention in mentions.get(segment.id, ()):
            inside = [place[o] for o in range(mention.start, mention.end) if o in place]
            ahead = text[max(inside[0] - _SONGS, 0) : inside[0]] if inside else []
            sung = mention.type != "work" or any(graph in _SUNG for graph in ahead)
            if inside and mention.type in _KINDS and sung:
                start, end = inside[0], inside[-1] + 1
                noun = Noun(start, end, _KINDS[mention.type], traditional("".join(text[start:end])), mention.concept)
                nouns[start] = noun
    joined = "".join(text)
    folded = fold(joined)
    _mend_nouns(nouns, joined, folded, breaks, words)
    covered = {i for noun in nouns.values() for i in range(noun.start, noun.end)}
    for start in (i for i, graph in enumerate(folded) if graph == "洗" and i not in covered):
        if _BASIN.match(folded, start) and not any(breaks[start + 1 : start + 3]):
            nouns[start] = Noun(start, start + 1, "thing", "洗", "洗")
            covered.add(start)
    stream = Stream(tuple(segments), folded, joined, owner, index, breaks, nouns, punctuated, covered)
    _add_common_nouns(stream, words)
    return stream


def _mend_nouns(nouns: dict[int, Noun], text: str, folded: str, breaks: list[int], words: Words) -> None:
    """Nouns that are a verb and its object (不嚌肺), and 長 behind persons (兄弟長)."""
    ends = {n.end: n for n in nouns.values()}
    for start, noun in sorted(nouns.items()):
        before = ends.get(start)
        if noun.text in words.lists["split"]:
            head = bool(breaks[start]) or (before is not None and before.kind == "person")
            if head or folded[start - 1] in "不遂乃皆以興坐":
                del nouns[start]
                nouns[start + 1] = Noun(start + 1, noun.end, noun.kind, noun.text[1:], noun.text[1:])
        elif noun.kind == "thing" and not breaks[start] and start not in ends and _kept(folded, start, noun):
            del nouns[start]
            nouns[start - 1] = Noun(start - 1, noun.end, noun.kind, folded[start - 1] + noun.text, noun.concept)
        elif noun.text[0] in "上內" and len(noun.text) > 1 and start > 0 and not breaks[start]:
            placed = before is not None and (before.kind == "place" or before.text in ("楹", "戶"))
            if placed or (noun.text[0] == "上" and folded[start - 1] in "東西南北"):  # 西階上|賓, 北上|賓
                del nouns[start]
                nouns[start + 1] = Noun(start + 1, noun.end, noun.kind, noun.text[1:], noun.text[1:])
    for start, noun in sorted(nouns.items()):
        senior = folded[noun.end : noun.end + 1] == "長" and not breaks[noun.end] and noun.end not in nouns
        if noun.kind == "person" and senior and folded[noun.end + 1 : noun.end + 2] not in ("占", "兄"):
            nouns[start] = Noun(start, noun.end + 1, "person", noun.text + "長", noun.concept)


def _kept(folded: str, start: int, noun: Noun) -> bool:
    """Whether the graph before a noun belongs to its name (虛爵, 上幣, 羣幣)."""
    before = folded[start - 1] if start else ""
    return before == "虛" or (noun.text == "幣" and before in ("上", "羣", "群"))


def _add_common_nouns(stream: Stream, words: Words) -> None:
    """Nouns of `words.yaml` where the lexicon has none, the longest first."""
    for start in range(len(stream.folded)):
        for length in range(words.longest_noun, 0, -1):
            word = stream.folded[start : start + length]
            kind = words.nouns.get(word) if len(word) == length else None
            span = range(start, start + length)
            if kind and not stream.covered.intersection(span) and stream.parted(start, start + length - 1) == 0:
                stream.nouns[start] = Noun(
                    start, start + length, kind, traditional(stream.text[start : start + length])
                )
                stream.covered.update(span)
                break
