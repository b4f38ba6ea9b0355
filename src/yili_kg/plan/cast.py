"""Who takes part in a rite: the persons that its steps name, in the order in which they come in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from yili_kg.lexicon import load_lexicon
from yili_kg.models import Filler, Segment, Step
from yili_kg.plan.house import House
from yili_kg.plan.vocabulary import host_and_guest, phrase, word, words
from yili_kg.tables.layers import layers
from yili_kg.tables.types import mention_types
from yili_kg.text.folding import fold

__all__ = ["Cast", "Member", "cast_of", "companions"]

#: How long a name may be, graphs; what is longer is a slot read wrong.
_LONGEST = 6

#: Within how many steps who did something is meant by it and 者 (執巾者).
_LATELY = 60


@dataclass(frozen=True, slots=True)
class Member:
    """A participant: name, English, side (`東`, `西`), the steps he goes up by, whether he only helps or is a group."""

    name: str
    en: str
    side: str
    steps: str
    helper: bool
    group: bool

    @property
    def of_host(self) -> bool:
        """Whether he is of the host's side."""
        return self.side == host_and_guest()["side"].host

    @property
    def by_host_steps(self) -> bool:
        """Whether he goes up and down by the host's steps."""
        return self.steps == host_and_guest()["steps"].host


@dataclass(frozen=True, slots=True)
class Cast:
    """All participants by name, in order of appearance, and other words for them (舉觶者)."""

    members: dict[str, Member]
    aliases: dict[str, str] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """Their names, in order of appearance."""
        return tuple(self.members)

    def persons(self, fillers: Iterable[Filler]) -> tuple[str, ...]:
        """The members that fillers name, each once; two names run together are two members."""
        found: dict[str, None] = {}
        for filler in fillers:
            for name in self._split(fold(filler.text)):
                found[name] = None
        return tuple(found)

    def _split(self, text: str) -> tuple[str, ...]:
        text = self.aliases.get(text, text)
        if text in self.members:
            return (text,)
        for cut in range(len(text) - 1, 0, -1):
            if text[:cut] in self.members and (rest := self._split(_after_joining(text[cut:]))):
                return (text[:cut], *rest)
        return ()


def _after_joining(text: str) -> str:
    """What comes behind 及 or 與 between two names."""
    for joint in words("persons/joining"):
        text = text.removeprefix(joint)
    return text


def _names_person(mention_type: str) -> bool:
    known = mention_types().get(mention_type)
    return known is not None and known.noun == "person"


def _is_person(word_of_step: str, concept: str) -> bool:
    entries, forms = load_lexicon().entries, load_lexicon().forms
    entry = entries.get(concept) or entries.get(word_of_step)
    if entry is not None:
        return _names_person(entry.type)
    return any(_names_person(f.type) for f in forms.get(word_of_step, ()))


def _en(name: str, concept: str) -> str:
    """English of a name; one that is a thing's too (笙, 磬) is of him who plays it where no person has it."""
    entries, forms = load_lexicon().entries, load_lexicon().forms
    entry = entries.get(concept) or entries.get(name)
    if entry is None or mention_types()[entry.type].handled:
        played = entry
        entry = next((entries[f.concept] for f in forms.get(name, ()) if _names_person(f.type)), None)
        if entry is None and played is not None:
            return f"player of the {played.en.split(',')[0]}"
    return entry.en.split(",")[0].split(";")[0] if entry else name


def cast_of(steps: Sequence[Step], house: House, chapter: str) -> Cast:
    """Everybody who acts in the steps that are played, or is a person to whom something is done."""
    played = [s for s in steps if not s.negated and not s.conditional and s.layer in layers().course]
    named = _named(played)
    aliases = _doers(played) | _short_for(named) | _pair(named)
    single = [n for n in named if n and n not in words("persons/nobody") and len(n) <= _LONGEST and n not in aliases]
    members = {name: _member(name, named[name], house, chapter) for name in single if not _joined(name, single)}
    known = Cast(members)
    return Cast(members, {alias: name for alias, name in aliases.items() if known.persons((Filler(text=name),))})


