"""What many tests need: the shared texts, found through $YILI_SHARED, and a browser."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import settings

from tests.browser import chromium, visit
from tests.serve.server import PAGE

__all__ = ["SEEDS", "SHARED", "chromium", "seed", "shared", "visit"]

SHARED = Path(os.environ.get("YILI_SHARED", Path(__file__).resolve().parents[1].parent / "shared"))
SEEDS = (
    "000_cf709858d8eb2fe6",
    "001_78a3c85c704a8a49",
    "002_c8719e2da7acda31",
    "003_c4633f1a85a239be",
    "004_2dde073ab0fbbd34",
)


# How long an example takes is for the benchmarks: a machine that does two things at once is no finding.
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")

#: The files that take longest, longest first: begun early, they leave no worker alone at the end.
LONG = (
    "test_compiled",
    "test_pipeline",
    "test_build",
    "test_cli",
    "test_site",
    "test_serve",
    "test_endurance",
    "test_api",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    rank = {f"{name}.py": number for number, name in enumerate(LONG)}
    items.sort(key=lambda item: rank.get(item.path.name, len(LONG)))
    if (SHARED / "seeds").is_dir():
        return
    skip = pytest.mark.skip(reason=f"the shared texts are not at {SHARED}: set YILI_SHARED")
    for item in items:
        if "shared" in item.keywords or "shared" in getattr(item, "fixturenames", ()):
            item.add_marker(skip)


@pytest.fixture(scope="session")
def shared() -> Path:
    return SHARED


def seed(number: int) -> Path:
    """The path of a seed document."""
    return SHARED / "seeds" / f"{SEEDS[number]}.txt"


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The build of the shipped corpus, made once for all workers; nobody writes into it."""
    return _built_once(tmp_path_factory, "corpus")


@pytest.fixture(scope="session")
def small_build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The build of a small page (tests/serve/server.py), made once for all workers; nobody writes into it."""
    return _built_once(tmp_path_factory, "page", PAGE)


@pytest.fixture(scope="session")
def evil_build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The build of the page with markup in its text, made once for all workers; nobody writes into it."""
    return _built_once(tmp_path_factory, "evil", PAGE.replace("謀賓", "謀<img src=x onerror=alert(1)>賓"))


def _built_once(factory: pytest.TempPathFactory, name: str, text: str = "") -> Path:
    """The build of a text, without one of the shipped corpus, in the folder that all workers share."""
    from yili_kg.pipeline import build

    root = factory.getbasetemp()
    place = root.parent if os.environ.get("PYTEST_XDIST_WORKER") else root
    source, out = place / name / "a.txt", place / name / "out"
    with FileLock(place / f"{name}.lock"):
        if text and not source.exists():
            source.parent.mkdir()
            source.write_text(text, encoding="utf-8")
        build([source] if text else [], out)  # says that nothing has changed where another worker has made it
    return out
