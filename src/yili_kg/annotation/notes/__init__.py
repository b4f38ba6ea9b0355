"""What the commentators say of the text: glosses, readings, claims and norms, one module each; `read_notes` reads all."""
