"""The reference library: the books that commentaries cite, text and notes apart, by work and division."""
