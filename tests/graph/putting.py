"""A build of a few files in a process of its own: python -m tests.graph.putting FOLDER old|new."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.graph.test_output import NEW, OLD, put
from yili_kg.errors import BuildError

if __name__ == "__main__":
    try:
        put(Path(sys.argv[1]), OLD if sys.argv[2] == "old" else NEW)
    except BuildError as error:
        sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
        print(error)
        sys.exit(2)
