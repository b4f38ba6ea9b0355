"""Who acts where nobody is named: pairs, askers, those who decline, offices, those who are met."""

from __future__ import annotations

from yili_kg.annotation.steps import read_words


def agents(text: str) -> list[tuple[str, str]]:
    return [(s.verb, "+".join(f.text for f in s.agent)) for s in read_words(text)]


def test_agent_who_is_ordered_by_word_does_not_speak() -> None:
    assert agents("司射命上射曰某御於子")[-1] == ("曰", "司射")


def test_agent_who_is_only_met_does_not_act() -> None:
    assert agents("司射進與司馬交于階前去扑")[-1] == ("去", "司射")


def test_agent_who_assists_is_no_assistant_of_that_name() -> None:
    assert ("授", "膳宰") in agents("膳宰贊授肺")


def test_agent_who_stands_somewhere_and_acts() -> None:
    assert agents("賓拜受爵主人在其右答拜")[-1] == ("答拜", "主人")


def test_agents_on_the_road_are_both_until_one_bids_the_other_in() -> None:
    assert agents("主人迎賓主人揖入賓入三揖至于廟門揖入")[4:6] == [("揖", "賓+主人"), ("至", "賓+主人")]


def test_agent_who_has_washed_bids_the_other_up_alone() -> None:
    assert agents("主人降洗賓降主人卒洗揖讓升")[-3:] == [("揖", "主人"), ("讓", "主人"), ("升", "主人")]


def test_agent_who_takes_his_seat_is_served() -> None:
    assert agents("介升席設折俎")[-1] == ("設", "有司")


def test_agent_who_was_assisted_goes_on() -> None:
    assert agents("公祭酒膳宰贊授肺不拜酒")[-2:] == [("授", "膳宰"), ("拜", "公")]


def test_agent_whom_an_usher_calls_up() -> None:
    assert agents("侯氏降再拜稽首擯者延之曰升升成拜")[-2:] == [("升", "侯氏"), ("成拜", "侯氏")]


def test_somebody_who_is_made_to_act_is_the_object_and_who_is_spoken_to_the_recipient() -> None:
    made = read_words("主人使人授賓爵")
    assert ([f.text for f in made[0].object], [f.text for f in made[1].agent]) == (["人"], ["人"])
    said = read_words("司射命上射曰某御於子")[1]
    assert ([f.text for f in said.agent], [f.text for f in said.recipient]) == (["司射"], ["上射"])


def test_arrows_that_are_counted_and_words_of_a_list() -> None:
    steps = read_words("司射搢三挾一个釋弓矢")
    assert [[f.text for f in s.object] for s in steps] == [["矢"], ["矢"], ["弓", "矢"]]
