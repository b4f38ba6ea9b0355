"""What one source gives to a build: its statements and its records on disk, and the few numbers that sums are made of.

Each source is analysed, lifted and told by itself, in a process of its own or not; what is left of it in memory is a
`Shard`. The files lie in a folder of the build that is taken away when it is done, under a number: `00012.body`,
`00012.nt` and `00012.want` are its run of statements (`graph/runs.py`), `00012.shared` and `00012.types` what of them
concerns others (`graph/conform.py`), `00012.gz` its edition as the file of editions has it (`records/whole.py`),
`00012.json` what its mentions add up to, for the sums over all sources.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from yili_kg.annotation.unknown import Suspected, suspected_in
from yili_kg.graph.assemble import counts_of, edition_quads
from yili_kg.graph.blocks import Blocks, as_quads
from yili_kg.graph.check import Finding, check_source
from yili_kg.graph.conform import Asked, Known, Part, ask
from yili_kg.graph.lift_notes import belief_quads
from yili_kg.graph.runs import Run, write_run
from yili_kg.graph.store import is_doubtful
from yili_kg.graph.summary import Tally, tally_of
from yili_kg.graph.table import Table
from yili_kg.models import Annotated
from yili_kg.records.whole import packed

__all__ = ["Shard", "shard_of", "total"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shard:
    """What is left of a source when it was analysed.

    `place` says where it stands among the others, `segments` are the ids of its segments, `account` is what the manifest
    says of it, `beliefs` are the statements that somebody holds, as N-Quads, `asked` is what asking its statements for the
    shapes has given, `faults` what a check of them finds; `renamed`: it has another name than its source gives it, since
    another one has the same passages under that.
    """

    place: tuple[str, str, str]
    segments: tuple[str, ...]
    run: Run
    asked: Asked
    edition: Path
    beliefs: bytes
    counts: dict[str, int]
    sums: Path
    account: dict[str, Any]
    faults: tuple[Finding, ...] = ()
    renamed: bool = False

    def part(self) -> Part:
        """What of it is asked together with the other sources."""
        return Part(label=self.place[1], run=self.run, asked=self.asked)

    def tally(self) -> Tally:
        """What its mentions add up to."""
        told = json.loads(self.sums.read_bytes())
        return Tally(
            named=Counter({(c, chapter, layer): n for c, chapter, layer, n in told["named"]}),
            together=Counter({(one, other): n for one, other, n in told["together"]}),
            rules=Counter(told["rules"]),
            first={rule: (segment, words, n) for rule, (segment, words, n) in told["first"].items()},
        )

    def suspected(self) -> Suspected:
        """Its words that may be nouns and that the lexicon lacks."""
        told = json.loads(self.sums.read_bytes())
        places = {word: (segment, around) for word, (segment, around) in told["suspected first"].items()}
        return Suspected(counts=Counter(told["suspected"]), first=places)

    def held(self) -> Iterator[ox.Quad]:
        """What somebody holds, as statements."""
        return ox.parse(self.beliefs, format=ox.RdfFormat.N_QUADS)


def shard_of(annotated: Annotated, stem: Path, *, known: Known, whole: bytes = b"", renamed: bool = False) -> Shard:
    """Write what an edition gives into files that begin with `stem`; `whole` is it as a file of editions has it, if that
    is at hand, `known` what is known of the things that it may point at.

    Raises OSError.
    """
    edition, document = annotated.edition, annotated.edition.document
    said, counts = Blocks.of(edition_quads(annotated)), dict(counts_of([annotated]))
    run = write_run(stem, said, of_a_source=True)
    doubtful, sure = said.parted(is_doubtful)
    table = Table(sure)
    faults = check_source(table, Table(doubtful), raw=document.raw, counts=counts)
    path = stem.with_suffix(".gz")
    path.write_bytes(whole or packed(annotated))
    return Shard(
        place=(document.name, document.label, document.sha256),
        segments=tuple(s.id for s in edition.segments),
        run=run,
        asked=ask(sure, table, stem, document.name, known),
        edition=path,
        beliefs=ox.serialize(as_quads(belief_quads(annotated)), format=ox.RdfFormat.N_QUADS) or b"",
        counts=counts,
        faults=tuple(faults),
        sums=_written(stem.with_suffix(".json"), tally_of(annotated), suspected_in(annotated)),
        account={
            "label": document.label,
            "title": document.title,
            "edition": document.name,
            "reader": document.reader,
            "sha256": document.sha256,
            "code points": len(document.raw),
            "segments": len(edition.segments),
            "mentions": len(annotated.mentions),
            "citations": len(annotated.citations),
        },
        renamed=renamed,
    )


def total(counts: Iterable[dict[str, int]]) -> dict[str, int]:
    """How much there is of what in all sources, by name."""
    whole = Counter(counts_of([]))
    for some in counts:
        whole.update(some)
    return dict(sorted(whole.items()))


def _written(path: Path, tally: Tally, suspected: Suspected) -> Path:
    told = {
        "named": [[*key, number] for key, number in tally.named.items()],
        "together": [[*key, number] for key, number in tally.together.items()],
        "rules": tally.rules,
        "first": tally.first,
        "suspected": suspected.counts,
        "suspected first": suspected.first,
    }
    path.write_text(json.dumps(told), encoding="ascii")
    return path
