"""Where the data of `ontology/` and `extraction/` lie: in the wheel, or beside `src/` in a checkout.

`$YILI_DATA` names another folder that holds both, for words and rules of one's own; the fingerprint of a build has them.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from yili_kg.errors import DataError

__all__ = ["data_folder", "where"]


@cache
def data_folder(name: str) -> Path:
    """The folder `ontology` or `extraction`; raises DataError where the installation has lost it."""
    own = os.environ.get("YILI_DATA")
    here = Path(__file__).resolve().parent
    for base in [Path(own)] if own else [here / "_data", here.parent.parent]:
        if (base / name).is_dir():
            return base / name
    if own:
        raise DataError(f"the folder {name}/ is missing", where=own, advice="YILI_DATA names a folder that holds both")
    raise DataError(f"the folder {name}/ is missing from this installation", advice="install yili-kg again")


def where(path: Path, line: int = 0) -> str:
    """`extraction/rules/x.yaml:12`: a data file and a line, as a message names them."""
    parts = path.parts
    for root in ("extraction", "ontology"):
        if root in parts:
            name = "/".join(parts[parts.index(root) :])
            break
    else:
        name = path.name
    return f"{name}:{line}" if line else name
