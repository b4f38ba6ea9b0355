"""Headings in Kanripo files: of volumes and chapters, of sections, and the lines that name who wrote and noted a book."""

from __future__ import annotations

from dataclasses import dataclass

from yili_kg.sources.books import is_on_odes
from yili_kg.sources.headings import chapter_named
from yili_kg.sources.mandoku.book import BookFrame
from yili_kg.sources.mandoku.lines import Line
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.wordlists import load_word_lists
from yili_kg.text.folding import fold

__all__ = ["Heading", "heading_of"]

_HEADINGS = "sources/headings"
#: Who made the book is named within so many lines of the beginning of a part.
_EARLY = 14
#: A heading without a sign of its own has at most so many characters.
_SHORT = 18
#: The name of a subject has no more characters, and stands so many in at least.
_SUBJECT, _SET_IN = 8, 2
#: What may follow the name of a chapter on its line (the book, the author of the notes) is shorter.
_REST = 24

#: Forms of files in which no paragraph is set in so far.
_UNINDENTED = ("flat", "entries")

#: Where the heading that begins a line ends in it, and the chapter that it names.
Heading = tuple[int, str]


@dataclass(frozen=True, slots=True)
class _Line:
    """A folded line that may begin with a heading, and where it stands.

    `opens` says that something ends before it, `since` counts the lines of its part, `form` is that of the file.
    `indent` counts the white space before it, `bare` is the line without, `head` what stands before its first bracket.
    """

    text: str
    line: Line
    frame: BookFrame
    opens: bool
    since: int
    form: str
    indent: int
    bare: str
    head: str

    @property
    def stop(self) -> int:
        """Where what stands before the first bracket ends."""
        return self.indent + len(self.head)

    @property
    def bracketed(self) -> bool:
        return len(self.head) < len(self.bare)

    @property
    def collates(self) -> bool:
        """Whether the line stands in an appendix of its editors."""
        return self.line.part == "appendix"


def heading_of(text: str, line: Line, frame: BookFrame, *, opens: bool, since: int, form: str) -> Heading | None:
    """The heading that begins a folded line, by the first case that fits; None for a line of text.

    The frame takes the authors that such a line names.
    """
    bare = text.lstrip(" \t　")
    seen = _Line(text, line, frame, opens, since, form, len(text) - len(bare), bare, bare.partition("(")[0])
    return next((found for case in _CASES if (found := case(seen)) is not None), None)


def _starred(seen: _Line) -> Heading | None:
    """The headings of the punctuated texts: ** 3 莊公."""
    return (len(seen.text), "") if seen.bare.startswith("*") else None


def _library(seen: _Line) -> Heading | None:
    """The name of the library: 欽定四庫全書."""
    return (seen.stop, "") if load_patterns(_HEADINGS)["library"].match(seen.bare) else None


def _classed(seen: _Line) -> Heading | None:
    """The class of the book in the library: 經部四　禮類."""
    return (len(seen.text), "") if load_patterns(_HEADINGS)["classed"].match(seen.bare) else None


def _volume(seen: _Line) -> Heading | None:
    """The title of the book with the number of the volume, and who wrote it: 儀禮圖卷四　宋　楊復　撰."""
    volume = load_patterns(_HEADINGS)["volume"].match(seen.bare)
    if volume is None or not _shares_words(volume.group(1), seen.frame.title):
        return None
    seen.frame.notes_authors(seen.head[volume.end() :])
    return seen.stop, ""


def _chapter(seen: _Line) -> Heading | None:
    """The name of a chapter with its number, and who noted the book: 士相見禮第三　儀禮　鄭氏注."""
    chapter = None if seen.collates else load_patterns(_HEADINGS)["chapter"].match(seen.bare)
    if chapter is None:
        return None
    rest = seen.head[chapter.end() :]
    if len(rest) >= _REST or load_patterns(_HEADINGS)["sentence"].search(rest):
        return None
    seen.frame.notes_authors(rest)
    return seen.stop, chapter.group(1)


def _chapter_of_parts(seen: _Line) -> Heading | None:
    """The name of a chapter of the 儀禮 alone, with what is done with it or with the number of its part: 喪服, 士冠禮箋, 聘禮六; early in a part any name so."""
    if seen.collates or seen.bracketed or not seen.opens:
        return None
    name = seen.bare.rstrip(" 　")
    bare = _without_its_kind(name)
    if seen.frame.is_numbered and chapter_named(bare):
        return seen.stop, bare
    classed = load_patterns(_HEADINGS)["class-behind-a-chapter"].sub("", name)
    if classed != name and chapter_named(classed):
        return seen.stop, classed
    numbered = load_patterns(_HEADINGS)["numbered-name"].fullmatch(name)
    if numbered is None or not (seen.since < _EARLY or chapter_named(numbered.group(1))):
        return None
    return seen.stop, numbered.group(1) if chapter_named(numbered.group(1)) else ""


