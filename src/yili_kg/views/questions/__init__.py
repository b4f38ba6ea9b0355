"""Questions asked in the browser: the page, the graph packed for it, and the engine that answers there."""
