from __future__ import annotations

from pathlib import Path

import pytest

from yili_kg.analyse import analyse_text
from yili_kg.errors import DataError
from yili_kg.lexicon import load_lexicon
from yili_kg.models import Segment
from yili_kg.resolve.note_writers import NOTE_WRITER, load_note_writers, note_writers, read_note_writers
from yili_kg.text.folding import fold


def segment(text: str, layer: str) -> Segment:
    return Segment(
        id="s", layer=layer, speaker="", chapter="", passages=(), extent="", comments_on="", pieces=((0, len(text)),),
        text=text, offsets=tuple(range(len(text))), order=0,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "layer", "cited", "taken", "who"),
    [
        ("凡伯不賓服注云戎以朝禮", "疏", "左傳·隱公七年", False, ["服虔"]),
        ("凡伯不賓服注亦云戎以朝禮", "疏", "左傳", False, ["服虔"]),
        ("凡伯不賓服注云戎以朝禮", "疏", "周禮·司服", False, []),  # the note on a line about dress
        ("凡伯不賓服注云戎以朝禮", "疏", "", False, []),
        ("凡伯不賓服注云戎以朝禮", "經", "左傳", False, []),
        ("各以其爵朝服注云", "疏", "左傳", True, []),  # 朝服 is a word of its own
        ("服注與賓客", "疏", "左傳", False, []),
        ("使者何注云大夫", "疏", "公羊傳·宣公八年", False, ["何休"]),
    ],
)
def test_note_writer_is_told_by_the_cited_book(text: str, layer: str, cited: str, taken: bool, who: list[str]) -> None:
    found = list(note_writers(segment(text, layer), fold(text), lambda _: taken, lambda _: cited))
    assert [m.concept for m in found] == who
    assert all(m.rule == NOTE_WRITER and len(m.text) == 1 for m in found)


def test_garments_are_no_person() -> None:
    assert not [m for m in analyse_text("加元服注令吉皆善也").mentions if m.type == "person"]


def test_broken_writers_name_file_and_line(tmp_path: Path) -> None:
    assert "服" in load_note_writers()
    path = tmp_path / "note-writers.tsv"
    path.write_text("name\tconcept\tworks\treason\n服\t無此人\t左傳\tr\n", encoding="utf-8")
    with pytest.raises(DataError, match="no person 無此人") as error:
        read_note_writers(path, load_lexicon())
    assert "note-writers.tsv:2" in str(error.value)
