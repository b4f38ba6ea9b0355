"""A sheet: what is said of a text, passage by passage, in plain text that a reader corrects with an editor.

```
§ 04.013 經
| {R:主人}一相迎于{L:門}外再拜{R:賓}{R:賓}荅拜拜{R:介}{R:介}荅拜
- 迎 agent=相 at=門
- 拜 agent=*主人 recipient=賓 count=2 bows_to=賓
§ 04.013 注
| 相{R:主人}之{R:吏}{R:擯}贊傳命者
= 相 := 主人之吏擯贊傳命者 [也]
~ 一 := 壹 [古文]
```

`§` begins a block: a passage of the received text with its layer, or a segment of an edition; `|` is its text with
marks (`marks.py`), `-` a step, `=` a gloss, `~` a reading, `#` a remark. Steps, glosses and readings stand in the order
of the text; each means the next place behind the one before where its words stand (behind a verb, not in it), `拜.2`
the second place of all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from yili_kg.errors import DataError
from yili_kg.reading.load import SAME_WORDS
from yili_kg.reading.slots import Slots, parse_slots
from yili_kg.review.marks import Mark, unmarked
from yili_kg.text.folding import fold

__all__ = ["Block", "GlossLine", "ReadingLine", "StepLine", "parse_sheet"]

_DECISIONS = ("follows", "rejects", "none")
_GLOSS_KEYS = ("example", "quoted", "at", "grounds", "other")
#: What stands for no words.
NOTHING = "∅"
_HEAD = re.compile(r"§\s*(?P<id>\S+)(?:\s+(?P<layer>\S+))?(?:\s+(?P<state>.*\S))?\s*$")
_GLOSS = re.compile(r"=\s*(?P<term>\S+)\s*:=\s*(?P<definition>\S+)\s*\[(?P<formula>[^\]]+)\](?P<rest>.*)$")
_READING = re.compile(r"~\s*(?P<base>\S+)\s*:=\s*(?P<variant>\S+)\s*\[(?P<tradition>[^\]]+)\](?P<rest>.*)$")


@dataclass(slots=True)
class StepLine:
    """One step: the verb's place in the block's text, and its slots."""

    start: int
    end: int
    slots: Slots
    line: int


@dataclass(slots=True)
class GlossLine:
    """One gloss; `start`–`end` is the definition's place in the block's text."""

    start: int
    end: int
    term: str
    definition: str
    formula: str
    extra: dict[str, str]
    line: int


@dataclass(slots=True)
class ReadingLine:
    """One reading; `start`–`end` is the place of its first words in the block's text that tell it."""

    start: int
    end: int
    base: str
    variant: str
    tradition: str
    decision: str
    line: int


@dataclass(slots=True)
class Block:
    """One block of a sheet: `id` and `layer` of its heading, `state` what the reader wrote behind them (`read`)."""

    id: str
    layer: str
    state: str
    line: int
    text: str = ""
    marks: list[Mark] = field(default_factory=list)
    steps: list[StepLine] = field(default_factory=list)
    glosses: list[GlossLine] = field(default_factory=list)
    readings: list[ReadingLine] = field(default_factory=list)


def parse_sheet(sheet: str, name: str) -> list[Block]:
    """The blocks of a sheet; `name` is its file's, for messages.

    Raises DataError with all slips of the sheet, each with its line.
    """
    blocks: list[Block] = []
    slips: list[str] = []
    for block, lines in _blocks(sheet, name, slips):
        blocks.append(block)
        try:
            _fill_text(block, lines, name)
        except DataError as error:
            slips.append(str(error))
            continue
        for number, line in lines:
            try:
                _take(block, line, number, f"{name}:{number}")
            except DataError as error:
                slips.append(str(error))
    slips += _twice(blocks, name)
    if slips:
        raise DataError(
            f"{len(slips)} slips in {name}:\n" + "\n".join(slips), advice="mend these lines; nothing was taken"
        )
    return blocks


def _blocks(sheet: str, name: str, slips: list[str]) -> Iterator[tuple[Block, list[tuple[int, str]]]]:
    block: Block | None = None
    lines: list[tuple[int, str]] = []
    for number, raw in enumerate(sheet.split("\n"), 1):
        line = raw.rstrip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("§"):
            if block is not None:
                yield block, lines
            head = _HEAD.match(line)
            if head is None:
                slips.append(f"{name}:{number}: a heading is § passage layer")
                block, lines = None, []
                continue
            block, lines = Block(head["id"], head["layer"] or "", head["state"] or "", number), []
        elif block is None:
            slips.append(f"{name}:{number}: before the first § stands {line[:20]!r}")
        else:
            lines.append((number, line))
    if block is not None:
        yield block, lines


def _fill_text(block: Block, lines: list[tuple[int, str]], name: str) -> None:
    for number, line in lines:
        if line.startswith("|"):
            text, marks = unmarked(line[1:].removeprefix(" "), f"{name}:{number}")
            shift = len(block.text)
            block.marks += [Mark(m.start + shift, m.end + shift, m.letter, m.said, m.back) for m in marks]
            block.text += text


