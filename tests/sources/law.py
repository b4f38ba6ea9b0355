"""Law 1 for readers: each character of a text lies in exactly one block or in one noise that says why."""

from __future__ import annotations

from yili_kg.models import Block
from yili_kg.sources.layout import Layout


def assert_law1(raw: str, layout: Layout) -> None:
    """Blocks and noise share the text out once, marks lie within blocks, runs are numbered."""
    spans = sorted([*((b.start, b.end) for b in layout.blocks), *((n.start, n.end) for n in layout.noise)])
    place = 0
    for start, end in spans:
        assert start == place, f"{place}–{start} in no span or in two: {raw[min(start, place) :][:20]!r}"
        assert end > start
        place = end
    assert place == len(raw)
    owner = bytearray(len(raw))
    for block in layout.blocks:
        assert block.layer
        assert block.run > 0
        owner[block.start : block.end] = b"\x01" * (block.end - block.start)
    for noise in layout.noise:
        assert noise.reason
    before = 0
    for start, end in layout.marks:
        assert before <= start < end
        assert all(owner[start:end]), f"a mark outside a block at {start}: {raw[start:end]!r}"
        before = end


def text_of(raw: str, layout: Layout, block: Block) -> str:
    """The text of a block's whole run, less marks."""
    blank = bytearray(len(raw))
    for start, end in layout.marks:
        blank[start:end] = b"\x01" * (end - start)
    pieces = [b for b in layout.blocks if b.run == block.run]
    return "".join(raw[i] for b in pieces for i in range(b.start, b.end) if not blank[i])


def runs(raw: str, layout: Layout) -> list[tuple[str, str, str]]:
    """(layer, speaker, text) of each run, in order."""
    firsts = {b.run: b for b in reversed(layout.blocks)}
    return [(b.layer, b.speaker, text_of(raw, layout, b)) for _, b in sorted(firsts.items())]
