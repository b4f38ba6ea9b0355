from __future__ import annotations

from pathlib import Path

import pytest

from yili_kg.annotation.fanqie import sound_spans
from yili_kg.annotation.scopes import scope_spans
from yili_kg.errors import DataError
from yili_kg.tables.patterns import load_patterns, read_patterns


@pytest.mark.parametrize("name", ["scopes", "fanqie", "simplified"])
def test_patterns_take_their_examples(name: str) -> None:
    assert load_patterns(name).fails() == []


def scopes(text: str, layer: str = "疏") -> list[str]:
    return [text[a:b] for a, b in scope_spans(text, layer)]


def test_scopes_in_the_layers_that_speak_of_them() -> None:
    text = "自此盡反位論將為賓,今文縮為蹙。"
    assert scopes(text) == ["自此盡反位", "今文縮為蹙"]
    assert scopes(text, "互註") == ["自此盡反位", "今文縮為蹙"]
    assert scopes(text, "音義") == ["今文縮為蹙"]
    assert scopes(text, "注") == ["今文縮為蹙"]
    assert scopes(text, "經") == []


def test_scopes_of_a_simplified_text() -> None:
    assert scopes("自此尽反位论将为宾") == ["自此尽反位"]


def test_sounds_only_where_they_are_spelled() -> None:
    assert sound_spans("鶉音淳", "疏") == []
    assert sound_spans("音义", "音義") == []


def test_a_pattern_that_python_may_read_otherwise_is_refused(tmp_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("- id: a\n  reason: b\n  pattern: '[[甲]乙'\n  match: [甲]\n  avoid: [乙]\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"x\.yaml:1: rule a: no regular expression \(Possible nested set\)"):
        read_patterns(path)
    assert not list(recwarn)
