"""Following words in a cited book: the division in which they stand, and the first run of them."""

from __future__ import annotations

from yili_kg.annotation.follow import follow
from yili_kg.reference.books import Book, Part
from yili_kg.reference.shelf import Shelf

_SHELF = Shelf(
    [
        Book(
            "T",
            "周禮",
            "",
            "",
            (
                Part("周禮·弁師", "王之皮弁會五采玉璂象邸玉笄諸侯及孤卿大夫之冕韋弁皮弁弁絰各以其等為之", "各以其等繅斿玉璂如其命數也"),
                Part("周禮·大僕", "大僕掌正王之服位出入王之大命" + "●" * 25_000, ""),
            ),
        )
    ]
)  # fmt: skip


def test_the_division_is_that_in_which_most_of_the_words_stand() -> None:
    text = "周禮王之皮弁㑹五采玉璂象邸玉笄諸侯及孤卿大夫之冕皮弁各以其等為之"
    book = follow(text, _SHELF, "周禮")
    assert book is not None
    assert book.size > 25_000
    here = book.near(2, text.index("皮弁各"))
    assert here.size < 100
    assert here.in_text().first_run(text.index("皮弁各"), len(text), 5) == text.index("各以")
    assert book.near(2, 5) is book, "three graphs do not tell a division"


def test_notes_alone() -> None:
    text = "各以其等繅斿玉璂如其命數也"
    book = follow(text, _SHELF, "周禮·弁師")
    assert book is not None
    notes = book.in_notes()
    assert notes is not None
    assert notes.along(0, len(text)) == len(text)
    assert book.in_text().along(0, len(text)) < len(text)


def test_a_first_run_is_no_longer_than_what_is_left() -> None:
    book = follow("之服位", _SHELF, "周禮·大僕")
    assert book is not None
    assert book.first_run(0, 3, 3) == 0
    assert book.first_run(0, 3, 4) == -1
    assert book.first_run(3, 3, 2) == -1
