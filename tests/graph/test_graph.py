from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
import pytest
import rdflib

from tests.graphs import about, of_editions, quads_of
from yili_kg.annotation.run import annotate
from yili_kg.confidence import sure
from yili_kg.errors import QueryError
from yili_kg.export import export
from yili_kg.graph import lift, write
from yili_kg.graph.blocks import as_quads
from yili_kg.graph.check import check, check_shapes, check_text
from yili_kg.graph.explain import explain, full_iri
from yili_kg.graph.iris import local
from yili_kg.graph.store import as_rdflib, open_store
from yili_kg.graph.vocabulary import PREFIXES, node
from yili_kg.layers import edit
from yili_kg.models import Annotated
from yili_kg.sources.read import read_text

PAGE = """鄉飲酒禮第四

鄉飲酒之禮。主人就先生而謀賓、介。

主人,謂諸侯之鄉大夫也。《周禮》大司徒之職。

 「鄉飲」至「賓介」。○釋曰︰案《玉藻》云「大夫素帶」。主人爵,賓爵。
"""


@pytest.fixture(scope="module")
def annotated() -> Annotated:
    return sure(annotate(edit(read_text(PAGE))))


@pytest.fixture(scope="module")
def quads(annotated: Annotated) -> list[ox.Quad]:
    return quads_of(annotated)


@pytest.fixture
def store(quads: list[ox.Quad]) -> ox.Store:
    made = ox.Store()
    made.extend(quads)
    return made


def test_lift_a_mention_leads_back_to_its_characters(annotated: Annotated, store: ox.Store) -> None:
    mentions = list(store.quads_for_pattern(None, node("rdf", "type"), node("yl", "Mention"), None))
    assert len(mentions) == len(annotated.mentions) > 8
    for quad in mentions:
        values = {q.predicate.value: q.object.value for q in store.quads_for_pattern(quad.subject, None, None, None)}  # type: ignore[union-attr]
        begin, end = (int(values[PREFIXES["nif"] + k]) for k in ("beginIndex", "endIndex"))
        assert PAGE[begin:end] == values[PREFIXES["nif"] + "anchorOf"]
        assert len(values) in (11, 12, 13)


def test_lift_iris_count_occurrences(store: ox.Store) -> None:
    found = [q.subject.value for q in store.quads_for_pattern(None, node("its", "taIdentRef"), node("c", "爵"), None)]  # type: ignore[union-attr]
    assert [f.rpartition(".")[2] for f in sorted(found)] == ["1", "2"]


def test_check_good_graph_conforms(store: ox.Store) -> None:
    assert list(check_text(store)) == []
    assert check_shapes(of_editions(store)) == []


BAD = {
    "anchor-not-in-segment": ("anchorOf", ox.Literal("觶觶")),
    "outside-its-segment": ("endIndex", ox.Literal(9999)),
}


@pytest.mark.parametrize("name", sorted(BAD))
def test_check_text_finds_what_is_wrong(store: ox.Store, name: str) -> None:
    prop, value = BAD[name]
    old = next(iter(store.quads_for_pattern(None, node("its", "taIdentRef"), None, None)))
    changed = next(iter(store.quads_for_pattern(old.subject, node("nif", prop), None, None)))
    store.remove(changed)
    store.add(ox.Quad(changed.subject, changed.predicate, value, changed.graph_name))
    assert name in {f.check for f in check(store, quick=True)}


@pytest.mark.parametrize(
    ("cls", "prop"),
    [
        ("yl:Source", "yl:sha256"),
        ("yl:Segment", "yl:layer"),
        ("yl:Segment", "yl:extent"),
        ("yl:Mention", "its:taIdentRef"),
        ("yl:Mention", "yl:rule"),
        ("cito:Citation", "cito:hasCitedEntity"),
        ("yl:Quotation", "yl:verdict"),
        ("yl:Passage", "yl:order"),
        ("skos:Concept", "skos:inScheme"),
        ("yl:Rule", "dcterms:description"),
    ],
)
def test_check_shapes_miss_each_required_statement(store: ox.Store, cls: str, prop: str) -> None:
    subject = next(iter(store.quads_for_pattern(None, node("rdf", "type"), node(*cls.split(":")), None))).subject
    assert isinstance(subject, ox.NamedNode)
    part = about(store, subject)
    assert check_shapes(part) == []
    for quad in list(part.quads_for_pattern(subject, node(*prop.split(":")), None, None)):
        part.remove(quad)
    assert subject.value in {f.node for f in check_shapes(part)}, prop


