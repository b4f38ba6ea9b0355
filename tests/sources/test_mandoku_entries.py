"""Entries whose first line is flush and whose others are set in (張淳's corrections of the 儀禮)."""

from __future__ import annotations

from tests.sources.mandoku import page, read

_ENTRIES = (
    "眂　注曰天子與其臣𤣥冕以視朔皮弁以日視朝諸",
    "　侯與其臣皮弁以視朔按釋文云眂音視從釋文",
    "撤　經曰徹筮席注曰徹去也按釋文寫注作撤注舉",
    "　經以釋之注字必與經同從釋文(案説文/無撤字)",
    "　(徹通徹去古皆/用徹)",
    "染　注曰凡染絳一入謂之縓再入謂之赬三入謂之",
    "　纁朱則四入歟按釋文云染如琰反",
    "也　注曰固以請也按疏無也字從疏",
    "捷　注曰扱柶于醴中按釋文云捷初洽反本又作插",
    "　亦作扱其後鄉射之注曰搢插也",
)


def test_an_entry_is_its_authors_whole() -> None:
    raw = page(
        "儀禮識誤",
        "欽定四庫全書",
        "　儀禮識誤卷一",
        "　　　　　　　　　　　　宋　張淳　&KR0103;",
        "　　士冠禮誤字",
        *_ENTRIES,
        "　　士昬禮誤字",
        "遁　注曰辟逡巡按釋文云逡遁音旬鄭氏于儀禮用",
        "　又作擐音患從釋文",
        number="KR1d0029",
    )
    assert read(raw)[3:] == [
        ("題", "", "士冠禮誤字"),
        ("述註", "張淳", "眂注曰天子與其臣𤣥冕以視朔皮弁以日視朝諸侯與其臣皮弁以視朔按釋文云眂音視從釋文"),
        ("述註", "張淳", "撤經曰徹筮席注曰徹去也按釋文寫注作撤注舉經以釋之注字必與經同從釋文"),
        ("考證", "", "案説文無撤字徹通徹去古皆用徹"),
        ("述註", "張淳", "染注曰凡染絳一入謂之縓再入謂之赬三入謂之纁朱則四入歟按釋文云染如琰反"),
        ("述註", "張淳", "也注曰固以請也按疏無也字從疏"),
        ("述註", "張淳", "捷注曰扱柶于醴中按釋文云捷初洽反本又作插亦作扱其後鄉射之注曰搢插也"),
        ("題", "", "士昬禮誤字"),
        ("述註", "張淳", "遁注曰辟逡巡按釋文云逡遁音旬鄭氏于儀禮用又作擐音患從釋文"),
    ]


def test_a_headline_of_entries_names_the_chapter() -> None:
    from yili_kg.sources.mandoku import read as read_file

    found = read_file(
        page("儀禮識誤", "欽定四庫全書", "　儀禮識誤卷一", "　　士冠禮誤字", *_ENTRIES, "　　士昬禮誤字", *_ENTRIES)
    )
    chapters = [block.chapter for block in found.blocks if block.layer not in ("題", "考證")]
    assert chapters == ["01"] * 5 + ["02"] * 5


def test_short_base_text_with_comments_below_is_no_entry() -> None:
    raw = page(
        "儀禮述註",
        "　　士昬禮第二",
        *(
            line
            for text in ("納采用鴈", "主人筵于户西", "使者𤣥端至", "擯者出請事", "主人如賓服")
            for line in (text, "　註曰達通也將欲與彼合昏姻必先使媒氏下通")
        ),
    )
    assert {layer for layer, _, _ in read(raw)} == {"題", "經", "注"}
