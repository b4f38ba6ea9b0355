"""Reads TEI P5, as the TLS project has it: text and offsets through the markup.

lxml checks that the file is well-formed, with entities, DTD and network off; a scan of the same characters finds the
places of the text, since offsets are code points of the file as it stands. Character references are noise of their
own kind, for their characters do not stand in the file.
"""

from __future__ import annotations

import re

from lxml import etree

from yili_kg.errors import SourceError
from yili_kg.sources.layout import Layout, Sheet

__all__ = ["looks_like", "read"]

_TOKEN = re.compile(r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<!DOCTYPE[^>\[]*(?:\[.*?\])?[^>]*>|<[^>]*>|&[^;\s<]{1,32};|[^<&]+|&|<", re.S)
_NAME = re.compile(r"</?\s*(?:[\w.-]+:)?([\w.-]+)")
_UNITS = {"p", "head", "l", "lg", "ab", "div", "note", "item", "trailer", "byline"}
_LAYERS = {"head": "題", "note": "注", "trailer": "題", "byline": "題"}
_DEPTH = 200


def looks_like(raw: str) -> bool:
    """Whether the text begins as XML and has a TEI element."""
    head = raw.lstrip("\ufeff \r\n\t")[:4000]
    return head.startswith("<") and re.search(r"<(?:[\w.-]+:)?(?:TEI|teiCorpus|TEI\.2)[\s>]", head) is not None


def read(raw: str) -> Layout:
    """A block a paragraph or verse; headings are 題, notes 注, the rest 文.

    Raises SourceError for XML that is not well-formed, too deep, or wants entities.
    """
    _check(raw)
    sheet = Sheet(raw)
    title = re.search(r"<title[^>]*>([^<]*)</title>", raw)
    sheet.title = title.group(1).strip() if title else ""
    number = re.search(r'<TEI[^>]*xml:id="([\w.-]+)"', raw)
    sheet.name = number.group(1) if number else ""
    stack: list[str] = []
    begin, layer = -1, "文"

    def close(end: int) -> None:
        nonlocal begin
        if begin >= 0:
            sheet.block(begin, end, layer)
        begin = -1

    for match in _TOKEN.finditer(raw):
        token, start, end = match.group(), match.start(), match.end()
        if token.startswith("<") and len(token) > 1:
            sheet.noise(start, end, "markup")
            named = _NAME.match(token)
            if named is None or token.startswith(("<!", "<?")):
                continue
            name = named.group(1)
            if name in _UNITS and not token.endswith("/>"):
                close(start)
            if token.startswith("</"):
                if name in stack:
                    del stack[len(stack) - 1 - stack[::-1].index(name) :]
            elif not token.endswith("/>"):
                stack.append(name)
        elif "teiHeader" in stack or "text" not in stack:
            if token.strip():
                sheet.noise(start, end, "metadata")
        elif token.startswith("&") and len(token) > 1:
            sheet.noise(start, end, "character-reference")
        elif token.strip():
            if begin < 0:
                layer = next((_LAYERS[n] for n in reversed(stack) if n in _LAYERS), "文")
                begin = start
    close(len(raw))
    return sheet.finish()


def _check(raw: str) -> None:
    parser = etree.XMLParser(resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False, recover=False)
    depth = deepest = 0
    for match in re.finditer(r"<(/?)[A-Za-z_][^<>]*?(/?)>", raw):
        depth += -1 if match.group(1) else 0 if match.group(2) else 1
        deepest = max(deepest, depth)
    if deepest > _DEPTH:
        raise SourceError(f"XML nested {deepest} deep", advice=f"a TEI text has some ten levels, {_DEPTH} are read")
    if re.search(r"<!ENTITY", raw):
        raise SourceError("the XML declares entities of its own", advice="put in their text and take out the DOCTYPE")
    try:
        etree.fromstring(raw.lstrip("\ufeff").encode("utf-8", "surrogatepass"), parser)
    except etree.XMLSyntaxError as error:
        place = f"line {error.lineno}, column {error.offset}" if error.lineno else ""
        raise SourceError(f"no well-formed XML: {error.msg}", where=place, advice="mend the markup there") from error
    except ValueError as error:
        raise SourceError(f"no well-formed XML: {error}", advice="save it as UTF-8 without control characters") from error
