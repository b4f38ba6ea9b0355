"""Pages of Kanripo, made and read."""

from __future__ import annotations

from tests.sources.law import assert_law1, runs
from yili_kg.sources import mandoku

__all__ = ["page", "read"]


def page(title: str, *lines: str, juan: str = "卷二", number: str = "KR1d0028") -> str:
    head = f"# -*- mode: mandoku-view; -*-\n#+TITLE: {title}\n#+PROPERTY: ID {number}\n#+PROPERTY: JUAN {juan}\n"
    return head + f"<pb:{number}_WYG_002-1a>¶\n" + "".join(f"{line}¶\n" for line in lines)


def read(raw: str) -> list[tuple[str, str, str]]:
    layout = mandoku.read(raw)
    assert_law1(raw, layout)
    return runs(raw, layout)
