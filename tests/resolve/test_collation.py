from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yili_kg.errors import DataError
from yili_kg.layers import edit
from yili_kg.models import Edition
from yili_kg.received.witnesses import COLUMNS, known_variations, load_variations, table_rows
from yili_kg.resolve.collation import collate
from yili_kg.sources import read

ONE = """鄉飲酒禮第四

鄉飲酒之禮。主人就先生而謀賓、介。

主人,謂諸侯之鄉大夫也。

 「鄉飲」至「賓介」。○釋曰:案《玉藻》云「大夫素帶」。

主人戒賓,賓拜辱,主人答拜,乃請賓。賓禮辭,許。

戒,警也,告也。

 「主人」至「辭許」。○釋曰:此戒賓也。
"""


def edition(place: Path, name: str, text: str) -> Edition:
    from dataclasses import replace

    path = place / f"{name}.txt"
    path.write_text(text, encoding="utf-8")
    document = read(path)
    return edit(replace(document, name=name))


def test_collate_variants_of_writing_are_no_variation(tmp_path: Path) -> None:
    other = ONE.replace("賓", "賔").replace("禮", "礼").replace("答", "荅")
    assert collate([edition(tmp_path, "a", ONE), edition(tmp_path, "b", other)]) == ()


def test_collate_what_differs_what_lacks_what_is_lost(tmp_path: Path) -> None:
    other = ONE.replace("謀賓、介", "謀賓、分").replace("主人答拜,", "答拜,").replace("禮辭,許", "禮●,許")
    found = collate([edition(tmp_path, "a", ONE), edition(tmp_path, "b", other)], everywhere=True)
    told = [(v.kind, [(w.edition, w.text) for w in v.witnesses], v.proposal) for v in found]
    assert sorted(told) == [
        ("differs", [("a", "介"), ("b", "分")], ""),
        ("lacks", [("a", "主人"), ("b", "")], ""),
        ("lost", [("a", "辭"), ("b", "●")], "辭"),
    ]
    raw = {"a": ONE, "b": other}
    for variation in found:
        for w in variation.witnesses:
            assert raw[w.edition][w.start : w.end] == w.text


def test_collate_a_lost_graph_has_no_proposal_where_the_others_do_not_fit(tmp_path: Path) -> None:
    other = ONE.replace("賓禮辭,許", "賓●,許")
    (found,) = collate([edition(tmp_path, "a", ONE), edition(tmp_path, "b", other)], everywhere=True)
    assert (found.kind, found.proposal) == ("lost", "")


def test_collate_one_edition_alone(tmp_path: Path) -> None:
    assert collate([edition(tmp_path, "a", ONE)]) == ()


@given(st.lists(st.integers(8, 30), max_size=4), st.sampled_from("●■〇乙"))
def test_collate_spans_are_those_of_the_sources(places: list[int], graph: str) -> None:
    import tempfile

    other = list(ONE)
    for place in places:
        if place < len(other) and other[place] != "\n":
            other[place] = graph
    with tempfile.TemporaryDirectory() as folder:
        raw = {"a": ONE, "b": "".join(other)}
        found = collate([edition(Path(folder), name, text) for name, text in raw.items()])
    for variation in found:
        for w in variation.witnesses:
            assert "".join(raw[w.edition][w.start : w.end].split()) == w.text


def test_known_variations_table_and_back(tmp_path: Path) -> None:
    rows = table_rows(known_variations())
    path = tmp_path / "t.tsv"
    path.write_text("\n".join("\t".join(r) for r in (COLUMNS, *rows)) + "\n", encoding="utf-8")
    assert load_variations(path) == known_variations()
    assert any(v.kind == "lost" and v.proposal == "弦" and v.passage == "06.090" for v in known_variations())


def test_known_variations_broken_row_names_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "t.tsv"
    path.write_text("\t".join(COLUMNS) + "\n04.001\t經\tdiffers\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"t\.tsv:2"):
        load_variations(path)


@pytest.mark.shared
def test_known_variations_are_what_the_editions_have(shared: Path) -> None:
    """The rows of one chapter, made anew from the editions."""
    paths = [
        *(shared / "seeds").glob("002*.txt"),
        *(shared / "texts" / "KR1d0026").glob("*_004.txt"),
        *(shared / "texts" / "KR1d0028").glob("*_004.txt"),
        *(shared / "texts" / "KR1d0040").glob("*_004.txt"),
    ]
    found = [v for v in collate([edit(read(p)) for p in paths]) if any(w.edition == "zhushu" for w in v.witnesses)]
    kept = [row for row in table_rows(known_variations()) if row[0].startswith("04.")]
    assert sorted(table_rows(found)) == sorted(kept)
