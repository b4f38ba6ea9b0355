"""How the project is cited: what CITATION.cff must have, and that it says what the table of the release says."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from yili_kg.errors import DataError
from yili_kg.tables import released as module
from yili_kg.tables.released import released

ROOT = Path(__file__).resolve().parents[1]


def test_citation_has_what_the_format_and_an_archive_ask_for() -> None:
    told = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert told["cff-version"] == "1.2.0"
    assert told["type"] in ("dataset", "software")
    assert all(told[key] for key in ("message", "title", "abstract", "authors", "license", "keywords", "url"))
    assert all(set(a) & {"name", "family-names"} for a in told["authors"])
    assert set(told["license"]) == {"CC0-1.0", "Apache-2.0"}


def test_citation_is_that_of_the_released_data() -> None:
    told, given = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8")), released()
    assert (str(told["version"]), told["date-released"]) == (given.version, given.issued)
    assert told["title"] == given.title
    assert [a["name"] for a in told["authors"]] == [given.publisher]
    assert told.get("doi", "") == given.doi


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("1.0\t2026-01-01\tp\tt\t", "version"),
        ("1.0.0\tnever\tp\tt\t", "issued"),
        ("1.0.0\t2026-01-01\tp\tt\tx", "doi"),
        ("", "0 versions"),
    ],
)
def test_a_broken_table_of_the_release_is_told(
    row: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tables").mkdir()
    head = "version\tissued\tpublisher\ttitle\tdoi\n"
    (tmp_path / "tables" / "release.tsv").write_text(head + row + "\n", encoding="utf-8")
    monkeypatch.setattr(module, "data_folder", lambda name: tmp_path)
    with pytest.raises(DataError, match=said):
        released.__wrapped__()
