"""Glosses in a note: 乃猶女也, 榮屋翼, 八尺曰尋, 言諸公者王同時分命之.

Definite formulas (猶 謂 讀為 曰 …) come first, each with its marker; what they leave is searched for words of the text
explained that stand at a break with their meaning beside them. A formula that matches and cannot be read is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from yili_kg.annotate.notes.formulas import Formula, load_formulas
from yili_kg.annotate.notes.found import FINAL, FoundGloss, Unreadable
from yili_kg.annotate.notes.plain import plain_glosses
from yili_kg.annotate.notes.strip import STRONG, WEAK, Strip

__all__ = ["find_glosses"]

#: The word read, inside a phrase in which it recurs: 卓王孫之卓.
_PHRASE = re.compile(r".{0,10}?(?P<word>.).{0,10}?之(?P=word)")
#: 讀若今之若: as the word is used today.
_TODAY = re.compile("今之(?P<word>.)")
#: Words that are no names.
_PARTICLES = frozenset("之者也而以於于其乃則亦不無有在自從此是如若凡吾我女爾")
#: Formulas whose meanings are no longer than this, in graphs, end at a comma.
_BRIEF = 16
#: A lemma so short, in graphs, can be the term of what is said of it.
_LEMMA = 8
_TAIL = re.compile("(?:者|亦|蓋|皆|或|此|是|又|本|即|則)+$")
_HEAD = re.compile("^(?:云|曰|此|經|凡|案|按|其|而|故|又|亦)+")


def find_glosses(strip: Strip, reports: Sequence[tuple[int, int]] = ()) -> tuple[list[FoundGloss], list[Unreadable]]:
    """The glosses of a note in order, and the formulas in it that could not be read.

    `reports` are the stretches in which it reports readings, in graphs.
    """
    found: list[FoundGloss] = []
    unread: list[Unreadable] = []
    taken = bytearray(len(strip.graphs))
    for start, end in reports:
        taken[start:end] = b"\1" * (end - start)
    marks = sorted(
        (match.start(), rank, match.end(), formula)
        for rank, formula in enumerate(load_formulas())
        if formula.shape != "plain"
        for match in formula.marker.finditer(strip.graphs)
    )
    starts = [m[0] for m in marks]
    for number, (at, _, end, formula) in enumerate(marks):
        if taken[at] or not strip.heard(at, end):
            continue
        following = next((s for s in starts[number + 1 :] if s >= end), len(strip.graphs))
        if formula.formula == "謂":
            found.extend(_apposed(strip, formula, at, taken))
        read = _read(strip, formula, at, end, following, taken, found, reports)
        if isinstance(read, Unreadable):
            unread.append(read)
        elif read is not None:
            # A statement that the text explained has word for word is repeated, not made.
            if read.end - read.start < 4 or not strip.in_base(strip.graphs[read.start : read.end]):
                found.append(read)
            taken[read.start : read.end] = b"\1" * (read.end - read.start)
    for start, end in _rests(strip, taken):
        found.extend(plain_glosses(strip, start, end, found))
    return sorted(found), sorted(unread)


def _read(
    strip: Strip,
    formula: Formula,
    at: int,
    end: int,
    following: int,
    taken: bytearray,
    found: list[FoundGloss],
    reports: Sequence[tuple[int, int]],
) -> FoundGloss | Unreadable | None:
    """What a formula's marker at `at`–`end` says; None where it is no gloss at all."""
    if formula.not_before is not None and formula.not_before.search(strip.graphs[max(0, at - 12) : at]):
        return None
    if formula.shape == "before":
        return _named(strip, formula, at, end, following, taken)
    if formula.shape == "said":
        return _said(strip, formula, at, end, found)
    term = _term_before(strip, formula, at, taken)
    if formula.formula == "謂" and (term is None or strip.graphs[term[0] : term[1]] == "此"):
        return _further(strip, formula, at, end, following, found)
    if term is None and formula.shape == "read":
        # 故書齎為資, 杜子春讀為資: the word just reported is meant.
        report = max((b for _, b in reports if b <= at), default=0)
        term = (report - 1, report) if report and at - report <= _LEMMA else None
    if term is None:
        return Unreadable(at, end, formula.id, "no term stands before it")
    if formula.shape == "read":
        return _read_as(strip, formula, term, end)
    if formula.shape == "kind":
        return _kind(strip, formula, term, at, end)
    stop = _stop(strip, end, following, formula.longest[1])
    if stop <= end:
        return Unreadable(at, end, formula.id, "no definition stands after it")
    if formula.formula == "猶" and strip.layer != "注" and stop - end > _LEMMA:
        return Unreadable(at, end, formula.id, "猶 may mean still here")
    return _gloss(strip, formula, term, (end, stop))


