"""What the pages of a site are made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from yili_kg.models import Annotated
from yili_kg.views.site import Site

__all__ = ["Told"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The editions of a build, its graph without what is doubtful, what it says of itself (its manifest), and its pages.

    `graph` is the folder in which the graph lies as files.
    """

    editions: Sequence[Annotated]
    store: ox.Store
    account: Mapping[str, Any]
    site: Site
    graph: Path
