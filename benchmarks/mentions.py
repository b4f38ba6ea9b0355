"""How fast mentions are found, in code points a second on one core: benchmarks/mentions.py FILE...

Two figures. The first is the whole process whose only work is to find mentions: start of Python, spaCy, lexicon and
rules, reading of the files, mentions of their whole text. The second times the stages of a build one by one.
"""

import gc
import sys
import time
from pathlib import Path

begin = time.perf_counter()
gc.set_threshold(200_000, 20, 50)  # as the command line does

from yili_kg.annotation.find import find_mentions  # noqa: E402

texts = [Path(p).read_text(encoding="utf-8") for p in sys.argv[1:]]
size = sum(map(len, texts))
found = sum(len(find_mentions(line)) for text in texts for line in text.splitlines())
whole = time.perf_counter() - begin
print(
    f"{size:,} code points, {found:,} mentions: {whole:.2f} s, {size / whole:,.0f} code points a second, whole process"
)

from yili_kg.annotation.run import annotate  # noqa: E402
from yili_kg.layers import edit  # noqa: E402
from yili_kg.sources import read  # noqa: E402

begin = time.perf_counter()
documents = [read(Path(p)) for p in sys.argv[1:]]
middle = time.perf_counter()
editions = [edit(d) for d in documents]
cut = time.perf_counter()
annotated = [annotate(e) for e in editions]
end = time.perf_counter()
print(f"stages: read {middle - begin:.1f} s, edit {cut - middle:.1f} s, annotate {end - cut:.1f} s")
print(f"{sum(len(a.mentions) for a in annotated):,} mentions, {sum(len(a.citations) for a in annotated):,} citations")
print(f"{size / (end - cut):,.0f} code points a second annotated")
