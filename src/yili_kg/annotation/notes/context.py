"""The tokens of an edition's notes: each note with the text it explains, and what in it is not its author's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from yili_kg.annotation.fanqie import sound_spans, tail_of_sounds
from yili_kg.annotation.notes.explained import Explained
from yili_kg.annotation.notes.formulas import plain_formula
from yili_kg.annotation.notes.phrases import turn, voice, words
from yili_kg.annotation.notes.repeated import ENOUGH, repeated_spans
from yili_kg.annotation.notes.statements import Unreadable
from yili_kg.annotation.notes.tokens import Base, NoteTokens, tokens_of
from yili_kg.lexicon import load_lexicon
from yili_kg.models import Citation, Edition, Mention, Segment, Span
from yili_kg.sources.speakers import spoken_name
from yili_kg.tables.layers import layers
from yili_kg.tables.types import mention_types
from yili_kg.text.folding import fold
from yili_kg.text.graphs import stream

__all__ = ["note_tokens", "things"]

_OPENING = "「『“‘"
#: How many code points before a quotation say whose words it is (注云「).
_BEFORE = 4


@cache
def things() -> frozenset[str]:
    """Folded words of the lexicon that name things, places and people."""
    types = mention_types()
    return frozenset(
        text for text, forms in load_lexicon().forms.items() for form in forms if text and types[form.type].nominal
    )


@cache
def _speaking() -> frozenset[str]:
    """The types of mentions that can be followed by what somebody says."""
    return frozenset(name for name, type_ in mention_types().items() if type_.speaks)


def note_tokens(
    edition: Edition, mentions: Sequence[Mention], citations: Sequence[Citation]
) -> Iterator[tuple[Segment, NoteTokens]]:
    """Each note of an edition with its tokens, and each essay on the 儀禮 or in a book of topics, in the order of the source."""
    by_segment: dict[str, list[Mention]] = {}
    for mention in mentions:
        by_segment.setdefault(mention.segment, []).append(mention)
    cited: dict[str, list[Citation]] = {}
    for citation in citations:
        cited.setdefault(citation.segment, []).append(citation)
    explained = Explained(edition)
    of_topics = any(s.layer in layers().later for s in edition.segments)
    for segment in edition.segments:
        essay = segment.layer in layers().essays and (of_topics or bool(segment.chapter))
        if segment.text and (essay or segment.layer in layers().read):
            yield segment, _tokens(segment, explained, by_segment.get(segment.id, ()), cited.get(segment.id, ()))


def _tokens(
    segment: Segment, explained: Explained, mentions: Sequence[Mention], citations: Sequence[Citation]
) -> NoteTokens:
    base, whole = _base(segment, explained, mentions)
    folded = fold(segment.text)
    voices = [match.span() for match in voice("voice-of-others").finditer(folded)]
    titled = [citation for citation in citations if citation.quotes]
    ends = [segment.inside(q.start, q.end)[1] for c in titled for q in c.quotes]
    quoted, repeated = _quotations(folded, segment, citations, base)
    silent = [segment.inside(p.start, p.end) for p in segment.pointers]
    silent += [*sound_spans(segment.text, segment.layer), *tail_of_sounds(segment.text, segment.layer), *voices]
    silent += [segment.inside(c.start, c.end) for c in titled]
    if segment.layer in layers().reason:
        silent += repeated_spans(folded, base)
    return tokens_of(
        segment.text,
        segment.layer,
        base,
        silent=silent,
        cited=repeated,
        quoted=quoted,
        titles=[*(segment.inside(c.start, c.end)[0] for c in titled), *(start for start, _ in voices), *ends],
        starts=[end for _, end in voices],
        speakers=[segment.inside(m.start, m.end) for m in mentions if m.type in _speaking()],
        things=things(),
        head=_head(folded, segment, base),
        unread=() if whole else (_cut_short(),),
    )


def _base(segment: Segment, explained: Explained, mentions: Sequence[Mention]) -> tuple[tuple[Base, ...], bool]:
    """The texts that a note explains, and whether they are all of them."""
    base, whole = explained.of(segment)
    # What is known of the text of such a comment is no more than what stands above it.
    apart = segment.layer in layers().essays or not (segment.comments_on or segment.passages)
    return (*base, *_named(segment, mentions)) if apart or not base else base, whole


def _named(segment: Segment, mentions: Sequence[Mention]) -> tuple[Base, ...]:
    """What an essay names, or a comment of which nobody knows the text, and what it marks with 者: that it explains."""
    named = dict.fromkeys(stream(fold(m.text))[0] for m in mentions)
    if segment.layer in layers().reason:
        topics = turn("marks-a-topic").finditer(stream(fold(segment.text))[0])
        named.update(dict.fromkeys(topic["word"] for topic in topics))
    return (Base(segment="", graphs="\n".join(named), places=()),) if named else ()


def _cut_short() -> Unreadable:
    """The report that a note explains more text than is looked at."""
    reason = f"it explains more than {Explained.PARTS} segments or {Explained.MOST} graphs; the rest was not looked at"
    return Unreadable(start=0, end=1, rule=plain_formula().id, reason=reason)


def _quotations(
    folded: str, segment: Segment, citations: Sequence[Citation], base: Sequence[Base]
) -> tuple[list[Span], list[Span]]:
    """The quotations of a note that gloss something themselves, and of the others what is not the commentator's own."""
    glossing: list[Span] = []
    silent: list[Span] = []
    for citation in citations:
        own = fold(citation.target.partition("·")[0]) in words("glossaries")
        for quote in citation.quotes:
            begin, end = segment.inside(quote.start, quote.end)
            # 士冠禮設洗直於東榮注曰榮屋翼也: behind the words of a book those of its note.
            own = own or voice("voice-of-notes").search(folded[max(0, begin - _BEFORE) : begin]) is not None
            if own:
                glossing.append((begin, end))
            else:
                silent.append((begin, begin + _own_words(folded, begin, end, base)))
    return glossing, silent


def _head(folded: str, segment: Segment, base: Sequence[Base]) -> int:
    """How many code points at the beginning name the speaker: 註曰, 敖氏繼公曰, 繼公謂.

    The mark of a note alone does where the text has no such word.
    """
    layer = segment.layer
    begin = len(folded) - len(folded.lstrip("○〇"))
    himself = spoken_name(folded, segment.speaker, begin)
    if himself:
        return himself
    if layer in layers().notes and folded[:1] == layer and not any(layer in b.graphs for b in base[:1]):
        return 1
    match = voice("voice-head-argues" if layer in layers().reason else "voice-head").match(folded)
    return match.end() if match else 0


def _own_words(folded: str, begin: int, end: int, base: Sequence[Base]) -> int:
    """How long a quotation without marks is before the commentator goes on with a gloss (饌陳也)."""
    if begin and folded[begin - 1] in _OPENING:
        return end - begin
    report = voice("voice-report").search(folded, begin + 1, end)
    end = report.start() if report else end
    for match in voice("voice-gloss").finditer(folded, begin, end):
        start, word = match.start(), match["word"]
        if start - begin < ENOUGH or not any(word in b.graphs for b in base):
            continue
        while folded[start - 1] + word in things() and any(folded[start - 1] + word in b.graphs for b in base):
            start -= 1
            word = folded[start] + word
        return start - begin
    return end - begin
