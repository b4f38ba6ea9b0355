"""Pages whose lines are of one width: a 疏 and the text go on over line ends, page feet and page heads."""

from __future__ import annotations

import pytest

from yili_kg.layers import edit
from yili_kg.sources.read import read_text
from yili_kg.sources.wrapped import Wrapped

PAGE = """卷第八　鄉飲酒禮第四                                   131

介亦如之。如戒賓也。
乃席賓、主人、介。席，敷席也。夙興往戒，歸而敷席。賓席牖前，
南面。主人席阼階上，西面。介席西階上，東面。眾賓之席，皆不屬
焉。席眾賓於賓席之西。不屬者，不相續也。皆獨坐，明其德各
特。①
【疏】「乃席」至「屬焉」　○注「席敷」至「東面」　○釋曰：知夙興往
戒，歸而敷席，不別日者，下記云：「鄉，朝服而謀賓、介，皆使能，
而不宿戒。」是同日也。鄭知賓、介與主人席位如此者，案《鄉飲
酒義》云：「主人者尊賓，故坐賓於西北，而坐介於西南以輔賓。」
尊兩壺于房戶間，斯禁，有玄酒在西。設篚于禁南，東肆，加二勺
于兩壺。斯禁，禁切地無足者。玄酒在西，上也。肆，陳也。設洗
于阼階東南，南北以堂深，東西當東榮，水在洗東，篚在洗西，南
肆。榮，屋翼。
【疏】「設洗」至「南肆」　○釋曰：云「南北以堂深」者，堂深，謂從堂

① 他本「特」下有「也」字。
132                                                  儀禮注疏

廉北至房屋之壁。堂下洗北去堂遠近深淺，取於堂上深淺，假令
堂深三丈，洗亦去堂三丈，以此為度。
羹定。肉謂之羹。定猶孰也。
"""


def test_lines_of_one_width_go_on() -> None:
    segments = [(s.layer, s.passages, s.text) for s in edit(read_text(PAGE)).segments]
    texts = {words[:4]: (layer, passages, words) for layer, passages, words in segments}
    layer, passages, words = texts["「乃席」"]
    assert (layer, passages, words[-5:]) == ("疏", ("04.004", "04.005", "04.006"), "以輔賓。」")
    layer, passages, words = texts["「設洗」"]  # over the foot of a page and the head of the next
    assert (layer, passages) == ("疏", ("04.007", "04.008"))
    assert "謂從堂廉北至房屋之壁" in words
    assert words.endswith("以此為度。")
    assert texts["席，敷席"][:2] == ("注", ("04.005",))
    assert texts["席，敷席"][2].endswith("介席西階上，東面。")
    assert texts["①他本「"][0] == "文"
    assert [p for layer, p, _ in segments if layer == "經"] == [(f"04.00{n}",) for n in range(4, 10)]


@pytest.mark.parametrize(
    ("lines", "wrapped"),
    [
        (["主人就先生而謀賓介，主人戒賓賓拜", "辱，主人答拜乃請賓，賓禮辭許主人", "再拜，賓答拜，主人退，賓拜辱。介", "亦如之。"], True),
        (["主人就先生而謀賓介。", "主人戒賓，賓拜辱。", "主人答拜，乃請賓，賓禮辭，許。"], False),  # a sentence a line
        (["", ""], False),
    ],
)  # fmt: skip
def test_whether_lines_are_of_one_width(lines: list[str], *, wrapped: bool) -> None:
    assert bool(Wrapped(dict(enumerate(lines)))) is wrapped
