"""Text: folding, and which characters count as graphs."""
