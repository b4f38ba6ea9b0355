"""How big the index of the search is and how soon it answers: `python benchmarks/search.py OUT` for the build in OUT."""

from __future__ import annotations

import gzip
import shutil
import statistics
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

TYPED = ("觶", "观", "飲酒", "主人", "之", "主人坐取爵", "zhi", "zhi4", "goblet", "諸侯之", "無此語者也矣")
LOAD = """async () => { const begin = performance.now(); await Search.readySearch();
  const words = performance.now() - begin; await Search.inText("無", Search.FIND.chapters); return [words, performance.now() - begin]; }"""
ASK = """async typed => { const begin = performance.now(); const concepts = Search.conceptsFor(typed, 60);
  const places = await Search.inText(typed, Search.FIND.chapters); return [performance.now() - begin, concepts.length, places.length]; }"""


def main(folder: Path) -> None:
    """Print the bytes of the index, the milliseconds until it is loaded and folded, and those of each answer."""
    files = sorted(folder.glob("search-words.js")) + sorted(folder.glob("search-text-*.js"))
    sizes = [(len(raw), len(gzip.compress(raw))) for raw in (file.read_bytes() for file in files)]
    print(f"{len(files)} files, {sum(a for a, _ in sizes):,} bytes, {sum(b for _, b in sizes):,} zipped")
    print(f"the largest {max(a for a, _ in sizes):,} bytes, that of the names {sizes[0][0]:,}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        page.goto((folder / "search.html").resolve().as_uri())
        page.wait_for_function("typeof Search === 'object'")
        words, loaded = page.evaluate(LOAD)
        print(f"names after {words:.0f} ms, all text loaded and folded after {loaded:.0f} ms")
        for typed in TYPED:
            told = [page.evaluate(ASK, typed) for _ in range(5)]
            took = [ms for ms, _, _ in told]
            _, concepts, places = told[0]
            print(
                f"{typed}\t{statistics.median(took):.1f} ms, at most {max(took):.1f}\t{concepts} concepts, {places} places"
            )
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) / "site")
