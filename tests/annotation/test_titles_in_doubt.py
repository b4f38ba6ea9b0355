"""A citation that quotes nothing is no surer than its title."""

from __future__ import annotations

from yili_kg.annotation.citations import TITLE_IN_DOUBT, with_doubts
from yili_kg.annotation.spans import Found, FoundCitation
from yili_kg.confidence.measures import load_measures
from yili_kg.confidence.thresholds import load_thresholds

RULE = "named-in-an-argument"


def _found(confidence: float | None, *quotes: tuple[int, int], function: str = "discusses") -> str:
    title = Found(3, 4, "work", "詩經", "weighed-against-others", confidence)
    cited = FoundCitation(3, 4, "詩經", function, "bare", quotes, RULE)
    ((told),) = with_doubts([cited], [title])
    assert told.target == cited.target
    assert told.quotes == quotes
    return told.rule


def test_a_doubtful_title_of_which_nothing_is_quoted() -> None:
    assert _found(0.58) == TITLE_IN_DOUBT


def test_a_sure_title() -> None:
    assert _found(0.94) == RULE


def test_a_title_of_which_nothing_is_known() -> None:
    assert _found(None) == RULE


def test_words_of_the_book_speak_for_a_doubtful_title() -> None:
    assert _found(0.58, (5, 9)) == RULE


def test_a_title_that_is_brought_is_one() -> None:
    assert _found(0.58, function="obtainsSupportFrom") == RULE


def test_such_citations_are_measured_and_left_aside() -> None:
    for layer in ("argument", "note", "note-elsewhere"):
        worth = load_measures().of("citation", "", TITLE_IN_DOUBT, layer)
        assert worth is not None
        assert load_thresholds().doubts("citation", worth.value)
