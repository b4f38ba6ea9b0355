"""A rule of a user's own that comes to no end is broken off and named; the rules that come with yili-kg are left alone."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.tampering import DATA, ROOT
from yili_kg import patience
from yili_kg.patience import EndlessRule, bounded

TEXT = "鄉飲酒禮第四\n\n卿大夫士皆館館館館館館館館館館館館館于賓。主人坐取爵于篚。\n"
#: Doubles its work with each 館 before it.
ENDLESS = """- id: without-end
  type: place
  forms: [館]
  decide: reject
  before: '^(?:(?:.|館|..|館館)+)+(?:鬱|鬯){9}$'
  reason: "a repetition within a repetition"
  match: ['所⟦館⟧之廟']
  avoid: ['致⟦館⟧']
"""
RUN = "import yili_kg.patience as p; p.SECONDS = 4.0; from yili_kg.cli import main; main()"

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer of processor time here")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    for name in DATA:
        shutil.copytree(ROOT / name, tmp_path / "data" / name)
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("command", [("annotate", "a.txt"), ("build", "a.txt", "-o", "out")])
def test_patience_a_rule_without_end_is_named(own: Path, command: tuple[str, ...]) -> None:
    (own / "data/extraction/rules/senses/99-own.yaml").write_text(ENDLESS, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", RUN, *command],
        cwd=own,
        env=os.environ | {"YILI_DATA": str(own / "data")},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert done.returncode == 2, done.stderr
    assert "extraction/rules/senses/99-own.yaml:1: rule without-end: no end in" in done.stderr
    assert "on a.txt" in done.stderr
    assert not (own / "out").exists()


def test_patience_breaks_off_a_pattern_and_leaves_no_timer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("YILI_DATA", str(tmp_path))
    monkeypatch.setattr(patience, "SECONDS", 0.1)
    before = signal.getsignal(signal.SIGVTALRM)
    with pytest.raises(EndlessRule, match=r"no end in .* on a\.txt"), bounded("a.txt", 1):
        re.search("(?:a|a)+b", "a" * 60)
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGVTALRM) is before


def test_patience_is_only_for_data_of_ones_own_and_the_main_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("YILI_DATA", raising=False)
    with bounded("a.txt", 1):
        assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)
    monkeypatch.setenv("YILI_DATA", str(ROOT))
    with bounded("a.txt", 1):
        assert signal.getitimer(signal.ITIMER_VIRTUAL)[0] > 0
    seen: list[float] = []

    def work() -> None:
        with bounded("a.txt", 1):
            seen.append(signal.getitimer(signal.ITIMER_VIRTUAL)[0])

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [0.0]
