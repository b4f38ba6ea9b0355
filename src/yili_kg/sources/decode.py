"""From bytes to text: decodes a source file, or says why it is none."""

from __future__ import annotations

import codecs
import hashlib
from dataclasses import dataclass
from pathlib import Path

from yili_kg.errors import SourceError
from yili_kg.tables.wordlists import load_word_lists
from yili_kg.text.folding import fold

__all__ = ["LIMIT", "Loaded", "load"]

#: The largest file that is read, in bytes; a whole 注疏 has five million.
LIMIT = 64_000_000
_GUESSES = ("gb18030", "big5hkscs", "euc_jp", "shift_jis")
#: The encodings of wide units: what the file begins with, if it says so, and which of its bytes NUL and others stand in.
_WIDE = ("utf-32", "utf-16", "utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")
_MARKS = {"utf-32": (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE), "utf-16": (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)}
#: A graph has at most so many bytes in UTF-8.
_LONGEST_GRAPH = 4


@dataclass(frozen=True, slots=True)
class Loaded:
    """A source file's text as it stands and the hash of its bytes."""

    raw: str
    sha256: str


def load(path: Path, *, encoding: str | None = None) -> Loaded:
    """The text of a file in UTF-8, or in `encoding`; line ends and composed characters stay as they are.

    Raises SourceError for what is missing, a folder, empty, binary, over LIMIT bytes or in another encoding.
    """
    place = str(path)
    try:
        if path.is_dir():
            raise SourceError("this is a folder", where=place, advice="name the files in it: " + f"{path}/*.txt")
        if path.exists() and not path.is_file():
            raise SourceError("this is no ordinary file", where=place, advice="save its text to a file first")
        size = path.stat().st_size
        if size > LIMIT:
            raise SourceError(
                f"the file has {size:,} bytes, more than the {LIMIT:,} that are read",
                where=place,
                advice="split it, a chapter a file",
            )
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise SourceError("there is no such file", where=place, advice="check the path") from error
    except OSError as error:
        raise SourceError(f"cannot be read: {error.strerror}", where=place, advice="check its permissions") from error
    text = _decode(data, encoding, place)
    if not text.strip("\ufeff").strip():
        raise SourceError("the file is empty", where=place, advice="check that it was saved or downloaded whole")
    return Loaded(text, hashlib.sha256(data).hexdigest())


def _decode(data: bytes, encoding: str | None, place: str) -> str:
    name = encoding or "utf-8"
    if name.lower().replace("_", "-") == "utf-8-sig":
        name = "utf-8"  # a byte order mark stays a character of the file
    try:
        text = data.decode(name)
    except UnicodeDecodeError as error:
        raise _wrong_encoding(data, encoding, place, error.start) from error
    except (LookupError, ValueError) as error:
        raise SourceError(
            f"there is no text encoding {encoding!r}", where=place, advice="try gb18030 or big5hkscs"
        ) from error
    if _is_binary(data) and not _has_wide_units(encoding or ""):
        raise _holds_nul(data, place)
    return text


def _has_wide_units(encoding: str) -> bool:
    """Whether NUL bytes are part of the text in this encoding."""
    return encoding.lower().replace("-", "").startswith(("utf16", "utf32"))


def _wrong_encoding(data: bytes, encoding: str | None, place: str, at: int) -> SourceError:
    """The byte at `at` is not of the encoding, UTF-8 where the user named none."""
    likely = _likely(data) if encoding is None else ""
    if at and at >= len(data) - _LONGEST_GRAPH + 1 and not likely:
        return SourceError(
            f"the file breaks off within a character, at byte {at}",
            where=place,
            advice="save or download it once more, whole",
        )
    if encoding is None and not likely and _is_binary(data):
        return _binary(place)
    return SourceError(
        f"byte {at} is not {encoding or 'UTF-8'}" + (f"; it looks like {likely}" if likely else ""),
        where=place,
        advice=f"run again with --encoding {likely or 'NAME'}",
    )


def _holds_nul(data: bytes, place: str) -> SourceError:
    """The bytes decode, but text they are not, or in another encoding."""
    likely = _likely(data)
    if not likely:
        return _binary(place)
    return SourceError(
        f"the file holds NUL bytes; it looks like {likely}", where=place, advice=f"run again with --encoding {likely}"
    )


def _binary(place: str) -> SourceError:
    return SourceError("this is no text but binary data", where=place, advice="save it as plain text in UTF-8")


def _is_binary(data: bytes) -> bool:
    head = data[:65536]
    control = sum(1 for b in head if b < 32 and b not in (9, 10, 12, 13))
    return b"\x00" in head or control > 0.05 * len(head)


def _likely(data: bytes) -> str:
    """The encoding in which most of the text is Chinese, where one is clear."""
    best, share = "", 0.5
    sample = data[:40000]
    for name in (*_wide(sample), *_GUESSES):
        score = _chinese(sample.decode(name, errors="replace"))
        if score > share:
            best, share = name, score
    return best


def _wide(sample: bytes) -> tuple[str, ...]:
    """The encodings of wide units that a text may be in: the one that its mark names, else all if it ends lines as they do."""
    marked = next((name for name, marks in _MARKS.items() if sample.startswith(marks)), "")
    if marked:
        return (marked,)
    return _WIDE[2:] if b"\x00\n" in sample or b"\n\x00" in sample else ()


def _chinese(text: str) -> float:
    """How Chinese a text looks, 0 … 1: by its share of ideographs, and of frequent ones among them."""
    letters = [c for c in text if not c.isspace() and ord(c) > 127]
    if len(letters) < 2:
        return 0.0
    frequent = frozenset(load_word_lists("sources/words")["frequent"].words)
    common = sum(c in frequent for c in fold("".join(letters)))
    chinese = sum(0x4E00 <= ord(c) <= 0x9FFF for c in letters)
    return chinese / len(letters) * (0.4 + min(0.6, 6 * common / len(letters)))
