"""Taking a sheet of the received text back: its statements as rows of the reading, with who decided what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from yili_kg.errors import DataError
from yili_kg.lexicon import load_lexicon
from yili_kg.reading.digest import digest, salt_for
from yili_kg.reading.rows import KINDS, PassageRow
from yili_kg.reading.slots import WORD_KEYS
from yili_kg.reading.words import ENDS, by_ends
from yili_kg.review.marks import Mark
from yili_kg.review.sheet import Block, GlossLine, StepLine
from yili_kg.review.write import default_concept
from yili_kg.tables.layers import layers
from yili_kg.tables.table import Row, read_table
from yili_kg.text.folding import fold, traditional
from yili_kg.text.graphs import stream

__all__ = ["Rows", "key_of", "rows_of", "write_tables"]

#: Rows by kind, each with its columns.
Rows = dict[str, list[dict[str, Any]]]
_WORD_SLOTS = {"from": "origin"}


#: Passage (or segment) and part: what a block of a sheet is about.
Key = tuple[str, str]
_PASSAGE = re.compile(r"\d\d\.\d\d\d")


def key_of(block: Block, segments: Mapping[str, str]) -> Key:
    """What a block is about: a part of a passage of the received text, else a segment (`segments`: heading → its id)."""
    if _PASSAGE.fullmatch(block.id) and block.layer in layers().base:
        return block.id, "base"
    if _PASSAGE.fullmatch(block.id) and block.layer == layers().named("note"):
        return block.id, "note"
    return segments.get(f"{block.id} {block.layer}", block.id), "segment"


def _headword(name: str, mention_type: str) -> str:
    """The headword of a type that a name is, whatever variants of graphs it is written with; or empty."""
    entry = load_lexicon().entries.get(name)
    if entry is not None and entry.type == mention_type:
        return name
    return _folded_headwords().get((fold(name), mention_type), "")


@cache
def _folded_headwords() -> dict[tuple[str, str], str]:
    return {(fold(name), entry.type): name for name, entry in load_lexicon().entries.items()}


class _Taker:
    """The rows of one block."""

    def __init__(self, block: Block, key: Key, proposal: Block | None, by: str, name: str) -> None:
        self.block, self.key, self.by, self.name = block, key, by, name
        self.graphs, self._places = stream(block.text)
        self.folded, self.text = fold(self.graphs), traditional(self.graphs)
        self.proposed = _said(proposal) if proposal is not None else set()
        self.slips: list[str] = []

    def _where(self, line: int) -> str:
        return f"{self.name}:{line}"

    def _base(self, start: int, end: int) -> dict[str, Any]:
        """Passage, part, words and number of the stretch `start`–`end` of the block's text."""
        first = sum(p < start for p in self._places)
        last = sum(p < end for p in self._places)
        words = by_ends(self.folded, first, last)
        kept = self.text[first:last]
        if ENDS in words:
            head, _, tail = words.partition(ENDS)
            kept = f"{kept[: len(head)]}{ENDS}{kept[-len(tail) :]}"
        head = words.partition(ENDS)[0]
        nth = sum(self.folded.startswith(head, i) for i in range(first + 1))
        return {
            "passage": self.key[0],
            "part": self.key[1],
            "words": kept,
            "nth": nth,
            "by": self.by,
        }

    def rows(self) -> Rows:
        """The rows by kind."""
        found: Rows = {kind: [] for kind in KINDS}
        for mark in self.block.marks:
            if mark.letter != "Q":
                found["mentions"].append(self._mention(mark))
            if mark.letter == "C":
                found["citations"].append(self._citation(mark))
        found["steps"] = [self._step(step) for step in self.block.steps]
        found["glosses"] = [self._gloss(gloss) for gloss in self.block.glosses]
        for r in self.block.readings:
            row = self._base(r.start, r.end)
            base, variant = traditional(r.base), traditional(r.variant)
            if base == variant:  # 於 and 于: told apart by the note, one key to the rules
                base, variant = r.base, r.variant
            row |= {"base": base, "variant": variant, "tradition": r.tradition}
            row |= {"decision": r.decision}
            found["readings"].append(self._how(row, ("reading", r.start, r.base, r.variant, r.tradition, r.decision)))
        return found

    def _how(self, row: dict[str, Any], said: tuple[Any, ...]) -> dict[str, Any]:
        row["how"] = "approved" if said in self.proposed else "decided"
        return row

    def _mention(self, mark: Mark) -> dict[str, Any]:
        words = self.block.text[mark.start : mark.end]
        row = self._base(mark.start, mark.end)
        concept = self._concept(mark, words)
        row |= {"type": mark.type, "concept": concept}
        return self._how(row, ("mention", mark.start, mark.end, mark.type))

    def _concept(self, mark: Mark, words: str) -> str:
        entries = load_lexicon().entries
        if mark.letter == "C":
            known = [default_concept(words, "work"), mark.said, mark.said.split("·")[0]]
            found = next((c for c in known if c in entries and entries[c].type == "work"), "")
            return found or traditional(words)
        concept = _headword(mark.said, mark.type) or default_concept(mark.said or words, mark.type)
        if concept:
            return concept
        if mark.letter == "W" and fold(mark.said or words) == fold(words):
            return traditional(words)  # a title that the lexicon does not know is a concept of its own
        return self._lost(mark, words)

    def _lost(self, mark: Mark, words: str) -> str:
        self.slips.append(
            f"{self._where(self.block.line)}: no {mark.type} of the lexicon is {mark.said or words} ({self.block.id})"
        )
        return mark.said or words

    def _citation(self, mark: Mark) -> dict[str, Any]:
        row = self._base(mark.start, mark.end)
        quotes = []
        for q in self.block.marks:
            if q.letter == "Q" and self._owner(q) == mark:
                of = self._base(q.start, q.end)
                quotes.append(f"{of['words']}.{of['nth']}")
        row |= {"target": mark.said, "quotes": "|".join(quotes)}
        return self._how(row, ("citation", mark.start, mark.end, mark.said, len(quotes)))

    def _owner(self, quote: Mark) -> Mark | None:
        before = [m for m in self.block.marks if m.letter == "C" and m.start < quote.start]
        return before[-quote.back] if len(before) >= quote.back else next(iter(self.block.marks), None)

    def _step(self, step: StepLine) -> dict[str, Any]:
        row = self._base(step.start, step.end)
        for key, value in step.slots.given.items():
            row[_WORD_SLOTS.get(key, key)] = int(value) if key == "count" else value
        row |= {
            "negated": "yes" if step.slots.negated else "",
            "conditional": "yes" if step.slots.conditional else "",
        }
        return self._how(row, _step_said(step))

    def _gloss(self, gloss: GlossLine) -> dict[str, Any]:
        row = self._base(gloss.start, gloss.end)
        row |= {"term": traditional(gloss.term), "formula": gloss.formula}
        row |= {k: v for k, v in gloss.extra.items() if k in ("example", "quoted", "grounds", "other")}
        return self._how(row, ("gloss", gloss.start, gloss.end, gloss.term, gloss.formula))


