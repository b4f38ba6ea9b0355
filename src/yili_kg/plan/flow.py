"""The course of a rite as a graph: sub-rites as clusters, steps in order, 獻 – 酢 – 酬 bound together; Mermaid and SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

import networkx as nx

from yili_kg.models import Segment, Step
from yili_kg.plan.cast import Cast, cast_of
from yili_kg.plan.house import load_house
from yili_kg.plan.say import sentence
from yili_kg.plan.vocabulary import words
from yili_kg.tables.palette import filled, palette
from yili_kg.text.folding import fold

__all__ = ["flow_graph", "flow_mermaid", "flow_svg"]


def _rite(step: Step) -> str:
    return step.rite.partition(".")[2] or step.rite or step.passage


def flow_graph(steps: Sequence[Step], segments: Mapping[str, Segment] | None = None) -> nx.MultiDiGraph:
    """A node a step (its number), edges `next` in order, `answers` from 獻 to 酢 to 酬 between the same two, `repeats`.

    Node attributes: `label`, `rite`, `passage`, `verb`, `agent`, `to` (whom an offering goes to), `conditional`.
    """
    cast = cast_of(steps, load_house(), steps[0].chapter if steps else "")
    graph: nx.MultiDiGraph = nx.MultiDiGraph()
    for n, step in enumerate(steps):
        agents = cast.persons(step.agent)
        given = tuple(p for p in cast.persons((*step.recipient, *step.object)) if p not in agents)
        graph.add_node(
            n,
            label=sentence(step, (segments or {}).get(step.segment)),
            rite=_rite(step),
            passage=step.passage,
            verb=step.verb,
            agent=agents,
            to=given,
            conditional=step.conditional,
        )
    _join_steps(graph, steps)
    return graph


def _join_steps(graph: nx.MultiDiGraph, steps: Sequence[Step]) -> None:
    """Edges of three kinds, step by step: to the next, from an offering to its answer, to what is repeated."""
    number = {s.id: n for n, s in enumerate(steps)}
    offers: dict[frozenset[str], int] = {}
    for n, step in enumerate(steps):
        if n:
            graph.add_edge(n - 1, n, kind="next")
        if not step.negated and (answered := _answered(graph, n, offers)) is not None:
            graph.add_edge(answered, n, kind="answers")
        for other in step.repeats:
            if other in number and number[other] < n:
                graph.add_edge(n, number[other], kind="repeats")


def _answered(graph: nx.MultiDiGraph, n: int, offers: dict[frozenset[str], int]) -> int | None:
    """The offering between the same two that one answers, 獻 before 酢 before 酬; `offers` remembers this one."""
    cycle, data = words("verbs/offering"), graph.nodes[n]
    if fold(data["verb"]) not in cycle or not data["agent"]:
        return None
    pair = frozenset((data["agent"][0], *data["to"][:1]))
    before = offers.get(pair)
    offers[pair] = n
    if before is None or cycle.index(fold(graph.nodes[before]["verb"])) >= cycle.index(fold(data["verb"])):
        return None
    return before


def _clusters(graph: nx.MultiDiGraph) -> list[tuple[str, list[int]]]:
    """Runs of steps of one sub-rite, in order."""
    runs: list[tuple[str, list[int]]] = []
    for n, data in graph.nodes(data=True):
        if not runs or runs[-1][0] != data["rite"]:
            runs.append((data["rite"], []))
        runs[-1][1].append(n)
    return runs


def _quoted(text: str) -> str:
    kept = text.replace('"', "#quot;").replace("<", "#lt;").replace(">", "#gt;").replace("\n", " ")
    return f'"{kept}"'


def flow_mermaid(steps: Sequence[Step], segments: Mapping[str, Segment] | None = None) -> str:
    """Mermaid text: a subgraph a sub-rite, offerings as stadiums, thick arrows for 獻 → 酢 → 酬, dotted for repeats."""
    graph = flow_graph(steps, segments)
    lines = ["flowchart TD"]
    for number, (rite, nodes) in enumerate(_clusters(graph)):
        lines.append(f"  subgraph r{number}[{_quoted(rite)}]")
        lines.append("    direction TB")
        for n in nodes:
            data = graph.nodes[n]
            label = _quoted(f"{data['passage']} {data['label']}")
            shape = (
                ("([", "])")
                if fold(data["verb"]) in words("verbs/offering")
                else ("{{", "}}")
                if data["conditional"]
                else ("[", "]")
            )
            lines.append(f"    s{n}{shape[0]}{label}{shape[1]}")
        lines.append("  end")
    arrows = {"next": "-->", "answers": "==>", "repeats": "-.->"}
    for one, other, data in graph.edges(data=True):
        lines.append(f"  s{one} {arrows[data['kind']]} s{other}")
    return "\n".join(lines) + "\n"


_LANE, _ROW, _LEFT, _TOP = 92, 24, 150, 64


def _lanes(steps: Sequence[Step], cast: Cast) -> list[str]:
    """Who gets a lane: everybody who acts; those who do so least share the last one."""
    counts: dict[str, int] = {}
    for step in steps:
        for name in cast.persons(step.agent):
            counts[name] = counts.get(name, 0) + 1
    often = sorted(counts, key=lambda n: (-counts[n], cast.names.index(n)))[:11]
    return [n for n in cast.names if n in often]


def flow_svg(steps: Sequence[Step], *, title: str, segments: Mapping[str, Segment] | None = None) -> str:
    """A chart with a lane a participant and a row a step, sub-rites as bands; 獻, 酢, 酬 go across from lane to lane."""
    graph, cast = flow_graph(steps, segments), cast_of(steps, load_house(), steps[0].chapter if steps else "")
    lanes = _lanes(steps, cast)
    place = {name: n for n, name in enumerate(lanes)}
    width = _LEFT + _LANE * (len(lanes) + 1) + 330
    height = _TOP + _ROW * max(1, graph.number_of_nodes()) + 20
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">',
        f"<title>{escape(title)}</title><style>{filled(_STYLE)}</style>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        f'<path d="M0 0L8 4L0 8Z" fill="{palette()["accent"].colour}"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="{palette()["paper"].colour}"/><text class="head" x="12" y="26">{escape(title)}</text>',
    ]
    for number, (rite, nodes) in enumerate(_clusters(graph)):
        top = _TOP + nodes[0] * _ROW
        out.append(
            f'<rect class="band b{number % 2}" x="0" y="{top}" width="{width}" height="{len(nodes) * _ROW}"/>'
            f'<text class="rite" x="10" y="{top + 16}">{escape(rite[:9])}</text>'
        )
    for name, n in place.items():
        x = _LEFT + _LANE * n + _LANE // 2
        out.append(f'<line class="lane" x1="{x}" y1="{_TOP}" x2="{x}" y2="{height - 10}"/>')
        out.append(f'<text class="who" x="{x}" y="{_TOP - 12}">{escape(name[:5])}</text>')
    for n, data in graph.nodes(data=True):
        out.append(_row(n, data, place, width))
    out.append("</svg>\n")
    return "\n".join(out)


def _row(n: int, data: dict[str, object], place: dict[str, int], width: int) -> str:
    y = _TOP + n * _ROW + _ROW // 2
    verb, agents, to = str(data["verb"]), data["agent"], data["to"]
    assert isinstance(agents, tuple)
    assert isinstance(to, tuple)
    offer = fold(verb) in words("verbs/offering")
    marks = []
    at = [place.get(a, len(place)) for a in agents] or [len(place)]
    for lane in dict.fromkeys(at):
        x = _LEFT + _LANE * lane + _LANE // 2
        kind = "act offer" if offer else "act maybe" if data["conditional"] else "act"
        marks.append(
            f'<g class="{kind}"><rect x="{x - 34}" y="{y - 9}" width="68" height="18" rx="9"/>'
            f'<text x="{x}" y="{y}">{escape(verb[:5])}</text></g>'
        )
    if offer and to and to[0] in place and at[0] != place[to[0]]:
        x1 = _LEFT + _LANE * at[0] + _LANE // 2
        x2 = _LEFT + _LANE * place[to[0]] + _LANE // 2
        turn = 34 if x2 > x1 else -34
        marks.append(f'<line class="gives" x1="{x1 + turn}" y1="{y}" x2="{x2}" y2="{y}" marker-end="url(#tip)"/>')
    text = escape(f"{data['passage']} {data['label']}"[:34])
    marks.append(f'<text class="says" x="{width - 325}" y="{y}">{text}</text>')
    return "".join(marks)


_STYLE = """
text{font-family:"Noto Serif CJK TC","Source Han Serif TC","Songti TC","Noto Sans CJK TC",serif;font-size:13px;fill:var(--ink);dominant-baseline:central}
.head{font-size:19px;fill:var(--accent);font-weight:600}.who{text-anchor:middle;font-weight:600}.rite{fill:var(--accent);font-weight:600}
.band{fill:var(--soft)}.b1{fill:var(--paper)}.lane{stroke:var(--line)}.act rect{fill:var(--field);stroke:var(--outline);stroke-width:.8}
.act text{text-anchor:middle}.offer rect{fill:var(--accent);stroke:var(--accent)}.offer text{fill:var(--field)}.maybe rect{stroke-dasharray:3 2}
.gives{stroke:var(--accent);stroke-width:1.6}.says{font-size:11.5px;fill:var(--outline)}
"""
