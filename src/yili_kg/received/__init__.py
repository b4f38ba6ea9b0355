"""The received text of the 儀禮: its passages as a skeleton of facts, and how a text is aligned to them."""

from yili_kg.received.align import Unit, align
from yili_kg.received.skeleton import Passage, load_skeleton
from yili_kg.received.units import base_units, chapter_like, edge_chapters, running_units

__all__ = [
    "Passage",
    "Unit",
    "align",
    "base_units",
    "chapter_like",
    "edge_chapters",
    "load_skeleton",
    "running_units",
]
