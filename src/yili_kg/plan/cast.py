"""Who takes part in a rite: the persons that its steps name, in the order in which they come in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from yili_kg.lexicon import load_lexicon
from yili_kg.models import Filler, Segment, Step
from yili_kg.plan.house import House
from yili_kg.text.folding import fold

__all__ = ["Cast", "Member", "cast_of", "companions"]

#: Words that are no person of their own: they stand for whoever acts.
_NOBODY = frozenset(("皆", "之", "某", "某子", "自"))


@dataclass(frozen=True, slots=True)
class Member:
    """A participant: name, English, side (`東`, `西`), the steps he goes up by, whether he only helps or is a group."""

    name: str
    en: str
    side: str
    steps: str
    helper: bool
    group: bool


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
            if text[:cut] in self.members and (rest := self._split(text[cut:].removeprefix("及").removeprefix("與"))):
                return (text[:cut], *rest)
        return ()


def _is_person(word: str, concept: str) -> bool:
    entries, forms = load_lexicon().entries, load_lexicon().forms
    entry = entries.get(concept) or entries.get(word)
    if entry is not None:
        return entry.type in ("role", "person")
    return any(f.type in ("role", "person") for f in forms.get(word, ()))


def _en(word: str, concept: str) -> str:
    entries, forms = load_lexicon().entries, load_lexicon().forms
    entry = entries.get(word) or entries.get(concept)
    if entry is None or entry.type == "object":
        player = entry
        entry = next((entries[f.concept] for f in forms.get(word, ()) if f.type in ("role", "person")), None)
        if entry is None and player is not None:
            return f"player of the {player.en.split(',')[0]}"
    return entry.en.split(",")[0].split(";")[0] if entry else word


def cast_of(steps: Sequence[Step], house: House, chapter: str) -> Cast:
    """Everybody who acts in the steps that are played, or is a person to whom something is done."""
    words: dict[str, str] = {}
    played = [s for s in steps if not s.negated and not s.conditional and s.layer != "記"]
    for step in played:
        for filler in step.agent:
            words.setdefault(fold(filler.text), filler.concept)
        for filler in (*step.recipient, *step.object):
            if _is_person(fold(filler.text), filler.concept):
                words.setdefault(fold(filler.text), filler.concept)
    aliases = _doers(played)
    single = [w for w in words if w and w not in _NOBODY and len(w) <= 6 and w not in aliases]
    names = [w for w in single if not _joined(w, single)]
    members: dict[str, Member] = {}
    for name in names:
        helper = house.side_of(name, ("助",), chapter) == "助"
        side = house.side_of(name, ("東", "西"), chapter) or ("東" if helper else "西")
        steps_of = house.side_of(name, ("阼階", "西階"), chapter) or "西階"
        group = name.startswith(("眾", "諸")) or name in ("工", "笙", "弟子", "有司", "兄弟", "子姓")
        members[name] = Member(name, _en(name, words[name]), side, steps_of, helper, group)
    return Cast(members, {word: name for word, name in aliases.items() if name in members})


def _doers(steps: Sequence[Step]) -> dict[str, str]:
    """舉觶者 is whoever last did 舉 to a 觶: such a word → the name of him who did it."""
    done: dict[str, str] = {}
    found: dict[str, str] = {}
    for step in steps:
        for filler in step.agent:
            word = fold(filler.text)
            if word.endswith("者") and word not in found and (doer := done.get(word[:-1])):
                found[word] = doer
        if len(step.agent) == 1:
            for thing in step.object:
                done[fold(step.verb + thing.text)] = fold(step.agent[0].text)
    return found


def companions(step: Step, segment: Segment | None, cast: Cast) -> tuple[str, ...]:
    """Whom one does it with, by the words before the verb: 介 in 主人以介揖讓升, 賓 in 主人與賓三揖."""
    if segment is None:
        return ()
    place = next((i for i, o in enumerate(segment.offsets) if o == step.start), 0)
    before = fold(segment.text[max(0, place - 6) : place]).rstrip("壹一再三揖")
    for name in sorted(cast.names, key=lambda n: -len(n)):
        if before.endswith((f"以{name}", f"與{name}")):
            return (name,)
    return ()


def _joined(word: str, known: Sequence[str]) -> bool:
    """Whether a word is two names of the cast run together (賓介, 賓主人, 賓及眾賓)."""
    return any(
        word[:cut] in known and word[cut:].removeprefix("及").removeprefix("與") in known for cut in range(1, len(word))
    )