def _apposed(strip: Strip, formula: Formula, at: int, taken: bytearray) -> list[FoundGloss]:
    """有司 | 羣吏有事者 | 謂主人之吏: what stands between a term and 謂 is a meaning of its own."""
    begin = strip.back(max(0, at - 1)) if at else 0
    begin = max(begin, max((i + 1 for i in range(begin, at) if taken[i]), default=begin))
    if (
        strip.punctuated
        or at - begin < 4
        or strip.graphs[at - 1] != "者"
        or strip.in_base(strip.graphs[begin : at - 1])
    ):
        return []
    read = [g for g in plain_glosses(strip, begin, at, ()) if g.start == begin and g.end == at]
    for gloss in read:
        taken[gloss.start : gloss.end] = b"\1" * (gloss.end - gloss.start)
    return read


def _further(
    strip: Strip, formula: Formula, at: int, end: int, following: int, found: list[FoundGloss]
) -> FoundGloss | None:
    """有司羣吏有事者 | 謂主人之吏: a second statement on the word just explained."""
    before = max((g for g in found if g.end <= at), default=None, key=lambda g: g.end)
    stop = _stop(strip, end, following, formula.longest[1])
    if before is None or before.end != at or stop <= end:
        return None
    made = _gloss(strip, formula, before.term, (end, stop))
    return made and replace(made, start=at)


def _gloss(strip: Strip, formula: Formula, term: tuple[int, int], definition: tuple[int, int]) -> FoundGloss | None:
    start, end = definition
    tail = FINAL.search(strip.graphs[start:end])
    last = start + tail.start() if tail else end
    if last == start or strip.graphs[last - 1] == "乎":
        return None
    return FoundGloss(min(term[0], start), max(term[1], end), term, (start, last), formula.formula, formula.id)


def _term_before(strip: Strip, formula: Formula, at: int, taken: bytearray) -> tuple[int, int] | None:
    """The term that ends at a marker: the words since the last break, or the longest end of them in the base text."""
    end = at
    if strip.gaps[at] == STRONG:
        return None
    begin = strip.back(max(0, at - 1)) if at else 0
    floor = max((i + 1 for i in range(begin, at) if taken[i]), default=begin)
    begin = max(begin, floor)
    words = strip.graphs[begin:end]
    tail = _TAIL.search(words)
    if tail and tail.start() > 0 and not strip.in_base(words):
        end -= len(words) - tail.start()
        words = strip.graphs[begin:end]
    head = _HEAD.match(words)
    if head and head.end() < len(words) and not strip.in_base(words):
        begin += head.end()
        words = strip.graphs[begin:end]
    if not words or (len(words) > _LEMMA and not strip.heard(begin, end)):
        return None
    if strip.in_base(words) and len(words) <= formula.longest[0]:
        return begin, end
    if strip.punctuated:
        return (begin, end) if len(words) <= min(4, formula.longest[0]) else None
    for length in range(min(formula.longest[0], len(words)), 0, -1):
        if strip.in_base(words[-length:]) and (length > 1 or len(words) <= formula.longest[0] or not strip.punctuated):
            return end - length, end
    for length in range(min(formula.longest[0], len(words)), 1, -1) if formula.formula == "謂" else ():
        if strip.in_base(words[:length]):
            return begin, begin + length
    return (begin, end) if len(words) <= min(4, formula.longest[0]) else None


def _stop(strip: Strip, begin: int, following: int, longest: int) -> int:
    """Where a definition that begins at `begin` ends: at a break, or before the term of the next formula."""
    limit = min(len(strip.graphs), begin + longest)
    place = begin
    while place < limit:
        place += 1
        gap = strip.gaps[place] if place <= len(strip.graphs) else STRONG
        if gap == STRONG or (gap == WEAK and (not strip.punctuated or strip.graphs[place - 1] in "也矣焉耳")):
            return place
        if gap == WEAK and longest <= _BRIEF:
            return place  # 酬之言周, 忠信為周: such a meaning is one word
        if place >= following:
            # A formula comes without a break before it: its term ends this definition.
            for length in (3, 2, 1):
                if following - length > begin and strip.in_base(strip.graphs[following - length : following]):
                    return following - length
            following = len(strip.graphs) + 1
    if strip.punctuated:
        weak = next((p for p in range(begin + 1, limit) if strip.gaps[p] == WEAK), begin)
        return weak
    return begin


