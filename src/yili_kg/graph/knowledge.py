"""Quads of what is known before any source is read: ontology, concepts, rules, chapters and passages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pyoxigraph as ox

from yili_kg.annotation.borne_out import BORNE_OUT
from yili_kg.annotation.citations import TITLE_IN_DOUBT
from yili_kg.annotation.corrections import Correction
from yili_kg.annotation.degrees import OF_THE_MOURNING
from yili_kg.annotation.in_books import NAMED
from yili_kg.annotation.named_places import COUNTY, LIES_THERE, STATE
from yili_kg.annotation.notes.above import ABOVE
from yili_kg.annotation.notes.alone import ALONE
from yili_kg.annotation.notes.proposed import AS_IN_A_NOTE, DOUBTED, LABELLED
from yili_kg.annotation.occupants import load_occupants
from yili_kg.annotation.rows import AT_THE_HEAD, IN_A_ROW, IN_FULL
from yili_kg.annotation.short_titles import SHORT
from yili_kg.annotation.titles_by_kind import BY_ITS_KIND, OF_A_BOOK, OF_A_HISTORY, SONG
from yili_kg.annotation.weighing.second_pass import WEIGHED
from yili_kg.annotation.years_in_a_row import YEAR_IN_A_ROW
from yili_kg.data import data_folder
from yili_kg.graph.cited_works import expression_quads, target_iri
from yili_kg.graph.iris import chapter_iri, concept_iri, graph_iri, passage_iri
from yili_kg.graph.vocabulary import Statement, node
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.lexicon import Entry, headword, load_joined, load_lexicon
from yili_kg.reading.load import load_readers, load_sources
from yili_kg.reading.mentions import DECIDED
from yili_kg.reading.place import Own
from yili_kg.received import load_skeleton
from yili_kg.received.chapters import chapter_rows
from yili_kg.resolve.note_writers import NOTE_WRITER
from yili_kg.rulebooks import all_rules, examples_of
from yili_kg.tables.classes import classes
from yili_kg.tables.layers import layers
from yili_kg.tables.turtle import read_turtle
from yili_kg.tables.types import mention_types
from yili_kg.text.folding import simplify

__all__ = [
    "chapter_quads",
    "concept_quads",
    "correction_quads",
    "joined_quads",
    "occupant_quads",
    "ontology_quads",
    "rule_quads",
    "rule_reasons",
    "table_quads",
]

#: Rules that are no rows of a file, with their reasons.
_BUILT_IN = {
    "title-in-brackets": "a title between 《 and 》 that the lexicon knows",
    "title-in-brackets-unknown": "a title between 《 and 》 that the lexicon does not know",
    "title-composed": "a book and one of its divisions written together",
    "title-of-the-book-annotated": "a book named together with the notes on it (禮記注, 鄭注周禮); the title is the book's",
    "year-of-the-annals": "the year of a duke of Lu without a title: the Annals, or the tradition that has it",
    "title-with-year": "the Annals with a year of a duke of Lu",
    YEAR_IN_A_ROW: "a year behind words of the Annals or a tradition: that of the duke named before, in the same work",
    NOTE_WRITER: "a graph that is a word elsewhere, before 注 where a book is cited on which a man of that name wrote",
    BORNE_OUT: "the division of a book that the library has, borne out by the words that follow there",
    SHORT: "one graph that may name a book, borne out by the words of that book that stand right behind it",
    NAMED: "the index of a cited book names the person at this place of what is quoted from it",
    IN_A_ROW: "a chapter of the 儀禮 named right beside another one, where nothing says that their rites are performed",
    AT_THE_HEAD: "a name of a chapter of the 儀禮 with its number, in a heading",
    ABOVE: "a note right behind a word, which says what the word means and does not repeat it, as sure as its signs weigh",
    ALONE: "a clause of a note that begins with words of the text and stands alone, as sure as its signs weigh",
    AS_IN_A_NOTE: "a gloss of a later commentator that would be one in an old note, as sure as its signs weigh",
    LABELLED: "a gloss that only the graphs around its words tell, as sure as its signs weigh",
    DOUBTED: "a formula of one who argues of which something is doubtful, as sure as its signs weigh",
    TITLE_IN_DOUBT: "a title that may be none, of which nothing is quoted",
    SONG: "a song that is named as one, with 詩 behind its name or the part of the book before it",
    OF_A_BOOK: "a part of another book, named with the book and a word for it",
    OF_THE_MOURNING: "a part of the chapter on mourning, named by its degree: it says something, is brought, or stands before its words",
    OF_A_HISTORY: "a history with one of its treatises, biographies, annals or tables",
    BY_ITS_KIND: "words that end as titles do and say something, behind a mark, a closed clause or a person",
    COUNTY: "a county behind its commandery, or said to be where something lies",
    LIES_THERE: "what is said to lie in a county, with a name that ends as those of places do",
    STATE: "a state that is said to lie somewhere, or to be this or that place now",
    IN_FULL: "a name of a chapter of the 儀禮 that no rite, victim or garment bears",
    WEIGHED: "no rule takes the word; what stands around it and was read in the passage weighs more than what speaks against it",
    "collation-wording": "a collator names a word of the text and an edition that has another",
    "collation-edition-first": "a collator names an edition, a word of the text and what it has for it",
    "collation-lacking": "a collator says that an edition lacks words of the text",
    "collation-added": "a collator says that an edition has words that the text has not",
    "collation-turned": "a collator says that an edition has two graphs the other way round",
    "collation-lacking-behind": "a collator names words of the text and an edition that lacks them",
    "conjecture-should-be": "a commentator thinks that a word of the text should be another",
    "conjecture-should-have": "a commentator thinks that the text should have words more",
    "conjecture-too-much": "a commentator thinks that words of the text are too much",
    "conjecture-mistaken": "a commentator thinks that a graph stands for another by mistake",
    "edition-wording": "a note names a word of the text and what an edition has for it",
    "edition-names-the-word": "a note names an edition, a word of the text and what it has for it",
    "edition-lacking": "a note says that an edition lacks words of the text",
    "edition-added": "a note says that an edition has words that the text has not",
    "edition-followed": "a note says that a word should be read as an edition or a tradition has it",
    "fault-turned": "a list of the faults of an edition gives words of the text and how it has them, both beginning alike",
    "fault-alike": "a list of the faults of an edition gives two graphs and two others of which the first is the same",
    "fault-lacking-there": "a list of the faults of an edition says where it lacks words",
    "fault-doubled": "a list of the faults of an edition says that it has words twice",
    "fault-wording": "a list of the faults of an edition says that it has another word",
    "fault-lacking": "a list of the faults of an edition says that it lacks words",
    "fault-added": "a list of the faults of an edition says that it has a graph too much",
    "step-clause": "a clause of base text, between breaks, of which a frame takes nothing or not everything",
    **{f"lexicon-{t}": f"a form of the lexicon that names a {t} and that no rule turned down" for t in mention_types()},
}


def _text(value: str, language: str) -> ox.Literal:
    return ox.Literal(value, language=language)


def ontology_quads() -> Iterator[Statement]:
    """The files of `ontology/`: terms and vocabularies in one graph, shapes in another."""
    for name, graph in (
        ("yili", "ontology"),
        ("align", "ontology"),
        ("vocabularies", "concepts"),
        ("house", "concepts"),
        ("stations", "concepts"),
        ("shapes", "shapes"),
    ):
        # The parser gives blank nodes names by chance; here they are numbered as they come.
        names: dict[object, ox.BlankNode] = {}

        def steady(term: object, names: dict[object, ox.BlankNode] = names, name: str = name) -> Any:
            blank = isinstance(term, ox.BlankNode)
            return names.setdefault(term, ox.BlankNode(f"{name}{len(names)}")) if blank else term

        for triple in read_turtle(data_folder("ontology") / f"{name}.ttl"):
            yield steady(triple.subject), triple.predicate, steady(triple.object), graph_iri(graph)


def concept_quads() -> Iterator[Statement]:
    """A concept an entry of the lexicon, with its labels, its broader concept and the place that explains it."""
    graph = graph_iri("concepts")
    for entry in load_lexicon().entries.values():
        subject = concept_iri(entry.concept)
        for predicate, value in _entry(entry):
            yield subject, predicate, value, graph


def joined_quads() -> Iterator[Statement]:
    """Headwords that were joined to another: the identifier of each stays, and says by which it is replaced and why."""
    graph = graph_iri("concepts")
    for row in load_joined().values():
        former = concept_iri(row.former)
        yield former, T.replaced_by, concept_iri(row.concept), graph
        yield former, T.deprecated, ox.Literal(True), graph
        yield former, T.history_note, _text(row.reason, "en"), graph


def table_quads() -> Iterator[Statement]:
    """What the tables of types and layers say: a scheme for the concepts of each type, a concept for each layer."""
    graph = graph_iri("concepts")
    for row in mention_types().values():
        scheme = concept_iri(row.folder)
        yield scheme, T.a, T.scheme_class, graph
        yield scheme, T.label, _text(row.zh, "zh"), graph
        yield scheme, T.label, _text(row.en_scheme, "en"), graph
    for layer in layers().rows:
        concept = concept_iri(layer.layer)
        if layer.layer not in load_lexicon().entries:  # 記 is a word of the lexicon too, which has labels for it
            yield concept, T.a, T.concept, graph
            yield concept, T.pref_label, _text(layer.layer, "lzh"), graph
            yield concept, T.pref_label, _text(layer.en, "en"), graph
        yield concept, T.in_scheme, concept_iri("layers"), graph
        yield concept, T.top_concept, concept_iri("layers"), graph


def _class_of(entry: Entry) -> str:
    """The class of a headword: that of the nearest broader concept that has one of its own, else that of its type.

    A headword without forms of its own is a kind of things, no thing.
    """
    kind = mention_types()[entry.type]
    if not entry.forms:
        return kind.formless or kind.class_
    entries, seen = load_lexicon().entries, set[str]()
    concept = entry.concept
    while concept and concept not in seen:
        if concept in classes():
            return classes()[concept]
        seen.add(concept)
        concept = entries[concept].broader
    return kind.class_


def _entry(entry: Entry) -> Iterator[tuple[ox.NamedNode, ox.NamedNode | ox.Literal]]:
    kind = mention_types()[entry.type]
    scheme = concept_iri(kind.folder)
    label = headword(entry.concept)
    yield T.a, T.concept
    yield T.a, node(*_class_of(entry).split(":"))
    yield T.pref_label, _text(label, "lzh")
    yield T.pref_label, _text(simplify(label), "zh-Hans")
    yield T.pref_label, _text(entry.en, "en")
    if entry.description:
        yield T.description, _text(entry.description, "en")
    yield T.alt_label, _text(entry.said, "lzh-Latn-pinyin")
    for form in dict.fromkeys(entry.forms):
        if form != label:
            yield T.alt_label, _text(form, "lzh")
    yield T.in_scheme, scheme
    if entry.broader:
        yield T.broader, concept_iri(entry.broader)
    else:
        yield T.top_concept, scheme
    yield T.dc_source, ox.Literal(entry.source)
    yield T.defined_at, ox.Literal(entry.place)
    if entry.note:
        yield T.scope_note, _text(entry.note, "en")


def rule_quads() -> Iterator[Statement]:
    """A rule an entry of `extraction/rules/`, with its reason and its examples."""
    built_in = [(rule, reason, (), (), "") for rule, reason in _BUILT_IN.items()]
    yield from _rules([*built_in, *((r.id, r.reason, *examples_of(r), r.place) for r in all_rules())])


def rule_reasons() -> dict[str, str]:
    """The reason of every rule, by its id."""
    return {**_BUILT_IN, **{rule.id: rule.reason for rule in all_rules()}}


def reader_quads() -> Iterator[Statement]:
    """Those who read the received text by hand, and what it means that a commentator names a word."""
    graph = graph_iri("prov")
    for reader in load_readers().values():
        subject = concept_iri(f"reader-{reader.id}")
        yield subject, T.a, T.agent, graph
        yield subject, T.label, ox.Literal(reader.name), graph
        if reader.note:
            yield subject, T.description, _text(reader.note, "en"), graph
    known = [(row.ground, f"a reader found it in the {row.en}", (), (), row.place) for row in load_sources().values()]
    yield from _rules([*known, (DECIDED, "a reader of the received text decided so by hand", (), (), "")])


def own_reader_quads(own: Own | None) -> Iterator[Statement]:
    """Those who read in somebody's own reading."""
    graph = graph_iri("prov")
    for name in sorted({name for reading in (own or {}).values() for name in reading.row.by.split()}):
        yield concept_iri(f"reader-{name}"), T.a, T.agent, graph
        yield concept_iri(f"reader-{name}"), T.label, ox.Literal(name), graph


