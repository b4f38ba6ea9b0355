"""Who acts, and with what, where the text does not say: agents carried on, the turns of host and guest, the cup's way.

What is put in here is marked as supplied, with the case that decided it, and only where the context leaves one answer;
else the slot stays empty and `open` says why. The cases are told in `extraction/rules/steps/anaphora.yaml`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from yili_kg.annotation.steps.acts import Act, Scan
from yili_kg.annotation.steps.context import Context, Filled, Fillers, Scene, is_one_of, supplied
from yili_kg.annotation.steps.nouns import Phrase
from yili_kg.annotation.steps.stream import Stream
from yili_kg.annotation.steps.who_acts import who_acts
from yili_kg.annotation.steps.with_what import understood
from yili_kg.annotation.steps.words import Words, load_words
from yili_kg.lexicon import load_lexicon
from yili_kg.models import Filler
from yili_kg.tables.wordlists import load_word_lists

__all__ = ["CASES_OF_FILLING", "phrase_fillers", "take_turns"]

_BESIDE, _WHERE_BEGUN, _TOGETHER = "at-beside-who-acted", "at-where-laying-out-began", "agent-together-with"
#: The cases that are decided here; the others are those of `who_acts` and `with_what`.
CASES_OF_FILLING = (_BESIDE, _WHERE_BEGUN, _TOGETHER)
#: So many acts behind an act are looked at.
_COMING = 3


def take_turns(scan: Scan, stream: Stream, words: Words) -> list[Filled]:
    """The acts of a stream in order with who does them and with what."""
    told = Context()
    filled: list[Filled] = []
    for place, act in enumerate(scan.acts):
        scene = Scene(Filled(act, {}), told, scan.acts[place + 1 : place + 1 + _COMING], stream, words)
        _fill(scene)
        filled.append(scene.filled)
    return filled


def phrase_fillers(stream: Stream, phrases: Sequence[Phrase]) -> Fillers:
    """The nouns of phrases as the text has them; what has no noun of its own (其南) is left out."""
    made: list[Filler] = []
    for phrase in phrases:
        if phrase.noun.text:
            start, end = stream.source(phrase.noun.start, phrase.noun.end)
            locative = _locative(stream.words(phrase.part, phrase.end)) if phrase.located else ""
            made.append(
                Filler(text=phrase.noun.text, concept=phrase.noun.concept, start=start, end=end, locative=locative)
            )
    return tuple(dict.fromkeys(made))


def _locative(words: str) -> str:
    """The part of a place that words behind its name say; of two directions that are no diagonal the first (豆南|南陳)."""
    lists = load_words().lists
    two = len(words) == len(next(iter(lists["diagonals"]))) and lists["directions"].issuperset(words)
    return words[0] if two and words not in lists["diagonals"] else words


def _fill(scene: Scene) -> None:
    """Fill all slots of an act, and move on."""
    act, slots = scene.act, scene.slots
    slots.update((name, _named(scene, phrases)) for name, phrases in act.slots.items())
    _read_ahead(scene)
    subject = _named(scene, act.ahead.subject)
    if _orders_by_word(scene):
        slots["recipient"], subject = subject, ()
    subject = subject[:1] if len(subject) > 1 and _only_met(scene, act.ahead.subject[-1]) else subject
    scene.told.come_to(act)
    _fill_agent(scene, subject)
    _fill_topics(scene, named=bool(subject))
    understood(scene)
    _fill_place_begun(scene)
    if not slots.get("agent") and not (act.ahead.topics and "object" in slots):
        scene.filled.open.append(("agent", "nobody has been named from whom it could be carried on"))
    scene.told.move_on(scene, named=bool(subject))


def _orders_by_word(scene: Scene) -> bool:
    """司射命上射曰: who orders speaks, not the one who is ordered."""
    before = scene.before
    ordered = scene.act.ahead.ordered and before is not None and is_one_of(before.verb, "ordering-by-word")
    return ordered and is_one_of(scene.act.verb, "speaking")


def _only_met(scene: Scene, last: Phrase) -> bool:
    """司射與司馬交于階前去扑: the one who was only met on the way does not act."""
    behind = scene.stream.folded[last.end : last.end + 1]
    return is_one_of(behind, "meeting")


# --- words of the text ----------------------------------------------------------------------------------------------


def _named(scene: Scene, phrases: Sequence[Phrase]) -> Fillers:
    """The words of phrases, two nouns of one graph side by side as one word (脯醢)."""
    scene.told.kinds.update((p.noun.text, p.noun.kind) for p in phrases)
    made: list[Filler] = []
    for filler in phrase_fillers(scene.stream, phrases):
        last = made[-1] if made else None
        if last and last.end == filler.start and scene.words.has("pairs", last.text + filler.text):
            made[-1] = Filler(
                text=last.text + filler.text,
                concept=f"{last.concept} {filler.concept}".strip(),
                supplied=False,
                start=last.start,
                end=filler.end,
                locative=filler.locative,
            )
        else:
            made.append(filler)
    return tuple(made)


def _read_ahead(scene: Scene) -> None:
    """Where, from where and with what, as told before the verb."""
    act, slots, ahead = scene.act, scene.slots, scene.act.ahead
    if is_one_of(act.verb, "standing") and ahead.subject and slots.get("at") == ():  # 立于其左
        scene.filled.supply("at", supplied(scene.told.current), _BESIDE)
    at = [p for p in ahead.at or (ahead.near if ahead.facing else []) if p.noun.text]
    if at:
        slots["at"] = (*_named(scene, at[-1:]), *slots.get("at", ()))
    if ahead.origin and "from" not in slots:
        slots["from"] = _named(scene, ahead.origin[:1])
    if ahead.means and "object" not in slots and _goes_with_means(act):
        slots["object"] = _named(scene, ahead.means)


def _goes_with_means(act: Act) -> bool:
    """Whether what stands before the verb with 以 is its object (以爵降; 以束帛授 …)."""
    return bool(act.frame.get("with")) or (is_one_of(act.verb, "given-with") and not act.pronoun)


def _fill_topics(scene: Scene, *, named: bool) -> None:
    """Things told before the verb are its object, unless somebody wears them."""
    act, slots = scene.act, scene.slots
    if not act.ahead.topics or "object" in slots:
        return
    worn = named and all(phrase.noun.concept in _dress() for phrase in act.ahead.topics)
    if (act.frame.get("thing") == "object" or not named) and not worn:
        slots["object"] = _named(scene, act.ahead.topics)


@cache
def _dress() -> frozenset[str]:
    """The concepts of what is worn (主人玄端迎于門外): all that the lexicon has below those of the list."""
    known = load_lexicon().entries
    worn = set(load_word_lists("steps/anaphora-words")["dress"].words)
    while below := {e.concept for e in known.values() if e.broader in worn} - worn:
        worn |= below
    return frozenset(worn)


# --- what is supplied -----------------------------------------------------------------------------------------------


def _fill_agent(scene: Scene, subject: Fillers) -> None:
    """Who does it: whom the text names, else whom the context leaves."""
    act, slots, told = scene.act, scene.slots, scene.told
    if subject:
        slots["agent"] = subject
    elif act.ahead.partner and not _only_met(scene, act.ahead.partner[-1]):
        partner = _named(scene, act.ahead.partner)
        if is_one_of(act.verb, "raising-hands"):  # 與賓揖: he is whom one salutes
            slots.setdefault("recipient", partner)
            partner = ()
        agent = (*supplied(told.current), *partner)
        if agent:
            scene.filled.supply("agent", agent, _TOGETHER)
    elif not act.ahead.topics or "object" in act.slots or act.frame.get("agent") == "attendants":
        agent, ground = who_acts(scene)
        if agent:
            scene.filled.supply("agent", supplied(agent), ground)


def _fill_place_begun(scene: Scene) -> None:
    """笙磬 … 皆南陳: a layout that goes on is where it began."""
    act, told = scene.act, scene.told
    laid = told.last_slot("at") if told.served else ()
    if laid and act.ahead.topics and "at" not in scene.slots and act.frame.get("agent") == "attendants":
        scene.filled.supply("at", supplied(laid), _WHERE_BEGUN)
