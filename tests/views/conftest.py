"""A build of the shipped corpus, for all tests that look at its pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from yili_kg.pipeline import build


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site") / "out"
    build([], out)
    return out
