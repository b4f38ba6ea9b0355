"""Kanripo text with its notes in brackets: `經文(注文/注文)¶`.

Within a bracket a circle divides note, sounds and what later commentators say; reprints for the schools add parallels
(重言, 重意, 互註), also with the name before the bracket.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from yili_kg.received.units import are_old_notes
from yili_kg.sources.books import gathers_old_notes, is_on_odes, received_speaker, speakers_of
from yili_kg.sources.layout import Sheet
from yili_kg.sources.mandoku.book import BookFrame
from yili_kg.sources.mandoku.indent import cut_lines, mark_brackets
from yili_kg.sources.mandoku.lines import Line, paragraphs
from yili_kg.sources.mandoku.marks import opening_words, speaker_of_marked, speaker_of_unmarked
from yili_kg.sources.mandoku.remarks import groups_of
from yili_kg.sources.mandoku.runs import Run, is_sounds, runs_of
from yili_kg.sources.speakers import (
    begins_within,
    by_surname,
    full_name,
    names_himself,
    names_layer,
    opening,
    unknown_name,
    unknown_names,
)
from yili_kg.tables.layers import layers
from yili_kg.tables.patterns import load_patterns

__all__ = ["read_notes"]

_VOICES = "sources/voices"
_CIRCLES = "○〇"
#: A stretch of base text with at most so many graphs may be the line that names the author of the notes.
_SHORT = 12
#: A bracket with more graphs is a note, not the sound of a graph.
_SOUND = 8
#: White space that parts the voices of a bracket.
_SPACES = "　 "


def read_notes(sheet: Sheet, frame: BookFrame) -> None:
    """Adds the blocks of a text with notes in brackets, a block a voice; an appendix is collation."""
    runs = _runs(sheet, frame)
    label = load_patterns(_VOICES)["parallel-label"]
    parallels = any(label.search(run.text()) for run in runs if not run.inside)
    himself = _speaks_himself(runs, frame)
    opens_with_label = _labels_notes(runs, frame)
    labelled = False
    for number, run in enumerate(runs):
        if not run.inside:
            after = runs[number + 1] if number + 1 < len(runs) else None
            labelled = parallels and after is not None and after.inside and _take_label(sheet, run, after)
            _outside(sheet, run)
        elif labelled:
            sheet.block(run.start, run.end, layers().named("parallels"), chapter=run.line.chapter)
        else:
            apart = run.line.part == "own" or not run.line.chapter
            own = himself or (apart and not gathers_old_notes(frame.title))
            _note(sheet, run, frame, parallels=parallels, own=own, labelled=opens_with_label)
    read_appendix(sheet, frame.lines)


def _runs(sheet: Sheet, frame: BookFrame) -> list[Run]:
    """The runs of the main text; comments in lines of their own, whose brackets are no notes, go to the sheet."""
    runs: list[Run] = []
    for is_comment, group in groups_of(sheet.raw, [line for line in frame.lines if line.part != "appendix"], frame):
        if not is_comment:
            runs.extend(runs_of(sheet, group))
            continue
        for line in group:
            mark_brackets(sheet, line)
        cut_lines(sheet, group, frame)
    return runs


def read_appendix(sheet: Sheet, lines: Iterable[Line]) -> None:
    """Adds a block of collation a paragraph for the lines of an appendix; their brackets are markup."""
    for group in paragraphs([line for line in lines if line.part == "appendix"]):
        runs_of(sheet, group)
        sheet.block(group[0].start, group[-1].end, layers().named("collation"), chapter=group[0].chapter)


def _take_label(sheet: Sheet, run: Run, after: Run) -> bool:
    """Hands the name of parallels at the end of a run to the bracket after it; whether there is one."""
    found = load_patterns(_VOICES)["parallel-label"].search(run.text())
    if found:
        run.hand_over(sheet, found.start(), after)
    return found is not None


def _outside(sheet: Sheet, run: Run) -> None:
    """Base text, or the book's own; a short line that names the author of the notes is a heading."""
    if not run.graphs:
        return
    layer = layers().named("base" if run.line.part == "main" else "essay")
    if layer in layers().base and len(run.graphs) <= _SHORT:
        named = load_patterns(_VOICES)["note-author"].search(run.text())
        layer = layers().named("heading") if named else layer
    sheet.block(run.start, run.end, layer, chapter=run.line.chapter)


def _speaks_himself(runs: Sequence[Run], frame: BookFrame) -> bool:
    """Whether the brackets of a commentator's book on the 儀禮 hold his own notes, not those of 鄭玄 first of all.

    The skeleton of the received text knows how 鄭玄's notes begin; in a book that has them most are met with.
    """
    if not frame.author or not frame.is_numbered or gathers_old_notes(frame.title):
        return False
    inside = [run for run in runs if run.inside and run.line.part == "main" and run.line.chapter]
    long = [run for run in inside if len(run.graphs) > _SOUND]
    return not are_old_notes([(re.split(f"[{_CIRCLES}]", run.text()), run.line.chapter) for run in long])


