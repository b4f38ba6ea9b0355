"""Faults to plant in a good graph, one at a time: what is looked for, what is taken away, what is put there, which node it is.

`where` finds a place for the fault (the first by `?s`), `lost` and `new` are statements with the variables that it binds,
`node` is the variable of the node that a check must name.
"""

from __future__ import annotations

from dataclasses import dataclass

import pyoxigraph as ox

from yili_kg.graph.vocabulary import PREFIXES

__all__ = ["FAULTS", "Planted", "plant"]

_HEAD = "".join(f"PREFIX {p}: <{iri}>\n" for p, iri in PREFIXES.items())


@dataclass(frozen=True, slots=True)
class Planted:
    """One fault: its name, and what it does to a graph."""

    name: str
    where: str
    lost: str
    new: str
    node: str = "s"


def _other(name: str, prop: str, old_of: str, new: str) -> Planted:
    """A value put in the place of another."""
    where = f"GRAPH ?g {{ ?s a {old_of} ; {prop} ?v }} FILTER(!CONTAINS(STR(?g), 'unsure'))"
    return Planted(name, where, f"?s {prop} ?v", f"?s {prop} {new}")


def _more(name: str, of: str, new: str) -> Planted:
    return Planted(name, f"GRAPH ?g {{ ?s a {of} }} FILTER(!CONTAINS(STR(?g), 'unsure'))", "", f"?s {new}")


def _less(name: str, of: str, prop: str) -> Planted:
    return Planted(
        name, f"GRAPH ?g {{ ?s a {of} ; {prop} ?v }} FILTER(!CONTAINS(STR(?g), 'unsure'))", f"?s {prop} ?v", ""
    )


_LONG = "GRAPH ?g { ?s a yl:Mention ; nif:anchorOf ?a ; nif:beginIndex ?b ; nif:endIndex ?e } FILTER(STRLEN(?a) > 1) "

