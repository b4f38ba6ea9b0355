"""What a query is, told by the words of SPARQL's grammar: what it asks for, and whether it reaches beyond the graph.

The text is cut into the terminals of SPARQL 1.1 (section 19.8), so that a word counts only where it is a keyword: SERVICE
in a string, in an IRI, in a comment, as a prefix or as a language tag is no request to another server. This makes good
messages; it is not what keeps a query at home, as the engine cuts the text by itself: that is `offline`. Where the
system cannot cut a query off, the letters of SERVICE are refused wherever they stand: the engine reads no escapes in
keywords, so that a text without them asks nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from yili_kg.errors import QueryError
from yili_kg.graph.vocabulary import PREFIXES
from yili_kg.queries.offline import can_cut_off

__all__ = ["Kind", "as_typed", "keywords", "names", "prepared", "query_kind", "strings"]

_UPDATES = ("INSERT", "DELETE", "LOAD", "CLEAR", "CREATE", "DROP", "COPY", "MOVE", "ADD", "WITH")
_FORMS = ("SELECT", "ASK", "CONSTRUCT", "DESCRIBE")

#: A prefix has no more characters than this: one without end would be looked for anew from each of its letters.
_PNAME = r"[^\W\d_][\w.\-]{0,99}+(?<!\.)"
_TERMINAL = re.compile(
    r"""(?P<iri><(?:[^<>"{}|^`\\\x00-\x20]|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8})*>)
    |(?P<string>\"{3}(?:\"{0,2}(?:[^"\\]|\\.))*\"{3}|'{3}(?:'{0,2}(?:[^'\\]|\\.))*'{3}
        |"(?:[^"\\\n\r]|\\.)*"|'(?:[^'\\\n\r]|\\.)*')
    |(?P<comment>\#[^\n\r]*)
    |(?P<variable>[?$]\w+)
    |(?P<tag>@[A-Za-z]+(?:-[A-Za-z0-9]+)*)
    |(?P<prefix>(?:"""
    + _PNAME
    + r""")?:)(?P<local>(?:[\w:%\-]|\\.|(?<!:)\.(?=[\w:%\-\\.]))*)
    |(?P<blank>_:\w[\w.\-]*)
    |(?P<word>[A-Za-z_]\w*)
    |\\.  # outside of strings nothing is escaped: so an escaped quote opens none""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")
#: A bracket, or a row of signs before one thing.
_NESTING = re.compile(r"[{}()\[\]]|(?:[!^+\-]\s*)+")
_DEEPEST = 100


@dataclass(frozen=True, slots=True)
class Kind:
    """What a query gives, `bindings` or `graph`, and whether it names the graphs to be asked (FROM)."""

    gives: str
    names_graphs: bool


def keywords(text: str) -> Iterator[str]:
    """The bare words of a query, in upper case, in order: its keywords, names of functions, `a`, `true`, `false`.

    >>> list(keywords('SELECT ?s { ?s a <http://x/SERVICE> ; rdfs:label "LOAD"@en } # DROP'))
    ['SELECT', 'A']
    """
    for match in _TERMINAL.finditer(text):
        if match.lastgroup == "word":
            yield match["word"].upper()


def names(text: str) -> Iterator[str]:
    """The IRIs that a query names, in full, in order; names with prefixes of its own are left out.

    >>> list(names("SELECT ?s { ?s a <http://x/y> ; yl:rule c:觶 }"))
    ['http://x/y', 'https://w3id.org/yili/ontology#rule', 'https://w3id.org/yili/concept/觶']
    """
    declared = _declared(text)
    for match in _TERMINAL.finditer(text):
        prefix = match["prefix"]
        if match["iri"]:
            yield match["iri"][1:-1]
        elif prefix and prefix[:-1] in PREFIXES and prefix[:-1] not in declared and match["local"]:
            yield PREFIXES[prefix[:-1]] + match["local"].replace("\\", "")


def strings(text: str) -> Iterator[tuple[str, str]]:
    """The strings of a query as they are written, without their quotes, each with its language (empty: none).

    >>> list(strings('SELECT ?c { ?c skos:prefLabel "禮"@lzh FILTER(?x = "a") }'))
    [('禮', 'lzh'), ('a', '')]
    """
    for match in _TERMINAL.finditer(text):
        if match["string"]:
            quotes = 3 if match["string"][:3] in ('"""', "'''") else 1
            tag = _TERMINAL.match(text, match.end())
            yield match["string"][quotes:-quotes], (tag["tag"] or "@")[1:] if tag else ""


def query_kind(text: str) -> Kind:
    """What a query is. Raises QueryError for an update, for SERVICE, and for what is no query at all."""
    if _too_deep(text):
        raise QueryError(
            f"the query is nested deeper than {_DEEPEST} levels", advice="write it with fewer brackets or signs"
        )
    words = list(keywords(text))
    # Codepoint escapes hold in keywords too (19.2); which of them close a string is read in both ways.
    if "SERVICE" in words or "SERVICE" in keywords(_unescaped(text)):
        raise QueryError("SERVICE is not available: yili-kg asks no other server", advice="leave it out")
    if not can_cut_off() and "service" in text.casefold():
        raise QueryError(
            "the word SERVICE is not available on this system, where a query cannot be kept from asking other servers",
            advice=r'leave it out; in a string or an IRI write one letter of it as an escape: "\u0053ervice"',
        )
    first = next((w for w in words if w not in ("PREFIX", "BASE")), "")
    if first in _UPDATES:
        raise QueryError(
            f"{first} is not available: the graph is only read", advice="ask with SELECT, ASK, CONSTRUCT or DESCRIBE"
        )
    if first not in _FORMS:
        raise QueryError(
            "the query cannot be read: it has no SELECT, ASK, CONSTRUCT or DESCRIBE", advice="check its SPARQL"
        )
    return Kind("bindings" if first in ("SELECT", "ASK") else "graph", "FROM" in words)


def _too_deep(text: str) -> bool:
    """Whether brackets or signs are nested so deeply that the engine, which reads them by recursion, would end."""
    depth = 0
    for match in _NESTING.finditer(_TERMINAL.sub(" ", text)):
        depth = depth + 1 if match[0] in "{([" else max(0, depth - 1) if match[0] in "})]" else depth
        if depth > _DEEPEST or len(match[0]) > _DEEPEST:
            return True
    return False


def prepared(text: str) -> str:
    """The query with the prefixes of the project that it does not declare, and names of several dots in full.

    SPARQL allows a name as `seg:04.013.zhushu.jing.1`, but the parser of pyoxigraph (0.5) stops at the second dot.
    """
    declared = _declared(text)

    def spelled(match: re.Match[str]) -> str:
        prefix, local = match["prefix"], match["local"]
        if prefix is None or prefix[:-1] in declared or prefix[:-1] not in PREFIXES or local.count(".") < 2:
            return match.group()
        return f"<{PREFIXES[prefix[:-1]]}{local}>"

    return _head(declared) + _TERMINAL.sub(spelled, text)


def as_typed(message: str, text: str) -> str:
    """A message of the parser on a prepared query, with its column in the first line as in the query that was typed."""
    before = len(_head(_declared(text)))
    return re.sub(r"\b1:(\d+)", lambda m: f"1:{max(1, int(m[1]) - before)}", message)


def _declared(text: str) -> set[str]:
    return {m[1] for m in re.finditer(r"(?i)\bPREFIX\s+([\w.\-]*):\s*<", text)}


def _head(declared: set[str]) -> str:
    return "".join(f"PREFIX {p}: <{iri}> " for p, iri in PREFIXES.items() if p not in declared)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    number = int(match[1] or match[2], 16)
    return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else match.group()
