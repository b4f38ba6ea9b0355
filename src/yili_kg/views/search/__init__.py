"""Search in the browser: the index that a build writes, and the page of all results."""
