"""The ontology: every term explained, nothing in a graph that it does not know, and no contradiction."""

from __future__ import annotations

import json
import re
from pathlib import Path

import owlrl
import pyoxigraph as ox
import pytest
import rdflib
from rdflib.collection import Collection
from rdflib.namespace import OWL, RDF, RDFS, SKOS

from yili_kg.data import data_folder
from yili_kg.graph.vocabulary import BASE, PREFIXES, Terms

YL = rdflib.Namespace(PREFIXES["yl"])
HOME = rdflib.URIRef(f"{BASE}ontology")
#: What others say of the terms that are used, for a reasoner: LRMoo, SKOS and more in extracts, CIDOC CRM whole.
STANDARDS = Path(__file__).parent / "data" / "standards.ttl"
CRM = Path(__file__).parent / "data" / "cidoc-crm.nt"


@pytest.fixture(scope="module")
def ontology() -> rdflib.Graph:
    return rdflib.Graph().parse(data_folder("ontology") / "yili.ttl")


@pytest.fixture(scope="module")
def built(small_build: Path) -> Path:
    return small_build


def terms(graph: rdflib.Graph) -> set[rdflib.URIRef]:
    kinds = (OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty)
    return {s for kind in kinds for s in graph.subjects(RDF.type, kind) if isinstance(s, rdflib.URIRef)}


def test_ontology_says_of_each_term_what_it_is(ontology: rdflib.Graph) -> None:
    assert len(terms(ontology)) > 45
    for term in sorted(terms(ontology)):
        assert {str(v.language) for v in ontology.objects(term, RDFS.label) if isinstance(v, rdflib.Literal)} >= {
            "zh",
            "en",
        }, term
        comments = {v.language: str(v) for v in ontology.objects(term, RDFS.comment) if isinstance(v, rdflib.Literal)}
        assert comments.keys() == {"zh", "en"}, term
        assert all(c.endswith((".", "。", ")")) for c in comments.values()), term
        example = str(ontology.value(term, SKOS.example) or "")
        assert len(example) > 2, term
        assert not re.search(r"^… |…$", example), (term, example)
        assert ontology.value(term, RDFS.isDefinedBy) == HOME, term


def test_ontology_knows_every_term_of_the_code(ontology: rdflib.Graph) -> None:
    ours = {
        rdflib.URIRef(v.value) for k, v in vars(Terms).items() if isinstance(v, ox.NamedNode) and v.value.startswith(YL)
    }
    assert ours <= terms(ontology)


def test_every_property_says_what_it_stands_with_or_why_it_does_not(ontology: rdflib.Graph) -> None:
    for kind in (OWL.ObjectProperty, OWL.DatatypeProperty):
        for term in sorted(ontology.subjects(RDF.type, kind), key=str):
            notes = {str(v)[:8] for v in ontology.objects(term, SKOS.editorialNote)}
            for said, name in ((RDFS.domain, "No domai"), (RDFS.range, "No range")):
                value = ontology.value(term, said)
                assert (value is None) == (name in notes), (term, name)
                union = ontology.value(value, OWL.unionOf) if isinstance(value, rdflib.BNode) else None
                assert not isinstance(value, rdflib.BNode) or (union and len(list(Collection(ontology, union))) > 1), (
                    term
                )


def test_ontology_is_versioned(ontology: rdflib.Graph) -> None:
    version = str(ontology.value(HOME, OWL.versionInfo))
    assert str(ontology.value(HOME, OWL.versionIRI)) == f"{HOME}/{version}"
    assert ontology.value(HOME, OWL.priorVersion)


def test_alignments_are_apart(ontology: rdflib.Graph) -> None:
    align = rdflib.Graph().parse(data_folder("ontology") / "align.ttl")
    assert not list(align.objects(None, OWL.imports))
    assert set(align.subjects()) <= terms(ontology)
    foreign = [o for p in (RDFS.subClassOf, RDFS.subPropertyOf) for o in align.objects(None, p)]
    assert all(not str(o).startswith(YL) for o in foreign)
    for p in (RDFS.subClassOf, RDFS.subPropertyOf):
        assert all(str(o).startswith((YL, str(SKOS))) for o in ontology.objects(None, p))


