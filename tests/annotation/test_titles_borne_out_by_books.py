"""Titles and traditions that the words of the books at hand tell, and what a note that is quoted brings."""

from __future__ import annotations

from pathlib import Path

import pytest

from yili_kg.annotation.find import find

Cited = list[tuple[str, str, list[str]]]


def cited(text: str) -> Cited:
    _, citations = find(text, layer="疏", chapter="08")
    return [(text[c.start : c.end], c.target, [text[a:b] for a, b in c.quotes]) for c in citations]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("又案禮器曲禮三千鄭云曲猶事也", [("禮器", "禮記·禮器", ["曲禮三千", "曲猶事也"])]),
        (
            "宣八年公羊傳云壬午猶繹萬入去籥傳曰萬者何干舞也謂秉干舞",
            [("宣八年公羊傳", "公羊傳·宣公八年", ["壬午猶繹萬入去籥", "萬者何干舞也"])],
        ),
        ("疏曰詩塞鄉墐戶注北出牖也此是牖", [("詩", "詩經", ["塞鄉墐戶", "北出牖也"])]),
        ("終身不改詩靜言思之不能奮飛此得有婦人", [("詩", "詩經", ["靜言思之不能奮飛"])]),
        ("招以茅男巫授號旁招以茅王制類乎上帝", [("男巫", "周禮·男巫", ["授號旁招以茅"]), ("王制", "禮記·王制", ["類乎上帝"])]),
        ("杜預皆以鎛為小鐘鎛師掌金奏小鐘也許慎曰", [("鎛師", "周禮·鎛師", ["掌金奏"])]),
        ("命大行人掌之", []),
        ("則為位禬禮大祝三曰禬詛祝", [("大祝", "周禮·大祝", ["三曰禬"])]),
        ("於是乎禜之哀公六年有雲如衆赤鳥夾日而飛", [("哀公六年", "左傳·哀公六年", ["有雲如衆赤鳥夾日而飛"])]),
        ("膚寸而合又投壺云室中五扶注云鋪四指曰扶一指案寸皆", [("投壺", "禮記·投壺", ["室中五扶", "鋪四指曰扶一指案寸"])]),
        ("故聘義總言出入三積以見之讀者", [("聘義", "禮記·聘義", ["出入三積"])]),
        (
            "案少牢云遂述命曰假爾大筮有常是直云孝孫某來日丁亥",
            [("少牢", "儀禮·少牢饋食禮", ["遂述命曰假爾大筮有常", "孝孫某來日丁亥"])],
        ),
        ("饗禮有腥鼎國語云王享用體薦體薦則腥矣", [("國語", "國語", ["王享用體薦"])]),
        ("先王制禮過之者俯而就之不至者跂而及之", []),
        ("案楚茨詩既齊既稷既匡既勅注云嘏之禮", [("楚茨", "詩經·楚茨", ["既齊既稷既匡既勅", "嘏之禮"])]),
        (
            "案士虞禮云主人及兄弟賓即位于西方如反哭位注引既夕禮云反哭入門升自西階東面經又云宗人西階前北面",
            [
                ("士虞禮", "儀禮·士虞禮", ["主人及兄弟賓即位于西方如反哭位"]),
                ("既夕禮", "儀禮·既夕禮", ["反哭入門升自西階東面"]),
            ],
        ),
    ],
)
def test_what_the_books_tell(shared: Path, text: str, expected: Cited) -> None:
    assert shared
    assert cited(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("《襄公七年傳》孟獻子曰夫郊", [("襄公七年傳", "左傳·襄公七年")]),
        ("《宣八年經》書有事于大廟", [("宣八年經", "春秋·宣公八年")]),
        ("見春秋隱二年公羊傳", [("春秋隱二年公羊傳", "公羊傳·隱公二年")]),
        ("春秋傳見哀公二十三年引之者", [("春秋傳", "左傳·哀公二十三年")]),
        ("考呂覽本味篇曰述蕩之腕", [("呂覽本味", "呂氏春秋·本味")]),
        ("《荀子·禮論》曰禮者養也", [("荀子·禮論", "荀子·禮論")]),
        ("凡三禮七十二篇云著者", []),
    ],
)
def test_years_and_parts_of_books(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(title, target) for title, target, _ in cited(text)] == expected
