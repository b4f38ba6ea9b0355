"""What is whose in an author's book of Kanripo with notes in brackets: his own words, what he quotes, the old notes."""

from __future__ import annotations

from tests.sources.mandoku import page, read


def test_what_an_author_quotes_of_a_note_goes_on_with_his_sentence() -> None:
    raw = page(
        "禮經本義",
        "國朝蔡德晉撰",
        "燕禮第六",
        "君國中射則皮樹中(國中射謂燕射於公宫也皮樹鄭康成云獸名/郝仲輿則云馬也)",
        "凡畫者丹質(鄭康成曰此所/謂獸侯也)",
        number="KR1d0044",
    )
    assert read(raw)[2:] == [
        ("經", "", "君國中射則皮樹中"),
        ("述註", "蔡德晉", "國中射謂燕射於公宫也皮樹鄭康成云獸名郝仲輿則云馬也"),
        ("經", "", "凡畫者丹質"),
        ("注", "鄭玄", "鄭康成曰此所謂獸侯也"),
    ]


def test_text_that_is_set_in_below_a_short_line_begins_anew() -> None:
    raw = page(
        "宮室考",
        "堂稜謂之廉廉以下謂之戺堂之邊逺",
        "謂之垂",
        "　　右廟○記王立七廟一壇一墠曰考廟曰王考廟",
        "　　　曰皇考廟(祭法○築土曰壇除地/曰墠)",
        number="KR1d0045",
    )
    assert [text for layer, _, text in read(raw) if layer == "經"] == [
        "堂稜謂之廉廉以下謂之戺堂之邊逺謂之垂",
        "右廟○記王立七廟一壇一墠曰考廟曰王考廟曰皇考廟",
    ]


def test_a_book_that_sets_classics_anew_has_the_old_note_of_each() -> None:
    raw = page(
        "儀禮經傳通解",
        "典瑞凡賓客之事共其玉器(賓客謂朝聘者/玉器謂四圭祼圭之屬)川衡共川奠(川奠籩豆之實/魚鱐蜃蛤之屬)",
        "酒正共禮酒(今按此與下文/同其說見後)",
        number="KR1d0085",
    )
    assert [(layer, speaker) for layer, speaker, _ in read(raw) if layer not in ("題", "經")] == [
        ("注", ""),  # whose it is depends on the classic
        ("注", ""),
        ("述註", "朱熹"),
    ]