def reasoned(*parts: rdflib.Graph | str) -> tuple[rdflib.Graph, list[str]]:
    """The closure under OWL 2 RL, and what contradicts itself in it."""
    graph = rdflib.Graph()
    for name in ("yili", "align", "vocabularies"):
        graph.parse(data_folder("ontology") / f"{name}.ttl")
    for part in parts:
        if isinstance(part, str):
            head = "".join(f"@prefix {p}: <{iri}> .\n" for p, iri in PREFIXES.items())
            graph.parse(data=head + part, format="turtle")
        else:
            graph += part
    for standard in (STANDARDS, CRM):
        graph.parse(standard)
    rules = owlrl.OWLRL_Semantics(graph, axioms=False, daxioms=False, rdfs=False)
    rules.closure()
    return graph, [str(m) for m in rules.error_messages]


#: The graphs of what is found in an edition, but not of what is known before.
FOUND = (
    "/text/zhushu",
    "/mentions/",
    "/citations/",
    "/references/",
    "/glosses/",
    "/readings/",
    "/claims",
    "/rite",
    "/norms/",
)


def test_cidoc_crm_is_there_whole_and_has_every_term_that_is_used() -> None:
    crm = rdflib.Graph().parse(CRM)
    assert "7.1.2" in str(crm.value(rdflib.URIRef(PREFIXES["crm"]), OWL.versionInfo))
    assert len(set(crm.subjects(RDF.type, RDFS.Class))) == 76  # the 81 less those of primitive values
    used: set[str] = set()
    for path in sorted(data_folder("ontology").glob("*.ttl")):
        graph = rdflib.Graph().parse(path)
        used |= {str(term) for statement in graph for term in statement if str(term).startswith(PREFIXES["crm"])}
    assert len(used) > 6
    assert used <= {str(term) for term in crm.subjects(RDF.type)}


def test_ontology_is_consistent_with_a_graph(built: Path) -> None:
    from yili_kg.graph.check import as_graph
    from yili_kg.graph.store import open_store

    store = open_store(built)
    wanted = {f"{BASE}graph/{g}" for g in ("summary", "dataset")}
    small = ox.Store()
    small.extend(
        q
        for q in store
        if any(part in str(q.graph_name) for part in FOUND) or getattr(q.graph_name, "value", "") in wanted
    )
    graph, wrong = reasoned(as_graph(small))
    assert wrong == []
    assert not list(graph.subjects(RDF.type, OWL.Nothing))
    classes = {o for s, o in graph.subject_objects(RDF.type) if isinstance(s, rdflib.Literal)}
    assert all(str(c).startswith((PREFIXES["xsd"], str(RDF), str(RDFS))) for c in classes), "a literal is of a class"
    mentions = set(graph.subjects(RDF.type, YL.Mention))
    assert len(mentions) > 10
    assert mentions <= set(graph.subjects(RDF.type, rdflib.URIRef(PREFIXES["nif"] + "String")))
    assert set(graph.objects(None, YL.rule)) <= set(graph.subjects(RDF.type, YL.Rule))


#: Each contradicts itself; names are of one statement alone once a number is put behind them.
CONTRADICTIONS = (
    "m:x a yl:Mention, yl:Segment .",
    "seg:x yl:commentsOn seg:x .",
    "m:x yl:rule c:介 . c:介 a skos:Concept .",
    "m:x a yl:Mention . seg:y yl:commentsOn m:x .",
    "c:x a skos:Concept ; yl:sha256 'abc' .",
    # With the standards at hand.
    "r:claim.1 a yl:Claim ; crm:P129_is_about seg:x .",
    "seg:x a yl:Segment, crm:E2_Temporal_Entity .",
    "r:x a yl:Edition, crm:E5_Event .",
    "r:x a yl:Edition . r:y crm:P12_occurred_in_the_presence_of r:z . r:x crm:P11_had_participant r:z .",
    "seg:x a yl:Segment . seg:x crm:P4_has_time-span r:y .",
    "r:儀禮 a lrm:F1_Work ; lrm:R5_has_component seg:04 .",
    "c:x a skos:Concept, skos:ConceptScheme .",
    "m:x its:taIdentRef c:x . c:y skos:inScheme c:x . c:x a skos:Concept .",
    "c:rule-x a yl:Rule, prov:Activity .",
    "r:step.1 a yl:Step ; yl:agent r:x . r:x a yl:Segment . r:y yl:occupant r:x .",
    "r:q a yl:Quotation . r:cit yl:quotation r:q . r:q cito:hasCitingEntity seg:x .",
    "r:step.1 yl:repeats r:step.1 .",
)
_NAME = re.compile(r"\b(?:m|seg|r|c):[^\s;.,]+(?:\.\d+)?")


