from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from tests.sources.law import assert_law1, runs
from yili_kg.errors import SourceError
from yili_kg.layers import edit
from yili_kg.sources import tei
from yili_kg.sources.read import read_text

HEAD = "<teiHeader><fileDesc><titleStmt><title>孝經</title></titleStmt></fileDesc></teiHeader>"


def page(body: str, *, before: str = "") -> str:
    root = '<TEI xmlns="http://www.tei-c.org/ns/1.0" xml:id="KR1f0001">'
    return f"{before}{root}{HEAD}<text><body>{body}</body></text></TEI>"


def refused(raw: str) -> str:
    with pytest.raises(SourceError) as caught:
        tei.read(raw)
    return str(caught.value)


def test_layers_and_markup() -> None:
    raw = page(
        "<div><head>《開宗明義章》</head>\n<p><seg>仲尼居<c n='，'/></seg>\n<seg>曾子侍<c n=\"。>\"/></seg>"
        "<note>居謂閒居</note>子曰</p><lg><l>戰戰</l><l>兢兢</l></lg></div>"
    )
    layout = tei.read(raw)
    assert_law1(raw, layout)
    assert tei.looks_like(raw)
    assert (layout.title, layout.name) == ("孝經", "KR1f0001")
    assert [(layer, text) for layer, _, text in runs(raw, layout)] == [
        ("題", "《開宗明義章》"),
        ("文", "仲尼居曾子侍"),
        ("注", "居謂閒居"),
        ("文", "子曰"),
        ("文", "戰戰"),
        ("文", "兢兢"),
    ]
    assert {n.reason for n in layout.noise} == {"markup", "metadata", "layout"}


def test_references_comments_and_cdata() -> None:
    raw = page("<p>甲&amp;乙&#x4E00;丙<!-- <p>not &amp; text</p> -->丁<![CDATA[<戊>]]>己<?x y?>庚</p>")
    layout = tei.read(raw)
    assert_law1(raw, layout)
    assert [text for _, _, text in runs(raw, layout)] == ["甲乙丙丁<戊>己庚"]
    assert [raw[n.start : n.end] for n in layout.noise if n.reason == "character-reference"] == ["&amp;", "&#x4E00;"]


def test_what_editors_put_in_place_of_the_text_is_noise() -> None:
    raw = page("<p>甲<choice><sic>乙</sic><corr>丙</corr></choice><app><lem>丁</lem><rdg>戊</rdg></app></p>")
    layout = tei.read(raw)
    assert [text for _, _, text in runs(raw, layout)] == ["甲乙丁"]
    assert {"correction", "variant-reading"} <= {n.reason for n in layout.noise}


NODES = st.recursive(
    st.text(alphabet="禮賓<>&'\" \n]/=", max_size=6).map(
        lambda t: t.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    ),
    lambda inner: (
        st.builds(
            lambda name, words, parts: f'<{name} n="{words}">{"".join(parts)}</{name}>',
            st.sampled_from(["p", "seg", "note", "head", "lg", "l", "div", "hi"]),
            st.sampled_from(["", "，", "a > b", "'"]),
            st.lists(inner, max_size=4),
        )
        | st.sampled_from(["<lb/>", "<!-- a <b> c -->", "<c n='。'/>", "<![CDATA[一<二]]>"])
    ),
    max_leaves=20,
)


@given(NODES)
def test_text_is_what_lxml_reads_and_nothing_is_lost(body: str) -> None:
    raw = page(f"<div>{body}</div>")
    layout = tei.read(raw)
    assert_law1(raw, layout)
    found = sorted([(b.start, b.end) for b in layout.blocks])
    found += [(n.start, n.end) for n in layout.noise if n.reason in ("character-reference", "layout")]
    ours = "".join(raw[a:b] for a, b in sorted(found))
    ours = ours.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    tree = etree.fromstring(raw.encode())
    body_of = tree.find(".//{*}body")
    assert body_of is not None
    for comment in tree.xpath("//comment()"):  # type: ignore[union-attr]
        comment.text = ""  # type: ignore[union-attr]
    theirs = "".join(str(t) for t in body_of.itertext())
    assert re.sub(r"\s", "", ours) == re.sub(r"\s", "", theirs)


