"""What the commentators say that a thing is: side by side, the oldest voice first, and who says the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from urllib.parse import quote

from yili_kg.views.concepts.gathered import SAID, Saying
from yili_kg.views.concepts.links import Links, certainty
from yili_kg.views.dictionary import headword_of

__all__ = ["certainty_of", "sayings"]

#: So many glosses of a voice are shown.
_MOST = 8


def sayings(found: list[Saying], links: Links, words: Mapping[str, str], concept: str) -> str:
    """The section (HTML) of the glosses of a concept, a card for each voice; empty where there are none."""
    if not found:
        return ""
    voices: dict[tuple[str, str], list[Saying]] = {}
    for saying in found:
        voices.setdefault((saying.voice, saying.segment.layer), []).append(saying)
    meant: dict[str, list[str]] = {}
    for (voice, _), said in voices.items():
        for saying in said:
            names = meant.setdefault(saying.meaning, [])
            if voice and voice not in names:
                names.append(voice)
    cards = "".join(_card(voice, layer, said, meant, links, words) for (voice, layer), said in voices.items())
    rest = sum(max(0, sum(s.count for s in said) - _MOST) for said in voices.values())
    more = (
        f'<p>{words["more"]} {rest} · <a href="glossary.html#{quote(headword_of(found[0].gloss.term))}" data-page>{words["elsewhere"]}</a></p>'
        if rest
        else ""
    )
    return (
        f'<section aria-labelledby="h-says"><h2 id="h-says">{words["sayings"]} <small>{sum(s.count for s in found)}</small></h2>'
        f'<div class="voices">{cards}</div>{more}</section>\n'
    )


def certainty_of(saying: Saying) -> str:
    """How a gloss was decided: `by-hand`, `by-rule` or `unsure`."""
    return "unsure" if not saying.sure else "by-hand" if saying.gloss.read_by else "by-rule"


def _card(
    voice: str,
    layer: str,
    said: Iterable[Saying],
    meant: Mapping[str, list[str]],
    links: Links,
    words: Mapping[str, str],
) -> str:
    """One voice: each of its meanings once, with all its places."""
    together: dict[tuple[str, str, str], list[Saying]] = {}
    for saying in said:
        together.setdefault((saying.meaning, saying.gloss.quoted, certainty_of(saying)), []).append(saying)
    items = "".join(_meaning(voice, of_it, meant, links, words) for of_it in list(together.values())[:_MOST])
    name = f'<span lang="lzh">{links.concept(voice)}</span>' if voice else words["unnamed"]
    return f"<article><h3>{name} <small>{escape(layer)}</small></h3><ul>{items}</ul></article>"


def _meaning(
    voice: str, of_it: list[Saying], meant: Mapping[str, list[str]], links: Links, words: Mapping[str, str]
) -> str:
    first = of_it[0].gloss
    others = [name for name in meant[of_it[0].meaning] if name != voice]
    agree = f' <span class="pale">{words["agrees"]} {"、".join(map(escape, others))}</span>' if others else ""
    quoted = f' <span class="pale">{words["quoting"]} {escape(first.quoted)}</span>' if first.quoted else ""
    first_places = [segment for s in of_it for segment in s.places][:SAID]
    places = " ".join(links.read(segment.id, links.place(segment)) for segment in first_places)
    number = sum(s.count for s in of_it)
    more = f" … {number}" if number > SAID else ""
    row = f"{escape(of_it[0].source)}|{first.start}|{first.end}|gloss"
    return (
        f'<li data-row="{row}"><span class="says" lang="lzh"><b>{escape(first.term)}</b> <span class="pale formula">{escape(first.formula)}</span> <span class="def">{escape(first.definition)}</span></span>'
        f"{quoted} {certainty(certainty_of(of_it[0]), words)} {places}{more}{agree}</li>"
    )
