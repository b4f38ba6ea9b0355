"""yili-kg: an open knowledge graph of the ritual world of the 儀禮 and of its commentaries.

>>> import yili_kg as yk
>>> [(m.text, m.type) for m in yk.annotate("主人坐取爵于篚,降洗。").mentions]
[('主人', 'role'), ('爵', 'object'), ('篚', 'object')]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"
__all__ = ["KnowledgeGraph", "__version__", "annotate", "load", "read"]

if TYPE_CHECKING:
    from yili_kg.api import KnowledgeGraph, annotate, load, read


def __getattr__(name: str) -> object:
    """The public names are imported when they are asked for: the command line starts without them."""
    if name in __all__:
        from yili_kg import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
