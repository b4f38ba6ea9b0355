"""How big a glossary page is and how soon one can search it: `python benchmarks/glossary_page.py out/glossary.html`."""

from __future__ import annotations

import gzip
import shutil
import statistics
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

TYPED = ("酬", "告", "謁", "ming", "goblet", "之", "主人")
TIMED = """typed => { const begin = performance.now(); $("q").value = typed; search(); return performance.now() - begin; }"""


def main(path: Path) -> None:
    """Print size, milliseconds until the list is there, and milliseconds of searches (first, median of the rest)."""
    raw = path.read_bytes()
    print(f"{len(raw):,} bytes, {len(gzip.compress(raw)):,} zipped")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for _ in range(3):
            page = browser.new_page()
            page.goto(path.resolve().as_uri())
            ready = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
            first, *rest = [page.evaluate(TIMED, typed) for typed in TYPED]
            print(f"list after {ready:.0f} ms, first search {first:.1f} ms, others {statistics.median(rest):.1f} ms")
            page.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
