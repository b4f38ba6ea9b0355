"""Fuzzing, guided by coverage: python -m tests.fuzz.run [--minutes M] [--again FILE] [TARGET …] (wants atheris).

Each target gets its share of the minutes in a process of its own; what it learns stays in `.fuzz/TARGET/corpus` for the
next time. A finding (an exception that is no error on purpose, a broken law, more than 5 s for 20 kB, the end of the
process) is made as small as it goes without losing it and kept in `.fuzz/TARGET/found`, with what it says beside it;
`--again FILE` runs it once more. Ends with 1 where there is a finding.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

ROOM = Path(__file__).resolve().parents[2] / ".fuzz"
#: Seconds after which an input that does not come back ends its process: coverage makes all some three times as slow.
HANG = 120
NAMES = (
    "readers",
    "files",
    "texts",
    "quotations",
    "corrections",
    "queries",
    "folders",
    "corpora",
    "libraries",
    "tables",
)
#: Shares of the minutes; the others have 1.
SHARES = {"texts": 8, "readers": 3, "quotations": 3, "queries": 2, "folders": 2, "tables": 4}
_OURS = re.compile(r'File "[^"]*?((?:yili_kg|tests)/[^"]*)", line (\d+)')


def _key(error: BaseException) -> str:
    """What tells one finding from another: its kind and the last line of the project that it came through."""
    places = [m for m in _OURS.findall("".join(traceback.format_exception(error))) if "fuzz/targets" not in m[0]]
    path, line = places[-1] if places else ("somewhere", "0")
    said = re.sub(r"[^A-Za-z]+", "-", str(error))[:30] if isinstance(error, AssertionError) else ""
    return "-".join(filter(None, (type(error).__name__, Path(path).stem, line, said.strip("-"))))


def _failure(name: str, data: bytes) -> BaseException | None:
    """What is wrong with an input, or None."""
    from tests.fuzz.targets import TARGETS

    try:
        TARGETS[name].run(data)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return error
    return None


def _keep(name: str, key: str, data: bytes, said: str) -> Path:
    folder = ROOM / name / "found"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / key
    path.write_bytes(data)
    path.with_name(f"{key}.said").write_text(said, encoding="utf-8", errors="backslashreplace")
    return path


def child(name: str, seconds: int) -> None:
    """Fuzz one target in this process, for some seconds."""
    import atheris

    with atheris.instrument_imports(include=["yili_kg"], enable_loader_override=False):
        from tests.fuzz.targets import TARGETS
    target = TARGETS[name]
    folder = ROOM / name / "corpus"
    folder.mkdir(parents=True, exist_ok=True)
    for seed in target.seeds():
        (folder / f"seed-{hashlib.sha256(seed).hexdigest()[:16]}").write_bytes(seed)
    known: set[str] = set()

    def one(data: bytes) -> None:
        try:
            target.run(data)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            key = _key(error)
            if key not in known:
                known.add(key)
                path = _keep(name, key, data, "".join(traceback.format_exception(error)))
                print(f"FOUND {path}", file=sys.stderr, flush=True)

    ended = ROOM / name / "ended-"
    options = {
        "max_total_time": seconds,
        "max_len": target.longest,
        "timeout": HANG,
        "report_slow_units": HANG,  # by the clock: other programs are at work too; the target knows its own seconds
        "rss_limit_mb": 6000,
        "artifact_prefix": ended,
        "print_final_stats": 1,
        "len_control": 20,
    }
    atheris.Setup([sys.argv[0], str(folder), *(f"-{k}={v}" for k, v in options.items())], one)
    atheris.Fuzz()


def fuzz(name: str, seconds: int) -> tuple[int, str, list[Path]]:
    """Fuzz one target in a process of its own: executions, coverage from–to, and the inputs kept."""
    until = time.monotonic() + seconds
    done = 0
    edges: list[int] = []
    found: list[Path] = []
    while (left := int(until - time.monotonic())) > 0:
        asked = [sys.executable, "-m", "tests.fuzz.run", "--child", name, str(left)]
        log = ROOM / f"{name}.log"
        ROOM.mkdir(exist_ok=True)
        with log.open("w", encoding="utf-8") as out:
            code = subprocess.run(asked, stdout=out, stderr=out, check=False, env=_environment()).returncode
        said = log.read_text(encoding="utf-8", errors="replace")
        done += sum(map(int, re.findall(r"number_of_executed_units: (\d+)", said)))
        edges += list(map(int, re.findall(r"\bcov: (\d+)", said)))
        found += [Path(p) for p in re.findall(r"^FOUND (.*)$", said, re.MULTILINE)]
        if code == 0:
            break
        ended = sorted((ROOM / name).glob("ended-*"))
        if not ended:
            sys.exit(f"{name} could not be fuzzed:\n{said[-2000:]}")
        for path in ended:
            found.append(_keep(name, path.name, path.read_bytes(), said[-4000:]))
            path.unlink()
    return done, f"{min(edges, default=0)} → {max(edges, default=0)}", list(dict.fromkeys(found))


def _environment() -> dict[str, str]:
    root = str(ROOM.parent)
    paths = [root, str(ROOM.parent / "src"), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "YILI_REFERENCE": "", "PYTHONUTF8": "1"}


def again(path: Path) -> bool:
    """Run an input once more, without coverage; whether something is still wrong."""
    name = path.resolve().parent.parent.name
    error = _failure(name, path.read_bytes())
    if error is not None:
        traceback.print_exception(error)
    return error is not None


def smaller(data: bytes, wrong: Callable[[bytes], bool], *, seconds: float = 40.0) -> bytes:
    """The input with whatever can go without its finding going too."""
    until = time.monotonic() + seconds
    step = max(1, len(data) // 2)
    while time.monotonic() < until:
        shrunk = False
        for start in range(len(data) - step, -1, -step):
            tried = data[:start] + data[start + step :]
            if time.monotonic() < until and wrong(tried):
                data, shrunk = tried, True
        if step == 1 and not shrunk:
            break
        step = max(1, step // 2)
    return data


def minimise(path: Path) -> None:
    """Make a kept input smaller, in this process, without coverage."""
    name = path.parent.parent.name
    first = _failure(name, path.read_bytes())
    if first is None:
        return
    key = _key(first)
    least = smaller(path.read_bytes(), lambda d: (e := _failure(name, d)) is not None and _key(e) == key)
    error = _failure(name, least)
    _keep(name, path.name, least, "".join(traceback.format_exception(error)) if error else "")


def _stands(path: Path) -> bool:
    """Whether a finding is one without coverage too (a text may only have been slow with it); minimised if so."""
    run = [sys.executable, "-m", "tests.fuzz.run"]
    for asked in (["--again", str(path)], ["--minimise", str(path)]):
        try:
            done = subprocess.run([*run, *asked], env=_environment(), capture_output=True, check=False, timeout=HANG)
        except subprocess.TimeoutExpired:
            return True
        if asked[0] == "--again" and done.returncode == 0:
            path.unlink()
            path.with_name(f"{path.name}.said").unlink(missing_ok=True)
            return False
    return True


def _parted(names: list[str], seconds: float) -> dict[str, int]:
    """The seconds of each target; one whose folder is not there is left out."""
    from tests.fuzz.targets import TARGETS

    for name in names:
        if TARGETS[name].missing:
            print(f"{name:12} left out: {TARGETS[name].missing}", flush=True)
    shares = {name: SHARES.get(name, 1) for name in names if not TARGETS[name].missing}
    return {name: max(5, round(seconds * share / sum(shares.values()))) for name, share in shares.items()}


def main() -> int:
    """Fuzz the targets that are named, or all; print a line for each, and each finding."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(NAMES))
    asked.add_argument("--minutes", type=float, default=30.0)
    asked.add_argument("--again", type=Path, metavar="FILE")
    asked.add_argument("--minimise", type=Path, help=argparse.SUPPRESS)
    asked.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    options = asked.parse_args()
    if options.child:
        child(options.child[0], int(options.child[1]))
        return 0
    if options.again or options.minimise:
        os.environ["YILI_REFERENCE"] = ""
        if options.minimise:
            minimise(options.minimise)
            return 0
        return 1 if again(options.again) else 0
    names = options.targets or list(NAMES)
    if not set(names) <= set(NAMES):
        asked.error(f"the targets are {', '.join(NAMES)}")
    kept: list[Path] = []
    for name, seconds in _parted(names, options.minutes * 60).items():
        done, edges, found = fuzz(name, seconds)
        standing = [path for path in found if _stands(path)]
        kept += standing
        print(f"{name:12} {seconds:5} s {done:9,} executions  edges {edges:14}  {len(standing)} findings", flush=True)
        for path in standing:
            print(f"  {path}\n  again: python -m tests.fuzz.run --again {path}", flush=True)
    print(f"{len(kept)} findings" + (f", kept below {ROOM}" if kept else ""))
    return 1 if kept else 0


if __name__ == "__main__":
    sys.exit(main())
