"""One Chromium for all tests that look at a page, and a visit for each of them: a context of its own, closed behind it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

__all__ = ["Visit", "Visitor", "chromium", "visit"]

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@dataclass
class Visit:
    """A page in the browser, with all addresses that it asked for, all that went wrong on it, and what its console says
    of errors and of what a policy forbids."""

    page: Any
    asked: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    @property
    def asked_outside(self) -> list[str]:
        """What it asked for that is no file of this machine."""
        return [address for address in self.asked if not address.startswith(("file:", "data:", "blob:"))]


Visitor = Callable[..., Visit]


def _is_error(line: Any) -> bool:
    return line.type == "error" or "Content Security" in line.text


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The browser; a test that wants it is skipped where there is none."""
    found = next((path for name in _NAMES if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip(f"no Chromium on this machine (looked for {', '.join(_NAMES)})")
    sync = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(_QUIET))
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Any) -> Iterator[Visitor]:
    """Opens an address in a context of its own: width in pixels, language and scheme of the reader, calm: no motion."""
    contexts: list[Any] = []

    def open_page(
        address: str, *, width: int = 1280, locale: str = "en-US", calm: bool = False, dark: bool = False
    ) -> Visit:
        context = chromium.new_context(
            viewport={"width": width, "height": 800 if width > 500 else 844},
            locale=locale,
            reduced_motion="reduce" if calm else "no-preference",
            color_scheme="dark" if dark else "light",
        )
        contexts.append(context)
        made = Visit(context.new_page())
        made.page.on("request", lambda request: made.asked.append(request.url))
        made.page.on("pageerror", lambda error: made.wrong.append(str(error)))
        made.page.on("dialog", lambda dialog: made.wrong.append(dialog.message))
        made.page.on("console", lambda line: made.said.append(line.text) if _is_error(line) else None)
        made.page.goto(address)
        return made

    yield open_page
    for context in contexts:
        context.close()
