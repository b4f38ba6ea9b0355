"""The steps of a rite: the base text of an edition read into acts with who, what, where and which way.

In order: `stream` (a chapter as one text with its breaks and the nouns of the lexicon), `mending` (nouns as the base
text has them), `doers` (執爵者: names by what somebody does), `scan` (one walk: `preverbal` gathers what stands before a
verb, the `frames` say which verb it is, `complements` takes what stands behind it, both by way of `nouns` and
`prepositions`; `likeness` reads 如初, `speech` what is said), `anaphora` (what the text leaves out: `who_acts`,
`with_what`, in the `context` of what was told before), `repeats` (which steps 如初 means), `vessels` and `bows` (the cup
of an offering, to whom one bows), `note_slots` (what the notes add), `residue` (what no frame took), `copies` (where a
source prints it twice), `read` (all of it over an edition). What they know of words is in `words` and in
`extraction/rules/`.
"""

from yili_kg.annotation.steps.read import read_steps, read_words

__all__ = ["read_steps", "read_words"]
