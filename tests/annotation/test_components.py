from __future__ import annotations

import ast
import json
import pickle
import re
import time
from pathlib import Path
from typing import Any

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc, DocBin

import yili_kg.resolve.component
from yili_kg.analyse import analyse_text
from yili_kg.annotation import components
from yili_kg.annotation.components.sentences import sentence_starts
from yili_kg.errors import PipelineError
from yili_kg.models import Mention

TEXT = "宾坐取觯。案《聘礼》云:「束帛加璧」,是也。又云「賓降」。"
ALL = ("yili_mentions", "yili_citations", "yili_sentences", "yili_references", "yili_glosses", "yili_steps")
FOUND = ("mentions", "citations", "references", "glosses", "readings", "steps")


def pipeline(*names: str, lang: str = "lzh") -> Language:
    nlp = spacy.blank(lang)
    for name in names or ALL:
        nlp.add_pipe(name)
    return nlp


def all_of(doc: Doc) -> str:
    """Everything that the components found, as text: lists and tuples look the same in it."""
    data: dict[str, Any] = {name: doc._.get(f"yili_{name}") for name in FOUND}
    data["spans"] = {
        key: [(s.start_char, s.end_char, s.label_, s.kb_id_, s.id_, s._.yili_confidence, s._.yili_exact) for s in group]
        for key, group in doc.spans.items()
    }
    data["sents"] = [s.text for s in doc.sents]
    return json.dumps(data, ensure_ascii=False, sort_keys=True)


@pytest.fixture(scope="module")
def nlp() -> Language:
    return pipeline()


def test_mentions_and_citations_of_running_text(nlp: Language) -> None:
    doc = nlp(TEXT)
    assert [(s.text, s.label_, s.kb_id_) for s in doc.spans["yili_mentions"]][:3] == [
        ("宾", "role", "賓"),
        ("觯", "object", "觶"),
        ("聘礼", "work", "儀禮·聘禮"),
    ]
    (citation,) = doc._.yili_citations
    assert citation["target"] == "儀禮·聘禮"
    assert [q["text"] for q in citation["quotes"]] == ["束帛加璧"]
    assert [(s.text, s.kb_id_) for s in doc.spans["yili_quotations"]] == [("束帛加璧", "儀禮·聘禮")]


def test_each_component_declares_what_it_wants() -> None:
    alone, whole = pipeline("yili_citations").analyze_pipes(), pipeline().analyze_pipes()
    assert alone is not None
    assert alone["problems"]["yili_citations"] == ["doc._.yili_mentions"]
    assert whole is not None
    assert not any(whole["problems"].values())
    with pytest.raises(PipelineError, match="yili_citations wants yili_mentions"):
        pipeline("yili_citations")(TEXT)


@pytest.mark.parametrize("text", ["", " \n", "\n", "abc", "𠀀"])
def test_texts_of_nothing(nlp: Language, text: str) -> None:
    doc = nlp(text)
    assert [doc._.get(f"yili_{name}") for name in FOUND] == [[]] * len(FOUND)
    assert "".join(s.text_with_ws for s in doc.sents) == text


@pytest.mark.parametrize("lang", ["zh", "lzh", "xx", "en"])
def test_places_are_right_after_any_tokenizer(lang: str, nlp: Language) -> None:
    text = "主人坐取爵于篚,降洗。 宾辞洗。"
    doc = pipeline(lang=lang)(text)
    assert all(text[m["start"] : m["end"]] == m["text"] for m in doc._.yili_mentions)
    assert [m["text"] for m in doc._.yili_mentions] == [m["text"] for m in nlp(text)._.yili_mentions]
    exact = [s for s in doc.spans["yili_mentions"] if s._.yili_exact]
    assert all(s.text in [m["text"] for m in doc._.yili_mentions] for s in exact)
    if lang in ("zh", "lzh"):
        assert [s.text for s in doc.spans["yili_mentions"]] == [m["text"] for m in doc._.yili_mentions]


@pytest.mark.parametrize(
    ("mode", "shown"),
    [
        ("expand", [("主人坐", False), ("爵于", False), ("篚", True)]),
        ("strict", [("篚", True)]),
        ("contract", [("主", False), ("篚", True)]),
    ],
)
def test_a_tokenizer_that_cuts_inside_a_span(mode: str, shown: list[tuple[str, bool]]) -> None:
    nlp = spacy.blank("lzh")
    nlp.tokenizer = lambda text: Doc(nlp.vocab, words=["主", "人坐", "取", "爵于", "篚"], spaces=[False] * 5)
    nlp.add_pipe("yili_mentions", config={"alignment_mode": mode})
    doc = nlp("主人坐取爵于篚")
    assert [m["text"] for m in doc._.yili_mentions] == ["主人", "爵", "篚"]
    assert [(s.text, s._.yili_exact) for s in doc.spans["yili_mentions"]] == shown