def _named(steps: Sequence[Step]) -> dict[str, str]:
    """Every word for somebody in the steps, in order, with its concept."""
    named: dict[str, str] = {}
    for step in steps:
        for filler in step.agent:
            named.setdefault(fold(filler.text), filler.concept)
        for filler in (*step.recipient, *step.object):
            if _is_person(fold(filler.text), filler.concept):
                named.setdefault(fold(filler.text), filler.concept)
    agents = {fold(f.text) for step in steps for f in step.agent}
    return {n: concept for n, concept in named.items() if n in agents or n not in words("persons/if-they-act")}


def _pair(named: Iterable[str]) -> dict[str, str]:
    """上耦 are 上射 and 下射, where both are named."""
    pair, *both = words("persons/pair")
    return {pair: "".join(both)} if pair in named and all(one in named for one in both) else {}


def _short_for(named: dict[str, str]) -> dict[str, str]:
    """A name of one graph for somebody whose full name ends so and is named too: 正 is the 司馬正 that its concept says.

    負侯 is the 負侯者 too; a single graph is not (相 and 相者 are two).
    """
    who = word("persons/doer")
    with_who = {short: short + who for short in named if len(short) > 1 and short + who in named}
    return with_who | {
        short: fold(concept)
        for short, concept in named.items()
        if len(short) == 1 and fold(concept) in named and fold(concept).endswith(short) and fold(concept) != short
    }


def _member(name: str, concept: str, house: House, chapter: str) -> Member:
    """Who somebody is by the parties of the house; of whom nothing is said is a guest, a helper is the host's."""
    side, steps, helping = host_and_guest()["side"], host_and_guest()["steps"], word("persons/helping")
    helper = house.side_of(name, (helping,), chapter) == helping
    return Member(
        name,
        _en(name, concept),
        house.side_of(name, (side.host, side.guest), chapter) or side.of(helper),
        house.side_of(name, (steps.host, steps.guest), chapter) or steps.guest,
        helper,
        name.startswith(words("persons/many")) or name in words("persons/group"),
    )


def _doers(steps: Sequence[Step]) -> dict[str, str]:
    """舉觶者 is whoever did 舉 to a 觶 a little before: such a word → the name of him who did it."""
    done: dict[str, tuple[int, str]] = {}
    found: dict[str, str] = {}
    who = word("persons/doer")
    for number, step in enumerate(steps):
        for filler in step.agent:
            named = fold(filler.text)
            when, doer = done.get(named.removesuffix(who), (-_LATELY, ""))
            if named.endswith(who) and named not in found and doer not in ("", named) and number - when < _LATELY:
                found[named] = doer
        if len(step.agent) == 1:
            for thing in step.object:
                done[fold(step.verb + thing.text)] = number, fold(step.agent[0].text)
    return found


def companions(step: Step, segment: Segment | None, cast: Cast) -> tuple[str, ...]:
    """Whom one does it with, by the words before the verb: 介 in 主人以介揖讓升, 賓 in 主人與賓三揖."""
    if segment is None:
        return ()
    place = next((i for i, o in enumerate(segment.offsets) if o == step.start), 0)
    before = phrase("how-often").sub("", fold(segment.text[max(0, place - 6) : place]))
    for name in sorted(cast.names, key=lambda n: -len(n)):
        if before.endswith(tuple(mark + name for mark in words("persons/doing-with"))):
            return (name,)
    return ()


def _joined(name: str, known: Sequence[str]) -> bool:
    """Whether a word is two names of the cast run together (賓介, 賓及眾賓), and not one of its own (司馬正, 長兄弟)."""
    entry = load_lexicon().entries.get(name)
    if entry is not None and _names_person(entry.type):
        return False
    return any(name[:cut] in known and _after_joining(name[cut:]) in known for cut in range(1, len(name)))
