from __future__ import annotations

from yili_kg.graph.iris import local, named


def test_iris_hold_any_character_there_is() -> None:
    """Found by the fuzzer: the code points at the end of a plane (讀曰 with U+2FFFF before it) are none of an IRI."""
    for code in (c for c in range(0x110000) if not 0xD800 <= c < 0xE000):
        named(chr(code))
    assert local("\U0002ffff爵\ufdd0\U000f0000") == "u2FFFF爵uFDD0uF0000"
