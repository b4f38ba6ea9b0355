"""Builds that are killed, and two at once: python benchmarks/kills.py [--moments 22].

A folder holds a build of one small text. A build of another is started in it and killed at moments spread over the time
that it takes, by SIGKILL, SIGTERM, SIGINT and SIGHUP in turn. After each: the folder is a whole build, old or new; a query
gets an answer; the next build ends well and leaves nothing hidden behind. Then two builds are started at once.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

OLD = "鄉飲酒禮第四\n\n主人坐取爵于篚,降洗。賓降。\n"
NEW = "鄉飲酒禮第四\n\n主人坐取觶于篚,降洗。介降。賓辭降。\n"
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
ASK = "SELECT ?t { ?m a yl:Mention ; nif:anchorOf ?t } ORDER BY ?t"


def started(*arguments: str | Path) -> subprocess.Popen[str]:
    """The command in a process of its own."""
    command = [sys.executable, "-c", "from yili_kg.cli import main; main()", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8")


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Exit code and what was said."""
    said, _ = process.communicate(timeout=600)
    return process.returncode, said


def state(out: Path) -> str:
    """`old`, `new`, or what is wrong with the folder."""
    try:
        manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        return f"no manifest: {error}"
    for name, digest in manifest["files"].items():
        path = out / name
        if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            return f"{name} is not that of the manifest"
    return Path(manifest["sources"][0]["label"]).stem


def hidden(place: Path, out: Path) -> list[str]:
    """What lies about that is no file of the build."""
    names = set(json.loads((out / "manifest.json").read_text(encoding="utf-8"))["files"])
    known = names | {"manifest.json", "timings.json"}
    return [p.name for p in out.iterdir() if p.name not in known] + [
        p.name for p in place.iterdir() if p.name not in ("out", "old.txt", "new.txt")
    ]


def main() -> None:
    """Kill, look, count."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--moments", type=int, default=22)
    options = parser.parse_args()
    faults: list[str] = []
    seen: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        out = place / "out"
        for stem, text in (("old", OLD), ("new", NEW)):
            (place / f"{stem}.txt").write_text(text, encoding="utf-8")
        begin = time.monotonic()
        assert ended(started("build", place / "old.txt", "-o", out))[0] == 0
        whole = time.monotonic() - begin
        for number in range(options.moments):
            how = SIGNALS[number % len(SIGNALS)]
            moment = whole * (number + 1) / (options.moments + 1)
            process = started("build", place / "new.txt", "-o", out)
            time.sleep(moment)
            process.send_signal(how)
            code, _ = ended(process)
            asked, said = ended(
                started("query", ASK, "-g", out, "-f", "csv")
            )  # brings to its end what was put in place
            found = state(out)
            seen[found] += 1
            label = f"{how.name} after {moment:.2f} s (exit {code})"
            if found not in ("old", "new"):
                faults.append(f"{label}: {found}")
            if asked or ("觶" in said) != (found == "new"):
                faults.append(f"{label}: query exit {asked}: {said[-200:]}")
            code, said = ended(started("build", place / "old.txt", "-o", out))
            if code or state(out) != "old" or hidden(place, out):
                faults.append(
                    f"{label}: the next build: exit {code}, {state(out)}, {hidden(place, out)}, {said[-200:]}"
                )
        both = [started("build", place / f"{stem}.txt", "-o", out, "--force") for stem in ("old", "new")]
        codes = [ended(p) for p in both]
        refused = [said for code, said in codes if code == 2 and "another build is at work" in said]
        if sorted(c for c, _ in codes) not in ([0, 2], [0, 0]) or len(refused) != sum(c == 2 for c, _ in codes):
            faults.append(f"two at once: {codes}")
        if state(out) not in ("old", "new") or hidden(place, out):
            faults.append(f"two at once: {state(out)}, {hidden(place, out)}")
    print(
        f"{options.moments} kills over {whole:.1f} s: " + ", ".join(f"{n} times {s}" for s, n in sorted(seen.items()))
    )
    print(f"two at once: exit codes {[c for c, _ in codes]}")
    print("\n".join(faults) or "always a whole state, nothing left lying about")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
