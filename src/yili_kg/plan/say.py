"""A step in a sentence, Chinese and English, as the list shows it and as it is read aloud."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from yili_kg.data import data_folder
from yili_kg.lexicon import load_lexicon
from yili_kg.models import Filler, Segment, Step
from yili_kg.plan.acts import Act, act_of, load_acts
from yili_kg.plan.cast import Cast
from yili_kg.plan.phrases import phrase_of
from yili_kg.plan.sayings import turn_of
from yili_kg.plan.vocabulary import directions, sides, words
from yili_kg.tables.rulebook import Filled
from yili_kg.tables.table import Row, read_table
from yili_kg.text.folding import fold

__all__ = ["english", "english_of", "sentence"]

_TIMES = {2: "twice", 3: "three times"}

#: Effects of acts that a person does with himself: a thing in the slot `object` is what he has with him.
_MOVING = frozenset(("rise", "descend", "enter", "leave", "return", "approach", "withdraw", "stand"))

#: Effects of acts of which a thing done (洗, 降) may be the object.
_ABOUT_ACTS = frozenset(("speak", "bow"))


class Declined(Row):
    """An act that is declined or bowed for, where the same graph as a thing is another word."""

    word: Filled
    en: Filled


@cache
def _declined() -> dict[str, str]:
    path = data_folder("extraction") / "rules" / "plan" / "declined.tsv"
    return {row.word: row.en for row in read_table(path, Declined, unique=("word",))}


def _where(fillers: Iterable[Filler], segment: Segment | None) -> tuple[Filler, ...]:
    """Places with their locatives and, with the segment, what stands before them and belongs to them."""
    return tuple([replace(f, text=phrase_of(f, segment)) for f in fillers])


# ---------------------------------------------------------------- Chinese


def _zh(fillers: Iterable[Filler]) -> str:
    return "、".join(turn_of("supplied", word=f.text)[0] if f.supplied else f.text for f in fillers)


def sentence(step: Step, segment: Segment | None = None) -> str:
    """The step in Chinese, what the context supplies in （）: （主人）坐取爵于篚.

    Places have their locatives (西階上); with its segment also what the text has before them (兩楹間).
    """
    place = "".join(f.text for f in _where(step.at, segment))
    before = f"{_zh(step.agent)} {place}{_facing(step)[0]}".strip()
    to, origin = _zh(_where(step.to, segment)), _zh(_where(step.origin, segment))
    where = (turn_of("to", place=to)[0] if to else "") + (turn_of("from", place=origin)[0] if origin else "")
    told = f"{before} {_verb_zh(step)}{_zh(step.object)}{_zh(step.recipient)}{where}"
    return (turn_of("conditional", told=told)[0] if step.conditional else told).strip()


def _verb_zh(step: Step) -> str:
    """The verb with the posture it is done in: 坐取, 不拜."""
    verb = (step.posture if step.posture not in step.verb else "") + step.verb
    return turn_of("negated", verb=verb)[0] if step.negated else verb


def _facing(step: Step) -> tuple[str, str]:
    """How one faces, Chinese and English; English only for a quarter."""
    if not step.facing:
        return "", ""
    known = step.facing in directions()
    zh, en = turn_of("facing", quarter=step.facing, quarter_en=sides()[step.facing].en if known else "")
    return zh, en if known else ""


# ---------------------------------------------------------------- English


def english_of(word: str, concept: str = "") -> str:
    """The English of a word of the lexicon; the word itself where it has none.

    What it was read as goes before what it may be elsewhere: 侯 read as 侯（物） is a target, not a marquis.
    """
    key = fold(word)
    entries, forms = load_lexicon().entries, load_lexicon().forms
    entry = entries.get(concept) or entries.get(key)
    if entry is None and key in forms:
        entry = entries[forms[key][0].concept]
    return entry.en.split(";")[0].split(",")[0] if entry is not None else word


def _en(fillers: Iterable[Filler], cast: Cast | None, phrases: tuple[Filler, ...] = ()) -> str:
    words_of_slot = []
    for n, f in enumerate(fillers):
        member = cast.members.get(fold(f.text)) if cast else None
        said = member.en if member else english_of(f.text, f.concept)
        shown = phrases[n].text if phrases else f.text
        words_of_slot.append(shown if said == f.text else said if said.endswith(shown) else f"{said} {shown}")
    return " and ".join(words_of_slot)


def english(step: Step, cast: Cast | None = None, segment: Segment | None = None) -> str:
    """The step in English, each word with its Chinese beside it: “the host 主人 takes the cup 爵 from the basket 篚”."""
    step, act = _whole_act(step)
    parts = [
        _en(step.agent, cast) or turn_of("nobody")[1],
        _verb_en(step, act),
        _object_en(step, act, cast),
        _recipient_en(step, act, cast),
        _from_en(step, segment),
        _to_en(step, act, segment),
    ]
    told = " ".join(part for part in parts if part)
    if not (step.object or step.recipient or step.to):
        told = told.removesuffix(" to").removesuffix(" for").removesuffix(" of")
    text = ", ".join([told, *_manner_en(step, act, segment)])
    return turn_of("conditional", told=text)[1] if step.conditional else text


def _whole_act(step: Step) -> tuple[Step, Act]:
    """The act of a step; where its object is an act too and both are one (卒洗), that one, and the step without an object."""
    if len(step.object) == 1 and fold(step.object[0].text) in load_acts():
        whole = load_acts().get(fold(step.verb + step.object[0].text))
        if whole is not None:
            return replace(step, object=()), whole
    return step, act_of(step.verb)


def _verb_en(step: Step, act: Act) -> str:
    """The verb with what stands before whom it is done to: “bows to”; who bows with a cup for object sees it off."""
    verb = turn_of("negated", verb=act.en)[1] if step.negated else act.en
    if not act.whom or not (step.object or step.recipient):
        return verb
    return (
        f"{verb} to see off" if any(f.text in words("things/bowed-for") for f in step.object) else f"{verb} {act.whom}"
    )


def _object_en(step: Step, act: Act, cast: Cast | None) -> str:
    if act.effect in _ABOUT_ACTS and (done := next((f.text for f in step.object if f.text in _declined()), "")):
        return _declined()[done]
    return ("with " if step.object and act.effect in _MOVING else "") + _en(step.object, cast)


def _recipient_en(step: Step, act: Act, cast: Cast | None) -> str:
    return ("to " if step.recipient and step.object and not act.en.endswith(" for") else "") + _en(step.recipient, cast)


def _from_en(step: Step, segment: Segment | None) -> str:
    origin = _en(step.origin, None, _where(step.origin, segment))
    return turn_of("from", place=origin)[1] if step.origin else ""


def _to_en(step: Step, act: Act, segment: Segment | None) -> str:
    """Where to; what is put is put at a place, and some verbs say “to” or “at” themselves."""
    if not step.to:
        return ""
    place = _en(step.to, None, _where(step.to, segment))
    if act.effect == "put":
        return f"at {place}"
    return place if act.en.endswith((" to", " at")) else turn_of("to", place=place)[1]


def _manner_en(step: Step, act: Act, segment: Segment | None) -> list[str]:
    """Where, how one faces, kneeling, how often: what follows the step, each after a comma."""
    manner = []
    if step.at:
        manner.append("at " + _en(step.at, None, _where(step.at, segment)))
    manner.append(_facing(step)[1])
    if step.posture in words("verbs/kneeling"):
        manner.append("kneeling")
    if step.count > 1 and act.effect == "bow":
        manner.append(_TIMES.get(step.count, f"{step.count} times"))
    return [said for said in manner if said]
