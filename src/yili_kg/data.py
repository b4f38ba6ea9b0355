"""Where the data of `ontology/` and `extraction/` lie: in the wheel, or beside `src/` in a checkout.

`$YILI_DATA` names another folder that holds both, for words and rules of one's own; the fingerprint of a build has them.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from yili_kg.errors import DataError

__all__ = ["changed_data", "data_folder", "own_data", "where", "whose_fault"]

_DATA = ("extraction", "ontology")


def own_data() -> str:
    """The folder of data of the user's own; empty where there is none."""
    return os.environ.get("YILI_DATA", "")


def _shipped() -> list[Path]:
    here = Path(__file__).resolve().parent
    return [here / "_data", here.parent.parent]


@cache
def data_folder(name: str) -> Path:
    """The folder `ontology` or `extraction`; raises DataError where the installation has lost it."""
    own = own_data()
    for base in [Path(own)] if own else _shipped():
        if (base / name).is_dir():
            return base / name
    if own:
        raise DataError(f"the folder {name}/ is missing", where=own, advice="YILI_DATA names a folder that holds both")
    raise DataError(f"the folder {name}/ is missing from this installation", advice="install yili-kg again")


def changed_data() -> list[str]:
    """The files of the user's own data that are others than those that come with yili-kg, are more or are missing."""
    base = next((b for b in _shipped() if (b / "extraction").is_dir()), None)
    if not own_data() or base is None:
        return []
    roots = (Path(own_data()), base)
    both = [{p.relative_to(r).as_posix() for d in _DATA for p in (r / d).rglob("*") if not p.is_dir()} for r in roots]
    return sorted(f for f in both[0] | both[1] if _bytes(roots[0] / f) != _bytes(roots[1] / f))


def whose_fault() -> str:
    """What to do about an error that nobody foresaw: look at the data of one's own that are changed, or report it."""
    changed = changed_data()
    if not changed:
        return "report it with the file, it is a fault of yili-kg"
    more = f" and {len(changed) - 10} more" if len(changed) > 10 else ""
    return f"look at the files of $YILI_DATA that are not as they come with yili-kg: {', '.join(changed[:10])}{more}"


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


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
