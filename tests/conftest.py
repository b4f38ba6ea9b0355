"""What many tests need: the shared texts, found through $YILI_SHARED, and a browser."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from filelock import FileLock

from tests.browser import chromium, visit

__all__ = ["SEEDS", "SHARED", "chromium", "seed", "shared", "visit"]

SHARED = Path(os.environ.get("YILI_SHARED", Path(__file__).resolve().parents[1].parent / "shared"))
SEEDS = (
    "000_cf709858d8eb2fe6",
    "001_78a3c85c704a8a49",
    "002_c8719e2da7acda31",
    "003_c4633f1a85a239be",
    "004_2dde073ab0fbbd34",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if (SHARED / "seeds").is_dir():
        return
    skip = pytest.mark.skip(reason=f"the shared texts are not at {SHARED}: set YILI_SHARED")
    for item in items:
        if "shared" in item.keywords:
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
    from yili_kg.pipeline import build

    root = tmp_path_factory.getbasetemp()
    shared_root = root.parent if os.environ.get("PYTEST_XDIST_WORKER") else root
    out = shared_root / "corpus"
    with FileLock(shared_root / "corpus.lock"):
        build([], out)  # says that nothing has changed where another worker has made it
    return out