FAULTS: tuple[Planted, ...] = (
    # places and words
    Planted("begin one too late", _LONG + "BIND(?b + 1 AS ?w)", "?s nif:beginIndex ?b", "?s nif:beginIndex ?w"),
    Planted("end one too early", _LONG + "BIND(?e - 1 AS ?w)", "?s nif:endIndex ?e", "?s nif:endIndex ?w"),
    Planted(
        "both one too late",
        "GRAPH ?g { ?s a yl:Mention ; nif:anchorOf ?a ; nif:beginIndex ?b ; nif:endIndex ?e } GRAPH ?g { ?s yl:inSegment ?t } GRAPH ?h { ?t nif:endIndex ?z } "
        "FILTER(?e < ?z) BIND(?b + 1 AS ?v) BIND(?e + 1 AS ?w)",
        "?s nif:beginIndex ?b ; nif:endIndex ?e",
        "?s nif:beginIndex ?v ; nif:endIndex ?w",
    ),
    Planted(
        "other string of a segment",
        "GRAPH ?g { ?s a yl:Segment ; nif:isString ?v }",
        "?s nif:isString ?v",
        '?s nif:isString "龍"',
    ),
    _other("other string of a mention", "nif:isString", "yl:Mention", '"龍"'),
    Planted(
        "place in the segment one too late",
        "GRAPH ?g { ?s a yl:Mention ; yl:placeInSegment ?b ; nif:isString ?w } FILTER(!CONTAINS(STR(?g), 'unsure') && STRLEN(?w) > 1) BIND(?b + 1 AS ?n)",
        "?s yl:placeInSegment ?b",
        "?s yl:placeInSegment ?n",
    ),
    _other("other words", "nif:anchorOf", "yl:Mention", '"龍"'),
    _other("words of a gloss", "nif:anchorOf", "yl:Gloss", '"龍"'),
    Planted(
        "words of a step",
        "GRAPH ?r { ?s a yl:Step } GRAPH ?g { ?s nif:anchorOf ?v }",
        "?s nif:anchorOf ?v",
        '?s nif:anchorOf "龍"',
    ),
    _other("words of a quotation", "nif:anchorOf", "yl:Quotation", '"龍"'),
    Planted(
        "a graph of a text altered",
        "GRAPH ?g { ?s a yl:Segment ; crm:P190_has_symbolic_content ?v } BIND(STRLANG(CONCAT('龍', SUBSTR(?v, 2)), 'lzh') AS ?w)",
        "?s crm:P190_has_symbolic_content ?v",
        "?s crm:P190_has_symbolic_content ?w",
    ),
    Planted(
        "a graph of a text lost",
        "GRAPH ?g { ?s a yl:Segment ; crm:P190_has_symbolic_content ?v } BIND(STRLANG(STR(SUBSTR(?v, 2)), 'lzh') AS ?w)",
        "?s crm:P190_has_symbolic_content ?v",
        "?s crm:P190_has_symbolic_content ?w",
    ),
    _other("a text without a language", "crm:P190_has_symbolic_content", "yl:Segment", '"x"'),
    _other("pieces that are none", "yl:pieces", "yl:Segment", '"1-2 and more"'),
    Planted(
        "in another segment",
        "GRAPH ?g { ?s a yl:Mention ; yl:inSegment ?v } GRAPH ?h { ?w a yl:Segment } FILTER(?w != ?v)",
        "?s yl:inSegment ?v",
        "?s yl:inSegment ?w",
    ),
    _other("of a source that is none", "nif:referenceContext", "yl:Mention", "src:00000000"),
    _other("points beyond its target", "yl:targetEnd", "yl:Gloss", "1"),
    _other("points before its target", "yl:targetBegin", "yl:Gloss", "99999999"),
    _other("a hash of another source", "yl:sha256", "yl:Source", f'"{"0" * 64}"'),
    _other("a length that is not that of the source", "yl:codePoints", "yl:Source", "7"),
    # concepts of a wrong kind
    _other("a concept that is a verdict", "its:taIdentRef", "yl:Mention", "c:verbatim"),
    _other("a concept that is not there", "its:taIdentRef", "yl:Mention", "c:nobody"),
    _other("a concept that is a segment", "its:taIdentRef", "yl:Mention", "seg:15"),
    _more("a role in a rite that is a person", "yl:Mention", "yl:roleInRite c:鄭玄"),
    _other("a verdict that is a form", "yl:verdict", "yl:Quotation", "c:titled"),
    _other("a verdict in words", "yl:verdict", "yl:Quotation", '"verbatim"'),
    _other("a form that is a verdict", "yl:form", "cito:Citation", "c:verbatim"),
    _other("a form that is not there", "yl:form", "yl:Ellipsis", "c:guessed"),
    _other("an invented type of CiTO", "cito:hasCitationCharacterization", "cito:Citation", "cito:admires"),
    _other("a citation of a person", "cito:hasCitedEntity", "cito:Citation", "c:鄭玄"),
    _other("an act that is a person", "yl:act", "yl:Step", "c:鄭玄"),
    _other("an act that is not there", "yl:act", "yl:Step", "c:act.飛"),
    _more("an agent that is a verdict", "yl:Step", "yl:agent c:verbatim"),
    _more("an agent that is a source", "yl:Step", "yl:agent src:00000000"),
    _more("a direction that is a role", "yl:Step", "yl:facing c:verbatim"),
    _more("a speaker of a gloss who is a verdict", "yl:Gloss", "yl:speaker c:verbatim"),
    _other("a speaker who is a verdict", "yl:speaker", "yl:Segment", "c:verbatim"),
    _other("a layer that is a person", "yl:layer", "yl:Segment", "c:鄭玄"),
    _other("a gloss by a formula that is none", "vartrans:category", "yl:Gloss", "c:verbatim"),
    _other("a stance that is a verdict", "yl:stance", "yl:Claim", "c:verbatim"),
    _other("a claim about a person", "yl:about", "yl:Claim", "c:鄭玄"),
    _other("a holder who is a verdict", "yl:holder", "yl:Claim", "c:verbatim"),
    _other("a tradition that is a verdict", "yl:tradition", "yl:VariantReading", "c:verbatim"),
    # rules, readers
    _other("a rule that is not there", "yl:rule", "yl:Mention", "c:rule-nothing"),
    _more("read by a person of the lexicon", "yl:Mention", "yl:readBy c:鄭玄"),
    # terms
    _more("an unknown property of our own", "yl:Mention", 'yl:colour "red"'),
    _more("an unknown property of others", "yl:Segment", '<http://xmlns.com/foaf/0.1/name> "x"'),
    _more("an unknown class", "yl:Segment", "a yl:Banana"),
    _more("a property that stands with other things", "yl:Mention", "yl:verdict c:verbatim"),
    _more("a number that is words", "yl:Step", 'yl:times "twice"'),
    _more("a yes that is words", "yl:Step", 'yl:negated "yes"'),
    _other("an extent that is none", "yl:extent", "yl:Segment", '"half"'),
    _more("a slot that is none", "yl:Step", 'yl:supplied "hat"'),
    # how often, how sure
    _less("no concept", "yl:Mention", "its:taIdentRef"),
    _more("two concepts", "yl:Mention", "its:taIdentRef c:主人, c:賓"),
    _other("surer than sure", "yl:confidence", "yl:Mention", "1.5"),
    _other("sure in words", "yl:confidence", "yl:Mention", '"0.9"'),
    Planted(
        "a step of no rite",
        "GRAPH ?g { ?s a yl:Step ; pplan:isStepOfPlan ?v FILTER NOT EXISTS { ?v pplan:isSubPlanOfPlan ?p } }",
        "?s pplan:isStepOfPlan ?v",
        "",
    ),
    # order
    Planted(
        "a step behind a later one",
        "GRAPH ?g { ?s a yl:Step ; pplan:isPrecededBy ?v ; pplan:isStepOfPlan ?p . ?w a yl:Step ; pplan:isStepOfPlan ?p ; yl:order ?n . ?s yl:order ?m } FILTER(?n > ?m)",
        "?s pplan:isPrecededBy ?v",
        "?s pplan:isPrecededBy ?w",
    ),
    _more("a step that repeats itself", "yl:Step", "yl:repeats ?s"),
    Planted(
        "two segments at one place in the order",
        "GRAPH ?g { ?t a yl:Segment ; yl:order ?n . ?s a yl:Segment ; yl:order ?v } FILTER(STR(?s) > STR(?t))",
        "?s yl:order ?v",
        "?s yl:order ?n",
    ),
    # what hangs together
    _more("a comment on itself", "yl:Segment", "yl:commentsOn ?s"),
    Planted(
        "a passage of another chapter",
        "GRAPH ?g { ?s a yl:Segment ; yl:passage ?v } GRAPH ?h { ?w a yl:Passage ; yl:chapter ?c } FILTER(?c != seg:15)",
        "?s yl:passage ?v",
        "?s yl:passage ?w",
    ),
    Planted(
        "a passage that its chapter lacks", "GRAPH ?g { ?c lrm:R15_has_fragment ?s }", "?c lrm:R15_has_fragment ?s", ""
    ),
    Planted("a quotation of no citation", "GRAPH ?g { ?c yl:quotation ?s }", "?c yl:quotation ?s", ""),
    Planted(
        "broader in a ring",
        "GRAPH ?g { ?s skos:broader ?b } FILTER NOT EXISTS { GRAPH ?h { ?b skos:broader ?x } }",
        "",
        "?b skos:broader ?s",
    ),
    _other("a broader concept that is not there", "skos:broader", "skos:Concept", "c:nobody"),
    _more("at the top of another scheme", "crm:E21_Person", "skos:topConceptOf c:verdicts"),
    _more("a label without a language", "crm:E21_Person", 'skos:prefLabel "x"'),
    _more("two labels in a language", "crm:E21_Person", 'skos:prefLabel "another"@en'),
    # counts
    _other("a wrong count of a concept", "yl:count", "yl:Occurrence", "4242"),
    _other("a wrong count of two together", "yl:count", "yl:CoOccurrence", "4242"),
    _other("a wrong count of a rule", "yl:count", "yl:RuleUse", "4242"),
    Planted(
        "a concept that is not counted",
        "GRAPH ?g { ?o a yl:Occurrence ; yl:ofConcept ?s ; yl:layer ?l ; yl:chapter ?c ; yl:count ?n }",
        "?o a yl:Occurrence ; yl:ofConcept ?s ; yl:layer ?l ; yl:chapter ?c ; yl:count ?n",
        "",
    ),
    Planted(
        "a first mention of another rule",
        "GRAPH ?g { ?s a yl:RuleUse ; yl:rule ?r ; yl:firstMention ?v } GRAPH ?h { ?w a yl:Mention ; yl:rule ?q } FILTER(?q != ?r)",
        "?s yl:firstMention ?v",
        "?s yl:firstMention ?w",
    ),
    Planted(
        "a wrong size of a named graph",
        "GRAPH ?g { <https://w3id.org/yili/dataset> void:subset ?s . ?s void:triples ?v }",
        "?s void:triples ?v",
        "?s void:triples 1",
    ),
    _other("a wrong number on the card", "schema:value", "schema:PropertyValue", "424242"),
)


def plant(store: ox.Store, fault: Planted) -> str:
    """Plant a fault in a store; the IRI of the node that a check must name. Raises LookupError where there is no place for it."""
    rows = store.query(f"{_HEAD} SELECT * WHERE {{ {fault.where} }} ORDER BY ?s LIMIT 1")
    assert isinstance(rows, ox.QuerySolutions)
    names = [v.value for v in rows.variables]
    row = next(iter(rows), None)
    if row is None:
        raise LookupError(fault.name)
    bound = {name: str(row[name]) for name in names if row[name] is not None}

    def filled(pattern: str) -> str:
        for name in sorted(bound, key=len, reverse=True):
            pattern = pattern.replace(f"?{name} ", f"{bound[name]} ").replace(f"?{name}.", f"{bound[name]} .")
            pattern = pattern[: -len(name) - 1] + bound[name] if pattern.endswith(f"?{name}") else pattern
        return pattern

    for verb, pattern in (("DELETE", fault.lost), ("INSERT", fault.new)):
        if pattern:
            store.update(f"{_HEAD} {verb} DATA {{ GRAPH {bound['g']} {{ {filled(pattern)} }} }}")
    return bound[fault.node].strip("<>")
