"""The marks of punctuation in a text: what they set between its graphs, and whether they show where sentences end."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["NONE", "STRONG", "WEAK", "marks_in"]

NONE, WEAK, STRONG = 0, 1, 2
_STRONG = frozenset("。;；?？!！.○〇")
_WEAK = frozenset(",，:：︰「『“‘")  # 、 parts the members of one phrase
#: What parts the sections of a comment, whether its sentences are marked or not.
_SECTION = frozenset("○〇")
#: A strong mark so often, in graphs, makes a note punctuated.
_SENTENCE = 40


def marks_in(text: str, places: Sequence[int]) -> tuple[list[int], bool]:
    """What the marks of a text set between its graphs, which stand at `places`; and whether they show where sentences end."""
    gaps = _marked(text, places)
    return gaps, _is_punctuated(text, gaps)


def _marked(text: str, places: Sequence[int]) -> list[int]:
    """What the marks of punctuation in a text set between its graphs."""
    gaps = [NONE] * (len(places) + 1)
    gaps[0] = gaps[-1] = STRONG
    if places and places[-1] - places[0] < len(places):
        return gaps  # nothing stands between the graphs
    for number in range(1, len(places)):
        between = text[places[number - 1] + 1 : places[number]]
        if between and text[places[number - 1]] != "&":
            gaps[number] = STRONG if _STRONG & set(between) else WEAK if _WEAK & set(between) else NONE
    return gaps


def _is_punctuated(text: str, gaps: Sequence[int]) -> bool:
    """Whether a text has marks enough to show where its sentences end."""
    sections = sum(map(text.count, _SECTION))
    marked = gaps[1:-1].count(STRONG) - sections + (text.rstrip()[-1:] in _STRONG)
    return marked > 0 and marked >= (len(gaps) - 1) // _SENTENCE
