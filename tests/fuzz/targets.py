"""What is fuzzed: a function a target, from bytes to a call whose laws are checked; an error on purpose is no finding.

Each target raises whatever is wrong: any exception but the errors on purpose, AssertionError for a broken law, `Slow`
for a text of at most 20 kB that took longer than PATIENCE seconds of the processor.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pyoxigraph as ox

from tests.fuzz import loaders
from tests.fuzz.laws import assert_document, assert_edition, assert_found, assert_records
from tests.fuzz.pieces import COMMON, compose, encode, words
from tests.queries.listener import attempts, listening
from yili_kg.analyse import analyse, analyse_text
from yili_kg.annotation.by_hand import ByHand
from yili_kg.annotation.corrections import read_corrections
from yili_kg.annotation.run import annotate
from yili_kg.api import KnowledgeGraph
from yili_kg.data import data_folder
from yili_kg.errors import BuildError, DataError, QueryError, YiliError
from yili_kg.graph.assemble import edition_quads
from yili_kg.graph.manifest import MANIFEST, read_manifest, stamped
from yili_kg.graph.output import claimed, counts_if_current
from yili_kg.layers import edit
from yili_kg.models import Annotated, Document
from yili_kg.queries.guard import query_kind
from yili_kg.reference.books import Book, Part
from yili_kg.reference.library import add_books, library_mark, list_books, load_books
from yili_kg.reference.shelf import Shelf
from yili_kg.sources import READERS, corpus, read
from yili_kg.sources.read import read_text

__all__ = ["PATIENCE", "TARGETS", "Slow", "Target"]

#: Seconds of the processor that a text of at most 20 kB may take.
PATIENCE = float(os.environ.get("YILI_FUZZ_PATIENCE", "5"))


class Slow(Exception):
    """A small text took too long."""


@dataclass(frozen=True, slots=True)
class Target:
    """`run` checks one input, `seeds` are inputs to begin with, `longest` their greatest length in bytes."""

    run: Callable[[bytes], None]
    seeds: Callable[[], Iterator[bytes]]
    longest: int = 2048


@contextmanager
def _patient() -> Iterator[None]:
    begin = time.process_time()
    yield
    taken = time.process_time() - begin
    if taken > PATIENCE:
        raise Slow(f"{taken:.1f} s")


@contextmanager
def _refused(kind: type[YiliError], named: str) -> Iterator[None]:
    """What may be refused by an error of a kind, if that names the file."""
    try:
        yield
    except kind as error:
        if named not in str(error):
            raise AssertionError(f"no file is named: {error}") from error


@cache
def _room() -> Path:
    """A folder for the files of this process, in memory where there is a disk of memory; removed when it ends."""
    import atexit

    memory = Path("/dev/shm")
    room = Path(tempfile.mkdtemp(prefix="yili-fuzz-", dir=memory if memory.is_dir() else None))
    atexit.register(shutil.rmtree, room, ignore_errors=True)
    return room


def _fresh(name: str) -> Path:
    """An empty folder of this process."""
    folder = _room() / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def _at(data: bytes, place: int) -> int:
    return data[place] if place < len(data) else 0


# Texts


_KANRIPO = "# -*- mode: mandoku-view -*-\n#+TITLE: {}\n#+PROPERTY: ID {}\n#+PROPERTY: JUAN 卷{}\n"
_FRAMES = (
    "{}",
    "鄉飲酒禮第四\n{}",
    _KANRIPO.format("儀禮注疏", "KR1d0028", "四") + "{}",
    _KANRIPO.format("儀禮", "KR1d0026", "四") + "鄉飲酒禮第四¶\n經文(注文曰注)¶\n{}",
    _KANRIPO.format("儀禮圖", "KR1d0040", "四") + "經\n　註曰甲\n經\n　註曰乙\n{}",
    _KANRIPO.format("纂圖互註禮記", "KR1d0054", "一") + "{}",
    "<TEI><text><body>{}</body></text></TEI>",
    "<TEI><text><body><div><head>燕禮</head><p>{}</p></div></body></text></TEI>",
    "儀禮卷第四\n鄉飲酒禮第四\n【經】{}",
    "燕禮第六\n燕禮小臣戒與者註曰小臣相君燕飲之法○疏曰釋曰{}\n小臣戒與者\n註曰{}",
)


def _framed(data: bytes) -> str:
    """A text in the frame that the first byte names; the rest are its pieces."""
    text = compose(data[2:])
    half = len(text) // 2
    frame = _FRAMES[_at(data, 0) % len(_FRAMES)]
    return frame.format(text) if frame.count("{}") == 1 else frame.format(text[:half], text[half:])


def readers(data: bytes) -> None:
    """A text through a reader (none named, or one), then cut into layers."""
    raw, reader = _framed(data), ["", *READERS][_at(data, 1) % (len(READERS) + 1)]
    with _patient():
        try:
            document = read_text(raw, reader=reader)
            edition = edit(document)
        except YiliError:
            return
    assert document.raw == raw
    assert_edition(edition)


def files(data: bytes) -> None:
    """A file of any bytes through a reader."""
    path = _room() / ("text.jsonl" if _at(data, 0) & 64 else "text.txt")
    path.write_bytes(data[2:])
    reader = ["", *READERS][_at(data, 0) % (len(READERS) + 1)]
    encoding = (None, "gb18030", "utf-16", "big5", "no such", "utf-7", "idna", "rot13")[_at(data, 1) % 8]
    with _patient():
        try:
            document = read(path, reader=reader, encoding=encoding)
        except YiliError:
            return
    assert_document(document)


def texts(data: bytes) -> None:
    """A text analysed: everything found is where it says, the records and the graph can be written, twice the same."""
    raw = _framed(data)
    with _patient():
        try:
            found = analyse_text(raw)
        except YiliError:
            return
    assert_edition(found.edition)
    assert_found(found)
    lines = assert_records(found)
    for _ in edition_quads(found):
        pass
    if hashlib.sha256(data).digest()[0] < 64:  # one of four, for the time it takes
        assert assert_records(analyse_text(raw)) == lines, "the second time something else is found"


def _text_seeds() -> Iterator[bytes]:
    for number, path in enumerate(sorted((data_folder("extraction") / "corpus").glob("*.jsonl"))):
        blocks = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]
        told = [b["text"] for b in blocks if "block" in b]
        whole = "\n".join(told[:60])
        for start in (0, 600, 1500):
            if piece := whole[start : start + 500]:
                yield bytes((1 + number % 2, 0)) + encode(piece)
    for text in (
        "鄉飲酒之禮主人就先生而謀賓介(主人謂諸侯之/鄉大夫也古文與為豫)",
        "<p>小臣戒<note>戒猶警也</note>與者</p>",
    ):
        for frame in range(len(_FRAMES)):
            yield bytes((frame, 0)) + encode(text)
    yield from (bytes((1, 0)) + encode(word) for word in words()[::400])


def _file_seeds() -> Iterator[bytes]:
    for seed in list(_text_seeds())[:6]:
        text = _framed(seed)
        for number, encoding in enumerate(("utf-8", "gb18030", "utf-16")):
            yield bytes((0, number)) + text.encode(encoding, "replace")[:1500]


# Corrections

_COLUMNS = ("source", "action", "before", "words", "after", "type", "concept", "reason", "by")
_CORRECTED = "主人坐取爵于篚,降洗。賓降。主人坐奠爵于階前,辭。《聘禮》云「束帛加璧」。賓對。主人坐取爵,興,盥洗。"
_CELLS = (
    *(
        "",
        "*",
        "text",
        "te?t",
        "[",
        "add",
        "drop",
        "retype",
        "坐取",
        "爵",
        "于篚",
        "主人",
        "賓",
        "降洗",
        "階",
        "聘禮",
        "束帛",
    ),
    *(
        "object",
        "role",
        "place",
        "person",
        "work",
        "thing",
        "洗",
        "儀禮·聘禮",
        "why",
        "NN",
        "#",
        "\t",
        "\n",
        "\ufeff",
        '"',
    ),
    *("\r", "\x00", "坐", "奠", "abc", "觶", "前,辭"),
)


@cache
def _annotated() -> Annotated:
    return analyse_text(_CORRECTED)


def corrections(data: bytes) -> None:
    """A table of corrections, read and made."""
    cells = [_CELLS[b % len(_CELLS)] if b < 200 else COMMON[(b - 200) % len(COMMON)] for b in data[1:]]
    rows = ["\t".join(cells[i : i + 9]) for i in range(0, len(cells), 9)]
    header = "\t".join(_COLUMNS if _at(data, 0) < 230 else _COLUMNS[: _at(data, 0) - 229])
    path = _room() / "corrections.tsv"
    path.write_text("\n".join([header, *rows]), encoding="utf-8", newline="")
    with _refused(DataError, "corrections.tsv"):
        with _patient():
            made = annotate(_annotated().edition, hand=ByHand(corrections=read_corrections(path)))
        assert_found(made)
        assert_records(made)


def _correction_seeds() -> Iterator[bytes]:
    for row in (
        ("*", "drop", "坐取", "爵", "于篚", "", "", "why", "NN"),
        ("text", "add", "爵", "坐", "奠", "object", "爵", "why", "NN"),
        ("*", "retype", "", "階", "前,辭", "object", "洗", "why", ""),
        ("*", "drop", "", "聘禮", "", "", "", "why", ""),
    ):
        yield b"\0" + bytes(_CELLS.index(cell) if cell in _CELLS else 17 for cell in row)


# Queries

_TOKENS = (
    *["SELECT", "*", "ASK", "CONSTRUCT", "DESCRIBE", "WHERE", "{", "}", "(", ")", "[", "]", ".", ";", ",", "?s", "?p", "?o", "?x", "a", "<http://x/s>", "<http://x/p>", "c:爵"],
    *["seg:04.013.jing.1", "PREFIX", "BASE", "x:", "<http://x/>", "FILTER", "BIND", "AS", "VALUES", "OPTIONAL", "UNION", "MINUS", "GRAPH", "EXISTS", "NOT"],
    *["GROUP", "BY", "ORDER", "LIMIT", "10", "COUNT(*)", "SUM(?x)", "REGEX", "STR", "LANG", "||", "&&", "!", "=", "<", ">", "+", "-", "/", "^", "|", "DISTINCT", "FROM", "NAMED"],
    *["SERVICE", "SILENT", "service", "INSERT", "DELETE", "LOAD", "DATA", "#", "\\", "'", '"', "'''", '"""', "@en", "^^", "_:b", "1", "1.5e3", "true", "UNDEF", "IF("],
    *[r"\u0053ERVICE", r"\u0027", r"\u0022", r"\u005C", r"\U00000041", r"<PLACE>", r"<http://x/\u0041#>", r"<<", r">>", r"<<(", r")>>", r"~", r"%", r"&", r"$", r"$s", r"@", r":", r"::"],
    *("\n", "\r", "\t", "\x00", "爵", "\ufeff", "\U00020000", "who-cites", "occurrences", "zz", "{{", "}}", "IN", "HAVING"),
)  # fmt: skip
_ATTEMPTS = tuple(attempts("PLACE").values())


