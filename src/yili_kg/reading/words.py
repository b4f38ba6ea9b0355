"""Words as the tables of the reading write them: a slot's words, and long words by their two ends."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from yili_kg.models.quick import quick

__all__ = ["ENDS", "SlotWord", "by_ends", "slot_words", "span_of"]

#: What stands between the two ends of long words.
ENDS = "…"
#: Words of at most so many graphs are written out.
_SHORT = 8
_END = 3
_LONGEST_END = 12


@quick
@dataclass(frozen=True, slots=True)
class SlotWord:
    """One word in a slot: `supplied` where the text leaves it out, `source` the commentator who names it."""

    text: str
    supplied: bool = False
    locative: str = ""
    source: str = ""

    def written(self) -> str:
        """The word as a table and a sheet write it."""
        locative = f"·{self.locative}" if self.locative else ""
        return ("*" if self.supplied else "") + self.text + locative + (f"@{self.source}" if self.source else "")


@lru_cache(maxsize=1 << 12)  # the same few stand in most slots
def slot_words(slot: str) -> tuple[SlotWord, ...]:
    """The words of a slot: `*主人@注+門·外`; `?` is none, since it says that the slot is left open."""
    found: list[SlotWord] = []
    for word in slot.split("+"):
        if word in ("", "?", "*?"):
            continue
        rest, _, source = word.partition("@")
        text, _, locative = rest.lstrip("*").partition("·")
        found.append(SlotWord(text, rest.startswith("*"), locative, source))
    return tuple(found)


def by_ends(text: str, start: int, end: int) -> str:
    """The words `text[start:end]` as a table keeps them: whole if short, else by ends from which `span_of` finds them."""
    words = text[start:end]
    if len(words) <= _SHORT or ENDS in words:
        return words
    for size in range(_END, min(_LONGEST_END, len(words) // 2) + 1):
        first, last = words[:size], words[-size:]
        if text.find(last, start + size) == end - size:
            return f"{first}{ENDS}{last}"
    return words


def span_of(first_place: int, words: str, last_places: list[int]) -> tuple[int, int] | None:
    """Where words written by their ends stand, that begin at `first_place`; None where their end does not follow.

    `last_places` are the places of the last words.
    """
    first, ends, last = words.partition(ENDS)
    if not ends:
        return first_place, first_place + len(first)
    end = next((p for p in last_places if p >= first_place + len(first)), None)
    return None if end is None else (first_place, end + len(last))
