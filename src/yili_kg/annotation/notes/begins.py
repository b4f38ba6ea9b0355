"""Where in a comment that argues a word of the text is taken up to be explained, though nothing before it shows a break.

Without punctuation a sentence can end in a word with which the next begins (設于豆祭 | 豆祭即韭菹), and a word of the text
before 者 begins a sentence of its own (欲留賓 | 我者君自我也).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from yili_kg.annotation.notes.phrases import turn, words

__all__ = ["taken_up"]

# Numbers of graphs.
#: The longest word of the text before 者, and how soon a final particle closes what is said of it.
_TOPIC, _CLOSED = 8, 24
#: So many graphs do not stand twice in a row by chance.
_NO_CHANCE = 3
#: So far behind a word the same two graphs show that it is the end of a longer one.
_NEARBY = 200


def taken_up(
    graphs: str, closed: Sequence[int], in_base: Callable[[str], bool], things: frozenset[str]
) -> Iterator[int]:
    """The places where a word of the text begins anew; `closed` are the places behind final particles, in order."""
    begun = frozenset((0, *closed))
    for match in turn("said-twice").finditer(graphs):
        word, place = match["word"], match.end()
        if _ends_and_begins(graphs, place, word, in_base, things, begun):
            yield place
    ends = iter(closed)
    end = next(ends, len(graphs))
    for match in turn("topic").finditer(graphs):
        at = match.start()
        while end <= at:
            end = next(ends, len(graphs) + 1)
        if at + 2 < end <= at + _CLOSED:
            begin = _begin_of_topic(graphs, at, end, in_base, things)
            if begin is not None:
                yield begin


def _ends_and_begins(
    graphs: str,
    place: int,
    word: str,
    in_base: Callable[[str], bool],
    things: frozenset[str],
    begun: frozenset[int],
) -> bool:
    """Whether a word that stands twice ends one sentence and begins the next: 有豕魚腊 | 腊野獸之全乾者.

    With a longer word that begins a sentence itself it does not: what follows says what that word means (司射射人也).
    """
    known = in_base(word) or (len(word) > 1 and word in things)
    # 樂正與立者 | 與立者謂衆賓: that three graphs stand twice is no chance.
    led = word[0] in words("grammar") and (len(word) < _NO_CHANCE or not in_base(word))
    if led or not known or in_base(word + word) or word + word in things:
        return False
    before = graphs[max(0, place - len(word) - 1) : place]
    if place - len(before) in begun:
        return False
    named = before[0] in words("names-a-word")  # 當從今文爲託 | 託寄也
    return len(word) > 1 or (len(before) > 1 and (named or in_base(before) or before in things))


def _begin_of_topic(
    graphs: str, at: int, end: int, in_base: Callable[[str], bool], things: frozenset[str]
) -> int | None:
    """Where the word of the text before 者 at `at` begins; None where it belongs to what stands before it.

    What is said of it ends at `end`; where that takes the word up, 之 before it ends a sentence (設之 | 奠者祝洗酌奠).
    """
    known = (n for n in range(min(_TOPIC, at), 0, -1) if in_base(graphs[at - n : at]))
    length = next(known, 0)
    place = at - length
    if not length or not place:
        return None
    told = graphs[place - 1] in words("ends-with-its-object") and graphs.find(graphs[place:at], at + 1, end) >= 0
    if not told and (graphs[place] in words("grammar") or graphs[place - 1] in words("governing")):
        return None
    pair = graphs[place - 1 : place + 1]
    if length == 1 and (
        graphs[place] in words("people") or pair in things or graphs.find(pair, place + 1, place + _NEARBY) >= 0
    ):
        return None  # 西 | 面者
    return place
