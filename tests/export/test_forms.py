"""Every form is read back by another reader than its writer, and holds the same number of statements."""

from __future__ import annotations

import csv
import io
import json
import warnings
from pathlib import Path

import networkx as nx
import pyoxigraph as ox
import pytest
import rdflib
from lxml import etree

from tests.queries.test_answers import PAGE
from yili_kg.annotation.run import annotate
from yili_kg.errors import QueryError
from yili_kg.export import FORMS, export
from yili_kg.export.networks import property_graph
from yili_kg.export.webannotation import construct
from yili_kg.graph import knowledge, lift, summary
from yili_kg.graph.blocks import as_quads
from yili_kg.graph.store import select
from yili_kg.graph.vocabulary import BASE, PREFIXES, node
from yili_kg.layers import edit
from yili_kg.sources.read import read_text

TEI = {"t": "http://www.tei-c.org/ns/1.0"}


@pytest.fixture(scope="module")
def store() -> ox.Store:
    annotated = annotate(edit(read_text(PAGE.replace("謀賓", "謀<&\"'>賓"))))
    made = ox.Store()
    for part in (lift.text_quads, lift.mention_quads, lift.citation_quads, lift.ellipsis_quads):
        made.extend(as_quads(part(annotated)))
    made.extend(as_quads(summary.summary_quads([annotated])))
    made.extend(as_quads(knowledge.ontology_quads()))
    made.extend(q for q in as_quads(knowledge.concept_quads()) if "爵" in str(q.subject))
    made.extend(q for q in as_quads(knowledge.occupant_quads()) if "主人" in str(q.subject))
    strange = node("c", "strange")
    for value in ("=SUM(A1)", "a\nb", 'q"uote', "\u0001", "[x", ""):
        made.add(ox.Quad(strange, node("skos", "scopeNote"), ox.Literal(value), node("g", "concepts")))
    made.add(ox.Quad(strange, node("rdf", "type"), node("skos", "Concept"), node("g", "concepts")))
    return made


def triples(store: ox.Store) -> int:
    return len({q.triple for q in store})


def without(store: ox.Store, *graphs: str) -> set[ox.Triple]:
    names = {node("g", g) for g in graphs}
    return {q.triple for q in store if q.graph_name not in names}


def test_forms_of_statements_in_rdflib(store: ox.Store) -> None:
    for form, name in (("turtle", "turtle"), ("ntriples", "nt")):
        assert len(rdflib.Graph().parse(data=export(store, form), format=name)) == triples(store), form
    for form, name in (("trig", "trig"), ("nquads", "nquads"), ("jsonld", "json-ld")):
        data = rdflib.Dataset()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            data.parse(data=export(store, form), format=name)
        assert len(list(data.quads())) == len(store), form


def test_jsonld_is_the_same_statements_to_two_readers(store: ox.Store) -> None:
    text = export(store, "jsonld")
    context = json.loads(text)["@context"]
    assert context["yl:inSegment"] == {"@id": f"{BASE}ontology#inSegment", "@type": "@id"}
    again = ox.Store()
    again.load(text.encode(), format=ox.RdfFormat.JSON_LD)
    ours = {q for q in store if not any(isinstance(t, ox.BlankNode) for t in (q.subject, q.object))}
    theirs = {q for q in again if not any(isinstance(t, ox.BlankNode) for t in (q.subject, q.object))}
    assert theirs == ours
    assert len(again) == len(store)


def test_webannotation_in_rdflib_with_the_terms_of_the_w3c(store: ox.Store) -> None:
    text = export(store, "webannotation")
    made = json.loads(text)
    assert made["@context"] == "http://www.w3.org/ns/anno.jsonld"
    found = sum(
        1
        for q in store
        if q.predicate == node("rdf", "type")
        and str(q.object)[1:-1].rpartition("#")[2].rpartition("/")[2] in ("Mention", "Citation", "Quotation")
    )
    assert len(made["items"]) == found > 20
    assert made["type"] == "AnnotationPage"
    assert made["creator"]["name"] == "yili-kg"
    assert made["generator"]["type"] == "Software"
    oa = "http://www.w3.org/ns/oa#"
    # What https://www.w3.org/ns/anno.jsonld says of the names used, so that nothing is fetched.
    named = {"body": "hasBody", "target": "hasTarget", "source": "hasSource", "selector": "hasSelector"}
    made["@context"] = {
        "@vocab": oa,
        "id": "@id",
        "type": {"@id": "@type", "@type": "@vocab"},
        "motivation": {"@id": f"{oa}motivatedBy", "@type": "@vocab"},
        **{k: {"@id": oa + v, "@type": "@id"} for k, v in named.items()},
        **{k: {"@id": oa + k} for k in ("start", "end", "exact")},
        "items": {"@id": "https://www.w3.org/ns/activitystreams#items", "@type": "@id", "@container": "@list"},
    }
    graph = rdflib.Graph().parse(data=json.dumps(made), format="json-ld")
    page = 2 + 2 * found + 6  # its type, its list, its creator and its generator with type and name
    assert len(graph) == len(construct(store)) + page


