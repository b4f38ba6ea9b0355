"""`concept-觶.html`: all that is known of one concept. The pages are thousands: they are joined from strings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from urllib.parse import quote

from yili_kg.annotation.occupants import Occupant
from yili_kg.graph.iris import local
from yili_kg.graph.lift import word_iri
from yili_kg.lexicon import Entry, headword
from yili_kg.tables.layers import layers
from yili_kg.tables.types import mention_types
from yili_kg.text.folding import simplify
from yili_kg.views.concepts.acts import acts
from yili_kg.views.concepts.gathered import CITED, Cited, Place, Use
from yili_kg.views.concepts.links import Links, certainty
from yili_kg.views.concepts.records import record_link
from yili_kg.views.concepts.sayings import sayings
from yili_kg.views.page import phrases, render
from yili_kg.views.site import Site

__all__ = ["Frame", "Known", "page_of"]

#: So much of what a citation quotes is shown.
_QUOTED = 60
_WORDS = "concept.words.html"


class Frame:
    """The page around the pages: rendered once, then filled."""

    def __init__(self, site: Site) -> None:
        mark = "\ue000"
        whole = render(
            "concept.html", page="concepts", here="concepts.html", site=site, scripts=("concept.js",), mark=mark
        )
        self._before, self._between, self._behind = whole.split(mark)

    def filled(self, title: str, main: str) -> str:
        """A page with its title and what stands in it, both HTML."""
        return "".join((self._before, title, self._between, main, self._behind))


class Known:
    """What a page is made from besides the use of its concept: names, kinds, who fills a role, what the graph states."""

    def __init__(
        self,
        entries: Mapping[str, Entry],
        occupants: Iterable[Occupant],
        totals: Mapping[str, int],
        links: Links,
        site: Site,
    ) -> None:
        self.entries = entries
        self.totals = totals
        self.links = links
        self.words = phrases(_WORDS)
        self.kinds = {t.folder: t for t in mention_types().values()}
        self.narrower: dict[str, list[str]] = {}
        for entry in entries.values():
            if entry.broader and entry.concept in totals:
                self.narrower.setdefault(entry.broader, []).append(entry.concept)
        self.occupants: dict[str, list[Occupant]] = {}
        self.fills: dict[str, list[Occupant]] = {}
        for occupant in occupants:
            self.occupants.setdefault(occupant.role, []).append(occupant)
            if occupant.concept:
                self.fills.setdefault(occupant.concept, []).append(occupant)
        self.chapters = {row["chapter"]: (row["zh"], row["en"]) for row in site.chapters()}

    def broader(self, concept: str) -> list[str]:
        """What it is a kind of, the widest first."""
        chain: list[str] = []
        entry = self.entries.get(concept)
        while entry is not None and entry.broader and entry.broader not in chain:
            chain.append(entry.broader)
            entry = self.entries.get(entry.broader)
        return chain[::-1]

    def chapter(self, number: str) -> str:
        """The name of a 篇 in both languages, as HTML."""
        zh, en = self.chapters[number]
        return f'<span class="zh">{zh}</span><span class="en" lang="en">{zh} {escape(en)}</span>'


def page_of(
    concept: str, use: Use, known: Known, frame: Frame, *, near: list[tuple[str, int]], turtle: str,
    matches: list[tuple[str, str]],
) -> str:  # fmt: skip
    """The HTML of the page of a concept; `near` are names with counts, `matches` kinds of match and IRIs."""
    left = (
        _uses(use, known),
        sayings(use.sayings, known.links, known.words, concept),
        _section(known.words["acts"], acts(use, known.links, known.words), "acts"),
        _cited(use, known),
        _places(concept, use, known),
    )
    right = (
        _kinds(concept, known),
        _roles(concept, use, known),
        _said(use, known),
        _near(near, known),
        _identity(concept, turtle, matches, known),
    )
    main = f'{_head(concept, use, known)}<div class="both" data-concept="{escape(concept)}"><div>{"".join(left)}</div><div class="aside">{"".join(right)}</div></div>'
    return frame.filled(escape(concept), main)


def _section(title: str, body: str, name: str, beside: str = "") -> str:
    if not body:
        return ""
    return f'<section aria-labelledby="h-{name}"><h2 id="h-{name}">{title}{beside and f" <small>{beside}</small>"}</h2>{body}</section>\n'


def _head(concept: str, use: Use, known: Known) -> str:
    entry, words = known.entries.get(concept), known.words
    kind = mention_types().get(entry.type if entry else use.type)
    label = headword(concept)
    out = [f'<p class="trail"><a href="concepts.html" data-page>{words["of_concept"]}</a>']
    out += [f" › {known.links.concept(name, english=True)}" for name in known.broader(concept)]
    out.append(f'</p><h1><span lang="lzh">{escape(label)}</span>')
    if entry:
        out.append(
            f' <span class="pinyin" lang="lzh-Latn-pinyin">{escape(entry.said)}</span> <span class="gloss" lang="en">{escape(entry.meaning)}</span>'
        )
    out.append("</h1><p>")
    if kind:
        out.append(
            f'<span class="tag soft"><span class="dot" style="background:var(--type-{kind.type})"></span><span class="zh">{kind.zh}</span><span class="en" lang="en">{escape(kind.en)}</span></span> '
        )
    if entry and entry.note == "lost":
        out.append(f'<span class="tag soft">{words["lost"]}</span> ')
    out.append(f"<b>{use.total:,}</b> {words['times']}{_forms(label, entry, use, words)}")
    if entry:
        out.append(f' · {words["source"]} <span lang="lzh">{escape(entry.source)}</span>')
    elif use.type == "work":
        out.append(f" · {words['unknown_title']}")
    out.append("</p>")
    if entry and entry.note and entry.note != "lost":
        out.append(f'<p class="pale" lang="en">{escape(entry.note)}</p>')
    marks = " ".join(certainty(how, words, shown=True) for how in ("by-hand", "by-rule", "unsure"))
    out.append(f'<p class="legend">{marks}</p>')
    return "".join(out)


def _forms(label: str, entry: Entry | None, use: Use, words: Mapping[str, str]) -> str:
    """Its other forms: those of the lexicon in both scripts, and as the texts write it."""
    simple = simplify(label)
    forms = dict.fromkeys([*([simple] if simple != label else []), *(entry.forms if entry else ())])
    forms.pop(label, None)
    forms |= {f: None for f, _ in use.written.most_common(8) if f != label}
    if not forms:
        return ""
    told = "、".join(escape(f) + (f" <small>{use.written[f]}</small>" if use.written[f] else "") for f in [*forms][:24])
    return f' · {words["forms"]} <span lang="lzh">{told}</span>'


def _uses(use: Use, known: Known) -> str:
    """How often it stands where: 篇 by layer, bars as long as the counts, each the way to the first place."""
    words = known.words
    if not use.counts:
        return f'<p class="pale">{words["none_here"]}</p>' if not use.doubtful else ""
    shown = sorted({layer for _, layer in use.counts}, key=lambda name: (layers().order(name), name))
    top = max(use.counts.values())
    names = "".join(
        f'<th scope="col" title="{escape(layers().by_name[n].en if n in layers().by_name else n)}">{escape(n)}</th>'
        for n in shown
    )
    rows = [
        f'<thead><tr><th scope="col">{words["chapter"]}</th>{names}<th scope="col">{words["total"]}</th></tr></thead><tbody>'
    ]
    chapters = sorted({chapter for chapter, _ in use.counts}, key=lambda c: "99" if c == "00" else c)
    for chapter in chapters:
        cells = []
        for layer in shown:
            number = use.counts.get((chapter, layer), 0)
            bar = f'<i class="bar" style="--n:{max(4, round(100 * number / top))}%;--c:var(--layer-{layers().slug(layer)})"></i>'
            cells.append(
                f"<td>{known.links.read(use.first[chapter, layer], f'{number}{bar}', plain=True)}</td>"
                if number
                else "<td></td>"
            )
        sum_ = sum(use.counts.get((chapter, layer), 0) for layer in shown)
        rows.append(
            f'<tr><th scope="row">{known.chapter(chapter)}</th>{"".join(cells)}<td class="sum">{sum_}</td></tr>'
        )
    table = f'<div class="wide"><table class="uses">{"".join(rows)}</tbody></table></div>'
    return _section(words["uses"], table, "uses", words["uses_tip"])


def _cited(use: Use, known: Known) -> str:
    """Who cites the work where, and how the words compare with the book's."""
    words = known.words
    if not use.cited:
        return ""
    items = "".join(_citation(cited, known) for cited in use.cited)
    rest = f"{words['more']} {use.citing - CITED:,} · " if use.citing > CITED else ""
    body = f'<ol class="places">{items}</ol><p>{rest}<a href="citations.html" data-page>{words["cited_all"]}</a></p>'
    return _section(words["cited"], body, "cited", f"{use.citing:,}")