def test_check_dangling_references(store: ox.Store) -> None:
    graph = node("g", "mentions/x")
    store.add(ox.Quad(node("m", "x"), node("its", "taIdentRef"), node("c", "無此"), graph))
    store.add(ox.Quad(node("m", "x"), node("yl", "rule"), node("c", "rule-none"), graph))
    store.add(ox.Quad(node("seg", "x"), node("yl", "commentsOn"), node("seg", "none"), graph))
    store.add(ox.Quad(node("seg", "x"), node("yl", "passage"), node("seg", "99.999"), graph))
    store.add(ox.Quad(node("c", "環"), node("skos", "broader"), node("c", "環"), graph))
    found = {f.check for f in check_text(store)}
    assert found == {"no-such-concept", "no-such-rule", "no-such-segment", "no-such-passage", "broader-in-a-ring"}


def test_check_a_word_that_varies_with_itself(store: ox.Store) -> None:
    graph, word = node("g", "mentions/x"), ox.Literal("於", language="lzh")
    store.add(ox.Quad(node("r", "var.x"), node("yl", "base"), word, graph))
    store.add(ox.Quad(node("r", "var.x"), node("yl", "variant"), word, graph))
    assert [(f.check, f.node) for f in check_text(store)] == [("varies-with-itself", node("r", "var.x").value)]


def test_explain_marks_the_right_occurrence(store: ox.Store) -> None:
    found = sorted(
        str(q.subject).strip("<>")
        for q in store.quads_for_pattern(None, node("its", "taIdentRef"), node("c", "爵"), None)
    )
    assert "賓⟦爵⟧" in explain(store, found[1]).text
    assert "主人⟦爵⟧" in explain(store, found[0]).text
    assert explain(store, found[0]).layer == "疏"
    assert explain(store, found[0]).reason


def test_explain_unknown(store: ox.Store) -> None:
    with pytest.raises(QueryError, match="the graph has no"):
        explain(store, "m:none.1")
    assert full_iri("m:x") == full_iri("mention/x") == full_iri("<https://w3id.org/yili/mention/x>")


def test_explain_a_place_that_is_no_number(store: ox.Store) -> None:
    foreign = ox.NamedNode("https://example.org/m")
    store.add(ox.Quad(foreign, node("nif", "beginIndex"), ox.Literal("九")))
    store.add(ox.Quad(foreign, node("nif", "anchorOf"), ox.Literal("爵")))
    assert explain(store, foreign.value).start == -1
    store.remove(ox.Quad(foreign, node("nif", "beginIndex"), ox.Literal("九")))


def test_write_same_bytes_and_readable_by_two(tmp_path: Path, quads: list[ox.Quad]) -> None:
    for name in ("a", "b"):
        write.write_trig(tmp_path / f"{name}.trig", quads)
        assert write.write_turtle(tmp_path / f"{name}.ttl", [q.triple for q in quads]) == len(quads)
    assert (tmp_path / "a.trig").read_bytes() == (tmp_path / "b.trig").read_bytes()
    assert (tmp_path / "a.ttl").read_bytes() == (tmp_path / "b.ttl").read_bytes()
    data = rdflib.Dataset()
    data.parse(tmp_path / "a.trig", format="trig")
    assert len(list(data.quads())) == len(quads) == len(open_store(tmp_path / "a.trig"))


def test_as_rdflib_sees_the_same_graph(store: ox.Store) -> None:
    data = as_rdflib(store)
    rows = list(data.query("SELECT ?m WHERE { ?m a <https://w3id.org/yili/ontology#Mention> }"))
    assert len(rows) > 8


@pytest.mark.parametrize("form", ["turtle", "trig", "nquads", "ntriples", "csv"])
def test_export_each_form(store: ox.Store, form: str) -> None:
    text = export(store, form)
    assert "鄉飲酒禮" in text or form == "csv"
    assert text == export(store, form)


def test_open_store_of_nothing(tmp_path: Path) -> None:
    with pytest.raises(QueryError, match="no graph here"):
        open_store(tmp_path)
    (tmp_path / "x.ttl").write_text("this is no turtle", encoding="utf-8")
    with pytest.raises(QueryError, match="damaged"):
        open_store(tmp_path / "x.ttl")


@pytest.mark.parametrize(("name", "good"), [("a b", "au0020b"), ("周禮·大行人", "周禮.大行人"), ("\ue14b", "uE14B")])
def test_iris_keep_hanzi_and_nothing_illegal(name: str, good: str) -> None:
    assert local(name) == good
    ox.NamedNode("https://w3id.org/yili/id/" + local(name))


def test_iris_of_two_code_points_for_one_graph() -> None:
    annotated = annotate(edit(read_text("腊用\U0002f80f腊,兔腊一。\n", reader="plain")))
    made = ox.Store()
    made.extend(as_quads(lift.mention_quads(annotated)))
    subjects = {q.subject for q in made}
    assert len(subjects) == len(annotated.mentions)
