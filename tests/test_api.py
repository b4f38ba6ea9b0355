from __future__ import annotations

import doctest
import importlib
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest
import rdflib

import yili_kg as yk
from tests.queries.test_answers import PAGE
from yili_kg.errors import QueryError, SourceError
from yili_kg.models import Annotated
from yili_kg.pipeline import build

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def kg(tmp_path_factory: pytest.TempPathFactory) -> yk.KnowledgeGraph:
    place = tmp_path_factory.mktemp("api")
    (place / "a.txt").write_text(PAGE, encoding="utf-8")
    build([place / "a.txt"], place / "out")
    return yk.load(str(place / "out" / "yili.trig"))


@pytest.mark.parametrize(
    "name",
    [
        "yili_kg",
        "yili_kg.api",
        "yili_kg.queries.guard",
        "yili_kg.serve.negotiate",
        "yili_kg.serve.resources",
        "yili_kg.export.standoff",
        "yili_kg.graph.iris",
        "yili_kg.tables.palette",
        "yili_kg.views.names",
        "yili_kg.views.site",
    ],
)
def test_doctests(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = doctest.testmod(importlib.import_module(name))
    assert done.attempted > 0
    assert done.failed == 0


def test_load_query_ask(kg: yk.KnowledgeGraph) -> None:
    assert len(kg) > 10_000
    assert kg.query("SELECT (COUNT(?m) AS ?n) { ?m a yl:Mention }").rows == (("27",),)
    assert [row["layer"] for row in kg.ask("occurrences", concept="主人")] == ["注", "疏", "經"]
    assert len(kg.ask("works-cited")) == 3
    assert "who-cites" in kg.questions()
    with pytest.raises(QueryError, match="no parameter"):
        kg.ask("who-cites", book="周禮")
    with pytest.raises(QueryError, match="no graph here"):
        yk.load("/nowhere")


def test_to_rdflib_networkx_pandas(kg: yk.KnowledgeGraph) -> None:
    data = kg.to_rdflib()
    assert len(list(data.subjects(rdflib.RDF.type, rdflib.URIRef("https://w3id.org/yili/ontology#Mention")))) == 27
    network = kg.named_together()
    assert isinstance(network, nx.Graph)
    assert network.nodes["爵"]["kind"] == "objects"
    frame = kg.to_pandas("occurrences", concept="主人")
    assert list(frame.columns) == ["chapter", "name", "layer", "count"]
    assert frame["count"].sum() == 3
    assert frame["chapter"].tolist() == ["04"] * 3
    mentions = kg.to_pandas()
    assert len(mentions) == 27
    assert mentions["start"].dtype == "int64"


def test_networkx_has_the_relations_of_the_graph(kg: yk.KnowledgeGraph) -> None:
    whole = kg.to_networkx()
    assert isinstance(whole, nx.MultiDiGraph)
    assert whole.number_of_edges() > 5_000
    assert whole["c:爵"]["c:爵器"]["skos:broader"]["predicate"] == "skos:broader"
    kinds = kg.to_networkx(relations="broader", among="skos:Concept")
    assert {key for _, _, key in kinds.edges(keys=True)} == {"skos:broader"}
    assert nx.has_path(kinds, "c:爵", "c:爵器")
    assert "crm:E55_Type" in kinds.nodes["c:爵"]["kind"].split()
    named = kg.to_networkx(relations=["its:taIdentRef", "yl:inSegment"])
    assert {key for _, _, key in named.edges(keys=True)} == {"its:taIdentRef", "yl:inSegment"}
    assert kg.to_networkx(among="mention").number_of_nodes() == 27
    with pytest.raises(QueryError, match="skos:border") as error:
        kg.to_networkx(relations="skos:border")
    assert "skos:broader" in error.value.advice
    with pytest.raises(QueryError, match="no class"):
        kg.to_networkx(among="Nothing")


def test_many_words_at_once(kg: yk.KnowledgeGraph) -> None:
    found = kg.concepts(["觯", "爵", "no such", "觯", "zhǔrén", ""])
    assert [(r["word"], r["concept"]) for r in found] == [
        ("觯", "觶"),
        ("爵", "爵"),
        ("no such", ""),
        ("觯", "觶"),
        ("zhǔrén", "主人"),
        ("", ""),
    ]
    assert found.notes == ("no concept is called no such", "no concept is called ")
    assert kg.concepts("觶").to_pandas()["broader"].tolist() == ["爵器"]
    several = [r["concept"] for r in kg.concepts("zhi")]
    assert "觶" in several
    assert len(several) > 2


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("SELECT ?en { c:觯 skos:prefLabel ?en }", "no c:觯; did you mean c:觶?"),
        ("SELECT ?l { c:觶 skos:prefLable ?l }", "did you mean skos:prefLabel?"),
        ('SELECT ?c { ?c skos:prefLabel "周礼"@lzh }', '"周禮"@lzh'),
        ("SELECT ?l { c:觶 skos:altLabel ?l FILTER(LANG(?l) = 'lzh-Latn-pinyin') }", "lzh-latn-pinyin"),
        ('ASK { ?c skos:prefLabel "goblet"@en-GB }', "en-GB".casefold()),
        ("SELECT (COUNT(*) AS ?n) { ?m a yl:Mentoin }", "did you mean yl:Mention?"),
    ],
)
def test_an_empty_answer_tells_a_slip(kg: yk.KnowledgeGraph, query: str, told: str) -> None:
    assert told in " ".join(kg.query(query).notes)


