"""Annotate: words and citations in a text."""
