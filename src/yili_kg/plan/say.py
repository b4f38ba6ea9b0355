"""A step in a sentence, Chinese and English, as the list shows it and as it is read aloud."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from yili_kg.lexicon import load_lexicon
from yili_kg.models import Filler, Segment, Step
from yili_kg.plan.acts import act_of
from yili_kg.plan.cast import Cast
from yili_kg.plan.places import phrase_of
from yili_kg.text.folding import fold

__all__ = ["english", "english_of", "sentence"]

_QUARTERS = {
    "東": "east",
    "西": "west",
    "南": "south",
    "北": "north",
    "東南": "south-east",
    "東北": "north-east",
    "西南": "south-west",
    "西北": "north-west",
}
#: What is declined or bowed for is an act, where the same graph as a thing is another word.
_DECLINED = {"洗": "the washing 洗", "降": "the coming down 降"}
_TIMES = {2: "twice", 3: "three times"}


def _zh(fillers: Iterable[Filler]) -> str:
    return "、".join(f"（{f.text}）" if f.supplied else f.text for f in fillers)


def _where(fillers: Iterable[Filler], step: Step, segment: Segment | None) -> tuple[Filler, ...]:
    """Places with the locatives that their slots leave out: 西階上 for 西階."""
    return tuple(replace(f, text=phrase_of(f, segment, step.facing)) if segment is not None else f for f in fillers)


def sentence(step: Step, segment: Segment | None = None) -> str:
    """The step in Chinese, what the context supplies in （）: （主人）坐取爵于篚.

    With its segment the places are as the text has them (西階上), not as the slots do (西階).
    """
    head = "若" if step.conditional else ""
    verb = ("不" if step.negated else "") + (step.posture if step.posture and step.posture not in step.verb else "")
    place = "".join(f.text for f in _where(step.at, step, segment))
    facing = f"{step.facing}面" if step.facing else ""
    before = f"{_zh(step.agent)} {place}{facing}".strip()
    after = _zh(step.object) + _zh(step.recipient)
    to, origin = _zh(_where(step.to, step, segment)), _zh(_where(step.origin, step, segment))
    where = (f"于{to}" if to else "") + (f"自{origin}" if origin else "")
    return f"{head}{before} {verb}{step.verb}{after}{where}".strip()


def english_of(word: str, concept: str = "") -> str:
    """The English of a word of the lexicon; the word itself where it has none."""
    key = fold(word)
    entries, forms = load_lexicon().entries, load_lexicon().forms
    entry = entries.get(key) or entries.get(concept)
    if entry is None and key in forms:
        entry = entries[forms[key][0].concept]
    return entry.en.split(";")[0].split(",")[0] if entry is not None else word


def _en(fillers: Iterable[Filler], cast: Cast | None, phrases: tuple[Filler, ...] = ()) -> str:
    words = []
    for n, f in enumerate(fillers):
        member = cast.members.get(fold(f.text)) if cast else None
        said = member.en if member else english_of(f.text, f.concept)
        shown = phrases[n].text if phrases else f.text
        words.append(shown if said == f.text else said if said.endswith(shown) else f"{said} {shown}")
    return " and ".join(words)


def english(step: Step, cast: Cast | None = None, segment: Segment | None = None) -> str:
    """The step in English, each word with its Chinese beside it: “the host 主人 takes the cup 爵 from the basket 篚”."""
    agent = _en(step.agent, cast) or "(who is not said)"
    act = act_of(step.verb)
    verb = act.en if act.en != step.verb else step.verb
    parts = [agent, f"does not do this: {verb}" if step.negated else verb]
    if (
        verb.startswith("bows")
        and not verb.endswith(("washing", "arrival", "taken"))
        and (step.object or step.recipient)
    ):
        parts[-1] += " to" if not any(f.text in ("爵", "觶") for f in step.object) else " to see off"
    moving = act.effect in ("rise", "descend", "enter", "leave", "return", "approach", "withdraw", "stand", "drink")
    refused = next((_DECLINED[f.text] for f in step.object if f.text in _DECLINED), "")
    if refused and act.effect in ("speak", "bow"):
        parts.append(refused)
    elif step.object:
        parts.append(("with " if moving and act.effect != "drink" else "") + _en(step.object, cast))
    if step.recipient:
        parts.append(("to " if step.object and not verb.endswith(" for") else "") + _en(step.recipient, cast))
    if step.origin:
        parts.append("from " + _en(step.origin, None, _where(step.origin, step, segment)))
    if step.to:
        towards = "at " if act.effect == "put" else "" if verb.endswith((" to", " at")) else "to "
        parts.append(towards + _en(step.to, None, _where(step.to, step, segment)))
    tail = []
    if step.at:
        tail.append("at " + _en(step.at, None, _where(step.at, step, segment)))
    if step.facing in _QUARTERS:
        tail.append(f"facing {_QUARTERS[step.facing]}")
    if step.posture == "坐":
        tail.append("kneeling")
    if step.count > 1 and act.effect == "bow":
        tail.append(_TIMES.get(step.count, f"{step.count} times"))
    told = " ".join(parts)
    if not (step.object or step.recipient or step.to):
        told = told.removesuffix(" to").removesuffix(" for").removesuffix(" of")
    text = ", ".join([told, *tail])
    return f"if it be so: {text}" if step.conditional else text
