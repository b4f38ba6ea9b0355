"""Whether words that differ are another reading."""

import pytest

from yili_kg.reference.same_words import another_reading
from yili_kg.text.folding import fold


@pytest.mark.parametrize(
    ("one", "other", "is_one"),
    [
        ("主人再拜賓降升自西階", "主人再拜公降升自西階", True),
        ("主人再拜賓降升自西階", "主人再拜公降坐自西階", True),
        ("主人再拜賓降升自西階", "主人再拜公降坐自東階", False),  # three
        ("主人再拜賓降升自西階", "公人再拜賓降升自西階", False),  # another word at the beginning
        ("鼀鼂再拜賓降升自西階", "鼁鼃再拜公降升自西階", False),  # rare graphs, which may be writings of one word
        ("主人三拜賓降升自西階", "主人再拜賓降升自西階門", False),  # longer
        ("賓降升自西階", "公降升自西階", False),  # too short
    ],
)
def test_another_reading(one: str, other: str, is_one: bool) -> None:
    assert another_reading(fold(one), fold(other)) is is_one
