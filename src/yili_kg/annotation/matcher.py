"""Finding mentions: the longest form at each place that its sense rules let stand.

Linear in the text: at each place the forms that begin with the graph there are looked up, the longest first; where
the rules turn one down, the shorter forms at the same place are asked, then the search goes on one graph further.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from yili_kg.annotation.compounds import CompoundRule, Compounds, load_compound_rules
from yili_kg.annotation.senses import CONTEXT, SenseRule, load_senses
from yili_kg.annotation.spans import Found
from yili_kg.errors import DataError
from yili_kg.lexicon import Form, Lexicon, load_lexicon

__all__ = ["Matcher", "load_matcher"]

#: In place of the forms of a rule: every checked form of its type.
CHECKED = "checked"

_Claims = tuple[tuple[Form, ...], tuple[SenseRule, ...]]


def _lengths(words: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """For each first graph of a word, the lengths of the words that begin with it, longest first."""
    lengths: dict[str, set[int]] = {}
    for word in words:
        lengths.setdefault(word[0], set()).add(len(word))
    return {first: tuple(sorted(found, reverse=True)) for first, found in lengths.items()}


class Matcher:
    """Finds the words of a lexicon in folded text, in the sense that the rules give them."""

    def __init__(self, lexicon: Lexicon, rules: Sequence[SenseRule], compounds: Sequence[CompoundRule] = ()) -> None:
        """Raises DataError for a rule about a form or a concept that the lexicon does not have."""
        by_form: dict[str, list[SenseRule]] = {}
        for rule in rules:
            if rule.concept and rule.concept not in lexicon.entries:
                raise DataError(f"rule {rule.id}: no entry {rule.concept} in the lexicon", where=rule.place)
            wanted = rule.forms
            if wanted == (CHECKED,):
                wanted = tuple(
                    t for t, fs in lexicon.forms.items() if any(f.checked and f.type == rule.type for f in fs)
                )
            for form in wanted:
                if not any(claim.type == rule.type for claim in lexicon.forms.get(form, ())):
                    raise DataError(f"rule {rule.id}: no {rule.type} has the form {form}", where=rule.place)
                by_form.setdefault(form, []).append(rule)
        self._claims: dict[str, _Claims] = {
            text: (forms, tuple(by_form.get(text, ()))) for text, forms in lexicon.forms.items()
        }
        self._lengths = _lengths(lexicon.forms)
        self._compounds = Compounds(lexicon, compounds)

    def find(
        self, folded: str, layer: str = "", *, titles: Sequence[Found] = (), skip: Sequence[tuple[int, int]] = ()
    ) -> list[Found]:
        """Mentions in a folded text, in order, without overlap.

        `titles` are mentions that stand as they are (nothing inside them is looked for), `skip` are spans in which
        nothing is a mention (the pointers of a sub-commentary).
        """
        found: list[Found] = []
        fixed = sorted([(t.start, t.end, t) for t in titles] + [(a, b, None) for a, b in skip], key=lambda f: f[:2])
        position = 0
        for start, end, title in fixed:
            if start < position:
                continue
            found += self._scan(folded, position, start, layer)
            if title is not None:
                found.append(title)
            position = end
        found += self._scan(folded, position, len(folded), layer)
        return found

    def _scan(self, folded: str, position: int, stop: int, layer: str) -> list[Found]:
        found: list[Found] = []
        lengths, claims = self._lengths, self._claims
        free = position  # a mention found covers the graphs before this place
        for start in range(position, stop):
            if start < free:
                continue
            for length in lengths.get(folded[start], ()):
                end = start + length
                if end > stop:
                    continue
                claimed = claims.get(folded[start:end])
                if claimed is not None:
                    mention = self._decide(claimed, folded, start, end, layer)
                    if mention is not None:
                        found.append(mention)
                        free = end
                        break
        return self._compounds.join(folded, position, found)

    def words(self, folded: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
        """Where words of the lexicon stand in a stretch of a folded text, whatever the rules say of them."""
        lengths, claims = self._lengths, self._claims
        for at in range(start, stop):
            for length in lengths.get(folded[at], ()):
                if at + length <= stop and folded[at : at + length] in claims:
                    yield at, at + length

    def senses(self, folded: str, start: int, end: int, layer: str) -> list[tuple[str, str, str, str]]:
        """Type, concept, status and rule of each type that a word has: `accepted` or `rejected` by the rule, `plain`
        where the lexicon takes it everywhere, else `open`."""
        forms, rules = self._claims[folded[start:end]]
        said: dict[str, SenseRule] = {}
        if rules:
            before = folded[max(0, start - CONTEXT) : start]
            after = folded[end : end + CONTEXT]
            for rule in rules:
                if rule.type not in said and rule.fires(before, after, layer):
                    said[rule.type] = rule
        found: dict[str, tuple[str, str, str, str]] = {}
        for form in forms:  # plain forms come first
            rule_ = said.get(form.type)
            if form.type in found:
                continue
            if rule_ is None:
                found[form.type] = (form.type, form.concept, "open" if form.checked else "plain", "")
            elif rule_.accepts:
                found[form.type] = (form.type, rule_.concept or form.concept, "accepted", rule_.id)
            else:
                found[form.type] = (form.type, form.concept, "rejected", rule_.id)
        return list(found.values())

    @staticmethod
    def _decide(claimed: _Claims, folded: str, start: int, end: int, layer: str) -> Found | None:
        forms, rules = claimed
        rejected = ""
        if rules:
            before = folded[max(0, start - CONTEXT) : start]
            after = folded[end : end + CONTEXT]
            for rule in rules:
                if rule.type in rejected or not rule.fires(before, after, layer):
                    continue
                if rule.accepts:
                    concept = rule.concept or next(f.concept for f in forms if f.type == rule.type)
                    return Found(start, end, rule.type, concept, rule.id)
                rejected += f" {rule.type}"
        for form in forms:
            if not form.checked and form.type not in rejected:
                return Found(start, end, form.type, form.concept, f"lexicon-{form.type}")
        return None


@cache
def load_matcher() -> Matcher:
    """The matcher with the lexicon and the rules that come with yili-kg."""
    return Matcher(load_lexicon(), load_senses(), load_compound_rules())
