"""Texts kept as data: what stands in the strings is the text, what stands around them is nothing."""

from __future__ import annotations

import json

import pytest

from yili_kg.layers import edit
from yili_kg.sources.keyed import strings_alone
from yili_kg.sources.read import read_text

BLOCKS = [
    (
        "j",
        "有司如主人服，即位於西方，東面，北上。有司，群吏有事者，謂主人之吏，所自辟除，府史以下，今時卒吏及假吏是也。",
    ),
    ("z", "“有司”至“北上”。○釋曰：此論主人有司從主人有事，故立位於廟門外西方。"),
    ("j", "宰自右少退，贊命。宰，有司主政教者。自，由也。贊，佐也。命，告也。佐主人告所以筮也。"),
    ("z", "“宰自”至“贊命”。○釋曰：知宰是有司主政教者，士雖無臣，以屬吏為宰。"),
    ("j", "卒筮，書卦，執以示主人。卒，已也。書卦者，筮人以方寫所得之卦。"),
    ("j", "主人受眡，反之。反，還也。"),
    ("j", "筮人還，東面旅占，卒，進告吉。旅，眾也。還與其屬共占之。"),
    ("j", "若不吉，則筮遠日，如初儀。遠日，旬之外。"),
]
YAML = "sections:\n  - id: juan1\n    blocks:\n" + "".join(f'      - {{type: {k}, text: "{t}"}}\n' for k, t in BLOCKS)
JSON = json.dumps({"title": "士冠禮", "blocks": [{"type": k, "text": t} for k, t in BLOCKS]}, ensure_ascii=False)
SCRIPT = (
    "export const text: Segment[] = [\n"
    + "".join(f'  {{"id":"s_{k}","text":"{t}","sortOrder":1}},\n' for k, t in BLOCKS)
    + "];\n"
)


@pytest.mark.parametrize("raw", [YAML, JSON, SCRIPT], ids=["yaml", "json", "script"])
def test_strings_are_read_and_nothing_else(raw: str) -> None:
    document = read_text(raw)
    assert document.raw == raw
    found = [(s.layer, s.passages, s.text[:2]) for s in edit(document).segments if s.layer not in ("題", "文")]
    assert found == [
        ("經", ("01.003",), "有司"),
        ("注", ("01.003",), "有司"),
        ("疏", ("01.003",), "“有"),
        ("經", ("01.007",), "宰自"),
        ("注", ("01.007",), "宰，"),
        ("疏", ("01.007",), "“宰"),
        ("經", ("01.009",), "卒筮"),
        ("注", ("01.009",), "卒，"),
        ("經", ("01.010",), "主人"),
        ("注", ("01.010",), "反，"),
        ("經", ("01.011",), "筮人"),
        ("注", ("01.011",), "旅，"),
        ("經", ("01.012",), "若不"),
        ("注", ("01.012",), "遠日"),
    ]


@pytest.mark.parametrize(
    "raw",
    [
        '曰:"某也願見，無由達。"主人對曰:"某子命某見，吾子有辱。"賓對曰:"某不足以辱命。"',
        "士冠禮。筮于廟門。主人玄冠，朝服。",
        'a: "士冠禮"\nb: "筮于廟門"\nc: "主人"\n玄冠，朝服，緇帶，素韠，即位于門東，西面。',
    ],
)
def test_other_texts_stay_as_they_are(raw: str) -> None:
    assert strings_alone(raw) == raw


def test_escaped_line_ends_end_lines() -> None:
    raw = '{"a": "士冠禮", "b": "筮于\\n廟門", "c": "主\\"人"}'
    read = strings_alone(raw)
    assert len(read) == len(raw)
    assert read.split() == ["士冠禮", "筮于", "廟門", "主", '"人']
