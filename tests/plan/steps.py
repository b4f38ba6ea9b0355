"""Steps for the tests, from a table in which a word that the text leaves out has * before it."""

from __future__ import annotations

import csv
from pathlib import Path

from yili_kg.models import Filler, Step

__all__ = ["step", "xiangyin"]


def _fillers(words: str) -> tuple[Filler, ...]:
    return tuple(Filler(text=w.lstrip("*"), supplied=w.startswith("*")) for w in words.split())


def step(
    number: int,
    verb: str,
    agent: str = "",
    *,
    object: str = "",
    recipient: str = "",
    at: str = "",
    origin: str = "",
    to: str = "",
    facing: str = "",
    posture: str = "",
    chapter: str = "04",
    passage: str = "04.001",
    rite: str = "",
    conditional: bool = False,
    negated: bool = False,
    repeats: tuple[str, ...] = (),
) -> Step:
    """A step of no source."""
    return Step(
        start=number, end=number + 1, text=verb, id=f"{passage}.jing.1.s{number}", verb=verb, segment=f"{passage}.jing.1", layer="經", chapter=chapter, passage=passage, rule="test",
        agent=_fillers(agent), object=_fillers(object), recipient=_fillers(recipient), at=_fillers(at), origin=_fillers(origin), to=_fillers(to),
        facing=facing, posture=posture, count=0, negated=negated, conditional=conditional, rite=rite, repeats=repeats,
    )  # fmt: skip


def xiangyin() -> tuple[Step, ...]:
    """Acts of 鄉飲酒禮 from 戒賓 to 賓出, a part of them, slot by slot as the text has them."""
    with (Path(__file__).parent / "xiangyin.tsv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    return tuple(
        step(
            n, r["verb"], r["agent"], object=r["object"], recipient=r["recipient"], at=r["at"], origin=r["from"],
            to=r["to"], facing=r["facing"] or "", posture=r["posture"] or "", passage=r["passage"], rite=r["rite"] or "",
        )
        for n, r in enumerate(rows)
    )  # fmt: skip
