"""Editions of the same words: which of them is shown, which stands folded beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from yili_kg.annotation.notes.phrases import voice
from yili_kg.models import Segment
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream
from yili_kg.views.reader.chapters import Held, Place

__all__ = ["Version", "layers_at", "versions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """Segments of one edition in one layer; `same` are segments of other editions with just these words."""

    held: tuple[Held, ...]
    same: tuple[Held, ...] = ()

    @property
    def edition(self) -> int:
        """The number of its edition."""
        return self.held[0].edition


def layers_at(place: Place) -> list[tuple[str, list[Held]]]:
    """What stands at a passage: the base text (經 and 記 together) under the first of its layers, then layer by layer."""
    known = layers()
    base = [held for layer in known.base for held in place.at.get(layer, ())]
    others = sorted((layer for layer in place.at if layer not in known.base), key=lambda x: (known.order(x), x))
    return ([(known.base[0], base)] if base else []) + [(layer, place.at[layer]) for layer in others]


def versions(held: Sequence[Held]) -> list[Version]:
    """The segments of one layer at a passage, edition by edition, each wording once.

    Two editions have the same words if their graphs are the same when they are folded, whatever their punctuation; a
    segment that repeats the words of one of another edition is folded with it too. Who speaks, said at the head of a note
    in some editions (註曰), is no part of its words.
    """
    by_edition: dict[int, list[Held]] = {}
    for one in held:
        by_edition.setdefault(one.edition, []).append(one)
    if len(by_edition) == 1:
        return [Version(held=tuple(held))]
    shown: list[list[Held]] = []
    same: list[list[Held]] = []
    known: dict[str, int] = {}
    for edition in by_edition.values():
        keys = [_said(one.segment) for one in edition]
        whole = "".join(keys)
        if whole and whole in known:
            same[known[whole]].extend(edition)
            continue
        left = []
        for one, key in zip(edition, keys, strict=True):
            if key and key in known:
                same[known[key]].append(one)
            else:
                left.append((one, key))
        if left:
            known |= {key: len(shown) for _, key in left} | {whole: len(shown)}
            shown.append([one for one, _ in left])
            same.append([])
    return [Version(held=tuple(h), same=tuple(s)) for h, s in zip(shown, same, strict=True)]


def _said(segment: Segment) -> str:
    """The graphs of a segment by which it is compared."""
    folded, layer = fold(segment.text), segment.layer
    known = layers()
    if layer in known.comments:
        head = voice("voice-head-argues" if layer in known.argues else "voice-head").match(folded)
        if head:
            folded = folded[head.end() :]
        elif layer in known.notes:
            folded = folded.removeprefix(layer)
    return stream(folded).graphs
