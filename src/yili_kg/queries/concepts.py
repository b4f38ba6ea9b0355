"""Many words looked up at once: which concepts of the graph they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

import pyoxigraph as ox

from yili_kg.graph.iris import concept_iri, tail
from yili_kg.graph.store import select
from yili_kg.graph.vocabulary import PREFIXES, Terms
from yili_kg.queries.ask import Answer
from yili_kg.queries.meant import same_graphs, spoken
from yili_kg.text.folding import fold

__all__ = ["COLUMNS", "concepts"]

#: A row a concept that a word may be; a word that is none has a row with nothing behind it.
COLUMNS = ("word", "concept", "label", "en", "pinyin", "kind", "broader")
_LABELS = "SELECT DISTINCT ?c ?label WHERE { ?c skos:inScheme ?s ; skos:prefLabel|skos:altLabel ?label }"
_NAMES = (Terms.pref_label, Terms.alt_label)
#: Languages of labels, as the graph writes their tags.
_WRITTEN = ("lzh", "zh", "zh-hans")
_ENGLISH, _PINYIN = "en", "lzh-latn-pinyin"


def concepts(store: ox.Store, words: Iterable[str]) -> Answer:
    """The concepts that some words are, in the order of the words, and notes on those that are none.

    A word is a headword, a label in any language or another form, in whatever form of its graphs (觯), pinyin with or
    without tones. `concept` is the last part of the IRI, `kind` of that of its scheme, `broader` those that it is under.
    """
    wanted = list(words)
    found = {word: _at_once(store, word) for word in dict.fromkeys(wanted)}
    missing = [word for word, nodes in found.items() if not nodes and word.strip()]
    found.update(_by_key(store, missing) if missing else {})
    told = {
        word: [_row(store, node) for node in nodes] or [("",) * (len(COLUMNS) - 1)] for word, nodes in found.items()
    }
    rows = tuple((word, *row) for word in wanted for row in told[word])
    notes = tuple(f"no concept is called {word}" for word in found if not found[word])
    return Answer(COLUMNS, rows, notes)


def _at_once(store: ox.Store, word: str) -> list[str]:
    """The concepts of just this name: a headword, or else a label."""
    for form in dict.fromkeys((word, fold(word))):
        node = concept_iri(form)
        if form and next(store.quads_for_pattern(node, Terms.pref_label, None, None), None):
            return [node.value]
    tagged = (
        ox.Literal(form, language=tag)
        for form in dict.fromkeys((word, fold(word)))
        for tag in (*_WRITTEN, _ENGLISH, _PINYIN)
    )
    quads = chain.from_iterable(store.quads_for_pattern(None, p, value, None) for value in tagged for p in _NAMES)
    subjects = {str(getattr(q.subject, "value", "")) for q in quads}
    return sorted(iri for iri in subjects if iri.startswith(PREFIXES["c"]))


def _by_key(store: ox.Store, words: list[str]) -> Mapping[str, list[str]]:
    """The concepts of words as they are said or in other forms, by one look at all labels."""
    keys: dict[str, set[str]] = defaultdict(set)
    for row in select(store, _LABELS):
        if not row["c"].startswith(PREFIXES["c"]):
            continue
        for key in (same_graphs(row["label"]), spoken(row["label"]), spoken(row["label"].partition(",")[0])):
            keys[key].add(row["c"])
    return {word: sorted(keys.get(same_graphs(word)) or keys.get(spoken(word)) or ()) for word in words}


def _row(store: ox.Store, iri: str) -> tuple[str, ...]:
    node = ox.NamedNode(iri)
    labels = dict(_labels(store, node, Terms.alt_label))
    labels |= dict(_labels(store, node, Terms.pref_label))
    kind = next(iter(_under(store, node, Terms.in_scheme)), "")
    broader = _under(store, node, Terms.broader)
    label = next((labels[tag] for tag in _WRITTEN if tag in labels), "")
    return tail(iri), label, labels.get(_ENGLISH, ""), labels.get(_PINYIN, ""), kind, " ".join(broader)


def _under(store: ox.Store, node: ox.NamedNode, name: ox.NamedNode) -> list[str]:
    """The last parts of what a property of a concept names, in order."""
    quads = store.quads_for_pattern(node, name, None, None)
    return sorted({tail(str(getattr(q.object, "value", ""))) for q in quads})


def _labels(store: ox.Store, node: ox.NamedNode, name: ox.NamedNode) -> Iterator[tuple[str, str]]:
    """The labels of a concept with their languages; the first in order comes last, so that it stands in a dictionary."""
    objects = (q.object for q in store.quads_for_pattern(node, name, None, None))
    return iter(sorted(((o.language or "", o.value) for o in objects if isinstance(o, ox.Literal)), reverse=True))
