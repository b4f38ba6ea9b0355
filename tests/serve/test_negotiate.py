from __future__ import annotations

import pytest

from yili_kg.errors import ServeError
from yili_kg.serve.app import _listen
from yili_kg.serve.negotiate import BINDINGS, GRAPHS, choose


@pytest.mark.parametrize(
    ("accept", "wanted"),
    [
        ("text/html;q=0.1, */*;q=0.9", "text/turtle"),
        ("text/html, */*;q=0.9", "text/html"),
        ("text/*;q=0.5, */*;q=0.9", "application/n-triples"),
        ("text/html;q=0", None),
        ("*/*, text/html;q=0", "text/turtle"),
        ("application/json, text/turtle", "text/turtle"),
    ],
)
def test_what_is_said_by_name_goes_before_what_is_said_of_all(accept: str, wanted: str | None) -> None:
    assert choose(accept, ("text/html", *GRAPHS)) == wanted


def test_a_browser_at_an_endpoint_gets_what_it_can_read() -> None:
    assert choose("text/html,application/xml;q=0.9,*/*;q=0.8", BINDINGS) == "application/sparql-results+xml"


def test_a_host_that_no_name_can_be_is_told() -> None:
    with pytest.raises(ServeError, match="no such host"):
        _listen("a" * 70, 0)
