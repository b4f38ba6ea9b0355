"""Resolving what was found: citations to divisions, quotations to verdicts."""
