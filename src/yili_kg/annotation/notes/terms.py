"""The term before the marker of a formula (乃 in 乃猶女也): where it begins, and what follows it before the marker."""

from __future__ import annotations

from yili_kg.annotation.notes.formulas import Formula
from yili_kg.annotation.notes.phrases import turn, voice, without_finals, words
from yili_kg.annotation.notes.tokens import STRONG, NoteTokens
from yili_kg.tables.layers import layers

__all__ = ["LEMMA", "UNKNOWN", "term_before"]

# Numbers of graphs.
#: A lemma so short can be the term of what is said of it.
LEMMA = 8
#: Words of the text that are marked with 者 before 謂 can be as long as this.
_MARKED_LEMMA = 24
#: Words that are cited whole before 者, though the text has them otherwise, are no longer than this.
_WHOLE = 12
#: A term that the text explained does not have is no longer than this.
UNKNOWN = 4
#: In a note no longer than this a word is sought that stands twice.
_SEARCHED = 2_000
#: A term that says words of the text with other words is no longer than this.
_SAID_ANEW = 3
#: So far before words the last of those can begin with which one repeats.
_REPEATS = 2
#: More words than these before a term, which are no part of it, are not looked through.
_LEAD = 16


def term_before(tokens: NoteTokens, formula: Formula, begin: int, at: int) -> tuple[int, int] | None:
    """The term that ends before a formula's marker at graph `at`, or None.

    It is the words since the last break, which stands at `begin`, or the longest end of them in the text explained.
    """
    if tokens.gaps[at] == STRONG:
        return None
    begin, end = _bare_words(tokens, begin, at)
    return _marked_lemma(tokens, formula, begin, end, at) or _bare_term(tokens, formula, begin, end, at)


def _bare_term(tokens: NoteTokens, formula: Formula, begin: int, end: int, at: int) -> tuple[int, int] | None:
    """The term at the end of the words at `begin`–`end`, which nothing leads to or follows."""
    length, longest = end - begin, formula.longest[0]
    if not length or _is_no_term(tokens, begin, end):
        return None
    if formula.id in words("with-common-markers"):
        return (begin, end) if 1 < length <= longest and tokens.repeats(begin, end) else None
    if tokens.punctuated and length <= longest and tokens.repeats(begin, end):
        return begin, end
    cited = _cited_whole(tokens, formula, begin, end)
    if cited is not None:
        return cited
    end = _with_its_mark(tokens, end, at)
    whole = (_word_alone(tokens, begin, end), end) if end - begin <= min(UNKNOWN, longest) else None
    known = (
        None
        if tokens.punctuated or _said_anew(tokens, formula, begin, end)
        else _in_the_text(tokens, formula, begin, end)
    )
    return known or whole


def _cited_whole(tokens: NoteTokens, formula: Formula, begin: int, end: int) -> tuple[int, int] | None:
    """所謂 | 有藉者謂, 學記曰 | 比年入學指十五時: what one who argues repeats behind such words is the term whole."""
    if tokens.layer not in layers().reason or formula.shape != "after":
        return None
    lead = turn("repeats-whole").search(tokens.graphs, max(0, begin - _REPEATS, end - LEMMA - _LEAD), end - 1)
    return (lead.end(), end) if lead is not None and 1 < end - lead.end() <= LEMMA else None


def _marked_lemma(tokens: NoteTokens, formula: Formula, begin: int, end: int, at: int) -> tuple[int, int] | None:
    """云 | 禮於君者不陳 | 者謂: whole words of the text that 者 marks are what one who argues explains."""
    if tokens.layer not in layers().reason or not formula.refers or not 1 < end - begin <= _MARKED_LEMMA:
        return None
    if tokens.graphs[end:at] not in words("topic"):
        return None
    if not tokens.repeats(begin, end):
        return (begin, end) if _stands_whole(tokens, begin, end) else None
    said = voice("voice-of-a-book").match(tokens.graphs, begin, end - 1)  # 禮器曰 | 貴者獻以爵
    begin = said.end() if said else begin
    return begin, without_finals(tokens.graphs, begin, _with_its_mark(tokens, end, at))


