"""What the kinds of acts do on the stage; which verb is of which kind says `extraction/rules/acts.tsv`."""

from __future__ import annotations

from collections.abc import Callable

from yili_kg.plan.acts import EffectName
from yili_kg.plan.effects.doing import Doing
from yili_kg.plan.effects.handling import drink, fill, give, put, receive, take, wash
from yili_kg.plan.effects.laying import lay, serve
from yili_kg.plan.effects.moving import approach, descend, enter, follow, goto, leave, rise, withdraw
from yili_kg.plan.effects.returning import go_back
from yili_kg.plan.effects.staying import bow, meet, offer, speak, stay

__all__ = ["EFFECTS", "Doing", "Effect"]

#: What one person does in a step → his scene is changed.
Effect = Callable[[Doing], None]

#: Effect of `acts.tsv` → what it does.
EFFECTS: dict[EffectName, Effect] = {
    "rise": rise,
    "descend": descend,
    "enter": enter,
    "leave": leave,
    "return": go_back,
    "goto": goto,
    "approach": approach,
    "withdraw": withdraw,
    "stand": stay,
    "follow": follow,
    "meet": meet,
    "take": take,
    "put": put,
    "give": give,
    "receive": receive,
    "fill": fill,
    "wash": wash,
    "drink": drink,
    "lay": lay,
    "serve": serve,
    "offer": offer,
    "bow": bow,
    "speak": speak,
    "play": stay,
    "still": stay,
}