def _take(block: Block, line: str, number: int, where: str) -> None:
    if line.startswith("|"):
        return
    if line.startswith("-"):
        block.steps.append(_step(block, line, number, where))
    elif line.startswith("="):
        block.glosses.append(_gloss(block, line, number, where))
    elif line.startswith("~"):
        block.readings.append(_reading(block, line, number, where))
    else:
        raise DataError(
            f"a line that begins with none of | - = ~ # §: {line[:20]!r}",
            where=where,
            advice="| text, - step, = gloss, ~ reading, # remark",
        )


def _step(block: Block, line: str, number: int, where: str) -> StepLine:
    words = line[1:].split()
    if not words:
        raise DataError("a step without a verb", where=where, advice="write - 拜 agent=賓")
    after = block.steps[-1].end - 1 if block.steps else -1
    start, end = _place(block.text, words[0], after, where)
    if any(s.start < end and start < s.end for s in block.steps):
        raise DataError(f"two steps on the same {words[0]}", where=where, advice="take one out, or say which: 拜.2")
    return StepLine(start, end, parse_slots(words[1:], where), number)


def _gloss(block: Block, line: str, number: int, where: str) -> GlossLine:
    match = _GLOSS.match(line)
    if match is None:
        raise DataError("a gloss is = term := definition [formula]", where=where)
    extra = _keys(match["rest"], _GLOSS_KEYS, where)
    after = block.glosses[-1].start if block.glosses else -1
    start, end = _place(block.text, match["definition"], after, where)
    return GlossLine(start, end, match["term"], match["definition"].split(".")[0], match["formula"], extra, number)


def _reading(block: Block, line: str, number: int, where: str) -> ReadingLine:
    match = _READING.match(line)
    if match is None:
        raise DataError("a reading is ~ base := variant [tradition] (∅ for nothing)", where=where)
    decision = match["rest"].strip() or "none"
    if decision not in _DECISIONS:
        raise DataError(f"the decision {decision!r} is none of {', '.join(_DECISIONS)}", where=where)
    base, variant = ("" if word == NOTHING else word for word in (match["base"], match["variant"]))
    after = block.readings[-1].start if block.readings else -1
    told = [w for w in (variant, base, match["tradition"]) if fold(w.split(".")[0]) in fold(block.text) and w]
    start, end = _place(block.text, told[0] if told else variant or base, after, where)
    if fold(base) == fold(variant):
        start, end = _of_one_key(block.text, base, variant, (start, end), where)
    return ReadingLine(start, end, base.split(".")[0], variant.split(".")[0], match["tradition"], decision, number)


def _of_one_key(text: str, base: str, variant: str, place: tuple[int, int], where: str) -> tuple[int, int]:
    """Where a variant stands that is one key with its base (於, 于): behind the base at `place`, graph for graph."""
    if base == variant:
        raise DataError(f"a reading of {base} that says the same", where=where, advice=SAME_WORDS)
    behind = -1 if text[slice(*place)] == variant else text.find(variant, place[1])
    return (behind, behind + len(variant)) if behind >= 0 else place


def _keys(rest: str, known: tuple[str, ...], where: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in rest.split():
        key, equals, value = word.partition("=")
        if not equals or key not in known or key in found:
            raise DataError(f"{word!r} is none of {' '.join(k + '=…' for k in known)}", where=where)
        found[key] = value
    return found


def _place(text: str, words: str, after: int, where: str) -> tuple[int, int]:
    """Where words stand: the place with their number (`拜.2`), else the next behind `after`."""
    graphs, dot, number = words.partition(".")
    if dot and not number.isdecimal():
        raise DataError(f"{words!r}: behind the point stands a number", where=where, advice="拜.2 is the second 拜")
    places = [m.start() for m in re.finditer(f"(?={re.escape(fold(graphs))})", fold(text))]
    if dot:
        chosen = places[int(number) - 1 : int(number)] if int(number) else []
    else:
        chosen = [p for p in places if p > after][:1] or places[-1:]
    if not chosen:
        raise DataError(
            f"{graphs} does not stand in this block" + (f" {number} times" if dot else ""),
            where=where,
            advice="write the words as the line | has them",
        )
    return chosen[0], chosen[0] + len(graphs)


def _twice(blocks: list[Block], name: str) -> Iterator[str]:
    seen: dict[tuple[str, str], int] = {}
    for block in blocks:
        first = seen.setdefault((block.id, block.layer), block.line)
        if first != block.line:
            yield f"{name}:{block.line}: {block.id} {block.layer} stands in line {first} already"
        mentions = sorted((m.start, m.end) for m in block.marks if m.letter != "Q")
        if any(b[0] < a[1] for a, b in pairwise(mentions)):
            yield f"{name}:{block.line}: two mentions on the same word in {block.id}"
