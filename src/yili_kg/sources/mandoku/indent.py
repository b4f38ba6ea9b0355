"""Kanripo commentaries of the Siku that set base text flush and indent what commentators say of it by U+3000.

`　註曰 … ○疏曰 … ○楊氏曰 …`, `　鄭注 … ¶　釋曰 …`, `　注曰 … ¶　繼公謂 …`: a new voice stands after a circle or
begins a line. Brackets hold sounds, or what the editors of the Siku remark on the wording.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from yili_kg.models import Span
from yili_kg.sources.books import is_classic
from yili_kg.sources.comments import cut_comment
from yili_kg.sources.layout import Sheet
from yili_kg.sources.mandoku.book import BookFrame
from yili_kg.sources.mandoku.lines import FULL, PAGE, Line, paragraphs
from yili_kg.sources.mandoku.runs import COMPOSITION, is_sounds
from yili_kg.sources.paragraphs import Paragraph, opens_comment, read_paragraphs
from yili_kg.sources.speakers import full_name, names_layer, opening, spoken_name, unknown_name
from yili_kg.tables.layers import LayerRole, layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.wordlists import load_word_lists
from yili_kg.text.folding import fold

__all__ = ["cut_lines", "mark_brackets", "read_alike", "read_indented", "read_remarks"]

_BRACKET = re.compile(rf"{COMPOSITION}|\([^()]*\)|【[^【】]*】")
#: A line that is one bracket.
_ALL_BRACKET = re.compile(r"　*\([^()]*\)")
#: What parts the voices of a comment.
_CIRCLES = ("○", "〇")
#: A layer and the words with which it opens.
_Opening = tuple[str, str]
#: A character of a bracket that is no markup; a page mark is the group.
_GRAPH = re.compile(rf"({PAGE})|[^()【】/¶\s]")
_BROKEN = re.compile(rf"\)(?:[¶\s]|{PAGE})+\(")


def read_indented(sheet: Sheet, frame: BookFrame) -> None:
    """Adds the blocks of a commentary: base text for what is flush, a block a voice for what is indented."""
    raw = sheet.raw
    for line in frame.lines:
        mark_brackets(sheet, line)
    groups = _groups(raw, frame.lines)
    openings = _openings(raw, [group.lines for group in groups])
    for group in groups:
        first, start, end = group.lines[0], group.lines[0].start, group.lines[-1].end
        remarks = read_remarks(sheet, group.lines, frame)
        if first.part not in ("main", "own"):
            _read_apart(sheet, group.lines)
        elif first.indent or group.apart:
            cut_lines(sheet, group.lines, frame, openings, remarks)
        else:
            layer = layers().named("base" if first.part == "main" else "essay")
            sheet.block(start, end, layer, chapter=first.chapter)


def read_alike(sheet: Sheet, frame: BookFrame) -> None:
    """Adds the blocks of a commentary whose lines are paragraphs set alike, told apart by their words."""
    for line in frame.lines:
        mark_brackets(sheet, line)
    main = [line for line in frame.lines if line.part in ("main", "own")]
    for line in main:
        read_remarks(sheet, [line], frame)
    read_paragraphs(sheet, [Paragraph(line.start, line.end, line.chapter) for line in main], author=frame.author)
    _read_apart(sheet, [line for line in frame.lines if line.part not in ("main", "own")])


def read_remarks(sheet: Sheet, lines: Sequence[Line], frame: BookFrame) -> list[Span]:
    """Adds the blocks of brackets that stand apart from the text around them; returns where they stand, in order."""
    remarks = list(_remarks(sheet.raw, lines[0].start, lines[-1].end))
    for a, b, layer, named in remarks:
        speaker = named or (frame.speakers.get(layer, "") if layer in (*layers().notes, *layers().sub) else "")
        sheet.block(a, b, layer, speaker=speaker, chapter=lines[0].chapter)
    return [(a, b) for a, b, _, _ in remarks]


def _read_apart(sheet: Sheet, lines: Sequence[Line]) -> None:
    """Adds the blocks of lines outside the main text: collation for an appendix, else text of no layer."""
    for part in paragraphs(lines):
        layer = layers().named("collation" if part[0].part == "appendix" else "essay")
        sheet.block(part[0].start, part[-1].end, layer, chapter=part[0].chapter)


def mark_brackets(sheet: Sheet, line: Line) -> None:
    """Says that the brackets and the strokes of small print in a line are markup."""
    for match in re.finditer(r"[()【】/]", sheet.raw[line.start : line.end]):
        sheet.mark(line.start + match.start(), line.start + match.end())


@dataclass(frozen=True, slots=True)
class _Group:
    """Lines that stand together: base text, or the comments on it.

    `apart` says that the first is flush, but a comment all the same: blank lines set it apart, and it begins as comments
    do.
    """

    lines: list[Line]
    apart: bool

    def takes(self, raw: str, line: Line, after: Line | None) -> bool:
        """Whether a line goes on with these, or with the bracket at the end of the last; `after` is the line behind it."""
        last = self.lines[-1]
        if (last.part, last.chapter) != (line.part, line.chapter):
            return False
        if line.gap == 0 and raw[last.end - 1] == ")" and _ALL_BRACKET.fullmatch(raw, line.start, line.end):
            return True
        if line.gap > 1 or _begins_a_page(line, after) or (self.apart and line.indent):
            return self.apart
        like = last if self.apart else self.lines[0]
        return (like.indent > 0) == (line.indent > 0) and (line.indent > 0 or not line.opens)


def _begins_a_page(line: Line, after: Line | None) -> bool:
    """Whether a line is the first of a page, among lines that blank lines part: fewer of these stand at the end of a page."""
    return line.paged and line.gap > 0 and after is not None and after.gap > 0


def _groups(raw: str, lines: Sequence[Line]) -> list[_Group]:
    groups: list[_Group] = []
    for number, line in enumerate(lines):
        after = lines[number + 1] if number + 1 < len(lines) else None
        if groups and groups[-1].takes(raw, line, after):
            groups[-1].lines.append(line)
        else:
            apart = (
                (line.gap > 0 or line.opens) and line.indent == 0 and opens_comment(fold(raw[line.start : line.end]))
            )
            groups.append(_Group([line], apart))
    return groups


def cut_lines(
    sheet: Sheet,
    group: Sequence[Line],
    frame: BookFrame,
    openings: frozenset[_Opening] = frozenset(),
    apart: Sequence[Span] = (),
) -> None:
    """The blocks of comments that stand together, one a voice; in a classic they are its old notes.

    `openings` are the words with which notes and sub-commentary open in this file where it is certain, `apart` the
    stretches, in order, that are something else: the voice around them goes on behind them.
    """
    begin = 0
    for number in range(1, len(group) + 1):
        if number < len(group) and not _voice_begins(sheet.raw, group, number, openings):
            continue
        start, end, chapter = group[begin].start, group[number - 1].end, group[begin].chapter
        if is_classic(frame.title):
            note = layers().named("note")
            sheet.block(start, end, note, speaker=frame.speakers.get(note, ""), chapter=chapter)
        else:
            cut_comment(sheet, start, end, author=frame.author, chapter=chapter, apart=apart)
        begin = number


def _voice_begins(raw: str, group: Sequence[Line], number: int, openings: frozenset[_Opening]) -> bool:
    """Whether a new voice begins a line; after a full line only where no word before it asks for a quotation, and in
    the middle of a sentence no note that opens as none does where it is certain.
    """
    last, line = group[number - 1], group[number]
    words = load_word_lists("sources/words")
    text, full = fold(raw[line.start : line.end]), last.length >= FULL
    if full and fold(raw[last.end - 1]) in words["quoting"] and not _reported(raw[last.end - 1], text):
        return False
    if full and not _sentence_ends(raw[last.end - 1]) and _opens_otherwise(text, openings):
        return False
    spoken = text.lstrip("　")
    remarks = not full and bool(spoken.startswith(words["remarking"].words) or (line.chapter and unknown_name(spoken)))
    return opens_comment(text) or remarks or bool(line.opens and group[0].indent)


def _openings(raw: str, groups: Sequence[Sequence[Line]]) -> frozenset[_Opening]:
    """How notes and sub-commentary open where nothing else can begin: behind base text, and behind a line that is not full."""
    begun = (
        fold(raw[line.start : line.end])
        for lines in groups
        for number, line in enumerate(lines)
        if number == 0 or lines[number - 1].length < FULL
    )
    return frozenset(known for text in begun if (known := _opening(text)) is not None)


def _opening(text: str) -> _Opening | None:
    """The layer and the words with which note or sub-commentary opens a folded line: 註曰, 鄭注."""
    words = text.lstrip("　").lstrip("".join(_CIRCLES))
    known = opening(words) or names_layer(words)
    if known is None or known.layer not in (*layers().notes, *layers().sub):
        return None
    return known.layer, words[: spoken_name(words, "") or len(known.mark)]


def _sentence_ends(graph: str) -> bool:
    """Whether a sentence ends with a graph, or a voice with a circle."""
    return graph in _CIRCLES or load_patterns("sources/voices")["sentence-ends"].match(fold(graph)) is not None


def _opens_otherwise(text: str, openings: frozenset[_Opening]) -> bool:
    """鄭註云 where notes open with 註曰: whether a folded line without a circle opens as no note of the file does for certain."""
    known = _opening(text)
    if known is None or known in openings or text.lstrip("　").startswith(_CIRCLES):
        return False
    return any(layer == known[0] for layer, _ in openings)


def _reported(graph: str, text: str) -> bool:
    """Whether 云 at the end of a line closes a report, since a later speaker whom the table knows begins the next."""
    known = opening(text.lstrip("　"))
    return graph == "云" and known is not None and known.layer in layers().later


def _remarks(raw: str, start: int, end: int) -> Iterator[tuple[int, int, str, str]]:
    """Brackets that stand apart from the text around them, or parts of one, with their layer and who is named in them.

    Those are sounds, behind which the note on old and new script may stand, what note or sub-commentary says of it, or
    collation where the editors speak.
    """
    label = load_patterns("sources/kanripo")["note-behind-sounds"]
    for a, b in _brackets(raw, start, end):
        places = [m.start() for m in _GRAPH.finditer(raw, a, b) if not m.group(1)]
        words = fold("".join(raw[place] for place in places))
        layer, speaker = _layer_of_bracket(words)
        behind = label.search(words) if layer == layers().named("sounds") else None
        stop = places[behind.start()] if behind is not None else b
        if layer:
            yield a, stop, layer, speaker
        if stop < b:
            yield stop, b, layers().named("note"), ""


def _brackets(raw: str, start: int, end: int) -> list[Span]:
    """The brackets of a stretch of text; one that a line or page breaks is one."""
    spans: list[Span] = []
    for match in _BRACKET.finditer(raw, start, end):
        if match.group().startswith("["):
            continue
        if spans and _BROKEN.fullmatch(raw, spans[-1][1] - 1, match.start() + 1):
            spans[-1] = (spans[-1][0], match.end())
        else:
            spans.append(match.span())
    return spans


#: What a bracket between comments is, by the pattern that its folded words begin with; the first that fits.
_BRACKETS: tuple[tuple[str, LayerRole], ...] = (
    ("bracket-of-editors", "collation"),
    ("bracket-of-sub", "sub"),
    ("bracket-of-note", "note"),
)


def _layer_of_bracket(words: str) -> tuple[str, str]:
    """The layer of a bracket by its folded words, and who is named at its head; empty where it goes with the text around it."""
    patterns = load_patterns("sources/kanripo")
    for name, role in _BRACKETS:
        if patterns[name].match(words):
            return layers().named(role), ""
    sounds = layers().named("sounds")
    known = full_name(words)
    if known is not None and known.layer == sounds:
        return sounds, known.speaker
    return (sounds, "") if is_sounds(words[:9]) else ("", "")
