"""Questions to the graph: named ones (a `.rq` file each) and one's own, and their answers as tables."""

from yili_kg.queries.ask import Answer, Question, as_csv, as_json, filled, questions, run

__all__ = ["Answer", "Question", "as_csv", "as_json", "filled", "questions", "run"]
