"""Where a division of a book begins: starred headings, titles of chapters, offices, poems, years."""

from __future__ import annotations

import re
from functools import cache

from yili_kg.lexicon import load_lexicon
from yili_kg.received.chapters import cited_as
from yili_kg.text.folding import fold

__all__ = ["DUKES", "Divider", "divider"]

#: The twelve dukes of Lu by whom the Annals count years.
DUKES = "隱桓莊閔僖文宣成襄昭定哀"
_NUMBER = "[一二三四五六七八九十廿卄卅百]+"
_YEAR = f"(?:元|{_NUMBER})年"


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
        title = re.sub(rf"[《》〈〉\s　0-9A-Z.*]|第{_NUMBER}.*$", "", title)
        title = title[:-1] if len(title) > 2 and title[-1] in "篇章" else title
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
        self.numbered = re.compile(rf"[　\s]*(?:{fold(work)})?([㐀-鿿]{{1,8}}?)第{_NUMBER}(?![年月日章世人])")

    def of_line(self, line: str) -> str | None:
        folded = fold(line)
        bare = folded.strip("　 ")
        if folded.startswith("　") and bare in self.titles:
            return self.titles[bare]
        found = self.numbered.match(folded)
        if found is None or len(folded.strip("　 ")) > 40:
            return None
        title = found.group(1)
        for known in (title, title.removesuffix("禮"), title.removesuffix("篇")):
            if known in self.titles:
                return self.titles[known]
        return None if title.endswith("卷") or title in ("卷", "") else self.name(line[found.start(1) : found.end(1)])


class _Office(Divider):
    """The 周禮: the paragraph of an office begins with its name (大宰之職, 宮正掌)."""

    def __init__(self, work: str) -> None:
        super().__init__(work)
        self.titles = _chapters(work)
        names = "|".join(sorted(map(re.escape, self.titles), key=lambda n: (-len(n), n)))
        self.pattern = re.compile(rf"[0-9.\s　]*({names})(?:之職|之事|掌|[,，]?為|建|染|湅)")

    def of_line(self, line: str) -> str | None:
        if re.match(r"[0-9.\s　]*國有六職", fold(line)):
            return f"{self.work}·考工記"
        found = self.pattern.match(fold(line))
        return self.titles[found.group(1)] if found else None

    def heading_only(self, line: str) -> bool:
        return False


class _Poem(Divider):
    """The 詩: `26《柏舟》`."""

    def of_line(self, line: str) -> str | None:
        found = re.match(r"\s*[0-9]+\s*《([^》]+)》", line)
        return f"{self.work}·{found.group(1)}" if found else None


class _Year(Divider):
    """`A3.1《莊公元年經》`, `3.1《莊公元年》`: what stands under 經 is the Annals."""

    def of_line(self, line: str) -> str | None:
        found = re.match(rf"\s*[AB]?[0-9.]+\s*《([{DUKES}]公{_YEAR})([經傳]?)》", line)
        if found is None:
            return None
        return f"{'春秋' if found.group(2) == '經' else self.work}·{found.group(1)}"


class _Reign(Divider):
    """A running text of annals: the head of a juan names the duke, `二年春` the year."""

    def __init__(self, work: str) -> None:
        super().__init__(work)
        self.duke = ""

    def of_line(self, line: str) -> str | None:
        head = re.search(rf"([{fold(DUKES)}])公[上中下]?第", fold(line))
        if head and "年" not in line:
            self.duke = DUKES[fold(DUKES).index(head.group(1))]
            return f"{self.work}·{self.duke}公元年"
        found = re.match(rf"[○〇\s　]*({_YEAR})[○〇]?(?=[春夏秋冬])", line)
        return f"{self.work}·{self.duke}公{found.group(1)}" if found and self.duke else None

    def heading_only(self, line: str) -> bool:
        return "年" not in line


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


_KINDS: dict[str, type[Divider]] = {
    "star": _Star, "title": _Title, "office": _Office, "poem": _Poem, "year": _Year, "reign": _Reign, "juan": _Juan,
    "like": _Line,
}  # fmt: skip


def divider(kind: str, work: str) -> Divider:
    """A divider of its own for one book."""
    return _KINDS[kind](work)
