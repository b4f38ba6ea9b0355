from __future__ import annotations

import json
import os
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest

from tests.commands import COMMAND, run, run_apart
from tests.graphs import about, some_of_each_class
from yili_kg.cli.texts import as_table
from yili_kg.graph.check import check_shapes
from yili_kg.graph.store import open_store

TEXT = "鄉飲酒禮第四\n\n主人坐取爵于篚,降洗。賓降。\n"


def test_cli_annotate_prints_records(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    done = run_apart("annotate", tmp_path / "a.txt")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert done.stdout == run("annotate", tmp_path / "a.txt").stdout, "in this process as in one of its own"
    assert {"segment", "noise", "mention"} <= {r["kind"] for r in rows}
    assert [(r["text"], r["type"]) for r in rows if r["kind"] == "mention"][:4] == [
        ("鄉飲酒禮", "work"),
        ("主人", "role"),
        ("爵", "object"),
        ("篚", "object"),
    ]


def test_cli_annotate_prints_tables_without_formulas_unless_asked(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    marked = run("annotate", tmp_path / "a.txt", "-f", "csv").stdout.splitlines()
    assert marked[0] == "kind,start,end,text,type,concept,target,layer,segment,rule,confidence"
    assert marked == run("annotate", tmp_path / "a.txt", "-f", "csv", "--raw").stdout.splitlines()
    rows: list[dict[str, Any]] = [{"kind": "mention", "start": 0, "text": "=1+1"}, {"kind": "noise", "text": "=2"}]
    assert [line.split(",")[3] for line in as_table(rows)] == ["text", "'=1+1"]
    assert [line.split(",")[3] for line in as_table(rows, raw=True)] == ["text", "=1+1"]


BAD: dict[str, bytes] = {
    "gb.txt": "主人坐取爵于篚降洗賓降主人坐奠爵于階前辭".encode("gb18030"),
    "big5.txt": "主人坐取爵于篚降洗賓降主人坐奠爵于階前辭之也不以而其".encode("big5"),
    "empty.txt": b"",
    "blank.txt": b" \n\t \n",
    "binary.txt": bytes(range(256)) * 20,
    "image.png": b"\x89PNG\r\n\x1a\n" + bytes(200),
    "bomb.xml": b'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body><p>&b;</p></body></text></TEI>',
    "outside.xml": b'<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]><TEI><text><body><p>&x;</p></body></text></TEI>',
    "deep.xml": b"<TEI><text>" + b"<p>" * 100_000 + b"</p>" * 100_000 + b"</text></TEI>",
    "page.html": b"<!DOCTYPE html><html><body><p>The host takes the cup from the basket.</p></body></html>",
    "other.xml": "<?xml version='1.0'?><book><p>主人坐取爵</p></book>".encode(),
    "english.txt": b"The host takes the cup from the basket and comes down to wash it.",
    "eighteen.txt": "儀禮卷第十八\n\n投壺禮第十八\n\n主人奉矢,司射奉中。\n註曰矢\n註曰中\n註曰奉\n".encode(),
    "broken.xml": b"<TEI><text><body><p>\xe4\xb8\xbb</body></text></TEI>",
}


@pytest.mark.parametrize("name", sorted(BAD))
def test_cli_bad_source_gets_a_clear_message(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(BAD[name])
    done = run("build", tmp_path / name, "-o", tmp_path / "out")
    assert done.returncode == 2, done.stderr
    assert name in done.stderr
    assert "→" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()


def test_cli_names_the_likely_encoding_and_takes_it(tmp_path: Path) -> None:
    (tmp_path / "gb.txt").write_bytes(BAD["gb.txt"])
    assert "--encoding gb18030" in run("annotate", tmp_path / "gb.txt").stderr
    done = run("annotate", tmp_path / "gb.txt", "--encoding", "gb18030")
    assert done.returncode == 0
    assert "主人" in done.stdout


def test_cli_missing_folder_huge(tmp_path: Path) -> None:
    assert "no such file" in run("annotate", tmp_path / "none.txt").stderr.lower()
    assert "folder" in run("annotate", tmp_path).stderr
    for command in (("annotate", "a" * 300), ("export", "-g", "a" * 300), ("build", "a" * 300, "-o", tmp_path / "out")):
        done = run(*command)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        assert "name too long" in done.stderr.lower().replace("name is", "name")
    done = run("build", tmp_path / "none.txt", "-o", tmp_path / "out")
    assert "no such file" in done.stderr
    assert "fault of yili-kg" not in done.stderr
    with (tmp_path / "huge.txt").open("wb") as file:
        file.truncate(200_000_000)
    done = run("annotate", tmp_path / "huge.txt")
    assert done.returncode == 2
    assert "200,000,000" in done.stderr


def test_cli_unknown_reader_and_encoding(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    assert "no reader" in run("annotate", tmp_path / "a.txt", "--reader", "x").stderr
    assert "encoding" in run("annotate", tmp_path / "a.txt", "--encoding", "x").stderr


def test_cli_a_named_reader_reads_it_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(BAD["page.html"])
    assert run("annotate", tmp_path / "page.html", "--reader", "plain").returncode == 0


def test_cli_chapters_of_other_books_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("投壺禮第十八\n\n主人奉矢,司射奉中。\n", encoding="utf-8")
    rows = [json.loads(line) for line in run("annotate", tmp_path / "a.txt").stdout.splitlines()]
    assert {r["chapter"] for r in rows if r["kind"] == "segment"} == {""}
    assert any(r["kind"] == "mention" for r in rows)


def test_cli_partial_build_exits_1(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "bad.txt").write_bytes(BAD["gb.txt"])
    done = run_apart("build", tmp_path / "good.txt", tmp_path / "bad.txt", "-o", tmp_path / "out")
    assert done.returncode == 1
    assert "bad.txt" in done.stderr
    assert (tmp_path / "out/yili.trig").is_file()


def test_cli_build_again_says_that_nothing_changed(corpus: Path) -> None:
    done = run("build", "-o", corpus)
    assert done.returncode == 0
    assert "nothing has changed" in done.stdout


def test_cli_query_named_string_and_file(corpus: Path, tmp_path: Path) -> None:
    named = run("query", "occurrences", "-p", "concept=觶", "-g", corpus, "-f", "csv").stdout
    assert named.startswith("chapter,name,layer,count\n04,鄉飲酒禮,")
    (tmp_path / "q.rq").write_text("SELECT (COUNT(?m) AS ?n) { ?m a yl:Mention }", encoding="utf-8")
    count = json.loads(run("query", tmp_path / "q.rq", "-g", corpus, "-f", "json").stdout)
    assert int(count[0]["n"]) > 12_000
    assert "occurrences" in run("query").stdout
    bad = run("query", "SELECT nonsense", "-g", corpus)
    assert bad.returncode == 2
    assert "Traceback" not in bad.stderr


def test_cli_check_explain_export_view(corpus: Path, tmp_path: Path) -> None:
    assert run("check", "-g", corpus, "--quick").stdout.strip() == "the graph conforms"
    whole = open_store(corpus)
    part = about(whole, *some_of_each_class(whole))
    (tmp_path / "part.nq").write_bytes(ox.serialize(part, format=ox.RdfFormat.N_QUADS) or b"")
    # A part has not all that the whole counts and names: of it the shapes alone are asked, over every node.
    assert check_shapes(open_store(tmp_path / "part.nq")) == []
    explained = run("explain", "m:04.013.zhushu.jing.1.賓.1", "-g", corpus).stdout
    assert "再拜⟦賓⟧" in explained
    assert "code points 5672–5673" in explained
    done = run("export", "-f", "nquads", "-g", corpus, "-o", tmp_path / "x.nq")
    assert done.returncode == 0
    assert (tmp_path / "x.nq").stat().st_size > 1_000_000
    assert run("view", "-g", corpus, "-o", tmp_path / "v.html", "--nodes", "40").returncode == 0
    assert "vis.Network" in (tmp_path / "v.html").read_text(encoding="utf-8")
    assert run("explain", "m:none", "-g", corpus).returncode == 2


def test_cli_closed_pipe_is_no_error(corpus: Path) -> None:
    command = f"{shlex.join([*COMMAND, 'query', 'one-rule', '-f', 'csv', '-g', str(corpus)])} | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, env=os.environ, check=False)
    assert "Traceback" not in done.stderr
    assert done.stdout.count("\n") == 1


def test_cli_help_has_an_example_for_each_command() -> None:
    for command in ("build", "annotate", "query", "export", "view", "check", "explain"):
        assert "Example:" in run(command, "--help").stdout, command


def test_cli_reference_is_fresh() -> None:
    from tests.cli_reference import reference

    page = Path(__file__).resolve().parents[1] / "docs" / "cli.md"
    assert page.read_text(encoding="utf-8") == reference(), "run `python -m tests.cli_reference > docs/cli.md`"


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the library in use is, before there is one."""
    monkeypatch.setenv("YILI_REFERENCE", str(tmp_path / "lib.sqlite"))
    return tmp_path / "lib.sqlite"


@pytest.mark.usefixtures("library")
def test_cli_reference_add_list_remove(tmp_path: Path) -> None:
    assert "no library" in run("reference", "list").stdout
    place = tmp_path / "KR1d0052"
    place.mkdir()
    (place / "KR1d0052_001.txt").write_text("#+TITLE: 禮記\n** 1 曲禮上\n毋不敬,儼若思\n", encoding="utf-8")
    added = run("reference", "add", place)
    assert added.returncode == 0
    assert "KR1d0052 禮記: 1 divisions, 6 graphs of text" in added.stdout
    assert "KR1d0052" in run("reference", "list").stdout
    some = run("reference", "add", place, tmp_path / "none")
    assert some.returncode == 1
    assert "there is nothing here" in some.stderr
    assert run("reference", "remove", "KR1d0052").returncode == 0
    gone = run("reference", "remove", "KR1d0052")
    assert gone.returncode == 2
    assert "there is no library" in gone.stderr


def test_cli_annotate_checks_quotations_against_the_library(
    tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "KR1d0052"
    place.mkdir()
    (place / "KR1d0052_001.txt").write_text("#+TITLE: 禮記\n** 1 曲禮上\n為人子者居不主奧坐不中席\n", encoding="utf-8")
    run("reference", "add", place)
    text = tmp_path / "a.txt"
    text.write_text("主人坐取爵于篚降洗賓降釋曰案曲禮云為人子者居不主奧是以少牢主人不於奧", encoding="utf-8")
    for reference, verdict in ((str(library), "verbatim"), ("", "unchecked")):
        monkeypatch.setenv("YILI_REFERENCE", reference)
        done = run("annotate", text, "--reader", "plain")
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        citation = next(r for r in rows if r["kind"] == "citation")
        assert [(q["text"], q["verdict"]) for q in citation["quotes"]] == [("為人子者居不主奧", verdict)]


def test_cli_corrections_with_a_broken_anchor_build_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    rows = "source\taction\tbefore\twords\tafter\ttype\tconcept\treason\tby\n*\tdrop\t無此\t爵\t處\t\t\tx\t\n"
    (tmp_path / "mine.tsv").write_text(rows, encoding="utf-8")
    done = run("build", tmp_path / "a.txt", "-c", tmp_path / "mine.tsv", "-o", tmp_path / "out")
    assert done.returncode == 2
    assert "mine.tsv:2: drop 爵: its anchor is gone" in done.stderr
    assert not (tmp_path / "out").exists()


def test_cli_tells_the_doubtful_apart_and_only_when_asked(small_build: Path, tmp_path: Path) -> None:
    source = tmp_path / "a.txt"
    source.write_text(
        "鄉飲酒禮第四\n\n鄉飲酒之禮。\n\n主人,謂大夫。\n\n ○釋曰︰云「謀,心也」者,《爾雅》云「謀,心也」。\n",
        encoding="utf-8",
    )
    rows = [json.loads(line) for line in run("annotate", source).stdout.splitlines()]
    told = [json.loads(line) for line in run("annotate", source, "--sure-only").stdout.splitlines()]
    assert told == [r for r in rows if r["kind"] != "unsure"]
    assert all(0 < r["confidence"] < 1 for r in rows if r["kind"] in ("mention", "citation", "gloss"))
    asked = run("ask", "unresolved", "--all", "-g", small_build)
    assert asked.returncode == 0
    assert run("query", "ASK { ?s yl:confidence ?c }", "--all", "-g", small_build, "-f", "csv").stdout.split() == [
        "answer",
        "true",
    ]


def test_cli_slips_get_a_clear_word(tmp_path: Path) -> None:
    text, other = tmp_path / "a.txt", tmp_path / "b.txt"
    text.write_text(TEXT, encoding="utf-8")
    other.write_text(TEXT.replace("降洗", "降而洗"), encoding="utf-8")
    missing = tmp_path / "missing.txt"
    for args, said in (
        (("build", missing, "-o", tmp_path / "out"), "there is no such file"),
        (("collate", text), "one edition alone"),
        (("collate", text, other, "--only", "nobody"), "no edition is named nobody"),
        (("annotate", text, "-c", tmp_path / "none.tsv"), "none.tsv: cannot be read: No such file or directory\n"),
    ):
        done = run(*args)
        assert done.returncode == 2, args
        assert said in done.stderr
        assert "fault of yili-kg" not in done.stderr


def test_cli_a_missing_file_with_a_query_is_no_query(small_build: Path, tmp_path: Path) -> None:
    done = run("query", tmp_path / "none.rq", "-g", small_build)
    assert (done.returncode, "there is no such file" in done.stderr) == (2, True)


def test_cli_verify_names_a_source_that_is_not_there(small_build: Path, tmp_path: Path) -> None:
    assert "none.txt: there is no such file" in run("verify", small_build, "--sources", tmp_path / "none.txt").stdout


def test_cli_a_rite_by_the_name_of_its_chapter(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(
        "鄉飲酒禮第四\n\n主人一相迎于門外，再拜賓，賓答拜，拜介，介答拜。揖衆賓。主人揖，先入。\n", encoding="utf-8"
    )
    numbered, named = (
        run("rite", tmp_path / "a.txt", "--chapter", chapter, "-f", "csv") for chapter in ("04", "乡饮酒礼")
    )
    assert numbered.returncode == named.returncode == 0
    assert numbered.stdout == named.stdout


def test_a_book_about_the_classic_may_have_parts_of_its_own(tmp_path: Path) -> None:
    """儀禮逸經 heads its parts 冠義第一, which is none of the 17 篇."""
    lines = "儀禮逸經卷二\n\n冠義第一\n\n夫禮始於冠本於昏重於喪祭。\n註曰始\n註曰本\n註曰重\n"
    (tmp_path / "yijing.txt").write_text(lines, encoding="utf-8")
    done = run("build", tmp_path / "yijing.txt", "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
