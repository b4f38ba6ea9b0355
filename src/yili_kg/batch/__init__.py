"""Many documents, a file of records each: what is done and current is left alone, what fails is told, the rest goes on."""

from yili_kg.batch.run import Batch, annotate_many

__all__ = ["Batch", "annotate_many"]
