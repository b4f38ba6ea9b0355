from __future__ import annotations

from pathlib import Path

from yili_kg.annotation.run import annotate
from yili_kg.annotation.unknown import unknown_nouns
from yili_kg.layers import edit
from yili_kg.sources import read


def test_unknown_nouns_are_frequent_words_behind_verbs_of_handling(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("主人執璖璖。賓執璖璖。介執璖璖。主人執爵,賓執爵,介執爵。", encoding="utf-8")
    (found,) = unknown_nouns([annotate(edit(read(path, reader="plain")))])
    assert (found.word, found.count) == ("璖璖", 3)
    assert "執璖璖" in found.context
