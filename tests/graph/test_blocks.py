"""Blocks of statements are written as Oxigraph writes the statements, whatever stands in them."""

from __future__ import annotations

import pyoxigraph as ox
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from yili_kg.graph.blocks import Block, Blocks, as_quads, in_order, lines_in, triples_in
from yili_kg.graph.bodies import bodies_of, body_of, joined_bodies, tokens_of
from yili_kg.graph.iris import local
from yili_kg.graph.vocabulary import PREFIXES, Statement, node
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.graph.write import in_order as quads_in_order

HOSTILE = "\"\\\n\r\t\b\f\0\x1f\x7f\x85\u2028\ufeff\ufffe 爵觶·%a'<>{}^`@_:.-;,\U0002f80f\U00020000\U0010ffff"
NAMES = st.text(st.sampled_from("爵觶㐀\uf900\U00020000·é%~!$&'()*+,;=:@._-/#?a0"), max_size=6)
NUMBERS = ("1", "-1", "+1", "007", "", "1.", ".5", "1.50", "1e3", "true", "false", "x", "٣")


def iri(space: str, name: str) -> ox.NamedNode:
    """The IRI of a name in a namespace; of its legal spelling where the name is none."""
    try:
        return ox.NamedNode(space + name)
    except ValueError:
        return ox.NamedNode(space + local(name))


IRIS = st.builds(iri, st.sampled_from((*PREFIXES.values(), "urn:x:", "https://w3id.org/yili/")), NAMES)
LITERALS = st.one_of(
    st.builds(ox.Literal, st.text(st.sampled_from(HOSTILE) | st.characters(exclude_categories=["Cs"]), max_size=8)),
    st.builds(lambda text: ox.Literal(text, language="lzh-Latn-pinyin"), st.text(st.sampled_from(HOSTILE), max_size=4)),
    st.builds(
        lambda number, name: ox.Literal(number, datatype=node("xsd", name)),
        st.sampled_from(NUMBERS),
        st.sampled_from(("integer", "decimal", "double", "boolean", "string", "token")),
    ),
    st.integers(-(10**6), 10**6).map(ox.Literal),
)
SUBJECTS = st.one_of(st.sampled_from((node("r", "a"), node("r", "a.b"), ox.BlankNode("b"), ox.BlankNode("b1"))), IRIS)
PREDICATES = st.one_of(st.sampled_from((T.a, T.rule, T.begin, node("yl", "r"))), IRIS)
GRAPHS = st.sampled_from((node("g", "text/x"), node("g", "claims"), ox.NamedNode("urn:100%25")))
STATEMENTS = st.lists(st.tuples(SUBJECTS, PREDICATES, st.one_of(SUBJECTS, LITERALS), GRAPHS), max_size=12)


@given(STATEMENTS)
@example([(node("r", "a"), T.rule, T.a, node("g", "x")), (node("r", "a"), T.a, T.a, node("g", "x"))])
def test_blocks_are_written_as_oxigraph_writes_their_statements(said: list[Statement]) -> None:
    blocks = Blocks.of(said)
    assert blocks.graphs == Blocks.of(as_quads(said)).graphs
    quads = quads_in_order(as_quads(said))
    assert b"".join(blocks.every()) == (ox.serialize(quads, format=ox.RdfFormat.N_QUADS) or b"")
    for name, some in blocks.graphs.items():
        here = [quad for quad in quads if quad.graph_name == ox.NamedNode(name)]
        tokens = tokens_of({term for b in some for term in (b.subject, *b.predicates, *b.values)})
        assert b"".join(joined_bodies(bodies_of(some, tokens))) == b"".join(bodies_of(some, tokens)) == body_of(here)
        lines = {f"{quad.triple} .\n".encode() for quad in here}
        assert b"".join(triples_in(in_order(some))) == b"".join(sorted(lines))
        assert [text.split(b" ")[0] for text in lines_in(some, name)] == [block.subject for block in some]


@given(st.lists(st.one_of(IRIS, LITERALS), unique=True, max_size=8))
def test_terms_are_spelled_as_oxigraph_spells_them(terms: list[ox.NamedNode | ox.Literal]) -> None:
    spelled = [str(term).encode() for term in terms]
    tokens = tokens_of(spelled)
    x = ox.NamedNode("x:x")
    for term, found in zip(terms, spelled, strict=True):
        data = ox.serialize([ox.Triple(x, x, term)], format=ox.RdfFormat.TURTLE, prefixes=PREFIXES) or b""
        assert data.endswith(b"<x:x> <x:x> %b .\n" % tokens.get(found, found))


def test_what_is_said_again_stands_once_where_it_was_said_first() -> None:
    a, b, graph = node("r", "a"), node("r", "b"), node("g", "x")
    said = [(s, T.rule, v, graph) for s, v in ((a, b), (b, b), (a, b), (b, b), (b, a), (a, a), (a, a))]
    (blocks,) = Blocks.of(said).graphs.values()
    rule = str(T.rule).encode()
    one, two = (str(s).encode() for s in (a, b))
    assert blocks == [Block(one, (rule,), (two,)), Block(two, (rule, rule), (two, one)), Block(one, (rule,), (one,))]


def test_half_a_character_is_in_no_statement() -> None:
    with pytest.raises(ValueError, match="str"):
        ox.Literal("\ud800")
