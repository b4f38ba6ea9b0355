"""Sources: reading a file as found into a Document, dropping nothing."""

from yili_kg.sources.read import READERS, read, read_text

__all__ = ["READERS", "read", "read_text"]
