"""From a stream to acts: one walk from left to right, gathering what stands before a verb, then what stands behind it."""

from __future__ import annotations

import re

from yili_kg.annotate.steps.acts import Act, Ahead, Likeness, Scan
from yili_kg.annotate.steps.behind import Behind
from yili_kg.annotate.steps.doers import name_doers
from yili_kg.annotate.steps.frames import Frame, Frames
from yili_kg.annotate.steps.nouns import Phrases
from yili_kg.annotate.steps.speech import quoted_end, speech_end
from yili_kg.annotate.steps.stream import SEGMENT, STRONG, WEAK, Stream
from yili_kg.annotate.steps.words import Words

__all__ = ["scan"]

#: 如 and what it compares with: 初, 之, or up to eight graphs that end in a word for a way of doing things.
_LIKE = re.compile("如(?:(?:初|之|是)(?:儀|禮|位|設)?|.{1,10}?(?:之禮|之儀|之服|禮|儀|位|服|初|設也|時|宿服|如入))")
_LIKE_SHORT = re.compile("如.{0,3}")
_SPEAKING = "曰"
_POSTURES = ("坐", "立")
#: Acts that are one with the saying that follows them.
_BEFORE_SAYING = "對告命辭請戒宿祝侑擯應"


def scan(stream: Stream, frames: Frames, words: Words) -> Scan:
    """All acts of a stream with what the text itself says of them."""
    return _Scanner(stream, frames, words).run()


