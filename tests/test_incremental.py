"""A build of many sources: what has not changed is not analysed again, and that, or how many work at it, changes no byte."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from tests.test_build import TEXT, files
from yili_kg import gather as gathering
from yili_kg.analyse import analyse as analyse_edition
from yili_kg.errors import DataError, PartialBuild
from yili_kg.graph.manifest import read_manifest, stamped
from yili_kg.models import Annotated, Edition
from yili_kg.pipeline import EDITIONS, build
from yili_kg.workers import Died, side_by_side

MORE = ("○釋曰:案《玉藻》云「大夫素帶」。", "主人戒賓,賓拜辱。", "賓坐奠爵于篚。", "主人升自阼階。")


@pytest.fixture
def sources(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / f"{name}.txt" for name in "abcd"]
    for path, more in zip(paths, MORE, strict=True):
        path.write_text(f"{TEXT}{more}\n", encoding="utf-8")
    return paths


@pytest.fixture
def analysed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The labels of the sources that are analysed, as they come."""
    labels: list[str] = []

    def counting(edition: Edition, **options: object) -> Annotated:
        labels.append(edition.document.label)
        return analyse_edition(edition, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(gathering, "analyse", counting)
    return labels


def same(one: Path, other: Path) -> bool:
    a, b = ({n: d for n, d in files(f).items() if "timings" not in n} for f in (one, other))
    return a == b


def test_only_what_has_changed_is_analysed(sources: list[Path], tmp_path: Path, analysed: list[str]) -> None:
    out = tmp_path / "out"
    assert build(sources, out).analysed == 4
    analysed.clear()
    sources[2].write_text(f"{TEXT}主人坐取觶于篚。\n", encoding="utf-8")
    done = build(sources, out)
    assert analysed[0] == "c.txt"
    assert set(analysed) <= {"c.txt"} | {"b.txt", "d.txt"}, "those that repeat the passages of another are named apart"
    assert done.analysed < 4
    build(sources, tmp_path / "fresh")
    assert same(out, tmp_path / "fresh")


def test_a_source_more_or_less_costs_only_itself(tmp_path: Path, analysed: list[str]) -> None:
    paths = []
    for number, chapter in enumerate(("士冠禮第一", "士昏禮第二", "士相見禮第三", "鄉飲酒禮第四")):
        paths.append(tmp_path / f"{number}.txt")
        paths[-1].write_text(f"{chapter}\n\n主人坐取爵于篚,降洗。賓降。\n", encoding="utf-8")
    out = tmp_path / "out"
    build(paths[:3], out, site=False)
    analysed.clear()
    build(paths, out, site=False)
    assert analysed == ["3.txt"]
    analysed.clear()
    build(paths[1:], out, site=False)
    assert analysed == []
    build(paths[1:], tmp_path / "fresh", site=False)
    assert same(out, tmp_path / "fresh")
    analysed.clear()
    build(paths[1:], out, force=True, site=False)
    assert len(analysed) == 3
    assert same(out, tmp_path / "fresh")


def test_records_that_were_changed_are_not_believed(sources: list[Path], tmp_path: Path, analysed: list[str]) -> None:
    out = tmp_path / "out"
    build(sources[:1], out, site=False)
    whole = (out / EDITIONS).read_bytes()
    for bad in (whole[:-9], b"", whole[:300] + b"\0" * 9 + whole[309:]):
        (out / EDITIONS).write_bytes(bad)
        analysed.clear()
        build(sources[:1], out, site=False)
        assert analysed == ["a.txt"]
        assert (out / EDITIONS).read_bytes() == whole
    said = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    (out / EDITIONS).write_bytes(whole[:-9])
    told = {k: v for k, v in said.items() if k not in ("made by", "files", "bytes", "seal")}
    (out / "manifest.json").unlink()
    for name in ("timings.json",):
        (out / name).unlink()
    (out / "manifest.json").write_text(json.dumps(stamped({**told, "fingerprint": "x"}, out)), encoding="utf-8")
    found = read_manifest(out)
    assert found is not None
    assert found.own, "a manifest that somebody sealed anew, over broken records"
    analysed.clear()
    build(sources[:1], out, site=False)
    assert analysed == ["a.txt"]


def test_several_processes_make_the_same_bytes_as_one(sources: list[Path], tmp_path: Path) -> None:
    for jobs in (1, 3):
        build(sources, tmp_path / str(jobs), jobs=jobs)
    assert same(tmp_path / "1", tmp_path / "3")


@pytest.mark.skipif(os.name != "posix", reason="processes are killed otherwise here")
def test_a_process_that_is_killed_costs_its_source_only(
    sources: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(edition: Edition, **options: object) -> Annotated:
        if edition.document.label == "b.txt":
            os.kill(os.getpid(), signal.SIGKILL)
        return analyse_edition(edition, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(gathering, "analyse", killed)
    monkeypatch.setattr("yili_kg.workers.threading.active_count", lambda: 1)  # what is put in its place goes by a fork
    with pytest.raises(PartialBuild, match=r"1 of 4 sources(.|\n)*b\.txt: cannot be analysed: .*signal 9"):
        build(sources, tmp_path / "out", jobs=2, site=False)
    assert not (tmp_path / "out" / ".yili-kg").exists()
    monkeypatch.undo()
    build([sources[0], *sources[2:]], tmp_path / "others", site=False)
    assert (tmp_path / "out" / "yili.trig").read_bytes() == (tmp_path / "others" / "yili.trig").read_bytes()


def _where(_: int) -> int:
    return os.getpid()


@pytest.mark.skipif(not Path("/proc/self/statm").is_file(), reason="a process does not know how large it is here")
def test_a_process_that_has_grown_large_is_followed_by_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yili_kg.workers.threading.active_count", lambda: 1)
    few = {found for _, found in side_by_side(_where, list(range(6)), jobs=2)}
    assert len(few) <= 2
    monkeypatch.setattr("yili_kg.workers.LARGE", -(1 << 40))
    done = dict(side_by_side(_where, list(range(6)), jobs=2))
    assert sorted(done) == list(range(6))
    assert len(set(done.values())) == 6


def test_an_interrupt_ends_all_processes_and_leaves_what_was_there(sources: list[Path], tmp_path: Path) -> None:
    import multiprocessing

    out = tmp_path / "out"
    build(sources[:2], out)
    before = files(out)

    def interrupt(stage: str, done: int, total: int) -> None:
        if stage == "analyse" and done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(sources, out, jobs=2, force=True, progress=interrupt)
    assert files(out) == before
    assert not multiprocessing.active_children()


def _work(task: int) -> int:
    if task == 3:
        raise DataError("three", where="here", advice="take four")
    if task == 4:
        os._exit(7)
    return task * task


def test_work_side_by_side() -> None:
    found = dict(side_by_side(_work, range(8), jobs=2))
    assert {n: r for n, r in found.items() if isinstance(r, int)} == {0: 0, 1: 1, 2: 4, 5: 25, 6: 36, 7: 49}
    assert str(found[3]) == "here: three\n  → take four"
    assert isinstance(found[4], Died)
    assert "exit code 7" in str(found[4])
    assert dict(side_by_side(_work, range(3), jobs=1)) == {0: 0, 1: 1, 2: 4}
