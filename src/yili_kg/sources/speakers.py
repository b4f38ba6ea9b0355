"""Who speaks in a comment: 註曰 … ○疏曰 … ○楊氏曰 …, by the marks of `extraction/rules/speakers.tsv`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from yili_kg.data import data_folder
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.rulebook import Filled, FoldedWord
from yili_kg.tables.table import Row, read_table
from yili_kg.tables.wordlists import load_word_lists
from yili_kg.text.folding import fold

__all__ = [
    "Speaker",
    "begins_behind_a_note",
    "begins_comment",
    "begins_voice",
    "begins_within",
    "by_surname",
    "full_name",
    "given_name",
    "goes_on",
    "load_speakers",
    "names_himself",
    "names_layer",
    "opening",
    "says_here",
    "spoken_name",
    "unknown_name",
    "unknown_names",
]

_VOICES = "sources/voices"


class Speaker(Row):
    """A mark (註, 楊氏) with who speaks after it, in which layer, and the book that is meant where it is clear."""

    mark: FoldedWord
    speaker: str
    layer: Filled
    book: str = ""
    surname: FoldedWord = ""
    name: FoldedWord = ""
    style: FoldedWord = ""
    dynasty: str = ""
    reason: Filled

    def also(self) -> tuple[str, ...]:
        """The other folded names under which he is cited: 敖氏繼公, 敖氏君善, 敖繼公, 君善."""
        if not self.surname:
            return ()
        own = (self.name, *self.style.split())
        polite = tuple(self.surname + clan + n for clan in _words("surname") for n in own)
        if self.dynasty not in _words("later-dynasties") and self.layer in layers().later:
            return polite
        return (*polite, *(self.surname + n for n in own), *self.style.split())


@cache
def load_speakers() -> dict[str, Speaker]:
    """Speakers by folded mark, and by the names that follow from it; raises DataError on a broken row."""
    rows = read_table(data_folder("extraction") / "rules" / "speakers.tsv", Speaker, unique=("mark",))
    marks = {row.mark: row for row in rows}
    for row in rows:
        for mark in row.also():
            marks.setdefault(mark, row)
    return marks


def _words(name: str) -> tuple[str, ...]:
    return load_word_lists("sources/words")[name].words


@cache
def _opening() -> re.Pattern[str]:
    marks = "|".join(re.escape(m) for m in sorted(load_speakers(), key=lambda m: (-len(m), m)))
    voices = load_patterns(_VOICES)
    return re.compile(
        rf"○?{voices.source('kind-of-remark')}?(?:({marks})\s*{voices['says'].pattern}|({voices['own-remark'].pattern}))"
    )


def begins_comment(line: str) -> bool:
    """Whether a folded line begins as a comment does (註曰, ○疏曰, 楊氏曰), also of one by a surname that the table does not know."""
    words = line.lstrip(" 　\t")
    return _opening().match(words) is not None or load_patterns(_VOICES)["surname-opens"].match(words) is not None


def begins_voice(words: str, at: int) -> bool:
    """Whether at `at` in folded words somebody begins to speak, whom the table knows or the author himself."""
    return _opening().match(words, at) is not None


def opening(words: str, at: int = 0) -> Speaker | None:
    """Who begins to speak at `at` in folded words (○疏曰, 楊氏云), where the table knows the mark."""
    match = _opening().match(words, at)
    return load_speakers().get(match.group(1)) if match and match.group(1) else None


def begins_within(words: str, author: str = "") -> list[int]:
    """Where in folded words a voice surely begins though nothing parts it from what stands before.

    Those are the full names of known speakers with a verb (敖氏繼公曰, 敖繼公曰), later speakers by surname behind the
    end of a sentence (…也朱子曰), and the `author` by his given name (繼公謂, behind the end of a sentence 復案) or with
    words for himself (愚謂).
    """
    patterns = load_patterns(_VOICES)
    found = {m.start() for m in _within().finditer(words) if _opens_within(words, m)}
    found.update(m.start() for m in _behind_a_sentence().finditer(words))
    if author:
        found.update(m.start() for m in patterns["own-within"].finditer(words) if words[m.start() - 1] not in "○〇")
    given = given_name(author)
    if given:
        own = re.compile(rf"○?{re.escape(given)}{patterns.source('says-himself')}")
        alone = len(given) == 1
        ended = patterns["sentence-ends"]
        found.update(m.start() for m in own.finditer(words) if not alone or ended.match(words, m.start() - 1))
    return sorted(found - {0})


def _opens_within(words: str, name: re.Match[str]) -> bool:
    """Whether a full name with a verb of speech opens a voice within folded words.

    What an author only quotes goes on with his sentence: 從敖繼公曰, and of the old notes 皮樹鄭康成云獸名.
    """
    patterns = load_patterns(_VOICES)
    if patterns["quoting"].match(words, name.start() - 1):
        return False
    known = opening(words, name.start())
    said = patterns["opens-firmly"].search(name.group()) is not None or known is None or known.layer in layers().later
    return said or patterns["sentence-ends"].match(words, name.start() - 1) is not None


def begins_behind_a_note(words: str) -> list[int]:
    """Where in the folded words of a comment that opens with 注云 the sub-commentary on the note and the author begin to speak.

    A circle parts the voices otherwise: behind one none is looked for.
    """
    opened = opening(words)
    if opened is None or opened.layer not in layers().notes:
        return []
    patterns = load_patterns(_VOICES)
    circle = patterns["circle"].search(words, 1)
    stop = circle.start() if circle is not None else len(words)
    own = patterns["own-behind-a-note"].search(words, 0, stop)
    sub = patterns["sub-behind-a-note"].search(words, 0, own.start() + 1 if own is not None else stop)
    return [m.start() for m in (sub, own) if m is not None]


def goes_on(words: str, at: int) -> bool:
    """Whether at `at` in folded words the author goes on behind a note."""
    return load_patterns(_VOICES)["own-behind-a-note"].match(words, at) is not None


def names_himself(words: str, author: str, at: int = 0) -> bool:
    """Whether at `at` in folded words the author speaks by his given name or its last graph: 光坡謂, 坡謂."""
    given = given_name(author)
    if not given:
        return False
    says = load_patterns(_VOICES)["says-himself"]
    at += words.startswith("○", at)
    return any(words.startswith(n, at) and says.match(words, at + len(n)) for n in (given, given[-1]))


def spoken_name(words: str, speaker: str, at: int = 0) -> int:
    """Where in folded words the name of the speaker and his verb end that stand at `at` (繼公謂, 敖氏繼公曰); 0 for none."""
    given = given_name(speaker)
    says = load_patterns(_VOICES)["says-himself"]
    for name in (given, given[-1:]):
        match = says.match(words, at + len(name)) if name and words.startswith(name, at) else None
        if match:
            return match.end()
    known = _opening().match(words, at) or load_patterns(_VOICES)["full-name"].match(words, at)
    return known.end() if known else 0


def given_name(author: str) -> str:
    """The folded given name of somebody: behind his surname."""
    known = _named(fold(author))
    if known is not None and known.name:
        return known.name
    length = len(author)
    return fold(author)[1 if length <= 3 else 2 :] if 2 <= length <= 4 else ""


@cache
def _within() -> re.Pattern[str]:
    """Full names of known speakers, surname, 氏 and name, or surname and a name of two graphs, with a verb of speech."""
    clan = _words("surname")
    full = [m for m, s in load_speakers().items() if any(c in m[1:-1] for c in clan) or _is_full(m, s)]
    voices = load_patterns(_VOICES)
    return re.compile(rf"○?{voices.source('kind-of-remark')}?{_any_of(full)}{voices['says'].pattern}")


def _is_full(mark: str, speaker: Speaker) -> bool:
    """Whether a mark is a surname with a name of two graphs, so that it is hardly anything else."""
    surname, clan = speaker.surname, _words("surname")
    return bool(surname) and mark.startswith(surname) and len(mark) > 2 and not mark.endswith(clan)


@cache
def _behind_a_sentence() -> re.Pattern[str]:
    """Later speakers by surname and 氏 or 子 with a verb, behind the end of a sentence."""
    short = [
        s.mark for s in load_speakers().values() if s.layer in layers().later and s.dynasty in _words("later-dynasties")
    ]
    voices = load_patterns(_VOICES)
    kind, ended = voices.source("kind-of-remark"), voices["sentence-ends"].pattern
    return re.compile(rf"(?:○|(?<={ended})){kind}?{_any_of(short)}{voices['says'].pattern}")


def _any_of(marks: Iterable[str]) -> str:
    """A group of alternatives, the longest first."""
    return "(?:" + "|".join(re.escape(m) for m in sorted(set(marks), key=lambda m: (-len(m), m))) + ")"


def full_name(words: str, at: int = 0) -> Speaker | None:
    """Who begins to speak at `at` in folded words, named in full (鄭氏康成曰); a later commentator by default."""
    match = load_patterns(_VOICES)["full-name"].match(words, at)
    if match is None:
        return None
    (surname, personal), later = match.groups(), layers().named("later")
    mark, name = match.group()[match.start(1) - match.start() : match.end(2) - match.start()], surname + personal
    known = load_speakers().get(mark) or _named(name)
    return known or Speaker(mark=mark, speaker=name, layer=later, reason="named in full")


@cache
def _named(name: str) -> Speaker | None:
    known = [s for s in load_speakers().values() if fold(s.speaker) == name]
    return next((s for s in known if s.name), next(iter(known), None))


def unknown_names(words: str) -> dict[int, str]:
    """Who begins to speak where in folded words that cite others, of those whom the table does not know (…也李景齊曰)."""
    found = load_patterns(_VOICES)["unknown-name"].finditer(words)
    return {m.start(): m.group(1) for m in found if words[m.start() - 1] not in "○〇"}


def unknown_name(words: str, at: int = 0) -> str:
    """Who begins to speak at `at` in folded words, by surname and personal name (李微之曰), if no table knows him; or empty.

    Only where a line or a bracket begins, or behind a space, is that a voice.
    """
    match = load_patterns(_VOICES)["unknown-opens"].match(words, at)
    return match.group(1) if match and opening(words, at) is None else ""


def by_surname(words: str, at: int = 0) -> str:
    """Who begins to speak at `at` in folded words, by his surname alone (○應氏曰, 通論彭氏曰, at the head 張氏曰); or empty."""
    voices = load_patterns(_VOICES)
    match = voices["by-surname"].match(words, at) or (None if at else voices["surname-opens"].match(words))
    return match.group(1) if match else ""


def says_here(line: str) -> int:
    """Where within a folded line of base text a note begins (…拜送注曰…), or -1."""
    match = load_patterns(_VOICES)["note-within"].search(line)
    return match.start() if match else -1


def names_layer(text: str) -> Speaker | None:
    """The speaker of a comment that opens with a name and a layer, without 曰 (鄭注戒警也)."""
    known = load_speakers().get(text[:2])
    return known if known is not None and known.mark[1:] in load_speakers() else None
