"""One bad source does not end the build of the others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import SHARED
from yili_kg import gather as gathering
from yili_kg.analyse import analyse as analyse_edition
from yili_kg.analyse import analyse_text
from yili_kg.errors import PartialBuild, SourceError
from yili_kg.graph.store import open_store, select
from yili_kg.models import Annotated, Edition
from yili_kg.pipeline import build

TEXT = "鄉飲酒禮第四\n\n主人坐取爵于篚,降洗。賓降。\n"


def _written(place: Path, *names: str) -> list[Path]:
    for number, name in enumerate(names):
        (place / name).write_text(TEXT + "○" * number, encoding="utf-8")
    return [place / name for name in names]


@pytest.mark.parametrize(
    "error", [RecursionError("too deep"), ValueError("[E088] Text of length 1000001"), KeyError("x")]
)
def test_source_that_cannot_be_analysed_is_named_and_the_others_are_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    paths = _written(tmp_path, "good.txt", "bad.txt")
    real = analyse_edition

    def failing(edition: Edition, **options: object) -> Annotated:
        if edition.document.label == "bad.txt":
            raise error
        return real(edition, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(gathering, "analyse", failing)
    with pytest.raises(PartialBuild, match=r"1 of 2 sources(.|\n)*bad\.txt: cannot be analysed") as told:
        build(paths, tmp_path / "out", site=False)
    assert told.value.exit_code == 1
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["counts"]["sources"] == 1
    with pytest.raises(SourceError, match=r"bad\.txt: cannot be analysed"):
        build(paths[1:], tmp_path / "other", site=False)
    assert not (tmp_path / "other" / "manifest.json").exists()


def test_segment_of_more_than_a_million_code_points_is_read(tmp_path: Path) -> None:
    found = analyse_text("主人坐取爵于篚。" + "○" * 1_000_001, reader="plain")
    assert [m.text for m in found.mentions][:2] == ["主人", "爵"]


@pytest.mark.shared
def test_holder_of_notes_on_another_book_is_a_person_of_the_lexicon(tmp_path: Path) -> None:
    build(sorted((SHARED / "reference" / "KR1c0002").glob("*_002.txt")), tmp_path / "out", site=False)
    rows = select(open_store(tmp_path / "out"), "SELECT DISTINCT ?h { ?c a yl:Claim ; yl:holder ?h }")
    assert any(row["h"].endswith("concept/毛公") for row in rows)
