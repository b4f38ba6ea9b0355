"""What each dependency weighs: megabytes installed, by itself, with all that it needs, and what nothing else needs.

python -m benchmarks.weight
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"
#: What only other systems, or extras, need.
_ELSEWHERE = re.compile(r"extra ==|win32|Windows|pypy|emscripten", re.IGNORECASE)


def weighed(name: str, known: dict[str, int]) -> dict[str, int]:
    """Distribution → bytes of its files, for one and all that it needs; those that are not installed are left out."""
    name = re.sub(r"[-_.]+", "-", name).lower()
    if name in known:
        return known
    try:
        found = distribution(name)
    except PackageNotFoundError:
        return known
    files = (Path(str(f.locate())) for f in found.files or ())
    known[name] = sum(f.stat().st_size for f in files if f.is_file())
    for wanted in found.requires or ():
        if not _ELSEWHERE.search(wanted.partition(";")[2]):
            weighed(re.split(r"[ ;<>=!~\[(]", wanted)[0], known)
    return known


def table(needs: Mapping[str, dict[str, int]], rest: Mapping[str, dict[str, int]]) -> list[str]:
    """Lines of Markdown: each need with its own weight, with all it needs, and what goes if it goes."""
    lines = ["| library | MB | with what it needs | that nothing else needs |", "|---|---|---|---|"]
    for name, found in needs.items():
        others = {n for other, more in rest.items() if other != name for n in more}
        own = sum(size for n, size in found.items() if n not in others)
        figures = (found.get(re.sub(r"[-_.]+", "-", name).lower(), 0), sum(found.values()), own)
        lines.append(f"| {name} | " + " | ".join(f"{f / 1e6:.1f}" for f in figures) + " |")
    return lines


def main() -> None:
    """Print the table."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    names = [re.split(r"[<>=]", d)[0] for d in project["dependencies"]]
    extras = [re.split(r"[<>=]", d)[0] for e in ("pandas", "dask", "fit") for d in project["optional-dependencies"][e]]
    needs = {name: weighed(name, {}) for name in names}
    whole = {n: size for found in needs.values() for n, size in found.items()}
    print("\n".join(table(needs, needs)))
    print(f"\nAll together: {len(whole)} distributions, {sum(whole.values()) / 1e6:.0f} MB. Extras:\n")
    print("\n".join(table({name: weighed(name, {}) for name in extras}, needs)))


if __name__ == "__main__":
    main()
