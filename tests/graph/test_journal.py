"""A journal that no build wrote loses no file, in the folder or outside of it, whatever it names."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.graph.test_output import NEW, OLD, counted, die_at, files_but_room, put
from yili_kg.errors import BuildError, QueryError
from yili_kg.graph.manifest import read_manifest, stamped
from yili_kg.graph.output import counts_if_current, settle
from yili_kg.graph.write import write_json

PRECIOUS = "a thesis of four years"


def seal_of(folder: Path) -> str:
    """The seal of the manifest in a folder."""
    return str(json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["seal"])


def fill(folder: Path, files: Mapping[str, str], **said: object) -> str:
    """Files with a manifest on them, as a build writes; its seal."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    write_json(folder / "manifest.json", stamped({"yili-kg": "0", "fingerprint": "m", **said}, folder))
    return seal_of(folder)


def forge(out: Path, journal: object) -> None:
    """A journal of somebody else in the room of a build."""
    (out / ".yili-kg").mkdir(exist_ok=True)
    (out / ".yili-kg" / "journal.json").write_text(json.dumps(journal), encoding="utf-8")


def build(out: Path) -> None:
    put(out, NEW)


def query(out: Path) -> None:
    settle(out)


def ask_whether_current(out: Path) -> None:
    counts_if_current(out, "m")


def command(out: Path, *words: str) -> None:
    """A whole command in a process of its own."""
    start = [sys.executable, "-c", "from yili_kg.cli import main; main()", *(w.format(out=out) for w in words)]
    subprocess.run(start, capture_output=True, check=False, timeout=120)


def command_build(out: Path) -> None:
    command(out, "build", "{out}/no such source", "-o", "{out}")


def command_query(out: Path) -> None:
    command(out, "query", "-g", "{out}", "ASK {{ ?s ?p ?o }}")


