"""TriG put together from pieces is what Oxigraph writes of all statements at once, and is read as it was written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pyoxigraph as ox
import pytest

from yili_kg.errors import QueryError
from yili_kg.graph.blocks import Blocks
from yili_kg.graph.bodies import body_of, head, joined_bodies
from yili_kg.graph.runs import Runs, write_run
from yili_kg.graph.vocabulary import node
from yili_kg.graph.write import write_trig
from yili_kg.graph.written import named, parsed, rows, stretches, token, valued

GRAPH, OTHER = node("g", "text/x"), node("g", "unsure/x")
SAID = (
    ox.Literal('he said "a , b" ;\n .', language="lzh"),
    ox.Literal(3),
    node("c", "觶"),
    ox.BlankNode("b"),
    ox.Literal("a\\b, c", datatype=node("xsd", "token")),
)


def statements(graph: ox.NamedNode = GRAPH) -> list[ox.Quad]:
    """Every property and value of two things, one of which has no name."""
    of = (node("r", "one"), ox.BlankNode("b"))
    return [ox.Quad(s, node("yl", p), o, graph) for s in of for p in ("p", "q") for o in SAID]


@pytest.mark.parametrize("cut", range(len(statements()) + 1))
def test_two_bodies_are_one_wherever_they_are_cut(cut: int) -> None:
    quads = statements()
    told = b"".join(joined_bodies([body_of(quads[:cut]), b"", body_of(quads[cut:])]))
    assert told == body_of(quads)


def test_many_bodies_are_one() -> None:
    quads = statements()
    assert b"".join(joined_bodies(body_of([quad]) for quad in quads)) == body_of(quads)


def test_runs_are_written_as_all_statements_would_be(tmp_path: Path) -> None:
    quads = [*statements(), *statements(OTHER)]
    runs = [write_run(tmp_path / str(n), Blocks.of(quads[n::2] + quads[::7]), of_a_source=n == 0) for n in (0, 1)]
    Runs(runs).write_trig(tmp_path / "made.trig")
    lines = [b"".join(Blocks.of(quads[n::2] + quads[::7]).every()) for n in (0, 1)]
    every = dict.fromkeys(q for some in lines for q in ox.parse(some, format=ox.RdfFormat.N_QUADS))
    write_trig(tmp_path / "once.trig", sorted(every, key=lambda quad: str(quad.graph_name)))
    assert (tmp_path / "made.trig").read_bytes() == (tmp_path / "once.trig").read_bytes()


def test_what_is_written_is_read_as_it_is_parsed(tmp_path: Path) -> None:
    trig = tmp_path / "x.trig"
    quads = [*statements(), *statements(OTHER)]
    write_trig(trig, quads)
    assert parsed(rows(trig)) == quads == list(ox.parse(path=str(trig), format=ox.RdfFormat.TRIG))
    assert {named(stretch.graph): stretch.number() for stretch in stretches(trig)} == {
        GRAPH.value: len(statements()),
        OTHER.value: len(statements()),
    }
    assert {token(quad.object) for quad in quads if isinstance(quad.object, ox.NamedNode)} <= {r[3] for r in rows(trig)}


@pytest.mark.parametrize("at_once", [1, 40, 100, 250])
def test_what_is_written_is_the_same_however_much_is_read_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    trig = written(tmp_path)
    every = list(rows(trig))
    monkeypatch.setattr("yili_kg.graph.written._AT_ONCE", at_once)
    assert list(rows(trig)) == every
    assert sum(stretch.number() for stretch in stretches(trig)) == len(every)
    again = [
        quad
        for stretch in stretches(trig)
        for quad in ox.parse(b"%s%s {\n%s}\n" % (head(), stretch.graph, stretch.body()), format=ox.RdfFormat.TRIG)
    ]
    assert again == parsed(every)


def test_properties_and_values_are_counted_as_they_are_told(tmp_path: Path) -> None:
    every = list(rows(written(tmp_path)))
    (first, *_) = [stretch.tally(valued([b"yl:p"])) for stretch in stretches(written(tmp_path))]
    here = [row for row in every if row[0] == every[0][0]]
    assert first.properties == Counter(predicate for _, _, predicate, _ in here)
    assert first.values == {b"yl:p": Counter(value for _, _, predicate, value in here if predicate == b"yl:p")}


def test_some_lines_are_read_with_their_subjects(tmp_path: Path) -> None:
    trig = written(tmp_path)
    some = re.compile(rb"\n\t(?:\t|[^\t ]+ )yl:q [^\n]*")
    found = [row for stretch in stretches(trig) for row in stretch.rows(some)]
    assert found == [row for row in rows(trig) if row[2] == b"yl:q"]


def written(folder: Path, change: Callable[[str], str] = str) -> Path:
    """A graph as it is written, or changed."""
    trig = folder / "x.trig"
    write_trig(trig, [*statements(), *statements(OTHER)])
    trig.write_text(change(trig.read_text(encoding="utf-8")), encoding="utf-8", newline="")
    return trig


LAYOUTS: dict[str, Callable[[str], str]] = {
    "other prefixes": lambda text: text.replace("yl:", "yili:"),
    "prefixes in another manner": lambda text: text.replace("@prefix ", "PREFIX ").replace(" .\n", "\n", 1),
    "a prefix more": lambda text: "@prefix x: <x:> .\n" + text,
    "no prefixes": lambda text: text[text.index("{") :],
    "a comment": lambda text: "# by hand\n" + text,
    "a comment between": lambda text: text.replace("}\n", "}\n# and\n", 1),
    "an empty line": lambda text: text.replace("}\n", "}\n\n", 1),
    "spaces for TAB": lambda text: text.replace("\t", "  "),
    "a statement over several lines": lambda text: text.replace(" , ", " ,\n\t\t\t"),
    "several statements in a line": lambda text: text.replace(" ;\n\t\t", " ; "),
    "a subject alone in its line": lambda text: text.replace("\tr:one ", "\tr:one\n\t\t"),
    "a brace in the same line": lambda text: text.replace(" {\n\t", " { ", 1),
    "the word GRAPH": lambda text: text.replace(" {\n", "\n{\n"),
    "a thing without a name in brackets": lambda text: text.replace("c:觶", "[ yl:p 3 ]"),
    "statements outside": lambda text: text + "r:one yl:p 3 .\n",
    "lines of another system": lambda text: text.replace("\n", "\r\n"),
    "half of it": lambda text: text[: text.rindex("}")],
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_another_layout_is_refused(tmp_path: Path, name: str) -> None:
    """What says the same to a parser, or breaks off, is not read as something else."""
    trig = written(tmp_path, LAYOUTS[name])
    with pytest.raises(QueryError, match="not laid out as a build lays it out") as told:
        list(rows(trig))
    assert str(trig) in told.value.where


def test_the_order_of_the_prefixes_does_not_matter(tmp_path: Path) -> None:
    def turned(text: str) -> str:
        lines = text.splitlines(keepends=True)
        many = sum(line.startswith("@prefix") for line in lines)
        return "".join((*lines[many - 1 :: -1], *lines[many:]))

    assert list(rows(written(tmp_path, turned))) == list(rows(written(tmp_path)))


def test_an_empty_file_has_no_statements(tmp_path: Path) -> None:
    assert list(rows(written(tmp_path, lambda _: ""))) == []
