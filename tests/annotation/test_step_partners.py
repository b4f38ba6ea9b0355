"""The cup of an offering and the one who is bowed to, told from the steps around."""

from __future__ import annotations

from yili_kg.annotation.steps import read_words
from yili_kg.models import Filler


def words(fillers: tuple[Filler, ...]) -> list[str]:
    return [("*" if f.supplied else "") + f.text for f in fillers]


def vessels(text: str) -> dict[str, list[str]]:
    return {s.verb: words(s.vessel) for s in read_words(text) if s.vessel}


def bows(text: str) -> list[tuple[str, list[str]]]:
    return [(s.verb, words(s.bows_to)) for s in read_words(text) if s.bows_to]


def test_vessel_is_the_cup_handled_last() -> None:
    assert vessels("主人坐取爵于篚降洗主人實爵賓之席前西北面獻賓") == {"獻": ["*爵"]}
    assert vessels("主人取爵實爵獻賓主人實觶酬賓") == {"獻": ["*爵"], "酬": ["*觶"]}


def test_vessel_that_the_act_itself_names_is_the_texts() -> None:
    assert vessels("小臣請媵爵者。下大夫二人媵爵") == {"媵": ["爵"]}


def test_vessel_is_nowhere_without_a_cup_or_in_other_acts() -> None:
    assert vessels("主人獻賓") == {}
    assert vessels("主人取爵降洗賓不酢主人") == {}


def test_bow_goes_to_whom_the_text_names() -> None:
    assert bows("主人西南面三拜眾賓")[0] == ("拜", ["眾賓"])


def test_bow_goes_to_who_answers_it_and_the_answer_to_who_bowed() -> None:
    assert bows("賓西階上拜主人阼階上答拜") == [("拜", ["*主人"]), ("答拜", ["*賓"])]


def test_bow_that_nobody_answers_nearby_goes_to_nobody_known() -> None:
    assert bows("賓西階上拜") == []
    assert bows("賓不拜主人答拜")[0][0] == "答拜"
