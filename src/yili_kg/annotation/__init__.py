"""Annotate: what readers decided of a text, and for the rest words, senses, citations, glosses, readings, steps."""
