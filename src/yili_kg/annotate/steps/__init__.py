"""The steps of a rite: the base text of an edition read into acts with who, what, where and which way.

In order: `stream` (a chapter as one text with its breaks and nouns), `speech` (what is said inside), `scan` (verbs and
what stands before and behind them, by the frames), `anaphora` (what the text leaves out: `who_acts`, `with_what`, in the
`context` of what was told before), `repeats` (如初), `vessels` and `bows` (the cup of an offering, to whom one bows),
`note_slots` (what the notes add), `read` (all of it over an edition).
"""

from yili_kg.annotate.steps.read import read_steps, read_words

__all__ = ["read_steps", "read_words"]
