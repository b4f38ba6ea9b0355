"""The records of other projects that are a concept, as they are shown on its page."""

from __future__ import annotations

from html import escape

from yili_kg.authorities import load_authorities

__all__ = ["record_link"]


def record_link(match: str, iri: str) -> str:
    """A record elsewhere as HTML: the name of its list and its number there, `≈` before one that is only close.

    A record of no known list stands with its whole address; what is no address on the web is no link.
    """
    known = next((row for row in load_authorities().values() if iri.startswith(row.uri)), None)
    shown = f"{match} {escape(iri)}"
    if known:
        name = f'<span class="zh">{escape(known.zh)}</span><span class="en" lang="en">{escape(known.en)}</span>'
        shown = f"{'≈ ' if match == 'closeMatch' else ''}{name} {escape(iri.removeprefix(known.uri))}"
    if iri.startswith(("http://", "https://")):
        return f'<a href="{escape(iri)}" rel="noreferrer external">{shown}</a>'
    return f'<span class="ref">{shown}</span>'