@given(st.text())
def test_any_text_is_read_or_refused(raw: str) -> None:
    try:
        layout = tei.read(raw)
    except SourceError:
        return
    assert_law1(raw, layout)


def test_hostile_files_are_refused_at_once() -> None:
    laughs = "<!DOCTYPE TEI [<!ENTITY a 'ha'>" + "".join(
        f"<!ENTITY {b} '{f'&{a};' * 10}'>" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    outside = "<!DOCTYPE TEI [<!ENTITY x SYSTEM 'file:///etc/hostname'>]>"
    start = time.process_time()
    assert "entities" in refused(page("<p>&i;</p>", before=laughs + "]>"))
    assert "entities" in refused(page("<p>&x;</p>", before="<!-- a -->" * 50 + outside))
    assert "not hundreds" in refused(page("<p>" * 100_000 + "深" + "</p>" * 100_000))
    assert "well-formed" in refused(page("<p>&nothing;</p>"))
    assert "line 1" in refused(page("<p>"))
    assert "well-formed" in refused(page("<p>\x01</p>"))
    assert "well-formed" in refused("<TEI>" + " " * 200_000 + "<!-- " * 10_000)
    assert time.process_time() - start < 10


def test_a_doctype_is_not_fetched() -> None:
    raw = page("<p>甲</p>", before='<?xml version="1.0" encoding="big5"?><!DOCTYPE TEI SYSTEM "http://example.org/a">')
    layout = tei.read(raw)
    assert_law1(raw, layout)
    assert [text for _, _, text in runs(raw, layout)] == ["甲"]


@pytest.mark.shared
def test_the_tls_edition_of_the_xiaojing(shared: Path) -> None:
    raw = (shared / "reference" / "tls-tei" / "KR1f0001.xml").read_bytes().decode()
    layout = tei.read(raw)
    assert_law1(raw, layout)
    found = runs(raw, layout)
    assert found[0] == ("題", "", "《開宗明義章》")
    assert found[1][2].startswith("仲尼居曾子侍子曰先王有至德要道以順天下")
    assert sum(layer == "題" for layer, _, _ in found) == 18
    assert not any(re.search("[A-Za-z<>]", text) for _, _, text in found)


#: The first passages of the 儀禮, with the notes as TEI has them: {0} opens one, {1} closes it.
RECEIVED = """<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>儀禮鄭註</title></titleStmt></fileDesc></teiHeader>
<text><body><div><head>士冠禮第一</head>
<p>士冠禮筮于廟門{0}筮者以蓍問日吉凶於易也冠必筮日於廟門<lb n="2"/><pb n="1b"/>者重以成人之禮成子孫也{1}主人玄冠朝服緇帶素韠即位于門東西面{0}主人將冠者之父兄也玄冠委<pc n="lb"/>貌也{1}</p>
<p>有司如主人服即位于西方東面北上{0}有司羣吏有事者謂主人之吏{1}</p>
</div></body></text></TEI>
"""


@pytest.mark.parametrize(
    ("opens", "closes"),
    [
        ('<note place="inline">', "</note>"),
        ('<hi rend="small">', "</hi>"),
        ('<seg type="comm">', "</seg>"),
        ("（", "）"),
    ],
)
def test_a_text_of_the_yili_is_read_by_its_words(opens: str, closes: str) -> None:
    document = read_text(RECEIVED.format(opens, closes))
    found = [(s.layer, s.passages, s.text.strip("（）")[-3:]) for s in edit(document).segments]
    assert found == [
        ("題", (), "禮第一"),
        ("經", ("01.001",), "于廟門"),
        ("注", ("01.001",), "子孫也"),
        ("經", ("01.002",), "東西面"),
        ("注", ("01.002",), "委貌也"),
        ("經", ("01.003",), "面北上"),
        ("注", ("01.003",), "人之吏"),
    ]
    assert document.title == "儀禮鄭註"
    assert {n.reason for n in document.noise} <= {"metadata", "markup", "layout"}


def test_any_other_book_is_what_its_markup_says() -> None:
    raw = RECEIVED.format("<note>", "</note>").replace("儀禮鄭註", "某書").replace("士冠禮第一", "卷一")
    assert [s.layer for s in edit(read_text(raw)).segments][:3] == ["題", "文", "注"]
