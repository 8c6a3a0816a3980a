"""Drawing, escaping, links and the browser's own memory, shared by the pages."""
