"""How the time to read a note grows with its length: `python -m benchmarks.growth_notes [GRAPHS]`.

For each word of a formula, in 注 and in 疏, with and without the same words in the text explained: the seconds (of the processor) for
GRAPHS (default 20,000) graphs of nothing but that word, and the factor from each length to the next (n, 2n, 4n, 8n).
Linear is 2; anything near 4 is quadratic.
"""

from __future__ import annotations

import sys
import time
from itertools import pairwise

from yili_kg.annotation.notes.over_edition import read_notes
from yili_kg.models import Annotated, Document, Edition, Segment

#: Words that open or close what the rules look for, alone and with what they want beside them.
WORDS = """
曰 謂 猶 言 讀為 由 此 者 也 云 知 皆 鄭 故 之言 之屬 謂之 若今 古文 古文皆 今文曰 今文曰辱 今文辱作天 或為辱 當為辱 本又作辱
辱天者 辱猶天 辱謂天 辱讀為天 辱天也 一里 云主人辱 士一大夫二 此不言辱省文 鄭以為辱 無正文 辱 音辱 辱，曰， 辱。謂 言辱， 辱讀如天，
""".split()  # noqa: SIM905


def edition(words: str, length: int, layer: str, *, told: bool) -> Annotated:
    """A note of `length` graphs on a text that has the same words, or (`told` false) hardly any."""
    note = (words * (length // len(words) + 1))[:length]
    base = note if told else "主人辱"
    segments = []
    at = 0
    for name, kind, text, target in (("jing", "經", base, ""), ("note", layer, note, "jing")):
        if text:
            segments.append(
                Segment(
                    id=name,
                    layer=kind,
                    speaker="鄭玄",
                    chapter="04",
                    passages=("04.001",),
                    extent="whole",
                    comments_on=target,
                    pieces=((at, at + len(text)),),
                    text=text,
                    offsets=tuple(range(at, at + len(text))),
                    order=len(segments),
                )
            )
        at += len(text)
    raw = "".join(s.text for s in segments)
    document = Document(raw=raw, sha256="", name="growth", title="", label="", reader="plain", blocks=(), noise=())
    return Annotated(edition=Edition(document=document, segments=tuple(segments)), mentions=(), citations=())


def seconds(words: str, length: int, layer: str, *, told: bool) -> float:
    """How long the notes of such an edition take."""
    annotated = edition(words, length, layer, told=told)
    begin = time.process_time()
    read_notes(annotated)
    return time.process_time() - begin


def main(longest: int) -> None:
    """Measure, and print."""
    worst: list[tuple[float, str]] = []
    for layer in ("注", "疏"):
        for told in (False, True):
            print(f"{layer}, {'the same words' if told else 'no such words'} in the text explained")
            for words in WORDS:
                spent = [seconds(words, longest // part, layer, told=told) for part in (8, 4, 2, 1)]
                factors = [b / a for a, b in pairwise(spent)]
                print(f"  {words:<12}{spent[-1]:7.2f} s  " + " ".join(f"{f:5.2f}" for f in factors), flush=True)
                worst.append((factors[-1], f"{words} in {layer}"))
    print("steepest last doublings: " + ", ".join(f"{w} {f:.1f}" for f, w in sorted(worst, reverse=True)[:5]))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
