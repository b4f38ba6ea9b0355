"""Texts kept as data – JSON, YAML, the arrays of a program –: what stands in its strings, each on a line of its own.

Such a file has its text between double quotes, behind keys (`{"type": "z", "text": "…"}`). What stands outside is no text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from yili_kg.tables.patterns import load_patterns

__all__ = ["strings_alone"]

_STRING = re.compile(r'"((?:[^"\\\r\n]|\\[^\r\n])*)"')
_ESCAPE = re.compile(r"\\(.)")
_HAN = re.compile(r"[\u3400-\u9fff]")
#: So many keys in front of strings, and this share of the graphs within them, show a text kept as data.
_KEYS, _SHARE = 3, 0.9


def strings_alone(raw: str) -> str:
    """A text kept as data with blanks for all that is no string with Chinese graphs, of the same length; any other as it is.

    The quote before a string becomes a line end, and so do the escaped ones within it. Cost is linear in the text.
    """
    keys = load_patterns("sources/pages")["key-of-a-string"]
    if sum(1 for _ in zip(range(_KEYS), keys.finditer(raw), strict=False)) < _KEYS:
        return raw
    strings = [found.span(1) for found in _STRING.finditer(raw) if _HAN.search(found[1])]
    inside = sum(len(_HAN.findall(raw, *span)) for span in strings)
    if not inside or inside < _SHARE * len(_HAN.findall(raw)):
        return raw
    return "".join(_parts(raw, strings))


def _parts(raw: str, strings: list[tuple[int, int]]) -> Iterator[str]:
    """The text in parts: each string behind a line end, blanks for what stands before it."""
    edge = 0
    for start, end in strings:
        yield " " * (start - 1 - edge) + "\n"
        yield _ESCAPE.sub(lambda found: " \n" if found[1] in "nr" else " " + found[1], raw[start:end])
        edge = end
    yield " " * (len(raw) - edge)
