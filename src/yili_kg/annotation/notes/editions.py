"""Readings of editions that a note reports in passing: 迎釋文作梧, 廟下嘉靖本有也字, 原本脫此十字, 宅當從今文為託.

The word of the text stands before the edition; where the note begins with the edition it is the end of the text that
the note stands behind. Conjectures (坐字衍, 階下當有前字) name no edition; their tradition is what the text should be.
The turns of phrase are those of `extraction/rules/notes/collation.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from yili_kg.annotation.notes.collation import graphs_counted
from yili_kg.annotation.notes.statements import FoundReading
from yili_kg.annotation.notes.tokens import NONE, NoteTokens
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.needed import Asked

__all__ = ["CONJECTURED", "edition_readings"]

#: The tradition of what a commentator thinks that the text should have.
CONJECTURED = "當為"
# Numbers of graphs.
#: How far before an edition the word of the text is looked for; the longest such word; the longest that stands nowhere else.
_BEFORE, _WORD, _UNKNOWN = 16, 6, 2
#: How much longer than the word of the text a variant can be that ends at a break, where the edition stands first.
_LONGER = 2
_COUNTED = "collation-counted"


def edition_readings(tokens: NoteTokens, reported: Sequence[FoundReading]) -> Iterator[FoundReading]:
    """The readings of a note that name an edition or are conjectures, without those that lie within `reported`."""
    taken = bytearray(len(tokens.graphs) + 1)
    for reading in reported:
        taken[reading.start : reading.end] = b"\1" * (reading.end - reading.start)
    for pattern, name in _asked().of(tokens.graphs):
        read = _READ[name]
        for match in pattern.finditer(tokens.graphs):
            start, end = match.span()
            at = match.start("edition") if "edition" in match.re.groupindex else start
            if any(taken[start:end]) or at in tokens.cited or at in tokens.quoted:
                continue
            found = read(tokens, match, name)
            if found is not None:
                taken[found.start : found.end] = b"\1" * (found.end - found.start)
                yield found


def _wording(tokens: NoteTokens, match: re.Match[str], rule: str) -> FoundReading | None:
    """迎釋文作梧: the word before the edition, which the text or the note has, and as many graphs behind 作."""
    place = _word_before(tokens, match.start())
    at = match.start("variant")
    if place is not None:
        begin, stop = place
        base, base_at, start = tokens.graphs[begin:stop], begin, begin
        end = _variant_end(tokens, at, stop - begin, stop - begin)
    else:
        end = _variant_end(tokens, at, 1, 1 + _LONGER)
        base, base_at, start = _end_of_text(tokens, match.start(), end - at), None, match.start()
    if not base or not tokens.differ(base, base_at, at, end):
        return None
    return _reading(tokens, match, rule, (start, end), (base, tokens.words(at, end)), base_at)


def _named(tokens: NoteTokens, match: re.Match[str], rule: str) -> FoundReading | None:
    """監本饗作後: the edition first; the text or the note has the word."""
    base, at = match["base"], match.start("variant")
    end = _variant_end(tokens, at, len(base), len(base) + _LONGER)
    known = tokens.in_base(base) or base in tokens.graphs[: match.start()]
    if not known or not tokens.differ(base, match.start("base"), at, end):
        return None
    return _reading(tokens, match, rule, (match.start(), end), (base, tokens.words(at, end)), match.start("base"))


def _lacking(tokens: NoteTokens, match: re.Match[str], rule: str) -> FoundReading | None:
    """監本無也字, 原本脫此十字: the words lacking, or so many before the report."""
    base, base_at = match["base"], match.start("base")
    if base is None:
        stop = _lead(tokens, match.start())
        base_at = stop - graphs_counted(match["number"])
        base = tokens.graphs[max(0, base_at) : stop] if base_at >= 0 else ""
        base_at = base_at if base else -1
    if not base:
        return None
    return _reading(tokens, match, rule, match.span(), (base, ""), base_at)


def _added(tokens: NoteTokens, match: re.Match[str], rule: str) -> FoundReading | None:
    """廟下嘉靖本有也字: words that the text has not."""
    return _reading(tokens, match, rule, match.span(), ("", tokens.words(*match.span("variant"))), None)


def _followed(tokens: NoteTokens, match: re.Match[str], rule: str) -> FoundReading | None:
    """宅當從今文為託: a word of the text or of the note itself."""
    base = match["base"]
    if not (tokens.in_base(base) or tokens.has_twice(base)):
        return None
    wordings = (base, tokens.words(*match.span("variant")))
    return _reading(tokens, match, rule, match.span(), wordings, match.start("base"), decision="follows")


def _too_much(tokens: NoteTokens, match: re.Match[str], rule: str) -> FoundReading | None:
    """坐字衍: the longest end of the words before that the text has."""
    first, last = match.span("base")
    begin = next((b for b in range(first, last) if tokens.in_base(tokens.graphs[b:last])), None)
    if begin is None:
        return None
    return _reading(tokens, match, rule, (begin, match.end()), (tokens.graphs[begin:last], ""), begin)


def _mistaken(tokens: NoteTokens, match: re.Match[str], rule: str) -> FoundReading | None:
    """嗇字疑大字之誤: a word of the text."""
    if not tokens.in_base(match["base"]):
        return None
    wordings = (match["base"], tokens.words(*match.span("variant")))
    return _reading(tokens, match, rule, match.span(), wordings, match.start("base"))


_READ: dict[str, Callable[[NoteTokens, re.Match[str], str], FoundReading | None]] = {
    "edition-followed": _followed,
    "edition-wording": _wording,
    "edition-names-the-word": _named,
    "edition-lacking": _lacking,
    "edition-added": _added,
    "conjecture-should-have": _added,
    "conjecture-too-much": _too_much,
    "conjecture-mistaken": _mistaken,
}


@cache
def _asked() -> Asked[str]:
    """The turns of phrase by which editions and conjectures are told."""
    patterns = load_patterns("notes/collation")
    return Asked((patterns[name], name) for name in _READ)


def _reading(
    tokens: NoteTokens,
    match: re.Match[str],
    rule: str,
    span: tuple[int, int],
    wordings: tuple[str, str],
    base_at: int | None,
    *,
    decision: str = "",
) -> FoundReading:
    """A reading at graphs `span`; `wordings` are that of the text and the other."""
    patterns, said = load_patterns("notes/collation"), match.groupdict()
    if not decision:
        wrong = said.get("wrong") or patterns["judged-wrong"].match(tokens.graphs, span[1])
        right = patterns["judged-right"].match(tokens.graphs, span[1])
        decision = "rejects" if wrong else "follows" if right else "none"
    edition = said.get("edition")
    return FoundReading(
        start=span[0],
        end=span[1],
        base=wordings[0],
        variant=wordings[1],
        tradition=tokens.words(*match.span("edition")) if edition else CONJECTURED,
        rule=rule,
        decision=decision,
        base_at=base_at,
    )


def _lead(tokens: NoteTokens, end: int) -> int:
    """Where the words before graph `end` end without what leads to a report right there (案, 今案)."""
    lead = load_patterns("notes/collation")["edition-lead"]
    for begin in range(max(0, end - _WORD), end):
        if lead.fullmatch(tokens.graphs, begin, end):
            return begin
    return end


def _word_before(tokens: NoteTokens, end: int) -> tuple[int, int] | None:
    """The word of the text right before graph `end`, 庿 in 案此句庿字; None where none is told there."""
    patterns, graphs = load_patterns("notes/collation"), tokens.graphs
    begin = max(tokens.back(max(0, end - 1)) if end else 0, end - _BEFORE)
    lead = patterns["edition-lead"].match(graphs, begin, end)
    begin = lead.end() if lead else begin
    counted = re.compile(patterns.source("counted") + "$").search(graphs, begin, end)
    if counted:
        return _counted_word(tokens, begin, counted.start(), end)
    known = _known_word(tokens, begin, end)
    told = 0 < end - begin <= _UNKNOWN and not patterns["edition-taken-over"].search(graphs, begin, end)
    return known or ((begin, end) if told else None)


def _counted_word(tokens: NoteTokens, begin: int, stop: int, end: int) -> tuple[int, int] | None:
    """The word of which 字 or a number of graphs is said from `stop` to `end`; the last graph where none is known."""
    number = graphs_counted(tokens.graphs[stop : end - 1])
    if number:
        return (stop - number, stop) if stop - begin >= number else None
    return _known_word(tokens, begin, stop) or ((stop - 1, stop) if begin < stop else None)


def _known_word(tokens: NoteTokens, begin: int, stop: int) -> tuple[int, int] | None:
    """The longest words right before graph `stop` that the text has, or of more than one graph that the note has before."""
    graphs = tokens.graphs
    for at in range(max(begin, stop - _WORD), stop):
        if tokens.in_base(graphs[at:stop]) or (stop - at > 1 and graphs[at:stop] in graphs[:begin]):
            return at, stop
    if stop > begin and graphs[stop - 1] in graphs[begin : stop - 1]:
        return stop - 1, stop
    return None


def _end_of_text(tokens: NoteTokens, at: int, length: int) -> str:
    """The last words of the text that a note beginning with an edition stands behind; empty where it does not."""
    opens = at == 0 or _lead(tokens, at) == 0
    near = tokens.base[0] if tokens.base else None
    return near.graphs[-length:] if opens and near is not None and not near.note else ""


def _variant_end(tokens: NoteTokens, at: int, length: int, longest: int) -> int:
    """Where a variant ends that begins at graph `at`, for a word of so many graphs: at the next break within `longest`."""
    ends, last = load_patterns("notes/collation")["report-ends"], len(tokens.graphs)
    for width in range(1, longest + 1):
        place = at + width
        if place >= last or tokens.gaps[place] > NONE or ends.match(tokens.graphs, place):
            return min(place, last)
    return min(at + length, last)
