"""Layers: who says what about which passage."""

from yili_kg.layers.edition import edit

__all__ = ["edit"]