def _listed(seen: _Line) -> Heading | None:
    """A chapter in the table of contents, with what 鄭玄's catalogue says of it: 士冠禮第一注童子任職."""
    listed = load_patterns(_HEADINGS)["listed"].match(seen.bare) if seen.line.part == "front" else None
    return (seen.indent + listed.end(), listed.group(1)) if listed else None


def _authors(seen: _Line) -> Heading | None:
    """Who wrote and noted the book, on a line of its own near the beginning: 漢鄭氏注　唐陸德明音義."""
    labelled = seen.bracketed and seen.form == "running"
    if seen.since >= _EARLY or seen.collates or labelled or not (seen.indent or seen.opens):
        return None
    return (seen.stop, "") if seen.frame.notes_authors(seen.head) else None


def _authors_behind_a_subject(seen: _Line) -> Heading | None:
    """Who wrote a part that is named for its subject, without a number: 儀禮旁通圖(宫廟門)　宋　楊復　撰."""
    rest = seen.text.rpartition(")")[2]
    if seen.since >= _EARLY or seen.collates or not seen.bracketed or not rest or len(rest) >= _REST:
        return None
    if not _shares_words(seen.head.strip(), seen.frame.title):
        return None
    return (len(seen.text), "") if seen.frame.notes_authors(rest) else None


def _round_off(seen: _Line) -> Heading | None:
    """The name of the section that ends here: 右士相見禮."""
    if seen.collates or not load_patterns(_HEADINGS)["round-off"].match(seen.bare):
        return None
    least = 3 if seen.form == "indented" or not seen.frame.is_numbered else 1
    return (seen.stop, "") if seen.opens or seen.indent >= least else None


def _stanzas(seen: _Line) -> Heading | None:
    """The count of the stanzas and lines of an ode: 葛屨二章一章六句一章五句."""
    if not seen.indent or seen.form == "indented" or not is_on_odes(seen.frame.title):
        return None
    return (seen.stop, "") if load_patterns(_HEADINGS)["stanzas"].match(seen.bare) else None


def _early_and_short(seen: _Line) -> Heading | None:
    """A short indented line without brackets near the beginning of a part."""
    least = 1 if seen.line.part == "front" else 2
    stands = seen.opens and seen.since < _EARLY and seen.indent >= least
    if not stands or seen.form == "indented" or seen.bracketed or seen.collates:
        return None
    return (seen.stop, _chapter_of_entries(seen)) if len(seen.head.strip()) <= _SHORT else None


def _set_in(seen: _Line) -> Heading | None:
    """A short line, set in further than a paragraph is, in a file whose lines are not: 　　　造禮; of entries: 　　士冠禮誤字."""
    if seen.form not in _UNINDENTED or seen.line.part != "main" or seen.indent < _SET_IN or seen.bracketed:
        return None
    return (seen.stop, _chapter_of_entries(seen)) if len(seen.head.strip()) <= _SUBJECT else None


def _chapter_of_entries(seen: _Line) -> str:
    """The chapter that a heading of entries names; those of other files say theirs otherwise."""
    return _without_its_kind(seen.head.strip()) if seen.form == "entries" else ""


def _without_its_kind(name: str) -> str:
    """The name of a chapter without what is done with it: 士冠禮誤字."""
    return load_patterns(_HEADINGS)["kind-behind-a-chapter"].sub("", name)


def _lone(seen: _Line) -> Heading | None:
    """The name of the book alone: 儀禮, or its title."""
    words = seen.head.strip()
    titled = seen.since < _EARLY and not seen.bracketed and words == fold(seen.frame.title)
    lone = seen.opens and (titled or words in load_word_lists("sources/words")["lone-headings"])
    return (seen.stop, "") if lone else None


#: What a heading may be; the first case that fits a line tells where it ends. A name of authors counts only where no
#: volume or chapter stands before it.
_CASES = (
    _starred,
    _library,
    _classed,
    _volume,
    _chapter,
    _chapter_of_parts,
    _listed,
    _authors,
    _authors_behind_a_subject,
    _round_off,
    _stanzas,
    _early_and_short,
    _set_in,
    _lone,
)


def _shares_words(name: str, title: str) -> bool:
    """Whether a name has two graphs in a row of the title; without a title, whether it is short."""
    key = fold(title)
    return any(name[i : i + 2] in key for i in range(len(name) - 1)) if key else len(name) <= 8
