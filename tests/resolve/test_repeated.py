"""What a sub-commentary repeats is what was decided where it stands first."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reading.conftest import reading_of
from yili_kg.analyse import analyse
from yili_kg.annotation.by_hand import ByHand
from yili_kg.layers import edit
from yili_kg.models import Annotated, Mention, ShortCitation
from yili_kg.pipeline import shipped_sources
from yili_kg.sources import read


@pytest.fixture(scope="module")
def by_rules() -> Annotated:
    source = next(path for path in shipped_sources() if path.name.startswith("000"))
    return analyse(edit(read(source)), hand=ByHand(received=False))


def whole_notes(found: Annotated) -> list[tuple[ShortCitation, Mention]]:
    """Lemmas that repeat a stretch of one note with just one mention, a role, in it and in the whole note."""
    mentions: dict[str, list[Mention]] = {}
    for m in found.mentions:
        mentions.setdefault(m.segment, []).append(m)
    return [
        (e, mentions[e.target_segment][0])
        for e in found.ellipses
        if e.form == "lemma" and len(mentions.get(e.target_segment, [])) == 1
        for m in mentions[e.target_segment]
        if m.type == "role" and e.target_start <= m.start and m.end <= e.target_end
    ]


def test_repeated_words_take_over_what_was_read(by_rules: Annotated, tmp_path: Path) -> None:
    lemma, mention = whole_notes(by_rules)[0]
    target = next(s for s in by_rules.edition.segments if s.id == lemma.target_segment)
    first, last = target.inside(mention.start, mention.end)
    other = "眾賓" if mention.concept != "眾賓" else "主人"
    marked = f"{target.text[:first]}{{R={other}:{target.text[first:last]}}}{target.text[last:]}"
    own = reading_of(f"§ {target.passages[0]} {target.layer}\n| {marked}\n", tmp_path / "10")
    found = analyse(by_rules.edition, hand=ByHand(received=False, own=own))
    repeated = [m for m in found.mentions if lemma.start <= m.start and m.end <= lemma.end]
    assert [(m.text, m.concept, m.read_by) for m in repeated] == [(mention.text, other, "Mei")]
    raw = found.edition.document.raw
    assert all(raw[m.start] == m.text[0] and raw[m.end - 1] == m.text[-1] for m in repeated)
    elsewhere = [m for m in found.mentions if m.segment == lemma.segment and not lemma.start <= m.start < lemma.end]
    assert elsewhere == [
        m for m in by_rules.mentions if m.segment == lemma.segment and not lemma.start <= m.start < lemma.end
    ]


def test_repeated_words_stay_as_the_rules_have_them_where_nobody_read(by_rules: Annotated) -> None:
    assert analyse(by_rules.edition, hand=ByHand(received=False, own={})) == by_rules
