"""Colours are told in tables: one palette, and those of layers and types with their rows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import yili_kg
from yili_kg.errors import DataError
from yili_kg.plan.draw import STYLE
from yili_kg.tables.layers import layers
from yili_kg.tables.palette import Colour, filled, palette
from yili_kg.tables.table import read_table
from yili_kg.tables.types import mention_types
from yili_kg.views.citation_page import verdicts
from yili_kg.views.names import names_in
from yili_kg.views.page import render
from yili_kg.views.site import Site

SOURCE = Path(yili_kg.__file__).parent
TEMPLATES = sorted((SOURCE / "views" / "templates").glob("*.html"))
#: Properties that a page sets for itself; they are no colours.
OWN = {"speed", "depth", "size", "c", "n"}


@pytest.mark.parametrize("path", [*TEMPLATES, *sorted(SOURCE.rglob("*.py"))], ids=lambda p: p.name)
def test_no_page_and_no_module_names_a_colour_of_its_own(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.findall(r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b(?![\w-])", text) == []
    assert re.findall(r"\b(?:rgba?|hsla?|oklch)\(", text) == []


def test_every_colour_that_a_page_asks_for_is_in_a_table() -> None:
    known = set(palette()) | OWN
    known |= {f"layer-{row.slug}" for row in layers().rows} | {f"type-{row.type}" for row in mention_types().values()}
    for text in (STYLE, *(p.read_text(encoding="utf-8") for p in TEMPLATES)):
        asked = set(re.findall(r"var\(--([\w-]*\w)\)", text))
        assert asked <= known, asked - known
        assert set(re.findall(r'colour\("([\w-]*\w)"\)', text)) <= known


def test_every_colour_of_the_palette_is_used() -> None:
    told = "".join(p.read_text(encoding="utf-8") for p in (*TEMPLATES, *sorted((SOURCE / "plan").glob("*.py"))))
    used = set(re.findall(r"var\(--([\w-]*\w)\)", told)) | {f"verdict-{verdict}" for verdict in verdicts()}
    assert set(palette()) == {name for name in used - OWN if not name.startswith(("type-", "layer-"))}


def test_the_stylesheet_tells_all_colours_of_all_tables() -> None:
    page = render("missing.html", path="x", site=Site(served=True))
    for name, row in palette().items():
        assert f"--{name}: {row.colour};" in page
    for layer in layers().rows:
        assert f"--layer-{layer.slug}: {layer.colour};" in page
    for kind in mention_types().values():
        assert f"--type-{kind.type}: {kind.colour};" in page


def test_words_can_be_read_on_their_ground() -> None:
    pairs = [
        *((word, ground) for word in ("ink", "pale", "accent", "link") for ground in ("paper", "soft", "field")),
        *(("ink", ground) for ground in ("mark", "added", "lacking", "changed")),
        ("on-accent", "accent"),
        *(("on-verdict", f"verdict-{verdict}") for verdict in verdicts()),
    ]
    for word, ground in pairs:
        for dark in (False, True):
            ratio = contrast(shade(word, dark=dark), shade(ground, dark=dark))
            assert ratio >= (4.5 if word != "on-verdict" else 3.9), (word, ground, dark, round(ratio, 2))


def shade(name: str, *, dark: bool) -> str:
    row = palette()[name]
    return (dark and row.dark) or row.colour


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2."""

    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_every_verdict_of_the_vocabulary_has_a_colour() -> None:
    assert verdicts() == names_in("verdicts")
    assert all(zh and en for zh, en in verdicts().values())


def test_a_drawing_of_its_own_has_the_colours_themselves() -> None:
    assert "var(" not in filled(STYLE)
    with pytest.raises(KeyError):
        filled("path{stroke:var(--none)}")


@pytest.mark.parametrize("wrong", ["ink\tred\twords", "Ink\t#000000\twords", "ink\t#000000\t"])
def test_a_colour_that_is_none_stops_with_file_and_line(tmp_path: Path, wrong: str) -> None:
    path = tmp_path / "palette.tsv"
    path.write_text(f"name\tcolour\tuse\n{wrong}\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"palette\.tsv:2"):
        read_table(path, Colour)
