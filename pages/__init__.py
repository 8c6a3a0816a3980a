"""What a person sees: one thin script per page, and `ui`, the drawing they share."""
