from __future__ import annotations

import json
import os
import signal
import threading
import time
from pathlib import Path

import pytest

from tests.commands import run
from yili_kg.analyse import analyse_file
from yili_kg.batch import annotate_many, engines, one
from yili_kg.batch.places import documents
from yili_kg.errors import BuildError, DataError, SourceError
from yili_kg.records import records
from yili_kg.workers import Died

TEXTS = ("主人坐取爵于篚,降洗。", "案《聘禮》云:「束帛加璧」,是也。", "榮,屋翼也。宾辞洗。")


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    folder = tmp_path / "texts"
    for number in range(12):
        path = folder / f"{number % 3}" / f"{number:02}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{TEXTS[number % 3]}{number}", encoding="utf-8")
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_file_for_each_document_as_annotate_prints_it(texts: Path, tmp_path: Path) -> None:
    done = annotate_many([str(texts)], str(tmp_path / "out"), jobs=1)
    assert len(done.written) == 12
    assert not done.failed
    text = (tmp_path / "out" / "1" / "01.txt.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    assert rows == [json.loads(json.dumps(r)) for r in records(analyse_file(texts / "1" / "01.txt"))]


def test_the_same_bytes_whatever_the_workers(texts: Path, tmp_path: Path) -> None:
    first = annotate_many([str(texts)], str(tmp_path / "a"), jobs=1)
    second = annotate_many([f"{texts}/**/*.txt"], str(tmp_path / "b"), jobs=2)
    assert first.digest == second.digest
    assert files(tmp_path / "a") == files(tmp_path / "b")


def test_what_is_current_is_left_alone(texts: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = annotate_many([str(texts)], str(out), jobs=1)
    assert len(annotate_many([str(texts)], str(out), jobs=1).current) == 12
    (texts / "0" / "00.txt").write_text("賓降。", encoding="utf-8")  # another source
    (out / "1" / "01.txt.jsonl").write_text("", encoding="utf-8")  # records that are not whole
    (out / one.MARKS / "2" / "02.txt.json").write_text("[", encoding="utf-8")  # a mark that is none
    again = annotate_many([str(texts)], str(out), jobs=1)
    assert again.written == ["0/00.txt", "1/01.txt", "2/02.txt"]
    assert again.digest != first.digest
    assert len(annotate_many([str(texts)], str(out), jobs=1, sure_only=True).written) == 12
    assert len(annotate_many([str(texts)], str(out), jobs=1, sure_only=True, force=True).written) == 12


def test_errors_are_records(texts: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    annotate_many([str(texts)], str(out), jobs=1)
    (texts / "0" / "00.txt").write_bytes(b"")
    (texts / "0" / "03.txt").write_bytes(b"\x00\xff\xfe\x01" * 50)
    done = run("annotate-many", texts, "-o", out, "-j", "1")
    assert done.returncode == 1
    assert "10 were there, 2 failed" in done.stdout
    rows = [json.loads(line) for line in (out / "errors.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(r["kind"], r["source"], r["error"]) for r in rows] == [
        ("error", "0/00.txt", "SourceError"),
        ("error", "0/03.txt", "SourceError"),
    ]
    assert not (out / "0" / "00.txt.jsonl").exists()  # what it was made of is no more
    for name in ("00.txt", "03.txt"):
        (texts / "0" / name).write_text("賓降。", encoding="utf-8")
    assert run("annotate-many", texts, "-o", out, "-j", "1").returncode == 0
    assert not (out / "errors.jsonl").exists()


def test_a_worker_that_is_killed_loses_nothing(texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = annotate_many([str(texts)], str(tmp_path / "a"), jobs=1)
    marked = tmp_path / "killed"
    plain = one.annotate_one

    def dies_once(task: one.Task) -> one.Outcome:
        if task.name == "1/04.txt" and not marked.exists():
            marked.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return plain(task)

    monkeypatch.setattr(engines, "annotate_one", dies_once)
    monkeypatch.setattr("yili_kg.workers.threading.active_count", lambda: 1)  # what is put in its place goes by a fork
    done = annotate_many([str(texts)], str(tmp_path / "b"), jobs=2)
    assert marked.exists()
    assert done.digest == whole.digest
    assert files(tmp_path / "a") == files(tmp_path / "b")


def test_a_document_at_which_each_worker_dies_is_an_error(
    texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def always(do: object, tasks: list[one.Task], *, jobs: int) -> object:
        yield from ((n, Died("it was ended") if t.name == "1/04.txt" else plain(t)) for n, t in enumerate(tasks))

    plain = one.annotate_one
    monkeypatch.setattr(engines, "side_by_side", always)
    done = annotate_many([str(texts)], str(tmp_path / "b"), jobs=2)
    assert done.failed == ["1/04.txt"]
    assert "ended" in done.errors[0]["message"]


def test_other_knowledge_is_refused(texts: Path, tmp_path: Path) -> None:
    task = one.Task(name="a.txt", place=str(texts / "0" / "00.txt"), out=str(tmp_path / "o"), base="other")
    with pytest.raises(DataError, match="another yili-kg"):
        one.annotate_one(task)


def test_documents_that_cannot_be_named(texts: Path, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no documents"):
        documents([str(tmp_path / "none")])
    with pytest.raises(SourceError, match="two documents have the name"):
        documents([str(texts / "0"), str(texts / "0" / ".." / "0" / "00.txt")])
    with pytest.raises(BuildError, match="no engine"):
        annotate_many([str(texts)], str(tmp_path / "o"), engine="slurm")
    (tmp_path / "file").touch()
    assert run("annotate-many", texts, "-o", tmp_path / "file", "-j", "1").returncode == 2


def test_urls(texts: Path, tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    for name, data in files(texts).items():
        memory.pipe_file(f"/many/{name}", data)
    done = annotate_many(["memory://many"], "memory://records", jobs=1)
    assert done.digest == annotate_many([str(texts)], str(tmp_path / "o"), jobs=1).digest
    assert len(annotate_many(["memory://many/**/*.txt"], "memory://records", jobs=1).current) == 12
    assert memory.cat_file("/records/0/00.txt.jsonl") == (tmp_path / "o" / "0" / "00.txt.jsonl").read_bytes()


def test_dask_does_the_same(texts: Path, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    first = annotate_many([str(texts)], str(tmp_path / "a"), jobs=1)
    second = annotate_many([str(texts)], str(tmp_path / "b"), jobs=2, engine="dask")
    assert first.digest == second.digest
    assert files(tmp_path / "a") == files(tmp_path / "b")


def test_a_worker_of_dask_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    folder = tmp_path / "texts"
    folder.mkdir()
    for number in range(60):
        (folder / f"{number:02}.txt").write_text(TEXTS[number % 3] * 20 + str(number), encoding="utf-8")
    whole = annotate_many([str(folder)], str(tmp_path / "a"), jobs=1)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:

        def kill() -> None:
            while not list((tmp_path / "b").glob("*.jsonl")):
                time.sleep(0.05)
            os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)

        killer = threading.Thread(target=kill, daemon=True)
        killer.start()
        done = annotate_many([str(folder)], str(tmp_path / "b"), engine="dask", scheduler=cluster.scheduler_address)
        killer.join(300)
    assert not killer.is_alive()
    assert done.digest == whole.digest
    assert not done.failed


def test_a_document_whose_records_would_be_the_errors_is_refused(texts: Path, tmp_path: Path) -> None:
    (tmp_path / "errors").write_bytes(next(texts.rglob("*.txt")).read_bytes())
    with pytest.raises(SourceError, match=r"errors\.jsonl"):
        annotate_many([str(tmp_path / "errors")], str(tmp_path / "out"), jobs=1)


def test_what_others_have_put_there_is_kept(texts: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    theirs = {"0/00.txt.jsonl": b"mine\n", "0/03.txt.jsonl": b"mine too\n", "errors.jsonl": b"my errors\n"}
    for name, data in theirs.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_bytes(data)
    (texts / "0" / "03.txt").write_bytes(b"")  # fails: it has no records, and what lies there is no record of it
    told = run("annotate-many", texts, "-o", out, "-j", "1")
    assert told.returncode == 1
    for name, data in theirs.items():
        assert (out / f"{name}.kept").read_bytes() == data
        assert f"{name}.kept" in told.stderr
    assert not (out / "0" / "03.txt.jsonl").exists()
    assert len((out / "errors.jsonl").read_text(encoding="utf-8").splitlines()) == 1
    # What was ours and was edited since is somebody's work, and so is the next such file.
    (out / "0" / "00.txt.jsonl").write_bytes(b"edited\n")
    again = annotate_many([str(texts)], str(out), jobs=1)
    assert again.kept == ["0/00.txt.jsonl.kept-2"]
    assert (out / "0" / "00.txt.jsonl.kept-2").read_bytes() == b"edited\n"


def test_our_own_files_are_replaced_and_not_kept(texts: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    annotate_many([str(texts)], str(out), jobs=1)
    was = (out / "0" / "00.txt.jsonl").read_bytes()
    (texts / "0" / "00.txt").write_text("賓降。", encoding="utf-8")
    (texts / "0" / "03.txt").write_bytes(b"")
    assert not annotate_many([str(texts)], str(out), jobs=1).kept
    (out / "0" / "00.txt.jsonl").write_bytes(was)  # broken off between the mark and the records
    done = annotate_many([str(texts)], str(out), jobs=1)
    assert done.written == ["0/00.txt"]
    assert not done.kept
    (texts / "0" / "03.txt").write_text("賓降。", encoding="utf-8")
    assert not annotate_many([str(texts)], str(out), jobs=1).kept
    assert not list(out.rglob("*.kept*"))
