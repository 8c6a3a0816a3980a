"""Who may see and do what: persons and their roles, the acts each role allows, and the one rule of who sees a deal."""
