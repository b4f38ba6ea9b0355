"""Growth of the readers and the layers: python -m benchmarks.growth_sources [NAME …] (uses $YILI_SHARED where it is).

Each case is read and edited at n, 2n, 4n and 8n, where 8n is some hundred thousand characters; printed are seconds and
the factor per doubling. What stays near 2 is linear.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator

from tests.conftest import SHARED, seed

from yili_kg.layers import edit
from yili_kg.sources import read_text

HEADER = "# -*- mode: mandoku-view -*-\n#+TITLE: 儀禮\n#+PROPERTY: ID KR1d0026\n#+PROPERTY: JUAN 卷二\n"
HEADING = "燕禮第六\n"
BASE = "小臣戒與者膳宰具官饌于寢東樂人縣設洗篚于阼階東南當東霤"
COMMENT = "註曰小臣相君燕飲之法與者謂留羣臣也○疏曰釋曰云自孰始者○楊氏曰按今按經"
SUB = "「小臣」至「寢東」。○注「小臣」至「臣也」。○釋曰︰云小臣相君者。\n"
Text = Callable[[int], str]


def lines(text: str) -> Text:
    """`n` lines."""
    return lambda n: HEADING + f"{text}\n" * n


def numbered(text: str) -> Text:
    """`n` lines, each with a number of its own."""
    return lambda n: (
        HEADING + "".join(f"{text}{chr(0x4E00 + i % 20000)}{chr(0x4E00 + i // 7 % 20000)}\n" for i in range(n))
    )


def joined(text: str) -> Text:
    """One line."""
    return lambda n: HEADING + text * n


def kanripo(text: str, *, end: str = "¶\n") -> Text:
    """`n` lines of a Kanripo file."""
    return lambda n: HEADER + f"燕禮第六{end}" + f"{text}{end}" * n


def seeded(number: int) -> Text:
    """A seed, again and again."""
    return lambda n: seed(number).read_bytes().decode() * n


def tei(text: str) -> Text:
    """`n` elements in a TEI body."""
    return lambda n: f"<TEI><text><body>{text * n}</body></text></TEI>"


def pointing(n: int) -> str:
    """A long line of base text, and `n` pointers that it does not have."""
    graphs = [chr(0x4E00 + i % 20000) for i in range(n)]
    pointers = "".join(f"「主{a}賓」至「賓{b}主」。○" for a, b in zip(graphs, reversed(graphs), strict=True))
    return f"{HEADING}{'賓主人' * n}\n{pointers}釋曰\n"


def odes(n: int) -> str:
    """Notes of the 毛詩 with circles between them, outside of brackets."""
    header = HEADER.replace("儀禮", "毛詩注疏")
    line = "○紏紏葛屨傳紏紏猶繚也箋云賤疏(釋)"
    return header + f"{line}¶\n" * 9 + "○紏紏葛屨傳紏紏猶繚也箋云葛屨賤" * n + "¶\n"


def beside(n: int) -> str:
    """A comment set apart by blank lines, `n` graphs long, and `n` lines after it."""
    return (
        HEADER
        + "燕禮第六¶\n經¶\n　註曰甲¶\n經¶\n　註曰乙¶\n　¶\n鄭氏康成曰"
        + "賓" * 8 * n
        + "¶\n"
        + "　¶\n　¶\n賓¶\n" * n
    )


#: Reader, text, n. A seed is begun with twice: once alone, its words stand in one place and are found at once, which no
#: longer text has in common with it.
CASES: dict[str, tuple[str, Text, int]] = {
    "plain: lines": ("plain", lines(BASE), 2500),
    "plain: one line": ("plain", joined(BASE), 5000),
    "plain: 「 never closed": ("plain", joined("「主人"), 40000),
    "plain: heavy brackets": ("plain", lines("小臣戒與者【小臣相君也】膳宰具官饌于寢東【膳宰】"), 1500),
    "plain: heavy brackets on one line": ("plain", joined("小臣戒與者【小臣相君也】膳宰具官饌【膳宰】"), 3000),
    "plain: 【 never closed": ("plain", joined("小臣【戒與者"), 20000),
    "plain: strokes before brackets": ("plain", joined("小臣\\[戒\\]"), 20000),
    "shuzhu: lines of the author": ("shuzhu", lines(f"{BASE}\n{COMMENT}\n此亦小臣也\n張氏曰戒與者"), 1000),
    "shuzhu: lines": ("shuzhu", lines(f"{BASE}\n{COMMENT}"), 1200),
    "shuzhu: lines, all different": ("shuzhu", numbered(f"{BASE}\n{COMMENT}"), 1200),
    "shuzhu: lines cut at twenty graphs": ("shuzhu", lines(f"{BASE[:20]}\n{COMMENT[:20]}\n{BASE[4:24]}"), 1200),
    "shuzhu: one comment": ("shuzhu", joined(COMMENT), 2500),
    "shuzhu: circles": ("shuzhu", lambda n: HEADING + "註曰" + "○" * n + "\n", 40000),
    "shuzhu: spaces between voices": ("shuzhu", joined("註曰小臣　敖氏繼公曰膳宰　"), 8000),
    "topics: headlines and excerpts": ("topics", lines(f"小臣戒與者\n{BASE}注小臣相君　釋曰此戒與者也"), 1000),
    "topics: headlines alone": ("topics", lines("小臣戒與者"), 5000),
    "zhushu: lines": ("zhushu", lines(f"{BASE}\n小臣相君也\n{SUB}"), 700),
    "zhushu: lines, all different": ("zhushu", numbered(f"{BASE}\n小臣相君也\n{SUB}"), 700),
    "zhushu: one 疏": ("zhushu", lambda n: HEADING + BASE + "\n" + SUB.strip() * n, 3000),
    "zhushu: pointers to nothing": ("zhushu", lambda n: HEADING + f"{BASE}\n" + "「甲乙丙」至「丁戊己」。○" * n, 5000),
    "zhushu: 「 never closed": ("zhushu", joined("「小臣"), 40000),
    "zhushu: ○ and spaces": ("zhushu", lambda n: HEADING + "疏 " + "○ " * n, 60000),
    "zhushu: pointers into a long line": ("zhushu", pointing, 1500),
    "interleaved: lines": ("interleaved", lines(f"{BASE}(1)"), 2500),
    "interleaved: lines, all different": ("interleaved", numbered(f"{BASE}(1)"), 1200),
    "interleaved: one line": ("interleaved", joined(f"{BASE}(1)"), 4000),
    "interleaved: numbers": ("interleaved", joined("(1)"), 40000),
    "mandoku: brackets": ("mandoku", kanripo("小臣戒與者(小臣相君燕/飲之法與)膳宰具官饌于寢東(膳宰天/子曰膳夫)"), 1200),
    "mandoku: brackets on one line": ("mandoku", kanripo("小臣戒與者(小臣相君燕/飲之法與)", end=""), 6000),
    "mandoku: running": ("mandoku", kanripo("小臣戒與者注小臣相君燕音義(與音/預)疏(釋曰自此/至寢東)"), 2000),
    "mandoku: running on one line": ("mandoku", kanripo("小臣戒與者注小臣相君音義(與音/預)疏(釋曰自此/至)", end=""), 4000),
    "mandoku: indented": ("mandoku", kanripo("小臣戒與者¶\n　註曰小臣相君燕飲之法○疏曰云小臣○楊氏曰按"), 2000),
    "mandoku: a note that brackets interrupt": (
        "mandoku", kanripo("小臣戒與者¶\n　正義鄭氏康成曰小臣(賈疏小臣)相君(陸氏德明曰相)¶\n　(息亮反)燕飲"), 1500),
    "mandoku: one comment": ("mandoku", kanripo("　註曰小臣相君燕飲之法○疏曰云小臣○楊氏曰按"), 4000),
    "mandoku: flat": ("mandoku", kanripo("小臣戒與者，膳宰具官饌于寢東。"), 5000),
    "mandoku: headings": ("mandoku", kanripo("　燕禮第六"), 8000),
    "mandoku: short lines": ("mandoku", kanripo("　右主人"), 10000),
    "mandoku: circles of the 詩": ("mandoku", odes, 5000),
    "mandoku: a long comment, then many": ("mandoku", beside, 5000),
    "mandoku: ( never closed": ("mandoku", kanripo("小臣(戒與者"), 8000),
    "mandoku: ( only": ("mandoku", kanripo("(", end=""), 80000),
    "mandoku: ) and spaces": ("mandoku", kanripo(") \n ", end=""), 30000),
    "mandoku: [ never closed": ("mandoku", kanripo("小臣[戒", end=""), 30000),
    "mandoku: page marks": ("mandoku", kanripo("<pb:KR1d0026_SBCK_003-1b>小臣", end=""), 5000),
    "mandoku: page marks on lines": ("mandoku", kanripo("<pb:KR1d0026_SBCK_003-1b>小臣戒與"), 5000),
    "mandoku: page marks not closed": ("mandoku", kanripo("<pb:KR1d0026", end=""), 15000),
    "mandoku: & never closed": ("mandoku", kanripo("小臣(音&", end=""), 30000),
    "mandoku: blank lines": ("mandoku", kanripo("　"), 60000),
    "tei: paragraphs": ("tei", tei("<p>小臣戒<note>小臣相君</note>與者</p>"), 3000),
    "tei: elements in one paragraph": ("tei", tei("<seg>小臣</seg><lb/>"), 6000),
    "tei: text alone": ("tei", tei("小臣戒與者"), 30000),
    "tei: references": ("tei", tei("&amp;小"), 30000),
    "tei: notes in a text of the 儀禮": (
        "tei", lambda n: tei("<p>小臣戒與者<note>小臣相君</note>膳宰具官饌于寢東</p>")(n).replace("<body>", "<body><head>燕禮第六</head>"), 2500),
    "data: strings": ("", lambda n: '{"title": "燕禮第六", "text": ["' + f'{BASE}", "小臣相君燕飲之法", "' * n + '"]}', 1500),
    "data: strings never closed": ("", lambda n: HEADING + 'a: "小' * n, 20000),
    "wiki: notes": ("", lambda n: "==燕禮第六==\n" + f"{BASE}{{{{*|小臣相君燕飲之法}}}}\n" * n, 1500),
    "wiki: templates never closed": ("", lambda n: "==燕禮第六==\n" + "{{*|小臣[[相君" * n, 6000),
    "wiki: bars": ("", lambda n: "==燕禮第六==\n{{*|小臣}}" + "|" * n, 30000),
    "wiki: comments never closed": ("", lambda n: "==燕禮第六==\n{{*|小臣}}{{*|相}}{{*|君}}" + "<!--" * n, 20000),
    "plain: a translation behind each sentence": ("plain", lambda n: HEADING + f"{BASE}。小臣們告訴參加的人。\n" * n, 2500),
    "running: passages left out": ("plain", lambda n: HEADING + "小臣戒與者小臣相君燕飲之法與者謂留羣臣也公降自西階\n" * n, 3000),
    "wrapped: lines of one width": ("zhushu", lambda n: HEADING + "小臣戒與者小臣相君燕飲之法與者謂\n留羣臣也。膳宰具官饌于寢東膳宰天\n【疏】「小臣」至「寢東」○釋曰自此\n盡南面論告戒設具之事。\n" * n, 1500),
    "wrapped: pages never closed": ("zhushu", lambda n: HEADING + "【疏】「小臣」○釋曰自此盡南面論告\n" + "戒設具之事小臣戒與者小臣相君燕飲\n" * n, 3000),
    "table: rows": ("plain", lambda n: "節\t注\t經\n" + f"1\t小臣相君燕飲之法\t{BASE}\n" * n, 2500),
    "table: quotation marks that close nothing": ("plain", lambda n: "節,經\n" + '1,"小臣戒與者\n' * n, 3000),
    "numbered: notes behind a section": ("plain", lambda n: HEADING + "".join(f"{BASE}〔{k}〕" for k in range(n)) + "\n\n" + "".join(f"〔{k}〕小臣相君燕飲之法與者謂留羣臣也\n" for k in range(n)), 900),
    "numbered: one number again and again": ("plain", lambda n: HEADING + f"{BASE}〔1〕" * n + "\n\n" + "〔1〕小臣相君燕飲之法與者謂留羣臣也\n" * n, 1500),
    "library: tools": ("plain", lambda n: HEADING + f"80\t打開字典\t顯示相似段落\t燕禮:\n{BASE}\n\n" * n, 2500),
    "shuzhu: comments set in": ("shuzhu", lambda n: HEADING + "小臣戒與者小臣\n 註曰小臣相君燕飲之法\n 與者謂留羣臣也\n" * n, 2500),
} | {f"seed 00{n} again and again": ("", seeded(n), 2) for n in range(5) if SHARED.is_dir()}  # fmt: skip


def measured(name: str, *, patience: float = 60.0) -> Iterator[str]:
    """A line a size; no further one after a size that took longer than `patience` seconds."""
    reader, text, n = CASES[name]
    before = 0.0
    for size in (n, 2 * n, 4 * n, 8 * n):
        raw = text(size)
        start = time.process_time()
        document = read_text(raw, reader=reader)
        halfway = time.process_time()
        edit(document)
        seconds = time.process_time() - start
        factor = f"  × {seconds / before:.1f}" if before else ""
        share = f"{halfway - start:.2f} read, {seconds - halfway + start:.2f} edited"
        yield f"{name:36} {len(raw):9,} characters {seconds:7.2f} s ({share}){factor}"
        if seconds > patience:
            return
        before = seconds


if __name__ == "__main__":
    for case in CASES:
        if len(sys.argv) == 1 or any(word in case for word in sys.argv[1:]):
            for line in measured(case):
                print(line, flush=True)
