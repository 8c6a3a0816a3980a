"""The web server around the pages: who may reach it, the headers of its answers, and how people come in."""
