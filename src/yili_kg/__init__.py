"""yili-kg: an open knowledge graph of the ritual world of the 儀禮 and of its commentaries."""

__version__ = "0.1.0"
