"""The reader: every segment once with its whole words, passages in order, marks that bear out their words, pages not too large."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest

from tests.conftest import SEEDS
from tests.serve.server import PAGE
from yili_kg.gather import Reading, gather
from yili_kg.models import Annotated
from yili_kg.pipeline import EDITIONS
from yili_kg.records.whole import read_editions, unpacked
from yili_kg.views.pages import site_of
from yili_kg.views.reader import parts as parts_module
from yili_kg.views.reader import reader_files
from yili_kg.views.reader.chapters import gather_chapters
from yili_kg.views.reader.parts import parts_of
from yili_kg.views.reader.versions import versions
from yili_kg.views.site import Site, site_of_folder
from yili_kg.views.told import Told

#: No page is larger, as it is and packed.
LARGEST, PACKED = 1_500_000, 400_000


class Reader(HTMLParser):
    """Collects the ids of passages in order and the words of segments."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.passages: list[str] = []
        self.segments: list[tuple[str, str]] = []
        self.shown: dict[str, bool] = {}
        self._inside = False
        self._folded: list[bool] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        classes = (told.get("class") or "").split()
        if tag == "details":
            self._folded.append("same" in classes)
        if "ps" in classes and told.get("id"):
            self.passages.append(told["id"] or "")
        if "sg" in classes:
            self.segments.append((told.get("id") or "", ""))
            self.shown[told.get("id") or ""] = not any(self._folded)
            self._inside = True

    def handle_endtag(self, tag: str) -> None:
        if tag == "details":
            self._folded.pop()
        self._inside = self._inside and tag != "p"

    def handle_data(self, data: str) -> None:
        if self._inside:
            name, text = self.segments[-1]
            self.segments[-1] = name, text + data


def written(editions: Sequence[Annotated]) -> dict[str, str]:
    """The files of the reader for some editions."""
    told = Told(editions=editions, store=ox.Store(), account={}, site=site_of(editions), graph=Path())
    return dict(reader_files(told))


def pages_of(files: Mapping[str, str]) -> dict[str, Reader]:
    return {name: Reader(text) for name, text in files.items() if name.startswith("read-")}


def given(script: str) -> dict[str, Any]:
    """What a data file of the site gives."""
    found: dict[str, Any] = json.loads(re.fullmatch(r'given\("[^"]+", (.*)\);\n', script, re.S)[1])  # type: ignore[index]
    return found


def _all_once(editions: Sequence[Annotated], pages: Mapping[str, Reader]) -> None:
    want = {s.id: s.text for a in editions for s in a.edition.segments}
    have = [segment for page in pages.values() for segment in page.segments]
    assert Counter(name for name, _ in have) == Counter(dict.fromkeys(want, 1))
    assert dict(have) == want


def _in_order(editions: Sequence[Annotated], pages: Mapping[str, Reader]) -> None:
    passages = [p for page in sorted(pages, key=_order) for p in pages[page].passages]
    assert passages == sorted(set(passages)), "each once, in the order of the received text"
    assert set(passages) == {p for a in editions for s in a.edition.segments for p in s.passages}


def _order(file: str) -> tuple[str, int]:
    chapter, _, part = file.removeprefix("read-").removesuffix(".html").partition("-")
    return chapter, int(part or 1)


def _placed(segment: dict[str, Any]) -> Iterator[tuple[str, int, int]]:
    """Every mark of a coded segment: key, start, length."""
    mentions = segment.get("m", [])
    yield from (("m", *mentions[n : n + 2]) for n in range(0, len(mentions), 7))
    for key in "clgrknpt":
        for row in segment.get(key, ()):
            yield key, row[0], row[1]
            if key == "c":
                yield from (("q", *quote[:2]) for quote in row[9])


def _marks_bear_out(editions: Sequence[Annotated], files: Mapping[str, str]) -> None:
    """The words that a mark points at are those of the statement, for every statement of every kind."""
    want: dict[str, Counter[tuple[str, str]]] = {}
    for annotated in editions:
        segments = {s.id: s for s in annotated.edition.segments}

        def add(key: str, one: Any, of: Any = None, segments: dict[str, Any] = segments) -> None:
            segment = segments[(of or one).segment]
            begin, stop = segment.inside(one.start, one.end)
            want.setdefault(segment.id, Counter())[key, segment.text[begin:stop]] += 1

        kinds = (("m", "mention", annotated.mentions), ("c", "citation", annotated.citations), ("g", "gloss", annotated.glosses),
                 ("l", "ellipsis", annotated.ellipses), ("r", "reading", annotated.readings), ("k", "claim", annotated.claims),
                 ("n", "norm", annotated.norms), ("t", "step", annotated.steps))  # fmt: skip
        for key, kind, sure in kinds:
            for one, _ in annotated.every(kind, sure):
                add(key, one)
                for quote in (*one.quotes, *one.unsure_quotes) if key == "c" else ():
                    add("q", quote, one)
        for repetition in annotated.repetitions:
            add("t", repetition)
        for segment in segments.values():
            for pointer in segment.pointers:
                add("p", pointer, replace(annotated.mentions[0], segment=segment.id))
    texts = {s.id: s.text for a in editions for s in a.edition.segments}
    have: dict[str, Counter[tuple[str, str]]] = {}
    for name in files:
        if name.startswith("marks-"):
            for segment, row in given(files[name])["segments"].items():
                for key, start, length in _placed(row):
                    have.setdefault(segment, Counter())[key, texts[segment][start : start + length]] += 1
    assert have == want