def _read_as(strip: Strip, formula: Formula, term: tuple[int, int], begin: int) -> FoundGloss | Unreadable:
    stop = strip.ahead(begin, WEAK) if strip.punctuated else min(len(strip.graphs), begin + 24)
    while stop < len(strip.graphs) and strip.punctuated and strip.gaps[stop] == WEAK and stop - begin < 8:
        break
    words = strip.graphs[begin:stop]
    if not words:
        return Unreadable(term[0], begin, formula.id, "no word stands after it")
    today = _TODAY.match(words)
    if today:
        word = begin + today.start("word")
        example = (begin, word + 1)
        return FoundGloss(term[0], word + 1, term, (word, word + 1), formula.formula, formula.id, example=example)
    phrase = _PHRASE.match(words)
    if phrase and (phrase.group("word") == strip.graphs[term[1] - 1] or phrase.end() <= 12):
        word = begin + phrase.end("word") - 1
        end = begin + phrase.end()
        return FoundGloss(term[0], end, term, (word, word + 1), formula.formula, formula.id, example=(begin, end))
    if re.match("(?:此|為|之|以|云|書|兩|絕|合|下)", words):
        return Unreadable(term[0], begin, formula.id, "how the text is to be cut, or no word after it")
    end = begin + 1
    while strip.punctuated and end < stop and end - begin < 2:
        end += 1
    return FoundGloss(term[0], end, term, (begin, end), formula.formula, formula.id)


def _kind(strip: Strip, formula: Formula, term: tuple[int, int], at: int, end: int) -> FoundGloss | None:
    """X, Y之屬: the term is at the break, what it is of the kind of lies between."""
    begin = strip.back(max(0, at - 1), WEAK)
    if strip.punctuated and strip.gaps[begin] == WEAK:
        begin, middle = strip.back(max(0, begin - 1), WEAK), begin
        words = (begin, middle)
    else:
        length = next(
            (n for n in range(min(4, at - begin - 1), 0, -1) if strip.in_base(strip.graphs[begin : begin + n])), 0
        )
        if not length:
            return None
        words, middle = (begin, begin + length), begin + length
    named = strip.graphs[words[0] : words[1]]
    if not strip.in_base(named) or named not in strip.things or not 0 < at - middle <= formula.longest[1]:
        return None
    if not strip.at_break(end) and strip.graphs[end] != "也":
        return None
    return FoundGloss(words[0], end, words, (middle, end), formula.formula, formula.id)


def _named(
    strip: Strip, formula: Formula, at: int, end: int, following: int, taken: bytearray
) -> FoundGloss | Unreadable | None:
    """Y謂之X, Y曰X: the description stands before the marker, the name after it."""
    if end >= len(strip.graphs) or (formula.formula == "曰" and at in strip.speech):
        return None
    if re.search("[“「『‘]", strip.text[strip.places[end - 1] : strip.places[end]]):
        return None
    begin = strip.back(at - 1, WEAK) if at else 0
    begin = max(begin, max((i + 1 for i in range(begin, at) if taken[i]), default=begin))
    head = re.match("(?:凡|其|此|則|故|而|亦|今|又|云)(?=..)", strip.graphs[begin:at])
    shown = begin
    if not strip.punctuated and at - begin > formula.longest[1] // 2:
        # No break shows where the description begins: a number, 在 or 凡 may.
        near = re.search(
            "(?:[一二三四五六七八九十再][^一二三四五六七八九十再]{0,4}|[在凡從][^在凡從]{1,6}|[有無].之?.|.在.{1,2}|.之|[大小內外])$",
            strip.graphs[begin:at],
        )
        shown = begin = begin + near.start() if near else begin
        head = None
    if head and head.group() in "此則故而亦又云":
        shown = begin + head.end()
    if shown >= at or at - shown > formula.longest[1] * 2:
        return Unreadable(at, end, formula.id, "no description stands before it")
    term = _name_after(strip, formula, end, following)
    if term is None:
        return Unreadable(at, end, formula.id, "no name stands after it")
    if formula.formula == "曰" and not _describes(strip, shown, at, term):
        return None
    stop = term[1]
    return FoundGloss(shown, stop, term, (shown, at), formula.formula, formula.id)


