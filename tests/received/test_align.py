from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from yili_kg.received.align import Aligner, Unit, align

GRAPHS = "主人賓介坐取爵于篚降洗西階上北面拜受送薦脯醢升席自方乃設折俎祭如禮不告旨適卒興再"
texts = st.lists(st.text(GRAPHS, min_size=3, max_size=40), min_size=2, max_size=25)


def units_of(pieces: list[str]) -> list[Unit]:
    return [Unit(f"04.{n:03d}", "經", p[:4], p[-4:], len(p)) for n, p in enumerate(pieces, 1)]


@settings(max_examples=150)
@given(texts, st.text("某無有", max_size=5), st.text("某無有", max_size=5))
def test_align_places_increase_and_lie_in_the_text(pieces: list[str], before: str, after: str) -> None:
    text = before + "".join(pieces) + after
    cuts = align(text, units_of(pieces))
    found = [c for c in cuts if c >= 0]
    assert len(cuts) == len(pieces) + 1
    assert found == sorted(set(found))
    assert all(0 <= c <= len(text) for c in found)


def test_align_finds_the_cuts_of_text_as_it_stands() -> None:
    pieces = ["主人戒賓賓拜辱", "主人答拜乃請賓", "賓禮辭許", "主人再拜賓答拜", "介亦如之", "乃席賓主人介"]
    cuts = align("".join(pieces), units_of(pieces))
    places = [0]
    for piece in pieces:
        places.append(places[-1] + len(piece))
    assert cuts == places


def test_align_survives_misprints_and_a_lost_passage() -> None:
    pieces = ["主人坐取爵于篚降洗", "賓降", "主人坐奠爵于階前辭", "賓對", "主人坐取爵興適洗南面", "賓進東北面辭洗"]
    text = "王人坐取爵于篚降洗" + "賓降" + "主人坐尊爵于階前辭" + "主人坐取爵興適洗南面" + "賓進東北面辭洗"
    cuts = align(text, units_of(pieces))
    assert cuts[1] == 9
    assert cuts[2] == 11
    assert cuts[5] == text.index("賓進")


def test_align_a_fragment_from_the_middle() -> None:
    pieces = [f"{a}{b}{c}主人{d}" for a in "取奠執加" for b in "爵觶觚" for c in "興坐" for d in ("升堂", "降階西")]
    text = "".join(pieces[10:20])
    cuts = align(text, units_of(pieces))
    assert cuts[12] == len("".join(pieces[10:12]))
    assert cuts[18] == len("".join(pieces[10:18]))


def test_align_of_nothing() -> None:
    assert align("", units_of(["主人戒賓"])) == [-1, -1]
    assert align("主人戒賓", []) == [-1]


def recurring(n: int) -> list[str]:
    """Passages whose edges come again after forty: nothing in them stands once."""
    return [f"{GRAPHS[i % 40]}{GRAPHS[(i * 7) % 40]}{i:05d}主人坐取爵" for i in range(n)]


def compared(text: str, pieces: list[str]) -> int:
    aligner = Aligner(text, units_of(pieces))
    aligner.cuts()
    return aligner.compared


def test_align_cost_does_not_grow_with_the_square_of_the_text() -> None:
    small, large = (compared("".join(pieces), pieces) for pieces in (recurring(500), recurring(4000)))
    assert large < 2 * 8 * small


def test_align_cost_does_not_grow_with_the_square_of_repetitions() -> None:
    pieces = [f"{a}{b}{c}主人{d}" for a in "取奠執加" for b in "爵觶觚" for c in "興坐" for d in ("升堂", "降階西")]
    small, large = (compared("".join(pieces) * times, pieces) for times in (4, 64))
    assert large < 2 * 16 * small


def test_align_finds_cuts_that_come_again_by_their_lengths() -> None:
    pieces = recurring(600)
    assert align("".join(pieces), units_of(pieces)) == [12 * i for i in range(601)]


def test_align_finds_anchors_within_a_gap_that_is_large() -> None:
    common = recurring(300)
    first = [*common, "甲乙丙丁戊己庚辛", *common, "子丑寅卯辰巳午未"]
    text = "".join([*common, *["主人坐取爵"] * 200, "甲乙丙丁戊己庚辛", *common])
    cuts = align(text, units_of(first))
    assert cuts[300] == text.index("甲乙丙丁")
    assert cuts[300:602] == [*range(cuts[300], cuts[300] + 1), *(cuts[300] + 8 + 12 * i for i in range(301))]
