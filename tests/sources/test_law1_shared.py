"""Law 1 on every file that is shared: nothing altered, nothing lost, whatever the form."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import SHARED
from tests.sources.law import assert_law1, text_of
from yili_kg.sources import READERS, mandoku, read, tei
from yili_kg.sources.decode import load
from yili_kg.sources.layout import Layout

BOOKS = sorted(p for p in (*SHARED.glob("texts/*"), *SHARED.glob("reference/*")) if p.is_dir())
#: Layers that each book must have and no others, by the form of its notes.
LAYERS = {
    "KR1d0028": {"題", "文", "注", "經注", "音義", "疏", "考證"},
    "KR1d0026": {"題", "經", "注"},
    "KR1d0040": {"題", "文", "經", "注", "疏", "述註"},
    "KR1d0054": {"題", "經", "注", "音義", "互註"},
    "KR1e0001": {"題", "文"},
}


@pytest.mark.shared
@pytest.mark.parametrize("book", BOOKS, ids=lambda p: p.name)
def test_every_file_of_every_book(book: Path) -> None:
    layers: set[str] = set()
    for path in sorted(book.iterdir()):
        raw = load(path).raw
        assert raw == path.read_bytes().decode()
        reader = next(name for name, module in READERS.items() if module.looks_like(raw))
        assert reader == {".xml": "tei", ".txt": "mandoku"}.get(path.suffix, "plain"), path.name
        layout: Layout = READERS[reader].read(raw)
        assert_law1(raw, layout)
        assert not [n for n in layout.noise if n.reason == "unread"], path.name
        if reader == "mandoku":
            layers |= {b.layer for b in layout.blocks}
            assert layout.name == book.name
            assert layout.title
    assert layers == LAYERS.get(book.name, layers)


@pytest.mark.shared
def test_every_seed(shared: Path) -> None:
    for path in sorted((shared / "seeds").iterdir()):
        document = read(path)
        layout = Layout(document.blocks, document.noise, document.marks)
        assert document.raw == path.read_bytes().decode()
        assert_law1(document.raw, layout)


@pytest.mark.shared
@pytest.mark.parametrize("book", ["KR1d0028", "KR1d0026", "KR1d0040", "KR1d0032"])
def test_each_chapter_of_the_yili_is_known_and_noted_by_its_commentators(shared: Path, book: str) -> None:
    chapters: list[str] = []
    for path in sorted((shared / "texts" / book).glob("*_0[01][0-9].txt")):
        layout = mandoku.read(load(path).raw)
        base = {b.chapter for b in layout.blocks if b.layer in ("經", "經注")}
        assert base <= {"", *(f"{n:02}" for n in range(1, 18))}
        chapters.extend(sorted(base - {""}))
        for block in layout.blocks:
            if block.layer in ("注", "疏"):
                assert block.speaker in ("鄭玄", "賈公彥", "孔穎達"), (path.name, block)
    assert list(dict.fromkeys(chapters)) == [f"{n:02}" for n in range(1, 18)]


@pytest.mark.shared
def test_what_is_marked_in_the_siku_is_cut_at_the_marks(shared: Path) -> None:
    layout = mandoku.read(raw := load(shared / "texts" / "KR1d0028" / "KR1d0028_010.txt").raw)
    firsts = {b.run: b for b in reversed(layout.blocks)}.values()
    sub = [text_of(raw, layout, b) for b in firsts if b.layer == "疏"]
    assert len(sub) == 43
    assert all(text.startswith(("釋曰", "注釋曰")) for text in sub)
    assert not any("釋曰" in text_of(raw, layout, b) for b in firsts if b.layer == "經注")
    assert tei.looks_like(raw) is False
