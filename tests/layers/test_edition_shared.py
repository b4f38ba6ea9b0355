"""Layers and passages on the seeds, against an edition that sets 經 and 注 apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import seed
from tests.layers.truth import confusion, share_right, sibu_congkan
from yili_kg.layers import edit
from yili_kg.models import Edition
from yili_kg.sources import read
from yili_kg.tables.layers import layers as known_layers
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

pytestmark = pytest.mark.shared
#: What the layout of a source itself marks as 疏 or later commentary: it quotes the base text and proves nothing.
SHU = {0: r"\[疏\][^\n]*", 1: "(?!)", 2: "(?!)", 3: "(?!)", 4: r"(?:○疏曰|　　杨氏曰|○杨氏曰)[^\n]*"}


@pytest.fixture(scope="module")
def editions() -> dict[int, Edition]:
    return {n: edit(read(seed(n))) for n in range(5)}


def test_edition_seed_002_layers(editions: dict[int, Edition], shared: Path) -> None:
    raw = seed(2).read_bytes().decode("utf-8")
    layer_at = ["noise"] * len(raw)
    for segment in editions[2].segments:
        for start, end in segment.pieces:
            layer_at[start:end] = [segment.layer.replace("記", "經")] * (end - start)
    right = total = 0
    for start, end, layer in json.loads((shared / "gold/layers/002.json").read_text(encoding="utf-8")):
        for i in range(start, end):
            if layer != "題" and "\u3400" <= raw[i] <= "\u9fff":
                total += 1
                right += layer_at[i] == layer
    assert right / total >= 0.995, f"{right / total:.4f} of {total}"


@pytest.mark.parametrize(
    ("number", "chapter"),
    [(0, "10"), (1, "15"), (3, "05"), (3, "07"), (4, "06")],
    ids=["000", "001", "003a", "003b", "004"],
)
def test_edition_other_seeds_layers(editions: dict[int, Edition], shared: Path, number: int, chapter: str) -> None:
    found = confusion(shared, editions[number], chapter, SHU[number])
    assert sum(found.values()) > 300
    assert share_right(found) >= 0.995, dict(found)


@pytest.mark.parametrize("chapter", ["05", "07"])
def test_edition_seed_003_has_the_base_text_in_order(editions: dict[int, Edition], shared: Path, chapter: str) -> None:
    theirs, layers = sibu_congkan(shared, chapter)
    base = "".join(g for g, layer in zip(theirs, layers, strict=True) if layer == "經")
    mine = [s for s in editions[3].segments if s.chapter == chapter and s.layer in known_layers().base]
    ours = fold("".join(stream(s.text)[0] for s in mine))
    grams = {base[i : i + 4] for i in range(len(base) - 3)}
    have = {ours[i : i + 4] for i in range(len(ours) - 3)}
    assert len(grams & have) / len(grams) >= 0.93
    passages = [p for s in mine for p in s.passages]
    assert passages == sorted(passages)


def test_edition_seed_003_has_nothing_modern(editions: dict[int, Edition]) -> None:
    text = "".join(s.text for s in editions[3].segments)
    assert {s.chapter for s in editions[3].segments} == {"05", "07"}
    for word in ("的", "了", "这", "【", "http", "注释", "译文", "(1", "射礼是"):
        assert word not in text, word


def test_edition_same_words_same_number(editions: dict[int, Edition], shared: Path) -> None:
    received = edit(read(shared / "texts/KR1d0026/KR1d0026_004.txt"))
    siku = edit(read(shared / "texts/KR1d0028/KR1d0028_004.txt"))

    def numbered(edition: Edition) -> dict[str, str]:
        return {
            s.passages[0]: fold(stream(s.text)[0])
            for s in edition.segments
            if s.layer in known_layers().base and s.extent == "whole" and len(s.passages) == 1
        }

    mine, theirs, third = numbered(editions[2]), numbered(received), numbered(siku)
    assert len(mine.keys() & theirs.keys()) > 160
    for other in (theirs, third):
        unlike = [
            p for p in mine.keys() & other.keys() if mine[p][:2] != other[p][:2] and mine[p][-2:] != other[p][-2:]
        ]
        assert len(unlike) <= 2, unlike


def test_edition_pointers_resolve(editions: dict[int, Edition]) -> None:
    pointers = [p for n in (0, 2) for s in editions[n].segments for p in s.pointers]
    unresolved = [p for p in pointers if not p.target]
    assert len(pointers) > 300
    assert len(unresolved) <= 0.02 * len(pointers), [p.text for p in unresolved]
    assert all(p.reason for p in unresolved)
    raw = seed(0).read_bytes().decode("utf-8")
    first = editions[0].segments[2].pointers[0]
    assert raw[first.target_start : first.target_end] == "四享,皆束帛加璧,庭实唯国所有"


def test_edition_every_note_knows_what_it_comments_on(editions: dict[int, Edition]) -> None:
    for number in (0, 2):
        ids = {s.id for s in editions[number].segments}
        for segment in editions[number].segments:
            if segment.layer in ("注", "疏"):
                assert segment.comments_on in ids
                assert segment.speaker


def test_edition_record_begins_where_it_does(editions: dict[int, Edition]) -> None:
    first = {n: next(s for s in editions[n].segments if s.layer == "記") for n in (0, 1, 2, 3)}
    assert all("記" in fold(s.text[:2]) for s in first.values())
