"""A store of the release before this one, and what becomes of it in an upgrade and on the way back."""