def test_settings() -> None:
    nlp = spacy.blank("lzh")
    nlp.add_pipe("yili_mentions", config={"spans_key": "sc", "layer": "疏"})
    nlp.add_pipe("yili_citations", config={"spans_key": "", "quotations_key": ""})
    doc = nlp(TEXT)
    assert list(doc.spans) == ["sc"]
    assert doc._.yili_mentions[0]["layer"] == "疏"
    assert len(doc._.yili_citations) == 1
    with pytest.raises(PipelineError, match="no layer chu"):
        spacy.blank("lzh").add_pipe("yili_mentions", config={"layer": "chu"})
    with pytest.raises(PipelineError, match="no alignment_mode"):
        spacy.blank("lzh").add_pipe("yili_steps", config={"alignment_mode": "outside"})
    doc = nlp.make_doc("賓")
    doc._.yili_layer = "jing"
    with pytest.raises(PipelineError, match="經"):
        nlp(doc)


def test_a_base_text_cites_nothing(nlp: Language) -> None:
    doc = nlp.make_doc(TEXT)
    doc._.yili_layer = "經"
    assert nlp(doc)._.yili_citations == []
    assert [s["verb"]["text"] for s in doc._.yili_steps] == ["取", "降"]
    doc = nlp.make_doc(TEXT)
    doc._.yili_layer = "疏"
    assert nlp(doc)._.yili_steps == []


def test_glosses_with_and_without_the_text_explained(nlp: Language) -> None:
    doc = nlp.make_doc("榮,屋翼也。古文觶作觚。")
    doc._.yili_explains = "坐奠觶。南北以堂深,東西當東榮。"
    nlp(doc)
    (gloss,) = doc._.yili_glosses
    assert (gloss["term"], gloss["definition"]) == ("榮", "屋翼")
    assert doc._.yili_explains[gloss["target_start"] : gloss["target_end"]] == "榮"
    assert [(s.text, s.label_) for s in doc.spans["yili_glosses"]] == [
        ("榮,屋翼也", "gloss"),
        ("古文觶作觚", "reading"),
    ]
    assert doc._.yili_readings[0]["target_start"] == 2
    alone = nlp("酬之言周。")._.yili_glosses[0]
    assert (alone["term"], alone["formula"]) == ("酬", "之言")
    assert alone["reason"]


def test_references_go_back_to_titles_and_lemmata_to_the_text(nlp: Language) -> None:
    doc = nlp.make_doc("《聘禮》云:「束帛加璧」,又云「賓降」。云「東榮」者,屋翼。下文更說。")
    doc._.yili_explains, doc._.yili_layer, doc._.yili_chapter = "東西當東榮。", "疏", "04"
    rows = nlp(doc)._.yili_references
    assert [(r["text"], r["form"], r["target"]) for r in rows] == [
        ("又云", "elliptical", "儀禮·聘禮"),
        ("東榮", "lemma", ""),
        ("下文", "pointer", "儀禮·鄉飲酒禮"),
    ]
    assert doc._.yili_explains[rows[1]["target_start"] : rows[1]["target_end"]] == "東榮"


def test_sentences_keep_their_marks(nlp: Language) -> None:
    doc = nlp("賓曰:「敢固辭。」主人曰:「某不敢。」\n「請。」乃行")
    assert [s.text for s in doc.sents] == ["賓曰:「敢固辭。」", "主人曰:「某不敢。」\n", "「請。」", "乃行"]
    assert sentence_starts("") == []
    assert sentence_starts("。。") == [0]
    doc = pipeline("yili_sentences", lang="zh")("主人升。賓升")
    assert [s.text for s in doc.sents] == ["主人升。", "賓升"]


def test_sentences_end_without_a_particle_where_they_likely_do() -> None:
    text = "主人坐取爵于篚降洗南面坐奠爵于篚下盥洗賓進東北面辭洗主人坐奠爵于篚興對賓復位當西序東面"
    starts = sentence_starts(text)
    assert text.index("主人坐奠") in starts
    assert text.index("降洗") + 1 not in starts
    # Where a text has marks, they alone are asked.
    marked = "主人坐取爵于篚,降洗,南面坐奠爵于篚下,盥洗。賓進,東北面辭洗,主人坐奠爵于篚。"
    assert sentence_starts(marked) == [0, marked.index("賓進")]


