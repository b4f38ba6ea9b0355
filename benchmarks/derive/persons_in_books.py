"""Who is meant by a short name in each division of the cited books: benchmarks/derive/persons_in_books.py

Reads the library (`YILI_REFERENCE`, or `reference/` below `YILI_SHARED`) and writes
`extraction/reference/persons-in-books.tsv`: facts only, no words of the books. A short name is a posthumous name with a
rank (文公) or with 子, 叔, 伯 (宣子), and a form that the lexicon gives to several persons (趙孟). In a division it is,
in this order,

noted      the one that the notes on the division say it is (宣子士匄也, 平公晉侯彪), if they say so of one only
named      the one whose name in full stands nearest before it in the division
state      of a ruler: that of the state that is named nearest before it, by itself or by its people
reigning   of a ruler: the duke of 魯 in whose year it stands
home       of a ruler in the speeches of one state (國語·晉語): that of the state
alone      the only one of them who is named in full in the division

A name that the words do not decide has no row. Where a division means several by one name the rows say from which graph
to which of the book's text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from yili_kg.data import data_folder
from yili_kg.lexicon import load_lexicon
from yili_kg.reference.reigns import load_reigns, posthumous, states, year_of
from yili_kg.reference.shelf import Strand, load_shelf
from yili_kg.text.folding import fold

BOOKS = ("左傳", "春秋", "公羊傳", "穀梁傳", "國語", "禮記", "大戴禮記", "論語", "孟子")
HEAD = """\
# Whom a short name means in a division of a cited book, made by benchmarks/derive/persons_in_books.py (facts; no words of the
#   books). form: folded; concept: headword of the lexicon; book, graphs: where a division means several by one name, from which
#   graph to which of the text of that book; ground: what decides it, told in the script.
division	form	concept	ground	book	graphs
"""
#: How people of a state are told in the lexicon's English.
OF = {
    "Lu": "魯", "Jin": "晉", "Qi": "齊", "Wei": "衛", "Song": "宋", "Zheng": "鄭", "Chu": "楚", "Chen": "陳", "Cai": "蔡",
    "Cao": "曹", "Qin": "秦", "Wu": "吳", "Zhou": "周",
}  # fmt: skip
#: What follows the epithet of a man of a clan; how far back a name in full and a state are looked for, in graphs.
KIN = "子叔伯"
NAMED, STATE = 150, 16
#: A ruler may be called by his posthumous name in the tradition on a year so many years before he rules.
BEFORE = 40


@dataclass
class Names:
    """Forms of persons, short forms with those whom they may mean, and the states of persons."""

    full: dict[str, str] = field(default_factory=dict)
    short: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    state: dict[str, str] = field(default_factory=dict)
    longest: dict[str, list[int]] = field(default_factory=dict)


def names() -> Names:
    """All that the lexicon and the reigns say."""
    made = Names()
    claims: dict[str, set[str]] = defaultdict(set)
    epithets = {f[0] for f in posthumous()}
    for entry in load_lexicon().entries.values():
        if entry.type != "person":
            continue
        for form in map(fold, entry.forms):
            claims[form].add(entry.concept)
            if entry.broader == "卿大夫名" and len(form) > 2 and form[-1] in KIN and form[-2] in epithets:
                made.short[form[-2:]].add(entry.concept)
        last = entry.meaning.rpartition(" of ")[2].split(",")[0].split(" ")[0]
        made.state[entry.concept] = OF.get(last, last if last in states() else "")
    for row in load_reigns():
        made.state[row.ruler] = row.state
    for form, concepts in claims.items():
        if form in posthumous() or form in made.short or len(concepts) > 1:
            made.short[form] |= {c for c in concepts if not load_lexicon().entries[c].meaning.endswith("of the states")}
        elif len(form) > 1:
            made.full[form] = next(iter(concepts))
    for form, by_state in posthumous().items():
        made.short[form] |= {r.ruler for rows in by_state.values() for r in rows}
    made.short = {f: c for f, c in made.short.items() if len(f) > 1 and len(c) > 1}
    lengths: dict[str, set[int]] = defaultdict(set)
    for form in (*made.full, *made.short):
        lengths[form[0]].add(len(form))
    made.longest = {first: sorted(found, reverse=True) for first, found in lengths.items()}
    return made


def persons(text: str, known: Names) -> Iterator[tuple[int, str]]:
    """Where names stand in a folded text, the longest at each place, without overlap."""
    at = 0
    while at < len(text):
        form = next(
            (
                text[at : at + n]
                for n in known.longest.get(text[at], ())
                if text[at : at + n] in known.full or text[at : at + n] in known.short
            ),
            "",
        )
        if form:
            yield at, form
        at += len(form) or 1


def decided(text: str, note: str, division: str, known: Names) -> Iterator[tuple[int, str, str, str]]:
    """Place, form, concept and ground of each short name of a division that is decided."""
    found = list(persons(text, known))
    spoken = {f: known.full[f] for _, f in found if f in known.full}
    for number, (at, form) in enumerate(found):
        if form not in known.short or of_another(at, form, text, known):
            continue
        meant = possible(form, division, known)
        before = [(p, f) for p, f in found[:number] if at - p <= NAMED and f in known.full]
        told = (
            noted(form, meant, note, known)
            or named(form, meant, before, known)
            or (of_a_ruler(at, form, meant, text, division, before, known) if form in posthumous() else None)
            or alone(form, meant, spoken)
        )
        if told:
            yield at, form, *told


def of_another(at: int, form: str, text: str, known: Names) -> bool:
    """Whether it is the ruler of a state of which nobody with that name is known, or the beginning of 公子."""
    before = text[at - 1 : at]
    return (before in places() and before not in {known.state.get(c) for c in known.short[form]}) or (
        form in posthumous() and text[at + len(form) :][:1] in ("子", "孫")
    )


@cache
def places() -> frozenset[str]:
    """Names of states of one graph."""
    entries = load_lexicon().entries.values()
    return frozenset(fold(f) for e in entries if e.broader == "列國" for f in e.forms if len(f) == 1)


def possible(form: str, division: str, known: Names) -> set[str]:
    """Those whom a short name may mean in a division: no ruler who comes long after its year."""
    year = year_of(division)
    late = {r.ruler for r in load_reigns() if year is not None and r.first < year - BEFORE}
    return known.short[form] - late


def noted(form: str, meant: set[str], note: str, known: Names) -> tuple[str, str] | None:
    """What the notes say right behind the name: another name of one of them, or the state of a ruler."""
    said: set[str] = set()
    at = note.find(form)
    while at >= 0:
        rest = note[at + len(form) : at + len(form) + 5]
        said |= {c for f, c in known.full.items() if c in meant and len(f) > 1 and rest.startswith(f)}
        if form in posthumous() and rest[1:2] in ("侯", "公", "君", "伯", "大"):
            said |= {c for c in meant if known.state.get(c) == rest[:1]}
        at = note.find(form, at + 1)
    return (said.pop(), "noted") if len(said) == 1 else None


def named(form: str, meant: set[str], before: list[tuple[int, str]], known: Names) -> tuple[str, str] | None:
    """The one of them whose name in full stands nearest before; by another name only where it is one of them alone."""
    full = next((known.full[f] for _, f in reversed(before) if known.full[f] in meant and f.endswith(form)), "")
    others = {known.full[f] for _, f in before if known.full[f] in meant}
    return (full, "named") if full else (others.pop(), "named") if len(others) == 1 else None


def of_a_ruler(
    at: int, form: str, meant: set[str], text: str, division: str, before: list[tuple[int, str]], known: Names
) -> tuple[str, str] | None:
    """The ruler of the nearest state, or at home; in the Annals and what explains their words first at home."""
    near = of_the_state(at, form, {c for c in meant if near_in_time(c, form, division)}, text, before, known)
    home = at_home(form, meant, division, known)
    return (near or home) if division.startswith(("左傳", "禮記", "大戴")) else (home or near)


def near_in_time(ruler: str, form: str, division: str) -> bool:
    """Whether a king may be called so without his state: a king of old has the name before him (文王)."""
    year = year_of(division)
    plain = load_lexicon().entries.get(form)
    if plain is None or form[-1] != "王":
        return True
    return year is not None and any(
        r.ruler == ruler and r.first + BEFORE >= year >= r.last - BEFORE for r in load_reigns()
    )


def of_the_state(
    at: int, form: str, meant: set[str], text: str, before: list[tuple[int, str]], known: Names
) -> tuple[str, str] | None:
    """The ruler of the state that stands nearest before, by itself or by its people."""
    by_state = {known.state.get(c, ""): c for c in meant}
    people = {p: known.state.get(known.full[f], "") for p, f in before}
    folded = {fold(s): s for s in states()}
    for place in range(at - 1, max(-1, at - 1 - STATE), -1):
        state = people.get(place) or folded.get(text[place], "")
        if state in by_state and (place in people or text[place + 1 : place + 2] not in "之其於"):
            return by_state[state], "state"
    return None


def at_home(form: str, meant: set[str], division: str, known: Names) -> tuple[str, str] | None:
    """The duke of 魯 in whose year it stands, or the ruler of the state whose speeches these are."""
    year = year_of(division)
    if year is not None:
        own = (r.ruler for r in load_reigns() if r.ruler in meant and r.state == "魯" and r.first >= year >= r.last - 1)
        return next(((r, "reigning") for r in own), None)
    home = division.partition("·")[2][:1] if division.startswith("國語·") and form not in load_lexicon().entries else ""
    own = [c for c in sorted(meant) if home and known.state.get(c) == home]
    return (own[0], "home") if len(own) == 1 else None


def alone(form: str, meant: set[str], spoken: dict[str, str]) -> tuple[str, str] | None:
    """The only one of them who is named in full with this name."""
    there = {concept for name, concept in spoken.items() if concept in meant and name.endswith(form)}
    return (there.pop(), "alone") if len(there) == 1 else None


def stretches(strand: Strand) -> Iterator[tuple[str, int, int]]:
    """Division, first graph and the one behind the last."""
    ends = (*strand.starts[1:], len(strand.graphs))
    yield from zip(strand.divisions, strand.starts, ends, strict=True)


def rows_of(strands: list[Strand], known: Names) -> Iterator[tuple[str, ...]]:
    """The rows of one work: the first of its texts, with all notes on it."""
    text = next(s for s in strands if s.layer == "text")
    notes: dict[str, str] = defaultdict(str)
    for strand in strands:
        if strand.layer == "note":
            for division, first, end in stretches(strand):
                notes[division] += strand.shown[first:end]
    runs: dict[tuple[str, str], list[tuple[str, str, int, int]]] = defaultdict(list)
    for division, first, end in stretches(text):
        for at, form, concept, ground in decided(text.shown[first:end], notes[division], division, known):
            run = runs[division, form]
            if run and run[-1][0] == concept:
                run[-1] = (concept, run[-1][1], run[-1][2], first + at + len(form))
            else:
                run.append((concept, ground, first + at, first + at + len(form)))
    for (division, form), run in sorted(runs.items()):
        if len({concept for concept, *_ in run}) == 1:
            yield division, form, run[0][0], run[0][1], "", ""
        else:
            for concept, ground, begin, end in run:
                yield division, form, concept, ground, text.book, f"{begin}-{end}"


def write_rows(rows_of: Callable[[list[Strand], Names], Iterable[Sequence[str]]], name: str, head: str) -> None:
    """Write a table of `extraction/reference/` with what each book of the library gives; ends the program without one."""
    shelf = load_shelf()
    if shelf is None:
        raise SystemExit("no library: set YILI_REFERENCE or YILI_SHARED")
    known = names()
    rows = [row for work in BOOKS if work in shelf.strands for row in rows_of(shelf.strands[work], known)]
    path = data_folder("extraction") / "reference" / name
    path.write_text(head + "".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    print(len(rows), "rows")


if __name__ == "__main__":
    write_rows(rows_of, "persons-in-books.tsv", HEAD)
