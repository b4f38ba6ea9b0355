"""How sure each statement is: measured by rule on the received text and the gold (`extraction/confidence/`)."""

from yili_kg.confidence.measures import Measure, Measures, feature_of, load_measures
from yili_kg.confidence.sure import sure
from yili_kg.confidence.thresholds import Thresholds, load_thresholds

__all__ = ["Measure", "Measures", "Thresholds", "feature_of", "load_measures", "load_thresholds", "sure"]
