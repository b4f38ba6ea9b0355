"""Where a division of a book begins: starred headings, titles of chapters, offices, poems, years."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from yili_kg.lexicon import load_lexicon
from yili_kg.received.chapters import cited_as
from yili_kg.reference.works import divisions, plain_year, work_of
from yili_kg.tables.patterns import load_patterns
from yili_kg.text.folding import fold

__all__ = ["Divider", "Kind", "divider"]

#: The ways in which editions are divided.
Kind = Literal["star", "title", "office", "poem", "year", "reign", "juan", "like"]
#: The first year of a reign.
_FIRST = "元年"
#: A line with more graphs is text and no heading.
_LONGEST_HEADING = 40


class Divider:
    """Tells the division that begins with a juan or with a line; keeps what it saw before (whose reign it is)."""

    def __init__(self, work: str) -> None:
        self.work = work

    def of_juan(self, juan: str) -> str:
        """The division with which juan `001` begins, or empty."""
        return ""

    def of_line(self, line: str) -> str | None:
        """The division that a line begins, None where it begins none."""
        return None

    def heading_only(self, line: str) -> bool:
        """Whether a line with which a division begins is no text of it."""
        return True

    def name(self, title: str) -> str:
        """`禮記·曲禮上` for a title as headings have it (`** 1 《曲禮上第一》`)."""
        patterns = load_patterns("titles")
        title = patterns["word-chapter"].sub("", patterns["heading-noise"].sub("", title))
        return f"{self.work}·{title}" if title else self.work


class _Star(Divider):
    """`** 3 《大禹謨》`."""

    def of_line(self, line: str) -> str | None:
        return self.name(line) if line.startswith("** ") else None


class _Title(Divider):
    """A line that begins with the title of a chapter that the lexicon knows (曲禮上第一　鄭氏註)."""

    def __init__(self, work: str) -> None:
        super().__init__(work)
        self.titles = _chapters(work)
        self.folded_work = fold(work)

    def of_line(self, line: str) -> str | None:
        folded = fold(line)
        bare = folded.strip("　 ")
        if folded.startswith("　") and bare in self.titles:
            return self.titles[bare]
        patterns = load_patterns("titles")
        found = self._numbered(folded, patterns["numbered-title"])
        if found is None or len(bare) > _LONGEST_HEADING:
            return None
        title = found.group(1)
        for known in (title, patterns["title-in-full"].sub("", title)):
            if known in self.titles:
                return self.titles[known]
        return None if patterns["scroll"].search(title) else self.name(line[found.start(1) : found.end(1)])

    def _numbered(self, folded: str, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The numbered title with which a line begins, behind the name of the work if that stands before it."""
        begin = len(folded) - len(folded.lstrip())
        behind = begin + len(self.folded_work)
        return (pattern.match(folded, behind) if folded.startswith(self.folded_work, begin) else None) or pattern.match(
            folded, begin
        )


class _Office(Divider):
    """The 周禮: the paragraph of an office begins with its name (大宰之職, 宮正掌)."""

    def __init__(self, work: str) -> None:
        super().__init__(work)
        self.titles = _chapters(work)
        names = "|".join(sorted(map(re.escape, self.titles), key=lambda n: (-len(n), n)))
        begins = load_patterns("titles").source("office-begins")
        self.pattern = re.compile(rf"[0-9.\s　]*({names}){begins}")
        self.opening = {
            re.compile(rf"[0-9.\s　]*{re.escape(fold(words))}"): division
            for division, words in divisions("opens-with").items()
            if division.startswith(f"{work}·")
        }

    def of_line(self, line: str) -> str | None:
        folded = fold(line)
        for opening, division in self.opening.items():
            if opening.match(folded):
                return division
        found = self.pattern.match(folded)
        return self.titles[found.group(1)] if found else None

    def heading_only(self, line: str) -> bool:
        return False


class _Poem(Divider):
    """The 詩: `26《柏舟》`."""

    def of_line(self, line: str) -> str | None:
        found = load_patterns("titles")["poem-heading"].match(line)
        return f"{self.work}·{found.group(1)}" if found else None


class _Year(Divider):
    """`A3.1《莊公元年經》`, `3.1《莊公元年》`: what stands under 經 is the Annals."""

    def of_line(self, line: str) -> str | None:
        found = load_patterns("titles")["year-heading"].match(line)
        if found is None:
            return None
        annals = work_of(self.work).annals if found.group("annals") else ""
        return f"{annals or self.work}·{found.group(1)}"


class _Reign(Divider):
    """A running text of annals: the head of a juan names the duke, `二年春` the year."""

    def __init__(self, work: str) -> None:
        super().__init__(work)
        self.reign = ""

    def of_line(self, line: str) -> str | None:
        patterns = load_patterns("titles")
        head = patterns["reign-heading"].search(fold(line))
        if head and not self._counts_years(line):
            self.reign = head.group(1)
            return f"{self.work}·{self.reign}{_FIRST}"
        found = patterns["year-line"].match(line)
        return f"{self.work}·{self.reign}{plain_year(found.group(1))}" if found and self.reign else None

    def heading_only(self, line: str) -> bool:
        return not self._counts_years(line)

    @staticmethod
    def _counts_years(line: str) -> bool:
        return load_patterns("titles")["counts-years"].search(line) is not None


class _Line(Divider):
    """No headings to go by: each line a part, divided later as another edition is."""

    def of_line(self, line: str) -> str | None:
        return ""

    def heading_only(self, line: str) -> bool:
        return False


class _Juan(Divider):
    """The 儀禮: a juan a 篇."""

    def of_juan(self, juan: str) -> str:
        return cited_as(juan[-2:])


@cache
def _chapters(work: str) -> dict[str, str]:
    """Folded names of the divisions that the lexicon knows for a work → target."""
    found: dict[str, str] = {}
    for entry in load_lexicon().entries.values():
        if entry.type == "work" and entry.concept.startswith(f"{work}·"):
            target = entry.target or entry.concept
            for name in (entry.concept.partition("·")[2], *entry.forms):
                found.setdefault(fold(name), target)
    return found


_KINDS: dict[Kind, type[Divider]] = {
    "star": _Star, "title": _Title, "office": _Office, "poem": _Poem, "year": _Year, "reign": _Reign, "juan": _Juan,
    "like": _Line,
}  # fmt: skip


def divider(kind: Kind, work: str) -> Divider:
    """A divider of its own for one book."""
    return _KINDS[kind](work)