def _describes(strip: Strip, begin: int, at: int, term: tuple[int, int]) -> bool:
    """Whether 曰 names what is described before it: speech and titles have the same word."""
    words = strip.graphs[begin:at]
    if re.search("[云曰問使謂]|.[對告]", words):
        return False
    if re.search("(?:職|記|傳|注|禮|詩|書|易|經|儀|語|辭|子|氏|公|王|[問對答告命祝])$", words) and not re.match(
        "在|自|從|於|再|三", words
    ):
        return False
    return strip.in_base(strip.graphs[term[0] : term[1]]) or term[1] - term[0] <= 2


def _name_after(strip: Strip, formula: Formula, begin: int, following: int) -> tuple[int, int] | None:
    """The name that begins at `begin`: up to the next break if that is near, else the longest known word."""
    limit = min(len(strip.graphs), begin + formula.longest[0] + 2)
    for place in range(begin + 1, limit + 1):
        if strip.at_break(place) and (strip.punctuated or place <= begin + 3):
            end = place
            tail = FINAL.search(strip.graphs[begin:end])
            end = begin + tail.start() if tail and tail.start() else end
            if end - begin <= formula.longest[0]:
                return begin, end
            break
    if strip.punctuated:
        return None
    # 再辭而許曰固辭: the name takes up a word of the description.
    taken_up = begin + 1 < len(strip.graphs) and strip.graphs[begin + 1] in strip.graphs[max(0, begin - 5) : begin - 1]
    if taken_up and following > begin + 3:
        return begin, begin + 2
    # The term of the next formula is not part of the name.
    room = min(formula.longest[0], len(strip.graphs) - begin, max(1, following - 1 - begin))
    for length in range(room, 1, -1):
        words, after = strip.graphs[begin : begin + length], begin + length
        closed = strip.at_break(after) or strip.graphs[after] in "也者"
        if words in strip.things or (closed and strip.in_base(words)):
            return begin, after
    return (begin, begin + 1) if begin < len(strip.graphs) and strip.graphs[begin] not in _PARTICLES else None


def _said(strip: Strip, formula: Formula, at: int, end: int, found: list[FoundGloss]) -> FoundGloss | Unreadable | None:
    """言X者Y; where 者 is lacking, the longest beginning that stands in the base text is the term."""
    begin = end
    if at and not strip.at_break(at):
        return None
    stop = strip.ahead(end, STRONG)
    mark = strip.graphs.find("者", begin, min(stop, begin + formula.longest[0] + 1))
    if mark > begin and (strip.in_base(strip.graphs[begin:mark]) or mark - begin <= 4):
        term, first = (begin, mark), mark + 1
    else:
        length = next(
            (n for n in range(min(8, stop - begin - 1), 1, -1) if strip.in_base(strip.graphs[begin : begin + n])), 0
        )
        if length and strip.graphs[begin + length] in "則而以於也者":
            return None
        if length:
            term, first = (begin, begin + length), begin + length
        else:
            before = max((g for g in found if g.end <= at), default=None, key=lambda g: g.end)
            words = strip.graphs[before.definition[0] : before.definition[1]] if before and before.end == at else ""
            # 崇充也言酒惡相充實: the words go on to say how the word just explained is meant.
            if before is None or not words or words not in strip.graphs[begin:stop]:
                return None
            term, first = before.term, begin
    if first >= stop or stop - first > formula.longest[1]:
        return Unreadable(at, end, formula.id, "no definition stands after it")
    tail = FINAL.search(strip.graphs[first:stop])
    last = first + tail.start() if tail and tail.start() else stop
    return FoundGloss(at, stop, term, (first, last), formula.formula, formula.id)


def _rests(strip: Strip, taken: bytearray) -> Iterator[tuple[int, int]]:
    """The stretches that no formula took, cut at strong breaks (and at weak ones behind a final particle)."""
    begin = 0
    for place in range(1, len(strip.graphs) + 1):
        last = place == len(strip.graphs)
        cut = last or strip.gaps[place] == STRONG or bool(taken[place]) != bool(taken[place - 1])
        cut = cut or (place in strip.silent) != (place - 1 in strip.silent)
        if not cut and strip.gaps[place] == WEAK:
            cut = not strip.punctuated or strip.graphs[place - 1] in "也矣焉耳"
        if cut:
            if not taken[begin] and strip.heard(begin, place):
                yield begin, place
            begin = place
