from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

from yili_kg.annotation.run import annotate
from yili_kg.layers import edit
from yili_kg.models import Quotation
from yili_kg.sources import read
from yili_kg.views.citation_page import citation_page, difference


def test_difference_is_told_graph_by_graph() -> None:
    quote = Quotation(
        start=0, end=8, text="居不主奧，坐不中筵", verdict="variant", similarity=0.9, matched_text="居不主奧坐不中席"
    )
    assert difference(quote) == [("equal", "居不主奧坐不中", "居不主奧坐不中"), ("replace", "筵", "席")]
    assert difference(Quotation(start=0, end=1, text="居", verdict="not-found")) == []


def page(tmp_path: Path) -> str:
    path = tmp_path / "x.txt"
    path.write_text("釋曰案《玉藻》云「居士錦帶」是也。又《曲禮》云「</script><b>毋不敬」。", encoding="utf-8")
    annotated = annotate(edit(read(path, reader="plain")))
    checked = tuple(
        replace(c, quotes=tuple(replace(q, verdict="variant", matched_text="居士錦帶也") for q in c.quotes))
        for c in annotated.citations
    )
    return citation_page([replace(annotated, citations=checked)], title="引書 <&>")


def test_page_has_no_address_outside_and_no_markup_from_the_text(tmp_path: Path) -> None:
    html = page(tmp_path)
    assert not re.search(r"https?://", html)
    assert "</script><b>" not in html
    assert "引書 &lt;&amp;&gt;" in html


def test_page_holds_every_citation(tmp_path: Path) -> None:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page(tmp_path), re.S)
    assert found
    rows = json.loads(found.group(1))["rows"]
    assert [r["t"] for r in rows] == ["禮記·玉藻", "禮記·曲禮"]
    assert rows[0]["q"][0][1] == "variant"
