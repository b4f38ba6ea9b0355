"""What a man is called by himself or to his face in the cited books: benchmarks/derive/given_names_in_books.py

Reads the library (`YILI_REFERENCE`, or `reference/` below `YILI_SHARED`) and writes
`extraction/reference/given-names-in-books.tsv`: facts only, no words of the books. A note says whose name or style a word is
(肥康子名, 子餘趙衰字): the word stands right before a name that the lexicon knows, or that is decided in the division
(`persons_in_books.py`), and 名 or 字 behind it. It is kept where the text of the division has it once, or each time behind a
verb of sending and calling (使求), so that no other word is meant; of two graphs and one the longer. A style has two graphs.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from benchmarks.derive.persons_in_books import Names, persons, places, stretches, write_rows

from yili_kg.lexicon import load_lexicon
from yili_kg.reference.persons import load_persons_in_books
from yili_kg.reference.reigns import posthumous
from yili_kg.reference.shelf import Strand
from yili_kg.text.folding import fold
from yili_kg.text.graphs import occurrences

HEAD = """\
# Whose name or style a word is at a place of a cited book, as the notes on it say; made by
#   benchmarks/derive/given_names_in_books.py (facts; no words of the books). form: folded; concept: headword of the lexicon;
#   book, graphs: from which graph to which of the text of that book the word stands.
division	form	concept	book	graphs
"""
#: What follows the name it tells; behind 名 with these something is done to the name.
SAID = re.compile("名(?![以目告司言貶曰不為])|字(?![以曰])")
#: Behind these stands a man.
CALLING = frozenset("使命謂召")
#: No name holds one of these.
PARTICLES = frozenset("也之者曰以其而於于不氏曰反切音")


def rows_of(strands: list[Strand], known: Names) -> Iterator[tuple[str, ...]]:
    """The rows of one work: the places are those of the first of its texts."""
    text = next(s for s in strands if s.layer == "text")
    notes: dict[str, list[str]] = defaultdict(list)
    for strand in strands:
        if strand.layer == "note":
            for division, first, end in stretches(strand):
                notes[division].append(strand.shown[first:end])
    for division, first, end in stretches(text):
        words = text.shown[first:end]
        told: dict[str, set[str]] = defaultdict(set)
        for note in notes[division]:
            for form, concept in told_in(note, words, division, known):
                told[form].add(concept)
        for form, concepts in sorted(told.items()):
            if len(concepts) == 1:
                concept = concepts.pop()
                for at in occurrences(form, words):
                    yield division, form, concept, text.book, f"{first + at}-{first + at + len(form)}"


def told_in(note: str, words: str, division: str, known: Names) -> Iterator[tuple[str, str]]:
    """Each word of which a note says whose name it is, and whose."""
    for at, form in persons(note, known):
        concept = known.full.get(form) or load_persons_in_books().who(division, form)
        said = SAID.match(note, at + len(form))
        if not concept or not said or titled(form):
            continue
        for size in (2, 1)[: 1 if said.group() == "字" else 2]:
            word = note[max(0, at - size) : at]
            if len(word) == size and plain(word, words) and not PARTICLES & set(word) and not known_word(word):
                yield word, concept
                break


def plain(word: str, words: str) -> bool:
    """Whether a word can only be the name: the division has it once, or each time behind a verb of sending and calling."""
    places = list(occurrences(word, words))
    return len(places) == 1 or (bool(places) and all(words[at - 1 : at] in CALLING for at in places))


def titled(form: str) -> bool:
    """Whether a man is told by state and rank: his name stands behind (蔡侯名), or another word follows."""
    return (form[-1] in "侯伯子男" and len(form) == 2) or form.endswith("大夫")


def known_word(word: str) -> bool:
    """Whether the lexicon has the word as another thing than a person, or it begins with a state or is two rulers."""
    forms = load_lexicon().forms.get(fold(word), ())
    if len(word) > 1 and (word[0] in places() or set(word) <= {f[0] for f in posthumous()}):
        return True
    return bool(forms) and all(f.type != "person" for f in forms)


if __name__ == "__main__":
    write_rows(rows_of, "given-names-in-books.tsv", HEAD)
