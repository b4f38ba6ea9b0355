"""All pages of concepts, the list of them, and the cards: as names of files with their text."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

import pyoxigraph as ox

from yili_kg.annotation.occupants import load_occupants
from yili_kg.graph.lift import word_iri
from yili_kg.lexicon import Entry, load_lexicon
from yili_kg.models import Annotated
from yili_kg.records.kept import told_in, words_of
from yili_kg.text.folding import fold
from yili_kg.views.concepts.cards import cards
from yili_kg.views.concepts.gathered import Use, gather
from yili_kg.views.concepts.links import Links, concept_file
from yili_kg.views.concepts.page import Frame, Known, page_of
from yili_kg.views.concepts.stated import Stated, statements_of
from yili_kg.views.dictionary import headword_of
from yili_kg.views.page import render
from yili_kg.views.shares import Share
from yili_kg.views.site import Site, file_of

__all__ = ["concept_files", "shown"]


def concept_files(uses: Mapping[str, Use], store: ox.Store, *, site: Site) -> Iterator[tuple[str, str]]:
    """The files of the concepts that have a page (`shown`), each with its text."""
    entries = load_lexicon().entries
    links = Links(site, entries, uses.keys())
    known = Known(entries, load_occupants().rows, {name: use.total for name, use in uses.items()}, links, site)
    frame, stated = Frame(site), Stated(store)
    names = {word_iri(name).value: name for name in uses}
    yield file_of("concepts"), render("concepts.html", page="concepts", site=site, scripts=("search.js", "concepts.js"))
    yield "cards.js", cards(uses, entries)
    for name, use in uses.items():
        turtle, matches = statements_of(stated.about(name))
        near = [(names[iri], number) for iri, number in stated.neighbours(name) if iri in names]
        # A file system knows names as bytes: they are the same ones where the locale has no Han.
        file = os.fsdecode(concept_file(name).encode("utf-8"))
        yield file, page_of(name, use, known, frame, near=near, turtle=turtle, matches=matches)


def shown(editions: Sequence[Annotated], parted: Iterable[Share] | None = None) -> dict[str, Use]:
    """The concepts that have a page, by name: those that an edition speaks of or may gloss, and what these are kinds of.

    `parted` are the shares of the editions, where they are known already.
    """
    uses = gather(editions, parted)
    entries = load_lexicon().entries
    for name in [*uses, *_glossed(editions)]:
        uses.setdefault(name, Use())
        for wider in _wider(name, entries):
            uses.setdefault(wider, Use())
    return dict(sorted(uses.items()))


def _glossed(editions: Sequence[Annotated]) -> Iterator[str]:
    """The concepts that the words of the glossary may be: its page names them all beside the word."""
    forms = load_lexicon().forms
    for annotated in editions:
        words = words_of(annotated, "glosses", "term")
        words += chain.from_iterable(told_in(annotated, "readings", "base", "variant"))
        for word in dict.fromkeys(words):
            for form in forms.get(fold(headword_of(word)), ()):
                yield form.concept


def _wider(name: str, entries: Mapping[str, Entry]) -> Iterator[str]:
    """What a concept is a kind of, that of which this is a kind, and so on."""
    seen = {name}
    entry = entries.get(name)
    while entry is not None and entry.broader and entry.broader not in seen:
        seen.add(entry.broader)
        yield entry.broader
        entry = entries.get(entry.broader)
