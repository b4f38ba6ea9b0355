"""The nouns of yili-kg: what flows from a source file to the graph.

All offsets are Unicode code points into the source file as it stands, `start` inclusive, `end` exclusive.
"""

from yili_kg.models.annotated import Annotated, Unsure
from yili_kg.models.collation import Variation, Witness
from yili_kg.models.found import Citation, Mention, Quotation, ShortCitation
from yili_kg.models.notes import Claim, Gloss, Norm, Reading, Unread
from yili_kg.models.steps import Filler, NoteSays, Repetition, Step
from yili_kg.models.text import Block, Document, Edition, Noise, Pointer, Segment, Span

__all__ = [
    "Annotated",
    "Block",
    "Citation",
    "Claim",
    "Document",
    "Edition",
    "Filler",
    "Gloss",
    "Mention",
    "Noise",
    "Norm",
    "NoteSays",
    "Pointer",
    "Quotation",
    "Reading",
    "Repetition",
    "Segment",
    "ShortCitation",
    "Span",
    "Step",
    "Unread",
    "Unsure",
    "Variation",
    "Witness",
]