@cache
def _graph() -> KnowledgeGraph:
    store = ox.Store()
    for n in range(3):
        store.add(ox.Quad(ox.NamedNode(f"http://x/{n}"), ox.NamedNode("http://x/p"), ox.Literal(str(n))))
    return KnowledgeGraph(store)


@cache
def _listener() -> tuple[str, list[bytes]]:
    context = listening()
    _kept.append(context)
    return context.__enter__()


_kept: list[object] = []


def queries(data: bytes) -> None:
    """A query: it is answered or refused in words, and no server is asked."""
    place, asked = _listener()
    mode = _at(data, 0)
    if mode < 64:
        text = data[1:].decode("utf-8", "replace")
    elif mode < 128:
        text = _mutated(_ATTEMPTS[mode % len(_ATTEMPTS)], data[1:], _TOKENS)
    else:
        text = " ".join(_TOKENS[b % len(_TOKENS)] for b in data[1:])
    query = text.replace("PLACE", place)
    with _refused(QueryError, ""):
        query_kind(query)
        answer = _graph().query(query)
        assert all(len(row) == len(answer.columns) for row in answer.rows)
    assert asked == [], f"a server was asked by {query!r}"


def _mutated(text: str, data: bytes, palette: tuple[str, ...]) -> str:
    """A text with changes: three bytes name a place, what is done there, and with what."""
    for at in range(0, len(data) - 3, 4):
        place = (data[at] << 8 | data[at + 1]) % (len(text) + 1)
        piece = palette[data[at + 3] % len(palette)]
        how = data[at + 2] % 4
        end = min(len(text), place + (0 if how == 0 else data[at + 2] // 4 + 1))
        text = text[:place] + ("" if how == 1 else text[place:end] * 2 if how == 2 else piece) + text[end:]
    return text


def _query_seeds() -> Iterator[bytes]:
    yield from (bytes((64 + n,)) for n in range(len(_ATTEMPTS)))
    yield from (b"\0" + a.encode() for a in _ATTEMPTS[:8])
    for query in (
        "SELECT * WHERE { ?s ?p ?o . FILTER ( ?o = 1 ) }",
        "ASK { ?s a c:爵 }",
        "CONSTRUCT WHERE { ?s ?p ?o }",
    ):
        yield b"\x80" + bytes(_TOKENS.index(t) for t in query.split())


# Folders of builds

_NAMES = ("yili.ttl", "yili.trig", "index.html", "mine.txt", "manifest.json", "timings.json", "sub", "x.kept.html")
_VALUES = (
    *('"yili-kg"', '"0.1.0"', "{}", "[]", "null", "1", "-1", '""', "true", '"../x"', '"/etc/passwd"', '"a\\u0000b"', "1e999"),
    *('{"mine.txt": "' + "0" * 64 + '"}', '"\\ud800"', '{"a": {}}', '["mine.txt"]', "NaN", '"' + "f" * 64 + '"', "[[[[]]]]"),
)  # fmt: skip
_KEYS = (
    *("made by", "files", "bytes", "seal", "fingerprint", "yili-kg", "counts", "failed", "sources", "put", "drop", "keep"),
)  # fmt: skip


def folders(data: bytes) -> None:
    """A build into a folder with odd files: what is there and is no build's own stays, under its name or another."""
    folder, outside = _fresh("build"), _fresh("outside")
    (outside / "precious.txt").write_text("outside", encoding="utf-8")
    own = {name: f"made by a build: {name}" for name in ("yili.ttl", "index.html")}
    for name, text in own.items():
        (folder / name).write_text(text, encoding="utf-8")
    said = stamped({"yili-kg": "0.1.0", "fingerprint": "f", "counts": {}, "failed": []}, folder)
    text = json.dumps(said)
    (folder / MANIFEST).write_text(text, encoding="utf-8")
    foreign = _furnish(folder, outside, text, data)
    try:
        read_manifest(folder)
        counts_if_current(folder, "f")
        with claimed(folder) as claim, claim.filling() as fresh:
            (fresh / "yili.ttl").write_text("new", encoding="utf-8")
            (fresh / "page.html").write_text("new", encoding="utf-8")
            (fresh / MANIFEST).write_text(json.dumps(stamped(said, fresh)), encoding="utf-8")
        assert (folder / "yili.ttl").read_text(encoding="utf-8") == "new"
    except BuildError:
        pass
    there = {hashlib.sha256(p.read_bytes()).hexdigest() for p in folder.rglob("*") if p.is_file()}
    lost = [name for name, digest in foreign.items() if digest not in there]
    assert not lost, f"{', '.join(lost)} was lost"
    assert (outside / "precious.txt").read_text(encoding="utf-8") == "outside"


def _furnish(folder: Path, outside: Path, manifest: str, data: bytes) -> Mapping[str, str]:
    """Put foreign files and links into a folder, and change its manifest; the foreign files by name with their hash."""
    foreign: dict[str, str] = {}
    at = 0
    while at + 3 < len(data):
        how, name, value, key = data[at] % 8, _NAMES[data[at + 1] % len(_NAMES)], data[at + 2], data[at + 3]
        path = folder / name
        at += 4
        if how == 0 and not path.is_dir() and not path.is_symlink():
            path.write_text(f"foreign {value}", encoding="utf-8")
        elif how == 1 and not os.path.lexists(path):
            path.symlink_to(outside / "precious.txt" if value % 2 else outside)
        elif how == 2 and not os.path.lexists(path):
            path.mkdir()
            (path / "inside.txt").write_text(f"foreign inside {value}", encoding="utf-8")
        elif how == 3:
            said = manifest.rstrip("}") + f', "{_KEYS[key % len(_KEYS)]}": {_VALUES[value % len(_VALUES)]}' + "}"
            _write_manifest(folder, said)
        elif how == 4:
            _write_manifest(folder, _mutated(manifest, data[at : at + 8], _VALUES))
            at += 8
        elif how == 5:
            room = folder / ".yili-kg"
            room.mkdir(exist_ok=True)
            (room / ("journal.json" if key % 2 else "owner.json")).write_text(
                "{"
                + ", ".join(f'"{k}": {_VALUES[(value + n) % len(_VALUES)]}' for n, k in enumerate(_KEYS[-3:]))
                + "}",
                encoding="utf-8",
            )
        elif how == 6:
            (folder / MANIFEST).unlink(missing_ok=True)
    ours = {hashlib.sha256(f"made by a build: {n}".encode()).hexdigest() for n in ("yili.ttl", "index.html")}
    for path in folder.rglob("*"):
        top = path.relative_to(folder).parts[0]
        if path.is_file() and not path.is_symlink() and top not in (".yili-kg", MANIFEST):
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            if digest not in ours and (top != "timings.json" or not path.read_bytes().startswith(b"{")):
                foreign[str(path.relative_to(folder))] = digest
    return foreign


def _write_manifest(folder: Path, text: str) -> None:
    path = folder / MANIFEST
    if not path.is_dir() and not path.is_symlink():
        path.write_text(text, encoding="utf-8", errors="replace")


def _folder_seeds() -> Iterator[bytes]:
    yield b""
    yield from (bytes((how, name, 1, 1)) for how in range(7) for name in range(len(_NAMES)))
    yield from (bytes((3, 0, value, key)) for value in range(len(_VALUES)) for key in range(len(_KEYS)))


# Corpus files


@cache
def _page() -> tuple[list[str], Document]:
    raw = "鄉飲酒禮第四\n鄉飲酒之禮。主人就先生而謀賓、介。\n註曰:主人,謂諸侯之鄉大夫也。古文與為豫。\n(12)主人戒賓。"
    document = read_text(raw, reader="plain")
    return corpus.dump(document, "a page").splitlines(keepends=True), document


_JSON = (
    *("null", "true", "0", "-1", "1", "2", "6", "7", "9999999", "1.5", '""', '"經"', '"注"', '"無"', "[]", "{}", "[0, 6]", "[7, 6]"),
    *('"a b"', '"\\ud800"', '"<&>"', "1e999", "NaN", '"\\u0000"', '[0, "6"]', "[[0, 1]]", "[[0, 1, 2]]", '"../x"', '"經注"', '"04"'),
)  # fmt: skip


def corpora(data: bytes) -> None:
    """A file of the corpus that somebody changed: it is refused with its name, or read and analysed as any text."""
    lines, _ = _page()
    rows = [json.loads(line) for line in lines]
    for at in range(0, len(data) - 3, 4):
        how, row = data[at] % 5, rows[data[at + 1] % len(rows)]
        keys = sorted(row)
        key = keys[data[at + 2] % len(keys)] if keys else "block"
        if how < 3:
            row[key] = json.loads(_JSON[data[at + 3] % len(_JSON)])
        elif how == 3:
            row.pop(key, None)
        else:
            rows.insert(data[at + 2] % len(rows), dict(row))
    text = "".join(json.dumps(row) + "\n" for row in rows)
    if len(data) % 4 == 3:
        text = _mutated(text, data[-3:] + data[:5], _JSON)
    path = _room() / "page.jsonl"
    path.write_text(text, encoding="utf-8", newline="")
    with _refused(YiliError, "page.jsonl"):
        with _patient():
            found = analyse(edit(read(path)))
        assert_edition(found.edition)
        assert_found(found)
        assert_records(found)
        list(edition_quads(found))


def _corpus_seeds() -> Iterator[bytes]:
    lines, _ = _page()
    yield b""
    for row in range(min(6, len(lines))):
        for key in range(10):
            for value in range(0, len(_JSON), 4):
                yield bytes((0, row, key, value))


# Libraries

_CELL_VALUES: tuple[object, ...] = (
    *(None, 0, -1, 3, 2**62, 1.5, "", "x", b"", b"\xff\x00", "詩經·關雎", "KR1c0001", "左傳·隱公七年", "\ufffd", "·", "春秋·"),
)  # fmt: skip
_TABLES = (
    *(("book", c) for c in ("id", "work", "title", "sha256", "digest", "borrows")),
    *(("part", c) for c in ("book", "number", "division", "text", "note")),
    ("meta", "version"),
)
_SQL = (
    *("DROP TABLE part", "DROP TABLE meta", "DELETE FROM meta", "DELETE FROM part", "ALTER TABLE book DROP COLUMN borrows"),
    *("INSERT INTO meta VALUES (9)", "DELETE FROM book", "ALTER TABLE part RENAME TO other", "CREATE VIEW v AS SELECT 1"),
    "UPDATE book SET borrows = 'KR1c0001'",
)  # fmt: skip


@cache
def _library() -> bytes:
    path = _room() / "whole.sqlite"
    folder = _fresh("books")
    for number, (name, title) in enumerate((("KR1c0001", "詩經"), ("KR1c0002", "毛詩"), ("KR1e0001", "春秋左傳"))):
        (folder / name).mkdir()
        text = f"#+TITLE: {title}\n#+PROPERTY: ID {name}\n<pb:{name}_x_001-1a>¶\n** 1 國風\n1《關雎》\n關關雎鳩，(和聲也)¶\n"
        (folder / name / f"{name}_00{number}.txt").write_text("# -*- mode: mandoku-view -*-\n" + text, encoding="utf-8")
    add_books([folder / n for n in ("KR1c0001", "KR1c0002", "KR1e0001")], path)
    return path.read_bytes()


def libraries(data: bytes) -> None:
    """A library with odd cells, tables or bytes: refused, or read without what is damaged."""
    path = _room() / "library.sqlite"
    held = bytearray(_library())
    if _at(data, 0) % 4 == 3:
        for at in range(1, len(data) - 2, 3):
            held[(data[at] << 8 | data[at + 1]) % len(held)] = data[at + 2]
    path.write_bytes(held)
    for extra in ("-wal", "-shm", "-journal"):
        Path(f"{path}{extra}").unlink(missing_ok=True)
    if _at(data, 0) % 4 != 3:
        _spoil(path, data[1:])
    for ask in (list_books, library_mark, lambda p: _assert_shelf(*load_books(p))):
        with _refused(DataError, "library.sqlite"):
            ask(path)


def _spoil(path: Path, data: bytes) -> None:
    database = sqlite3.connect(path)
    try:
        for at in range(0, len(data) - 2, 3):
            try:
                if data[at] >= 200:
                    database.execute(_SQL[data[at] % len(_SQL)])
                    continue
                table, column = _TABLES[data[at] % len(_TABLES)]
                value = _CELL_VALUES[data[at + 1] % len(_CELL_VALUES)]
                where = "" if data[at + 2] > 200 else f" WHERE rowid = {data[at + 2] % 4}" if table != "part" else ""
                database.execute(f"UPDATE {table} SET {column} = ?{where}", (value,))
            except sqlite3.Error:
                continue
        database.commit()
    finally:
        database.close()


def _assert_shelf(books: list[Book], damaged: list[str]) -> None:
    shelf = Shelf(books, damaged)
    for strands in shelf.strands.values():
        for strand in strands:
            assert len(strand.starts) == len(strand.divisions)
            for division in strand.divisions:
                for start, end in strand.stretches(division):
                    assert 0 <= start <= end <= len(strand.graphs)
    assert all(isinstance(p, Part) for b in books for p in b.parts)


def _library_seeds() -> Iterator[bytes]:
    yield from (bytes((0, t, v, 255)) for t in range(len(_TABLES)) for v in range(len(_CELL_VALUES)))
    yield from (bytes((0, 200 + n, 0, 0)) for n in range(len(_SQL)))
    yield b"\3" + bytes(range(60))


# Data files


def tables(data: bytes) -> None:
    """A row of `ontology/` or `extraction/` that somebody changed: refused with its file, or read."""
    name = loaders.files()[(_at(data, 0) << 8 | _at(data, 1)) % len(loaders.files())]
    text = loaders.text_of(name)
    lines = text.splitlines(keepends=True)
    number = (_at(data, 2) << 8 | _at(data, 3)) % len(lines)
    lines[number] = _mutated(lines[number], data[4:], loaders.PALETTE)
    for error in loaders.refusals(name, "".join(lines), _room() / "data"):
        assert re.search(r"(?:extraction|ontology)/\S+\.(?:tsv|yaml|ttl)", str(error)), f"no file is named: {error}"


def _table_seeds() -> Iterator[bytes]:
    for number in range(len(loaders.files())):
        for line in (0, 1, 5):
            for how in range(4):
                yield bytes((number >> 8, number & 255, 0, line, 0, 3, how, number % 256))


TARGETS: dict[str, Target] = {
    "readers": Target(readers, _text_seeds),
    "files": Target(files, _file_seeds),
    "texts": Target(texts, _text_seeds, 1024),
    "corrections": Target(corrections, _correction_seeds, 128),
    "queries": Target(queries, _query_seeds, 512),
    "folders": Target(folders, _folder_seeds, 64),
    "corpora": Target(corpora, _corpus_seeds, 48),
    "libraries": Target(libraries, _library_seeds, 96),
    "tables": Target(tables, _table_seeds, 48),
}