def correction_quads(corrections: Iterable[Correction]) -> Iterator[Statement]:
    """A rule for each correction by hand that adds or retypes a mention: its reason, by whom, and file and line."""
    rows = [
        (c.rule, f"{c.reason} ({c.by})" if c.by else c.reason, (f"{c.before}⟦{c.words}⟧{c.after}",), (), c.place)
        for c in corrections
        if c.action != "drop"
    ]
    yield from _rules(rows)


def occupant_quads() -> Iterator[Statement]:
    """The roles of the single rites: the general role, the rite, who fills it, and the words that say so."""
    graph = graph_iri("concepts")
    known = load_lexicon().entries
    for occupant in load_occupants().rows:
        subject = concept_iri(occupant.name)
        general = known[occupant.role]
        yield subject, T.a, T.concept, graph
        yield subject, T.a, T.type_class, graph
        yield subject, T.pref_label, _text(occupant.name, "lzh"), graph
        yield subject, T.pref_label, _text(f"{general.en} in this rite: {occupant.en}", "en"), graph
        yield subject, T.in_scheme, concept_iri("roles"), graph
        yield subject, T.broader, concept_iri(occupant.role), graph
        yield subject, T.in_rite, chapter_iri(occupant.chapter), graph
        yield subject, T.description, _text(occupant.occupant, "lzh"), graph
        yield subject, T.description, _text(occupant.en, "en"), graph
        yield subject, T.dc_source, _text(occupant.words, "lzh"), graph
        yield subject, T.on_word_of, concept_iri(occupant.source), graph
        yield subject, T.passage, passage_iri(occupant.passage), graph
        if occupant.concept:
            yield subject, T.occupant, concept_iri(occupant.concept), graph


