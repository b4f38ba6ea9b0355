"""Tables: cells over several lines, text in any column, cells whose words are not known."""

from __future__ import annotations

import pytest

from yili_kg.layers import edit
from yili_kg.sources.cells import table_in
from yili_kg.sources.read import read_text

ROWS = [
    ("1", "諸侯來朝，到了近郊，天子派人去慰勞他們。", "郊，謂近郊，去王城五十里。", "覲禮。至于郊，王使人皮弁用璧勞。侯氏亦皮弁迎于帷門之外，再拜。"),
    ("2", "使者不回拜，這時候拿著玉。", "不荅拜者，為人使，不當其禮也。不讓先升，奉王命，尊也。升者，升壇。使者東面致命，侯氏東階上西面聽之。", "使者不荅拜，遂執玉，三揖。至于階，使者不讓，先升。侯氏升聽命，降，再拜稽首，遂升受玉。"),
    ("3", "使者向左轉身，\n侯氏還璧。", "左還，還南面，示將去也。立者，見侯氏將有事於己，俟之也。還玉，重禮。", "使者左還而立，侯氏還璧，使者受。侯氏降，再拜稽首，使者乃出。"),
    ("合計", "", "", "3條"),
]  # fmt: skip


def written(separator: str, head: str = "") -> str:
    lines = [separator.join(f'"{cell}"' if "\n" in cell else cell for cell in row) for row in ROWS]
    return head + "\n".join([separator.join(("序", "今譯", "鄭說", "原文")), *lines]) + "\n"


@pytest.mark.parametrize("raw", [written(","), written("\t"), written("\t", "#separator:tab\n#html:true\n")])
def test_text_is_read_before_what_explains_it_in_whichever_columns_they_stand(raw: str) -> None:
    document = read_text(raw)
    segments = [(s.layer, s.passages) for s in edit(document).segments if s.layer in ("經", "注")]
    assert segments == [(layer, (f"10.00{n}",)) for n in (1, 2, 3) for layer in ("經", "注")]
    held = sum(block.end - block.start for block in document.blocks) + sum(n.end - n.start for n in document.noise)
    assert held == len(raw)


@pytest.mark.parametrize(
    "raw",
    [
        "主人,賓\n賓,主人\n介,賓\n眾賓,介\n",  # no column of keys
        "1,主人\n2,賓\n",  # too few
        '1,"主人\n2,賓\n3,介\n',  # a quotation mark that closes nothing leaves rows as they are
    ],
)
def test_what_is_no_table(raw: str) -> None:
    lines = []
    at = 0
    for line in raw.splitlines():
        lines.append((at, at + len(line)))
        at += len(line) + 1
    table = table_in(raw, lines)
    assert table is None or raw.startswith('1,"')
    if table is not None:
        assert "".join(raw[a:b] for a, b in table.cells) == raw.replace(",", "").replace("\n", "")
