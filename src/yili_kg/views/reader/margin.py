"""What stands in the margin of a passage: readings that the notes report, and where the editions of the build differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from yili_kg.models import Annotated, Reading, Variation
from yili_kg.tables.reader import reader_words
from yili_kg.text.folding import fold
from yili_kg.views.names import names_in
from yili_kg.views.reader.text import both, title_of

__all__ = ["margins", "said_on", "way_of"]


def way_of(found: object, *, sure: bool = True) -> str:
    """How a statement was decided: by a reader's hand, by rule, or so that it is unsure."""
    return "unsure" if not sure else "by-hand" if getattr(found, "read_by", "") else "by-rule"


def margins(
    editions: Sequence[Annotated], variations: Sequence[Variation], at: Mapping[str, str]
) -> dict[str, list[str]]:
    """Passage → the lines of its margin; `at` says at which passage a segment stands.

    A reading that several editions of a note report stands there once.
    """
    lines: dict[str, dict[tuple[str, ...], str]] = {}
    for annotated in editions:
        for reading, sure in annotated.every("reading", annotated.readings):
            passage = at.get(reading.target_segment or reading.segment, "")
            if passage:
                told = (reading.tradition, fold(reading.base), fold(reading.variant), reading.speaker)
                lines.setdefault(passage, {}).setdefault(told, _reading(reading, sure))
    titles = {a.edition.document.name: title_of(a) for a in editions}
    for variation in variations:
        line = _variation(variation, titles)
        lines.setdefault(variation.passage, {})[(line,)] = line
    return {passage: list(found.values()) for passage, found in lines.items()}


def said_on(editions: Sequence[Annotated], at: Mapping[str, str]) -> dict[str, int]:
    """Passage → how many claims are on it, and norms by rank in what is said of it."""
    found: Counter[str] = Counter()
    for annotated in editions:
        found.update(at.get(c.about, "") or at.get(c.segment, "") for c in annotated.claims)
        found.update(at.get(n.segment, "") for n in annotated.norms)
    return dict(found)


def _reading(reading: Reading, sure: bool) -> str:
    names = names_in("traditions")
    zh, en = names.get(reading.tradition, (reading.tradition, reading.tradition))
    before, behind = (f'<span lang="lzh">{_or_nothing(words)}</span>' for words in (reading.base, reading.variant))
    return (
        f'<li class="way {way_of(reading, sure=sure)}"><a href="#{escape(reading.segment)}">{both(zh, en)}</a> '
        f"{before} → {behind}</li>"
    )


def _or_nothing(words: str) -> str:
    return escape(words) or "∅"


def _variation(variation: Variation, titles: Mapping[str, str]) -> str:
    """The words of each edition at a place at which they differ, and what stands around it."""
    kind = reader_words()["lost" if variation.kind == "lost" else "margin"]
    around = f"{escape(variation.before)}＿{escape(variation.after)}"
    return f'<li class="by-rule">{both(kind.zh, kind.en)} <span lang="lzh">{around}：{"；".join(_told(variation, titles))}</span></li>'


def _told(variation: Variation, titles: Mapping[str, str]) -> Iterator[str]:
    have: dict[str, list[str]] = {}
    for witness in variation.witnesses:
        have.setdefault(witness.text, []).append(titles.get(witness.edition, witness.edition))
    for words, names in have.items():
        yield f"<b>{_or_nothing(words)}</b> <small>{escape('、'.join(dict.fromkeys(names)))}</small>"
