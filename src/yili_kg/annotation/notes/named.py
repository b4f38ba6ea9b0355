"""Glosses whose description stands first and whose name follows the marker: 肉謂之羹, 八尺曰尋."""

from __future__ import annotations

import re

from yili_kg.annotation.notes.formulas import Formula
from yili_kg.annotation.notes.phrases import turn, voice, without_finals, words
from yili_kg.annotation.notes.statements import FoundGloss
from yili_kg.annotation.notes.tokens import STRONG, NoteTokens
from yili_kg.tables.layers import layers

__all__ = ["read_named"]

_OPENING = re.compile("[“「『‘]")
# Numbers of graphs.
#: No beginning of a description that `named-begins` knows is longer.
_BEGINNING = 7
#: In a note without punctuation a break so near behind the marker ends the name.
_NEAR = 3
#: A name with the description of the next member, the longest name in such a row, and the shortest such member (多曰積).
_MEMBER, _PARALLEL_NAME, _SHORTEST_MEMBER = 10, 3, 2
#: The description of a member whose name is one graph (無足曰棜).
_SHORT_MEMBER = 2
#: How far before the marker the description stands that a name takes up (再辭而許曰固辭).
_TAKEN_UP = 5


def read_named(
    tokens: NoteTokens, formula: Formula, begin: int, at: int, end: int, following: int
) -> FoundGloss | str | None:
    """The gloss of a marker at `at`–`end` whose description begins at `begin` at the earliest.

    The reason why it cannot be read where it is one and cannot, None where it is none (speech, a title).
    """
    if end >= len(tokens.graphs) or tokens.gaps[at] == STRONG or (formula.speech and at in tokens.speech):
        return None
    if _OPENING.search(tokens.text[tokens.places[end - 1] : tokens.places[end]]):
        return None
    if formula.id in words("with-common-markers"):
        return _made_of(tokens, formula, begin, at, end)
    start = begin
    begin, end_of_it = _description(tokens, formula, begin, at, end, following), at
    while end_of_it - begin > 1 and tokens.graphs[end_of_it - 1] in words("before-a-name"):
        end_of_it -= 1
    longest = formula.longest[1] * 2
    if not 0 < at - begin <= longest or _describes_nothing(tokens, tokens.graphs[begin:at]):
        return "no description stands before it"
    term = _name(tokens, formula, start, at, end, following)
    if term is None:
        return "no name stands after it"
    begin = _begins_as_the_next(tokens, begin, at, term[1], following)
    if formula.speech and not _describes(tokens, begin, at, term):
        return None
    if tokens.graphs.startswith(tokens.graphs[slice(*term)], begin):
        return None  # 賓使者謂之賓: why the word is used that was just explained
    return FoundGloss(
        start=begin, end=term[1], term=term, definition=(begin, end_of_it), formula=formula.formula, rule=formula.id
    )


def _describes_nothing(tokens: NoteTokens, words_: str) -> bool:
    """Whether words before 謂之 describe nothing; one who argues also tells so whose word it is (周人謂之屨)."""
    argues = tokens.another or tokens.layer in layers().reason
    told = argues and turn("whose-word").fullmatch(words_) is not None
    return told or words_ in words("no-description")


def _made_of(tokens: NoteTokens, formula: Formula, begin: int, at: int, end: int) -> FoundGloss | None:
    """析羽爲旌: a description without anything before it, and a word of the text that ends the clause."""
    for stop in range(min(len(tokens.graphs), end + formula.longest[0]), end, -1):
        name = tokens.graphs[end:stop]
        closed = tokens.at_break(stop) or tokens.graphs[stop] == "也" or _next_is_alike(tokens, begin, at, end, stop)
        if closed and 2 <= at - begin <= formula.longest[1] and tokens.in_base(name):
            if tokens.graphs.find(name, begin, at) >= 0 or name in words("no-name"):
                return None
            return FoundGloss(
                start=begin,
                end=stop,
                term=(end, stop),
                definition=(begin, at),
                formula=formula.formula,
                rule=formula.id,
            )
    return None


def _next_is_alike(tokens: NoteTokens, begin: int, at: int, end: int, stop: int) -> bool:
    """同官為僚 | 同志為友: what stands behind the name is of the same build and begins with the same graph."""
    following, marker = stop + at - begin, tokens.graphs[at:end]
    alike = tokens.graphs[begin] == tokens.graphs[stop : stop + 1]
    if tokens.layer in layers().reason:
        alike = alike or tokens.graphs[at - 1] == tokens.graphs[following - 1 : following]  # 有著為複 | 無著為褶
        # 同官為僚 | 同志為友: so does the member that stands before it.
        before = begin - (stop - end) - len(marker)
        if before > 0 and tokens.graphs.startswith(marker, before) and following - stop == at - begin:
            last = tokens.graphs[max(0, before - (at - begin)) : before]
            if last and (last[0] == tokens.graphs[begin] or last[-1] == tokens.graphs[at - 1]):
                return True
    return alike and tokens.graphs.startswith(marker, following)


