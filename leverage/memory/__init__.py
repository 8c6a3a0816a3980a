"""Banks of memories over Chroma: the only package that knows Chroma."""

from leverage.memory.descriptors import keep_one_arena

keep_one_arena()  # before Chroma is imported, whose threads would take arenas of their own