def _not_too_large(files: Mapping[str, str]) -> None:
    for name, text in files.items():
        page = text.encode()
        assert len(page) <= LARGEST, name
        assert len(gzip.compress(page, 6)) <= PACKED, name


def _places_in_source(editions: Sequence[Annotated], files: Mapping[str, str]) -> None:
    """The runs of a segment give back where each of its characters stands."""
    want = {s.id: s.offsets for a in editions for s in a.edition.segments}
    for name in files:
        for segment, row in given(files[name])["segments"].items() if name.startswith("marks-") else ():
            first, *runs = row["o"]
            gaps = dict(zip(runs[::2], runs[1::2], strict=True))
            at, found = first, []
            for n in range(len(want[segment])):
                at += gaps.get(n, 0)
                found.append(at + n)
            assert tuple(found) == tuple(want[segment]), segment


@pytest.fixture(scope="module")
def editions(corpus: Path) -> list[Annotated]:
    return read_editions(corpus / EDITIONS)


@pytest.fixture(scope="module")
def files(editions: list[Annotated]) -> dict[str, str]:
    return written(editions)


def test_every_segment_of_the_corpus_is_read_once_with_its_whole_words(
    editions: list[Annotated], files: dict[str, str]
) -> None:
    pages = pages_of(files)
    assert set(pages) == {f"read-{c}.html" for c in ("00", "04", "05", "06", "07", "10", "15")}
    _all_once(editions, pages)
    _in_order(editions, pages)
    _not_too_large(files)


def test_marks_bear_out_their_words(editions: list[Annotated], files: dict[str, str]) -> None:
    _marks_bear_out(editions, files)
    _places_in_source(editions, files)


