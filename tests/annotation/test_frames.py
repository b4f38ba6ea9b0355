"""The frames of the steps: every example gives what it says, nothing fires where it must not."""

from __future__ import annotations

from pathlib import Path

import pytest

from yili_kg.annotation.steps import read_words
from yili_kg.annotation.steps.frames import Example, Frame, load_frames, read_frames
from yili_kg.annotation.steps.words import read_words_file
from yili_kg.errors import DataError
from yili_kg.models import Step

FRAMES = load_frames().frames
EXAMPLES = [(f, e) for f in FRAMES for e in f.examples]
AVOIDED = [(f, a) for f in FRAMES for a in f.avoid]


def _steps(marked: str) -> tuple[int, tuple[Step, ...]]:
    return marked.index("⟦"), read_words(marked.replace("⟦", "").replace("⟧", ""))


@pytest.mark.parametrize(("frame", "example"), EXAMPLES, ids=[f"{f.id}-{e.text}" for f, e in EXAMPLES])
def test_frame_reads_its_example(frame: Frame, example: Example) -> None:
    place, steps = _steps(example.text)
    found = [s for s in steps if s.start == place]
    assert [s.rule for s in found] == [frame.id]
    step = found[0]
    for slot, expected in example.slots:
        value = getattr(step, "origin" if slot == "from" else slot)
        if isinstance(value, tuple):
            assert [("*" if f.supplied else "") + f.text for f in value] == expected, slot
        else:
            assert value == expected, slot


@pytest.mark.parametrize(("frame", "avoided"), AVOIDED, ids=[f"{f.id}-{a}" for f, a in AVOIDED])
def test_frame_keeps_away_from_other_words(frame: Frame, avoided: str) -> None:
    place, steps = _steps(avoided)
    assert not [s for s in steps if s.start == place and s.rule == frame.id]


def test_every_frame_has_an_example() -> None:
    assert [f.id for f in FRAMES if not f.examples] == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("- id: a\n  verbs: [取]\n  reason: r\n  examples: [{text: 無}]\n", "⟦"),
        ("- id: a\n  verbs: [取]\n  reason: r\n  yu: nowhere\n  examples: [{text: '⟦取⟧爵'}]\n", "yu is one of"),
        (
            "- id: a\n  verbs: [取]\n  reason: r\n  not_after: '('\n  examples: [{text: '⟦取⟧爵'}]\n",
            "regular expression",
        ),
        ("- id: a\n  verbs: [取]\n  reason: r\n  examples: [{text: '⟦取⟧爵', whither: [篚]}]\n", "no slots whither"),
        ("- id: a\n  verbs: 取\n  reason: r\n  examples: [{text: '⟦取⟧爵'}]\n", "verbs is a list"),
        ("- id: a\n  verbs: [取]\n  examples: [{text: '⟦取⟧爵'}]\n", "lacks reason"),
    ],
)
def test_broken_frame_is_told_with_its_place(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "10-x.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=words) as caught:
        read_frames(tmp_path)
    assert "10-x.yaml:1" in caught.value.where


def test_list_of_words_wants_its_reason(tmp_path: Path) -> None:
    path = tmp_path / "words.yaml"
    path.write_text("adverbs: {words: [乃]}\n", encoding="utf-8")
    with pytest.raises(DataError, match="the lists are"):
        read_words_file(path)