def _labels_notes(runs: Sequence[Run], frame: BookFrame) -> bool:
    """Whether the brackets of a book that gathers the notes of others open with the name of the layer (注…疏…)."""
    inside = [run.text() for run in runs if run.inside and len(run.graphs) > _SOUND]
    label = load_patterns(_VOICES)["label-of-note"]
    return bool(frame.author) and 2 * sum(label.match(text) is not None for text in inside) >= max(2, len(inside))


def _take_labels(sheet: Sheet, run: Run, text: str, *, labelled: bool) -> dict[int, str]:
    """Where in a bracket the mere name of a layer opens it (注…疏…), and which; the names go to the sheet as marks."""
    voices = load_patterns(_VOICES)
    found: dict[int, str] = {}
    note = voices["label-of-note"].match(text) if labelled else None
    if note is not None:
        found[0] = layers().named("note")
    for sub in voices["label-of-sub"].finditer(text, 1):
        if note is not None or (_is_spaced(sheet, run, sub.start()) and run.line.part == "main"):
            found[sub.start()] = layers().named("sub")
            break
    for at in found:
        sheet.mark(run.cut(at), run.cut(at) + 1)
    return found


def _note(sheet: Sheet, run: Run, frame: BookFrame, *, parallels: bool, own: bool, labelled: bool) -> None:
    """The blocks of a bracket, one a voice."""
    text = run.text()
    labels = _take_labels(sheet, run, text, labelled=labelled) if frame.author else {}
    unknown = _unknown(sheet, run, text, frame)
    cuts = sorted({0, *labels, *unknown, *_cuts(text, frame, parallels=parallels)})
    own = own or (text.startswith(tuple(_CIRCLES)) and not is_sounds(re.split(f"[{_CIRCLES}]", text, maxsplit=2)[1]))
    noted = False
    voices: list[tuple[int, str, str]] = []
    for at, stop in zip(cuts, [*cuts[1:], len(text)], strict=True):
        piece = _Piece(
            text[at:stop],
            frame,
            first=not noted,
            parallels=parallels,
            own=own,
            foreign=frame.author != "" and not own and not run.line.chapter,
            label=labels.get(at, ""),
            unknown=unknown.get(at, ""),
        )
        voice = next(voice for case in _CASES if (voice := case(piece)) is not None)
        noted = noted or voice[0] in (*layers().notes, *layers().sub)
        if not voices or voices[-1][1:] != voice:
            voices.append((at, *voice))
    for number, (at, layer, speaker) in enumerate(voices):
        start = run.start if number == 0 else run.cut(at)
        stop = run.end if number == len(voices) - 1 else run.cut(voices[number + 1][0])
        sheet.block(start, stop, layer, speaker=speaker, chapter=run.line.chapter)


def _unknown(sheet: Sheet, run: Run, text: str, frame: BookFrame) -> dict[int, str]:
    """Names that no table knows, and where in the bracket of a commentator's book they begin to speak.

    That is where it begins or behind a space; in one that opens with the name of another behind the end of a sentence too.
    """
    if not frame.author:
        return {}
    spaced = (at for at in range(1, len(text)) if _is_spaced(sheet, run, at))
    found = {at: name for at in (0, *spaced) if (name := unknown_name(text, at))}
    return (unknown_names(text) if full_name(text) or opening("○" + text) else {}) | found


def _is_spaced(sheet: Sheet, run: Run, at: int) -> bool:
    """Whether a space stands right before a graph of a bracket."""
    return run.cut(at) > run.cut(at - 1) + 1 and sheet.raw[run.cut(at) - 1] in _SPACES


def _cuts(text: str, frame: BookFrame, *, parallels: bool) -> Iterable[int]:
    """Where in a bracket another voice may begin."""
    yield from _places(f"[{_CIRCLES}]", text)
    if frame.author:
        yield from begins_within(text, frame.author)
    if parallels:
        yield from (m.start() for m in load_patterns(_VOICES)["parallel"].finditer(text))
    if is_on_odes(frame.title):
        yield from _places("|".join(opening_words()), text)


