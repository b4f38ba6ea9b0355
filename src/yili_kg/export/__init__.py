"""A graph in other forms: RDF, JSON-LD, Web Annotation, TEI, networks, tables; and sent to other servers."""

from yili_kg.export.forms import FORMS, Form, export

__all__ = ["FORMS", "Form", "export"]
