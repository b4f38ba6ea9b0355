"""Pages of a book of topics: headlines and excerpts set alike, told apart by what they hold."""

from __future__ import annotations

from itertools import pairwise

from yili_kg.layers import edit
from yili_kg.sources import read_text

_HEAD = """　　欽定四庫全書
　　儀禮要義卷二
　　宋　魏了翁　撰
　　序
　　二禮同出周公注儀者唯鄭
　　士冠禮二
"""
_EXCERPTS = """　　陳服東領異凶禮北上先卑服
　　陳服于房中西墉下東領北上注墉牆　釋曰自此至東靣論陳設衣服器物之等
　　朝服十五升故冕三十升冠常倍服
　　云其布三十升者取冠倍之義也
　　隋方曰篋簞亦笥類
　　同篋櫛實於簞注隋方曰篋　釋曰鄭注曲禮圓曰簞
　　若鄭不言此則兩者無别以其篋簞皆盛物之器經言其一是以言亦以見其二也
　　賔如主人服
　　賔如主人服釋曰其裳則異
　　主人玄端爵韠注玄端士入廟之服也　釋曰此則士之祭服
　　司弓矢授弓之法
　　天子有澤宫又有射宫二處皆行射禮故司弓矢職云王弓弧弓以授射甲革椹質而已
"""


def _read(raw: str) -> list[tuple[str, str, str, str]]:
    return [(b.layer, b.speaker, b.chapter, raw[b.start : b.end]) for b in read_text(raw).blocks]


def test_headlines_and_excerpts_are_told_apart() -> None:
    document = read_text(_HEAD + _EXCERPTS)
    assert (document.reader, document.author) == ("topics", "魏了翁")
    found = _read(_HEAD + _EXCERPTS)
    assert [f[3] for f in found if f[0] == "題"] == [
        "欽定四庫全書",
        "儀禮要義卷二",
        "宋　魏了翁　撰",
        "士冠禮二",
        "陳服東領異凶禮北上先卑服",
        "朝服十五升故冕三十升冠常倍服",
        "隋方曰篋簞亦笥類",
        "賔如主人服",
        "司弓矢授弓之法",
    ]
    assert [f for f in found if f[0] not in ("題", "文")] == [
        ("經注", "", "01", "陳服于房中西墉下東領北上注墉牆"),
        ("疏", "賈公彥", "01", "釋曰自此至東靣論陳設衣服器物之等"),
        ("疏", "賈公彥", "01", "云其布三十升者取冠倍之義也"),
        ("經注", "", "01", "同篋櫛實於簞注隋方曰篋"),
        ("疏", "賈公彥", "01", "釋曰鄭注曲禮圓曰簞"),
        ("疏", "賈公彥", "01", "若鄭不言此則兩者無别以其篋簞皆盛物之器經言其一是以言亦以見其二也"),
        ("經", "", "01", "賔如主人服"),
        ("疏", "賈公彥", "01", "釋曰其裳則異"),
        ("經注", "", "01", "主人玄端爵韠注玄端士入廟之服也"),
        ("疏", "賈公彥", "01", "釋曰此則士之祭服"),
        ("疏", "賈公彥", "01", "天子有澤宫又有射宫二處皆行射禮故司弓矢職云王弓弧弓以授射甲革椹質而已"),
    ]


def test_what_stands_above_the_first_chapter_is_the_books_own() -> None:
    assert [f[3] for f in _read(_HEAD + _EXCERPTS) if f[0] == "文"] == ["序", "二禮同出周公注儀者唯鄭"]


def test_text_with_comments_below_it_is_no_book_of_topics() -> None:
    lines = ("士冠禮第一", *("筮于廟門", "疏釋曰自此至廟門論將行冠禮先筮取日之事云筮于廟門者") * 6)
    assert read_text("\n".join(lines)).reader != "topics"


def test_a_book_of_topics_loses_nothing() -> None:
    document = read_text(_HEAD + _EXCERPTS)
    whole = sorted([*((b.start, b.end) for b in document.blocks), *((n.start, n.end) for n in document.noise)])
    assert whole[0][0] == 0
    assert whole[-1][1] == len(document.raw)
    assert all(a[1] == b[0] for a, b in pairwise(whole))


def test_where_no_line_names_a_chapter_excerpts_are_told_apart() -> None:
    found = edit(read_text(_EXCERPTS)).segments
    assert {s.layer for s in found} == {"題", "經", "注", "疏"}
