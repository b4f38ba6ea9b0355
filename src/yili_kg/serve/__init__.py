"""Serving: a graph over HTTP, as a SPARQL endpoint and as pages behind its IRIs; the engine is the oxigraph server."""
