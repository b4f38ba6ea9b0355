"""From a passage annotated inline to a gold passage: python -m tests.gold.from_inline FILE --source S --start N.

FILE holds a stretch of the source, character for character, with the marks of the guidelines: `{P:…}` person,
`{R:…}` role, `{O:…}` object, `{L:…}` place, `{W:…}` work, `{C=target:…}` a work that is a citation, `{Q:…}` its
quotation (`{Q^2:…}` of the citation before the nearest). The passage itself stays where it is: offsets, types and the
words mentioned are kept, no running text.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

_TYPES = {"P": "person", "R": "role", "O": "object", "L": "place", "W": "work", "C": "work"}
_MARK = re.compile(r"\{(?P<kind>[PROLWCQ])(?:\^(?P<back>\d))?(?:=(?P<target>[^:{}]*))?:|\}")
_MARKUP = re.compile(r"<[^>\n]*>|[\n¶/()　 ]")


def from_inline(marked: str, start: int = 0) -> tuple[str, list[dict[str, Any]]]:
    """The plain text and its mentions, offsets counted from `start`; ValueError for broken marks.

    A mention with a `target` is a citation; `quotes` are what it quotes.
    """
    plain = ""
    mentions: list[dict[str, Any]] = []
    opened: list[tuple[str, int, int, str]] = []
    quotes: list[tuple[dict[str, Any], int]] = []
    position = 0
    for mark in _MARK.finditer(marked):
        plain += marked[position : mark.start()]
        position = mark.end()
        if mark.group() != "}":
            opened.append((mark["kind"], len(plain), int(mark["back"] or 1), mark["target"] or ""))
            continue
        if not opened:
            raise ValueError(f"a mark is closed that was not opened, after {plain[-12:]!r}")
        kind, begin, back, target = opened.pop()
        span = {"start": start + begin, "end": start + len(plain), "text": _MARKUP.sub("", plain[begin:])}
        if kind == "Q":
            quotes.append((span, back))
            continue
        mentions.append({"type": _TYPES[kind], **span, **({"target": target, "quotes": []} if kind == "C" else {})})
    if opened:
        raise ValueError(f"a mark is not closed: {opened[-1]}")
    mentions.sort(key=_place)
    for span, back in quotes:  # after sorting: a quotation may hold citations of its own
        before = [m for m in mentions if "target" in m and m["start"] < span["start"]]
        if len(before) < back:
            raise ValueError(f"a quotation without a citation before it: {span['text']!r}")
        before[-back]["quotes"].append(span)
    return plain + marked[position:], mentions


def _place(span: dict[str, Any]) -> tuple[int, int]:
    return span["start"], span["end"]


def main() -> None:
    """Print the gold passage as JSON; exit code 2 where the text is not that of the source."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("file", type=Path)
    asked.add_argument("--source", required=True, help="the source, from the folder of the gold passages' data")
    asked.add_argument("--root", type=Path, default=Path("../shared"))
    asked.add_argument("--start", type=int, required=True)
    asked.add_argument("--id", default="")
    options = asked.parse_args()
    marked = options.file.read_bytes().decode("utf-8")
    plain, mentions = from_inline(marked, options.start)
    source = (options.root / options.source).read_bytes().decode("utf-8")
    if source[options.start : options.start + len(plain)] != plain:
        sys.exit(f"{options.file}: without its marks this is not the text of {options.source} at {options.start}")
    passage = {
        "id": options.id or options.file.stem,
        "source": options.source,
        "start": options.start,
        "end": options.start + len(plain),
        "chars": len(plain),
        "mentions": mentions,
    }
    print(json.dumps(passage, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
