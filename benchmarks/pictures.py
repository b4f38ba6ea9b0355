"""The pictures of docs/tasks.md, from the site of a build: python -m benchmarks.pictures BUILD [FOLDER].

Chromium and playwright are wanted. A picture of a page that the site does not have is left out, and said to be.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_SIZE = {"width": 1120, "height": 680}
#: Grey levels and hues are few on these pages: so many colours are enough.
_COLOURS = 64


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: its name, the page with the place behind the #, and what is done on it first (script, then a wait)."""

    name: str
    address: str
    script: str = ""
    until: str = "main"


PICTURES = (
    Picture(
        "read",
        "read-04.html#04.013",
        "document.querySelector(\"[id='04.013'] details.ly-zhu\").open = true;"
        " document.querySelector(\"[id='04.013'] .base .m\").click()",
        "#card:not([hidden])",
    ),
    Picture("glossary", "glossary.html#揖", until="#entry p.words mark"),
    Picture("questions", "questions.html?ask=cups&chapter=04&edition=zhushu", until="#answer tbody tr"),
    Picture(
        "citations",
        "citations.html",
        "const v = document.getElementById('verdict'); v.value = 'variant'; v.dispatchEvent(new Event('input'));"
        " document.querySelector('#body td button').click()",
        "#list article",
    ),
    Picture("readings", "glossary.html#04.016", until="#entry p.words mark"),
    Picture("rite", "rite-04.html#04.049"),
    Picture("answer", "questions.html?ask=glosses-of&word=揖", until="#answer tbody tr"),
    Picture("right", "glossary.html#揖", "document.querySelector('#entry .right').click()", "#put-right[open]"),
    Picture("graph", "graph.html?concept=觶", until="#net canvas"),
)


def pictures(site: Path, folder: Path) -> Iterator[str]:
    """Write the pictures of a site into a folder; a line for each."""
    from playwright.sync_api import sync_playwright

    browser = next((path for name in _BROWSERS if (path := shutil.which(name))), None)
    if browser is None:
        raise SystemExit(f"no Chromium here (looked for {', '.join(_BROWSERS)})")
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        for picture in PICTURES:
            name = re.split("[?#]", picture.address)[0]
            if (site / name).is_file():
                page = opened.new_page(viewport=_SIZE, locale="zh-TW", reduced_motion="reduce")
                page.goto((site / name).as_uri() + picture.address[len(name) :])
                yield f"{picture.name}.png {taken(page, picture, folder / f'{picture.name}.png'):,} bytes"
                page.close()
            else:
                yield f"{picture.name}.png left out: the site has no {name}"
        opened.close()


def taken(page: Any, picture: Picture, path: Path) -> int:
    """Take a picture when the page shows what it is to show; its size in bytes."""
    page.wait_for_selector("main")
    if picture.script:
        page.wait_for_timeout(300)
        page.evaluate(picture.script)
    page.wait_for_selector(picture.until)
    page.wait_for_timeout(1500)
    page.screenshot(path=path)
    fewer_colours(path)
    return path.stat().st_size


def fewer_colours(path: Path) -> None:
    """A picture with few colours, which is a third as large; as it is where Pillow is not installed."""
    try:
        from PIL import Image
    except ImportError:
        return
    with Image.open(path) as image:
        image.convert("RGB").quantize(_COLOURS).save(path, optimize=True)


if __name__ == "__main__":
    build = Path(sys.argv[1] if len(sys.argv) > 1 else "graphs/build")
    there = Path(sys.argv[2] if len(sys.argv) > 2 else "docs/pictures")
    for line in pictures(build / "site", there):
        print(line)
