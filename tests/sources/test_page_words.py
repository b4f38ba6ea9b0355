"""What pages have around their text: arrows to other chapters, tools, names of pictures, translations in other scripts."""

from __future__ import annotations

import pytest

from yili_kg.layers import edit
from yili_kg.received.units import chapter_begun
from yili_kg.sources.headings import is_heading
from yili_kg.sources.known_words import is_in_another_script
from yili_kg.sources.read import read_text
from yili_kg.text.folding import fold


def read(raw: str) -> list[tuple[str, tuple[str, ...], str]]:
    return [(s.layer, s.passages, s.text[:4]) for s in edit(read_text(raw)).segments]


@pytest.mark.parametrize(
    ("line", "heads"), [("士喪禮第十二→", False), ("←覲禮第十", False), ("士喪禮第十二", True), ("儀禮 → 士冠禮", True)]
)
def test_an_arrow_at_the_edge_leads_to_another_chapter(line: str, *, heads: bool) -> None:
    assert is_heading(fold(line)) is heads


LIBRARY = """聘禮

電子圖書館

80\t打開字典\t顯示相似段落\t顯示更多訊息\t聘禮:
聘遭喪，入竟，則遂也。不郊勞。不筵几。不禮賓。主人畢歸禮，賓唯饔餼之受。不賄，不禮玉，不贈。

81\t打開字典\t顯示相似段落\t聘禮:
遭夫人、世子之喪，君不受，使大夫受于廟，其他如遭君喪。遭喪將命于大夫，主人長衣練冠以受。

顯示注釋 (1)
鄭玄《儀禮注》: 夫人、世子死，君為喪主，使大夫受聘禮，不以凶接吉也。
"""


def test_the_tools_of_a_library_are_no_text() -> None:
    found = read(LIBRARY)
    base = [passages for layer, passages, _ in found if layer == "經"]
    assert base == [(f"08.{n}",) for n in range(369, 378)]
    assert found[-1] == ("注", tuple(passages for (passages,) in base), "鄭玄《儀")


COLUMNS = """若不吉则筮远日如初仪

 注曰远日旬之外日○疏曰曲礼云旬之内曰近某日旬

卷十五 第 4b 页 WYG0108-0561b.png

 之外曰远某日吉礼先近日假令孟月先于孟月上旬内

 筮不吉乃用中旬之内更筮不吉更于下旬内筮不

 吉即止

宗人告事毕

前期三日之朝筮尸如求日之仪命筮曰孝孙某诹此某

事适其皇祖某子筮某之某为尸尚飨

 注曰三日者容宿宾视濯也某之某者字尸父而名尸

乃宿尸

 注曰宿读为肃肃进也进之者使知祭日当来

主人立于尸外门外子姓兄弟立于主人之后北面东上

 注曰不东面者来不为宾客子姓立于主人之后上当其

尸如主人服出门左西面

 注曰不敢南面当尊
"""


def test_columns_of_an_unnamed_chapter_with_the_names_of_pictures_between() -> None:
    document = read_text(COLUMNS)
    assert [COLUMNS[n.start : n.end] for n in document.noise if n.reason == "page-mark"] == [
        "卷十五 第 4b 页 WYG0108-0561b.png"
    ]
    segments = edit(document).segments
    assert {s.chapter for s in segments} == {"15"}
    (sub,) = (s for s in segments if s.layer == "疏")
    assert sub.text.endswith("吉即止")


def test_a_chapter_is_known_by_how_its_passages_and_notes_begin() -> None:
    paragraphs = [fold(w) for w in ("宗人告事畢", "乃羞宰夫", "前期三日之朝", "主人立于尸外門外")]
    notes = [fold(w) for w in ("三日者容宿賓視濯也", "宿讀為肅", "不東面者來不為賓客")]
    assert chapter_begun(paragraphs, notes) == "15"
    assert chapter_begun(paragraphs[:1], ()) == ""


@pytest.mark.parametrize(
    ("words", "other"),
    [
        ("The master of the house stands east of the gate.", True),
        ("주인이 대답하기를", True),
        ("主人對曰 某子命某見하시나", False),
        ("<pb:KR1d0042_WYG_011-22b>主人", False),
        ("主人", False),
        ("", False),
    ],
)
def test_another_script(words: str, *, other: bool) -> None:
    assert is_in_another_script(words) is other


FACING = """士冠禮第一

主人玄冠，朝服，緇帶，素韠，即位于門東，西面。
The master wears the dark cap and takes his place east of the gate.

主人，將冠者之父兄也。玄冠，委貌也。朝服者，十五升布衣而素裳也。衣不言色者，衣與冠同也。筮必朝服者，尊蓍龜之道也。緇帶，黑繒帶也。士帶博二寸，再繚四寸，屈垂三尺。素韠，白韋韠，長三尺，上廣一尺，下廣二尺，其頸五寸，肩革帶博二寸。天子與其臣，玄冕以視朔，皮弁以日視朝。諸侯與其臣，皮弁以視朔，朝服以日視朝。凡染黑，五入為緅，七入為緇，玄則六入與？
"""


def test_a_translation_between_does_not_part_a_note_from_its_text() -> None:
    assert read(FACING) == [
        ("題", (), "士冠禮第"),
        ("經", ("01.002",), "主人玄冠"),
        ("文", (), "Them"),
        ("注", ("01.002",), "主人，將"),
    ]
