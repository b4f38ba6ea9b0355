"""`glossary.html`: a dictionary of glosses and readings with their passages, beside it norms by rank and claims."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, product
from typing import Any

import pypinyin

from yili_kg.annotation.notes.ranks import load_ranks
from yili_kg.lexicon import load_lexicon
from yili_kg.models import Annotated, Claim, Gloss, Norm, Reading
from yili_kg.received.chapters import chapter_rows
from yili_kg.text.folding import fold, folding_table, traditional
from yili_kg.views.dictionary import Headword, Said, gather, headword_of, parted
from yili_kg.views.doubtful import doubtful
from yili_kg.views.names import names_in
from yili_kg.views.page import render
from yili_kg.views.parts import parts
from yili_kg.views.passages import Passages
from yili_kg.views.side_by_side import STANDS, Voices, compared, voices
from yili_kg.views.site import ALONE, Site

__all__ = ["glossary_page", "plain_pinyin", "sounds", "terms"]

#: How many words of the lexicon are shown beside a headword that may be any of them.
_MOST = 3
#: So many passages lie in one file; where their words stand in a row.
_PART, _WORDS = 400, 6
#: How many ways to say a word are kept for the search.
_SOUNDS = 8


def glossary_page(
    editions: Sequence[Annotated], *, title: str = "", site: Site = ALONE, apart: dict[str, str] | None = None
) -> str:
    """The page's HTML, without a single address outside it, all of it from the records; `site` are the pages beside it.

    With `apart` the words of the passages are put there, as files beside the page.
    """
    words, series = gather(editions), _series(editions)
    claims = [claim for annotated in editions for claim in annotated.claims]
    passages = _shown(editions, words, series, claims)
    rows = passages.rows()
    entries, speakers = _entries(editions, words, passages)
    data = {
        "passages": rows if apart is None else _put_apart(rows, apart),
        "titles": passages.titles,
        "sources": passages.labels,
        "speakers": speakers,
        "part": 0 if apart is None else _PART,
        "words": entries,
        "norms": [_norms(row, passages) for row in series],
        "claims": [_claim(claim, passages) for claim in claims],
        "chapters": {row["chapter"]: [row["name"], row["en"]] for row in chapter_rows()},
        "ranks": [rank.concept for rank in load_ranks()],
        "terms": {kind: terms(kind) for kind in ("formula", "tradition", "decision", "stance")},
        "folds": _folds(entries),
    }
    doubts, total = doubtful(editions, ("gloss", "reading", "norm", "claim"))
    return render(
        "glossary.html",
        page="glossary",
        site=site,
        title=title,
        doubts=doubts,
        doubts_total=total,
        scripts=("right.js", "glossary.js"),
        data=data,
    )


def _entries(
    editions: Sequence[Annotated], words: Sequence[Headword], passages: Passages
) -> tuple[list[dict[str, Any]], list[str]]:
    """The entries of all words, and the speakers that they name by number."""
    heard = voices(editions)
    places = {s.id: s.passages[0] for a in editions for s in a.edition.segments if s.passages}
    named = {said.found.speaker for word in words for said in word.statements}
    speakers = sorted(named.union(*heard.values()))
    return [_entry(word, passages) | _beside(word, places, heard, speakers) for word in words], speakers


def _put_apart(rows: Sequence[Sequence[Any]], apart: dict[str, str]) -> list[list[Any]]:
    """The rows of passages without their words, which are put into files beside the page."""
    apart |= parts("glossary", [row[_WORDS] for row in rows], _PART)
    return [[*row[:_WORDS], None, *row[_WORDS + 1 :]] for row in rows]


def _shown(
    editions: Sequence[Annotated], words: Iterable[Headword], series: Iterable[Sequence[Norm]], claims: Iterable[Claim]
) -> Passages:
    """The passages on which all statements of the page stand."""
    passages = Passages(editions)
    for word in words:
        for said in (*word.statements, *word.doubtful):
            _want(said.found, passages)
    for row in series:
        passages.want(row[0].segment, row[0].start, max(n.end for n in row))
    for claim in claims:
        passages.want(claim.segment, claim.start, claim.end)
        passages.want(claim.about or passages.base_of(claim.segment))
    return passages


def terms(kind: str) -> dict[str, list[str]]:
    """The Chinese and the English name of each formula, tradition, decision or stance, in the order of the ontology."""
    return {key: list(names) for key, names in names_in(f"{kind}s").items()}


def plain_pinyin(pinyin: str) -> str:
    """Pinyin as one types it: no tone marks, no spaces, ü as u."""
    marked = unicodedata.normalize("NFD", pinyin.lower())
    return "".join(c for c in marked if c.isascii() and c.isalpha())


def sounds(word: str) -> list[str]:
    """How a word may be said today, as one types it, the likeliest first: to find it by, not to read it by.

    The readings of its graphs are those of pypinyin; the commentators may have read otherwise.
    """
    graphs = pypinyin.pinyin(word, style=pypinyin.Style.NORMAL, heteronym=True, errors="ignore")
    made = dict.fromkeys("".join(said).replace("v", "u") for said in islice(product(*graphs), _SOUNDS))
    return [plain for plain in map(plain_pinyin, made) if plain]


def _want(found: Gloss | Reading, passages: Passages) -> None:
    passages.want(found.segment, found.start, found.end)
    if found.target_segment:
        passages.want(found.target_segment, found.target_start, found.target_end)
    passages.want(passages.base_of(found.target_segment or found.segment))


def _entry(word: Headword, passages: Passages) -> dict[str, Any]:
    by_chapter, by_voice = parted(word)
    known = []
    for concept in dict.fromkeys(f.concept for f in load_lexicon().forms.get(fold(word.word), ())):
        entry = load_lexicon().entries[concept]
        known.append([concept, entry.said, entry.meaning, plain_pinyin(entry.pinyin)])
    return {
        "w": word.word,
        "f": list(word.written),
        "x": known[:_MOST],
        "y": sounds(word.word),
        "p": int(by_chapter) + 2 * int(by_voice),
        "s": [
            [sense.meaning, [_said(said, passages, word=word.word, meaning=sense.meaning) for said in sense.said]]
            for sense in word.senses
        ],
        "r": [_said(said, passages) for said in word.readings],
        "d": [_doubtful(said, passages) for said in word.doubtful],
    }


def _beside(word: Headword, places: Mapping[str, str], heard: Voices, speakers: Sequence[str]) -> dict[str, Any]:
    """Those who explain a word at one passage, side by side, by their numbers, meanings by theirs; nothing where there is none."""
    rows = compared(word, places, heard)
    meanings = {sense.meaning: number for number, sense in enumerate(word.senses)}
    coded = [
        [where, [[speakers.index(who), STANDS.index(how), *(meanings[m] for m in given)] for who, how, given in cells]]
        for where, cells in rows
    ]
    return {"c": coded} if coded else {}


def _doubtful(said: Said, passages: Passages) -> list[Any]:
    """A doubtful statement: its kind, what it says the word means or is read as, and the statement itself."""
    found = said.found
    if isinstance(found, Gloss):
        return ["gloss", headword_of(found.definition) or found.definition, _said(said, passages)]
    return ["reading", headword_of(found.variant), _said(said, passages)]


def _said(said: Said, passages: Passages, *, word: str = "", meaning: str = "") -> dict[str, Any]:
    """A statement: place, target and base text, IRI number and speaker; then what its kind has; nothing empty.

    A gloss has its own words, if they are not those of the entry.
    """
    found = said.found
    target = passages.at(found.target_segment, found.target_start, found.target_end)
    base = passages.base_of(found.target_segment or found.segment)
    row: dict[str, Any] = {
        "a": passages.at(found.segment, found.start, found.end),
        "t": target if target[0] >= 0 else [],
        "b": passages.at(base)[0] if base and base != found.target_segment else None,
        "n": said.number,
        "k": found.speaker,
        "u": found.confidence,
        "z": [found.start, found.end],
        "rb": 1 if found.read_by else None,
    }
    if isinstance(found, Gloss):
        row |= {"h": found.formula, "q": found.quoted, "e": found.example}
        row |= {"w": [found.term, found.definition]} if (found.term, found.definition) != (word, meaning) else {}
    else:
        row |= {"h": found.tradition, "o": found.base, "v": found.variant, "d": found.decision}
        row |= {"vt": headword_of(found.variant), "g": found.ground, "i": found.decided_in}
    return {key: value for key, value in row.items() if value not in ("", None, [])}


def _series(editions: Iterable[Annotated]) -> list[list[Norm]]:
    """The norms of each row of ranks together, in the order of the sources."""
    rows: dict[tuple[str, int], list[Norm]] = {}
    for annotated in editions:
        for norm in annotated.norms:
            rows.setdefault((norm.segment, norm.series), []).append(norm)
    return [sorted(row) for row in rows.values()]


def _norms(row: Sequence[Norm], passages: Passages) -> dict[str, Any]:
    return {
        "a": passages.at(row[0].segment, row[0].start, max(n.end for n in row)),
        "k": row[0].speaker,
        "c": row[0].aspect,
        "v": [[norm.rank, traditional(norm.value)] for norm in row],
    }


def _claim(claim: Claim, passages: Passages) -> dict[str, Any]:
    about = passages.at(claim.about or passages.base_of(claim.segment))[0]
    row = {
        "a": passages.at(claim.segment, claim.start, claim.end),
        "b": about if about >= 0 else None,
        "k": claim.speaker,
        "y": claim.holder,
        "h": claim.stance,
        "g": claim.reason,
    }
    return {key: value for key, value in row.items() if value not in ("", None)}


def _folds(entries: Iterable[dict[str, Any]]) -> str:
    """Every graph that is written otherwise than in the headwords and meanings, each followed by what it is there."""
    used = {ord(c) for e in entries for words in (e["w"], *(s[0] for s in e["s"])) for c in words}
    used |= {ord(c) for e in entries for r in e["r"] for c in r.get("vt", "")}
    return "".join(chr(graph) + chr(key) for graph, key in sorted(folding_table().items()) if key in used)