class _Scanner:
    def __init__(self, stream: Stream, frames: Frames, words: Words) -> None:
        self.s, self.f, self.w = stream, frames, words
        self.t, self.n = stream.folded, len(stream.folded)
        name_doers(stream, frames, words)
        self.p = Phrases(stream, words)
        self.b = Behind(stream, self.p, words, self._verb)
        self.found = Scan()
        self.ahead = Ahead()
        self.case_until = 0
        self.order_until = 0
        self.last: Act | None = None

    def _verb(self, place: int, *, made: bool = False) -> tuple[Frame, int] | None:
        """The verb at `place` by its frame and length, unless a noun stands there; `made`: one that has what it must."""
        if place >= self.n or self.t[place - 1 : place] == "所":
            return None
        floor, ceiling = self.s.clause(place)
        noun = self.s.nouns.get(place)
        for frame, length in self.f.at(self.t, place, floor, ceiling):
            if place in self.s.covered and not (noun and noun.end == place + length and frame.get("over")):
                continue
            if length > 1 and self._named(place + length - 1):
                continue
            act = self._made(place, frame, length) if made else None
            if not made or act is not None:
                return frame, length
        return None

    def _named(self, place: int) -> bool:
        """Whether the graph belongs to a noun of the lexicon."""
        for start in range(place, max(place - 6, -1), -1):
            noun = self.s.nouns.get(start)
            if noun is not None:
                return noun.end > place and bool(noun.concept)
        return False

    def run(self) -> Scan:
        """Walk the stream once."""
        place = 0
        while place < self.n:
            if self.s.breaks[place]:
                self._boundary(place)
                said = quoted_end(self.s, place)
                if said and self.last is not None:  # 命負侯者:「…」 without 曰
                    self.found.said.append((place, said))
                    place = said
                    continue
            place = self._step(place)
        self._close(self.n)
        return self.found

    def _boundary(self, place: int) -> None:
        """A break: what was gathered without a verb is a state; a facing may belong to the act before."""
        strength = self.s.breaks[place]
        ahead = self.ahead
        act = self.last
        only_facing = ahead.facing and not (ahead.subject or ahead.topics or ahead.at or ahead.origin or ahead.means)
        if act and only_facing and not (act.facing or act.ahead.facing) and self.s.parted(act.end, ahead.start) <= WEAK:
            act.facing = ahead.facing
            self.ahead = Ahead()
        ahead = self.ahead
        from_after = ahead.origin and not (ahead.subject or ahead.at or ahead.facing or ahead.topics)
        if act and from_after and act.frame.get("site") and "from" not in act.slots:
            act.put("from", ahead.origin)
            self.ahead = Ahead()
        if strength >= SEGMENT or self.ahead.state or self.ahead.ordered:
            self._close(place)

    def _close(self, place: int) -> None:
        if self.ahead.start >= 0 and not self.ahead.says_nothing():
            self.found.states.append((self.ahead.start, place))
        self.ahead = Ahead()

    def _step(self, place: int) -> int:
        """Read what begins at `place`; returns where to go on."""
        graph = self.t[place]
        if self.ahead.start < 0:
            self.ahead.start = place
        if place >= self.case_until:
            self.case_until = 0
        if graph == "如" and place not in self.s.covered:
            end = self._likeness(place)
            if end:
                return end
        facing = self.p.facing(place)
        if facing is not None and place not in self.s.nouns:
            self.ahead.facing = facing.direction
            return facing.end
        lie = self.p.lie(place)
        if lie != place and place not in self.s.nouns:
            return lie
        side = place + 1
        while graph == "在" and side < self.n and not self.s.breaks[side] and side not in self.s.covered:
            if not self.w.has("locatives", self.t[side]):
                break
            side += 1
        if side > place + 1 and place not in self.s.covered and self.p.facing(side) is None:
            self._close(side)  # 賓在左: where one is, no act
            return side
        if self.t.startswith("傳曰", place) and place not in self.s.covered:
            end = self._segment_end(place)
            self.found.said.append((place, end))  # the 傳 explains; it prescribes nothing
            return end
        says = self.t[place + 1 : place + 2] == _SPEAKING and not self.s.breaks[place + 1]
        if says and graph in _BEFORE_SAYING and place not in self.s.covered:
            return place + 1  # 對曰, 命曰: one act, the saying
        verb = self._verb(place, made=True)
        if verb is not None:
            end = self._act(place, *verb)
            if end:
                return end
        return self._phrase(place) or self._small(place)

    def _phrase(self, place: int) -> int:
        """A noun phrase before a verb, with its preposition; returns its end or 0."""
        graph = self.t[place]
        preposition = graph if graph in "于於自由以用與及當直在有無每" and place not in self.s.covered else ""
        number = graph in self.w.numbers and place not in self.s.nouns
        if number and self._verb(place + 1) is not None and not self.s.breaks[place + 1]:
            return 0
        start = place + 1 if preposition else place
        if preposition and (start >= self.n or self.s.breaks[start]):
            return 0
        if preposition == "以" and self.t[start : start + 1] == "之":
            return 0
        row = self.p.owned(start) if preposition and preposition in "于於自由" else self.p.row(start)
        if not row:
            return 0
        if row[0].noun.text[-1:] == "手" and not row[0].located:
            return row[-1].end  # 左手, 二手: how it is held
        ahead = self.ahead
        end = row[-1].end
        if preposition in ("于", "於"):
            ahead.at.extend(row)
        elif preposition in ("自", "由"):
            ahead.origin.extend(row)
        elif preposition in ("以", "用"):
            ahead.means.extend(row)
        elif preposition in ("與", "及"):
            if row[0].kind == "person" and ahead.subject and ahead.subject[-1].end != place:
                ahead.subject = []
            if preposition == "與" and row[0].kind == "person" and not ahead.subject:
                ahead.partner.extend(row)
                return end
            (ahead.subject if row[0].kind == "person" else ahead.topics).extend(row)
        elif preposition in ("當", "直"):
            ahead.near.extend(row)
        elif preposition == "有" and row[0].kind == "person" and self.case_until > place:
            ahead.subject = ahead.subject or row
        elif preposition == "在" and self.p.facing(end) is not None:
            pass  # 主人在其右北面答拜: he stands there and acts
        elif preposition:
            ahead.state = True
            ahead.topics = []
            if preposition == "在":
                ahead.subject, ahead.at = [], []
        elif row[0].kind == "person":
            apart = bool(ahead.subject) and (
                ahead.subject[-1].end != place or ahead.subject[-1].noun.text == row[0].noun.text
            )
            if ahead.ordered or ahead.state or apart:
                self._close(place)
                ahead = self.ahead
                ahead.start = place
            elif ahead.subject and self.s.breaks[place]:
                ahead.subject = []
            ahead.subject.extend(row)
        elif row[0].kind == "place" or (row[0].noun.text in ("席", "筵") and row[0].located):
            ahead.at.extend(row)
        else:
            ahead.topics.extend(row)
        return end

    def _likeness(self, place: int) -> int:
        """如初 and its kin; returns the end or 0."""
        if self.t[place - 1 : place] == "不":
            return 0
        match = _LIKE.match(self.t, place)
        end = match.end() if match else 0
        broken = self.s.parted(place, end - 1) if match else 0
        if not match or broken:
            short = _LIKE_SHORT.match(self.t, place)
            end = short.end() if short else place + 1
            while end > place + 1 and self.s.parted(place, end - 1):
                end -= 1
        likeness = Likeness(place, end, self.s.words(place, end))
        act = self.last
        near = act is not None and self.s.parted(act.start, place) == 0 and not self.ahead.subject
        if act is not None and near and act.likeness is None:
            act.likeness = likeness
        else:
            likeness.subject = list(self.ahead.subject)
        self.found.likenesses.append(likeness)
        self.ahead = Ahead()
        return end

    def _small(self, place: int) -> int:
        """A particle, adverb, number, negation, or a graph that nobody knows."""
        graph, ahead = self.t[place], self.ahead
        if self.w.has("conditions", graph):
            if self.t[place + 1 : place + 2] not in ("是", "則") and not self.ahead.topics:
                self._case(place)
        elif self.w.has("negations", graph):
            ahead.negated = True
            return place + 1
        elif graph in self.w.numbers:
            ahead.count = self.w.numbers[graph]
        elif graph == "以":
            ahead.means_held = True
        elif not (self.w.has("adverbs", graph) or self.w.has("particles", graph) or self.w.has("locatives", graph)):
            for length in range(self.w.longest_adverb, 1, -1):
                if self.w.has("adverbs", self.t[place : place + length]):
                    return place + length
            self._leave(place)
            ahead.negated, ahead.count = False, 0
        return place + 1

    def _leave(self, place: int) -> None:
        """A graph that no frame takes."""
        if self.found.left and self.found.left[-1][1] == place and not self.s.breaks[place]:
            self.found.left[-1] = (self.found.left[-1][0], place + 1)
        else:
            self.found.left.append((place, place + 1))

    def _case(self, place: int) -> None:
        """若 …: what follows in the sentence (without punctuation: before the next note) is conditional."""
        stop = STRONG if self.s.punctuated else SEGMENT
        end = place + 1
        while end < self.n and self.s.breaks[end] < stop:
            end += 1
        self.case_until = end

    def _act(self, place: int, frame: Frame, length: int) -> int:
        """Make the act at `place` if it has what its frame must have; returns where to go on, or 0."""
        end = place + length
        graph = self.t[place:end]
        if graph in _POSTURES and self._verb(end) is not None and not self.s.breaks[end]:
            following = self._verb(end)
            stays = self.t[end : end + 1] not in _POSTURES
            if stays and following is not None and self._made(end, *following) is not None:
                self.ahead.posture = graph
                return end
        act = self._made(place, frame, length)
        if act is None:
            return 0
        ahead = self.ahead
        ahead.conditional = self.case_until > place
        act.ahead = ahead
        act.posture = ahead.posture
        act.count = ahead.count if self.w.has("counted", graph) else act.count
        act.gap = self.s.parted(self.last.end - 1, place) if self.last else STRONG
        self._hand_back(act)
        if graph == _SPEAKING:
            act.until = speech_end(self.s, end)
            self.found.said.append((end, act.until))
        if place < self.order_until and not ahead.subject and not act.gap:
            act.ordered = True
        elif act.gap or ahead.subject:
            self.order_until = 0
        self.found.acts.append(act)
        if frame.get("opens") and "recipient" not in act.slots and "object" not in act.slots:
            self.order_until = self._clause_end(end)
        self._share_origin(act)
        self.last = act
        self.ahead = Ahead()
        ordered = act.slots.get("recipient") if frame.get("opens") else None
        if ordered and act.until < self.n and not self.s.breaks[act.until]:
            self.ahead = Ahead(subject=list(ordered), ordered=True)
        return act.until

    def _share_origin(self, act: Act) -> None:
        """升降自西階: both by the same steps."""
        last = self.last
        together = last is not None and last.end == act.start and not act.gap and not last.slots
        pair = last is not None and {last.verb, act.verb} == {"升", "降"}
        if last is not None and together and "from" in act.slots and pair:
            last.put("from", act.slots["from"])

    def _hand_back(self, act: Act) -> None:
        """A noun between two acts that the first one wants and lacks is its object."""
        last, topics = self.last, act.ahead.topics
        if last is None or not topics or self.s.parted(last.end - 1, topics[0].start):
            return
        lacks = last.frame.get("thing") == "object" and "object" not in last.slots and not last.pronoun
        if (
            lacks
            and last.frame.get("agent") != "drinker"
            and not last.ahead.topics
            and last.frame.get("must") != "object"
            and last.until == topics[0].start
        ):
            last.put("object", topics)
            act.ahead.topics = []

    def _segment_end(self, place: int) -> int:
        owner = self.s.owner[place]
        while place < self.n and self.s.owner[place] == owner:
            place += 1
        return place

    def _clause_end(self, place: int) -> int:
        while place < self.n and not self.s.breaks[place]:
            place += 1
        return place

    def _made(self, place: int, frame: Frame, length: int) -> Act | None:
        """The act with its complements, or None where it lacks what it must have."""
        act = Act(place, place + length, frame, self.s.words(place, place + length), self.ahead, 0)
        self.b.read(act)
        must = frame.get("must")
        filled = act.slots.keys() - {"from"}
        if must == "object" and not ("object" in filled or act.pronoun or self._topic(act)):
            return None
        if must == "place" and "to" not in filled:
            return None
        if must == "noun" and not (filled or act.pronoun):
            return None
        return act

    def _topic(self, act: Act) -> bool:
        return (
            bool(self.ahead.topics or self.ahead.means or self.ahead.means_held) and act.frame.get("must") == "object"
        )
