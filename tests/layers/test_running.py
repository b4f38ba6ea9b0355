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
