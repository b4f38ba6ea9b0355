"""What is fuzzed: a function a target, from bytes to a call whose laws are checked; an error on purpose is no finding.

Each target raises whatever is wrong: any exception but the errors on purpose, AssertionError for a broken law, `Slow`
for a text of at most 20 kB that took longer than PATIENCE seconds of the processor.
"""

from __future__ import annotations

from tests.fuzz.targets.changed import corpora, corpus_seeds, correction_seeds, corrections, table_seeds, tables
from tests.fuzz.targets.folders import folder_seeds, folders
from tests.fuzz.targets.libraries import libraries, library_seeds
from tests.fuzz.targets.queries import queries, query_seeds
from tests.fuzz.targets.quotations import BOOKS, quotation_seeds, quotations
from tests.fuzz.targets.target import Target
from tests.fuzz.targets.texts import file_seeds, files, readers, text_seeds, texts

__all__ = ["TARGETS"]

TARGETS: dict[str, Target] = {
    "readers": Target(readers, text_seeds),
    "files": Target(files, file_seeds),
    "texts": Target(texts, text_seeds, 1024),
    "quotations": Target(quotations, quotation_seeds, 121, BOOKS),
    "corrections": Target(corrections, correction_seeds, 128),
    "queries": Target(queries, query_seeds, 512),
    "folders": Target(folders, folder_seeds, 64),
    "corpora": Target(corpora, corpus_seeds, 48),
    "libraries": Target(libraries, library_seeds, 96),
    "tables": Target(tables, table_seeds, 48),
}
