from __future__ import annotations

from yili_kg.tables.patterns import load_patterns


def test_short_citations_take_their_examples() -> None:
    assert load_patterns("short-citations").fails() == []
