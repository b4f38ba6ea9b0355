"""The pages of concepts: gathered from the records in one pass, stated in the graph, written one beside the other."""
