"""The second pass: weigh every candidate, choose among them, and say of each choice how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from yili_kg.annotation.matcher import Matcher
from yili_kg.annotation.rivals import rivals_in
from yili_kg.annotation.spans import Found
from yili_kg.annotation.weighing.candidates import RIVAL, Candidate, candidates
from yili_kg.annotation.weighing.features import Feature, Surroundings
from yili_kg.annotation.weighing.known import NOTHING, Known
from yili_kg.annotation.weighing.lattice import Weighed, heaviest
from yili_kg.annotation.weighing.weights import Weights, load_weights, probability

__all__ = ["WEIGHED", "free_stretches", "gathered", "reasons", "second_pass"]

#: The rule of a mention that no rule made and the weights did.
WEIGHED = "weighed-against-others"
#: How many features are told as reasons.
_REASONS = 4
#: What next to nothing weighs: more than no word, less than any other.
_BARELY = 0.05


def second_pass(
    matcher: Matcher,
    folded: str,
    layer: str,
    first: Sequence[Found],
    fixed: Sequence[tuple[int, int]],
    *,
    known: Known = NOTHING,
    weights: Weights | None = None,
) -> list[Found]:
    """The mentions of a folded text, in order, without overlap.

    `first` is what the first pass took; the spans `fixed` are titles, which stay, and stretches without mentions.
    `known` is what readers found in the passages that the text speaks of.
    """
    still = set(fixed)
    stands = [m for m in first if (m.start, m.end) in still]
    rules = {(m.start, m.end, m.type): m.rule for m in first}
    table = weights or load_weights()
    found, around = gathered(matcher, folded, layer, first, fixed, known, table)
    weighed: list[Weighed] = []
    weigh, counts = table.weigh, table.counts
    for c in found:
        start, end, type_, _, status, _, took = c
        form = folded[start:end]
        if status == "rejected" and (form, type_) not in counts:
            continue  # a rule turns it down, and the weights know nothing of it
        score = weigh(c, form, around)
        if score < _BARELY and took and _stands_unknown(c, form, table):
            score = _BARELY
        if score > 0:
            weighed.append(Weighed(c, score))
    chosen: list[Found] = []
    for c, score in heaviest(weighed):
        if c.status == RIVAL:
            continue
        rule = rules.get(c[:3], WEIGHED)
        because = _told(around.features(c), table) if rule == WEIGHED else ()
        chosen.append(Found(c.start, c.end, c.type, c.concept, rule, round(min(0.99, probability(score)), 2), because))
    return sorted([*stands, *chosen], key=attrgetter("start", "end"))


def _stands_unknown(c: Candidate, form: str, weights: Weights) -> bool:
    """Whether the lexicon's word stands, if barely: one of several graphs, on which the weights know nothing."""
    return c.first and c.status == "plain" and len(form) > 1 and (form, c.type) not in weights.counts


def gathered(
    matcher: Matcher,
    folded: str,
    layer: str,
    first: Sequence[Found],
    fixed: Sequence[tuple[int, int]],
    known: Known,
    table: Weights,
) -> tuple[list[Candidate], Surroundings]:
    """The candidates outside `fixed`, rivals among them, and what is around them."""
    still = set(fixed)
    rest = [m for m in first if (m.start, m.end) not in still]
    found = candidates(matcher, folded, layer, rest, free_stretches(len(folded), fixed), known, rivals_in(folded))
    return found, Surroundings(folded, layer, found, first, known, table.counts, table.bases)


def free_stretches(length: int, fixed: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """What lies between fixed spans in a text of so many code points."""
    free: list[tuple[int, int]] = []
    position = 0
    for start, end in sorted(fixed):
        if start > position:
            free.append((position, start))
        position = max(position, end)
    if position < length:
        free.append((position, length))
    return free


def reasons(features: list[tuple[Feature, float]], weights: Weights | None = None) -> list[tuple[str, float]]:
    """The features that weigh most, in words, with what each adds to the logarithm of the odds."""
    table = (weights or load_weights()).weights
    told = [(-abs(weight), name, weight) for name, amount in features if (weight := table.get(name, 0.0) * amount)]
    return [(" ".join(filter(None, name)), round(weight, 1)) for _, name, weight in sorted(told)[:_REASONS]]


def _told(features: list[tuple[Feature, float]], weights: Weights) -> tuple[str, ...]:
    return tuple(f"{name} {weight:+.1f}" for name, weight in reasons(features, weights))
