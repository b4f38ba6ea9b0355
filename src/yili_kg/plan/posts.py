"""Where people stand, and which of these places are their own (位): set by 立于, 即位, 復位; 反位 goes there."""

from __future__ import annotations

from dataclasses import dataclass

from yili_kg.plan.house import Point
from yili_kg.plan.places import far, level_of

__all__ = ["Posts", "Stand"]

#: How near to a place one is still at it, 尺.
_SAME = 6.0


@dataclass(frozen=True, slots=True)
class Stand:
    """How a person stands: place in 尺, its name, facing and posture (empty where not known), and how well known.

    `certainty` is one of the house's (attested, noted, derived, conventional, disputed) or `open`; `zh`, `en` say why.
    """

    x: float
    y: float
    place: str
    facing: str
    posture: str
    certainty: str
    zh: str
    en: str

    @property
    def point(self) -> Point:
        """The place as a point."""
        return self.x, self.y


class Posts:
    """The places of everybody, level by level, in the order in which the text gives them."""

    def __init__(self) -> None:
        self._all: dict[tuple[str, str], list[Stand]] = {}
        self._sure: set[tuple[str, Stand]] = set()

    def add(self, name: str, stand: Stand, *, sure: bool) -> None:
        """A place where the text has somebody stand; `sure` where it calls it his (即位, 復位)."""
        self._all.setdefault((name, level_of(stand.point)), []).append(stand)
        if sure:
            self._sure.add((name, stand))

    def forget(self, name: str, level: str) -> None:
        """He took another place on that level, which is not known."""
        self._all.pop((name, level), None)

    def last(self, name: str, level: str) -> Stand | None:
        """The last place of somebody on a level, whatever he does there."""
        return next(iter(self._all.get((name, level), [])[-1:]), None)

    def back(self, name: str, level: str, here: Point) -> Stand | None:
        """Where 反位 brings one who is `here`: to the last that is called his, else the last on which he was to stand.

        Where he stands to give an order (立于所設楅之南) and goes back from is not his; what he came back to is from now on.
        """
        posts = self._all.get((name, level), [])
        his = [p for p in posts if (name, p) in self._sure]
        near = [p for p in posts if far(p.point, here) < _SAME]
        passed = posts[-2:-1] if near and near[-1] is posts[-1] else near[-1:]
        found = next(iter(his[-1:] or passed or posts[-1:]), None)
        if found is not None:
            self._sure.add((name, found))
        return found

    def is_passing(self, name: str, here: Point) -> bool:
        """Whether somebody stands `here` for once, and has another place on this level."""
        posts = self._all.get((name, level_of(here)), [])
        return len(posts) > 1 and (name, posts[-1]) not in self._sure and far(posts[-1].point, here) < _SAME
