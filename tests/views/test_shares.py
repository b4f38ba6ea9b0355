"""A build is shared out: the pages are the same whatever the shares, and what is held does not grow with the texts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pyoxigraph as ox
import pytest

from yili_kg.graph.store import open_store, select
from yili_kg.graph.vocabulary import StepTerms as S
from yili_kg.graph.vocabulary import Terms as T
from yili_kg.models import Annotated
from yili_kg.pipeline import EDITIONS
from yili_kg.records.kept import Editions, only, said_in, told_in, words_of
from yili_kg.records.whole import read_editions
from yili_kg.tables.kinds import kinds
from yili_kg.views import shares as sharing
from yili_kg.views.concepts.gathered import DOUBTFUL, PLACES, Use, gather
from yili_kg.views.concepts.write import concept_files, shown
from yili_kg.views.pages import site_of
from yili_kg.views.reader import parts, reader_files, share_files
from yili_kg.views.search.index import search_files
from yili_kg.views.shares import APART, Share, homes, shares
from yili_kg.views.sifted import Sifted, sifted
from yili_kg.views.told import Told


@pytest.fixture(scope="module")
def editions(corpus: Path) -> Editions:
    return Editions(corpus / EDITIONS)


@pytest.fixture(scope="module")
def graph(corpus: Path) -> Sifted:
    return sifted(corpus / "yili.trig")


def _files(editions: Editions, graph: Sifted, corpus: Path) -> dict[str, str]:
    site = site_of(editions)
    told = Told(editions=editions, store=graph.store, account={}, site=site, graph=corpus)
    uses = shown(editions)
    return {
        **dict(reader_files(told)),
        **dict(concept_files(uses, graph.store, site=site)),
        **dict(search_files(editions, uses)),
    }


def test_each_chapter_is_in_one_share_with_all_that_has_it(editions: Editions, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(shares(editions)) == 1, "a small build is one"
    monkeypatch.setattr(sharing, "MOST", 1)
    found = shares(editions)
    chapters = [chapter for share in found for chapter in share.chapters]
    assert len(found) > 3
    assert len(chapters) == len(set(chapters))
    for number, annotated in enumerate(editions):
        for chapter in {home for segment in annotated.edition.segments for home in homes(segment)}:
            (share,) = [share for share in found if chapter in share.chapters]
            assert number in share.editions


def test_pages_are_the_same_whatever_the_shares(
    editions: Editions, graph: Sifted, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = _files(editions, graph, corpus)
    monkeypatch.setattr(sharing, "MOST", 1)
    parted = _files(editions, graph, corpus)
    assert list(whole) == list(parted) or sorted(whole) == sorted(parted)
    assert [name for name, text in whole.items() if parted[name] != text] == []


def test_what_is_of_no_chapter_is_written_some_pages_at_a_time(
    editions: Editions, graph: Sifted, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "MOST", 1_500)
    told = Told(editions=editions, store=graph.store, account={}, site=site_of(editions), graph=corpus)
    apart = Share(chapters=(APART,), editions=tuple(range(len(editions))))
    whole = dict(share_files(told, apart))
    monkeypatch.setattr(sharing, "MOST", 1)
    assert sum(name.startswith("read-") for name in whole) > 1, "several pages"
    assert dict(share_files(told, apart)) == whole


def _held(uses: dict[str, Use]) -> Counter[str]:
    """How many things are held of all concepts."""
    found: Counter[str] = Counter()
    for use in uses.values():
        assert len(use.places) <= PLACES
        assert len(use.doubtful) <= DOUBTFUL
        found["sayings"] += len(use.sayings)
        found["places of sayings"] += sum(len(s.places) for s in use.sayings)
        found["citations"] += len(use.cited)
        found["acts"] += sum(len(act.passages) for act in use.acts.values())
        assert all(not place.segment.text and not place.segment.offsets for place in use.places), "no text is held"
    return found


def test_what_is_held_of_concepts_does_not_grow_with_the_texts(editions: Editions) -> None:
    once: list[Annotated] = list(editions)
    one, four = gather(once), gather(once * 4)
    assert sum(u.total for u in four.values()) == 4 * sum(u.total for u in one.values())
    assert sum(u.citing for u in four.values()) == 4 * sum(u.citing for u in one.values())
    before, after = _held(one), _held(four)
    assert after["sayings"] == before["sayings"]
    assert after["acts"] == before["acts"]
    assert after["places of sayings"] <= 4 * before["sayings"]
    assert after["citations"] <= 4 * before["citations"]


def test_editions_hold_a_bounded_part_of_themselves(corpus: Path) -> None:
    small = Editions(corpus / EDITIONS, budget=1_000_000)
    for _ in range(3):
        for annotated in small:
            assert annotated.mentions is not None
            assert annotated.steps is not None
            assert small._size <= 1_000_000 or len(small._held) == 1
    small.forget()
    assert not small._held


def test_what_stands_in_some_segments_is_read_alone(editions: Editions) -> None:
    plain = list(read_editions(editions.path))
    for annotated, other in zip(editions, plain, strict=True):
        names = [s.id for s in annotated.edition.segments]
        for wanted in (set(names[:3]), set(names[::2]), set(names), {"nowhere"}, set[str]()):
            for kind in kinds():
                assert said_in(annotated, kind.field, wanted) == said_in(other, kind.field, wanted)


def test_what_is_told_of_statements_without_making_them_is_what_they_say(editions: Editions) -> None:
    plain = list(read_editions(editions.path))
    for annotated, other in zip(editions, plain, strict=True):
        for kind in kinds():
            every = getattr(other, kind.field)
            assert words_of(annotated, kind.field, "segment") == [one.segment for one in every]
            assert words_of(other, kind.field, "segment") == [one.segment for one in every]
        for steps in (annotated, other):
            assert words_of(steps, "steps", "chapter") == [step.chapter for step in other.steps]
            told = [(tuple(passages), text) for passages, text in told_in(steps, "segments", "passages", "text")]
            assert told == [(s.passages, s.text) for s in other.edition.segments]


def test_a_document_is_the_same_whether_its_names_are_asked_for_or_its_text(editions: Editions) -> None:
    plain = list(read_editions(editions.path))
    names = ("name", "title", "label", "sha256", "reader", "author", "raw", "blocks", "noise", "marks")
    for annotated, other in zip(editions, plain, strict=True):
        document, whole = annotated.edition.document, other.edition.document
        assert [getattr(document, name) for name in names] == [getattr(whole, name) for name in names]
        assert document == whole


def test_some_fields_of_editions_are_taken_alone(editions: Editions) -> None:
    for annotated, other in zip(only(editions, ("glosses", "unsure")), editions, strict=True):
        assert annotated.glosses == other.glosses
        assert annotated.unsure == other.unsure
        assert annotated.edition.segments == other.edition.segments
        assert not annotated.mentions
        assert not annotated.steps


def test_of_what_is_of_no_chapter_little_is_held(editions: Editions, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "MOST", 1)
    (apart,) = [share for share in shares(editions) if share.chapters == (sharing.APART,)]
    for annotated, whole in zip(apart.of(editions), (editions[n] for n in apart.editions), strict=True):
        there = {s.id for s in annotated.edition.segments}
        assert not annotated.edition.document.raw
        assert {s.id for s in whole.edition.segments if sharing.APART in homes(s)} <= there
        assert [m for m in whole.mentions if m.segment in there] == list(annotated.mentions)
    assert sum(len(a.edition.segments) for a in apart.of(editions)) < sum(len(a.edition.segments) for a in editions) / 2


def test_what_is_sifted_counts_what_the_whole_graph_has(corpus: Path, graph: Sifted) -> None:
    store = open_store(corpus)
    for prop in (S.act, T.speaker, T.passage, T.cited):
        rows = select(store, f"SELECT ?o (COUNT(*) AS ?n) {{ ?s {prop} ?o }} GROUP BY ?o")
        assert {r["o"]: int(r["n"]) for r in rows} == {o.value: n for o, n in graph.counted.values[prop].items()}  # type: ignore[attr-defined]
    assert len(graph.store) < len(store) / 2


def test_all_that_is_said_of_a_concept_is_sifted_out(corpus: Path, graph: Sifted) -> None:
    store = open_store(corpus)
    for name in ("觶", "禮記.曲禮", "主人"):
        concept = ox.NamedNode(f"https://w3id.org/yili/concept/{name}")
        said = {str(q) for q in store.quads_for_pattern(concept, None, None, None)}
        assert said == {str(q) for q in graph.store.quads_for_pattern(concept, None, None, None)} != set()
