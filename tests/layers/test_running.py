"""Base text and notes that run together, cut by what is known of the chapter."""

from __future__ import annotations

from yili_kg.layers import edit
from yili_kg.sources.read import read_text


def test_a_label_at_the_head_of_a_paragraph_goes_with_the_note() -> None:
    raw = (
        "覲禮第十\n天子設斧依于戶牖之間左右几\n鄭注依如今綈素屏風也有繡斧文所以示威也斧謂之黼几玉几也左右者優至尊也\n"
        "釋曰釋宮曰戶牖之間謂之扆\n天子衮冕負斧依\n鄭注衮衣者裨之上也繢之繡之為九章其龍天子有升龍有降龍\n"
        "釋曰衮者卷龍衣也\n嗇夫承命告于天子\n鄭注嗇夫蓋司空之屬也為末擯承命於侯氏下介傳而上上擯以告于天子\n釋曰嗇夫蓋微者\n"
    )
    notes = [s.text[:4] for s in edit(read_text(raw)).segments if s.layer == "注"]
    assert notes == ["鄭注依如", "鄭注衮衣", "鄭注嗇夫"]


#: A page of a library in the midst of a chapter: its own words first, quotes in the place of the brackets around 疏.
PAGE = """《某注疏》
下載本書
某注疏- 第3節
按鍵盤上方向鍵可快速上下翻頁，按回車鍵可回到本書目錄頁
乃言之，即下文“孝友時格”注云“今文格為嘏”，又云“凡醮不祝”之類是也。

　　筮人執筴，抽上韇，兼執之，進受命於主人。筮人，有司主三《易》者。韇，藏筮之器。今時藏弓矢者謂之韇丸也。兼，并也。進，前也，自西方而前。受命者，當知所筮也。
　　'疏'“筮人”至“主人”。○釋曰：此經所陳，據筮時之事。
　　宰自右少退，贊命。宰，有司主政教者也。自，由也。贊，佐也。命，告也。佐主人告所以筮也。《少儀》曰：“贊幣自左，詔辭自右。”
　　'疏'“宰自”至“贊命”。○釋曰：此宰謂家相。
"""


def test_a_page_in_the_midst_of_a_chapter_begins_with_words_of_its_own() -> None:
    found = [(s.layer, s.passages) for s in edit(read_text(PAGE)).segments]
    assert found[:5] == [("文", ())] * 5
    assert found[5:] == [(layer, (passage,)) for passage in ("01.006", "01.007") for layer in ("經", "注", "疏")]


def test_signs_before_a_bracket_are_not_lost() -> None:
    document = read_text("1(111主)", reader="zhushu")
    assert [s.pieces for s in edit(document).segments] == [((0, 7),)]