def test_each_contradiction_is_found_and_no_other() -> None:
    """All at once, since the closure takes seconds: a contradiction is told with the names that it is about."""
    assert reasoned("m:x a yl:Mention ; yl:rule c:rule-x .")[1] == []
    apart = [_NAME.sub(lambda name, n=n: f"{name[0]}-wrong{n}", wrong) for n, wrong in enumerate(CONTRADICTIONS)]  # type: ignore[misc]
    told = reasoned("\n".join(apart))[1]
    assert [
        wrong for n, wrong in enumerate(CONTRADICTIONS) if not any(re.search(rf"-wrong{n}\b", m) for m in told)
    ] == []
    assert [m for m in told if "-wrong" not in m] == []


def test_ontology_page_has_every_term_with_an_example_from_the_graph(built: Path, ontology: rdflib.Graph) -> None:
    page = (built / "site" / "ontology.html").read_text(encoding="utf-8")
    for term in terms(ontology):
        assert f'<section class="term" id="{str(term).partition("#")[2]}">' in page
    mention = page.partition('id="Mention">')[2].partition("</section>")[0]
    assert re.search(r"m:04\.[\w.-]+zhushu", mention), "an example from the graph"
    assert "its:taIdentRef (class skos:Concept, maxCount 1, minCount 1, node " in mention
    assert "http" not in re.sub(r"https?://[^<\s]*", "", page.partition("<body")[2])
    assert not re.search(r"(src|href)=.https?:", page)


def test_card_of_the_data_set(built: Path) -> None:
    graph = rdflib.Graph().parse(built / "dataset.ttl")
    other = rdflib.Graph().parse(built / "dataset.jsonld", format="json-ld")
    assert len(graph) == len(other) > 60
    dataset = rdflib.URIRef(f"{BASE}dataset")
    dcat, void = rdflib.Namespace(PREFIXES["dcat"]), rdflib.Namespace(PREFIXES["void"])
    assert (dataset, RDF.type, dcat.Dataset) in graph
    counts = json.loads((built / "manifest.json").read_text(encoding="utf-8"))["counts"]
    schema = rdflib.Namespace(PREFIXES["schema"])
    said = {
        str(graph.value(m, schema.name)): int(str(graph.value(m, schema.value)))
        for m in graph.objects(dataset, schema.variableMeasured)
    }
    assert said["mentions"] == counts["mentions"]
    parts = {str(p): int(str(graph.value(p, void.triples))) for p in graph.objects(dataset, void.subset)}
    made = parts[f"{BASE}graph/build"]  # on the card and in a named graph of its own
    assert sum(parts.values()) + len(graph) - made == counts["quads"]


def test_every_class_of_a_build_has_a_shape(built: Path) -> None:
    from yili_kg.graph.shapes import load_constraints
    from yili_kg.graph.store import open_store, select

    targets = {c.target.partition("<")[2].partition(">")[0] for c in load_constraints()}
    rows = select(open_store(built), "SELECT DISTINCT ?c WHERE { GRAPH ?g { ?s a ?c } FILTER(?g != g:shapes) }")
    # Those left out stand with owl:ObjectProperty, the last on a blank node of the ontology.
    of_owl = (OWL.IrreflexiveProperty, OWL.SymmetricProperty, OWL.AsymmetricProperty, OWL.AllDisjointClasses)
    left = {r["c"] for r in rows} - targets - set(map(str, of_owl))
    assert left == set()
