"""Comments that stand in lines of their own in a text whose notes stand in brackets.

`經文(注文)¶` / `　按…¶`: the line goes first. What is indented and opens as comments do, or wherever the author names
himself, is a comment up to the next line that is flush, and brackets in it are its own; elsewhere text stands outside
the brackets and notes within them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from yili_kg.sources.mandoku.book import BookFrame
from yili_kg.sources.mandoku.lines import Line
from yili_kg.sources.paragraphs import opens_comment
from yili_kg.sources.speakers import given_name, names_himself
from yili_kg.tables.wordlists import load_word_lists
from yili_kg.text.folding import fold

__all__ = ["groups_of"]

_BRACKET = re.compile(r"\([^()]*\)")
#: Where more than this share of some lines stands in brackets, they are text with notes, not a remark.
_NOTED = 0.3


def groups_of(raw: str, lines: Sequence[Line], frame: BookFrame) -> Iterator[tuple[bool, list[Line]]]:
    """Lines that stand together, in order, and whether they are a comment outside the brackets."""
    group: list[Line] = []
    comment = is_open = False
    for line in lines:
        opens, ends = not is_open and _opens(raw, line, frame), not is_open and _ends(group, line)
        if group and ((opens and not comment) or (ends and not opens and comment)):
            yield comment and not _is_excerpt(raw, group), group
            group = []
        comment = opens or (comment and not ends)
        group.append(line)
        is_open = _leaves_open(raw, line, is_open=is_open)
    if group:
        yield comment and not _is_excerpt(raw, group), group


def _leaves_open(raw: str, line: Line, *, is_open: bool) -> bool:
    """Whether a bracket is open at the end of a line; `is_open` says whether one was before it."""
    opened, closed = raw.rfind("(", line.start, line.end), raw.rfind(")", line.start, line.end)
    return opened > closed or (is_open and closed < 0)


def _is_excerpt(raw: str, group: Sequence[Line]) -> bool:
    """Whether lines hold an excerpt with its notes: much of them stands in brackets."""
    text = "".join(raw[line.start : line.end] for line in group)
    return sum(len(m.group()) for m in _BRACKET.finditer(text)) > _NOTED * len(text)


def _opens(raw: str, line: Line, frame: BookFrame) -> bool:
    """Whether a line begins a comment: indented, with a speaker or a word for it; flush, with the author's name."""
    if line.part != "main":
        return False
    text = fold(raw[line.start : line.end])
    words = text.lstrip(" 　○")
    named = len(given_name(frame.author)) > 1 and words.startswith(given_name(frame.author))
    if named and names_himself(words, frame.author):
        return True
    if not line.indent:
        return False
    return opens_comment(text) or words.startswith(load_word_lists("sources/words")["remarking"].words)


def _ends(group: Sequence[Line], line: Line) -> bool:
    """Whether a line stands behind a comment: flush behind indented lines, or behind the short line that ends a flush one."""
    if not group or (line.part, line.chapter) != (group[-1].part, group[-1].chapter):
        return True
    if group[0].indent:
        return not line.indent
    return line.opens or group[-1].length < group[0].length
