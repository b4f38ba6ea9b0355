from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yili_kg.errors import SourceError
from yili_kg.sources import decode
from yili_kg.sources.decode import load

#: 鄉飲酒禮, the first words.
CHINESE = "鄉飲酒之禮主人就先生而謀賓介主人戒賓賓拜辱主人答拜乃請賓賓禮辭許主人再拜賓答拜主人退賓拜辱介亦如之" * 3
SIMPLIFIED = "乡饮酒之礼主人就先生而谋宾介主人戒宾宾拜辱主人答拜乃请宾宾礼辞许主人再拜宾答拜主人退宾拜辱介亦如之" * 3


def written(folder: Path, data: bytes) -> Path:
    path = folder / "source.txt"
    path.write_bytes(data)
    return path


def message(path: Path, **options: str) -> str:
    with pytest.raises(SourceError) as caught:
        load(path, **options)
    return str(caught.value)


def test_text_comes_as_it_stands_with_the_hash_of_its_bytes(tmp_path: Path) -> None:
    data = "\ufeff一\r\n二\r三\n\u2028か\u3099é\u0301".encode()
    loaded = load(written(tmp_path, data))
    assert loaded.raw.encode() == data
    assert loaded.sha256 == hashlib.sha256(data).hexdigest()


@given(st.text(min_size=1).filter(lambda t: t.strip("\ufeff").strip() != ""))
def test_no_character_is_changed(text: str) -> None:
    data = text.encode("utf-8", "replace")
    if not decode._is_binary(data):
        assert decode._decode(data, None, "a") == data.decode()


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("gb18030", SIMPLIFIED),
        ("gb18030", CHINESE),
        ("gb2312", SIMPLIFIED),
        ("big5", CHINESE),
        ("big5hkscs", CHINESE + "，。「」"),
        ("utf-16", CHINESE),
        ("utf-16", SIMPLIFIED + "\n abc"),
    ],
)
def test_another_encoding_is_named_and_can_be_given(tmp_path: Path, encoding: str, text: str) -> None:
    path = written(tmp_path, text.encode(encoding))
    said = message(path)
    named = {"gb2312": "gb18030", "big5": "big5hkscs"}.get(encoding, encoding)
    assert f"--encoding {named}" in said
    assert str(path) in said
    assert load(path, encoding=encoding).raw == text


def test_the_byte_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    assert "byte 6 " in message(written(tmp_path, "一二".encode() + b"\xff" + "三".encode()))


def test_an_encoding_that_there_is_not(tmp_path: Path) -> None:
    path = written(tmp_path, CHINESE.encode())
    for name in ("klingon", "base64", "a\x00b", "rot13"):
        assert "no text encoding" in message(path, encoding=name)


def test_a_wrong_encoding_names_the_byte(tmp_path: Path) -> None:
    assert "is not ascii" in message(written(tmp_path, CHINESE.encode()), encoding="ascii")


def test_a_byte_order_mark_stays_a_character_whatever_the_name_of_the_encoding(tmp_path: Path) -> None:
    path = written(tmp_path, "\ufeff一".encode())
    assert load(path).raw == load(path, encoding="utf-8-sig").raw == "\ufeff一"


@pytest.mark.parametrize("data", [b"", b" \r\n\t", "\ufeff".encode(), "　\n".encode()])
def test_empty(tmp_path: Path, data: bytes) -> None:
    assert "empty" in message(written(tmp_path, data))


PICTURE = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" * 40


@pytest.mark.parametrize("data", [PICTURE, bytes(range(256)) * 20, b"\x01\x02abc" * 99])
def test_binary(tmp_path: Path, data: bytes) -> None:
    assert "binary" in message(written(tmp_path, data))


def test_missing_folder_and_other_things(tmp_path: Path) -> None:
    assert "no such file" in message(tmp_path / "nothing.txt")
    assert "folder" in message(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    assert "no ordinary file" in message(tmp_path / "pipe")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_without_permission(tmp_path: Path) -> None:
    path = written(tmp_path, b"abc")
    path.chmod(0)
    assert "permission" in message(path).lower()


def test_too_large_is_said_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    with path.open("wb") as file:
        file.truncate(200_000_000)
    said = message(path)
    assert "200,000,000" in said
    assert f"{decode.LIMIT:,}" in said
    assert "split" in said


@pytest.mark.parametrize(
    ("encoding", "named"),
    [("utf-32", "utf-32"), ("utf-16", "utf-16"), ("utf-16-le", "utf-16-le"), ("utf-16-be", "utf-16-be")],
)
def test_wide_units_are_named_with_and_without_a_mark(tmp_path: Path, encoding: str, named: str) -> None:
    text = "鄉飲酒之禮\n" + CHINESE
    path = written(tmp_path, text.encode(encoding))
    assert f"--encoding {named}" in message(path).splitlines()[-1] + " "
    assert load(path, encoding=named).raw.lstrip("\ufeff") == text


@pytest.mark.parametrize("lost", [1, 2])
def test_a_file_that_breaks_off_is_said_to(tmp_path: Path, lost: int) -> None:
    assert "breaks off within a character" in message(written(tmp_path, CHINESE.encode()[:-lost]))