COMMANDS: tuple[Callable[[Path], None], ...] = (build, query, ask_whether_current)
WHOLE_COMMANDS: tuple[Callable[[Path], None], ...] = (command_build, command_query)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """The folder of a build with a file in it that is no build's own, beside another folder."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "thesis.docx").write_text(PRECIOUS, encoding="utf-8")
    put(tmp_path / "out", OLD)
    (tmp_path / "out" / "thesis.docx").write_text(PRECIOUS, encoding="utf-8")
    return tmp_path / "out"


def tried(run: Callable[[Path], None], out: Path) -> None:
    with suppress(BuildError, QueryError):
        run(out)


def assert_nothing_lost(out: Path) -> None:
    """The foreign file stands in the folder under its name, and all outside is as it was."""
    assert (out / "thesis.docx").read_text(encoding="utf-8") == PRECIOUS
    elsewhere = out.parent / "elsewhere"
    assert {p.name: p.read_text(encoding="utf-8") for p in elsewhere.rglob("*")} == {"thesis.docx": PRECIOUS}
    assert sorted(p.name for p in out.parent.iterdir()) == ["elsewhere", "out"]


@pytest.mark.parametrize("run", [*COMMANDS, *WHOLE_COMMANDS])
@pytest.mark.parametrize("with_seal", [False, True])
def test_journal_that_drops_a_foreign_file(out: Path, run: Callable[[Path], None], with_seal: bool) -> None:
    plan = {"put": [], "drop": ["thesis.docx"], "keep": {}}
    forge(out, {**plan, "seal": seal_of(out)} if with_seal else plan)
    tried(run, out)
    assert_nothing_lost(out)


@pytest.mark.parametrize("run", COMMANDS)
def test_journal_that_drops_what_the_last_manifest_does_not_name(out: Path, run: Callable[[Path], None]) -> None:
    """The room holds a whole new build and the manifest of the last, and the journal names one file more."""
    seal = fill(out / ".yili-kg" / "new", NEW)
    forge(out, {"seal": seal, "put": [*NEW, "manifest.json"], "drop": ["rite-04.html", "thesis.docx"], "keep": {}})
    tried(run, out)
    assert_nothing_lost(out)


@pytest.mark.parametrize("run", COMMANDS)
def test_journal_that_drops_what_a_manifest_names_with_another_hash(out: Path, run: Callable[[Path], None]) -> None:
    """A sealed manifest that names a foreign file, which is not as it says: kept, under another name at the most."""
    value = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    sealed = stamped({k: v for k, v in value.items() if k not in ("files", "bytes", "seal")}, out)
    (out / "thesis.docx").write_text(f"{PRECIOUS}, and a day", encoding="utf-8")
    write_json(out / "manifest.json", sealed)
    forge(out, {"seal": fill(out / ".yili-kg" / "new", NEW), "put": [*NEW], "drop": ["thesis.docx"], "keep": {}})
    tried(run, out)
    there = [p.read_text(encoding="utf-8") for p in out.glob("thesis*.docx")]
    assert there == [f"{PRECIOUS}, and a day"]


@pytest.mark.parametrize("run", COMMANDS)
@pytest.mark.parametrize("named", ["nowhere", "in the manifest", "in another manifest"])
def test_journal_that_puts_a_file_over_a_foreign_one(out: Path, run: Callable[[Path], None], named: str) -> None:
    room = out / ".yili-kg"
    over = {**NEW, "thesis.docx": "nothing"}
    seal = fill(room / "new", over if named == "in the manifest" else NEW)
    (room / "new" / "thesis.docx").write_text("nothing", encoding="utf-8")
    if named == "in another manifest":
        seal = seal_of(out)
    forge(out, {"seal": seal, "put": [*over, "manifest.json"], "drop": [], "keep": {}})
    tried(run, out)
    if named == "in the manifest" and (out / "thesis.kept.docx").exists():
        os.replace(out / "thesis.kept.docx", out / "thesis.docx")
    assert_nothing_lost(out)


@pytest.mark.parametrize("run", COMMANDS)
def test_journal_that_keeps_a_file_under_a_name_that_is_taken(out: Path, run: Callable[[Path], None]) -> None:
    (out / "yili.ttl").write_text("edited", encoding="utf-8")
    (out / "yili.kept.ttl").write_text("mine", encoding="utf-8")
    seal = fill(out / ".yili-kg" / "new", NEW)
    forge(out, {"seal": seal, "put": [*NEW, "manifest.json"], "drop": [], "keep": {"yili.ttl": "yili.kept.ttl"}})
    tried(run, out)
    there = set(files_but_room(out).values())
    assert {"edited", "mine", PRECIOUS} <= there


ODD_NAMES = (
    "../elsewhere/thesis.docx",
    "/etc/passwd",
    "..",
    ".",
    "",
    "a/b",
    "..\\x",
    "C:x",
    "x\0y",
    "\ud800",
    ".yili-kg",
)


@pytest.mark.parametrize("run", COMMANDS)
@pytest.mark.parametrize("name", [*ODD_NAMES, "{elsewhere}"])
@pytest.mark.parametrize("key", ["put", "drop", "keep", "kept as"])
def test_journal_that_leads_out_of_the_folder(out: Path, run: Callable[[Path], None], name: str, key: str) -> None:
    name = name.format(elsewhere=out.parent / "elsewhere" / "thesis.docx")
    plan: dict[str, Any] = {"put": [], "drop": [], "keep": {}}
    if key in ("put", "drop"):
        plan[key] = [name]
    else:
        plan["drop"] = ["thesis.docx"]
        plan["keep"] = {name: "x"} if key == "keep" else {"thesis.docx": name}
    forge(out, {"seal": fill(out / ".yili-kg" / "new", NEW), **plan})
    tried(run, out)
    assert_nothing_lost(out)


@pytest.mark.parametrize("run", COMMANDS)
@pytest.mark.parametrize("name", ["../elsewhere/thesis.docx", ".yili-kg", "{elsewhere}"])
@pytest.mark.parametrize("place", ["", ".yili-kg/new", ".yili-kg/old"])
def test_journal_beside_a_manifest_that_leads_out_of_the_folder(
    out: Path, run: Callable[[Path], None], name: str, place: str
) -> None:
    """A manifest with a seal that fits names a file elsewhere, with its hash."""
    fill(out / ".yili-kg" / "new", NEW)
    (out / ".yili-kg" / "old").mkdir()
    name = name.format(elsewhere=out.parent / "elsewhere" / "thesis.docx")
    said = {"made by": "yili-kg", "yili-kg": "0", "fingerprint": "m", "bytes": {name: len(PRECIOUS)}}
    digest = hashlib.sha256(PRECIOUS.encode()).hexdigest()
    whole = sealed({**said, "files": {name: digest}})
    write_json(out / place / "manifest.json", whole)
    seal = seal_of(out / ".yili-kg" / "new") if place != ".yili-kg/new" else whole["seal"]
    forge(out, {"seal": seal, "put": [], "drop": [name], "keep": {}})
    tried(run, out)
    assert_nothing_lost(out)


def sealed(value: dict[str, object]) -> dict[str, object]:
    """What somebody makes who has read how a seal is made."""
    said = json.dumps(value, ensure_ascii=True, sort_keys=True).encode()
    return {**value, "seal": hashlib.sha256(said).hexdigest()}


@pytest.mark.skipif(os.name != "posix", reason="links as on POSIX")
@pytest.mark.parametrize("run", COMMANDS)
@pytest.mark.parametrize(
    "linked", ["", "new", "old", "new/yili.ttl", "new/manifest.json", "old/manifest.json", "journal.json"]
)
def test_journal_beside_links_that_lead_out_of_the_folder(out: Path, run: Callable[[Path], None], linked: str) -> None:
    """The room, or what lies in it, is a link to a folder or file elsewhere: nothing is written, moved, removed there."""
    room, real = out / ".yili-kg", out.parent / "real"
    seal = fill(room / "new", NEW)
    fill(room / "old", {"rite-04.html": "old rite"})
    forge(out, {"seal": seal, "put": [*NEW, "manifest.json"], "drop": ["rite-04.html"], "keep": {}})
    shutil.move(room / linked, real)
    (room / linked).symlink_to(real)
    before = tree(real)
    tried(run, out)
    assert tree(real) == before
    shutil.rmtree(real) if real.is_dir() else real.unlink()
    assert_nothing_lost(out)


def tree(path: Path) -> dict[str, str]:
    """The files at and below a place, with their text."""
    return {str(p): p.read_text(encoding="utf-8") for p in (path, *path.rglob("*")) if p.is_file()}


@pytest.mark.skipif(os.name != "posix", reason="links as on POSIX")
@pytest.mark.parametrize("name", ["owner.json", "owner.json.part", "journal.json.part"])
def test_journal_is_not_written_through_a_link(out: Path, name: str) -> None:
    (out / ".yili-kg").mkdir()
    (out / ".yili-kg" / name).symlink_to(out.parent / "elsewhere" / "thesis.docx")
    tried(build, out)
    assert_nothing_lost(out)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize("name", ["journal.json", "owner.json", "new/yili.ttl", "old/manifest.json"])
@pytest.mark.parametrize("run", WHOLE_COMMANDS)
def test_journal_that_is_a_pipe_holds_nobody_up(out: Path, run: Callable[[Path], None], name: str) -> None:
    room = out / ".yili-kg"
    forge(out, {"seal": fill(room / "new", NEW), "put": [*NEW], "drop": [], "keep": {}})
    (room / "old").mkdir()
    (room / name).unlink(missing_ok=True)
    os.mkfifo(room / name)
    run(out)
    assert_nothing_lost(out)


@pytest.mark.parametrize("run", COMMANDS)
def test_journal_that_drops_the_build_itself(out: Path, run: Callable[[Path], None]) -> None:
    """The manifest that stands there is said to be both the new one and the last: nothing of it goes."""
    (out / ".yili-kg" / "old").mkdir(parents=True)
    shutil.copy(out / "manifest.json", out / ".yili-kg" / "old" / "manifest.json")
    forge(out, {"seal": seal_of(out), "put": [], "drop": [*OLD, "manifest.json"], "keep": {}})
    settle(out) if run is query else tried(run, out)
    found = read_manifest(out)
    assert found is not None
    assert found.differing(out) == []
    assert_nothing_lost(out)


@pytest.mark.parametrize("run", COMMANDS)
def test_journal_beside_new_files_that_are_not_whole(out: Path, run: Callable[[Path], None]) -> None:
    """What a build had written is no longer as it wrote it: the old state stays, and the journal is said to be odd."""
    seal = fill(out / ".yili-kg" / "new", NEW)
    (out / ".yili-kg" / "new" / "yili.ttl").write_text("half", encoding="utf-8")
    forge(out, {"seal": seal})
    tried(run, out)
    assert files_but_room(out) == {**OLD, "thesis.docx": PRECIOUS}


def test_journal_what_is_changed_between_a_kill_and_the_next_command_is_kept(out: Path) -> None:
    forge(out, {"seal": fill(out / ".yili-kg" / "new", NEW)})
    (out / "yili.ttl").write_text("edited just now", encoding="utf-8")
    (out / "rite-04.html").write_text("edited too", encoding="utf-8")
    (out / "rite-05.html").write_text("never a build's", encoding="utf-8")
    settle(out)
    kept = {
        "yili.kept.ttl": "edited just now",
        "rite-04.kept.html": "edited too",
        "rite-05.kept.html": "never a build's",
    }
    assert files_but_room(out) == {**NEW, **kept, "thesis.docx": PRECIOUS}
    assert not (out / ".yili-kg").exists()


@pytest.mark.skipif(os.name != "posix", reason="kills as on POSIX")
@pytest.mark.parametrize("call", ["replace", "rename", "link", "unlink", "fsync", "mkdir"])
def test_journal_killed_while_it_is_finished(tmp_path: Path, call: str) -> None:
    """The command that brings a killed build to its end is itself killed at its nth call: the next one ends it."""
    for after in (False, True):
        for step in counted():
            out = tmp_path / f"{after}-{step}"
            put(out, OLD)
            (out / "yili.ttl").write_text("edited", encoding="utf-8")
            (out / "rite-04.html").write_text("edited too", encoding="utf-8")
            forge(out, {"seal": fill(out / ".yili-kg" / "new", NEW)})
            child = os.fork()
            if not child:
                die_at(call, step, after=after)
                settle(out)
                os._exit(0)
            ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            settle(out)
            kept = {"yili.kept.ttl": "edited", "rite-04.kept.html": "edited too"}
            assert files_but_room(out) == {**NEW, **kept}, (call, step)
            found = read_manifest(out)
            assert found is not None
            assert found.differing(out) == []
            if ended == 0:
                break
        else:
            raise AssertionError("never came to its end")


ODD_JOURNALS = (
    *("{}", "[]", "x", "null", "[" * 100_000, '{"seal": null}', '{"seal": ["x"]}', '{"seal": ""}', '{"seal": "0123"}'),
    *('{"put": ["../x"], "drop": [], "keep": {}}', '{"put": Infinity, "drop": [], "keep": {}}', '{"drop": [], "keep": {}}'),
)  # fmt: skip


@pytest.mark.parametrize("journal", ODD_JOURNALS)
def test_journal_that_is_odd_touches_nothing(tmp_path: Path, journal: str) -> None:
    put(tmp_path, OLD)
    (tmp_path / ".yili-kg").mkdir()
    (tmp_path / ".yili-kg" / "journal.json").write_text(journal, encoding="utf-8")
    for run, kind in ((build, BuildError), (query, QueryError)):
        with pytest.raises(kind, match=r"journal\.json(.|\n)*move it away"):
            run(tmp_path)
        assert files_but_room(tmp_path) == OLD
    (tmp_path / ".yili-kg" / "journal.json").unlink()
    put(tmp_path, NEW)
    assert files_but_room(tmp_path) == NEW