def _step_said(step: StepLine) -> tuple[Any, ...]:
    slots = step.slots
    words = tuple(tuple((w.text, w.supplied) for w in slots.words(key)) for key in WORD_KEYS)
    values = tuple(slots.value(key) for key in ("facing", "posture", "count"))
    return ("step", step.start, step.end, words, values, slots.negated, slots.conditional)


def _said(block: Block) -> set[tuple[Any, ...]]:
    """What a block says, statement by statement, to be found again in another."""
    said: set[tuple[Any, ...]] = {("mention", m.start, m.end, m.type) for m in block.marks if m.letter != "Q"}
    for mark in block.marks:
        if mark.letter == "C":
            said.add(("citation", mark.start, mark.end, mark.said, sum(q.letter == "Q" for q in block.marks)))
    said |= {_step_said(step) for step in block.steps}
    said |= {("gloss", g.start, g.end, g.term, g.formula) for g in block.glosses}
    said |= {("reading", r.start, r.base, r.variant, r.tradition, r.decision) for r in block.readings}
    return said


def rows_of(
    blocks: Sequence[Block],
    proposals: Iterable[Block],
    by: str,
    name: str,
    segments: Mapping[str, str] | None = None,
) -> Rows:
    """The rows of a sheet's blocks, by kind, those of its passages under `passages`.

    `proposals` are the blocks of the sheet as the program wrote it. Raises DataError with all words that the lexicon has
    not, and for a block whose text is not that of the proposal.
    """
    rows: Rows = {"passages": [], **{kind: [] for kind in KINDS}}
    slips: list[str] = []
    before = {(b.id, b.layer): b for b in proposals}
    for block in blocks:
        proposal = before.get((block.id, block.layer))
        if proposal is None or proposal.text != block.text:
            why = "is no block of this text" if proposal is None else "has other text than the source"
            slips.append(f"{name}:{block.line}: {block.id} {block.layer} {why}")
            continue
        taker = _Taker(block, key_of(block, segments or {}), proposal, by, name)
        if not taker.graphs:
            continue
        found = taker.rows()
        slips += taker.slips
        for kind, of in found.items():
            rows[kind] += of
        salt = salt_for(taker.folded, _anchors(found))
        passage, part = taker.key
        rows["passages"].append(
            {"passage": passage, "part": part, "salt": salt, "digest": digest(taker.folded, salt), "by": by}
        )
    if slips:
        raise DataError(f"{len(slips)} slips in {name}:\n" + "\n".join(slips), advice="mend these; nothing was taken")
    return rows


def _anchors(found: Rows) -> Iterable[str]:
    for rows in found.values():
        for row in rows:
            quotes = [re.sub(r"\.\d+$", "", q) for q in row.get("quotes", "").split("|") if q]
            for words in (row["words"], *quotes):
                yield from fold(words).split(ENDS)


def write_tables(rows: Rows, folder: Path) -> None:
    """Write the tables of a folder, in the order of the text; what they have of other passages stays.

    Raises DataError where the tables that are there are broken.
    """
    folder.mkdir(parents=True, exist_ok=True)
    taken = {(row["passage"], row["part"]) for row in rows["passages"]}
    tables: dict[str, type[Row]] = {"passages": PassageRow, **KINDS}
    for kind, schema in tables.items():
        path = folder / f"{kind}.tsv"
        names = sorted((n for n in schema.model_fields if n != "place"), key=lambda n: n in _LAST)
        kept = [row.model_dump() for row in read_table(path, schema)] if path.exists() else []
        mine = [row for row in kept if (row["passage"], row["part"]) not in taken] + rows[kind]
        lines = ["\t".join(names)]
        for row in sorted(mine, key=lambda r: (r["passage"], r["part"])):
            lines.append("\t".join(str(row.get(n, "")) for n in names).rstrip("\t"))
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


#: Columns that stand behind all others.
_LAST = ("by", "how", "grounds", "other")
