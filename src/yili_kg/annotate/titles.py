"""Titles that the lexicon alone cannot give: in brackets (《周禮·巾車》), composed (周禮大宗伯職), with a year."""

from __future__ import annotations

import re
from functools import cache

from yili_kg.annotate.found import Found
from yili_kg.lexicon import Lexicon, load_lexicon
from yili_kg.reference.divisions import DUKES
from yili_kg.text.folding import fold

__all__ = ["YEAR", "find_titles", "known_title"]

YEAR = rf"[{fold(DUKES)}]公?(?:元|[一二三四五六七八九十廿卅]+)年"
_BRACKETS = re.compile(r"《([^《》\n]{1,16})》")
_TAIL = re.compile(r"(?:之職|之文|職|篇|文)$")
_DOT = "[·‧・．.]"


def find_titles(text: str, folded: str, lexicon: Lexicon) -> list[Found]:
    """Titles in the text of a segment, in order; `folded` is its folded copy. Nothing inside them is matched again."""
    found: list[Found] = []
    position = 0
    for match in _titles().finditer(folded):
        start, end = match.span()
        if start < position:
            continue
        if match.group("brackets"):
            start, end = match.span("brackets")
            end -= len(m.group()) if (m := _TAIL.search(folded[start:end])) and m.start() > 0 else 0
            inner = folded[start:end]
            concept = known_title(inner, lexicon)
            rule = "title-in-brackets" if concept else "title-in-brackets-unknown"
            if not concept and not _is_title(inner):
                continue
            found.append(Found(start, end, "work", concept or inner, rule))
        elif match.group("dated"):
            annals = _work(match.group("annals"), lexicon) or "春秋"
            found.append(Found(start, end, "work", annals, "title-with-year"))
        else:
            start, end = match.span("composed")
            concept = known_title(folded[start:end], lexicon)
            if not concept:
                continue
            found.append(Found(start, end, "work", concept, "title-composed"))
        position = end
    return found


def _is_title(inner: str) -> bool:
    return re.fullmatch(r"[一-鿿㐀-䶿·‧・．.]+", inner) is not None


def known_title(title: str, lexicon: Lexicon) -> str:
    """The headword of a folded title (周禮·地官·鄉大夫, 禮記郊特牲, 聘禮), or empty."""
    parts = [p for p in re.split(_DOT, title) if p]
    if len(parts) > 1:
        book = _work(parts[0], lexicon)
        chapter = _TAIL.sub("", parts[-1])
        joined = f"{book}·{chapter}" if book else ""
        for concept in (joined, *(e for e in _works_with(chapter, lexicon) if e.startswith(f"{book}·"))):
            if concept in lexicon.entries:
                return concept
        return book
    direct = _work(title, lexicon)
    if direct:
        return direct
    for cut in range(len(title) - 1, 0, -1):
        book = _work(title[:cut], lexicon)
        if book and "·" not in book:
            rest = _TAIL.sub("", title[cut:])
            rest = re.sub("^[天地春夏秋]官", "", rest) or rest
            for concept in _works_with(rest, lexicon):
                if concept.startswith(f"{book}·"):
                    return concept
    return ""


def _works_with(form: str, lexicon: Lexicon) -> list[str]:
    return [f.concept for f in lexicon.forms.get(form, ()) if f.type == "work"]


def _work(form: str, lexicon: Lexicon) -> str:
    """The work that has this folded form; of several the one that is a book, or else the first."""
    works = _works_with(form, lexicon)
    return next((w for w in works if "·" not in w), works[0]) if works else ""


@cache
def _titles() -> re.Pattern[str]:
    lexicon = load_lexicon()
    composed: list[str] = []
    books = [
        ("周禮", "周禮|周官(?!經)"),
        ("禮記", "禮記"),
        ("儀禮", "儀禮"),
        ("尚書", "尚書"),
        ("大戴禮記", "大戴禮記?"),
        ("爾雅", "爾雅"),
        ("論語", "論語"),
        ("孟子", "孟子"),
        ("國語", "國語"),
    ]
    for book, forms in books:
        chapters = {
            f.text for fs in lexicon.forms.values() for f in fs if f.type == "work" and f.concept.startswith(f"{book}·")
        }
        if chapters:
            names = "|".join(sorted(map(re.escape, chapters), key=lambda c: (-len(c), c)))
            parts = "(?:[天地春夏秋冬]官)?" if book == "周禮" else ""
            composed.append(f"(?:{fold(forms)}){_DOT}?{parts}{_DOT}?(?:{names})")
            if book == "周禮":
                composed.append(f"(?:{fold(forms)}){_DOT}?[天地春夏秋冬]官(?![之有]?職)")
    return re.compile(
        rf"{fold('《')}(?P<brackets>[^《》\n]{{1,16}})》|(?P<dated>(?P<annals>春秋(?:左氏傳|公羊傳|穀梁傳|左傳)?|左氏傳|左傳|公羊傳|穀梁傳){YEAR})|(?P<composed>{'|'.join(composed)})"
    )
