"""The folder of a build: what is not the build's own stays, and there is always one whole state, the old or the new."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.commands import run
from yili_kg.errors import BuildError
from yili_kg.graph.manifest import read_manifest, stamped
from yili_kg.graph.output import claimed, counts_if_current, settle
from yili_kg.graph.write import write_json

OLD = {"yili.trig": "old trig", "yili.ttl": "old ttl", "rite-04.html": "old rite", "a.html": "same"}
NEW = {"yili.trig": "new trig, longer", "yili.ttl": "new ttl", "rite-05.html": "new rite", "a.html": "same"}


def put(out: Path, files: Mapping[str, str], mark: str = "m") -> list[str]:
    """A build of these files; what it kept under another name."""
    with claimed(out) as place:
        with place.filling() as fresh:
            for name, text in files.items():
                (fresh / name).write_text(text, encoding="utf-8")
            said = {"yili-kg": "0", "fingerprint": mark, "counts": {"quads": 1}, "failed": []}
            write_json(fresh / "manifest.json", stamped(said, fresh))
            write_json(fresh / "timings.json", {"read": 0.1})
        return place.kept


def files(out: Path) -> dict[str, str]:
    return {
        p.name: p.read_text(encoding="utf-8")
        for p in sorted(out.iterdir())
        if p.name not in ("manifest.json", "timings.json")
    }


def test_output_is_replaced_and_what_it_no_longer_has_is_removed(tmp_path: Path) -> None:
    assert put(tmp_path / "deep" / "out", OLD) == []
    assert put(tmp_path / "deep" / "out", NEW) == []
    assert files(tmp_path / "deep" / "out") == NEW
    assert list(tmp_path.iterdir()) == [tmp_path / "deep"]


@pytest.mark.parametrize(
    "manifest",
    [
        '{"sequences": []}',
        "{}",
        "[]",
        "null",
        "not json",
        '{"files": {"thesis.docx": "x"}}',
        '{"yili-kg": "0.1.0", "fingerprint": "x", "files": {}}',
        '{"yili-kg": "0.1.0", "fingerprint": "x", "files": {"thesis.docx": "' + "0" * 64 + '"}}',
        '{"made by": "yili-kg", "yili-kg": "1", "fingerprint": "x", "files": {"../thesis.docx": "' + "0" * 64 + '"}}',
        "[" * 100_000,
        '{"files": NaN}',
        "\ufeff{}",
    ],
)
def test_output_a_manifest_of_somebody_else_makes_no_build(tmp_path: Path, manifest: str) -> None:
    out = tmp_path / "b"
    (out / "chapters").mkdir(parents=True)
    (out / "thesis.docx").write_text("precious", encoding="utf-8")
    (out / "manifest.json").write_text(manifest, encoding="utf-8")
    with pytest.raises(BuildError, match="no build wrote"):
        put(out, NEW)
    assert sorted(p.name for p in out.iterdir()) == ["chapters", "manifest.json", "thesis.docx"]
    assert (out / "manifest.json").read_text(encoding="utf-8") == manifest


def test_output_a_foreign_folder_is_refused_by_the_command_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "b" / "chapters").mkdir(parents=True)
    (tmp_path / "b" / "thesis.docx").write_text("precious", encoding="utf-8")
    (tmp_path / "b" / "manifest.json").write_text('{"sequences":[]}', encoding="utf-8")
    done = run("build", tmp_path / "no such source.txt", "-o", tmp_path / "b")
    assert done.returncode == 2
    assert "no build wrote" in done.stderr
    assert "→" in done.stderr
    assert sorted(p.name for p in (tmp_path / "b").iterdir()) == ["chapters", "manifest.json", "thesis.docx"]


def test_output_notes_of_a_user_stay(tmp_path: Path) -> None:
    put(tmp_path, OLD)
    (tmp_path / "notes.md").write_text("mine", encoding="utf-8")
    (tmp_path / "drafts").mkdir()
    (tmp_path / "drafts" / "one").write_text("mine too", encoding="utf-8")
    put(tmp_path, NEW)
    assert (tmp_path / "notes.md").read_text(encoding="utf-8") == "mine"
    assert (tmp_path / "drafts" / "one").read_text(encoding="utf-8") == "mine too"
    assert (tmp_path / "yili.ttl").read_text(encoding="utf-8") == "new ttl"
    assert not (tmp_path / "rite-04.html").exists()


def test_output_an_edited_file_is_kept_under_another_name(tmp_path: Path) -> None:
    put(tmp_path, OLD)
    (tmp_path / "yili.ttl").write_text("edited", encoding="utf-8")
    (tmp_path / "rite-04.html").write_text("edited too", encoding="utf-8")
    (tmp_path / "rite-05.html").write_text("never a build's", encoding="utf-8")
    assert sorted(put(tmp_path, NEW)) == ["rite-04.kept.html", "rite-05.kept.html", "yili.kept.ttl"]
    assert (tmp_path / "yili.kept.ttl").read_text(encoding="utf-8") == "edited"
    assert (tmp_path / "rite-04.kept.html").read_text(encoding="utf-8") == "edited too"
    assert (tmp_path / "rite-05.kept.html").read_text(encoding="utf-8") == "never a build's"
    (tmp_path / "yili.ttl").write_text("edited again", encoding="utf-8")
    assert put(tmp_path, OLD) == ["yili.kept-2.ttl"]
    assert (tmp_path / "yili.kept.ttl").read_text(encoding="utf-8") == "edited"


def test_output_an_edited_manifest_and_a_file_called_timings_are_kept(tmp_path: Path) -> None:
    put(tmp_path, OLD)
    value = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))
    (tmp_path / "manifest.json").write_text(json.dumps({**value, "note": "mine"}), encoding="utf-8")
    (tmp_path / "timings.json").write_text('{"my": "own"}', encoding="utf-8")
    assert sorted(put(tmp_path, NEW)) == ["manifest.kept.json", "timings.kept.json"]
    assert "mine" in (tmp_path / "manifest.kept.json").read_text(encoding="utf-8")


def test_output_what_was_cut_short_holds_nothing_new_and_is_replaced(tmp_path: Path) -> None:
    put(tmp_path, OLD)
    (tmp_path / "yili.trig").write_text("old", encoding="utf-8")
    (tmp_path / "yili.ttl").write_text("", encoding="utf-8")
    assert put(tmp_path, OLD) == []
    assert files(tmp_path) == OLD


def test_output_links_and_folders_in_the_place_of_files_are_kept(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("precious", encoding="utf-8")
    out = tmp_path / "out"
    put(out, OLD)
    (out / "yili.ttl").unlink()
    (out / "yili.ttl").symlink_to(tmp_path / "precious")
    (out / "a.html").unlink()
    (out / "a.html").mkdir()
    assert sorted(put(out, NEW)) == ["a.kept.html", "yili.kept.ttl"]
    assert (tmp_path / "precious").read_text(encoding="utf-8") == "precious"
    assert (out / "yili.kept.ttl").is_symlink()
    assert (out / "a.kept.html").is_dir()
    assert not (out / "yili.ttl").is_symlink()


def test_output_a_build_of_0_1_0_counts(tmp_path: Path) -> None:
    put(tmp_path, OLD)
    value = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))
    for key in ("made by", "seal", "bytes"):
        del value[key]
    write_json(tmp_path / "manifest.json", value)
    (tmp_path / "a.html").write_text("edited", encoding="utf-8")
    assert put(tmp_path, NEW) == ["a.kept.html"]
    assert (tmp_path / "yili.ttl").read_text(encoding="utf-8") == "new ttl"


def test_output_a_link_is_kept_and_its_target_written_into(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "out").symlink_to(tmp_path / "disk")
    put(tmp_path / "out", OLD)
    put(tmp_path / "out", NEW)
    assert (tmp_path / "out").is_symlink()
    assert files(tmp_path / "disk") == NEW
    (tmp_path / "dangling").symlink_to(tmp_path / "new disk")
    put(tmp_path / "dangling", NEW)
    assert files(tmp_path / "new disk") == NEW


def test_output_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    put(Path("."), OLD)
    put(Path("."), NEW)
    assert files(Path(".")) == NEW
    assert files(tmp_path) == NEW


def test_output_folders_that_only_look_full(tmp_path: Path) -> None:
    (tmp_path / "lost+found").mkdir()
    (tmp_path / ".gitignore").write_text("*", encoding="utf-8")
    put(tmp_path, NEW)
    assert (tmp_path / ".gitignore").read_text(encoding="utf-8") == "*"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_output_in_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    put(tmp_path / "above" / "out", OLD)
    (tmp_path / "above").chmod(0o555)
    try:
        put(tmp_path / "above" / "out", NEW)
        with pytest.raises(BuildError, match="cannot be written"):
            put(tmp_path / "above" / "other", NEW)
        (tmp_path / "above" / "out").chmod(0o555)
        with pytest.raises(BuildError, match="cannot be written"):
            put(tmp_path / "above" / "out", OLD)
    finally:
        (tmp_path / "above").chmod(0o755)
        (tmp_path / "above" / "out").chmod(0o755)
    assert files(tmp_path / "above" / "out") == NEW


@pytest.mark.skipif(sys.platform != "linux", reason="mounts of Linux")
def test_output_a_mount_and_a_folder_above_that_cannot_be_written(tmp_path: Path) -> None:
    """As after `mount --bind`: neither may `out` be renamed nor anything be made beside it."""
    (tmp_path / "above" / "out").mkdir(parents=True)
    script = tmp_path / "script.sh"
    script.write_text(
        f'mount -t tmpfs -o size=8m none "{tmp_path}/above/out" && mount --bind "{tmp_path}/above" "{tmp_path}/above" '
        f'&& mount -t tmpfs -o size=8m none "{tmp_path}/above/out" && mount -o remount,bind,ro "{tmp_path}/above" || exit 9\n'
        f'touch "{tmp_path}/above/x" 2>/dev/null && exit 9\n'
        f'"{sys.executable}" -m tests.graph.putting "{tmp_path}/above/out" old && '
        f'"{sys.executable}" -m tests.graph.putting "{tmp_path}/above/out" new && cat "{tmp_path}/above/out/yili.ttl"\n',
        encoding="utf-8",
    )
    done = subprocess.run(
        ["unshare", "--user", "--map-root-user", "--mount", "sh", str(script)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    if done.returncode in (1, 9) and "Error" not in done.stderr:
        pytest.skip(f"no mounts here: {done.stderr.strip()[:80]}")
    assert done.stdout == "new ttl", done.stderr


def test_output_nothing_is_left_of_a_build_that_fails(tmp_path: Path) -> None:
    put(tmp_path / "out", OLD)

    def fail(out: Path) -> None:
        with claimed(out) as place, place.filling() as fresh:
            (fresh / "yili.ttl").write_text("half", encoding="utf-8")
            raise KeyError

    with pytest.raises(KeyError):
        fail(tmp_path / "out")
    assert files(tmp_path / "out") == OLD
    with pytest.raises(KeyError):
        fail(tmp_path / "new" / "deep")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_output_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    put(tmp_path, OLD)

    def fill_up() -> None:
        with claimed(tmp_path) as place, place.filling(), open("/dev/full", "w", encoding="utf-8") as full:
            full.write("x")

    with pytest.raises(BuildError, match=r"No space left(.|\n)*unchanged"):
        fill_up()
    assert files(tmp_path) == OLD


def counted() -> Iterator[int]:
    yield from range(1, 60)


@pytest.mark.skipif(os.name != "posix", reason="kills as on POSIX")
@pytest.mark.parametrize("call", ["replace", "rename", "link", "unlink", "fsync", "mkdir"])
def test_output_killed_at_any_step_there_is_one_whole_state(tmp_path: Path, call: str) -> None:
    """Killed before and after the nth call of each kind: what the next reader finds is all old or all new."""
    seen = set()
    for after in (False, True):
        for step in counted():
            out = tmp_path / f"{call}-{after}-{step}"
            put(out, OLD)
            (out / "yili.ttl").write_text("edited", encoding="utf-8")
            (out / "notes.md").write_text("mine", encoding="utf-8")
            child = os.fork()
            if not child:
                die_at(call, step, after=after)
                put(out, NEW)
                os._exit(0)
            ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            settle(out)
            found = files_but_room(out)
            assert found.pop("notes.md") == "mine"
            kept = found.pop("yili.kept.ttl", "")
            new = found == NEW
            assert new or found == {**OLD, "yili.ttl": "edited"}, (call, step, found)
            assert kept == ("edited" if new else "")
            manifest = read_manifest(out)
            assert manifest is not None
            assert manifest.differing(out) == ([] if new else ["yili.ttl"])
            seen.add(new)
            put(out, NEW)
            assert not (out / ".yili-kg").exists()
            assert {k: v for k, v in files(out).items() if "kept" not in k and k != "notes.md"} == NEW
            assert files(out)["yili.kept.ttl"] == "edited"
            if ended == 0:
                break
        else:
            raise AssertionError("never came to its end")
    assert True in seen


def files_but_room(out: Path) -> dict[str, str]:
    return {
        p.name: p.read_text(encoding="utf-8")
        for p in out.iterdir()
        if p.is_file() and p.name not in ("manifest.json", "timings.json")
    }


def die_at(name: str, step: int, *, after: bool) -> None:
    """In a child: end like a killed process at the nth call of a function of `os`."""
    whole = getattr(os, name)
    left = [step]

    def counting(*args: object, **more: object) -> object:
        left[0] -= 1
        if left[0] == 0 and not after:
            os._exit(9)
        given = whole(*args, **more)
        if left[0] == 0:
            os._exit(9)
        return given

    setattr(os, name, counting)


@pytest.mark.skipif(os.name != "posix", reason="kills as on POSIX")
def test_output_an_error_while_files_are_put_in_place_brings_the_old_ones_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = os.replace
    for step in range(1, 7):
        out = tmp_path / str(step)
        put(out, OLD)
        (out / "rite-04.html").write_text("edited", encoding="utf-8")
        left = [step]

        def failing(one: Path, two: Path, left: list[int] = left) -> None:
            if one.parent.name == "new":
                left[0] -= 1
                if left[0] == 0:
                    raise OSError(16, "Device or resource busy")
            whole(one, two)

        monkeypatch.setattr(os, "replace", failing)
        with pytest.raises(BuildError, match="busy"):
            put(out, NEW)
        monkeypatch.undo()
        assert files(out) == {**OLD, "rite-04.html": "edited"}


def test_output_two_builds_at_once_the_second_is_told(tmp_path: Path) -> None:
    with claimed(tmp_path / "out") as place:
        done = subprocess.run(
            [sys.executable, "-m", "tests.graph.putting", str(tmp_path / "out"), "new"],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            cwd=Path(__file__).parents[2],
        )
        assert done.returncode == 2
        assert "another build is at work here" in done.stdout
        assert f"process {os.getpid()}" in done.stdout
        with place.filling() as fresh:
            (fresh / "yili.ttl").write_text("first", encoding="utf-8")
    assert files(tmp_path / "out") == {"yili.ttl": "first"}


def test_output_a_build_on_another_machine_is_not_cut_short(tmp_path: Path) -> None:
    put(tmp_path, OLD)
    (tmp_path / ".yili-kg").mkdir()
    (tmp_path / ".yili-kg" / "owner.json").write_text('{"pid": 1, "host": "elsewhere", "since": "noon"}')
    with pytest.raises(BuildError, match=r"elsewhere, since noon(.|\n)*owner\.json"):
        put(tmp_path, NEW)
    (tmp_path / ".yili-kg" / "owner.json").unlink()
    put(tmp_path, NEW)
    assert files(tmp_path) == NEW


def test_output_only_what_a_build_put_there_is_cleared_away(tmp_path: Path) -> None:
    put(tmp_path, OLD)
    (tmp_path / ".yili-kg" / "new").mkdir(parents=True)
    (tmp_path / ".yili-kg" / "new" / "yili.ttl").write_text("half", encoding="utf-8")
    (tmp_path / ".yili-kg" / "mine").write_text("mine", encoding="utf-8")
    put(tmp_path, NEW)
    assert sorted(p.name for p in (tmp_path / ".yili-kg").iterdir()) == ["mine"]


def test_output_is_current_only_while_every_file_is_as_it_was(tmp_path: Path) -> None:
    put(tmp_path, OLD, mark="one")
    assert counts_if_current(tmp_path, "one") == {"quads": 1}
    assert counts_if_current(tmp_path, "two") is None
    for name in OLD:
        text = (tmp_path / name).read_text(encoding="utf-8")
        for damaged in (text[:-1], text[:-1] + "X", ""):
            (tmp_path / name).write_text(damaged, encoding="utf-8")
            assert counts_if_current(tmp_path, "one") is None
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert counts_if_current(tmp_path, "one") == {"quads": 1}
    (tmp_path / "a.html").unlink()
    assert counts_if_current(tmp_path, "one") is None
    assert counts_if_current(tmp_path / "none", "one") is None


def test_output_what_a_killed_build_left_goes_where_nothing_has_changed(tmp_path: Path) -> None:
    put(tmp_path, OLD, mark="one")
    (tmp_path / ".yili-kg" / "new").mkdir(parents=True)
    (tmp_path / ".yili-kg" / "new" / "yili.trig").write_text("half", encoding="utf-8")
    with claimed(tmp_path):  # one that is at work is let alone
        assert counts_if_current(tmp_path, "one") == {"quads": 1}
        assert (tmp_path / ".yili-kg" / "owner.json").is_file()
    (tmp_path / ".yili-kg" / "new").mkdir(parents=True)
    assert counts_if_current(tmp_path, "one") == {"quads": 1}
    assert not (tmp_path / ".yili-kg").exists()
    assert files(tmp_path) == OLD
