"""Several processes over the same banks on Chroma's server: who may write, and how each learns what the others wrote.

Each says in the journal (`leverage.memory.journal`) what it wrote, by the server's clock; `turns` are names in it that one
process holds at a time; `following` brings what others wrote into this process's own index; `replica` puts these together.
"""
