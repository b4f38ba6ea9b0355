"""What 如初, 如賓禮, 亦如之 stand for: the steps told before that are done again."""

from __future__ import annotations

from collections.abc import Sequence

from yili_kg.annotate.steps.acts import Likeness

__all__ = ["Told", "repeated"]

#: How many steps back a comparison may reach for the series that it repeats.
_REACH = 400
#: How many steps one comparison stands for at most.
_MOST = 24


class Told:
    """The steps of a chapter so far, as a comparison looks back at them."""

    def __init__(self) -> None:
        self.verbs: list[str] = []
        self.agents: list[frozenset[str]] = []
        self.ids: list[str] = []
        self.segments: list[str] = []

    def add(self, step: str, verb: str, agents: Sequence[str], segment: str) -> None:
        """One more step."""
        self.verbs.append(verb)
        self.agents.append(frozenset(agents))
        self.ids.append(step)
        self.segments.append(segment)


def repeated(told: Told, likeness: Likeness, verb: str, agents: frozenset[str]) -> tuple[tuple[str, ...], str]:
    """The ids of the steps that a comparison stands for, and why there are none.

    `verb` is the act that is done alike (empty: 亦如之 with nothing but a subject), `agents` who does it.
    """
    words = likeness.words.removeprefix("如")
    last = len(told.ids)
    if words[:1] in ("之", "是"):
        return _last_run(told, verb, last)
    if verb:
        who = next((w for w in _persons(told) if words.startswith(w)), "")
        back = range(last - 1, max(last - _REACH, -1), -1)
        same = [i for i in back if told.verbs[i] == verb and (not who or who in told.agents[i])]
        if not who:
            same = sorted(same, key=lambda i: (told.agents[i] != agents, -i))
        if same:
            return (told.ids[same[0]],), ""
        return (), f"no earlier {verb} in this chapter"
    like = next((v for v in sorted(set(told.verbs), key=lambda v: (-len(v), v)) if v in words), "")
    if like:
        place = max(i for i, v in enumerate(told.verbs) if v == like)
        run = [i for i in range(place, last) if told.segments[i] == told.segments[place]]
        return tuple(told.ids[i] for i in run[:_MOST]), ""
    return (), f"the text does not say which steps 如{words} means"


def _persons(told: Told) -> list[str]:
    return sorted({a for agents in told.agents for a in agents}, key=lambda a: (-len(a), a))


def _last_run(told: Told, verb: str, last: int) -> tuple[tuple[str, ...], str]:
    """亦如之: the steps of the one who acted last."""
    if not last:
        return (), "nothing has been told before"
    if verb:
        same = [i for i in range(last - 1, max(last - _REACH, -1), -1) if told.verbs[i] == verb]
        if same:
            return (told.ids[same[0]],), ""
    run = [last - 1]
    while run[-1] > 0 and told.agents[run[-1] - 1] == told.agents[last - 1] and len(run) < _MOST:
        if told.segments[run[-1] - 1] != told.segments[last - 1]:
            break
        run.append(run[-1] - 1)
    return tuple(told.ids[i] for i in reversed(run)), ""