def _citation(cited: Cited, known: Known) -> str:
    citation, segment, links = cited.citation, cited.segment, known.links
    told = [
        *((q, "") for q in citation.quotes),
        *((q, certainty("unsure", known.words)) for q in citation.unsure_quotes),
    ]
    quoted = "".join(
        f' 「<span lang="lzh">{escape(q.text[:_QUOTED])}{"…" if len(q.text) > _QUOTED else ""}</span>」 '
        f'<span class="verdict" style="background:var(--verdict-{q.verdict})">{links.verdict(q.verdict)}</span>{mark}'
        for q, mark in told[:2]
    )
    return (
        f'<li>{links.read(segment.id, links.place(segment))} <b lang="lzh">{escape(segment.speaker or segment.layer)}</b> → '
        f'<span lang="lzh">{escape(citation.target)}</span>{quoted} '
        f"{certainty('by-hand' if citation.read_by else 'by-rule', known.words)}</li>"
    )


def _places(concept: str, use: Use, known: Known) -> str:
    words = known.words
    out = f'<ol class="places">{"".join(_place(p, "", known) for p in use.places)}</ol>' if use.places else ""
    rest = use.total - len(use.places)
    if rest > 0:
        form = next((f for f, _ in use.written.most_common(1)), headword(concept))
        out += f'<p>{words["more"]} {rest:,} · <a href="search.html?q={quote(form)}">{words["places_all"]}</a></p>'
    first = _section(words["places"], out, "places")
    doubts = (
        f'<ol class="places">{"".join(_place(p, "unsure", known) for p in use.doubtful)}</ol>' if use.doubtful else ""
    )
    return first + _section(words["doubtful"], doubts, "doubtful")


