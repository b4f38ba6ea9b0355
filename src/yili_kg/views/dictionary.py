"""A dictionary of what the notes say: glosses and readings gathered by word, glosses of one word by meaning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from yili_kg.models import Annotated, Gloss, Reading, Segment
from yili_kg.text.folding import traditional
from yili_kg.text.graphs import stream

__all__ = ["Headword", "Said", "Sense", "gather", "headword_of", "parted", "short_senses"]

#: A definition of so many graphs is a word that others may explain in turn; longer ones paraphrase.
_WORD = 4


@dataclass(frozen=True, slots=True)
class Said:
    """A gloss or reading, the segment that it stands in and its number there, as its IRI has it."""

    found: Gloss | Reading
    segment: Segment
    number: int

    @property
    def placed(self) -> bool:
        """Whether the word stands in the text that the note explains."""
        return bool(self.found.target_segment)


@dataclass(frozen=True, slots=True)
class Sense:
    """A meaning of a word, in traditional graphs, and the glosses that give it, in the order of the sources."""

    meaning: str
    said: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Headword:
    """A word: how the sources write it, its senses (best attested first), the readings of it, and what is doubtful."""

    word: str
    written: tuple[str, ...]
    senses: tuple[Sense, ...]
    readings: tuple[Said, ...]
    doubtful: tuple[Said, ...] = ()

    @property
    def statements(self) -> tuple[Said, ...]:
        """Everything that is said on the word."""
        return (*(said for sense in self.senses for said in sense.said), *self.readings)


def headword_of(words: str) -> str:
    """The headword under which some words of a source stand: traditional graphs without punctuation."""
    return stream(traditional(words))[0]


def gather(editions: Iterable[Annotated]) -> list[Headword]:
    """The dictionary of some editions: first the words on which most is said where they stand in the text explained.

    Each gloss and reading is in it once, the doubtful ones apart, with words of which something is sure; a reading of words that the text lacks stands under its variant, a statement
    without any graph under its own text.
    """
    senses: dict[str, dict[str, list[Said]]] = {}
    readings: dict[str, list[Said]] = {}
    written: dict[str, set[str]] = {}
    doubtful: dict[str, list[Said]] = {}
    for annotated in editions:
        by_id = {s.id: s for s in annotated.edition.segments}
        for gloss, number, sure in _numbered(annotated.every("gloss", annotated.glosses)):
            said, word = Said(gloss, by_id[gloss.segment], number), headword_of(gloss.term) or gloss.text
            if not sure:
                doubtful.setdefault(word, []).append(said)
                continue
            written.setdefault(word, set()).add(stream(gloss.term)[0])
            meaning = headword_of(gloss.definition) or gloss.definition
            senses.setdefault(word, {}).setdefault(meaning, []).append(said)
        for reading, number, sure in _numbered(annotated.every("reading", annotated.readings)):
            said = Said(reading, by_id[reading.segment], number)
            word = headword_of(reading.base) or headword_of(reading.variant) or reading.text
            if not sure:
                doubtful.setdefault(word, []).append(said)
                continue
            written.setdefault(word, set()).add(stream(reading.base or reading.variant)[0])
            readings.setdefault(word, []).append(said)
    words = [
        Headword(
            word,
            tuple(sorted(forms - {word, ""})),
            tuple(sorted((Sense(m, tuple(s)) for m, s in senses.get(word, {}).items()), key=_weight)),
            tuple(readings.get(word, ())),
            tuple(doubtful.get(word, ())),
        )
        for word, forms in written.items()
    ]
    return sorted(words, key=_rank)


def short_senses(word: Headword) -> list[Sense]:
    """The senses that are words, not paraphrases."""
    return [s for s in word.senses if len(s.meaning) <= _WORD]


def parted(word: Headword) -> tuple[bool, bool]:
    """Whether two 篇, and whether two voices, each give the word a meaning that the other does not give.

    Only meanings that are words count; a voice is the work that is quoted, else the speaker.
    """
    by_chapter: dict[str, set[str]] = {}
    by_voice: dict[str, set[str]] = {}
    for sense in short_senses(word):
        for said in sense.said:
            gloss = said.found
            if said.segment.chapter:
                by_chapter.setdefault(said.segment.chapter, set()).add(sense.meaning)
            voice = (gloss.quoted if isinstance(gloss, Gloss) else "") or gloss.speaker
            if voice:
                by_voice.setdefault(voice, set()).add(sense.meaning)
    return _apart(by_chapter.values()), _apart(by_voice.values())


def _apart(groups: Iterable[set[str]]) -> bool:
    return any(a - b and b - a for a, b in combinations(groups, 2))


def _rank(word: Headword) -> tuple[int, int, str]:
    return -sum(s.placed for s in word.statements), -len(word.statements), word.word


def _weight(sense: Sense) -> tuple[int, int, int, str]:
    """Best attested first; a meaning whose word stands in the text explained before one whose word does not."""
    return -sum(s.placed for s in sense.said), -len(sense.said), len(sense.meaning), sense.meaning


def _numbered(found: Iterable[tuple[Any, bool]]) -> Iterator[tuple[Any, int, bool]]:
    """Each with its number in its segment among all, as in the IRIs of `graph.lift_notes`, and whether it is sure."""
    counts: dict[str, int] = {}
    for each, is_sure in found:
        counts[each.segment] = counts.get(each.segment, 0) + 1
        yield each, counts[each.segment], is_sure
