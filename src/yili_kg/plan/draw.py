"""The plan of the house as SVG, to scale: one unit is one 尺, north is up; labels that never lie on each other.

North is up because the hall faces south: the reader looks at it as one who comes in by the gate, the host's side on the
right. The old charts have no fixed direction (隨事立圖或縱或橫既無定向, 四庫提要 on 儀禮圖).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from yili_kg.plan.house import HousePart, HousePlan, Point
from yili_kg.plan.sayings import reason
from yili_kg.plan.stage import Play
from yili_kg.plan.vocabulary import quarter_at, sides, word
from yili_kg.tables.palette import filled, palette

__all__ = ["Label", "View", "extent", "house_marks", "labels_of", "plan_svg", "views_of"]

#: Size of a label's graphs on the drawing, 尺.
LABEL = 2.9

#: Radius of a person's token, 尺.
TOKEN = 3.3

_ORDER = {
    kind: n
    for n, kind in enumerate(
        [
            "platform",
            "area",
            "area-open",
            "steps",
            "steps-east",
            "steps-west",
            "steps-north",
            "line",
            "window",
            "door",
            "wall",
            "thing",
            "pillar",
        ]
    )
}


@dataclass(frozen=True, slots=True)
class View:
    """A part of the plan to look at: its names and its box, west, south, east, north in 尺."""

    id: str
    zh: str
    en: str
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Label:
    """A part's name on the drawing: middle of its box, size of a graph, whether it is written downwards."""

    part: str
    text: str
    x: float
    y: float
    size: float
    rank: int
    upright: bool = False

    @property
    def box(self) -> tuple[float, float, float, float]:
        """West, south, east and north in 尺."""
        width, height = (
            (self.size, self.size * len(self.text)) if self.upright else (self.size * len(self.text), self.size)
        )
        return self.x - width / 2, self.y - height / 2, self.x + width / 2, self.y + height / 2


def extent(plan: HousePlan) -> tuple[float, float, float, float]:
    """The box of all that is drawn, with room for those who are not in the house."""
    points = [p for part in plan.parts for p in part.points]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - 4, min(min(ys), -192.0) - 48, max(xs) + 4, max(ys) + 6


def views_of(plan: HousePlan) -> tuple[View, ...]:
    """The whole and its parts: hall, court, gate, and what lies before the gate where there is an outer one."""
    west, south, east, north = extent(plan)
    views = [
        View("all", *reason("view-all"), (west, south, east, north)),
        View("hall", *reason("view-hall"), (-64, -64, 64, 74)),
        View("court", *reason("view-court"), (-64, -150, 64, -4)),
    ]
    if plan.named(word("places/outer-gate")) is not None and west < -70:
        views.append(View("gate", *reason("view-gate"), (-64, -212, 64, -122)))
        views.append(View("out", *reason("view-outer-gate"), (west, south, east, -184)))
    else:
        views.append(View("gate", *reason("view-gate"), (west, south, east, -122)))
    return tuple(views)


