"""The redirections of https://w3id.org/yili/, followed as Apache's mod_rewrite follows those of a folder."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import pytest

RULES = Path(__file__).resolve().parents[2] / "docs" / "w3id" / ".htaccess"
HOST = "https://example.org/yili"
PEOPLE = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@dataclass
class Rule:
    """A RewriteRule with the conditions before it: pattern of Accept, whether it must not match."""

    pattern: str
    target: str
    flags: tuple[str, ...]
    conditions: list[tuple[str, bool]] = field(default_factory=list)


def rules() -> list[Rule]:
    """The rules of the file; a line of another kind than the known ones is an error."""
    found: list[Rule] = []
    conditions: list[tuple[str, bool]] = []
    for line in RULES.read_text(encoding="utf-8").splitlines():
        words = line.split()
        if not words or words[0].startswith("#") or line == "RewriteEngine on":
            continue
        if words[0] == "RewriteCond":
            assert words[1] == "%{HTTP_ACCEPT}"
            assert words[3:] == ["[NC]"]
            conditions.append((words[2].removeprefix("!"), words[2].startswith("!")))
            continue
        assert words[0] == "RewriteRule", line
        found.append(Rule(words[1], words[2], tuple(words[3].strip("[]").split(",")), conditions))
        conditions = []
    assert not conditions
    return found


def location(path: str, accept: str) -> str:
    """Where a name (decoded, behind https://w3id.org/yili/) leads with an Accept header; empty where no rule takes it."""
    told: dict[str, str] = {}
    for rule in rules():
        found = re.search(rule.pattern, path)
        if not found or any(bool(re.search(c, accept, re.IGNORECASE)) == no for c, no in rule.conditions):
            continue
        for flag in rule.flags:
            if flag.startswith("E="):
                name, _, value = flag[2:].partition(":")
                told[name] = value
        if rule.target == "-":
            continue
        assert {"R=303", "L"} <= set(rule.flags)
        made = re.sub(r"\$(\d)", lambda m: found[int(m[1])] or "", rule.target)  # noqa: B023
        made = re.sub(r"%\{ENV:(\w+)\}", lambda m: told[m[1]], made)
        return quote(made, safe=":/.%~-_")  # without NE, what is no ASCII is escaped
    return ""


@pytest.mark.parametrize(
    ("path", "accept", "leads"),
    [
        ("concept/觶", PEOPLE, "/concept/%E8%A7%B6.html"),
        ("concept/觶", "text/turtle", "/concept/%E8%A7%B6.ttl"),
        ("concept/觶", "text/turtle, application/rdf+xml;q=0.5", "/concept/%E8%A7%B6.ttl"),
        ("concept/觶", "application/ld+json", "/concept/%E8%A7%B6.jsonld"),
        ("concept/觶", "application/n-triples", "/concept/%E8%A7%B6.nt"),
        ("concept/觶", "application/rdf+xml", "/concept/%E8%A7%B6.rdf"),
        ("concept/觶", "*/*", "/concept/%E8%A7%B6.html"),
        ("seg/04.013.zhushu.jing.1", "Text/Turtle", "/seg/04.013.zhushu.jing.1.ttl"),
        ("graph/claim/04.018.zhushu.shu.1.1", "text/turtle", "/graph/claim/04.018.zhushu.shu.1.1.ttl"),
        ("dataset", "text/turtle", "/dataset.ttl"),
        ("dataset", PEOPLE, "/dataset.html"),
        ("ontology", PEOPLE, "/ontology"),
        ("ontology/0.3.0", "text/turtle", "/ontology/0.3.0"),
        ("yili.ttl", PEOPLE, "/yili.ttl"),
        ("yili.trig", "*/*", "/yili.trig"),
        (".well-known/void", "*/*", "/dataset.ttl"),
        ("", PEOPLE, "/"),
    ],
)
def test_a_name_leads_to_the_form_that_is_asked_for(path: str, accept: str, leads: str) -> None:
    assert location(path, accept) == HOST + leads


@pytest.mark.parametrize("path", ["nonsense", "../etc/passwd", "conceptual/x", "http://other.example/"])
def test_other_names_lead_nowhere(path: str) -> None:
    assert location(path, PEOPLE) == ""


def test_every_namespace_of_the_graph_is_led_on() -> None:
    from yili_kg.graph.vocabulary import BASE, PREFIXES

    for space in PREFIXES.values():
        if space.startswith(BASE) and not space.endswith("#"):
            assert (
                location(space.removeprefix(BASE) + "x", "text/turtle")
                == HOST + "/" + space.removeprefix(BASE) + "x.ttl"
            )