def _places(pattern: str, text: str) -> Iterable[int]:
    return (m.start() for m in re.finditer(pattern, text))


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of a bracket from one cut to the next; `first` where no note or sub-commentary stands before it.

    `own` says that the brackets of the book are its author's, `foreign` that they stand outside the chapters of the 儀禮 and
    are not, `parallels` that the book has such. `label` is the layer
    whose mere name opens the piece, `unknown` a name that does and that no table knows.
    """

    text: str
    frame: BookFrame
    first: bool
    parallels: bool
    own: bool
    foreign: bool = False
    label: str = ""
    unknown: str = ""

    @property
    def words(self) -> str:
        """The piece without its circle."""
        return self.text.lstrip(_CIRCLES)

    @property
    def circled(self) -> bool:
        return self.text.startswith(tuple(_CIRCLES))

    @property
    def author(self) -> str:
        """The commentator whose book this is; empty for a classic with its old notes."""
        return self.frame.author


_Voice = tuple[str, str]  # layer, speaker


def _labelled(piece: _Piece) -> _Voice | None:
    """The name of the layer opens it: 注…, 疏…."""
    if not piece.label:
        return None
    return piece.label, piece.frame.speakers.get(piece.label, "") or received_speaker(piece.label)


def _marked(piece: _Piece) -> _Voice | None:
    """A note of the second hand says so: 箋云."""
    speaker = speaker_of_marked(piece.words)
    return (layers().named("note"), speaker) if speaker else None


def _parallel(piece: _Piece) -> _Voice | None:
    """Parallels, in a book that has such: 重言."""
    is_parallel = piece.parallels and load_patterns(_VOICES)["parallel"].match(piece.words)
    return (layers().named("parallels"), "") if is_parallel else None


def _from_sounds_book(piece: _Piece) -> _Voice | None:
    """The book of sounds is named: 釋文, 陸曰."""
    sounds = layers().named("sounds")
    named = load_patterns(_VOICES)["sounds-book"].match(piece.words)
    return (sounds, speakers_of("")[sounds]) if named else None


def _by_given_name(piece: _Piece) -> _Voice | None:
    """The author of the book by his given name: 廷華案."""
    return (layers().named("later"), piece.author) if names_himself(piece.words, piece.author) else None


def _cited_in_full(piece: _Piece) -> _Voice | None:
    """In a commentator's book, somebody by surname, 氏 and name: 敖氏繼公曰."""
    known = full_name(piece.words) if piece.author else None
    return (known.layer, known.speaker) if known else None


def _cited(piece: _Piece) -> _Voice | None:
    """In a commentator's book, somebody of the table: 疏曰, 朱先生曰, 鄭注戒警也."""
    known = opening("○" + piece.words) if piece.author else None
    if known is None and piece.author and piece.first and not piece.circled and not piece.frame.is_numbered:
        known = names_layer(piece.words)
    return (known.layer, known.speaker) if known else None


def _cited_by_surname(piece: _Piece) -> _Voice | None:
    """In a commentator's book, somebody after the note whom the table does not know: 應氏曰."""
    name = piece.unknown or (by_surname("○" + piece.words) if piece.author and not piece.first else "")
    return (layers().named("later"), name) if name else None


def _author_remarks(piece: _Piece) -> _Voice | None:
    """The author with the words for it: 今案, 愚謂."""
    own = piece.author and load_patterns(_VOICES)["own-voice"].match(piece.words)
    return (layers().named("later"), piece.author) if own else None


def _sounds(piece: _Piece) -> _Voice | None:
    """Readings of graphs after a circle, or in a commentator's book anywhere; his own where no circle stands."""
    if not (piece.circled or piece.author) or not (is_sounds(piece.words) or _opens_with_a_sound(piece)):
        return None
    sounds = layers().named("sounds")
    return sounds, piece.frame.speakers.get(sounds, "") if piece.circled else ""


def _opens_with_a_sound(piece: _Piece) -> bool:
    """簠音甫或作簋外圓內方…: in a commentator's book the sound of a graph, with what else he says of it, opens a bracket."""
    return (
        bool(piece.author)
        and piece.first
        and load_patterns("sources/kanripo")["sound"].match(piece.words, 1) is not None
    )


def _first_note(piece: _Piece) -> _Voice | None:
    """What comes first is the old note, unless the brackets are the commentator's own or begin with a circle."""
    if not piece.first or (piece.author and piece.own):
        return None
    note = layers().named("note")
    if piece.foreign:
        return note, ""  # whose it is depends on the classic
    return note, speaker_of_unmarked(piece.frame.title) or piece.frame.speakers.get(note, "")


def _what_follows(piece: _Piece) -> _Voice | None:
    """What follows the note is the author's in his own book; in a book of which nobody is known to have noted it somebody's
    who is not known either, if it tells no sounds; sounds in other books."""
    sounds = layers().named("sounds")
    noted = piece.frame.speakers.get(layers().named("note"))
    if piece.author or not (noted or is_sounds(piece.words)):
        return layers().named("later"), piece.author
    return sounds, piece.frame.speakers.get(sounds, "")


#: Whose a piece of a note is, by its first words; the first case that fits, and the last one always does.
_CASES = (
    _labelled,
    _marked,
    _parallel,
    _from_sounds_book,
    _by_given_name,
    _cited,
    _cited_in_full,
    _cited_by_surname,
    _author_remarks,
    _sounds,
    _first_note,
    _what_follows,
)
