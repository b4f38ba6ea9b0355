"""Chains: pairs of places in two texts that rise in both."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

__all__ = ["longest_chain"]


def longest_chain(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest chain of pairs, given in order, whose second members rise too (patience sorting)."""
    tails: list[int] = []  # the second member with which the best chain of each length ends
    holders: list[int] = []
    back: list[int] = []
    for number, (_, place) in enumerate(pairs):
        length = bisect_left(tails, place)
        back.append(holders[length - 1] if length else -1)
        if length == len(tails):
            tails.append(place)
            holders.append(number)
        else:
            tails[length], holders[length] = place, number
    chain: list[tuple[int, int]] = []
    number = holders[-1] if holders else -1
    while number >= 0:
        chain.append(pairs[number])
        number = back[number]
    return chain[::-1]
