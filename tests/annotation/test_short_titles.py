"""The graphs that may name a book are the same in the table and in the patterns."""

from yili_kg.annotation.short_titles import _rows
from yili_kg.tables.patterns import load_patterns


def test_table_and_patterns_name_the_same_graphs() -> None:
    begins, says = (load_patterns("titles")[name] for name in ("short-title-begins", "short-title-says"))
    han = [chr(code) for code in range(0x4E00, 0xA000)]
    named = {g for g in han if begins.match(g + "王" * 9) or any(says.match(g + verb + "王" * 9) for verb in "言云")}
    assert named == set(_rows())
