"""Who is meant: a name that several bear, and a ruler who is called by state and rank, by what stands around them.

The cases are asked in the order of `extraction/rules/persons.yaml`, where each has its reason and examples; the first that
names one person decides, and the mention keeps its id in `identified`. What a reader decided is never asked again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from yili_kg.data import data_folder
from yili_kg.errors import DataError
from yili_kg.lexicon import load_lexicon
from yili_kg.models import Annotated, Citation, Mention, Quotation, Segment, Span
from yili_kg.models.quick import replace
from yili_kg.reference.persons import claims, load_persons_in_books
from yili_kg.reference.reigns import load_reigns, posthumous, ruler, states, titles, year_of
from yili_kg.reference.same_words import alike
from yili_kg.reference.shelf import Shelf
from yili_kg.reference.works import works
from yili_kg.resolve.note_writers import names_a_writer, note_writers
from yili_kg.tables.patterns import load_patterns
from yili_kg.tables.rulebook import Filled, Rule, read_rules
from yili_kg.text.folding import fold
from yili_kg.text.graphs import occurrences, stream

__all__ = ["Around", "Division", "PersonExample", "PersonRule", "load_person_rules", "meant", "settle_persons"]

#: So far, in code points of a segment, a citation without a new one behind it still tells which division is spoken of.
_REACH = 60
#: So far its notes may be spoken of.
_NOTES = 200
#: Words that begin with a title are those of the Annals from so many graphs on; so many code points are read for them.
_LEAST, _WORDS = 6, 16
#: So far back a name in full, and a state, are looked for.
_NAMED, _STATE = 120, 14
#: Quotations with these verdicts stand where their reference says.
_FOUND = frozenset(("verbatim", "variant", "near-verbatim", "abridged", "paraphrase"))
#: Mentions do not overlap: their places order them and tell them apart.
_PLACE = attrgetter("start", "end")
#: How the rule of a correction by hand begins.
CORRECTED = "correction-"


class PersonExample(BaseModel):
    """Words with a name between ⟦ and ⟧, the division that they cite, and whom the name means (empty: undecided)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: Filled = Field(description="words of a commentary, the name between ⟦ and ⟧", pattern="⟦.+⟧")
    division: str = Field(default="", description="the division that the words cite (左傳·襄公九年)")
    annals: str = Field(default="", description="the year in which the Annals have the words of the first ruler")
    means: str = Field(default="", description="headword; of an `avoid` empty")


class PersonRule(Rule):
    """A case of telling who is meant; the code of the case has the same id."""

    examples: tuple[PersonExample, ...] = Field(min_length=1, description="where it decides, and whom it names")
    avoid: tuple[PersonExample, ...] = Field(min_length=1, description="where it must not decide")


@dataclass(frozen=True, slots=True)
class Division:
    """The division that words cite; in which book and at which graph of its text, where they were found there.

    `since` is where the words begin in the segment that cite it.
    """

    name: str = ""
    book: str = ""
    place: int = -1
    since: int = 0


@dataclass(frozen=True, slots=True)
class Around:
    """A name at `start`–`end` of a folded text, the persons and states named before it (start, folded form, concept), in order.

    `annals` is the year in which the Annals, or their tradition, have the words that begin with the name.
    """

    folded: str
    start: int
    end: int
    concept: str
    named: Sequence[tuple[int, str, str]]
    division: Division
    annals: str = ""

    def same(self, place: int) -> bool:
        """Whether nothing else is cited between a place before the name and the name."""
        return place >= self.division.since

    @property
    def form(self) -> str:
        """The folded name."""
        return self.folded[self.start : self.end]

    def before(self, far: int) -> Iterator[tuple[int, str, str]]:
        """What is named before, no further than `far` code points, the nearest first."""
        at = bisect_right(self.named, (self.start,)) - 1
        while at >= 0 and self.named[at][0] >= self.start - far:
            yield self.named[at]
            at -= 1


@cache
def load_person_rules() -> tuple[PersonRule, ...]:
    """The cases that come with yili-kg. Raises DataError for one that has no code, or whose code has none."""
    path = data_folder("extraction") / "rules" / "persons.yaml"
    rules = _read(path)
    if unknown := {r.id for r in rules} ^ set(_CASES):
        raise DataError(f"cases without a rule, or rules without a case: {', '.join(sorted(unknown))}", where=str(path))
    return rules


def _read(path: Path) -> tuple[PersonRule, ...]:
    return read_rules(path, PersonRule)


