"""Texts out of bytes: a byte or two name a word of the rules, a mark of a layout, a real passage, or a repetition.

So a fuzzer that turns one byte turns one word, and finds the combinations that the rules ask for. What comes out has at
most MOST bytes of UTF-8. `encode` goes the other way, for real passages as seeds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from yili_kg.data import data_folder
from yili_kg.lexicon import load_lexicon
from yili_kg.tables.rulebook import bare, load_yaml

__all__ = ["COMMON", "MOST", "compose", "encode", "words"]

#: The most bytes of UTF-8 that a text has.
MOST = 20_000
#: What decides most: one byte each. Never more than 192.
COMMON = [
    "者",
    "也",
    "曰",
    "云",
    "謂",
    "猶",
    "讀為",
    "讀如",
    "讀若",
    "讀曰",
    "之言",
    "古文",
    "今文",
    "古文皆",
    "今文曰",
    "或為",
    "當為",
    "故書",
    "若",
    "如",
    "若今",
    "謂之",
    "之屬",
    "此",
    "是",
    "皆",
    "無",
    "作",
    "為",
    "從",
    "不從",
    "知",
    "鄭",
    "鄭云",
    "云者",
    "注云",
    "又云",
    "彼注云",
    "下文云",
    "經云",
    "記云",
    "傳曰",
    "案",
    "按",
    "詩云",
    "書曰",
    "未聞",
    "非",
    "疑",
    "蓋",
    "似誤",
    "某",
    "言",
    "不言",
    "省文",
    "由",
    "自",
    "至",
    "盡",
    "自此盡",
    "《",
    "》",
    "「",
    "」",
    "『",
    "』",
    "“",
    "”",
    "《聘禮》",
    "《詩》",
    "周禮",
    "《周禮·大行人》",
    "左傳隱七年",
    "春秋",
    "禮記",
    "《曲禮》",
    "鄉飲酒禮",
    "燕禮",
    "士冠禮",
    "，",
    "。",
    "、",
    "；",
    "：",
    "！",
    "？",
    "·",
    "(",
    ")",
    "（",
    "）",
    "【",
    "】",
    "〔",
    "〕",
    "[",
    "]",
    "<",
    ">",
    "/",
    "&",
    ";",
    "#",
    "*",
    "¶",
    "○",
    "〇",
    "●",
    "■",
    "□",
    "<pb:KR1d0026_SBCK_003-1b>",
    "<pb:KR1d0028_WYG_002-1a>",
    "&KR0871;",
    "注",
    "註曰",
    "疏",
    "疏曰",
    "○疏曰",
    "釋曰",
    "釋曰：",
    "○釋曰",
    "音義",
    "箋云",
    "經",
    "記",
    "注「",
    "○注「",
    "」至「",
    "鄉飲酒禮第四",
    "燕禮第六",
    "士冠禮第一",
    "儀禮卷第四",
    "鄭氏注",
    "賈公彥疏",
    "欽定四庫全書",
    "考證",
    "今譯",
    "今註",
    "註釋",
    "譯文",
    "【注】",
    "【疏】",
    "〔疏〕",
    "主人",
    "賓",
    "介",
    "公",
    "卿",
    "大夫",
    "士",
    "尸",
    "祝",
    "其",
    "之",
    "爵",
    "觶",
    "脯醢",
    "俎",
    "洗",
    "篚",
    "階",
    "東",
    "西",
    "南",
    "北",
    "上",
    "下",
    "于",
    "以",
    "與",
    "升",
    "降",
    "拜",
    "再拜",
    "坐",
    "興",
    "取",
    "奠",
    "受",
    "送",
    "洗",
    "揖",
    "讓",
    "答",
    "辭",
    "對",
    "曰",
    "如初",
    "亦如之",
    "皆",
    "不",
    "乃",
    "遂",
    "天子",
    "諸侯",
    "一",
    "二",
    "三",
    "十",
    "尺",
    "寸",
    "天子九",
    "反",
    "音",
    "a",
    "1",
    "(12)",
]
_BLANKS = (
    "\n",
    "\n\n",
    "¶\n",
    "\r\n",
    "　",
    " ",
    "\u2028",
    "\ufeff",
    "\ufffd",
    "\x00",
    "\t",
    "\U00020000",
    "\u0301",
    "\ue000",
)
COMMON = list(dict.fromkeys([*_BLANKS, *COMMON]))[:192]
_WORD, _AGAIN, _POINT, _LONG = 192, 240, 250, 254


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for v in value.values():
            yield from _strings(v)
    elif isinstance(value, list):
        for v in value:
            yield from _strings(v)


@cache
def words() -> tuple[str, ...]:
    """The words of the lexicon, of the word lists, of the tables, and the examples of the rules: at most 12,288."""
    found: dict[str, None] = {}
    data = data_folder("extraction")
    for entry in load_lexicon().entries.values():
        found.update((form.rstrip("?"), None) for form in (entry.concept, *entry.forms))
    for path in sorted((data / "rules").rglob("*.yaml")):
        for text in _strings(bare(load_yaml(path))):
            for piece in (text.replace("⟦", "").replace("⟧", ""), *re.split(r"[^㐀-鿿]+", text)):
                if 0 < len(piece) < 60 and re.search("[㐀-鿿]", piece):
                    found[piece] = None
    for path in sorted((data / "rules").rglob("*.tsv")):
        for cell in re.split(r"[\t\n]", path.read_text(encoding="utf-8")):
            if 0 < len(cell) < 30 and re.search("[㐀-鿿]", cell):
                found[cell] = None
    return tuple(list(found)[: (_AGAIN - _WORD) * 256])


def compose(data: bytes) -> str:
    """The text that some bytes stand for."""
    made: list[str] = []
    size = at = 0

    def put(piece: str) -> None:
        nonlocal size
        size += len(piece.encode("utf-8"))
        if size <= MOST:
            made.append(piece)

    while at < len(data) and size <= MOST:
        byte, next_two = data[at], (*data[at + 1 : at + 3], 0, 0)
        at += 1
        if byte < _WORD:
            put(COMMON[byte % len(COMMON)])
        elif byte < _AGAIN:
            put(words()[((byte - _WORD) << 8 | next_two[0]) % len(words())])
            at += 1
        elif byte < _POINT:
            last = made[-(byte - _AGAIN + 1) :]
            for piece in last * next_two[0]:
                put(piece)
            at += 1
        else:
            point = (next_two[0] << 8 | next_two[1]) + (0x20000 if byte >= _LONG else 0)
            put("\ufffd" if 0xD800 <= point < 0xE000 else chr(point))
            at += 2
    return "".join(made)


@cache
def _codes() -> dict[str, bytes]:
    codes = {word: bytes((_WORD + (n >> 8), n & 255)) for n, word in reversed(list(enumerate(words())))}
    codes.update((piece, bytes((n,))) for n, piece in enumerate(COMMON))
    return codes


def encode(text: str) -> bytes:
    """Bytes that stand for a text: always the longest piece."""
    codes, made, at = _codes(), bytearray(), 0
    while at < len(text):
        for length in range(min(30, len(text) - at), 0, -1):
            if (code := codes.get(text[at : at + length])) is not None:
                made += code
                break
        else:
            length, point = 1, ord(text[at])
            made += bytes((_LONG if point >= 0x20000 else _POINT, (point >> 8) & 255, point & 255))
        at += length
    return bytes(made)
