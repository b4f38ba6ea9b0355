"""A page of two passages that is cut as the received text is, and a reading of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from yili_kg.layers import edit
from yili_kg.models import Edition
from yili_kg.reading.load import PassageReading, Reader, read_chapter
from yili_kg.review.sheet import parse_sheet
from yili_kg.review.take import rows_of, write_tables
from yili_kg.sources.read import read_text

PAGE = """# -*- mode: mandoku-view; -*-
#+TITLE: 儀禮
#+PROPERTY: ID KR1d0026
<pb:KR1d0026_SBCK_004-1a>¶
鄕飮酒禮第四　儀禮　鄭氏注¶
主人坐取爵于篚降洗(將獻/賓也)賔降(從主/人也)主人坐奠爵于¶
階前辭(重以巳事煩賓也事/同曰讓事異曰辭)賔對(對荅也賓/主之辭未聞)¶
"""

SHEET = """§ 04.018 經
| {R:主人}坐取{O:爵}于{O:篚}降洗
- 取 agent=主人 object=爵 from=篚 posture=坐
- 降 agent=*主人
- 洗 agent=*主人 object=*爵
§ 04.018 注
| 將獻{R:賓}也
§ 04.019 經
| {R:賔}降
- 降 agent=賓
§ 04.019 注
| 從{R:主人}也
= 降 := 從主人 [也]
§ 04.020 經
| {R:主人}坐奠{O:爵}于{L:階}前辭
- 奠 agent=主人 object=爵 to=階·前 posture=坐
- 辭 agent=*介@疏 object=*洗 other=agent:主人(句讀)
§ 04.020 注
| 重以巳事煩{R:賓}也事同曰讓事異曰辭
= 讓 := 事同 [曰]
= 辭 := 事異 [曰]
"""

READERS = {"Mei": Reader(id="Mei", name="Mei")}


def reading_of(sheet: str, folder: Path) -> dict[tuple[str, str], PassageReading]:
    blocks = parse_sheet(sheet, "sheet.txt")
    write_tables(rows_of(blocks, blocks, "Mei", "sheet.txt"), folder)
    return read_chapter(folder, READERS)


@pytest.fixture
def edition() -> Edition:
    return edit(read_text(PAGE))


@pytest.fixture
def reading(tmp_path: Path) -> dict[tuple[str, str], PassageReading]:
    return reading_of(SHEET, tmp_path / "04")
