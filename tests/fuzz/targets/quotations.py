"""Quotations held against real books, where the shared ones are at hand: what is said of each is what stands there."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from tests.fuzz.laws import assert_found, assert_quotations, assert_records
from tests.fuzz.pieces import COMMON
from tests.fuzz.targets.target import byte, patient, workroom
from yili_kg.analyse import analyse_text
from yili_kg.errors import YiliError
from yili_kg.graph.assemble import edition_quads
from yili_kg.lexicon import load_lexicon
from yili_kg.reference.books import find_books
from yili_kg.reference.library import add_books
from yili_kg.reference.shelf import Shelf, Strand, load_shelf
from yili_kg.reference.works import work_of

__all__ = ["BOOKS", "quotation_seeds", "quotations"]

#: The real books.
BOOKS = Path(os.environ.get("YILI_SHARED") or Path(__file__).resolve().parents[3].parent / "shared") / "reference"
_FRAMES = (
    "鄉飲酒禮第四\n鄉飲酒之禮。主人就先生而謀賓、介。\n註曰:主人,謂諸侯之鄉大夫也。○疏曰:釋曰:{}\n",
    "燕禮第六\n燕禮小臣戒與者註曰小臣相君燕飲之法○疏曰釋曰{}\n",
    "鄉飲酒禮第四\n{}",
)
#: How words are quoted: {t} is a title, {w} are the words, {v} some of them.
_FORMS = (
    *("《{t}》云「{w}」", "《{t}》云：「{w}」是也。", "案{t}云{w}。", "{t}曰{w}是也", "《{t}》「{w}」，又云「{v}」", "彼注云「{w}」"),
    *("又云{w}", "{t}{w}", "按《{t}》注云「{w}」", "《{t}》云{w}者，{v}", "{t}所云「{w}", "故《{t}》有{w}之文"),
)  # fmt: skip
_RECORD = 10


@cache
def _library() -> Path:
    """A library of the real books, made once a process."""
    path = workroom() / "real.sqlite"
    add_books(find_books(BOOKS), path)
    return path


@contextmanager
def _at_hand(library: Path) -> Iterator[None]:
    """The library as the one in use."""
    before = os.environ.get("YILI_REFERENCE")
    os.environ["YILI_REFERENCE"] = str(library)
    try:
        yield
    finally:
        os.environ.pop("YILI_REFERENCE")
        if before is not None:
            os.environ["YILI_REFERENCE"] = before


@cache
def _shelf() -> Shelf:
    """The shelf of the real books, all of them cut."""
    with _at_hand(_library()):
        shelf = load_shelf()
    assert shelf is not None
    for work in shelf.strands:
        assert shelf.strands[work]
    return shelf


@cache
def _titles() -> tuple[tuple[str, str], ...]:
    """Names of works and their divisions as they are cited, each with what it stands for."""
    works = (e for e in load_lexicon().entries.values() if e.type == "work")
    return tuple((f.rstrip("?"), e.target or e.concept) for e in works for f in dict.fromkeys((e.concept, *e.forms)))


def _stretch(target: str, place: int, size: int, *, other: bool) -> str:
    """Graphs of a division of a real book, or of some other work."""
    shelf = _shelf()
    work, _, division = target.partition("·")
    strands: list[Strand] = [s for w in work_of(work).books for s in shelf.strands.get(w, ())]
    if other or not strands:
        works = sorted(shelf.strands)
        strands, division = shelf.strands[works[place % len(works)]], ""
    strand = strands[place % len(strands)]
    begin, end = next(iter(strand.stretches(target) if division else ()), (0, len(strand.graphs)))
    start = begin + place * max(1, end - begin) // 65536
    return strand.graphs[start : start + size]


def _changed(words: str, how: int, place: int, piece: str) -> str:
    """The words with a change that a commentator, or a scribe, makes: none for most."""
    at = place % (len(words) + 1)
    return (
        (
            lambda: words[:at] + words[at + 1 :],
            lambda: words[:at] + piece + words[at + 1 :],
            lambda: words[:at] + piece + words[at:],
            lambda: words[:at] + words[at + 12 :],
            lambda: words[at:] + words[:at],
            lambda: words[:at] + words,
            lambda: words[::-1],
        )[how]()
        if how < 7
        else words
    )


def _cited(data: bytes) -> str:
    """The citation that ten bytes stand for: title, form, place, length, change, what follows."""
    title, target = _titles()[(byte(data, 0) << 8 | byte(data, 1)) % len(_titles())]
    form = _FORMS[byte(data, 2) % 16 % len(_FORMS)]
    size = byte(data, 5) if byte(data, 5) > 200 else byte(data, 5) % 40
    words = _stretch(target, byte(data, 3) << 8 | byte(data, 4), size, other=byte(data, 2) > 223)
    words = _changed(words, byte(data, 6) % 20, byte(data, 7), COMMON[byte(data, 8) % len(COMMON)])
    return form.format(t=title, w=words, v=words[len(words) // 2 :]) + COMMON[byte(data, 9) % len(COMMON)]


def quotations(data: bytes) -> None:
    """Citations of real books, with words of theirs that may be changed: each verdict is what the books say."""
    library, shelf = _library(), _shelf()
    cited = (_cited(data[at : at + _RECORD]) for at in range(1, len(data), _RECORD))
    raw = _FRAMES[byte(data, 0) % len(_FRAMES)].format("".join(cited))
    with _at_hand(library):
        with patient():
            try:
                found = analyse_text(raw)
            except YiliError:
                return
        assert_found(found)
        assert_quotations(found, shelf)
        lines = assert_records(found)
        for _ in edition_quads(found):
            pass
        if hashlib.sha256(data).digest()[0] < 64:  # one of four, for the time it takes
            assert assert_records(analyse_text(raw)) == lines, "the second time something else is found"


def quotation_seeds() -> Iterator[bytes]:
    for number in range(0, len(_titles()), max(1, len(_titles()) // 120)):
        for how in (19, number % 7):
            record = (number >> 8, number & 255, number % 12, number * 7 & 255, number & 255, 12, how, 5, 60, 0)
            yield bytes((number % len(_FRAMES), *record))
    for form in range(len(_FORMS)):
        yield bytes((0, *(0, form, form, 9, form, 20, 19, 0, 0, 0) * 3))
