"""An annotated edition made of nothing but steps, for pages and commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from yili_kg.models import Annotated, Document, Edition, Segment, Step

__all__ = ["edition_of"]


def edition_of(steps: Sequence[Step]) -> Annotated:
    """An edition whose base text is the verbs of the steps, a segment a passage."""
    raw = ""
    segments: list[Segment] = []
    placed: list[Step] = []
    for passage in dict.fromkeys(s.passage for s in steps):
        begin = len(raw)
        name = f"{passage}.jing.1"
        for step in (s for s in steps if s.passage == passage):
            placed.append(replace(step, start=len(raw), end=len(raw) + len(step.verb), segment=name))
            raw += step.verb + "。"
        segments.append(
            Segment(
                id=name, layer="經", speaker="", chapter=passage[:2], passages=(passage,), extent="whole", comments_on="", pieces=((begin, len(raw)),), text=raw[begin:],
                offsets=tuple(range(begin, len(raw))), order=len(segments),
            )
        )  # fmt: skip
    document = Document(
        raw=raw,
        sha256="0" * 64,
        name="made",
        title="為試而作 <&>",
        label="made.txt",
        reader="plain",
        blocks=(),
        noise=(),
    )
    return Annotated(edition=Edition(document=document, segments=tuple(segments)), steps=tuple(placed))
