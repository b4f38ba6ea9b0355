"""Annotate: words and citations in a text. The package itself can be called: `yili_kg.annotate("主人坐取爵于篚")`."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yili_kg.models import Annotated


class _Annotate(ModuleType):
    """The name `annotate` is both this package and the function of the public interface."""

    def __call__(self, text: str, *, reader: str = "") -> Annotated:
        from yili_kg.api import annotate

        return annotate(text, reader=reader)


sys.modules[__name__].__class__ = _Annotate
