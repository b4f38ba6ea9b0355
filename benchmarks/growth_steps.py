"""How the time for steps grows with long stretches of unpunctuated base text: benchmarks/growth_steps.py [GRAPHS [NAME …]]

Each line is a way of filling a text: the seconds of the processor for GRAPHS code points (2,500 unless told), twice,
four and eight times as many, and the factor by doubling; about 2 is linear, 4 quadratic.
"""

import itertools
import sys
import time

from yili_kg.annotation.steps import read_words

PIECES = {
    "a rite": "主人坐取爵于篚降洗",
    "one case after the other": "若",
    "cases with acts": "若賓降",
    "names by 者": "者",
    "verbs before 者": "執者",
    "comparisons": "如",
    "comparisons with acts": "賓拜如初",
    "comparisons without an act": "賓亦如之介如賓禮",
    "verbs": "升降坐興",
    "one verb": "拜",
    "nouns": "爵觶脯醢",
    "persons": "主人賓介",
    "ranks": "公卿大夫",
    "persons of persons": "賓之",
    "whose": "其",
    "an act of whose": "辭其",
    "saying": "曰",
    "words said": "賓曰某不敢",
    "words in quotation marks": "曰「某",
    "words that a mark opens": "「某,",
    "numbers": "一",
    "counted acts": "拜三",
    "parts of a place": "上",
    "places": "東階上",
    "directions": "東",
    "prepositions": "于",
    "from": "自",
    "tradition": "傳曰",
    "orders": "命",
    "assistants": "贊",
    "negations": "不",
    "unknown graphs": "㐀",
    "names in a list": "賓、介、",
}


def seconds(text: str) -> float:
    """How long the steps of a text take, its mentions counted."""
    begin = time.process_time()
    read_words(text)
    return time.process_time() - begin


def main(graphs: int, names: list[str]) -> None:
    """Print a line a way of filling, or for those of these names."""
    seconds("主人坐取爵")
    for name, piece in PIECES.items():
        if names and name not in names:
            continue
        taken = [seconds((piece * (graphs * times))[: graphs * times]) for times in (1, 2, 4, 8)]
        factors = " ".join(f"{b / a:4.1f}" for a, b in itertools.pairwise(taken))
        print(f"{name:28} {taken[0]:7.3f} s → {taken[-1]:7.3f} s   by doubling {factors}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2500, sys.argv[2:])