def test_the_build_has_what_the_reader_writes(corpus: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        assert (corpus / "site" / name).read_text(encoding="utf-8") == text


def test_who_decided_is_told_of_every_mention(editions: list[Annotated], files: dict[str, str]) -> None:
    told = given(files["marks-04.js"])
    by = [reader for _, reader, _ in told["hows"]]
    marked = [row["m"][n + 3] for row in told["segments"].values() for n in range(0, len(row.get("m", ())), 7)]
    here = [m for a in editions for m, _ in a.every("mention", a.mentions) if m.segment.startswith("04.")]
    assert Counter(bool(by[how]) for how in marked) == Counter(bool(m.read_by) for m in here)
    assert {rule for rule, _, _ in told["hows"]} <= {*given(files["reading.js"])["rules"], "reader-decided", ""}


def test_what_covers_several_passages_stands_at_the_first_and_is_pointed_to(files: dict[str, str]) -> None:
    page = files["read-15.html"]
    first, last = page.index('<section class="ps" id="15.206"'), page.index('<section class="ps" id="15.210"')
    assert first < page.index('id="15.210.shuzhu.shu.1"') < last
    assert '<a href="#15.210.shuzhu.shu.1">' in page[last:]


def test_sections_stand_before_their_first_passage(files: dict[str, str]) -> None:
    page = files["read-04.html"]
    heading = (
        page.index('<h2 lang="lzh">主人盥洗獻賔</h2>')
        if "主人盥洗獻賔</h2>" in page
        else page.index('<section class="ps" id="04.018"')
    )
    assert page.index('id="04.017"') < heading <= page.index('<section class="ps" id="04.018"')


def test_readings_stand_in_the_margin_of_their_passage(files: dict[str, str]) -> None:
    page = files["read-04.html"]
    passage = page[page.index('<section class="ps" id="04.016"') : page.index('<section class="ps" id="04.017"')]
    margin = passage[passage.index('<ul class="margin">') : passage.index("</ul>")]
    assert margin.count("<li ") == 3
    assert 'class="way by-hand"' in margin
    assert 'href="#04.016.zhushu.zhu.1"' in margin


def test_a_large_chapter_is_shared_out_and_every_place_found(
    editions: list[Annotated], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts_module, "MOST", 120_000)
    files = written(editions)
    pages = pages_of(files)
    assert len([name for name in pages if name.startswith("read-15")]) > 2
    _all_once(editions, pages)
    _in_order(editions, pages)
    assert all(len(text.encode()) < 190_000 for name, text in files.items() if name.startswith("read-"))
    site = site_of(editions)
    for file, page in pages.items():
        for passage in page.passages:
            assert site.read_href(passage) == f"{file}#{passage}"
        for segment, _ in page.segments:
            named = site.read_href(segment).partition("#")[0]
            data = json.loads(re.search(r'id="data">(.*?)</script>', files[named])[1])  # type: ignore[index]
            assert named == file or data["astray"][segment] == file, "the page that its name leads to leads on"


def test_addresses_of_places() -> None:
    site = Site(("read-04.html", "read-04-2.html"), parts=(("04", ("04.001", "04.100")),))
    assert site.read_href("04") == "read-04.html#04"
    assert site.read_href("04.099") == "read-04.html#04.099"
    assert site.read_href("04.100.zhushu.jing.1") == "read-04-2.html#04.100.zhushu.jing.1"
    assert site.read_href("04.3c70.zhushu.ti.1").startswith("read-04.html#")
    assert site.read_href("05.001") == ""
    assert replace(site, served=True).read_href("04.100") == "/read-04-2.html#04.100"


def test_a_folder_of_pages_knows_which_chapters_can_be_read() -> None:
    assert site_of_folder(("read-04.html", "read-04-2.html"), served=True).read_href("04.100") == "/read-04.html#04.100"


def test_markup_in_a_text_is_text(evil_build: Path) -> None:
    pages = sorted((evil_build / "site").glob("read-*.html"))
    text = "".join(p.read_text(encoding="utf-8") for p in pages)
    assert "<img" not in text
    assert "&lt;imgsrc=xonerror=alert(1)&gt;" in text
    assert "<img" not in "".join(p.read_text(encoding="utf-8") for p in (evil_build / "site").glob("marks-*.js"))
    found = read_editions(evil_build / EDITIONS)
    _all_once(found, pages_of(written(found)))


def test_markup_without_spaces_is_text_too(tmp_path: Path) -> None:
    hostile = (
        "<svg/onload=alert(1)>",
        "</script><script>alert(1)</script>",
        "&lt;b&gt;",
        "\"'><a/href=javascript:alert(1)>",
    )
    source = tmp_path / "a<b>.txt"
    source.write_text(
        PAGE.replace("謀賓", f"謀{''.join(hostile)}賓").replace("大司徒", f"{hostile[0]}大司徒"), encoding="utf-8"
    )
    found = gathered([source], tmp_path)
    files = written(found)
    _all_once(found, pages_of(files))
    _marks_bear_out(found, files)
    for text in files.values():
        assert not re.search(r"<svg|<a/|alert\(1\)</script", text)


def gathered(paths: Sequence[Path], folder: Path) -> list[Annotated]:
    """What is found in some sources, as a build has it."""
    return [unpacked(shard.edition.read_bytes()) for shard in gather(paths, Reading(folder=folder)).shards]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> list[Annotated]:
    """The 覲禮 in two editions."""
    from tests.conftest import SHARED

    paths = [SHARED / "seeds" / f"{SEEDS[0]}.txt", SHARED / "texts" / "KR1d0028" / "KR1d0028_010.txt"]
    return gathered(paths, tmp_path_factory.mktemp("both"))


@pytest.mark.shared
def test_two_editions_stand_together(both: list[Annotated]) -> None:
    files = written(both)
    pages = pages_of(files)
    _all_once(both, pages)
    _in_order(both, pages)
    _marks_bear_out(both, files)
    page = pages["read-10.html"]
    base = {s.id: s for a in both for s in a.edition.segments if s.layer in ("經", "記")}
    open_at = Counter(base[name].passages[0] for name, shown in page.shown.items() if shown and name in base)
    names = {name.split(".")[2] for name, shown in page.shown.items() if shown and name in base}
    assert names == {"KR1d0028"}, "the seed begins in the middle of the 篇: the other edition has more of it"
    assert set(open_at) == {s.passages[0] for s in base.values() if "KR1d0028" in s.id}
    assert 'class="margin"' in files["read-10.html"]


@pytest.mark.shared
def test_words_that_two_editions_have_are_shown_once(both: list[Annotated]) -> None:
    chapter = gather_chapters(both)["10"]
    notes = [
        versions(place.at["注"]) for place in chapter.places if len({h.edition for h in place.at.get("注", ())}) == 2
    ]
    joined = [found for found in notes if len(found) == 1]
    assert joined, "some notes have the same words in both"
    for found in joined:
        assert {h.edition for h in found[0].same} != {found[0].edition}
    for place in chapter.places:
        for layer in place.at:
            told = [h for v in versions(place.at[layer]) for h in (*v.held, *v.same)]
            assert Counter(h.segment.id for h in told) == Counter(h.segment.id for h in place.at[layer])


@pytest.mark.shared
def test_files_of_a_whole_book(shared: Path, tmp_path: Path) -> None:
    folder = shared / "texts" / "KR1d0028"
    found = gathered([folder / f"KR1d0028_{number:03}.txt" for number in (8, 9, 10, 11)], tmp_path)
    files = written(found)
    pages = pages_of(files)
    _all_once(found, pages)
    _in_order(found, pages)
    _marks_bear_out(found, files)
    _places_in_source(found, files)
    _not_too_large(files)
    assert set(parts_of(found).firsts) >= {"08", "09", "10", "11"}
