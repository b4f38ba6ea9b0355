"""A release is one archive: whole, described, with right sums, and the same bytes each time."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import shutil
import sqlite3
import zipfile
from pathlib import Path

import pyoxigraph as ox
import pytest
import rdflib

from yili_kg.errors import QueryError
from yili_kg.export.release import SUMS, _told, write_release
from yili_kg.graph.vocabulary import BASE


@pytest.fixture(scope="module")
def archive(small_build: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("release") / "yili-kg.zip"
    write_release(small_build, path)
    return path


@pytest.fixture(scope="module")
def unpacked(archive: Path) -> Path:
    folder = archive.parent / "unpacked"
    with zipfile.ZipFile(archive) as whole:
        whole.extractall(folder)
    return folder


def test_release_twice_is_the_same_bytes(archive: Path, small_build: Path, tmp_path: Path) -> None:
    write_release(small_build, tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == archive.read_bytes()
    assert list(tmp_path.iterdir()) == [tmp_path / "again.zip"]


def test_release_has_what_it_must_have_and_nothing_of_today(archive: Path) -> None:
    with zipfile.ZipFile(archive) as whole:
        names = whole.namelist()
        assert names == sorted(names)
        assert {i.date_time[3:] for i in whole.infolist()} == {(0, 0, 0)}
    wanted = "yili.trig yili.ttl claims.trig dataset.ttl dataset.jsonld yili.sqlite datapackage.json csv-metadata.json"
    wanted += " README.md CITATION.cff LICENSE LICENSE-DATA manifest.json SHA256SUMS tables/Mention.csv tables/Step.csv"
    assert set(wanted.split()) <= set(names)


def test_sums_are_right(unpacked: Path) -> None:
    lines = (unpacked / SUMS).read_text(encoding="utf-8").splitlines()
    sums = {name: told for told, _, name in (line.partition("  ") for line in lines)}
    files = {p.relative_to(unpacked).as_posix() for p in unpacked.rglob("*") if p.is_file()}
    assert sums.keys() == files - {SUMS}
    assert all(hashlib.sha256((unpacked / name).read_bytes()).hexdigest() == told for name, told in sums.items())


def test_turtle_and_description_of_the_archive_parse(unpacked: Path) -> None:
    graph = rdflib.Graph().parse(unpacked / "yili.ttl")
    assert len(graph) == sum(1 for _ in ox.parse(path=unpacked / "yili.ttl")) > 10_000
    card = rdflib.Graph().parse(unpacked / "dataset.ttl")
    other = rdflib.Graph().parse(unpacked / "dataset.jsonld", format="json-ld")
    assert len(card) == len(other) > 60
    assert "@context" in json.loads((unpacked / "dataset.jsonld").read_text(encoding="utf-8"))


def test_json_ld_is_read_by_pyld(unpacked: Path) -> None:
    jsonld = pytest.importorskip("pyld.jsonld")
    told = jsonld.to_rdf(json.loads((unpacked / "dataset.jsonld").read_text(encoding="utf-8")))
    assert len(told["@default"]) == len(rdflib.Graph().parse(unpacked / "dataset.ttl"))


def test_tables_are_valid_by_frictionless(unpacked: Path) -> None:
    frictionless = pytest.importorskip("frictionless")
    report = frictionless.validate(str(unpacked / "datapackage.json"))
    assert report.valid, report.flatten(["type", "note"])[:5]


def test_tables_are_those_that_are_described(unpacked: Path) -> None:
    package = json.loads((unpacked / "datapackage.json").read_text(encoding="utf-8"))
    csvw = json.loads((unpacked / "csv-metadata.json").read_text(encoding="utf-8"))
    told = {r["path"]: [f["name"] for f in r["schema"]["fields"]] for r in package["resources"]}
    again = {t["url"]: [c["titles"] for c in t["tableSchema"]["columns"]] for t in csvw["tables"]}
    assert told == again
    assert set(told) == {f"tables/{p.name}" for p in (unpacked / "tables").iterdir()}
    assert len({r["name"] for r in package["resources"]}) == len(told)
    database = sqlite3.connect(unpacked / "yili.sqlite")
    for path, columns in told.items():
        with (unpacked / path).open(encoding="utf-8", newline="") as lines:
            header, *rows = csv.reader(lines)
        assert header == columns
        assert len({row[0] for row in rows}) == len(rows)
        name = Path(path).stem
        assert database.execute(f'SELECT COUNT(*) FROM "{name}"').fetchone() == (len(rows),)
    begins = database.execute('SELECT typeof("nif:beginIndex"), "nif:anchorOf" FROM "Mention" LIMIT 1').fetchone()
    assert begins[0] == "integer"
    assert begins[1]
    database.close()


def test_no_class_lacks_its_table(unpacked: Path, small_build: Path) -> None:
    from yili_kg.graph.store import open_store, select

    rows = select(open_store(small_build), "SELECT (COUNT(DISTINCT ?s) AS ?n) { ?s a schema:Dataset }")
    table = io.StringIO((unpacked / "tables" / "schema-Dataset.csv").read_text(encoding="utf-8"))
    assert sum(1 for _ in csv.reader(table)) - 1 == int(rows[0]["n"]) == 1
    assert (unpacked / "tables" / "void-Dataset.csv").is_file()
    assert f"{BASE}dataset" in (unpacked / "datapackage.json").read_text(encoding="utf-8")


def test_what_is_no_whole_build_is_no_release(small_build: Path, tmp_path: Path) -> None:
    with pytest.raises(QueryError, match="no build"):
        write_release(tmp_path, tmp_path / "a.zip")
    copied = tmp_path / "copied"
    shutil.copytree(small_build, copied, ignore=shutil.ignore_patterns("site"))
    (copied / "yili.ttl").write_text("edited", encoding="utf-8")
    with pytest.raises(QueryError, match=r"yili\.ttl: not as built"):
        write_release(copied, tmp_path / "a.zip")
    with pytest.raises(QueryError, match="cannot be written"):
        write_release(small_build, tmp_path / "none" / "a.zip")
    (tmp_path / "taken").mkdir()
    with pytest.raises(QueryError, match="cannot be written"):
        write_release(small_build, tmp_path / "taken")
    assert {p.name for p in tmp_path.iterdir()} == {"copied", "taken"}, "nothing half made is left"
    assert not (tmp_path / "a.zip").exists()


def test_a_cell_may_be_as_long_as_a_text(tmp_path: Path) -> None:
    (tmp_path / "Segment.csv").write_text(f"iri,text\na,{'爵' * 140_000}\n", encoding="utf-8")
    assert _told(tmp_path / "Segment.csv").columns == ("iri", "text")
