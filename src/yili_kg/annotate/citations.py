"""Citations: which mentions of works bring another text in, what they cite, how and what for.

The cases, in the order in which they are asked: a song that is performed is none; 記 is the Record of the same
chapter; a year before or after a title, or in the citation just before, dates it; a book followed by the name of one of
its divisions cites that; anything else cites what the title names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from yili_kg.annotate.follow import follow
from yili_kg.annotate.found import Found, FoundCitation
from yili_kg.annotate.quotation_ends import Endings
from yili_kg.annotate.quotations import find_quotes
from yili_kg.annotate.senses import read_rules
from yili_kg.annotate.titles import YEAR, known_title
from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.lexicon import Lexicon
from yili_kg.received.chapters import cited_as
from yili_kg.reference.shelf import Shelf
from yili_kg.text.folding import fold

__all__ = ["CitationRule", "find_citations", "load_citation_rules", "read_citation_rules"]

_BASE = ("經", "記", "題")
_FIELDS = {"id", "kind", "value", "before", "after", "reason", "match", "avoid"}
#: Books that the years of the dukes of Lu date.
_DATED = ("春秋", "左傳", "公羊傳", "穀梁傳")
_ROW = re.compile(r"[》、,，]{0,2}[及與]?《?")
_BARE = ("記", "傳", "詩經", "尚書", "周易", "春秋")


@dataclass(frozen=True, slots=True)
class CitationRule:
    """A formula: `performed` or what a citation is for, or (`end`, `turn`) where an unmarked quotation ends."""

    id: str
    kind: str
    value: str
    before: re.Pattern[str] | None
    after: re.Pattern[str] | None
    reason: str
    match: tuple[str, ...]
    avoid: tuple[str, ...]
    place: str

    def fires(self, before: str, after: str) -> bool:
        """Whether the formula stands around a place, given the folded text before and after it."""
        if self.before is not None and self.before.search(before) is None:
            return False
        return self.after is None or self.after.search(after) is not None


def read_citation_rules(path: Path) -> tuple[CitationRule, ...]:
    """The rules of a file; raises DataError for a broken one."""
    rules: list[CitationRule] = []
    for place, row in read_rules(path, fields=_FIELDS, required=("id", "kind", "reason", "match", "avoid")):
        if row["kind"] not in ("performed", "function", "end", "turn") or (row["kind"] == "function") != bool(
            row.get("value")
        ):
            raise DataError(f"rule {row['id']}: kind is performed, function (with a value), end or turn", where=place)
        try:
            before, after = (re.compile(fold(row[k])) if row.get(k) else None for k in ("before", "after"))
        except re.error as error:
            raise DataError(f"rule {row['id']}: no regular expression ({error})", where=place) from error
        examples = tuple(row["match"]), tuple(row["avoid"])
        rules.append(
            CitationRule(row["id"], row["kind"], row.get("value", ""), before, after, row["reason"], *examples, place)
        )
    return tuple(rules)


@cache
def load_citation_rules(kind: str) -> tuple[CitationRule, ...]:
    """The rules of one kind that come with yili-kg."""
    path = data_folder("extraction") / "rules" / "citations.yaml"
    return tuple(rule for rule in read_citation_rules(path) if rule.kind == kind)


@cache
def _endings() -> Endings:
    return Endings(load_citation_rules("end"), load_citation_rules("turn"))


def find_citations(
    text: str,
    folded: str,
    layer: str,
    chapter: str,
    works: Sequence[Found],
    lexicon: Lexicon,
    shelf: Shelf | None = None,
) -> list[FoundCitation]:
    """The citations among the works mentioned in a segment, with their quotations, in order.

    `text` and its `folded` copy have the same length; `chapter` (`04`) is the segment's, for 記 alone. With a `shelf`
    unmarked quotations are followed in the cited books.
    """
    if layer in _BASE:
        return []
    citations: list[FoundCitation] = []
    ends = _endings()
    year_of: tuple[int, str] = (-1000, "")
    performed: list[Found] = []
    for work in works:
        # 工歌鹿鳴、四牡、皇皇者華: what follows in the row is performed as well.
        in_row = performed and _ROW.fullmatch(folded[performed[-1].end : work.start])
        if in_row or _performed(folded, work):
            performed.append(work)
    cited = [w for w in works if w not in performed]
    home = cited_as(chapter)
    reach = -1  # end of what the citation before quotes: a title inside it is the quoted text's
    for number, work in enumerate(cited):
        target, form = _target(folded, work, chapter, lexicon)
        if work.start < reach or (target == home and form != "bare") or _unknown_in_passing(folded, work):
            continue
        year = _year(folded, work)
        if target in _DATED:
            if year:
                year_of = (work.end, year)
            elif work.start - year_of[0] < 60:
                year = year_of[1]
            target, form = (f"{target}·{year}", "dated") if year else (target, form)
        following = [w.start for w in cited[number + 1 : number + 8]]
        book = follow(folded, shelf, target) if shelf is not None else None
        quotes = find_quotes(folded, work.start, work.end, following, ends, book)
        reach = max((b for _, b in quotes), default=-1)
        function, rule = _function(folded, work)
        citations.append(FoundCitation(work.start, work.end, target, function, form, quotes, rule or work.rule))
    return citations


def _unknown_in_passing(folded: str, work: Found) -> bool:
    """Whether an unknown title in brackets stands without a word of saying after it."""
    return work.rule == "title-in-brackets-unknown" and not re.match(
        r"》(?:又|亦)?[云曰文]", folded[work.end : work.end + 4]
    )


def _performed(folded: str, work: Found) -> bool:
    before, after = folded[max(0, work.start - 8) : work.start], folded[work.end : work.end + 8]
    return any(rule.fires(before, after) for rule in load_citation_rules("performed"))


def _target(folded: str, work: Found, chapter: str, lexicon: Lexicon) -> tuple[str, str]:
    entry = lexicon.entries.get(work.concept)
    target = (entry.target if entry else "") or work.concept
    if target in ("記", "傳"):
        home = cited_as(chapter)
        return (home if home and (target == "記" or chapter == "11") else "左傳" if target == "傳" else target), "bare"
    book = "周禮" if re.fullmatch("周禮·[天地春夏秋]官", target) else target
    if book in ("周禮", "儀禮", "禮記"):
        division = re.match(
            r"[》」]?(?:地官|天官|春官|夏官|秋官)?有?([一-鿿]{2,4}?)(?=之?職|[、,，云曰]|三百|文)",
            folded[work.end : work.end + 10],
        )
        named = known_title(book + division.group(1), lexicon) if division else ""
        if "·" in named:
            return (lexicon.entries[named].target or named), "titled"
    bare = work.end - work.start == 1 and target in _BARE
    return target, "bare" if bare else "titled"


def _year(folded: str, work: Found) -> str:
    """`僖公九年` where a year stands in the title, or right before or after it."""
    title = folded[work.start : work.end]
    around = (
        re.search(YEAR, title),
        re.search(rf"({YEAR})[《「,，]?(?:春秋)?$", folded[max(0, work.start - 14) : work.start]),
        re.match(rf"[》」]?[,，]?({YEAR})", folded[work.end : work.end + 14]),
    )
    for match in around:
        if match:
            year = match.group(match.lastindex or 0)
            return year if year[1] == "公" else f"{year[0]}公{year[1:]}"
    return ""


def _function(folded: str, work: Found) -> tuple[str, str]:
    before, after = folded[max(0, work.start - 8) : work.start], folded[work.end : work.end + 8]
    for rule in load_citation_rules("function"):
        if rule.fires(before, after):
            return rule.value, rule.id
    return "citesAsSourceDocument" if re.match(r"》?(?:職)?》?[云曰]", after) else "discusses", ""
