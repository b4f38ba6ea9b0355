"""The plot of a calibration as SVG: said 0.8, right 0.8; written by hand, so that the same figures are the same bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Protocol

__all__ = ["plotted"]

_SIDE, _LEFT, _TOP, _GAP = 320, 56, 48, 220
_COLOURS = (
    "#2a5d7c", "#c8553d", "#5b8c3a", "#8e5ea2", "#b8860b", "#2a7f9e", "#7a6f60", "#8c2f1b", "#4a4035", "#0a9396",
    "#bb3e7a", "#55601a", "#3d405b", "#e07a5f", "#81b29a", "#6d597a", "#355070", "#b56576", "#2b2622", "#99621e",
    "#577590",
)  # fmt: skip


class Bin(Protocol):
    """Statements that said much the same: how many, what they said in the mean, how many were right."""

    @property
    def of(self) -> int: ...
    @property
    def said(self) -> float: ...
    @property
    def right(self) -> int: ...


def plotted(groups: Mapping[str, Mapping[str, Sequence[Bin]]]) -> str:
    """One panel a group, one line a kind; the larger a dot, the more statements."""
    kinds = sorted({kind for lines in groups.values() for kind in lines})
    colours = {kind: _COLOURS[n % len(_COLOURS)] for n, kind in enumerate(kinds)}
    width = _LEFT + len(groups) * (_SIDE + _GAP)
    height = _TOP + _SIDE + 64
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="11" role="img">',
        "<title>How sure statements are, and how many of them are right</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for number, (name, lines) in enumerate(groups.items()):
        parts += _panel(name, lines, colours, _LEFT + number * (_SIDE + _GAP))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(name: str, lines: Mapping[str, Sequence[Bin]], colours: Mapping[str, str], left: int) -> list[str]:
    bottom = _TOP + _SIDE
    parts = [f'<text x="{left}" y="{_TOP - 16}" font-size="13" font-weight="bold">{escape(name)}</text>']
    parts.append(f'<rect x="{left}" y="{_TOP}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="#999"/>')
    parts.append(f'<path d="M{left} {bottom}L{left + _SIDE} {_TOP}" stroke="#999" stroke-dasharray="4 4"/>')
    for tenth in range(0, 11, 2):
        along = tenth * _SIDE // 10
        parts.append(f'<text x="{left + along}" y="{bottom + 16}" text-anchor="middle">{tenth / 10:.1f}</text>')
        parts.append(f'<text x="{left - 6}" y="{bottom - along + 4}" text-anchor="end">{tenth / 10:.1f}</text>')
    middle = left + _SIDE // 2
    parts.append(f'<text x="{middle}" y="{bottom + 36}" text-anchor="middle">said</text>')
    parts.append(
        f'<text x="{left - 34}" y="{_TOP + _SIDE // 2}" text-anchor="middle" '
        f'transform="rotate(-90 {left - 34} {_TOP + _SIDE // 2})">right</text>'
    )
    for number, (kind, bins) in enumerate(sorted(lines.items())):
        told = [(left + b.said * _SIDE, bottom - b.right / b.of * _SIDE, 2 + min(7.0, b.of**0.5 / 8)) for b in bins]
        colour = colours[kind]
        if len(told) > 1:
            path = "L".join(f"{x:.1f} {y:.1f}" for x, y, _ in told)
            parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-opacity=".5"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{colour}"/>' for x, y, r in told]
        beside = _TOP + 10 + number * 15
        parts.append(f'<circle cx="{left + _SIDE + 14}" cy="{beside}" r="4" fill="{colour}"/>')
        total = sum(b.of for b in bins)
        parts.append(f'<text x="{left + _SIDE + 24}" y="{beside + 4}">{escape(kind)} ({total:,})</text>')
    return parts
