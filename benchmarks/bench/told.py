"""What was measured, as a page of Markdown and as a plot of seconds and memory against the size of the corpus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

__all__ = ["page", "plotted"]

_SIDE, _LEFT, _TOP, _GAP = 320, 76, 48, 130


def page(told: dict[str, Any]) -> str:
    """The page `docs/speed.md`: ratios first."""
    return "\n".join([*_head(told), *_ratios(told), *_builds(told), *_analysis(told), *_graph(told)]) + "\n"


def _head(told: dict[str, Any]) -> Iterator[str]:
    yield "# How fast it is"
    yield ""
    yield (
        f"Made by `make bench` on {told['machine']}, over {told['corpus']} ({told['characters']:,} characters), "
        f"{'with' if told['library'] else 'without'} the cited books. Each figure is from a process of its own; the ratios "
        "come first, since they hold on other machines. The same as JSON: [speed.json](speed.json)."
    )
    yield ""


def _ratios(told: dict[str, Any]) -> Iterator[str]:
    yield from ("## Ratios", "", "| what | |", "|---|---|")
    for name, value in told["ratios"].items():
        yield f"| {name} | {('yes' if value else '**no**') if isinstance(value, bool) else format(value, '.2f')} |"
    yield ""
    yield (
        "Growth is the factor per doubling of the corpus: 2 is linear. The copies are the same text and yet other sources, so "
        "that what editions have in common grows with them."
    )
    yield ""


def _builds(told: dict[str, Any]) -> Iterator[str]:
    yield from ("## Whole builds, with all pages", "", "![seconds and memory against size](speed.svg)", "")
    yield "| corpus | jobs | characters | seconds | characters a second | statements a second | MB, all processes |"
    yield "|---|---|---|---|---|---|---|"
    for one in told["builds"].values():
        yield (
            f"| {one['times']} × | {one['jobs']} | {one['characters']:,} | {one['seconds']} | {one['characters a second']:,} | "
            f"{one['statements a second']:,} | {one['MB']:,} |"
        )
    yield ""
    names = list(dict.fromkeys(name for one in told["builds"].values() for name in one["stages"]))
    yield from (f"| seconds by stage | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|")
    for one in told["builds"].values():
        cells = " | ".join(str(one["stages"].get(name, "")) for name in names)
        yield f"| {one['times']} ×, {one['jobs']} jobs | {cells} |"
    yield ""
    yield "The shapes are asked within `analyse` (of each source by itself) and within `write` (of all together)."
    yield ""


def _analysis(told: dict[str, Any]) -> Iterator[str]:
    yield from ("## Analysis, one core, characters a second of the processor", "", "| stage | |", "|---|---|")
    for name, value in told["analysis, characters a second"].items():
        yield f"| {name} | {value:,} |"
    found = told["mentions, characters a second"]
    yield from ("", f"Mentions alone, with the same {found['forms']:,} forms over the same segments:", "")
    yield from ("| tool | |", "|---|---|")
    for name in ("yili-kg", "EntityRuler", "Aho–Corasick"):
        yield f"| {name} | {found[name]:,} |"
    yield ""
    yield (
        "An EntityRuler and an Aho–Corasick pass find every form wherever it stands; which of them is a mention is what "
        "the rest of the time is for."
    )
    yield ""


def _graph(told: dict[str, Any]) -> Iterator[str]:
    found = told["graph"]
    yield from ("## The graph", "", "| what | yili-kg | rdflib |", "|---|---|---|")
    yield (
        f"| statements loaded a second | {found['yili-kg statements a second']:,} | "
        f"{found['rdflib statements a second']:,} |"
    )
    yield f"| a plain question ({found['rows']:,} rows), ms | {found['yili-kg question']} | {found['rdflib question']:,} |"
    yield ""
    yield f"All {found['how many']} named questions take {found['questions']:,} ms together, the longest {found['longest']} ms."


def plotted(told: dict[str, Any]) -> str:
    """Seconds and memory against the size of the corpus, as SVG; the dashed line is what linear growth would be."""
    width, height = _LEFT + 2 * (_SIDE + _GAP), _TOP + _SIDE + 60
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="11" role="img">',
        "<title>What a build costs against the size of the corpus</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for number, (name, key) in enumerate((("seconds by the clock", "seconds"), ("memory, MB", "MB"))):
        lines = {
            f"{jobs} job{'s' * (jobs > 1)}": [
                (b["characters"], b[key]) for b in told["builds"].values() if b["jobs"] == jobs
            ]
            for jobs in (1, 2)
        }
        parts += _panel(name, lines, _LEFT + number * (_SIDE + _GAP))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(name: str, lines: dict[str, list[tuple[int, float]]], left: int) -> Iterator[str]:
    points = [p for line in lines.values() for p in line]
    if not points:
        return
    most_x, most_y = max(x for x, _ in points), max(y for _, y in points)
    bottom = _TOP + _SIDE

    def place(x: float, y: float) -> tuple[float, float]:
        return left + x / most_x * _SIDE, bottom - y / most_y * _SIDE

    yield f'<text x="{left}" y="{_TOP - 16}" font-size="13" font-weight="bold">{escape(name)}</text>'
    yield f'<rect x="{left}" y="{_TOP}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="#999"/>'
    for quarter in range(5):
        x, y = place(most_x * quarter / 4, most_y * quarter / 4)
        yield f'<text x="{x:.0f}" y="{bottom + 16}" text-anchor="middle">{most_x * quarter / 4 / 1e6:.2f}</text>'
        yield f'<text x="{left - 6}" y="{y + 4:.0f}" text-anchor="end">{most_y * quarter / 4:,.0f}</text>'
    yield f'<text x="{left + _SIDE // 2}" y="{bottom + 36}" text-anchor="middle">million characters</text>'
    first = min(points)
    (x0, y0), (x1, y1) = place(0, 0), place(most_x, min(most_y, first[1] * most_x / first[0]))
    yield f'<path d="M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}" stroke="#999" stroke-dasharray="4 4"/>'
    for number, (told, line) in enumerate(lines.items()):
        yield from _line(told, [place(x, y) for x, y in line], ("#2a5d7c", "#c8553d")[number], left, number)


def _line(name: str, line: Sequence[tuple[float, float]], colour: str, left: int, number: int) -> Iterator[str]:
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in line)
    yield f'<path d="M{path}" fill="none" stroke="{colour}"/>'
    yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in line)
    beside = _TOP + 14 + number * 15
    yield f'<circle cx="{left + 14}" cy="{beside}" r="4" fill="{colour}"/>'
    yield f'<text x="{left + 24}" y="{beside + 4}">{escape(name)}</text>'