def test_webannotation_selectors_hold_the_words(store: ox.Store) -> None:
    source = PAGE.replace("謀賓", "謀<&\"'>賓")
    for annotation in json.loads(export(store, "webannotation"))["items"]:
        selectors = {s["type"]: s for s in annotation["target"]["selector"]}
        place, words = selectors["TextPositionSelector"], selectors["TextQuoteSelector"]["exact"]
        assert "".join(source[place["start"] : place["end"]].split()) == words
        assert annotation["motivation"] in ("identifying", "linking", "assessing")


@pytest.mark.parametrize(
    ("of", "property", "said"),
    [("mention", "nif:beginIndex", "nine"), ("segment", "yl:pieces", "1-2-3"), ("segment", "yl:order", "-1")],
)
def test_tei_of_a_graph_of_others_says_what_is_no_place(store: ox.Store, of: str, property: str, said: str) -> None:
    theirs = ox.Store()
    theirs.extend(store)
    query = {
        "mention": "SELECT ?x { ?x a yl:Mention ; yl:rule ?r ; its:taIdentRef ?to ; yl:inSegment ?s } ORDER BY ?x LIMIT 1",
        "segment": "SELECT ?x { ?c a cito:Citation ; yl:rule ?r ; cito:hasCitedEntity ?to ; cito:hasCitingEntity ?x } ORDER BY ?x LIMIT 1",
    }[of]
    of_this = ox.NamedNode(select(theirs, query)[0]["x"])
    said_of = node(*property.split(":"))
    for quad in list(theirs.quads_for_pattern(of_this, said_of, None, None)):
        theirs.remove(quad)
    theirs.add(ox.Quad(of_this, said_of, ox.Literal(said)))
    with pytest.raises(QueryError, match="is no p"):
        export(theirs, "tei")


def test_tei_in_lxml(store: ox.Store) -> None:
    root = etree.fromstring(export(store, "tei").encode("utf-8"))

    def of(kind: str) -> int:
        return sum(1 for _ in store.quads_for_pattern(None, node("rdf", "type"), node(*kind.split(":")), None))

    blocks = {b.get("{http://www.w3.org/XML/1998/namespace}id"): b.text for b in root.iterfind(".//t:ab", TEI)}
    assert len(blocks) == of("yl:Segment")
    for kind, name in (("mention", "yl:Mention"), ("citation", "cito:Citation"), ("quotation", "yl:Quotation")):
        assert len(root.findall(f".//t:spanGrp[@type='{kind}']/t:span", TEI)) == of(name)
    assert "<&\"'>" in "".join(b or "" for b in blocks.values())
    pointed = 0
    ranged = dict.fromkeys(("mention", "citation", "quotation"), 0)
    for span in root.iterfind(".//t:spanGrp/t:span", TEI):
        target = str(span.get("target"))
        if target.startswith("#string-range("):
            name, begin, length = target[14:-1].split(",")
            assert (blocks[name] or "")[int(begin) : int(begin) + int(length)] == span.text
            pointed += 1
            ranged[str(span.getparent().get("type"))] += 1  # type: ignore[union-attr]
    assert pointed > 15
    for kind, name in (("citation", "cito:Citation"), ("quotation", "yl:Quotation")):
        assert ranged[kind] == of(name) > 0


def test_tei_tells_citations_of_one_wording_apart() -> None:
    annotated = annotate(edit(read_text(PAGE + "\n疏：案昏禮云：「使者玄端至。」又昏禮記云：「宗人。」\n")))
    made = ox.Store()
    for part in (lift.text_quads, lift.mention_quads, lift.citation_quads):
        made.extend(as_quads(part(annotated)))
    root = etree.fromstring(export(made, "tei").encode("utf-8"))
    for kind in ("citation", "quotation"):
        places: dict[str, list[tuple[int, int]]] = {}
        for span in root.iterfind(f".//t:spanGrp[@type='{kind}']/t:span", TEI):
            name, begin, _ = str(span.get("target"))[len("#string-range(") : -1].split(",")
            places.setdefault(name, []).append((int(str(span.get("n"))), int(begin)))
        for found in places.values():
            assert sorted(found) == sorted(found, key=lambda pair: pair[1])
            assert len({at for at, _ in found}) == len({at for _, at in found})


def counted(graph: nx.MultiDiGraph) -> int:
    """Statements in a property graph: edges, kinds, literals."""
    literals = 0
    for _, data in graph.nodes(data=True):
        for key, value in data.items():
            if key == "kind":
                literals += len(value.split())
            elif key != "label":
                literals += len(json.loads(value)) if value.startswith("[") else 1
    return int(graph.number_of_edges()) + literals


def test_networks_in_networkx(store: ox.Store) -> None:
    wanted = len(without(store, "shapes"))
    assert counted(property_graph(store)) == wanted
    assert counted(nx.parse_graphml(export(store, "graphml"))) == wanted
    assert counted(nx.read_gexf(io.BytesIO(export(store, "gexf").encode()))) == wanted


