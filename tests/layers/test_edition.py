from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from yili_kg.layers import edit
from yili_kg.models import Block, Document, Edition
from yili_kg.records.text import segment_records
from yili_kg.sources import READERS
from yili_kg.sources.read import read_text

PAGE = """鄉飲酒禮第四

鄉飲酒之禮。主人就先生而謀賓、介。

主人,謂諸侯之鄉大夫也。

 「鄉飲」至「賓介」。○注「主人」至「夫也」。○釋曰︰論鄉大夫。

主人戒賓,賓拜辱。主人答拜,乃請賓,賓禮辭,許。主人再拜,賓答拜。

戒,警也,告也。

 「主人」至「答拜」。○釋曰︰云「拜辱」者。

主人退,賓拜辱。

退猶去也。去又拜辱者,以送謝之。

介亦如之。

如戒賓也。
"""


def assert_law1(edition: Edition) -> None:
    """Each character in exactly one piece of one segment or in one noise; texts are the source's own graphs."""
    raw = edition.document.raw
    count = bytearray(len(raw))
    for segment in edition.segments:
        for start, end in segment.pieces:
            for i in range(start, end):
                count[i] += 1
        assert "".join(raw[i] for i in segment.offsets) == segment.text
        assert list(segment.offsets) == sorted(set(segment.offsets))
    for noise in edition.document.noise:
        for i in range(noise.start, noise.end):
            count[i] += 1
    assert set(count) <= {1}
    assert len({s.id for s in edition.segments}) == len(edition.segments)


def test_edition_of_a_page() -> None:
    edition = edit(read_text(PAGE))
    assert_law1(edition)
    base = [(s.layer, s.passages) for s in edition.segments if s.layer == "經"]
    assert base == [("經", ("04.001",)), ("經", ("04.002",)), ("經", ("04.003",)), ("經", ("04.004",))]
    notes = [s for s in edition.segments if s.layer == "注"]
    assert [n.passages for n in notes] == [("04.001",), ("04.002",), ("04.003",), ("04.004",)]
    shu = [s for s in edition.segments if s.layer == "疏"]
    assert [p.text for p in shu[0].pointers] == ["「鄉飲」至「賓介」", "注「主人」至「夫也」"]
    assert shu[0].comments_on.startswith("04.001.")


graphs = st.text("主人賓介註注曰疏釋云○()/¶\n　「」至。經記音義鄉飲酒禮第四之xX1<>&;【】", max_size=160)


@settings(max_examples=120)
@given(graphs, st.sampled_from(sorted(set(READERS) - {"tei"})))
def test_edition_law1_on_arbitrary_text(text: str, reader: str) -> None:
    assert_law1(edit(read_text(text, reader=reader)))


@settings(max_examples=120)
@given(st.text(max_size=120))
def test_edition_law1_on_any_unicode(text: str) -> None:
    assert_law1(edit(read_text(text, reader="plain")))
    assert_law1(edit(read_text(text, reader="mandoku")))


def test_edition_a_comment_knows_its_book() -> None:
    page = (
        "儀禮述註卷六\n安溪李光坡撰\n燕禮第六\n小臣戒與者\n註曰小臣相君\n○疏曰釋曰云\n○楊氏曰按今\n愚謂此篇主於燕\n"
        "膳宰具官饌于寢東\n註曰膳宰天子曰膳夫\n樂人縣\n註曰縣鐘磬也\n"
    )
    edition = edit(read_text(page, reader="shuzhu"))
    assert edition.document.author == "李光坡"
    books = {(s.layer, s.speaker): s.book for s in edition.segments}
    assert books["注", "鄭玄"] == "儀禮注"
    assert books["疏", "賈公彥"] == "儀禮疏"
    assert books["述註", "楊復"] == "儀禮圖"
    assert books["述註", "李光坡"] == "儀禮述註"
    assert books["經", ""] == ""
    rows = [r for s in edition.segments for r in segment_records(s)]
    assert {r["layer"] for r in rows if "book" in r} == {"注", "疏", "述註"}


def test_edition_what_stands_apart_ends_what_a_comment_is_on() -> None:
    raw = "小臣戒與者小臣相君論燕禮膳宰也"
    cuts = [(0, 5, "經"), (5, 9, "注"), (9, 12, "文"), (12, 15, "注")]
    blocks = tuple(Block(start=a, end=b, layer=layer, chapter="06", run=n) for n, (a, b, layer) in enumerate(cuts, 1))
    document = Document(
        raw=raw, sha256="0" * 64, name="a", title="", label="a", reader="plain", blocks=blocks, noise=()
    )
    base, note, essay, other = edit(document).segments
    assert (note.comments_on, essay.comments_on, other.comments_on) == (base.id, "", "")
    assert note.passages == base.passages
    assert other.passages == ()


EDITORS = """#+TITLE: 儀禮集釋
#+PROPERTY: ID KR1d0030
#+PROPERTY: BASEEDITION WYG
#+PROPERTY: JUAN 卷十一
聘禮第八¶
勞者不荅拜¶
　鄭注凡為人使不當其禮(案今注疏/本脱也字)¶
　釋曰儐以禮報賓也¶
賓揖先入受于舎門内(案舎唐/石經作舍)¶
　鄭注不受于堂此主于侯伯之臣也公之臣受勞于堂¶
　釋曰案司儀職云諸公之臣相為國客大夫郊勞¶
"""


def test_an_editor_in_the_midst_does_not_part_a_comment_from_its_text() -> None:
    edition = edit(read_text(EDITORS, label="KR1d0030_011.txt", reader="mandoku"))
    assert_law1(edition)
    assert [s.passages for s in edition.segments if s.layer in ("注", "述註")] == [("08.071",)] * 2 + [("08.072",)] * 2
    assert [s.passages for s in edition.segments if s.layer == "考證"] == [(), ()]