def meant(around: Around) -> tuple[str, str]:
    """Whom a name means and the rule that says so; the lexicon's concept and no rule where nothing decides."""
    if not _of_several(around):
        return around.concept, ""
    for rule in load_person_rules():
        concept = _CASES[rule.id](around)
        if concept:
            return concept, rule.id
    return around.concept, ""


def _of_several(around: Around) -> bool:
    """Whether the name may mean another person: a title, a posthumous name, a form of several or the end of one."""
    form = around.form
    return around.concept in titles() or form in posthumous() or len(claims().get(form, ())) > 1


def _duke_with_a_year(around: Around) -> str:
    """案莊公二十二年: the duke of 魯 by whom the year is counted."""
    found = load_patterns("titles")["duke-and-count"].match(around.folded, around.start)
    return _annals_duke(around.form) if found else ""


def _annals_duke(form: str) -> str:
    entry = load_lexicon().entries
    return next((c for c in entry if fold(c) == form and c in _dukes()), "")


@cache
def _dukes() -> frozenset[str]:
    """The dukes by whom the Annals count: those whose headword is a posthumous name without a state."""
    return frozenset(r.ruler for r in load_reigns() if not r.ruler.startswith(r.state))


def _ruler_in_words_of_the_annals(around: Around) -> str:
    """晉侯使韓穿來言汶陽之田: the Annals have these words in one year only, whatever is cited around them."""
    year = year_of(around.annals)
    return ruler(around.concept, year) if year is not None else ""


def _ruler_told_before(around: Around) -> str:
    """宋公使公孫壽來納幣 … 宋公無母: the title is repeated while the same division is spoken of."""
    if around.concept not in titles():
        return ""
    before = (c for at, form, c in around.before(_NAMED) if form == around.form and around.same(at))
    found = next(before, "")
    return "" if found in titles() else found


def _ruler_of_the_year(around: Around) -> str:
    """晉侯 in a year of the Annals: who ruled there then; and of two rulers of one name he who ruled then."""
    year = year_of(around.division.name)
    if year is None:
        return ""
    if around.concept in titles():
        return ruler(around.concept, year)
    entries = load_lexicon().entries
    own = {c for c in claims().get(around.form, ()) if around.form in map(fold, entries[c].forms)}
    ruled = {r.ruler for r in load_reigns() if r.ruler in own and r.first >= year >= r.last}
    return ruled.pop() if len(own) > 1 and len(ruled) == 1 else ""


def _in_the_division(around: Around) -> str:
    """The index of the cited division says who it is there."""
    at = around.division
    return load_persons_in_books().who(at.name, around.form, at.book, at.place) if at.name else ""


def _named_before(around: Around) -> str:
    """范宣子殺羊舌虎…見宣子: the one whose name in full stands before."""
    may = claims().get(around.form, frozenset())
    for _, form, concept in around.before(_NAMED):
        if len(form) > len(around.form) and form.endswith(around.form) and concept in may:
            return concept
    return ""


def _of_the_state(around: Around) -> str:
    """鄭之桓公, 晉悼夫人喪之平公不徹樂: the ruler of the state that is named nearest before, by itself or in a name."""
    by_state = {fold(s): rows for s, rows in posthumous().get(around.form, {}).items()}
    for _, form, concept in around.before(_STATE):
        state = fold(titles().get(concept, "")) or next((s for s in by_state if form.startswith(s)), "")
        if state in by_state:
            rulers = {row.ruler for row in by_state[state]}
            return rulers.pop() if len(rulers) == 1 else ""
        if form[0] in map(fold, states()):
            return ""
    return ""


#: By the id of the rule; they are asked in the order of the file.
_CASES: Mapping[str, Callable[[Around], str]] = {
    "duke-with-a-year": _duke_with_a_year,
    "ruler-in-words-of-the-annals": _ruler_in_words_of_the_annals,
    "ruler-told-before": _ruler_told_before,
    "ruler-of-the-cited-year": _ruler_of_the_year,
    "person-in-the-cited-division": _in_the_division,
    "person-named-before": _named_before,
    "ruler-of-the-state-named": _of_the_state,
}


