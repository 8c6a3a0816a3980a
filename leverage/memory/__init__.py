"""Banks of memories over Chroma: the only package that knows Chroma."""
