from __future__ import annotations

from yili_kg.views.concepts.records import record_link


def test_record_on_a_page_is_a_link_with_the_name_of_its_list() -> None:
    shown = record_link("exactMatch", "https://cbdb.fas.harvard.edu/cbdbapi/person.php?id=450758")
    assert 'href="https://cbdb.fas.harvard.edu/cbdbapi/person.php?id=450758"' in shown
    assert "China Biographical Database</span> 450758" in shown
    assert record_link("closeMatch", "https://www.kanripo.org/text/KR1d0026").count("≈") == 1


def test_record_of_no_known_list_stands_whole_and_what_is_no_address_is_no_link() -> None:
    assert "exactMatch https://example.org/1" in record_link("exactMatch", "https://example.org/1")
    assert "<a" not in record_link("exactMatch", 'javascript:"1"')
    assert '"1"' not in record_link("exactMatch", 'javascript:"1"')