def _rules(rows: Iterable[tuple[str, str, tuple[str, ...], tuple[str, ...], str]]) -> Iterator[Statement]:
    graph = graph_iri("prov")
    for rule, reason, match, avoid, place in sorted(rows):
        subject = concept_iri(f"rule-{rule}")
        yield subject, T.a, T.rule_class, graph
        yield subject, T.a, T.entity, graph
        yield subject, T.label, ox.Literal(rule), graph
        yield subject, T.description, _text(reason, "en"), graph
        for example in match:
            yield subject, T.example, ox.Literal(example), graph
        for example in avoid:
            yield subject, T.counter_example, ox.Literal(example), graph
        if place:
            yield subject, T.defined_at, ox.Literal(place), graph


def chapter_quads() -> Iterator[Statement]:
    """The 儀禮 as the received text has it, an expression of the work, its 17 篇 and their passages."""
    graph = graph_iri("text/received")
    work = target_iri("儀禮")
    yield from expression_quads("儀禮", graph)
    for row in chapter_rows():
        subject = chapter_iri(row["chapter"])
        yield work, T.component, subject, graph
        yield subject, T.a, T.chapter_class, graph
        yield subject, T.label, _text(row["name"], "lzh"), graph
        yield subject, T.label, _text(row["en"], "en"), graph
        yield subject, T.label, _text(row["pinyin"], "lzh-Latn-pinyin"), graph
        yield subject, T.order, ox.Literal(int(row["chapter"])), graph
        for number, passage in enumerate(load_skeleton()[row["chapter"]], 1):
            iri = passage_iri(passage.id)
            yield subject, T.fragment, iri, graph
            yield iri, T.a, T.passage_class, graph
            yield iri, T.chapter, subject, graph
            yield iri, T.order, ox.Literal(number), graph
            yield iri, T.layer, node("c", passage.layer), graph