def settle_persons(annotated: Annotated, shelf: Shelf | None = None) -> Annotated:
    """The edition with each person told apart from others of the name as far as the text tells it.

    With a `shelf` the words behind a ruler's title are looked for in the Annals and their tradition.
    """
    segments = {s.id: s for s in annotated.edition.segments}
    here: dict[str, list[Mention]] = defaultdict(list)
    for mention in annotated.mentions:
        here[mention.segment].append(mention)
    cited: dict[str, list[Citation]] = defaultdict(list)
    for citation in annotated.citations:
        cited[citation.segment].append(citation)
    settled: dict[Span, Mention] = {}
    for name, mentions in here.items():
        if any(map(_asked, mentions)):
            settled.update(_settled(segments[name], mentions, cited[name], shelf))
    now = [settled.get((m.start, m.end), m) if m.type == "person" else m for m in annotated.mentions]
    for name, citations in cited.items():
        now += _writers(segments[name], here[name], citations)
    return replace(annotated, mentions=tuple(sorted(now, key=_PLACE)))


def _writers(segment: Segment, mentions: Sequence[Mention], citations: Sequence[Citation]) -> Iterator[Mention]:
    """Those who are named as writers of notes on what is cited."""
    folded = fold(segment.text)
    if not names_a_writer(segment, folded):
        return
    divisions = _Divisions(segment, citations)
    covered = {at for m in mentions for at in range(*segment.inside(m.start, m.end))}
    yield from note_writers(segment, folded, covered.__contains__, lambda place: divisions.at(place, _NOTES).name)


def _settled(
    segment: Segment, mentions: Sequence[Mention], citations: Sequence[Citation], shelf: Shelf | None
) -> Iterator[tuple[Span, Mention]]:
    """The persons of a segment of whom something is told, by their places."""
    folded = fold(segment.text)
    divisions = _Divisions(segment, citations)
    named: list[tuple[int, str, str]] = []
    for mention in sorted(mentions, key=_PLACE):
        if mention.type not in ("person", "place"):
            continue
        start, end = segment.inside(mention.start, mention.end)
        concept, rule = mention.concept, ""
        if _asked(mention):
            annals = _year_of_words(folded[start : start + _WORDS], shelf) if concept in titles() else ""
            concept, rule = meant(Around(folded, start, end, concept, named, divisions.at(start), annals))
        if rule:
            yield (mention.start, mention.end), replace(mention, concept=concept, identified=rule)
        named.append((start, folded[start:end], concept))


def _year_of_words(folded: str, shelf: Shelf | None) -> str:
    """The year of the Annals, or of their tradition, in which alone some words stand; empty where there is none such."""
    words = alike(stream(folded)[0][:_LEAST])
    if shelf is None or len(words) < _LEAST:
        return ""
    for work in (w for w in works().values() if w.annals):
        for strand in shelf.strands.get(work.work, ()):
            years = (
                {strand.division(at) for at in occurrences(words, strand.graphs)} if strand.layer == "text" else set()
            )
            if years:
                return years.pop() if len(years) == 1 else ""
    return ""


def _asked(mention: Mention) -> bool:
    """Whether nobody decided by hand who it is."""
    return mention.type == "person" and not mention.read_by and not mention.rule.startswith(CORRECTED)


class _Divisions:
    """Which division the words of a segment cite."""

    def __init__(self, segment: Segment, citations: Sequence[Citation]) -> None:
        self._quotes: list[tuple[int, int, Division]] = []
        self._cited: list[tuple[int, int, str]] = []
        for citation in sorted(citations):
            start, end = segment.inside(citation.start, citation.end)
            spans = [(*segment.inside(q.start, q.end), q) for q in citation.quotes]
            self._quotes += [(a, b, found) for a, b, q in spans if (found := _referred(q)).name]
            self._cited.append((start, max([end, *(b for _, b, _ in spans)]), citation.inferred or citation.target))
        self._quotes.sort(key=lambda q: q[:2])
        self._cited.sort()

    def at(self, place: int, reach: int = _REACH) -> Division:
        """The division in which the words at a place of the segment stand, or which the citation before them names."""
        number = bisect_right(self._quotes, place, key=lambda q: q[0]) - 1
        if number >= 0 and place < self._quotes[number][1]:
            start, _, found = self._quotes[number]
            return replace(found, place=found.place + place - start if found.place >= 0 else -1, since=start)
        number = bisect_right(self._cited, place, key=lambda c: c[0]) - 1
        if number < 0 or place > self._cited[number][1] + reach:
            return Division()
        return Division(self._cited[number][2], since=self._cited[number][0])


def _referred(quote: Quotation) -> Division:
    """Where a quotation was found, if it was: `左傳·襄公九年 KR1e0001 text 120-131`."""
    parts = quote.reference.split(" ")
    if quote.verdict not in _FOUND or len(parts) != 4:
        return Division()
    division, book, layer, graphs = parts
    return Division(division, book, int(graphs.partition("-")[0]) if layer == "text" else -1)
