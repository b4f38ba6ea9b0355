"""Who does what with whom, what explains what, who cites what: the relations of the page `graph.html`, from the records."""