def _stands_whole(tokens: NoteTokens, begin: int, end: int) -> bool:
    """云 | 主人為之具而殯者謂: whether words that the text has otherwise are cited whole, up to 者.

    Behind 云 they are, and where a sentence begins, so far as nothing in them begins anew.
    """
    opened = tokens.gaps[begin] == STRONG or (begin > 0 and tokens.graphs[begin - 1] in words("citing-words"))
    inner = range(begin + 1, end)
    return opened and UNKNOWN < end - begin <= _WHOLE and not any(tokens.at_break(place) for place in inner)


def _with_its_mark(tokens: NoteTokens, end: int, at: int) -> int:
    """分別重戒之 | 贊者謂: where a term ends before a marker at graph `at`, with 者 if the text has that too."""
    return end + 1 if end < at and tokens.in_base(tokens.graphs[end - 1 : end + 1]) else end


def _is_no_term(tokens: NoteTokens, begin: int, end: int) -> bool:
    """Whether words before a marker are a particle alone, or long and another's words repeated."""
    if end - begin == 1:
        return tokens.graphs[begin] in words("no-term")
    return end - begin > LEMMA and not tokens.heard(begin, end)


def _said_anew(tokens: NoteTokens, formula: Formula, begin: int, end: int) -> bool:
    """嘉善也 | 善薦謂脯醢: words of the text said with another word are a term as a whole."""
    return formula.refers and tokens.gaps[begin] == STRONG and end - begin <= _SAID_ANEW


def _in_the_text(tokens: NoteTokens, formula: Formula, begin: int, end: int) -> tuple[int, int] | None:
    """The longest end of some words that the text explained has; for what refers to something, their beginning."""
    longest = min(formula.longest[0], end - begin)
    for length in range(longest, 0, -1):
        if tokens.in_base(tokens.graphs[end - length : end]):
            place = _word_alone(tokens, end - length, end)
            return (_longer_word(tokens, begin, place, end) if length > 1 else place), end
    for length in range(longest, 1, -1) if formula.refers else ():
        if tokens.in_base(tokens.graphs[begin : begin + length]):
            speaks = tokens.graphs[end - 1] in words("saying") and begin + length < end
            return None if speaks else (begin, begin + length)  # 郭氏曰 | 謂相通小門
    return None


def _longer_word(tokens: NoteTokens, begin: int, place: int, end: int) -> int:
    """凡衰外削幅 | 外 | 削幅者謂: where a word begins before a term if the note has both together elsewhere as well."""
    if tokens.layer not in layers().reason or tokens.at_break(place) or place - 1 < begin:
        return place
    graph, longer = tokens.graphs[place - 1], tokens.graphs[place - 1 : end]
    if graph in words("grammar") or graph in words("before-a-term") or graph in words("citing"):
        return place
    return place - 1 if len(tokens.graphs) <= _SEARCHED and tokens.graphs.count(longer) > 1 else place


def _word_alone(tokens: NoteTokens, begin: int, end: int) -> int:
    """為之 | 再祭謂練祥: of words of the text before which no break stands, where the word that they end in begins."""
    cited = begin and tokens.graphs[begin - 1] in words("citing")
    if tokens.layer not in layers().reason or tokens.at_break(begin) or cited:
        return begin
    leads = words("no-beginning-of-a-term")
    return next((place + 1 for place in range(end - 2, begin - 1, -1) if tokens.graphs[place] in leads), begin)


def _bare_words(tokens: NoteTokens, begin: int, end: int) -> tuple[int, int]:
    """The words at `begin`–`end` without what leads to a term or follows it, unless the text has them so."""
    last = end
    while last > begin and tokens.graphs[last - 1] in words("behind-a-term"):
        last -= 1
    if begin < last < end and not tokens.repeats(begin, end):
        end = last
    first = begin
    leads = words("before-a-term")
    if tokens.layer in layers().reason:
        leads |= words("names-of-a-note")  # 立如齊注 | 齊謂祭祀時
    while first < min(end, begin + _LEAD) and tokens.graphs[first] in leads:
        first += 1
        if end - first > 1 and tokens.repeats(first, end):
            break  # 云 | 其他
    if begin < first < end and not tokens.repeats(begin, end):
        begin = first
    return begin, end