def _touch(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def labels_of(plan: HousePlan, *, size: float = LABEL, top: int = 3) -> tuple[Label, ...]:
    """The labels that fit, weightier ones first: one that would touch another is left out; those up to rank `top`."""
    shown: list[Label] = []
    for part in sorted(plan.parts, key=lambda p: (p.rank, p.id)):
        if part.rank > top or part.label_at is None:
            continue
        narrow = part.kind == "wall" and part.box[2] - part.box[0] < 1
        text = plan.gate if part.id == "house.門" else part.name
        scale = 1.15 if part.rank == 1 else 0.92 if part.rank == 2 else 0.8
        label = Label(part.id, text, *part.label_at, round(size * scale, 2), part.rank, narrow and len(text) > 1)
        if all(not _touch(label.box, other.box) for other in shown):
            shown.append(label)
    return tuple(shown)


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _path(points: Sequence[Point], *, close: bool) -> str:
    steps = " L".join(f"{_n(x)} {_n(-y)}" for x, y in points)
    return f"M{steps}{'Z' if close else ''}"


def _treads(part: HousePart) -> Iterable[str]:
    west, south, east, north = part.box
    for step in (1, 2):
        if part.kind in ("steps", "steps-north"):
            y = south + (north - south) * step / 3
            yield _path(((west, y), (east, y)), close=False)
        else:
            x = west + (east - west) * step / 3
            yield _path(((x, south), (x, north)), close=False)


def _mark(part: HousePart) -> str:
    title = f"<title>{escape(part.name)} {escape(part.en)} — {escape(part.because)}</title>"
    head = f'<g class="part {part.kind} {part.certainty}" data-part={quoteattr(part.id)}>{title}'
    if part.kind == "pillar":
        x, y = part.points[0]
        body = f'<circle cx="{_n(x)}" cy="{_n(-y)}" r="1.1"/>'
    elif part.kind == "door":
        # An open leaf says where the door is, whichever way it turned.
        (x, y), (x2, y2) = part.points[0], part.points[-1]
        body = f'<path d="{_path(part.points, close=False)}"/>'
        if abs(x2 - x) > abs(y2 - y):
            body += f'<path class="leaf" d="{_path(((x2, y2), (x2, y2 + (x2 - x) * 0.7)), close=False)}"/>'
    else:
        closed = part.kind in ("platform", "area", "area-open", "thing") or part.kind.startswith("steps")
        body = f'<path d="{_path(part.points, close=closed)}"/>'
        if part.kind.startswith("steps"):
            body += "".join(f'<path class="tread" d="{d}"/>' for d in _treads(part))
    return f"{head}{body}</g>"


def house_marks(plan: HousePlan) -> str:
    """The SVG of all parts, without labels, in drawing order."""
    parts = sorted((p for p in plan.parts if p.kind in _ORDER), key=lambda p: (_ORDER[p.kind], p.rank * -1, p.id))
    return "\n".join(_mark(p) for p in parts)


def label_marks(labels: Iterable[Label]) -> str:
    """The SVG of labels; `data-x`, `data-y` and `data-rank` are for a page that places them anew when one looks closer."""
    marks = []
    for label in labels:
        attributes = (
            f'class="label rank{label.rank}" data-x="{_n(label.x)}" data-y="{_n(-label.y)}" data-rank="{label.rank}"'
        )
        if label.upright:
            top = -label.y - label.size * (len(label.text) - 1) / 2
            spans = "".join(
                f'<tspan x="{_n(label.x)}" y="{_n(top + n * label.size)}">{escape(graph)}</tspan>'
                for n, graph in enumerate(label.text)
            )
            marks.append(f'<text {attributes} data-upright="1" font-size="{_n(label.size)}">{spans}</text>')
        else:
            marks.append(
                f'<text {attributes} x="{_n(label.x)}" y="{_n(-label.y)}" font-size="{_n(label.size)}">{escape(label.text)}</text>'
            )
    return "\n".join(marks)


#: How the drawing looks; the colours are names of the palette, which a page knows and a file of its own gets filled in.
STYLE = """
.part path,.part circle{fill:none;stroke:var(--outline);stroke-width:.25}
.platform path{fill:var(--platform);stroke:var(--platform-edge);stroke-width:.5}
.area path{fill:var(--room);stroke:none}
.area-open path{fill:var(--court);stroke:none}
.steps path,.steps-east path,.steps-west path,.steps-north path{fill:var(--stairs);stroke:var(--stairs-edge);stroke-width:.25}
.wall path{stroke:var(--wall);stroke-width:1.1;stroke-linecap:square}
.line path{stroke:var(--stairs-edge);stroke-dasharray:1.6 1.2;stroke-width:.3}
.door path{stroke:var(--door);stroke-width:.4;stroke-dasharray:.6 .6}
.door .leaf{stroke-dasharray:none;stroke-width:.5}
.window path{stroke:var(--wall);stroke-width:.9;stroke-dasharray:1 .7}
.thing path{fill:var(--vessel);stroke:var(--outline);stroke-width:.3}
.pillar circle{fill:var(--wall);stroke:none}
.label{fill:var(--name);text-anchor:middle;dominant-baseline:central;font-family:"Noto Serif CJK TC","Source Han Serif TC","Songti TC","Noto Sans CJK TC",serif;paint-order:stroke;stroke:var(--room);stroke-width:.5;stroke-linejoin:round}
.rank1{font-weight:600;fill:var(--accent)}
"""


def compass(x: float, y: float) -> str:
    """The mark of the directions at a point, and the scale: a bar of 30 尺 (one 雉)."""
    quarters = "".join(
        f'<text class="label" {at} font-size="3.2">{quarter_at(turn)}</text>'
        for turn, at in ((0, 'y="-9.4"'), (180, 'y="5"'), (90, 'x="5"'), (270, 'x="-5"'))
    )
    return (
        f'<g class="compass" transform="translate({_n(x)} {_n(-y)})">'
        f'<path d="M0 -7L1.8 1L0 0L-1.8 1Z" fill="{palette()["accent"].colour}"/>{quarters}</g>'
    )


def scale_bar(x: float, y: float) -> str:
    """A bar of 30 尺, with its length."""
    return (
        f'<g class="scale" transform="translate({_n(x)} {_n(-y)})"><path d="M0 -1V0H30V-1M10 0V-.6M20 0V-.6" fill="none" '
        f'stroke="{palette()["outline"].colour}" stroke-width=".3"/><text class="label" x="15" y="2.6" font-size="2.6">{" ".join(reason("scale"))}'
        "</text></g>"
    )


def plan_svg(plan: HousePlan, *, play: Play | None = None, moment: int = -1, pixels: float = 6.0) -> str:
    """The whole plan as an SVG file, with everybody as they stand at a moment of a play, if one is given."""
    west, south, east, north = extent(plan)
    width, height = east - west, north - south
    people = _people(play, moment) if play is not None and play.moments else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_n(west)} {_n(-north)} {_n(width)} {_n(height)}" '
        f'width="{_n(width * pixels)}" height="{_n(height * pixels)}" role="img" aria-label={quoteattr(plan.name)}>'
        f"<title>{escape(plan.name)} {escape(plan.en)}</title><style>{filled(STYLE + (_PEOPLE if people else ''))}</style>"
        f'<rect x="{_n(west)}" y="{_n(-north)}" width="{_n(width)}" height="{_n(height)}" fill="{palette()["paper"].colour}"/>\n'
        f"{house_marks(plan)}\n{label_marks(labels_of(plan))}\n"
        f"{compass(east - 9, -186)}{scale_bar(west + 6, -188)}\n{people}</svg>\n"
    )


