"""How fast mentions and citations are found, in code points a second on one core: benchmarks/mentions.py FILE..."""

import sys
import time
from pathlib import Path

from yili_kg.annotate.components import find
from yili_kg.annotate.run import annotate
from yili_kg.layers import edit
from yili_kg.sources import read

find("主人坐取爵于篚")  # loads lexicon, rules and patterns
begin = time.perf_counter()
documents = [read(Path(p)) for p in sys.argv[1:]]
middle = time.perf_counter()
editions = [edit(d) for d in documents]
cut = time.perf_counter()
found = [annotate(e) for e in editions]
end = time.perf_counter()
size = sum(len(d.raw) for d in documents)
print(f"{size:,} code points: read {middle - begin:.1f} s, edit {cut - middle:.1f} s, annotate {end - cut:.1f} s")
print(f"{sum(len(a.mentions) for a in found):,} mentions, {sum(len(a.citations) for a in found):,} citations")
print(f"{size / (end - cut):,.0f} code points a second annotated")