def test_an_empty_answer_that_is_no_slip_tells_nothing(kg: yk.KnowledgeGraph) -> None:
    assert kg.query('SELECT ?c { ?c skos:prefLabel "cup of no kind"@en }').notes == ()
    assert kg.query("SELECT ?c { ?c a skos:Concept FILTER(xsd:integer(1) = 2) }").notes == ()
    assert kg.query("SELECT ?c { c:觶 a ?c }").notes == ()
    assert kg.ask("who-cites", work="周礼").notes == ("work: 周礼 was taken as 周禮",)


def test_pandas_is_named_where_it_is_wanted(kg: yk.KnowledgeGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(QueryError) as error:
        kg.to_pandas("occurrences", concept="主人")
    assert "yili-kg[pandas]" in error.value.advice


def test_records_by_the_name_of_their_kind(kg: yk.KnowledgeGraph, tmp_path: Path) -> None:
    assert len(list(kg.records("citation"))) == len(list(kg.records("cito:Citation"))) > 0
    assert list(kg.records("Citation")) == list(kg.records("citation"))
    assert list(kg.records("Quotation"))
    assert next(kg.records("concept"))["iri"]
    assert list(kg.records("norm")) == []
    with pytest.raises(QueryError, match="no class Foo"):
        kg.records("Foo")
    small = tmp_path / "small.ttl"
    small.write_text("<https://w3id.org/yili/concept/觶> a <http://www.w3.org/2004/02/skos/core#Concept> .", "utf-8")
    with pytest.raises(QueryError, match="no record of the kind mention") as error:
        yk.load(small).records("mention")
    assert "yili.trig" in error.value.advice


def test_records_explain_export(kg: yk.KnowledgeGraph, tmp_path: Path) -> None:
    mention = next(kg.records())
    assert mention["nif:anchorOf"] in PAGE
    assert kg.explain(mention["iri"]).text.count("⟦") == 1
    assert next(kg.records("skos:ConceptScheme"))["rdfs:label@en"]
    kg.export("nquads", tmp_path / "x.nq")
    assert len(yk.load(tmp_path / "x.nq")) == len(kg)
    assert kg.export("csv").startswith("mention,")


def test_annotate_is_a_function_and_a_package() -> None:
    found = yk.annotate("主人坐取爵于篚")
    assert isinstance(found, Annotated)
    assert [m.concept for m in found.mentions] == ["主人", "爵", "篚"]
    from yili_kg.annotation.run import annotate

    assert callable(annotate)
    assert yk.annotate("賓升").mentions
    assert yk.annotate(PAGE).citations
    with pytest.raises(SourceError):
        yk.annotate("賓升", reader="none")


def test_read_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(PAGE, encoding="utf-8")
    assert len(yk.read(tmp_path / "a.txt").mentions) == 27
    with pytest.raises(SourceError):
        yk.read(str(tmp_path / "none.txt"))


def test_importing_costs_nothing() -> None:
    code = "import sys, yili_kg; assert yili_kg.__version__; print(sorted({'spacy', 'rdflib', 'networkx', 'pandas'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_annotating_starts_none_of_the_large_libraries(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("主人坐取爵于篚", encoding="utf-8")
    code = (
        "import sys; from yili_kg.analyse import analyse_file; from pathlib import Path; from yili_kg.cli import app; "
        f"analyse_file(Path({str(tmp_path / 'a.txt')!r})); "
        "print(sorted({'spacy', 'rdflib', 'networkx', 'pandas', 'pyvis', 'httpx', 'IPython'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_tour_runs(tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(ROOT / "docs" / "tour.ipynb", as_version=4)
    client = nbclient.NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(ROOT)}}
    )
    client.execute()
    cells = [c for c in notebook.cells if c.cell_type == "code"]
    assert len(cells) > 8
    assert all(o.output_type != "error" for c in cells for o in c.outputs)
    assert sum(bool(c.outputs) for c in cells) > 6
