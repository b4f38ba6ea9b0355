"""Every prefix and every term that the graph uses, in one place."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from pyoxigraph import BlankNode, Literal, NamedNode

__all__ = [
    "BASE",
    "PREFIXES",
    "LinkTerms",
    "NoteTerms",
    "Statement",
    "StepTerms",
    "Terms",
    "node",
    "slot_confidence",
]

BASE = "https://w3id.org/yili/"

#: Subject, property, value, and the named graph in which it is said.
Statement = tuple[NamedNode | BlankNode, NamedNode, NamedNode | BlankNode | Literal, NamedNode]

#: Prefix → namespace, as the Turtle and TriG files declare them.
PREFIXES = {
    "yl": f"{BASE}ontology#",
    "c": f"{BASE}concept/",
    "seg": f"{BASE}seg/",
    "m": f"{BASE}mention/",
    "r": f"{BASE}id/",
    "src": f"{BASE}source/",
    "g": f"{BASE}graph/",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "dcterms": "http://purl.org/dc/terms/",
    "prov": "http://www.w3.org/ns/prov#",
    "nif": "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#",
    "its": "http://www.w3.org/2005/11/its/rdf#",
    "crm": "http://www.cidoc-crm.org/cidoc-crm/",
    "lrm": "http://iflastandards.info/ns/lrm/lrmoo/",
    "cito": "http://purl.org/spar/cito/",
    "sh": "http://www.w3.org/ns/shacl#",
    "dcat": "http://www.w3.org/ns/dcat#",
    "void": "http://rdfs.org/ns/void#",
    "schema": "https://schema.org/",
    "pplan": "http://purl.org/net/p-plan#",
    "act": "http://www.cidoc-crm.org/extensions/crmact/",
    "ontolex": "http://www.w3.org/ns/lemon/ontolex#",
    "vartrans": "http://www.w3.org/ns/lemon/vartrans#",
    "sssom": "https://w3id.org/sssom/",
    "semapv": "https://w3id.org/semapv/vocab/",
}


def node(prefix: str, name: str) -> NamedNode:
    """The IRI of `prefix:name`."""
    return NamedNode(PREFIXES[prefix] + name)


@cache
def slot_confidence(slot: str) -> NamedNode:
    """The property that says how sure a slot is: `yl:agentConfidence`, `yl:bowsToConfidence`."""
    first, *rest = slot.split("_")
    return node("yl", f"{first}{''.join(map(str.capitalize, rest))}Confidence")


class Terms:
    """The classes and properties that the quads are made of."""

    a = node("rdf", "type")
    label = node("rdfs", "label")
    comment = node("rdfs", "comment")
    title = node("dcterms", "title")
    description = node("dcterms", "description")
    dc_source = node("dcterms", "source")
    part_of = node("dcterms", "isPartOf")
    replaced_by = node("dcterms", "isReplacedBy")
    deprecated = node("owl", "deprecated")
    history_note = node("skos", "historyNote")
    concept = node("skos", "Concept")
    scheme_class = node("skos", "ConceptScheme")
    pref_label = node("skos", "prefLabel")
    alt_label = node("skos", "altLabel")
    broader = node("skos", "broader")
    in_scheme = node("skos", "inScheme")
    top_concept = node("skos", "topConceptOf")
    scope_note = node("skos", "scopeNote")
    type_class = node("crm", "E55_Type")
    person_class = node("crm", "E21_Person")
    place_class = node("crm", "E53_Place")
    content = node("crm", "P190_has_symbolic_content")
    expression_class = node("lrm", "F2_Expression")
    component = node("lrm", "R5_has_component")
    fragment = node("lrm", "R15_has_fragment")
    realised = node("lrm", "R3_is_realised_in")
    context = node("nif", "referenceContext")
    context_class = node("nif", "Context")
    begin = node("nif", "beginIndex")
    end = node("nif", "endIndex")
    anchor = node("nif", "anchorOf")
    is_string = node("nif", "isString")
    place_in_segment = node("yl", "placeInSegment")
    ident = node("its", "taIdentRef")
    citation_class = node("cito", "Citation")
    citing = node("cito", "hasCitingEntity")
    cited = node("cito", "hasCitedEntity")
    character = node("cito", "hasCitationCharacterization")
    activity = node("prov", "Activity")
    agent = node("prov", "Agent")
    used = node("prov", "used")
    generated = node("prov", "generated")
    entity = node("prov", "Entity")
    source = node("yl", "Source")
    edition = node("yl", "Edition")
    chapter_class = node("yl", "Chapter")
    passage_class = node("yl", "Passage")
    segment = node("yl", "Segment")
    pointer = node("yl", "Pointer")
    mention = node("yl", "Mention")
    quotation_class = node("yl", "Quotation")
    rule_class = node("yl", "Rule")
    occurrence = node("yl", "Occurrence")
    cooccurrence = node("yl", "CoOccurrence")
    layer = node("yl", "layer")
    speaker = node("yl", "speaker")
    order = node("yl", "order")
    extent = node("yl", "extent")
    pieces = node("yl", "pieces")
    chapter = node("yl", "chapter")
    passage = node("yl", "passage")
    comments_on = node("yl", "commentsOn")
    in_segment = node("yl", "inSegment")
    in_edition = node("yl", "inEdition")
    points_to = node("yl", "pointsTo")
    target_begin = node("yl", "targetBegin")
    target_end = node("yl", "targetEnd")
    unresolved = node("yl", "unresolved")
    rule = node("yl", "rule")
    identified_by = node("yl", "identifiedBy")
    read_by = node("yl", "readBy")
    confidence = node("yl", "confidence")
    other_opinion = node("yl", "otherOpinion")
    role_in_rite = node("yl", "roleInRite")
    in_rite = node("yl", "inRite")
    occupant = node("yl", "occupant")
    on_word_of = node("yl", "onWordOf")
    quotation = node("yl", "quotation")
    verdict = node("yl", "verdict")
    similarity = node("yl", "similarity")
    found_in = node("yl", "foundIn")
    matched_text = node("yl", "matchedText")
    reference = node("yl", "reference")
    inferred = node("yl", "inferred")
    ellipsis = node("yl", "Ellipsis")
    form = node("yl", "form")
    sha256 = node("yl", "sha256")
    reader = node("yl", "reader")
    code_points = node("yl", "codePoints")
    defined_at = node("yl", "definedAt")
    example = node("yl", "example")
    counter_example = node("yl", "counterExample")
    of_concept = node("yl", "ofConcept")
    with_concept = node("yl", "withConcept")
    count = node("yl", "count")
    rule_use = node("yl", "RuleUse")
    first_mention = node("yl", "firstMention")


class LinkTerms:
    """The classes and properties of links to what others keep."""

    mapping = node("sssom", "Mapping")
    subject = node("sssom", "subject_id")
    predicate = node("sssom", "predicate_id")
    object = node("sssom", "object_id")
    object_source = node("sssom", "object_source")
    justification = node("sssom", "mapping_justification")
    match_field = node("sssom", "subject_match_field")
    reviewer = node("sssom", "reviewer_id")
    date = node("sssom", "mapping_date")
    grounds = node("sssom", "comment")
    by_hand = node("semapv", "ManualMappingCuration")
    space = node("void", "uriSpace")
    form = node("void", "uriRegexPattern")
    rights = node("dcterms", "rights")
    publisher = node("dcterms", "publisher")


class StepTerms:
    """The classes and properties of rites and their steps."""

    plan_class = node("pplan", "Plan")
    step_class = node("pplan", "Step")
    step_of = node("pplan", "isStepOfPlan")
    sub_plan_of = node("pplan", "isSubPlanOfPlan")
    preceded_by = node("pplan", "isPrecededBy")
    activity_plan = node("act", "actE2_Activity_Plan")
    event_template = node("act", "actE4_Event_Template")
    step = node("yl", "Step")
    repetition = node("yl", "Repetition")
    addition = node("yl", "NoteAddition")
    unread = node("yl", "UnreadClause")
    act = node("yl", "act")
    slots: ClassVar = {name: node("yl", name) for name in ("agent", "object", "recipient", "at", "from", "to")}
    slot_words: ClassVar = {
        name: node("yl", f"{name}Words") for name in ("agent", "object", "recipient", "at", "from", "to")
    }
    vessel = node("yl", "vessel")
    vessel_words = node("yl", "vesselWords")
    bows_to = node("yl", "bowsTo")
    bows_to_words = node("yl", "bowsToWords")
    part_of_place = node("yl", "PartOfPlace")
    of_place = node("yl", "ofPlace")
    locative = node("yl", "locative")
    facing = node("yl", "facing")
    posture = node("yl", "posture")
    times = node("yl", "times")
    negated = node("yl", "negated")
    conditional = node("yl", "conditional")
    supplied = node("yl", "supplied")
    doubtful = node("yl", "doubtful")
    open_slot = node("yl", "openSlot")
    repeats = node("yl", "repeats")
    same_act = node("yl", "sameActAs")
    attested_in = node("yl", "attestedIn")
    on_step = node("yl", "onStep")
    on_slot = node("yl", "onSlot")
    says = node("yl", "says")
    kind_of_rite = node("yl", "kindOfRite")
    heading = node("yl", "heading")
    first_passage = node("yl", "firstPassage")
    last_passage = node("yl", "lastPassage")


class NoteTerms:
    """The classes and properties of what the commentators say."""

    gloss = node("yl", "Gloss")
    lexical_relation = node("vartrans", "LexicalRelation")
    entry_class = node("ontolex", "LexicalEntry")
    form_class = node("ontolex", "Form")
    canonical_form = node("ontolex", "canonicalForm")
    written_rep = node("ontolex", "writtenRep")
    phonetic_rep = node("ontolex", "phoneticRep")
    source = node("vartrans", "source")
    target = node("vartrans", "target")
    category = node("vartrans", "category")
    term = node("yl", "term")
    definition = node("yl", "definition")
    quoted_from = node("yl", "quotedFrom")
    read_in = node("yl", "readIn")
    glosses = node("yl", "glosses")
    reading = node("yl", "VariantReading")
    base = node("yl", "base")
    variant = node("yl", "variant")
    tradition = node("yl", "tradition")
    base_tradition = node("yl", "baseTradition")
    decision = node("yl", "decision")
    decided_in = node("yl", "decidedIn")
    ground = node("yl", "ground")
    reported_in = node("yl", "reportedIn")
    claim = node("yl", "Claim")
    claim_graph = node("yl", "ClaimGraph")
    norm_series = node("yl", "NormSeries")
    holder = node("yl", "holder")
    stance = node("yl", "stance")
    about = node("yl", "about")
    believed = node("yl", "believed")
    explained_as = node("yl", "explainedAs")
    norm = node("yl", "Norm")
    rank = node("yl", "ofRank")
    same_word = node("skos", "exactMatch")
    aspect = node("yl", "aspect")
    value = node("yl", "value")
    series = node("yl", "series")
    unread = node("yl", "UnreadFormula")
    kind = node("yl", "kindOfFormula")
    variation = node("yl", "Variation")
    witness_reading = node("yl", "WitnessReading")
    kind_of_variation = node("yl", "kindOfVariation")
    witness = node("yl", "witness")
    words = node("yl", "words")
    before = node("yl", "before")
    after = node("yl", "after")
    proposal = node("yl", "proposal")
