"""How the time for citations grows with the text: benchmarks/growth_citations.py [--size N] [--doublings K]

Makes texts of one segment that repeat what could lead a reader astray (云 without end, marks that are never closed,
titles only …) in doubling sizes, and prints for each step of the reading the seconds and the factor per doubling: about
2 is linear, 4 is quadratic. Ends with 1 where the factor is above 2.7 on the average of all doublings.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections.abc import Callable
from functools import partial

from yili_kg.annotation.fanqie import sound_spans
from yili_kg.annotation.find import find
from yili_kg.annotation.run import annotate
from yili_kg.annotation.scopes import scope_spans
from yili_kg.annotation.unknown import unknown_nouns
from yili_kg.models import Annotated, Claim, Document, Edition, Reading, Segment
from yili_kg.reference.shelf import load_shelf
from yili_kg.resolve.decisions import decide
from yili_kg.resolve.short_citations import resolve_short_citations
from yili_kg.resolve.verdicts import check

PIECES = (
    "云", "曰", "《詩》云", "詩云", "又", "又云", "注云", "彼注云", "案", "「", "《", "案《聘禮》", "聘禮", "周禮", "周禮大宗伯",
    "案聘禮賓入", "《玉藻》云「", "《玉藻》云「」", "《玉藻》「《玉藻》", "工歌鹿鳴、", "《鹿鳴》、", "春秋隱", "左傳隱七年", "一",
    "云賓者", "云主人者", "自此盡", "自至", "古文作", "讀為", "昌絹反", "音", "○", "。", "主人", "執", "素裳", "羣臣", " ", "\n", "，",
    "下文云", "記云", "是也", "采其嘉賓", "曲禮云旬之內曰近某日明此亦筮旬", "云「賓介」者",
)  # fmt: skip
BASE = "賓介處士賢者主人"
LIMIT = 2.7

#: Pieces that make short citations and quotations.
CITED = ("云", "又云", "云賓者", "云主人者", "案聘禮云賓入又云", "云「賓介」者", "《詩》云「窈窕淑女」", "執璖璖")
Steps = dict[str, Callable[[], object]]


def segment(layer: str, text: str, start: int) -> Segment:
    """A segment on one passage that begins at `start` of the source."""
    offsets = tuple(range(start, start + len(text)))
    return Segment(
        id=layer,
        layer=layer,
        speaker="",
        chapter="04",
        passages=("04.001",),
        extent="whole",
        comments_on="",
        pieces=((start, start + len(text)),),
        text=text,
        offsets=offsets,
        order=start,
    )


def edition(note: str, text: str) -> Edition:
    """A note and the sub-commentary on it."""
    document = Document(
        raw=note + text, sha256="0" * 64, name="x", title="x", label="x", reader="plain", blocks=(), noise=()
    )
    return Edition(document=document, segments=(segment("注", note, 0), segment("疏", text, len(note))))


def decisions(size: int) -> Annotated:
    """As many readings in a note as decisions in the sub-commentary on it."""
    note, text = "今文縮為蹙" * (size // 5), "不從今文" * (size // 4)
    made = edition(note, text)
    readings = tuple(
        Reading(start=i, end=i + 5, text=note[i : i + 5] + "甲乙丙丁戊"[i % 5] * (i % 40), base="", variant="",
                tradition="今文", decision="none", speaker="", segment="注", layer="注", rule="r")
        for i in range(0, len(note), 5)
    )  # fmt: skip
    claims = tuple(
        Claim(start=len(note) + i, end=len(note) + i + 4, text="不從今文", holder="鄭玄", stance="rejects", about="注",
              reason="", speaker="", segment="疏", layer="疏", rule="r")
        for i in range(0, len(text), 4)
    )  # fmt: skip
    return Annotated(edition=made, readings=readings, claims=claims)


def filled(piece: str, size: int) -> str:
    """A text of `size` code points that repeats a piece."""
    return (piece * (size // len(piece) + 1))[:size]


def steps(size: int) -> Steps:
    """What is measured at a size, by name; what each wants is made before its time is taken."""
    made: Steps = {}
    for piece in PIECES:
        text = filled(piece, size)
        made[f"{piece!r} find"] = partial(find, text, layer="疏", chapter="04")
        made[f"{piece!r} stretches"] = partial(scope_spans, text, "疏")
        made[f"{piece!r} sounds"] = partial(sound_spans, text, "音義")
    for piece in CITED:
        text, note = filled(piece, size), filled(BASE, size)
        cited = Annotated(edition=edition(note, text), citations=annotate(edition("", text)).citations)
        made[f"{piece!r} short citations"] = partial(resolve_short_citations, cited)
        made[f"{piece!r} verdicts"] = partial(check, cited, load_shelf())
        made[f"{piece!r} unknown nouns"] = partial(unknown_nouns, [cited])
    made["decisions"] = partial(decide, decisions(size))
    return made


def timed(step: Callable[[], object]) -> float:
    """The seconds of the fastest of three runs."""
    seconds: list[float] = []
    for _ in range(3):
        begin = time.process_time()
        step()
        seconds.append(time.process_time() - begin)
    return min(seconds)


def told(name: str, seconds: list[float], least: float) -> bool:
    """Print the times of a step in doubling sizes; whether it grows faster than it may."""
    factors = [b / a for a, b in itertools.pairwise(seconds) if a > 0]
    mean = (seconds[-1] / seconds[0]) ** (1 / (len(seconds) - 1)) if seconds[0] > 0 else 0.0
    grows = seconds[-1] >= least and mean > LIMIT
    times = " ".join(f"{s:7.3f}" for s in seconds)
    print(f"{name:<34}{times}   × {' '.join(f'{f:4.1f}' for f in factors)}{'  grows' if grows else ''}", flush=True)
    return grows


def main() -> int:
    """Measure, and print."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--size", type=int, default=2_500, help="code points of the smallest text")
    asked.add_argument("--doublings", type=int, default=3)
    asked.add_argument("--least", type=float, default=0.05, help="seconds below which a step is not judged")
    options = asked.parse_args()
    sizes = [options.size << k for k in range(options.doublings + 1)]
    print(f"seconds for {', '.join(map(str, sizes))} code points; factor per doubling")
    find("案《聘禮》云賓入。", layer="疏", chapter="04")
    made = [steps(size) for size in sizes]
    slow = [name for name in made[0] if told(name, [timed(at[name]) for at in made], options.least)]
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
