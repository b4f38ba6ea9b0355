"""Notes of any length are read in a time that grows with them; where reading stops short, a record says so."""

from __future__ import annotations

import subprocess
import sys

import pytest

from yili_kg.annotation.notes.by_rules import find_notes
from yili_kg.annotation.notes.context import note_tokens, things
from yili_kg.annotation.notes.explained import Explained
from yili_kg.annotation.notes.plain import MOST_TRIED
from yili_kg.annotation.notes.tokens import Base, NoteTokens, tokens_of
from yili_kg.models import Document, Edition, Segment
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

#: Seconds of a processor after which a note of some thousand graphs counts as hanging; it takes a tenth of that.
HANGS = 60

READ = """
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[2]), int(sys.argv[2])))  # beyond, the system ends it
from yili_kg.annotation.notes.claims import find_claims
from yili_kg.annotation.notes.context import repeated_spans, things
from yili_kg.annotation.notes.norms import find_norms
from yili_kg.annotation.notes.by_rules import find_notes
from yili_kg.annotation.notes.tokens import Base, tokens_of
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream
for words in sys.argv[1].split():
    note = fold(words) * (6000 // len(words))
    for text in ("主人辱" + note[:1500], "賓"):
        base = [Base("base", *stream(fold(text)))]
        for layer in ("注", "疏"):
            spans = repeated_spans(note, base) if layer == "疏" else ()
            tokens = tokens_of(note, layer, base, silent=spans, things=things())
            find_notes(tokens)
            find_claims(tokens, "鄭玄")
            find_norms(tokens.graphs, tokens.gaps)
"""


def tokens(note: str, base: str, layer: str = "注") -> NoteTokens:
    return tokens_of(note, layer, [Base("base", *stream(fold(base)))], things=things())


def test_a_row_of_terms_with_zhe_is_read_as_far_as_it_goes() -> None:
    """辱天者辱天者…辱地也: each 者 may end a meaning, and all ways to go on behind it were tried again for each."""
    glosses, _, lost = find_notes(tokens("辱天者" * 16 + "辱地也", "主人辱"))
    assert [(g.start, g.end) for g in glosses] == [(n, n + 3) for n in range(0, 51, 3)]
    assert [g.definition for g in glosses[1:-1]] == [(n + 1, n + 3) for n in range(3, 48, 3)]
    assert (glosses[0].definition, glosses[-1].definition) == ((1, 3), (49, 50))
    assert not lost


@pytest.mark.parametrize("end", ["辱地也", ""])
def test_a_clause_that_can_be_read_in_too_many_ways_is_told_and_left(end: str) -> None:
    note = tokens("辱天者" * 700 + end, "主人辱")
    glosses, _, lost = find_notes(note)
    assert not glosses
    ((kind, row),) = lost
    assert kind == "gloss"
    assert (row.start, row.end) == (0, len(note.graphs))
    assert str(MOST_TRIED) in row.reason


def segment(name: str, layer: str, text: str, order: int, target: str = "") -> Segment:
    return Segment(
        id=name,
        layer=layer,
        speaker="",
        chapter="04",
        passages=("04.001",),
        extent="whole",
        comments_on=target,
        pieces=((order * 100_000, order * 100_000 + len(text)),),
        text=text,
        offsets=tuple(range(order * 100_000, order * 100_000 + len(text))),
        order=order,
    )


def edition(segments: list[Segment]) -> Edition:
    document = Document(raw="", sha256="", name="n", title="", label="", reader="plain", blocks=(), noise=())
    return Edition(document=document, segments=tuple(segments))


def test_the_text_that_a_note_explains_is_bounded_and_told() -> None:
    long = segment("text", "經", "主人戒賓" * Explained.MOST, 0)
    note = segment("note", "注", "戒警也", 1, "text")
    ((_, tokens),) = note_tokens(edition([long, note]), (), ())
    assert sum(len(base.graphs) for base in tokens.base) == Explained.MOST
    glosses, _, lost = find_notes(tokens)
    assert len(glosses) == 1
    assert [row.reason for _, row in lost if str(Explained.MOST) in row.reason]


def test_a_sub_commentary_explains_its_own_note_and_not_all_of_a_crowd() -> None:
    notes = [segment(f"note{n}", "注", "戒警也", n + 1, "text") for n in range(Explained.PARTS + 50)]
    last = segment("last", "疏", "云戒警也者", len(notes) + 1, notes[-1].id)
    told = {
        s.id: tokens for s, tokens in note_tokens(edition([segment("text", "經", "主人戒賓", 0), *notes, last]), (), ())
    }
    assert told["last"].base[0].segment == notes[-1].id
    assert len(told["last"].base) == Explained.PARTS
    assert told["last"].unread
    assert not told["note0"].unread


def test_clauses_beside_the_one_that_was_left_are_read() -> None:
    glosses, _, lost = find_notes(tokens("辱汙也。" + "辱天者" * 700 + "辱地也。辱恥也。", "主人辱"))
    assert len(lost) == 1
    assert len(glosses) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of a process's time")
@pytest.mark.parametrize(
    "words",
    [
        "曰 謂 猶 言 讀為 由 此",
        "辱曰 辱謂辱 辱猶辱 言辱 辱讀為辱 之言 之屬 若今 謂之",
        "古文皆 今文或 古文 今文曰 今文曰辱 或為辱 當為 書或為 本又作",
        "者 也 皆 亦 鄭 故 云 知 云主人 鄭以為 無正文 一 一里 辱者 大辱者",
        "士一大夫二 士一大夫 天子十二 士則鹿中大夫",
        "云主人辱， 猶辱， 曰辱， 辱讀為， 今文曰， 者，",
    ],
)
def test_formula_words_without_end_do_not_hang(words: str) -> None:
    done = subprocess.run([sys.executable, "-c", READ, words, str(HANGS)], check=False, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
