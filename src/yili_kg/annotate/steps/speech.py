"""What is said: from 曰 to where the telling of the rite goes on."""

from __future__ import annotations

import re

from yili_kg.annotate.steps.stream import SEGMENT, STRONG, Stream

__all__ = ["quoted_end", "speech_end"]

#: Words of somebody who speaks.
_SPOKEN = re.compile("某|吾子|敢|願|請|寡君|予|女|爾|伯父|矣|哉|子之|先生|孤|也|君之|皇尸|無|乎|固|辱")
#: With these a telling goes on: 曰 or an act right behind a person.
_TOLD = re.compile(
    "(?:對|答|禮|又)?(?:曰|拜|再|三|稽|退|出|入|升|降|揖|進|坐|興|許|諾|告|對|辭|皆|北面|南面|東面|西面|乃|遂|受|執|荅|哭|踊|反|還|立|送|迎|從|酌|取|奉|釋|西階|阼階|徹|先|少)"
)
#: One word said, then the telling goes on.
_SHORT = re.compile("[諾從吉](?=乃|遂|反|皆|司|許)")
_ADDRESSED = frozenset(
    [
        "吾子",
        "某",
        "子",
        "寡君",
        "君",
        "伯父",
        "叔父",
        "先生",
        "尸",
        "皇尸",
        "孝孫",
        "主",
        "天子",
        "王",
        "兄弟",
        "祖考",
        "皇祖",
    ]
)
_CLOSING = "”」』"
_OPENING = "“「『"


def speech_end(stream: Stream, start: int) -> int:
    """Where the words that begin at `start`, behind 曰, end: the first graph of the stream that is told again."""
    quoted = quoted_end(stream, start)
    if quoted:
        return quoted
    total = len(stream.folded)
    place = start
    if stream.folded[start : start + 1] == stream.folded[start + 1 : start + 2] and start + 1 < total:
        return start + 1  # 曰升升: what is said is done
    if _SHORT.match(stream.folded, start):
        return start + 1
    while place < total:
        strength = stream.breaks[place]
        if place > start and _told(stream, place) and (strength or not stream.punctuated):
            return place
        if place > start and strength >= (STRONG if stream.punctuated else SEGMENT):
            end = place + 1
            while end < total and stream.breaks[end] < (STRONG if stream.punctuated else SEGMENT):
                end += 1
            if not _SPOKEN.search(stream.folded[place:end]):
                return place
        place += 1
    return total


def _told(stream: Stream, place: int) -> bool:
    """Whether a person of the rite and an act of his stand at `place`."""
    noun = stream.nouns.get(place)
    if noun is None or noun.kind != "person" or noun.text in _ADDRESSED:
        return False
    before = stream.folded[place - 1]
    if stream.breaks[place] == 0 and before in "使命於于為謂之以與請見御":
        return False
    return _TOLD.match(stream.folded, noun.end) is not None and stream.breaks[noun.end : noun.end + 1] in ([0], [1])


def quoted_end(stream: Stream, start: int) -> int:
    """The end of words in quotation marks that open right before `start`, or 0."""
    if start >= len(stream.folded):
        return 0
    segment, index = stream.segments[stream.owner[start]], stream.index[start]
    if index == 0 or segment.text[index - 1] not in _OPENING:
        return 0
    close = _CLOSING[_OPENING.index(segment.text[index - 1])]
    place = start
    for number in range(stream.owner[start], min(stream.owner[start] + 6, len(stream.segments))):
        text = stream.segments[number].text
        found = text.find(close, index if number == stream.owner[start] else 0)
        while place < len(stream.folded) and stream.owner[place] == number:
            if found >= 0 and stream.index[place] > found:
                return place
            place += 1
        if found >= 0:
            return place
    return 0
