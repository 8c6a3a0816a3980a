"""How columns of other people's files are read."""
