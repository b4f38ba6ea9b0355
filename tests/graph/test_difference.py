from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox

from tests.commands import run
from yili_kg.graph.difference import difference
from yili_kg.graph.vocabulary import node

A = """PREFIX yl: <https://w3id.org/yili/ontology#> PREFIX c: <https://w3id.org/yili/concept/> PREFIX g: <https://w3id.org/yili/graph/>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
g:concepts { c:爵 a skos:Concept ; skos:prefLabel "爵"@lzh . c:觶 a skos:Concept ; skos:prefLabel "觶"@lzh . }
g:shapes { c:s yl:x [ yl:y 1 ; yl:z [ yl:y 2 ] ] . }
g:ontology { <http://x/o> a <http://www.w3.org/2002/07/owl#Ontology> ; <http://www.w3.org/2002/07/owl#versionInfo> "1" . }
"""
B = (
    A.replace('"觶"@lzh', '"觶觶"@lzh').replace("g:shapes {", "g:shapes { c:s2 yl:x [ yl:y 1 ] .").replace('"1"', '"2"')
    + 'g:concepts { c:角 a skos:Concept ; skos:prefLabel "角"@lzh . }'
)


def loaded(text: str) -> ox.Store:
    store = ox.Store()
    store.load(text.encode(), format=ox.RdfFormat.TRIG)
    return store


def test_difference_counts_statements_by_graph_and_kind() -> None:
    found = difference(loaded(A), loaded(B))
    assert found.graphs == {"concepts": (1, 3), "ontology": (1, 1), "shapes": (0, 2)}
    assert found.kinds["skos:Concept"] == (1, 3)
    assert 'c:觶 skos:prefLabel "觶"@lzh' in found.gone
    assert 'c:觶 skos:prefLabel "觶觶"@lzh' in found.new
    assert (found.after - found.before) == len(found.new) - len(found.gone)


def test_difference_of_the_same_with_other_blank_nodes_is_none() -> None:
    first, second = loaded(A), ox.Store()
    for quad in first:
        terms = [
            ox.BlankNode(f"other{t.value}") if isinstance(t, ox.BlankNode) else t for t in (quad.subject, quad.object)
        ]
        subject, object_ = terms
        assert isinstance(subject, ox.NamedNode | ox.BlankNode)
        second.add(ox.Quad(subject, quad.predicate, object_, quad.graph_name))
    assert not difference(first, second)
    second.add(ox.Quad(node("c", "s"), node("yl", "x"), ox.BlankNode("new"), node("g", "shapes")))
    assert difference(first, second)


def test_diff_by_the_command(tmp_path: Path) -> None:
    (tmp_path / "a.trig").write_text(A, encoding="utf-8")
    (tmp_path / "b.trig").write_text(B, encoding="utf-8")
    same = run("diff", tmp_path / "a.trig", tmp_path / "a.trig")
    assert (same.returncode, "no difference" in same.stdout) == (0, True)
    done = run("diff", tmp_path / "a.trig", tmp_path / "b.trig", "--show", "9")
    assert done.returncode == 1
    assert "graph concepts: -1 +3" in done.stdout
    assert "+ c:角 a " not in done.stdout
    assert "+ c:角 rdf:type skos:Concept" in done.stdout
    note = run("diff", tmp_path / "a.trig", tmp_path / "b.trig", "--note").stdout
    assert "# What changed: 1 → 2" in note
    assert "Concepts that are new (1): 角" in note
    assert "| statements | 10 | 14 | +4 |" in note
    assert run("diff", tmp_path / "a.trig", tmp_path / "none").returncode == 2
