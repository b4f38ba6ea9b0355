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
        apart = (at[:, None, :] - at[None, :, :]) / room
        away = np.hypot(apart[..., 0], apart[..., 1])
        np.fill_diagonal(away, 9.0)
        close = away < 1.0
        if not close.any():
            break
        away = np.where(away < 1e-6, 1e-6, away)
        push = np.where(close[..., None], apart / away[..., None] * (1.0 - away)[..., None] * 0.5, 0.0)
        at = at + push.sum(axis=1) * room
    return {name: (round(float(x), 1), round(float(y), 1)) for name, (x, y) in zip(names, at, strict=True)}
