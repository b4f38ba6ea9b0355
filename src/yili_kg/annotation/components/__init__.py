"""The components of spaCy: `yili_mentions`, `yili_citations`, `yili_sentences`, `yili_glosses`, `yili_steps`.

A doc is running text of one layer. `doc.py` says what a doc knows of itself and how spans are made of places; each
component has a module. `yili_references` is in `yili_kg.resolve.component`, since it resolves.
"""

from yili_kg.annotation.components.citations import CitationFinder, make_citations
from yili_kg.annotation.components.glosses import GlossFinder, make_glosses
from yili_kg.annotation.components.mentions import MentionFinder, make_mentions
from yili_kg.annotation.components.sentences import SentenceFinder, make_sentences
from yili_kg.annotation.components.steps import StepFinder, make_steps

__all__ = [
    "CitationFinder",
    "GlossFinder",
    "MentionFinder",
    "SentenceFinder",
    "StepFinder",
    "make_citations",
    "make_glosses",
    "make_mentions",
    "make_sentences",
    "make_steps",
]
