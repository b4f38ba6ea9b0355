"""Views: pages that one can look at."""
