"""The source of a wiki page: what a reader of the page sees, notes from their templates."""

from __future__ import annotations

from yili_kg.layers import edit
from yili_kg.sources.read import read_text
from yili_kg.sources.wikitext import as_shown

PAGE = """{{header
| title = [[../]]
| section = 士冠禮第一
}}
==士冠禮第一==
士冠禮。筮于廟門。{{*|筮者，以蓍問日吉凶於《易》也。冠必筮日於廟門者，重以成人之禮成子孫也。}}
{{quote|疏：「士冠」至「廟門」。釋曰：自此至「宗人告事畢」一節。}}
主人玄冠，朝服，緇帶，素韠，即位于門東，西面。{{*|主人，將冠者之父兄也。玄冠，委貌也。}}
[[w:有司|有司]]如主人服，即位于西方，'''東面'''，北上。{{*|有司，羣吏有-{事}-者，謂主人之吏。}}
{{專名|筮}}與席、所卦者，具饌于西塾。
[[Category:儀禮]]
{{footer}}
"""


def test_notes_links_and_marks() -> None:
    document = read_text(PAGE)
    assert document.raw == PAGE
    found = [(s.layer, s.speaker, s.passages, s.text) for s in edit(document).segments if s.layer != "題"]
    assert [one[:3] for one in found] == [
        ("經", "", ("01.001",)),
        ("注", "鄭玄", ("01.001",)),
        ("疏", "賈公彥", ("01.001",)),
        ("經", "", ("01.002",)),
        ("注", "鄭玄", ("01.002",)),
        ("經", "", ("01.003",)),
        ("注", "鄭玄", ("01.003",)),
        ("經", "", ("01.004",)),
    ]
    assert found[5][3] == "有司如主人服，即位于西方，東面，北上。"
    assert found[6][3] == "有司，羣吏有事者，謂主人之吏。"
    assert not any(word in text for *_, text in found for word in ("{{", "]]", "Category", "footer"))


def test_other_texts_stay_as_they_are() -> None:
    for raw in (
        "布席于門中，西閾外。（，門橛。古文為{{執木}}，閾為蹙。）",
        "{{header}} {{x|士冠禮}} [[a]]",
        "士冠禮。筮于廟門。",
    ):
        assert as_shown(raw) == raw


def test_of_a_template_that_is_never_closed_nothing_is_lost() -> None:
    raw = "{{*|筮者以蓍問日}}[[a|甲]]{{*|乙{{*|丙"
    assert len(as_shown(raw)) == len(raw)
    assert "".join(as_shown(raw).split()) == "（筮者以蓍問日）甲乙丙"
