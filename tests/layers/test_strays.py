"""Base text out of its order: the Record behind the ritual that it is on, and the Record of another chapter."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.passages import judged, known_passages

from tests.layers.test_edition import assert_law1
from yili_kg.layers import edit
from yili_kg.models import Edition
from yili_kg.sources import read
from yili_kg.sources.read import read_text

HEAD = "# -*- mode: mandoku-view -*-\n#+TITLE: 儀禮圖\n#+PROPERTY: ID KR1d0032\n"
ORDERED = """鄉飲酒禮第四¶
鄉飲酒之禮主人就先生而謀賓介(主人謂諸侯之鄉大夫也)主人戒賓賓拜辱主人答拜乃請賓賓禮辭許主人再拜賓答拜¶
(戒警也告也)主人退賓拜辱(退猶去也)介亦如之○記鄉朝服而謀賓介皆使能不宿戒(鄉鄉人謂鄉大夫也)¶
乃席賓主人介(席敷席也)衆賓之席皆不屬焉(席衆賓於賓席之西)尊兩壺于房户間斯禁有玄酒在西設篚于禁南東肆加二勺于兩壺¶
(斯禁禁切地無足者)設洗于阼階東南南北以堂深東西當東榮水在洗東篚在洗西南肆(榮屋翼)○記蒲筵緇布純(筵席也)¶
尊綌幂賓至徹之(綌葛也)獻用爵其他用觶(爵尊不䙝用之)羹定(肉謂之羹定猶孰也)主人速賓賓拜辱主人答拜還賓拜辱(速召也)¶
介亦如之(如速賓也)賓及衆賓皆從之(從猶隨也)主人一相迎于門外再拜賓賓答拜拜介介答拜(相主人之吏)揖衆賓(差益卑也)¶
主人揖先入(揖揖賓也)賓厭介入門左介厭衆賓入衆賓皆入門左北上(皆入門西東面)主人與賓三揖至于階三讓主人升賓升¶
主人阼階上當楣北面再拜賓西階上當楣北面答拜(三揖者將進揖)主人坐取爵于篚降洗(將獻賓也)賓降(從主人也)¶
"""


def _base(edition: Edition) -> list[tuple[str, str]]:
    return [(s.layer, s.passages[0] if s.passages else "") for s in edition.segments if s.layer in ("經", "記")]


def test_edit_the_record_behind_the_ritual() -> None:
    edition = edit(read_text(HEAD + ORDERED))
    assert_law1(edition)
    ritual = [f"04.{n:03d}" for n in range(1, 20)]
    expected = [*ritual[:4], "04.142", *ritual[4:8], "04.143", "04.144", "04.147", *ritual[8:]]
    assert [passage for _, passage in _base(edition)] == expected
    assert [layer for layer, passage in _base(edition) if passage in ("04.142", "04.143", "04.144", "04.147")] == [
        "記"
    ] * 4
    noted = [s.passages[-1] for s in edition.segments if s.layer == "注"]
    assert noted == [passage for passage in expected if passage != "04.004"]


@pytest.mark.shared
def test_edit_books_have_their_words_at_their_passages(shared: Path) -> None:
    """Of the base text of a book that follows the order, none agrees better with another place."""
    base, notes = known_passages(shared)
    for book, chapter in (("KR1d0038", "07"), ("KR1d0040", "09"), ("KR1d0032", "04")):
        edition = edit(read(shared / "texts" / book / f"{book}_0{chapter}.txt"))
        found = [one for one in judged(edition, base, notes, frozenset()) if one.segment.layer in ("經", "記")]
        wrong = [one for one in found if one.verdict in ("place", "chapter")]
        assert len(wrong) <= 0.08 * len(found), [one.segment.text for one in wrong]


@pytest.mark.shared
def test_edit_running_text_where_the_received_text_has_lost_a_page(shared: Path) -> None:
    """The words behind 05.343 are in no passage of KR1d0026: base text and note are parted by the mark all the same."""
    edition = edit(read(shared / "texts/KR1d0028/KR1d0028_005.txt"))
    assert_law1(edition)
    lost = [s for s in edition.segments if "05.343" in s.passages and s.layer in ("經", "記", "注")]
    texts = [(s.layer, s.text.lstrip("○")) for s in lost]
    assert ("記", "主人亦飲于西階上") in texts
    assert ("注", "就射爵而飲也已無俊才不可以辭罰") in texts