def _description(tokens: NoteTokens, formula: Formula, begin: int, at: int, end: int, following: int) -> int:
    """Where the description before a marker at `at`–`end` begins that stands behind graph `begin`."""
    measure = turn("measure-before-a-name").search(tokens.graphs, max(begin, at - _BEGINNING), at)
    if measure is not None and tokens.graphs.endswith(tokens.graphs[at:end], 0, measure.start() - 1):
        return measure.start()  # 曰斛 | 十六斗曰籔
    if not tokens.punctuated and at - begin > formula.longest[1] // 2:
        row = _begins_the_row(tokens, begin, at, end, following)
        if row:
            return row
        near = turn("named-begins").search(tokens.graphs, max(begin, at - _BEGINNING), at)
        return near.start() if near else begin
    said = voice("voice-of-a-book").match(tokens.graphs, begin, at)
    begin = said.end() if said and said.end() < at else begin  # 釋宮曰 | 梁上楹
    lead = turn("named-lead").match(tokens.graphs, begin, at)
    return lead.end() if lead else begin


def _begins_the_row(tokens: NoteTokens, begin: int, at: int, end: int, following: int) -> int:
    """又 | 無足曰棜 | 有足曰禁: behind a name of one graph a description of two that ends as this one does; 0 if none."""
    marker, place = tokens.graphs[at:end], at - _SHORT_MEMBER
    if following != end + 1 + _SHORT_MEMBER or not tokens.graphs.startswith(marker, following) or place <= begin:
        return 0
    return place if tokens.graphs[at - 1] == tokens.graphs[following - 1] else 0


def _begins_as_the_next(tokens: NoteTokens, begin: int, at: int, start: int, following: int) -> int:
    """有正有偏 | 正者曰庠偏者曰序: where no break shows it a description begins as that of the next member does."""
    length = following - start
    marker = tokens.graphs[at : at + 1]
    parallel = 1 < length <= min(_PARALLEL_NAME, at - begin - 1) and tokens.graphs.startswith(marker, following)
    alike = tokens.graphs[following - 1] == tokens.graphs[at - 1] or _chained(tokens, start)
    return at - length if parallel and alike and not tokens.punctuated else begin


def _chained(tokens: NoteTokens, start: int) -> bool:
    """郭門謂之皋 | 皋內謂之庫: one who argues describes the next member by the name that ends before graph `start`."""
    return tokens.layer in layers().reason and tokens.graphs[start - 1] == tokens.graphs[start : start + 1]


def _describes(tokens: NoteTokens, begin: int, at: int, term: tuple[int, int]) -> bool:
    """Whether 曰 names what is described before it: speech and titles have the same word."""
    described = tokens.graphs[begin:at]
    if turn("named-by-a-speaker").search(described):
        return False
    if turn("named-title").search(described) and not turn("named-describes").match(described):
        return False
    return term[1] - term[0] <= 2 or tokens.in_base(tokens.graphs[term[0] : term[1]])


def _name(
    tokens: NoteTokens, formula: Formula, start: int, at: int, begin: int, following: int
) -> tuple[int, int] | None:
    """The name that begins at `begin`: up to the next break if that is near, else the longest known word."""
    whole = _up_to_the_break(tokens, begin, formula.longest[0])
    if tokens.punctuated:
        return whole
    parallel = _before_a_parallel(tokens, start, at, begin, following)
    if parallel is not None:
        return parallel
    if whole is not None and (whole[1] - whole[0] == 1 or tokens.gaps[whole[1]] == STRONG or _named(tokens, *whole)):
        return whole
    if _takes_up(tokens, begin) and following > begin + _NEAR:
        return begin, begin + 2
    known = _known_word(tokens, begin, formula.longest[0], following)
    if known is not None:
        return known
    return (begin, begin + 1) if begin < len(tokens.graphs) and tokens.graphs[begin] not in words("no-name") else None


def _up_to_the_break(tokens: NoteTokens, begin: int, longest: int) -> tuple[int, int] | None:
    """The words up to the next break, less particles, if they are no longer than a name."""
    for place in range(begin + 1, min(len(tokens.graphs), begin + longest + 2) + 1):
        if tokens.at_break(place) and (tokens.punctuated or place <= begin + _NEAR):
            end = without_finals(tokens.graphs, begin, place)
            end = end if end > begin else place
            end -= end - begin > 1 and tokens.graphs[end - 1] in words("pointing-back")
            return (begin, end) if end - begin <= longest else None
    return None