def _place(place: Place, how: str, known: Known) -> str:
    mention, segment = place.mention, place.segment
    how = how or ("by-hand" if mention.read_by else "by-rule")
    return (
        f'<li data-row="{escape(place.source)}|{mention.start}|{mention.end}|{mention.type}">{known.links.read(segment.id, known.links.place(segment))} '
        f'<span lang="lzh">{escape(place.before)}<mark>{escape(place.words)}</mark>{escape(place.after)}</span> '
        f"{certainty(how, known.words)}</li>"
    )


def _kinds(concept: str, known: Known) -> str:
    kinds = sorted(known.narrower.get(concept, ()), key=lambda name: (-known.totals[name], name))
    body = _named(((name, known.totals[name]) for name in kinds), known) if kinds else ""
    return _section(known.words["kinds"], body, "kinds", str(len(kinds)))


def _named(pairs: Iterable[tuple[str, int]], known: Known) -> str:
    """Names with numbers, each a link; in English with what it means."""
    items = "".join(
        f"<li>{known.links.concept(name, english=True)} <small>{number:,}</small></li>" for name, number in pairs
    )
    return f'<ul class="names">{items}</ul>'


def _near(near: list[tuple[str, int]], known: Known) -> str:
    return _section(known.words["near"], _named(near, known) if near else "", "near", known.words["near_tip"])


def _roles(concept: str, use: Use, known: Known) -> str:
    """Who fills it in which rite, on whose word; and which roles it fills."""
    words = known.words
    out = "".join(
        _occupant(o, o.occupant, use.roles.get(o.name, 0), o.concept, known) for o in known.occupants.get(concept, ())
    )
    fills = "".join(_occupant(o, o.role, 0, o.role, known) for o in known.fills.get(concept, ()))
    first = _section(words["roles"], f'<ul class="roles">{out}</ul>' if out else "", "roles")
    return first + _section(words["fills"], f'<ul class="roles">{fills}</ul>' if fills else "", "fills")


def _occupant(row: Occupant, shown: str, number: int, to: str, known: Known) -> str:
    name = known.links.concept(to, shown) if to else f'<span lang="lzh">{escape(shown)}</span>'
    passage = known.links.read(row.passage, row.passage)
    count = f" <small>{number}</small>" if number else ""
    return (
        f'<li>{known.chapter(row.chapter)}: {name} <span class="en" lang="en">{escape(row.en)}</span>{count} '
        f'<small>{escape(row.source)} {passage} 「<span lang="lzh">{escape(row.words)}</span>」</small></li>'
    )


def _said(use: Use, known: Known) -> str:
    """Where a person speaks: by layer and book, each the way to the first."""
    rows = sorted(use.said.items(), key=lambda item: (layers().order(item[0][0]), item[0]))
    body = "".join(
        f"<li>{known.links.read(first, f'{escape(layer)} {escape(book)}')} <small>{number:,} {known.words['segments']}</small></li>"
        for (layer, book), (number, first) in rows
    )
    return _section(known.words["said"], f"<ul>{body}</ul>" if body else "", "said")


def _identity(concept: str, turtle: str, matches: list[tuple[str, str]], known: Known) -> str:
    words = known.words
    out = [f'<p class="ref">{escape(word_iri(concept).value)}</p>']
    if matches:
        out.append(f"<p>{words['authority']}: {' · '.join(record_link(m, iri) for m, iri in matches)}</p>")
    if turtle:
        out.append(
            f'<details class="turtle"><summary>{words["turtle"]}</summary><button type="button" class="copy">{words["copy"]}</button>'
            f'<pre tabindex="0">{escape(turtle, quote=False)}</pre></details>'
        )
    return _section(words["identity"], "".join(out), "identity", f'<span class="ref">c:{escape(local(concept))}</span>')