def test_neo4j_tables(store: ox.Store, tmp_path: Path) -> None:
    assert export(store, "neo4j", tmp_path) == ""
    with (tmp_path / "nodes.csv").open(encoding="utf-8", newline="") as file:
        nodes = list(csv.DictReader(file))
    with (tmp_path / "relationships.csv").open(encoding="utf-8", newline="") as file:
        edges = list(csv.DictReader(file))
    assert {"nif_beginIndex:long", "yl_confidence:double", "nif_anchorOf"} <= nodes[0].keys()
    assert all(n["nif_beginIndex:long"].isdecimal() for n in nodes if n["nif_beginIndex:long"])
    ids = {n["iri:ID"] for n in nodes}
    assert len(ids) == len(nodes)
    assert {e[":START_ID"] for e in edges} | {e[":END_ID"] for e in edges} <= ids
    literals = sum(
        len(json.loads(v)) if v.startswith("[") else 1
        for n in nodes
        for k, v in n.items()
        if v and k not in ("iri:ID", ":LABEL")
    )
    labels = sum(len(n[":LABEL"].split(";")) for n in nodes if n[":LABEL"])
    assert len(edges) + literals + labels == len(without(store, "shapes"))
    assert {e[":TYPE"] for e in edges} >= {"yl_inSegment", "its_taIdentRef"}


def test_tables_of_each_class(store: ox.Store, tmp_path: Path) -> None:
    export(store, "tables", tmp_path)
    data = without(store, "shapes", "ontology")
    typed = {t.subject for t in data if t.predicate == node("rdf", "type")}
    seen: set[tuple[str, str, str]] = set()
    for path in tmp_path.glob("*.csv"):
        with path.open(encoding="utf-8-sig", newline="") as file:
            for row in csv.DictReader(file):
                seen.add((row["iri"], "rdf:type", path.stem))
                seen |= {(row["iri"], k, v) for k, vs in row.items() if k != "iri" and vs for v in vs.split("\n")}
    assert len(seen) == sum(1 for t in data if t.subject in typed)
    strange = (tmp_path / "Concept.csv").read_text(encoding="utf-8-sig")
    assert "'=SUM(A1)" in strange
    rows = export(store, "csv")
    assert len(list(csv.DictReader(io.StringIO(rows)))) == sum(
        1 for t in data if t.predicate == node("its", "taIdentRef")
    )


@pytest.mark.parametrize("form", sorted(FORMS))
def test_forms_twice_are_the_same_bytes(store: ox.Store, tmp_path: Path, form: str) -> None:
    if FORMS[form].folder:
        for name in ("a", "b"):
            export(store, form, tmp_path / name)
        assert {p.name: p.read_bytes() for p in (tmp_path / "a").iterdir()} == {
            p.name: p.read_bytes() for p in (tmp_path / "b").iterdir()
        }
    else:
        assert export(store, form) == export(store, form)


def test_forms_say_what_they_want(store: ox.Store, tmp_path: Path) -> None:
    with pytest.raises(QueryError, match="no form x"):
        export(store, "x")
    with pytest.raises(QueryError, match="several files"):
        export(store, "tables")
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(QueryError, match="several files"):
        export(store, "tables", tmp_path / "file")
    with pytest.raises(QueryError, match="cannot be written"):
        export(store, "turtle", tmp_path / "none" / "x.ttl")
    assert PREFIXES["yl"].startswith(BASE)


def test_neo4j_tables_hold_no_formulas_unless_asked(tmp_path: Path) -> None:
    store = ox.Store()
    store.add(ox.Quad(ox.NamedNode("http://x/s"), ox.NamedNode("http://x/p"), ox.Literal("=cmd|'/C calc'!A0")))
    for raw, wanted in ((False, "'=cmd|'/C calc'!A0"), (True, "=cmd|'/C calc'!A0")):
        export(store, "neo4j", tmp_path / str(raw), raw=raw)
        with (tmp_path / str(raw) / "nodes.csv").open(encoding="utf-8", newline="") as file:
            assert wanted in next(csv.DictReader(file)).values()


FOREIGN = """<http://x/s> a <http://tmp/up/escaped>, <https://w3id.org/yili/ontology#../../up>, <http://x/A/B>, <http://x/A.B> ;
  <http://x/p> "=1+1", "-2" ."""


def test_tables_hold_no_formulas_unless_asked(tmp_path: Path) -> None:
    store = ox.Store()
    store.load(input=FOREIGN, format=ox.RdfFormat.TURTLE)
    for raw, wanted in ((False, "'=1+1\n-2"), (True, "-2\n=1+1")):
        export(store, "tables", tmp_path / str(raw), raw=raw)
        with next((tmp_path / str(raw)).glob("*.csv")).open(encoding="utf-8-sig", newline="") as file:
            assert next(csv.DictReader(file))["http://x/p"] == wanted


def test_tables_of_any_class_stay_in_their_folder(tmp_path: Path) -> None:
    store = ox.Store()
    store.load(input=FOREIGN, format=ox.RdfFormat.TURTLE)
    folder = tmp_path / "a" / "b"
    export(store, "tables", folder)
    assert len(list(folder.iterdir())) == 4
    assert [p for p in tmp_path.rglob("*") if p.is_file() and p.parent != folder] == []
