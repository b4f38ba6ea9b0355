"""Graph: models as quads, written, opened, checked, explained."""
