"""The folder `site` of a build: left out, made again, kept up to date, and never at the cost of what is somebody else's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import run
from tests.test_build import TEXT, files
from yili_kg.errors import BuildError, QueryError
from yili_kg.pipeline import EDITIONS, build, make_site


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "a.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_the_root_of_a_build_holds_no_page(text: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build([text], out)
    assert not list(out.glob("*.html"))
    assert not list(out.glob("*.js"))
    assert (out / EDITIONS).is_file()
    assert {"index.html", "citations.html", "glossary.html", "yili.css"} <= {p.name for p in (out / "site").iterdir()}


def test_no_site_is_made_where_none_is_wanted_and_can_be_made_later(text: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run("build", text, "-o", out, "--no-site").returncode == 0
    assert not (out / "site").exists()
    before = files(out)
    assert run("build", text, "-o", out, "--no-site").returncode == 0
    assert files(out) == before, "nothing has changed"
    done = run("site", "-g", out)
    assert done.returncode == 0
    assert "index.html" in done.stdout
    made = files(out / "site")
    build([text], tmp_path / "other")
    assert made == files(tmp_path / "other" / "site"), "the same as a build makes"
    assert {n: b for n, b in files(out).items() if not n.startswith("site/")} == before


def test_an_unchanged_build_leaves_its_site(text: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build([text], out)
    before = {p: p.stat().st_mtime_ns for p in out.rglob("*")}
    assert build([text], out).unchanged
    assert {p: p.stat().st_mtime_ns for p in out.rglob("*")} == before


def test_a_site_that_was_removed_or_damaged_is_made_again(text: Path, tmp_path: Path) -> None:
    import shutil

    out = tmp_path / "out"
    build([text], out)
    whole = files(out)
    shutil.rmtree(out / "site")
    build([text], out)
    assert files(out) == whole
    (out / "site" / "glossary.html").unlink()
    build([text], out)
    assert files(out) == whole


def test_what_somebody_else_put_into_a_site_stays(text: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build([text], out)
    (out / "site" / "CNAME").write_text("example.org", encoding="utf-8")
    (out / "site" / "index.html").write_text("mine", encoding="utf-8")
    text.write_text(TEXT * 2, encoding="utf-8")
    build([text], out)
    assert (out / "site" / "CNAME").read_text(encoding="utf-8") == "example.org"
    assert (out / "site" / "index.kept.html").read_text(encoding="utf-8") == "mine"
    assert (out / "site" / "index.html").read_text(encoding="utf-8") != "mine"
    named = json.loads((out / "site" / "manifest.json").read_text(encoding="utf-8"))["files"]
    assert "CNAME" not in named


def test_a_folder_site_that_no_build_made_is_not_written_over(text: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build([text], out, site=False)
    (out / "site").mkdir()
    (out / "site" / "index.html").write_text("mine", encoding="utf-8")
    with pytest.raises(BuildError, match="no build wrote"):
        make_site(out)
    assert files(out / "site") == {"index.html": b"mine"}


def test_a_site_of_no_build_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(QueryError):
        make_site(tmp_path)
    assert run("site", "-g", tmp_path).returncode == 2
    assert "Traceback" not in run("site", "-g", tmp_path / "none").stderr


def test_a_site_without_the_editions_says_so(text: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build([text], out)
    (out / EDITIONS).write_bytes(b"x")
    done = run("site", "-g", out)
    assert done.returncode != 0
    assert "build it again" in done.stderr
    assert "Traceback" not in done.stderr


def test_no_site_is_made_of_a_graph_that_was_changed(text: Path, tmp_path: Path) -> None:
    """The same statements laid out otherwise are no pages of half of them; nothing of the folder is touched."""
    out = tmp_path / "out"
    build([text], out, site=False)
    trig = out / "yili.trig"
    trig.write_bytes(trig.read_bytes() + b"# by hand\n")
    done = run("site", "-g", out)
    assert done.returncode != 0
    assert "yili.trig is not as the build wrote it" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (out / "site").exists()
