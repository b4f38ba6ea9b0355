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
    assert kg.query("SELECT (COUNT(?m) AS ?n) { ?m a yl:Mention }").rows == (("26",),)
    assert [row["layer"] for row in kg.ask("occurrences", concept="主人")] == ["注", "疏", "經"]
    assert len(kg.ask("works-cited")) == 3
    assert "who-cites" in kg.questions()
    with pytest.raises(QueryError, match="no parameter"):
        kg.ask("who-cites", book="周禮")
    with pytest.raises(QueryError, match="no graph here"):
        yk.load("/nowhere")


def test_to_rdflib_networkx_pandas(kg: yk.KnowledgeGraph) -> None:
    data = kg.to_rdflib()
    assert len(list(data.subjects(rdflib.RDF.type, rdflib.URIRef("https://w3id.org/yili/ontology#Mention")))) == 26
    network = kg.to_networkx()
    assert isinstance(network, nx.Graph)
    assert network.nodes["爵"]["kind"] == "objects"
    assert kg.to_networkx(statements=True).number_of_edges() > 5_000
    frame = kg.to_pandas("occurrences", concept="主人")
    assert list(frame.columns) == ["chapter", "name", "layer", "count"]
    assert frame["count"].sum() == 3
    assert frame["chapter"].tolist() == ["04"] * 3
    mentions = kg.to_pandas()
    assert len(mentions) == 26
    assert mentions["start"].dtype == "int64"


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
    assert len(yk.read(tmp_path / "a.txt").mentions) == 26
    with pytest.raises(SourceError):
        yk.read(str(tmp_path / "none.txt"))


def test_importing_costs_nothing() -> None:
    code = "import sys, yili_kg; assert yili_kg.__version__; print(sorted({'spacy', 'rdflib', 'networkx', 'pandas'} & set(sys.modules)))"
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
