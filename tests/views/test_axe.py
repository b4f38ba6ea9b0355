"""What axe-core finds on each kind of page: nothing serious, nothing critical; no error in the console, nothing asked outside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser import Visitor
from yili_kg.views.site import file_of

AXE = Path(__file__).resolve().parents[1] / "vendor" / "axe-core" / "axe.min.js"
#: Kind of page → its file, with what is opened on it: a kind that the site does not have is left out.
KINDS = {
    "home": "index.html",
    "read": "read-10.html#10.001",
    "rite": "rite-10.html#10.005",
    "concepts": "concepts.html",
    "concept": "concept-觶.html",
    "glossary": "glossary.html#揖",
    "norms": "glossary.html#norms",
    "passage": "glossary.html#04.013",
    "citations": "citations.html#04.013",
    "graph": "graph.html",
    "questions": "questions.html",
    "ontology": "ontology.html",
    "search": "search.html",
}
RUN = """() => axe.run(document, {resultTypes: ["violations"], preload: false}).then(found => found.violations
  .filter(v => ["serious", "critical"].includes(v.impact))
  .map(v => `${v.id}: ${v.nodes.slice(0, 3).map(n => n.target.join(" ") + " " + (n.any[0]?.message ?? "")).join("; ")}`))"""


def findings(page: Any) -> list[str]:
    if not AXE.is_file():
        pytest.skip(f"axe-core is not at {AXE}: `npm pack axe-core@4.14.1` has it")
    page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    found: list[str] = page.evaluate(RUN)
    return found


@pytest.mark.browser
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("kind", KINDS)
def test_a_page_can_be_read_by_everybody(visit: Visitor, corpus: Path, kind: str, width: int, dark: bool) -> None:
    name, _, place = KINDS[kind].partition("#")
    path = corpus / "site" / name
    if not path.is_file():
        pytest.skip(f"the site has no {name}")
    opened = visit(path.as_uri() + (f"#{place}" if place else ""), width=width, dark=dark, locale="zh-TW", calm=True)
    said: list[str] = []
    opened.page.on("console", lambda line: said.append(line.text) if line.type == "error" else None)
    opened.page.reload()
    opened.page.wait_for_timeout(300)
    assert findings(opened.page) == []
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
    assert said == []
    assert opened.wrong == []
    assert opened.asked_outside == []


@pytest.mark.browser
def test_the_dialog_that_puts_right_can_be_read_by_everybody(visit: Visitor, corpus: Path) -> None:
    opened = visit((corpus / "site" / file_of("rite", chapter="10")).as_uri(), calm=True)
    opened.page.click("#where .right")
    opened.page.wait_for_selector("#put-right[open]")
    assert findings(opened.page) == []


@pytest.mark.browser
def test_axe_finds_what_is_wrong(visit: Visitor, tmp_path: Path) -> None:
    (tmp_path / "x.html").write_text("<html><body><img src=''><button></button></body></html>", encoding="utf-8")
    assert findings(visit((tmp_path / "x.html").as_uri()).page) != []