def test_bytes_and_back(nlp: Language) -> None:
    doc = nlp(TEXT)
    json.dumps([doc._.get(f"yili_{name}") for name in FOUND])
    back = Doc(spacy.blank("lzh").vocab).from_bytes(doc.to_bytes())
    assert all_of(back) == all_of(doc)
    assert all_of(pickle.loads(pickle.dumps(doc))) == all_of(doc)


def test_a_doc_bin_keeps_all(nlp: Language, tmp_path: Path) -> None:
    docs = [nlp(TEXT), nlp(""), nlp("主人坐取爵")]
    DocBin(docs=docs, store_user_data=True).to_disk(tmp_path / "x.spacy")
    back = DocBin(store_user_data=True).from_disk(tmp_path / "x.spacy").get_docs(spacy.blank("lzh").vocab)
    assert [all_of(doc) for doc in back] == [all_of(doc) for doc in docs]


def test_other_processes_find_the_same(nlp: Language) -> None:
    texts = [TEXT, "", "主人坐取爵于篚,降洗。", "榮,屋翼也。"] * 3
    assert [all_of(d) for d in nlp.pipe(texts, n_process=2, batch_size=4)] == [all_of(nlp(text)) for text in texts]


def test_a_pipeline_is_kept_on_disk_and_pickled(nlp: Language, tmp_path: Path) -> None:
    nlp.to_disk(tmp_path / "nlp")
    assert all_of(spacy.load(tmp_path / "nlp")(TEXT)) == all_of(nlp(TEXT))
    assert all_of(pickle.loads(pickle.dumps(nlp))(TEXT)) == all_of(nlp(TEXT))


@pytest.mark.filterwarnings("ignore:.W101")
def test_docs_joined_and_cut(nlp: Language) -> None:
    doc = Doc.from_docs([nlp("主人坐"), nlp("取爵")])
    assert [s.text for s in doc.spans["yili_mentions"]] == ["主人", "爵"]
    assert nlp(nlp(TEXT)[5:].as_doc(copy_user_data=True))._.yili_mentions[0]["text"] == "聘礼"


def test_ten_thousand_graphs_take_no_time_without_end(nlp: Language) -> None:
    text = TEXT * 333
    begin = time.process_time()  # however much else the machine does
    doc = nlp(text)
    assert time.process_time() - begin < 60
    assert len(doc._.yili_citations) == 333
    assert all(text[m["start"] : m["end"]] == m["text"] for m in doc._.yili_mentions)


def test_components_find_what_the_build_finds() -> None:
    nlp = pipeline("yili_mentions")
    doc = nlp.make_doc("自此盡西階,論賓升。主人坐取爵。")
    doc._.yili_layer = "疏"
    nlp(doc)
    assert [s.text for s in doc.spans["yili_mentions"]] == [m.text for m in analysed("自此盡西階,論賓升。主人坐取爵。")]


def analysed(text: str) -> list[Mention]:
    """The mentions that the chain finds in a sub-commentary with these words."""
    page = f"鄉飲酒禮第四\n\n鄉飲酒之禮。\n\n主人,謂諸侯之鄉大夫也。\n\n 「鄉飲」至「之禮」。○釋曰︰{text}\n"
    found = analyse_text(page)
    start = page.index(text)
    return [m for m in found.mentions if m.start >= start]


def test_the_page_shows_what_one_gets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "spacy.md"
    monkeypatch.chdir(tmp_path)
    known: dict[str, Any] = {}
    told = 0
    for code in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        for part in re.split(r"^# (.*\n)", code, flags=re.MULTILINE)[:-1:2]:
            *before, shown = part.rstrip().splitlines()
            exec("\n".join(before), known)
            expected = code.partition(part)[2].partition("# ")[2].partition("\n")[0]
            assert eval(shown, known) == ast.literal_eval(expected)
            told += 1
        exec(re.split(r"^# .*\n", code, flags=re.MULTILINE)[-1], known)
    assert told == 4


def test_what_a_component_may_be_called() -> None:
    assert components.MentionFinder().spans_key == "yili_mentions"
    assert yili_kg.resolve.component.ReferenceFinder().layer == "疏"
