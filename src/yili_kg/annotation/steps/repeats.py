"""What 如初, 如賓禮, 亦如之 stand for: the steps told before that are done again."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

from yili_kg.annotation.steps.acts import Likeness
from yili_kg.annotation.steps.words import load_words

__all__ = ["Told", "repeated"]

#: How many steps back a comparison may reach for the series that it repeats.
_REACH = 400
#: How many steps one comparison stands for at most.
_MOST = 24


class _Names:
    """Words without doubles, the longest first, then in their own order."""

    def __init__(self) -> None:
        self._keys: list[tuple[int, str]] = []
        self._known: set[str] = set()

    def add(self, word: str) -> None:
        if word not in self._known:
            self._known.add(word)
            insort(self._keys, (-len(word), word))

    def __iter__(self) -> Iterator[str]:
        return (word for _, word in self._keys)


class Told:
    """The steps of a chapter so far, as a comparison looks back at them."""

    def __init__(self) -> None:
        self.verbs: list[str] = []
        self.agents: list[frozenset[str]] = []
        self.ids: list[str] = []
        self.segments: list[str] = []
        #: The verbs and the persons who act, by length.
        self.known_verbs, self.persons = _Names(), _Names()
        #: Where each verb stood last.
        self.last_of: dict[str, int] = {}

    def add(self, step: str, verb: str, agents: Sequence[str], segment: str) -> None:
        """One more step."""
        self.last_of[verb] = len(self.ids)
        self.verbs.append(verb)
        self.agents.append(frozenset(agents))
        self.ids.append(step)
        self.segments.append(segment)
        self.known_verbs.add(verb)
        for agent in agents:
            self.persons.add(agent)

    def back(self, verb: str) -> list[int]:
        """The steps with a verb that a comparison may reach, the last one first."""
        last = len(self.ids)
        return [i for i in range(last - 1, max(last - _REACH, -1), -1) if self.verbs[i] == verb]


def repeated(told: Told, likeness: Likeness, verb: str, agents: frozenset[str]) -> tuple[tuple[str, ...], str]:
    """The ids of the steps that a comparison stands for, and why there are none.

    `verb` is the act that is done alike (empty: 亦如之 with nothing but a subject), `agents` who does it.
    """
    lists = load_words().lists
    words = likeness.words[1:] if likeness.words[:1] in lists["alike"] else likeness.words
    if words[:1] in lists["pointing"]:
        return _last_run(told, verb)
    if verb:
        return _same_act(told, words, verb, agents)
    return _named_series(told, words, likeness.words)


def _same_act(told: Told, words: str, verb: str, agents: frozenset[str]) -> tuple[tuple[str, ...], str]:
    """拜如初, 拜如賓: the last time that the verb was told, of the one named, else rather of the same persons."""
    who = next((name for name in told.persons if words.startswith(name)), "")
    same = told.back(verb)
    if who:
        same = [i for i in same if who in told.agents[i]]
    else:
        same.sort(key=lambda i: told.agents[i] != agents)
    return ((told.ids[same[0]],), "") if same else ((), f"no earlier {verb} in this chapter")


def _named_series(told: Told, words: str, comparison: str) -> tuple[tuple[str, ...], str]:
    """如獻禮: from the last time that an act of its words was told, to the end of that segment."""
    verb = next((verb for verb in told.known_verbs if verb in words), "")
    if not verb:
        return (), f"the text does not say which steps {comparison} means"
    place = told.last_of[verb]
    run = takewhile(lambda i: told.segments[i] == told.segments[place], range(place, len(told.ids)))
    return tuple(told.ids[i] for i in islice(run, _MOST)), ""


def _last_run(told: Told, verb: str) -> tuple[tuple[str, ...], str]:
    """亦如之: the last time that the verb was told, or the steps of the one who acted last."""
    if not told.ids:
        return (), "nothing has been told before"
    same = told.back(verb) if verb else []
    if same:
        return (told.ids[same[0]],), ""
    last = len(told.ids) - 1
    alike = takewhile(
        lambda i: told.agents[i] == told.agents[last] and told.segments[i] == told.segments[last],
        range(last, -1, -1),
    )
    run = list(islice(alike, _MOST))
    return tuple(told.ids[i] for i in reversed(run)), ""
