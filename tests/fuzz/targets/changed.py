"""Files that somebody changed by hand: corrections, the corpus, the data files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache

from tests.fuzz import loaders
from tests.fuzz.laws import assert_edition, assert_found, assert_records
from tests.fuzz.pieces import COMMON
from tests.fuzz.targets.target import byte, mutated, patient, refused, workroom
from yili_kg.analyse import analyse, analyse_text
from yili_kg.annotation.by_hand import ByHand
from yili_kg.annotation.corrections import read_corrections
from yili_kg.annotation.run import annotate
from yili_kg.errors import DataError, YiliError
from yili_kg.graph.assemble import edition_quads
from yili_kg.layers import edit
from yili_kg.models import Annotated, Document
from yili_kg.sources import corpus, read
from yili_kg.sources.read import read_text

__all__ = ["corpora", "corpus_seeds", "correction_seeds", "corrections", "table_seeds", "tables"]

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
    header = "\t".join(_COLUMNS if byte(data, 0) < 230 else _COLUMNS[: byte(data, 0) - 229])
    path = workroom() / "corrections.tsv"
    path.write_text("\n".join([header, *rows]), encoding="utf-8", newline="")
    with refused(DataError, "corrections.tsv"):
        with patient():
            made = annotate(_annotated().edition, hand=ByHand(corrections=read_corrections(path)))
        assert_found(made)
        assert_records(made)


def correction_seeds() -> Iterator[bytes]:
    for row in (
        ("*", "drop", "坐取", "爵", "于篚", "", "", "why", "NN"),
        ("text", "add", "爵", "坐", "奠", "object", "爵", "why", "NN"),
        ("*", "retype", "", "階", "前,辭", "object", "洗", "why", ""),
        ("*", "drop", "", "聘禮", "", "", "", "why", ""),
    ):
        yield b"\0" + bytes(_CELLS.index(cell) if cell in _CELLS else 17 for cell in row)


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
        text = mutated(text, data[-3:] + data[:5], _JSON)
    path = workroom() / "page.jsonl"
    path.write_text(text, encoding="utf-8", newline="")
    with refused(YiliError, "page.jsonl"):
        with patient():
            found = analyse(edit(read(path)))
        assert_edition(found.edition)
        assert_found(found)
        assert_records(found)
        list(edition_quads(found))


def corpus_seeds() -> Iterator[bytes]:
    lines, _ = _page()
    yield b""
    for row in range(min(6, len(lines))):
        for key in range(10):
            for value in range(0, len(_JSON), 4):
                yield bytes((0, row, key, value))


def tables(data: bytes) -> None:
    """A row of `ontology/` or `extraction/` that somebody changed: refused with its file, or read."""
    name = loaders.files()[(byte(data, 0) << 8 | byte(data, 1)) % len(loaders.files())]
    text = loaders.text_of(name)
    lines = text.splitlines(keepends=True)
    number = (byte(data, 2) << 8 | byte(data, 3)) % len(lines)
    lines[number] = mutated(lines[number], data[4:], loaders.PALETTE)
    for error in loaders.refusals(name, "".join(lines), workroom() / "data"):
        assert re.search(r"(?:extraction|ontology)/\S+\.(?:tsv|yaml|ttl)", str(error)), f"no file is named: {error}"


def table_seeds() -> Iterator[bytes]:
    for number in range(len(loaders.files())):  # few, since each takes a whole file through its loaders
        for line, how in ((0, 0), (1, 1), (5, 2), (5, 3)):
            yield bytes((number >> 8, number & 255, 0, line, 0, 3, how, number % 256))
