"""Cutting a comment into its voices: 註曰 … ○疏曰 … ○楊氏曰 …."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from yili_kg.models import Span
from yili_kg.sources.layout import Sheet
from yili_kg.sources.speakers import (
    begins_behind_a_note,
    begins_voice,
    begins_within,
    by_surname,
    full_name,
    goes_on,
    names_himself,
    names_layer,
    opening,
    unknown_name,
)
from yili_kg.tables.layers import layers
from yili_kg.text.folding import fold

__all__ = ["MAY_RUN_ON", "cut_comment"]

#: Behind the layer of a block: it may run on into base text.
MAY_RUN_ON = "+"
_CIRCLE = "○"
_WORDS = re.compile(r"(<pb:[^<>\r\n]{0,80}>)|[^\s¶<()/]+|<")


@dataclass(frozen=True, slots=True)
class _Cut:
    """A place in the folded text of a comment where a voice may begin; `before` is the layer of the voice before.

    `chapter` is empty where the comment is on no text, but an essay of the author.
    """

    text: str
    at: int
    author: str
    before: str
    chapter: str


_Voice = tuple[str, str]  # layer, speaker
#: White space that parts the voices of a comment, also behind what stands apart.
_SPACES = "　 "
_BEHIND_A_BRACKET = (")　", "】　")


def _by_mark(cut: _Cut) -> _Voice | None:
    """A mark of the table with a verb: ○疏曰, 楊氏云."""
    known = opening(cut.text, cut.at)
    return (known.layer, known.speaker) if known else None


def _in_full(cut: _Cut) -> _Voice | None:
    """A full name: 敖氏繼公曰."""
    known = full_name(cut.text, cut.at)
    return (known.layer, known.speaker) if known else None


def _without_verb(cut: _Cut) -> _Voice | None:
    """At the beginning a name with a layer is enough: 鄭注戒警也."""
    known = names_layer(cut.text) if cut.at == 0 else None
    return (known.layer, known.speaker) if known else None


def _by_given_name(cut: _Cut) -> _Voice | None:
    """The author of the book by his given name: 繼公謂, 廷華案."""
    return (layers().named("later"), cut.author) if names_himself(cut.text, cut.author, cut.at) else None


def _unknown(cut: _Cut) -> _Voice | None:
    """Surname and personal name of one whom the table does not know: 李微之曰; in an essay he is cited and the author goes on."""
    name = unknown_name(cut.text, cut.at) if cut.chapter else ""
    return (layers().named("later"), name) if name else None


def _author(cut: _Cut) -> _Voice | None:
    """What nobody opens at the beginning, and what 按 and the like open, is the author's own."""
    if cut.at == 0 and _surname(cut):
        return None
    own = cut.at == 0 or begins_voice(cut.text, cut.at)
    return (layers().named("later"), cut.author) if own else None


def _surname(cut: _Cut) -> _Voice | None:
    """A surname that the table does not know: ○應氏曰, 通論彭氏曰."""
    name = by_surname(cut.text, cut.at)
    return (layers().named("later"), name) if name else None


def _author_after_others(cut: _Cut) -> _Voice | None:
    """A circle without a name after note or sub-commentary gives the word to the author."""
    later = layers().named("later")
    return (later, cut.author) if cut.before not in ("", later) else None


def _behind_a_note(cut: _Cut) -> _Voice | None:
    """What the author says behind note and sub-commentary, which a comment quotes one after the other (注云…疏云…按…)."""
    others = (*layers().notes, *layers().sub)
    return (layers().named("later"), cut.author) if cut.before in others and goes_on(cut.text, cut.at) else None


#: Who may begin to speak at a cut; the first that fits does.
_CASES = (
    _by_given_name,
    _by_mark,
    _in_full,
    _without_verb,
    _unknown,
    _author,
    _surname,
    _behind_a_note,
    _author_after_others,
)


def cut_comment(
    sheet: Sheet,
    start: int,
    end: int,
    *,
    author: str,
    chapter: str = "",
    more: bool = False,
    apart: Sequence[Span] = (),
    bracket: bool = False,
) -> None:
    """Add the comment at `start`–`end` to the sheet, one block a speaker.

    What comes after ○ without a name, or with 按 and the like, is the `author`'s own. With `more` the last block's
    layer gets a `+`: it may run on into base text. Nobody begins to speak within the stretches, in order, that stand `apart`.
    Where it begins with a `bracket`, the first voice does.
    """
    places = _places(sheet.raw, start + bracket, end, apart)
    if not places:
        return
    text = fold("".join(sheet.raw[i] for i in places))
    circles = (m.start() for m in re.finditer(_CIRCLE, text))
    cuts = {0, *circles, *_gaps(sheet.raw, places, text), *begins_within(text, author)}
    if author and chapter:
        cuts.update(begins_behind_a_note(text))
    pieces = [(places[at], *voice) for at, voice in _voices(text, sorted(cuts), author, chapter)]
    if bracket:
        pieces[:1] = [(start, layer, speaker) for _, layer, speaker in pieces[:1]]
    stops = [begin for begin, _, _ in pieces[1:]]
    for (begin, layer, speaker), stop in zip(pieces, [*stops, end], strict=True):
        last = MAY_RUN_ON if more and stop == end else ""
        sheet.block(begin, stop, layer + last, speaker=speaker, chapter=chapter)


def _voices(text: str, cuts: Sequence[int], author: str, chapter: str) -> Iterator[tuple[int, _Voice]]:
    """Those of some places in the folded text of a comment at which a voice begins, with it."""
    before = ""
    for at in cuts:
        cut = _Cut(text, at, author, before, chapter)
        voice = next((voice for case in _CASES if (voice := case(cut)) is not None), None)
        if voice is not None:
            before = voice[0]
            yield at, voice


def _places(raw: str, start: int, end: int, apart: Sequence[Span]) -> list[int]:
    """The places of a comment's characters without line ends, white space, page marks and what stands apart."""
    inside = apart[bisect_right(apart, (start, start)) : bisect_left(apart, (end, end))]
    edges = [start, *(place for span in inside for place in span), end]
    return [
        i
        for begin, stop in zip(edges[::2], edges[1::2], strict=True)
        for m in _WORDS.finditer(raw, begin, stop)
        if not m.group(1)
        for i in range(m.start(), m.end())
    ]


def _gaps(raw: str, places: list[int], text: str) -> list[int]:
    """Where a voice begins after a space (…也　敖氏繼公曰…), or named in full where a line begins."""
    gaps: list[int] = []
    for n in range(1, len(places)):
        if places[n] - places[n - 1] == 1:
            continue
        spaced = raw[places[n - 1] + 1] in _SPACES or raw[places[n] - 2 : places[n]] in _BEHIND_A_BRACKET
        if full_name(text, n) or (spaced and (begins_voice(text, n) or unknown_name(text, n))):
            gaps.append(n)
    return gaps
