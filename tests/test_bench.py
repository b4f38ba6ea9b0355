"""The measure of speed measures what it says: copies are sources of their own, growth is told per doubling."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.bench.__main__ import Bench
from benchmarks.bench.corpora import characters, copies
from benchmarks.bench.told import page, plotted

from yili_kg.pipeline import shipped_sources
from yili_kg.sources import read


def test_copies_are_the_same_text_and_other_sources(tmp_path: Path) -> None:
    first = shipped_sources()[0]
    plain = tmp_path / "plain.txt"
    plain.write_text("主人戒賓。", encoding="utf-8")
    made = list(copies([first, plain], 4, tmp_path))
    documents = [read(path) for path in made]
    assert len({d.sha256 for d in documents}) == 8
    assert len({d.raw.rstrip("\n") for d in documents}) == 2


def test_characters_are_those_of_the_text_and_not_of_the_file(tmp_path: Path) -> None:
    first = shipped_sources()[0]
    assert characters([first]) == len(read(first).raw)


def _measured() -> Bench:
    bench = Bench("a corpus", 1000)
    bench.stages = {"all": 30_000.0, "read": 1_000_000.0}
    bench.mentions = {
        "characters": 1000,
        "forms": 10,
        "yili-kg": 200_000.0,
        "EntityRuler": 400_000.0,
        "Aho–Corasick": 4_000_000.0,
    }
    bench.graph = {
        "rdflib statements a second": 10_000.0,
        "rdflib question": 100.0,
        "rows": 3,
        "yili-kg statements a second": 100_000.0,
        "yili-kg question": 1.0,
        "questions": 50.0,
        "how many": 2,
        "longest": 40.0,
    }
    for times, seconds, memory in ((1, 10.0, 100), (2, 20.0, 110), (8, 160.0, 110)):
        for jobs in (1, 2):
            bench.builds[f"{times} × with {jobs}"] = {
                "times": times,
                "jobs": jobs,
                "characters": 1000 * times,
                "seconds": seconds / jobs,
                "MB": memory,
                "statements": 5,
                "statements a second": 1,
                "characters a second": 1,
                "stages": {"analyse": 1.0},
            }
    return bench


def test_growth_is_told_per_doubling_and_ratios_first() -> None:
    told = _measured().told()
    assert next(iter(told)) == "ratios"
    ratios = told["ratios"]
    assert ratios["seconds, 1 to 2 times the corpus"] == 2.0
    assert ratios["seconds, 2 to 8 times the corpus"] == 2.83  # 8 times the seconds in two doublings
    assert ratios["mentions beside EntityRuler"] == 0.5
    assert ratios["one job beside two, 8 times the corpus"] == 2.0


def test_page_and_plot_have_every_build() -> None:
    told = json.loads(json.dumps(_measured().told()))
    text = page(told)
    assert text.index("## Ratios") < text.index("## Whole builds")
    assert text.count("| 2 × |") == 2
    assert plotted(told).count("<circle") == 2 * (2 * 3 + 2)
