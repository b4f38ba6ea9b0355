"""The slots of a step as a reader writes them: `agent=*主人 object=脯+醢 at=階·前 count=2 if`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from yili_kg.errors import DataError
from yili_kg.reading.words import SlotWord, slot_words

__all__ = ["FLAGS", "OPEN", "STEP_KEYS", "WORD_KEYS", "Slots", "parse_slots"]

#: The slots that hold words, as they are written; a model calls `from` `origin`.
WORD_KEYS = ("agent", "object", "recipient", "vessel", "at", "from", "to", "bows_to")
STEP_KEYS = (*WORD_KEYS, "facing", "posture", "count", "grounds", "other")
FLAGS = ("not", "if")
#: What a slot holds that is left open.
OPEN = "?"
_VALUES = {"facing": ("東", "西", "南", "北", "東南", "東北", "西南", "西北"), "posture": ("坐", "立")}


@dataclass(frozen=True, slots=True)
class Slots:
    """The slots of one step by key, as they are written."""

    given: dict[str, str] = field(default_factory=dict)
    negated: bool = False
    conditional: bool = False

    def words(self, key: str) -> tuple[SlotWord, ...]:
        """The words of a slot."""
        return slot_words(self.given.get(key, ""))

    def value(self, key: str) -> str:
        """What stands in a slot, or empty."""
        return self.given.get(key, "")


def parse_slots(written: Iterable[str], where: str) -> Slots:
    """The slots of a step. Raises DataError, with `where`, for one that nobody can mean."""
    given: dict[str, str] = {}
    flags: set[str] = set()
    for word in written:
        key, equals, value = word.partition("=")
        if word in FLAGS:
            flags.add(word)
            continue
        if not equals or key not in STEP_KEYS or not value:
            raise DataError(f"{word!r} is no slot", where=where, advice=f"slots: {'=… '.join(STEP_KEYS)}=…, not, if")
        if key in given:
            raise DataError(f"the slot {key} is there twice", where=where, advice="part words with +: object=脯+醢")
        given[key] = value
    for key, values in _VALUES.items():
        if given.get(key, values[0]) not in values:
            raise DataError(f"{key} {given[key]!r} is none of {' '.join(values)}", where=where)
    if not given.get("count", "1").isdecimal():
        raise DataError(f"count {given['count']!r} is no number", where=where)
    return Slots(given, "not" in flags, "if" in flags)
