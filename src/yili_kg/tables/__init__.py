"""Knowledge as data: how rules, word lists and tables are read and checked, and the tables that everything asks.

`rulebook` reads rules (YAML), `wordlists` lists of words with a reason, `patterns` named regular expressions, `table`
tables (TSV); each with a schema, errors with file and line. `layers`, `types` and `kinds` are the tables of layers, of
types of mentions and of kinds of records.
"""
