"""Each data file made wrong in each way, and whole commands run on it: python -m benchmarks.tampered [--only WORD].

A command must end well, or with exit code 1 or 2 and a message; never with a traceback, a signal, or after 60 s. Each run
is a process of its own that starts with the libraries of others loaded, so that it reads all data anew.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import shutil
import signal
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path

from tests.tampering import DATA, ROOT, WAYS, data_files, tampered

TEXT = """鄉飲酒禮第四

鄉飲酒之禮。主人就先生而謀賓、介。

主人,謂諸侯之鄉大夫也。先生,鄉中致仕者。古文謀作媒。《周禮》大司徒之職。

 「鄉飲」至「賓介」。○釋曰︰案《玉藻》云「大夫素帶」。主人坐取爵于篚,降洗。賓降。
"""


def _load_others() -> None:
    import yaml  # noqa: F401


def run(arguments: list[str], seconds: int) -> tuple[int, str]:
    """Exit code and what was said, of a command in a child of this process; -1 and the traceback where it has one."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        signal.alarm(seconds)
        with os.fdopen(writing, "w", encoding="utf-8", errors="replace") as told:
            said = io.StringIO()
            sys.stdout = sys.stderr = said
            sys.argv = ["yili-kg", *arguments]
            code = 0
            try:
                from yili_kg.cli import main

                main()
            except SystemExit as error:
                code = int(error.code or 0)
            except BaseException:
                code = 99
                said.write(traceback.format_exc())
            told.write(said.getvalue()[-3000:])
        os._exit(code)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8", errors="replace") as told:
        said_all = told.read()
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    return (-1 if code == 99 else code), said_all


def main() -> None:
    """Run all, and tell what did not hold."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="", help="files whose path holds this")
    parser.add_argument("--way", default="", help="ways whose name holds this")
    parser.add_argument("--command", default="annotate", choices=("annotate", "build", "corpus"))
    options = parser.parse_args()
    _load_others()
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        for name in DATA:
            shutil.copytree(ROOT / name, root / name)
        os.environ["YILI_DATA"] = place
        (root / "a.txt").write_text(TEXT, encoding="utf-8")
        sources = [] if options.command == "corpus" else [str(root / "a.txt")]
        command = ["annotate", *sources] if options.command == "annotate" else ["build", *sources, "-o", f"{place}/out"]
        for file in (f for f in data_files() if options.only in f):
            for way in (w for w in WAYS if options.way in w):
                with tampered(root, file, way) as changed:
                    if not changed:
                        continue
                    code, said = run(command, 60)
                shutil.rmtree(root / "out", ignore_errors=True)
                named = re.search(r"(?:extraction|ontology)/[\w/.-]+", said) or file in said
                kind = {0: "well", -1: "TRACEBACK"}.get(code, "told" if code in (1, 2) and named else "UNNAMED")
                kind = f"SIGNAL {-code}" if code < -1 else kind
                counts[kind] += 1
                if kind.isupper() or kind.startswith("SIGNAL"):
                    print(f"{kind}\t{file}\t{way}\t{' / '.join(said.strip().splitlines()[-4:])[-400:]}", flush=True)
    print(dict(counts))


main()