_PEOPLE = """
.person circle{fill:var(--field);stroke-width:.5;stroke:var(--guest)}.person.east circle{stroke:var(--host)}
.person.open circle,.person.conventional circle{stroke-dasharray:1 .8}
.person text{text-anchor:middle;dominant-baseline:central;fill:var(--ink);font-family:"Noto Serif CJK TC",serif}
"""


def _people(play: Play, moment: int) -> str:
    marks = []
    for name, stand in play.moments[moment].people:
        facing = sides().get(stand.facing)
        wedge = (
            f'<path d="M-1.5 -{TOKEN}L0 -{TOKEN + 1.9}L1.5 -{TOKEN}Z" transform="rotate({facing.turn})"/>'
            if facing
            else ""
        )
        side = "east" if play.cast.members[name].of_host else "west"
        size = 3.2 if len(name) == 1 else 2.6 if len(name) == 2 else 1.7
        marks.append(
            f'<g class="person {side} {stand.certainty}" transform="translate({_n(stand.x)} {_n(-stand.y)})">'
            f"<title>{escape(name)} {escape(stand.place)} — {escape(stand.zh)} {escape(stand.en)}</title>"
            f'{wedge}<circle r="{TOKEN}"/><text font-size="{size}">{escape(name[:4])}</text></g>'
        )
    return "\n".join(marks)
