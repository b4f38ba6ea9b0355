"""Where the nodes of a network stand on the page: near what they go with, and no label upon another."""

from __future__ import annotations

import networkx as nx
import numpy as np

__all__ = ["spread"]

_WIDTH, _HEIGHT = 2600.0, 1800.0
#: Room that a node with its label wants, in the page's units.
_ROOM_X, _ROOM_Y = 105.0, 78.0


def spread(graph: nx.Graph, *, rounds: int = 300) -> dict[str, tuple[float, float]]:
    """A place for each node; the same graph gives the same places.

    A spring layout says who is near whom; ranks in place of its coordinates fill the page evenly, and nodes that
    still stand too close push each other apart.
    """
    names = list(graph)
    if not names:
        return {}
    springs = nx.spring_layout(graph, weight=None, seed=17, iterations=150)
    raw = np.array([springs[n] for n in names], dtype=float)
    ranks = np.argsort(np.argsort(raw, axis=0, kind="stable"), axis=0, kind="stable") / max(1, len(names) - 1)
    size = np.array([_WIDTH, _HEIGHT]) * max(0.35, (len(names) / 300) ** 0.5)
    at = (ranks - 0.5) * size
    room = np.array([_ROOM_X, _ROOM_Y])
    for _ in range(rounds):
        one, other = _near(at, room)
        apart = (at[one] - at[other]) / room
        away = np.hypot(apart[:, 0], apart[:, 1])
        close = away < 1.0
        if not close.any():
            break
        one, apart, away = one[close], apart[close], np.maximum(away[close], 1e-6)
        push = apart / away[:, None] * (1.0 - away)[:, None] * 0.5
        pushed = np.stack([np.bincount(one, weights=push[:, axis], minlength=len(at)) for axis in (0, 1)], axis=1)
        at = at + pushed * room
    return {name: (round(float(x), 1), round(float(y), 1)) for name, (x, y) in zip(names, at, strict=True)}


def _near(at: np.ndarray, room: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The numbers of nodes of which neither coordinate is further off than a node wants room, each pair both ways."""
    close = np.ones((len(at), len(at)), dtype=bool)
    for axis in (0, 1):
        close &= np.abs((at[:, None, axis] - at[None, :, axis]) / room[axis]) < 1.0
    np.fill_diagonal(close, val=False)
    one, other = np.nonzero(close)
    return one, other