def _named(tokens: NoteTokens, begin: int, end: int) -> bool:
    """Whether words are known: a thing, or words of the text; or 也 or 者 closes them."""
    words_ = tokens.graphs[begin:end]
    closed = tokens.graphs[end : end + 1] in words("behind-a-name") | words("closing")
    return closed or _is_known(tokens, words_)


def _is_known(tokens: NoteTokens, words_: str) -> bool:
    """Whether words name a thing, or are words of the text."""
    return words_ in tokens.things or tokens.in_base(words_)


def _opens(tokens: NoteTokens, place: int, start: int) -> bool:
    """Whether a sentence begins at a place, or behind what other glosses took up to `start`."""
    return tokens.at_break(place) or place == start


def _before_a_parallel(tokens: NoteTokens, start: int, at: int, begin: int, following: int) -> tuple[int, int] | None:
    """青與赤謂之文 | 赤與白謂之章: a next member of the same build shows where the name ends.

    Its description is as long as this one and has a graph in the same place, or ends in the marker of this one.
    """
    marker = tokens.graphs[at:begin]
    if not begin < following <= begin + _MEMBER or not tokens.graphs.startswith(marker, following):
        return None
    if any(tokens.gaps[place] for place in range(begin + 1, following)):
        return None
    measure = turn("measure-behind-a-name").fullmatch(tokens.graphs, begin, following)
    if measure is not None:
        return measure.span("name")  # 十斗曰斛 | 十六斗曰籔
    lengths = range(1, min(_PARALLEL_NAME, following - begin - 1) + 1)
    alike = [length for length in lengths if _alike(tokens, start, at, begin + length, following)]
    if not alike and _are_things(tokens, start, at, begin + 1, following):
        return begin, begin + 1
    alike.sort(key=lambda length: not _is_known(tokens, tokens.graphs[begin : begin + length]))
    # 其東曰闑東 | 其西曰闑西: members that begin alike are surer than those that only have a graph in the same place.
    if alike:
        return begin, begin + _likeliest(tokens, start, at, begin, following, alike)
    return (begin, begin + 1) if following - begin == _SHORTEST_MEMBER else None


def _likeliest(tokens: NoteTokens, start: int, at: int, begin: int, following: int, alike: list[int]) -> int:
    """Of the lengths that a name can have before a next member of the same build the likeliest."""
    # 側持弓矢曰執 | 方持弓矢曰挾: surest is the length at which the member before this one begins with its sentence.
    whole = (n for n in alike if _opens(tokens, at - (following - begin - n), start))
    # 其東曰闑東 | 其西曰闑西: members that begin alike are surer than those that only have a graph in the same place.
    longer = (n for n in alike if following - begin - n > 1)
    first = (n for n in longer if tokens.graphs[begin + n] == tokens.graphs[at - (following - begin - n)])
    return next(whole, 0) or next(first, alike[0])


def _are_things(tokens: NoteTokens, start: int, at: int, behind: int, following: int) -> bool:
    """金玉曰貨 | 布帛曰賄: whether a sentence begins with things, and as many stand behind a name of one graph."""
    begin = at - (following - behind)
    if begin < 0 or following - behind == 1 or not _opens(tokens, begin, start):
        return False
    return all(graph in tokens.things for graph in tokens.graphs[begin:at] + tokens.graphs[behind:following])


def _alike(tokens: NoteTokens, least: int, at: int, start: int, following: int) -> bool:
    """Whether the description at `start`–`following` and as many graphs before `at`, from graph `least` on, have one in the same place."""
    described, begin = tokens.graphs[start:following], at - (following - start)
    if begin < least or any(tokens.gaps[place] for place in range(begin + 1, at)):
        return False
    return any(a == b for a, b in zip(tokens.graphs[begin:at], described, strict=True))


def _takes_up(tokens: NoteTokens, begin: int) -> bool:
    """再辭而許曰固辭: the second graph of the name is a word of the description."""
    pair = tokens.graphs[begin : begin + 2]
    if len(pair) < 2 or pair[1] not in tokens.graphs[max(0, begin - _TAKEN_UP) : begin - 1]:
        return False
    # 掩而不開謂之襲 | 開皮弁及中衣: where one who argues names a thing by one graph the next can begin a sentence.
    alone = tokens.layer in layers().reason and (pair[0] in tokens.things or pair[1] in words("grammar"))
    return not alone or _is_known(tokens, pair)


def _known_word(tokens: NoteTokens, begin: int, longest: int, following: int) -> tuple[int, int] | None:
    """The longest word that names a thing, or that the text has and something closes."""
    # The term of the next formula is not part of the name.
    room = min(longest, len(tokens.graphs) - begin, max(1, following - 1 - begin))
    for length in range(room, 1, -1):
        name, after = tokens.graphs[begin : begin + length], begin + length
        closed = tokens.at_break(after) or tokens.graphs[after] in words("behind-a-name")
        if name in tokens.things or (closed and tokens.in_base(name)):
            return begin, after
    return None
