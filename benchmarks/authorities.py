"""How many concepts are linked to what other projects keep, and how good the links are (python -m benchmarks.authorities)."""

from collections import Counter

from yili_kg.authorities import load_left_out, load_links, load_second_reading
from yili_kg.lexicon import load_lexicon
from yili_kg.reference.books import profiles

COMMENTATORS, SPIRITS, RULERS = "注疏家", "神祇", "諸侯名"
#: How the description of a title begins that names whoever rules, or any one of the rulers of that posthumous name.
_TITLES = ("the ruler of ", "the king of ", "a Duke ")


def kind_of(concept: str) -> str:
    """What is counted together: commentators, persons of history, spirits, works, their parts, or a type of the lexicon.

    A title that names no one man (晉侯, 厲公) is counted apart: no record can be it.
    """
    entry = load_lexicon().entries[concept]
    if entry.type == "person":
        if entry.broader == RULERS and entry.description.startswith(_TITLES):
            return "titles of rulers"
        return {COMMENTATORS: "commentators", SPIRITS: "spirits"}.get(entry.broader, "persons of history")
    if entry.type == "work":
        return "works" if entry.broader == "典籍" else "parts and kinds of works"
    return f"{entry.type}s"


if __name__ == "__main__":
    links = load_links()
    linked = {link.concept for link in links}
    named = [e.concept for e in load_lexicon().entries.values() if e.forms and e.broader]
    every = Counter(map(kind_of, named))
    with_links = Counter(kind_of(c) for c in named if c in linked)
    print(f"{len(links)} links of {len(linked)} concepts")
    for (authority, match), number in sorted(Counter((link.authority, link.match) for link in links).items()):
        print(f"  {authority} {match}: {number}")
    for kind, number in every.most_common():
        print(f"{kind}: {with_links[kind]} of {number} ({with_links[kind] / number:.0%})")
    works = {profile.work for profile in profiles().values()}
    print(f"works of the library of cited books: {len(works & linked)} of {len(works)}")
    seconds = load_second_reading()
    for draw in sorted({s.draw for s in seconds}):
        verdicts = Counter(s.verdict for s in seconds if s.draw == draw)
        print(f"second reading, draw {draw}: {verdicts['same']} of {verdicts.total()} the same record", dict(verdicts))
    for row in load_left_out():
        print(f"left out, {row.kind}: {row.number}: {row.reason}")
