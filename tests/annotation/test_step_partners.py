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


def test_vessel_that_the_act_itself_names_is_its_object() -> None:
    assert vessels("小臣請媵爵者。下大夫二人媵爵") == {}


def test_vessel_of_ladling_and_drinking() -> None:
    assert vessels("賓坐取觚洗升酌膳") == {"酌": ["*觚"]}
    assert vessels("主人坐取觶洗坐祭遂飲卒觶") == {"飲": ["*觶"]}


def test_vessel_of_another_kind_is_the_one_in_hand_when_only_a_cup_is_named() -> None:
    assert vessels("主人坐取觚洗坐奠爵興洗升獻賓") == {"獻": ["*觚"]}
    assert vessels("主人坐取觚洗獻賓更爵洗酢賓") == {"獻": ["*觚"], "酢": ["*爵"]}


def test_vessel_put_back_is_in_nobodys_hand() -> None:
    assert vessels("主人取爵獻賓主人奠爵于篚主人酬賓") == {"獻": ["*爵"]}


def test_vessel_is_nowhere_without_a_cup_or_in_other_acts() -> None:
    assert vessels("主人獻賓") == {}
    assert vessels("主人取爵降洗賓不酢主人") == {}


def test_bow_goes_to_whom_the_text_names() -> None:
    assert bows("主人西南面三拜眾賓")[0] == ("拜", ["眾賓"])


def test_bow_goes_to_who_answers_it_and_the_answer_to_who_bowed() -> None:
    assert bows("賓西階上拜主人阼階上答拜") == [("拜", ["*主人"]), ("答拜", ["*賓"])]


def test_bow_that_nobody_answers_where_nobody_else_has_acted_goes_to_nobody_known() -> None:
    assert bows("賓西階上拜") == []


def test_bow_left_out_is_to_somebody_too() -> None:
    assert bows("主人獻眾賓眾賓不拜受爵") == [("拜受", ["*主人"])]


def test_bow_in_two_acts_is_one_bow() -> None:
    assert bows("賓再拜稽首公答再拜") == [("拜", ["*公"]), ("稽首", ["*公"]), ("答再拜", ["*賓"])]


def test_bow_that_answers_has_its_number() -> None:
    assert [(s.verb, s.count) for s in read_words("主人再拜賓答再拜")] == [("拜", 2), ("答再拜", 2)]
    assert [s.count for s in read_words("主人壹拜賓答壹拜")] == [1, 1]


def test_bow_on_sending_is_to_who_took_the_cup_or_leaves() -> None:
    assert bows("主人獻賓賓進受爵主人拜送爵")[-1] == ("拜送", ["*賓"])
    assert bows("賓出主人拜送")[-1] == ("拜送", ["*賓"])


def test_bow_at_the_gate_is_to_who_is_met() -> None:
    assert bows("主人迎賓于門外再拜")[-1] == ("拜", ["*賓"])
