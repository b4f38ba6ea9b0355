"""What a concept does in the rites and what is done with it: for each slot that it fills, the acts."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from yili_kg.views.concepts.gathered import SLOTS, Act, Use
from yili_kg.views.concepts.links import Links, certainty

__all__ = ["acts"]

#: So many acts of a slot are shown with their passages, so many words beside an act.
_VERBS, _WITH = 24, 3


def acts(use: Use, links: Links, words: Mapping[str, str]) -> str:
    """For each slot (HTML) the verbs with their counts, who or what else is there, and the first passages; empty for none."""
    by_slot: dict[str, list[tuple[str, Act]]] = {}
    for (slot, verb, negated), act in use.acts.items():
        shown = f"{words['negated']} {escape(verb)}" if negated else escape(verb)
        by_slot.setdefault(slot, []).append((shown, act))
    out: list[str] = []
    for slot in SLOTS:
        found = sorted(by_slot.get(slot, ()), key=lambda pair: (-pair[1].count, pair[0]))
        if found:
            out.append(_slot(slot, found, links, words, first=not out))
    return "".join(out)


def _slot(slot: str, found: list[tuple[str, Act]], links: Links, words: Mapping[str, str], *, first: bool) -> str:
    with_ = words["with_agent" if slot == "agent" else "with_other"]
    head = "".join(f'<th scope="col">{name}</th>' for name in (words["verb"], words["times"], with_, words["passages"]))
    rows = "".join(_act(verb, act, slot, links, words) for verb, act in found[:_VERBS])
    rest = "、".join(f'<span lang="lzh">{verb}</span> {act.count}' for verb, act in found[_VERBS:])
    more = (
        f'<details class="pale"><summary>{words["more"]} {len(found) - _VERBS}</summary>{rest}</details>'
        if rest
        else ""
    )
    total = sum(act.count for _, act in found)
    return (
        f'<details class="slot"{" open" if first else ""}><summary>{words[f"slot_{slot}"]} <small>{total:,}</small></summary>'
        f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>{more}</details>'
    )


def _act(verb: str, act: Act, slot: str, links: Links, words: Mapping[str, str]) -> str:
    beside = "、".join(
        f"{links.concept(name)}{f' <small>{n}</small>' if n > 1 else ''}" for name, n in act.with_.most_common(_WITH)
    )
    places = " ".join(
        links.read(segment, passage) + certainty(how, words) for passage, (segment, how) in act.passages.items()
    )
    more = " …" if act.count > len(act.passages) else ""
    return (
        f'<tr><th scope="row" lang="lzh">{verb}</th><td>{act.count}</td><td lang="lzh">{beside}</td>'
        f'<td class="refs">{places}{more}</td></tr>'
    )
